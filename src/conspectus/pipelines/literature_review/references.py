"""The given papers as the review tasks see them, with the evidence under handles."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from conspectus.domain.document import SectionKind
from conspectus.domain.paper import Paper
from conspectus.domain.passage import Passage
from conspectus.domain.run_record import NotCited
from conspectus.domain.tasks import EvidenceItem, ReferenceAbstract

NO_ABSTRACT = "no abstract"


@dataclass(frozen=True, slots=True, kw_only=True)
class GivenReferences:
    """References with an abstract, and the given papers that have none."""

    usable: tuple[ReferenceAbstract, ...]
    without_abstract: tuple[NotCited, ...]

    @property
    def evidence(self) -> tuple[EvidenceItem, ...]:
        """All evidence, in the order of its handles."""
        return tuple(item for reference in self.usable for item in reference.evidence)


def given_references(papers: Sequence[Paper]) -> GivenReferences:
    """Gives the papers as references; handles p1, p2 … run over all their sentences in the order given.

    A paper given twice counts once.
    """
    usable: list[ReferenceAbstract] = []
    missing: list[NotCited] = []
    number = 0
    for paper in {paper.id: paper for paper in papers}.values():
        items = []
        for passage, heading in _abstract_passages(paper):
            number += 1
            items.append(EvidenceItem(handle=f"p{number}", passage=passage, heading=heading))
        if not items:
            missing.append(NotCited(paper=paper.id, reason=NO_ABSTRACT))
            continue
        usable.append(
            ReferenceAbstract(
                paper=paper.id,
                title=paper.title,
                label=paper.label if paper.authors else "",
                plural=paper.is_plural,
                year=paper.year,
                evidence=tuple(items),
            )
        )
    return GivenReferences(usable=tuple(usable), without_abstract=tuple(missing))


def _abstract_passages(paper: Paper) -> list[tuple[Passage, str]]:
    document = paper.abstract_version
    if document is None:
        return []
    version = document.version
    return [
        (
            Passage(
                paper=paper.id, version=version, address=place.address, quote=document.text[place.start : place.end]
            ),
            place.section.heading,
        )
        for place in document.sentences(kinds=(SectionKind.ABSTRACT,))
    ]
