"""The nouns of a benchmark of questions: papers, a question with its gold evidence, and what a method found."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from conspectus.domain.document import SectionKind
from conspectus.domain.document_building import ParagraphDraft, SectionDraft, build_document, clean_paragraph
from conspectus.domain.paper import Paper

Decision = Literal["yes", "no", "maybe"]
Address = tuple[str, str]
"""A paragraph: paper id and address."""


@dataclass(frozen=True, slots=True, kw_only=True)
class QaItem:
    """A question: the paragraphs that hold its answer, answers that people gave, and what the decision is.

    ``paper`` is the paper that it is asked about, "" if none in particular. ``group`` is a label by which figures
    can be parted ("paraphrased").
    """

    id: str
    question: str
    gold: frozenset[Address]
    answers: tuple[str, ...] = ()
    decision: Decision | None = None
    paper: str = ""
    group: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class QaData:
    """The papers and questions of one set."""

    papers: tuple[Paper, ...]
    items: tuple[QaItem, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class QaOutput:
    """What a method gave for a question: paragraphs in order over all papers and within the question's paper.

    ``text`` and ``short`` are its answer, ``cited`` the papers that the answer cites; ``refused`` says that there is
    none. ``seconds`` is the time of ranking over all papers.
    """

    ranked: tuple[Address, ...]
    within: tuple[Address, ...] = ()
    text: str = ""
    short: str = ""
    cited: tuple[str, ...] = ()
    quotes: tuple[str, ...] = ()
    refused: bool = False
    seconds: float = 0.0


def paper_of_paragraphs(name: str, title: str, paragraphs: Sequence[str]) -> tuple[Paper, dict[str, str]]:
    """Gives a paper with one section of paragraphs, and the address of each paragraph by its text as given."""
    drafts: list[ParagraphDraft] = []
    addresses: dict[str, str] = {}
    for text in paragraphs:
        if text not in addresses and clean_paragraph(text):
            drafts.append(ParagraphDraft(text))
            addresses[text] = f"s1.p{len(drafts)}"
    document = build_document([SectionDraft(kind=SectionKind.COMMON, paragraphs=drafts)], origin="paragraphs")
    return Paper(id=name, title=title, language="en", documents=(document,) if document.sections else ()), addresses
