"""Which papers of a library the references of a paper are."""

from __future__ import annotations

from collections.abc import Iterable

from conspectus.domain.document import Reference
from conspectus.domain.identifiers import normal_doi
from conspectus.domain.paper import Paper
from conspectus.foundation.text.normalise import match_key
from conspectus.graphs.structure.node_names import legacy_label

_LEAST_TITLE = 4  # words; shorter titles are of several works


class KnownWorks:
    """The papers of a library by what references say of them.

    Args:
        papers: Every paper of the library.
    """

    def __init__(self, papers: Iterable[Paper] = ()) -> None:
        self._by_identifier: dict[str, str] = {}
        self._by_title: dict[tuple[str, int], str | None] = {}
        self._with_doi: set[str] = set()
        self._labels: dict[str, str] = {}
        for paper in papers:
            self.add(paper)

    def add(self, paper: Paper) -> None:
        """Makes a paper known."""
        found = paper.identifiers
        for scheme, value in (("doi", found.doi), ("pmid", found.pmid), ("pmcid", found.pmcid), ("arxiv", found.arxiv)):
            if value:
                self._by_identifier.setdefault(f"{scheme}:{value.lower()}", paper.id)
        if found.doi:
            self._with_doi.add(paper.id)
        self._labels[paper.id] = legacy_label(paper)
        key = match_key(paper.title)
        if len(key.split()) >= _LEAST_TITLE and paper.year is not None:
            # Two works of one title and year name neither.
            other = self._by_title.get((key, paper.year), paper.id)
            self._by_title[key, paper.year] = paper.id if other == paper.id else None

    def label(self, name: str) -> str:
        """Gives the label of a paper in the legacy scheme of names, by its id; "" if it is not known."""
        return self._labels.get(name, "")

    def find(self, reference: Reference) -> str:
        """Gives the id of the paper that a reference is, by identifier, else by title and year; "" if none."""
        doi = normal_doi(reference.doi) or "" if reference.doi else ""
        for scheme, value in (
            ("doi", doi),
            ("pmid", reference.pmid),
            ("pmcid", reference.pmcid),
            ("arxiv", reference.arxiv),
        ):
            if value and (name := self._by_identifier.get(f"{scheme}:{value.lower()}")):
                return name
        key = match_key(reference.title)
        if not key or not reference.year:
            return ""
        named = self._by_title.get((key, reference.year)) or ""
        # Two DOIs are two works.
        return "" if doi and named in self._with_doi else named
