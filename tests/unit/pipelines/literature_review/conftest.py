from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from conspectus.domain.document import SectionKind
from conspectus.domain.document_building import ParagraphDraft, SectionDraft, abstract_document, build_document
from conspectus.domain.paper import Author, Paper, PartialDate
from conspectus.domain.passage import Passage
from conspectus.domain.tasks import EvidenceItem, ReferenceAbstract
from conspectus.foundation.text.sentences import split_sentences

PAPERS = Path(__file__).resolve().parents[3] / "fixtures" / "reviews" / "two_subjects.json"

MakePaper = Callable[..., Paper]
MakeReference = Callable[..., ReferenceAbstract]


def _paper(
    id: str, abstract: str = "", *, title: str = "", authors: tuple[Author, ...] = (), year: int | None = None
) -> Paper:
    return Paper(
        id=id,
        title=title or f"Title of {id}",
        authors=authors,
        date=PartialDate(year=year) if year else None,
        documents=(abstract_document(abstract),) if abstract else (),
    )


def _structured(id: str, sections: dict[str, str], *, authors: tuple[Author, ...] = ()) -> Paper:
    nested = [SectionDraft(heading=heading, paragraphs=[ParagraphDraft(text)]) for heading, text in sections.items()]
    document = build_document([SectionDraft(kind=SectionKind.ABSTRACT, sections=nested)])
    return Paper(id=id, title=f"Title of {id}", authors=authors, documents=(document,))


def _reference(paper: str, text: str = "We propose a method for parsing.", *, plural: bool = True) -> ReferenceAbstract:
    return ReferenceAbstract(
        paper=paper,
        title=f"Title of {paper}",
        label="Smith et al." if plural else "Smith",
        plural=plural,
        year=2020,
        evidence=tuple(
            EvidenceItem(
                handle=f"p{number}",
                passage=Passage(paper=paper, version="00000000", address=f"s1.p1.t{number}", quote=sentence),
            )
            for number, sentence in enumerate(split_sentences(text), 1)
        ),
    )


@pytest.fixture(scope="session")
def make_paper() -> MakePaper:
    return _paper


@pytest.fixture(scope="session")
def make_structured() -> MakePaper:
    return _structured


@pytest.fixture(scope="session")
def make_reference() -> MakeReference:
    return _reference


@pytest.fixture(scope="session")
def papers() -> tuple[Paper, ...]:
    """Fourteen papers on two subjects, with authors of every kind."""
    found = []
    for record in json.loads(PAPERS.read_text("utf-8")):
        authors = tuple(
            Author(literal=name) if isinstance(name, str) else Author(family=name[0], given=name[1])
            for name in record["authors"]
        )
        found.append(
            _paper(record["id"], record["abstract"], title=record["title"], authors=authors, year=record["year"])
        )
    return tuple(found)
