"""Step 5 of KGQP: the paragraphs as evidence, and the answer from them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from conspectus.domain.answer_tasks import AnswerParagraph
from conspectus.domain.document import Document, Place
from conspectus.domain.paper import Paper
from conspectus.domain.passage import Passage
from conspectus.domain.tasks import EvidenceItem

PaperOf = Callable[[str], Paper | None]


@dataclass(frozen=True, slots=True, kw_only=True)
class FoundParagraph:
    """A paragraph that was ranked: its paper, the node in the version of the text that is indexed, and its score."""

    paper: Paper
    document: Document
    place: Place
    score: float

    @property
    def heading(self) -> str:
        """The heading of the section that it stands in."""
        return self.place.section.heading


def found_paragraph(paper: Paper | None, version: str, address: str, score: float) -> FoundParagraph | None:
    """Gives the paragraph at an address of a version of a paper, None if it has gone since it was indexed."""
    document = None if paper is None else paper.version(version)
    if paper is None or document is None:
        return None
    try:
        place = document.at(address)
    except KeyError:
        return None
    return FoundParagraph(paper=paper, document=document, place=place, score=score)


def answer_paragraphs(found: Sequence[FoundParagraph]) -> tuple[AnswerParagraph, ...]:
    """Gives the paragraphs as an engine sees them, with handles p1, p2 … over all their sentences in order."""
    made: list[AnswerParagraph] = []
    count = 0
    for each in found:
        version = each.document.version
        evidence = []
        sentences = () if each.place.paragraph is None else each.place.paragraph.sentences
        for number, sentence in enumerate(sentences, 1):
            count += 1
            passage = Passage(
                paper=each.paper.id,
                version=version,
                address=f"{each.place.address}.t{number}",
                quote=each.document.text[sentence.start : sentence.end],
            )
            evidence.append(EvidenceItem(handle=f"p{count}", passage=passage, heading=each.heading))
        made.append(
            AnswerParagraph(
                paper=each.paper.id,
                title=each.paper.title,
                label=each.paper.label,
                plural=each.paper.is_plural,
                year=each.paper.year,
                heading=each.heading,
                evidence=tuple(evidence),
                score=each.score,
            )
        )
    return tuple(made)
