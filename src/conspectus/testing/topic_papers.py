"""Made-up papers on two sides of one topic, and a source that holds them, for tests of topic pages."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from conspectus.domain.document_building import abstract_document
from conspectus.domain.identifiers import Identifiers
from conspectus.domain.paper import Author, Paper, PartialDate
from conspectus.sources.searching import Fetched, SearchOutcome, SearchQuery

_SIDES = (
    ("river sediment", "sediment cores from slow rivers", "density separation of the cores"),
    ("human tissue", "lung biopsies of adults", "infrared spectra of the biopsies"),
)
_PLACES = ("Oder", "Loire", "Tagus", "Vistula", "Severn", "Neckar", "Dniester")


def made_topic_papers(count: int, *, first: int = 1) -> tuple[Paper, ...]:
    """Gives made-up papers on microplastics, by turns about rivers and about tissue, each with its own figures."""
    return tuple(_made(number) for number in range(first, first + count))


def topic_paper(number: int, abstract: str, *, title: str = "Microplastics", year: int | None = 2020) -> Paper:
    """Gives a made-up paper with a PubMed id and an abstract, which may be empty."""
    return Paper(
        id=f"pmid-{number}",
        title=title,
        authors=(Author(family=f"Writer{number}", given="Ada"),),
        date=PartialDate(year=year) if year else None,
        venue="Journal of Water",
        kind="article-journal",
        identifiers=Identifiers(pmid=str(number)),
        documents=(abstract_document(abstract),) if abstract else (),
    )


def _made(number: int) -> Paper:
    where, sample, method = _SIDES[number % 2]
    place = _PLACES[number % len(_PLACES)]
    abstract = (
        f"Microplastics are plastic particles smaller than five millimetres. "
        f"Their amount in {where} near the {place} is little known. "
        f"We examined {sample} at site {number}. "
        f"The method was {method}. "
        f"Of {number + 20} samples, {number + 3} were looked at twice. "
        f"Microplastics were found in {number + 10} percent of {sample} near the {place}. "
        f"Further studies are needed on how microplastics enter {where}."
    )
    return topic_paper(number, abstract, title=f"Microplastics in {where} near the {place}, part {number}",
                       year=2000 + number % 25)  # fmt: skip


@dataclass(slots=True)
class MadeSource:
    """Finds all its papers, whatever is asked, in their order; ``outcome`` and ``fetched`` stand in if given."""

    papers: Sequence[Paper] = ()
    outcome: SearchOutcome | None = None
    fetched: Fetched | None = None
    asked: SearchQuery | None = None
    name: str = "made"
    label: str = "The made-up source"

    def search(self, query: SearchQuery, /) -> SearchOutcome:
        """Gives the ids of all papers, at most as many as are wanted."""
        self.asked = query
        if self.outcome is not None:
            return self.outcome
        ids = tuple(dict.fromkeys(paper.id for paper in self.papers))[: query.limit]
        return SearchOutcome(ids=ids, total=len(self.papers), translation=f"made({query.text})",
                             link="https://example.org/?term=made")  # fmt: skip

    def fetch(self, ids: Sequence[str], /) -> Fetched:
        """Gives the papers in the order of the ids."""
        by_id = {paper.id: paper for paper in self.papers}
        return self.fetched or Fetched(papers=tuple(by_id[name] for name in ids))
