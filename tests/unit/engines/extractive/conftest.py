from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from conspectus.domain.passage import Passage
from conspectus.domain.tasks import (
    DraftSentence,
    DraftText,
    EvidenceItem,
    HandleMark,
    ReferenceAbstract,
    TopicPaper,
    WriteTopicPageRequest,
)
from conspectus.foundation.text.sentences import split_sentences

PAPERS = Path(__file__).resolve().parents[3] / "fixtures" / "reviews" / "two_subjects.json"

MakeTopicPaper = Callable[..., TopicPaper]
MakeReference = Callable[..., ReferenceAbstract]


def _reference(
    paper: str, text: str, *, title: str = "", label: str = "Smith et al.", plural: bool = True, heading: str = ""
) -> ReferenceAbstract:
    """A reference whose handles carry its name: the sentences of paper "a" are a1, a2 …"""
    return ReferenceAbstract(
        paper=paper,
        title=title or f"Title of {paper}",
        label=label,
        plural=plural,
        year=2020,
        evidence=tuple(
            EvidenceItem(
                handle=f"{paper}{number}",
                passage=Passage(paper=paper, version="00000000", address=f"s1.p1.t{number}", quote=sentence),
                heading=heading,
            )
            for number, sentence in enumerate(split_sentences(text), 1)
        ),
    )


@pytest.fixture(scope="session")
def make_reference() -> MakeReference:
    return _reference


@pytest.fixture(scope="session")
def references() -> tuple[ReferenceAbstract, ...]:
    """The papers on floods and minutes as references."""
    found = []
    for record in json.loads(PAPERS.read_text("utf-8")):
        names = [name if isinstance(name, str) else name[0] for name in record["authors"]]
        label = names[0] if len(names) == 1 else " and ".join(names) if len(names) == 2 else f"{names[0]} et al."
        found.append(
            _reference(record["id"], record["abstract"], title=record["title"], label=label, plural=len(names) > 1)
        )
    return tuple(found)


def _topic_paper(
    paper: str,
    *blocks: str,
    title: str = "",
    year: int | None = 2020,
    keywords: tuple[str, ...] = (),
    label: str = "Ekwueme et al.",
) -> TopicPaper:
    """A paper whose handles carry its name; a block "RESULTS: …" stands under that heading."""
    items: list[EvidenceItem] = []
    for block in blocks:
        heading, colon, rest = block.partition(": ")
        heading, text = (heading, rest) if colon and heading.isupper() else ("", block)
        for sentence in split_sentences(text):
            number = len(items) + 1
            passage = Passage(paper=paper, version="00000000", address=f"s1.p1.t{number}", quote=sentence)
            items.append(EvidenceItem(handle=f"{paper}{number}", passage=passage, heading=heading))
    return TopicPaper(
        paper=paper, title=title, label=label, plural=True, year=year, date=str(year or ""), keywords=keywords,
        evidence=tuple(items),
    )  # fmt: skip


@pytest.fixture(scope="session")
def make_topic_paper() -> MakeTopicPaper:
    return _topic_paper


@pytest.fixture(scope="session")
def make_page() -> Callable[..., WriteTopicPageRequest]:
    """Makes a request about velm fever, an illness that we made up, from groups of papers."""

    def make(*groups: tuple[TopicPaper, ...], **fields: Any) -> WriteTopicPageRequest:
        fields = {"names": ("velm fever",), "end_year": 2024, "clustered": len(groups) > 1, **fields}
        return WriteTopicPageRequest(groups=groups, sizes=tuple(len(group) for group in groups), **fields)

    return make


@pytest.fixture(scope="session")
def printed() -> Callable[[Any], str]:
    """Gives a draft, a sentence or its parts with the handles in brackets."""

    def show(what: DraftText | DraftSentence | tuple[str | HandleMark, ...]) -> str:
        if isinstance(what, DraftText):
            return " ".join(map(show, what.sentences))
        parts = what.parts if isinstance(what, DraftSentence) else what
        return "".join(f"[{','.join(part.handles)}]" if isinstance(part, HandleMark) else part for part in parts)

    return show
