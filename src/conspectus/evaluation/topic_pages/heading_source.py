"""The papers of a library on a MeSH heading: what the text search finds, then what carries the heading."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from conspectus.domain.paper import Paper
from conspectus.sources.searching import Fetched, SearchOutcome, SearchQuery, Source


class HeadingSource:
    """Finds the papers on one heading, as PubMed does when it maps a word to its MeSH heading.

    Hits of the text search come first, in their order, then the other papers that carry the heading, the one in
    which it is a major topic first.

    Args:
        inner: The text search.
        heading: The descriptor.
        carriers: The papers that carry it.
    """

    name = "library"
    label = "The library"

    def __init__(self, inner: Source, heading: str, carriers: Sequence[Paper]) -> None:
        self._inner = inner
        self._heading = heading
        self._carriers = sorted(carriers, key=lambda paper: (not self._is_major(paper), paper.id))

    def search(self, query: SearchQuery, /) -> SearchOutcome:
        """Gives the papers on the heading, the best first."""
        found = self._inner.search(query)
        ids = tuple(dict.fromkeys((*found.ids, *(paper.id for paper in self._carriers if paper.abstract))))
        years = Counter(dict(found.years))
        years.update(paper.year for paper in self._carriers if paper.year is not None and paper.id not in found.ids)
        return replace(
            found,
            ids=ids[: query.limit],
            total=len(ids),
            translation=f'{found.translation} OR "{self._heading}"[MeSH Terms]',
            years=tuple(sorted(years.items())),
        )

    def fetch(self, ids: Sequence[str], /) -> Fetched:
        """Gives the papers behind ids in their order."""
        return self._inner.fetch(ids)

    def _is_major(self, paper: Paper) -> bool:
        return any(heading.major for heading in paper.mesh if heading.descriptor == self._heading)
