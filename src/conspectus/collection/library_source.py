"""The library as a source: the same search and fetch as of services, without any network."""

from __future__ import annotations

import difflib
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence

from conspectus.collection.library_query import Alternative, parse_library_query
from conspectus.domain.paper import Paper
from conspectus.foundation.errors import UsageError
from conspectus.foundation.text.normalise import level_text, match_key
from conspectus.library.records import PaperSummary
from conspectus.library.store import Library
from conspectus.retrieval.text_index import TextIndex
from conspectus.sources.searching import Fetched, SearchOutcome, SearchQuery

Likeness = Callable[[str, Sequence[str]], Mapping[str, float]]
"""Gives the similarity of papers (by id) to a search text, for those that have a vector."""

RANK_CONSTANT = 60
"""The constant of reciprocal rank fusion (G. Cormack et al. 2009)."""


class LibrarySource:
    """Searches the papers of a library: each word of the query must be in a paper, and phrases to the letter.

    Hits are ranked by BM25, and where papers have vectors by the fusion of both ranks.

    Args:
        library: Open for reading.
        index: Its full-text index.
        likeness: Gives similarities by vectors, None where there are none.
    """

    name = "library"
    label = "The library"

    def __init__(self, library: Library, index: TextIndex, likeness: Likeness | None = None) -> None:
        self._library = library
        self._index = index
        self._likeness = likeness

    def search(self, query: SearchQuery, /) -> SearchOutcome:
        """Gives the ids of the papers that a query finds, the best first.

        Papers without a year are found where no years are asked for.

        Raises:
            UsageError: The query seeks nothing or no paper, its quotes are not closed, or its years are out of order.
            LibraryError: The full-text index cannot be used.
        """
        _check(query)
        parsed = parse_library_query(query.text)
        summaries = {summary.id: summary for summary in self._library.summaries()}
        scores: dict[str, float] = {}
        for alternative in parsed.alternatives:
            for name, score in self._hits(alternative, len(summaries)):
                if name in summaries and _is_wanted(summaries[name], query):
                    scores[name] = max(score, scores.get(name, 0.0))
        ranked = self._ranked(" ".join(alternative.text for alternative in parsed.alternatives), scores)
        years = Counter(year for name in ranked if (year := summaries[name].year) is not None)
        return SearchOutcome(
            ids=tuple(ranked[: query.limit]),
            total=len(ranked),
            translation=parsed.translation,
            warnings=parsed.warnings,
            spelling="" if ranked else _spelling(parsed.alternatives, summaries.values()),
            years=tuple(sorted(years.items())),
            years_note=f"{years.total()} of {len(ranked)} papers of the library." if ranked else "",
        )

    def fetch(self, ids: Sequence[str], /) -> Fetched:
        """Gives the papers behind ids in their order, each once; one that has gone meanwhile is reported as missing."""
        papers: list[Paper] = []
        missing: list[tuple[str, str]] = []
        for name in dict.fromkeys(ids):
            paper = self._library.get(name)
            if paper is None:
                missing.append((name, "It is not in the library."))
            else:
                papers.append(paper)
        return Fetched(papers=tuple(papers), missing=tuple(missing))

    def _hits(self, alternative: Alternative, most: int) -> list[tuple[str, float]]:
        found = self._index.search(alternative.text, max(most, 1), all_words=True)
        if not alternative.phrases and not alternative.unwanted:
            return found
        return [(name, score) for name, score in found if self._has_phrases(name, alternative)]

    def _has_phrases(self, name: str, alternative: Alternative) -> bool:
        paper = self._library.get(name)
        if paper is None:
            return False
        texts = [paper.title, *(document.text for document in paper.documents)]
        texts += [heading.descriptor for heading in paper.mesh] + list(paper.keywords)
        keys = [f" {match_key(level_text(text))} " for text in texts]

        def is_there(phrase: str) -> bool:
            return any(f" {phrase} " in key for key in keys)

        return all(map(is_there, alternative.phrases)) and not any(map(is_there, alternative.unwanted))

    def _ranked(self, text: str, scores: Mapping[str, float]) -> list[str]:
        by_words = sorted(scores, key=lambda name: (-scores[name], name))
        likeness = self._likeness(text, by_words) if self._likeness is not None and by_words else {}
        if not likeness:
            return by_words
        by_meaning = sorted(likeness, key=lambda name: (-round(likeness[name], 6), name))
        fused: dict[str, float] = {}
        for ranking in (by_words, by_meaning):
            for rank, name in enumerate(ranking, 1):
                fused[name] = fused.get(name, 0.0) + 1 / (RANK_CONSTANT + rank)
        return sorted(by_words, key=lambda name: -round(fused[name], 12))


def _check(query: SearchQuery) -> None:
    if query.limit < 1:
        raise UsageError(f"At least one paper is searched for, not {query.limit}.", hint="Raise the limit.")
    if query.start_year is not None and query.end_year is not None and query.start_year > query.end_year:
        raise UsageError(
            f"The years {query.start_year} to {query.end_year} are out of order.", hint="Give the earlier year first."
        )


def _is_wanted(summary: PaperSummary, query: SearchQuery) -> bool:
    if query.with_abstract and not (summary.has_abstract or summary.has_full_text):
        return False
    if query.start_year is None and query.end_year is None:
        return True
    year = summary.year
    return year is not None and (query.start_year or 0) <= year <= (query.end_year or 9999)


def _spelling(alternatives: Sequence[Alternative], summaries: Iterable[PaperSummary]) -> str:
    """The query with each word that no title has replaced by a near one, "" if there is none."""
    known = {word for summary in summaries for word in match_key(summary.title).split()}
    words = " ".join(alternative.text for alternative in alternatives).split()
    mended = [
        word if word in known else next(iter(difflib.get_close_matches(word, known, n=1, cutoff=0.8)), word)
        for word in words
    ]
    return " ".join(mended) if mended != words else ""
