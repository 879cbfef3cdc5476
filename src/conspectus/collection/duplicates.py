"""Duplicates in a library: found, listed, merged by a person's word, and marked as different works."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from conspectus.collection.matching import Candidate, are_one, known_traits, prepare
from conspectus.collection.uniting import own_id, unite
from conspectus.domain.duplicates import Judgement, judge_works
from conspectus.domain.paper import Paper, unique
from conspectus.foundation.errors import NothingFound, UsageError
from conspectus.foundation.events import Events
from conspectus.library.duplicate_book import DuplicatePair, Merge, MergedPart, PairState
from conspectus.library.store import Library

STAGE = "duplicates"
_AT_ONCE = 500


@dataclass(frozen=True, slots=True, kw_only=True)
class ListedPair:
    """An entry of the book with its two papers as they are now; both are one paper if the pair is merged."""

    pair: DuplicatePair
    papers: tuple[Paper, Paper]

    def to_json(self) -> dict[str, Any]:
        """Gives the entry as plain JSON values."""
        first, second = (
            {
                "id": name,
                "paper": paper.id,
                "title": paper.title,
                "year": paper.year,
                "authors": [author.full for author in paper.authors],
                "venue": paper.venue,
                "doi": paper.identifiers.doi,
            }
            for name, paper in zip((self.pair.first, self.pair.second), self.papers, strict=True)
        )
        return {
            "first": first,
            "second": second,
            "state": self.pair.state,
            "score": self.pair.score,
            "reasons": list(self.pair.reasons),
        }


@dataclass(slots=True, kw_only=True)
class FindReport:
    """What a search for duplicates did: papers looked at, pairs judged, pairs merged, and pairs newly offered."""

    papers: int = 0
    judged: int = 0
    merged: int = 0
    offered: int = 0


def listed_pairs(library: Library, *states: PairState) -> Iterator[ListedPair]:
    """Yields the pairs in some states (all if none is named), the surest first.

    Offers that were settled since, because the two have become one paper, are left out.
    """
    for pair in library.duplicates.pairs(*states):
        first, second = (_paper(library, library.current_id(name)) for name in (pair.first, pair.second))
        if first is None or second is None or (pair.state == "offered" and first.id == second.id):
            continue
        yield ListedPair(pair=pair, papers=(first, second))


def merge_papers_of(library: Library, first: str, second: str) -> Paper:
    """Makes one paper of two on a person's word, even if the judge calls them different, and gives it.

    Args:
        library: Open for writing.
        first: Id, key or identifier of a paper.
        second: Of the other.

    Raises:
        NothingFound: There is no such paper.
        UsageError: Both names are of one paper.
    """
    with library.transaction():
        prepare(library)
        one, other = (_candidate(library, named(library, name)) for name in (first, second))
        if one.position == other.position:
            raise UsageError(
                f"{first} and {second} are both {one.paper.id}.", hint="`conspectus duplicates list` lists the pairs."
            )
        judgement = judge_works(one.traits, other.traits)
        return _join(library, [one, other], judgement, decided_by="person")


def reject_pair(library: Library, first: str, second: str) -> DuplicatePair:
    """Marks two papers as different works, so that they are neither merged nor offered again; gives the entry.

    Args:
        library: Open for writing.
        first: Id, key or identifier of a paper.
        second: Of the other.

    Raises:
        NothingFound: There is no such paper.
        UsageError: Both names are of one paper.
    """
    with library.transaction():
        prepare(library)
        one, other = (_candidate(library, named(library, name)) for name in (first, second))
        if one.position == other.position:
            raise UsageError(
                f"{first} and {second} are both {one.paper.id}.",
                hint=f"`conspectus duplicates split {one.paper.id}` takes a merged paper apart.",
            )
        judgement = judge_works(one.traits, other.traits)
        old = library.duplicates.pair(one.paper.id, other.paper.id)
        if old is not None and old.is_apart:
            return old
        pair = _pair(one.paper.id, other.paper.id, "rejected", judgement)
        library.duplicates.record_pair(pair)
        return pair


def find_duplicates(library: Library, *, merge: bool = True, events: Events | None = None) -> FindReport:
    """Judges all papers of a library that may be one work: merges those that are the same, offers the uncertain.

    Args:
        library: Open for writing.
        merge: Merge what is the same; else it is offered like the rest.
        events: Told of the progress, as stage "duplicates".
    """
    events = events or Events()
    report = FindReport()
    prepare(library)
    behind = -1
    with events.stage(STAGE, library.count()):
        while positions := library.duplicates.positions(behind, _AT_ONCE):
            for position in positions:
                with library.transaction():
                    _look_behind(library, position, report, merge=merge)
            behind = positions[-1]
            events.advance(STAGE, len(positions))
    return report


def named(library: Library, name: str) -> Paper:
    """Gives the paper that a person means.

    Raises:
        NothingFound: There is none.
    """
    paper = library.resolve(name)
    if paper is None:
        raise NothingFound(
            f"There is no paper {name!r} in the library.", hint="`conspectus papers` lists the papers that there are."
        )
    return paper


def _look_behind(library: Library, position: int, report: FindReport, *, merge: bool) -> None:
    """Judges a paper against those behind it, anew after each merge, since it knows more then."""
    if not library.id_at(position):
        return
    report.papers += 1
    settled = False
    while not settled:
        settled = True
        for one, other, judgement in _pairs_behind(library, position, report):
            if merge and judgement.is_same and _is_only_choice(library, one, other):
                _join(library, [one, other], judgement, decided_by="conspectus")
                report.merged += 1
                settled = False
                break
            if library.duplicates.pair(one.paper.id, other.paper.id) is None:
                library.duplicates.record_pair(_pair(one.paper.id, other.paper.id, "offered", judgement))
                report.offered += 1


def _pairs_behind(
    library: Library, position: int, report: FindReport
) -> Iterator[tuple[Candidate, Candidate, Judgement]]:
    book = library.duplicates
    traits = known_traits(library, position)
    near = sorted({other for one in traits for other in book.candidates(one, behind=position)})
    one: Candidate | None = None
    for other in near:
        report.judged += 1
        theirs = known_traits(library, other)
        judgement = judge_works(traits, theirs)
        if judgement.verdict == "different":
            continue
        one = one or _candidate(library, named(library, library.id_at(position)))
        second = Candidate(
            position=other, paper=named(library, library.id_at(other)), traits=theirs, judgement=judgement
        )
        if not book.are_apart(one.paper, second.paper):
            yield one, second, judgement


def _is_only_choice(library: Library, one: Candidate, other: Candidate) -> bool:
    """Whether everything that either of two papers is the same as can be one work with them."""
    book = library.duplicates
    alike = [one, other]
    for known in (one, other):
        for position in sorted({p for traits in known.traits for p in book.candidates(traits)}):
            if position in {candidate.position for candidate in alike}:
                continue
            traits = known_traits(library, position)
            judgement = judge_works(known.traits, traits)
            if judgement.is_same:
                paper = named(library, library.id_at(position))
                alike.append(Candidate(position=position, paper=paper, traits=traits, judgement=judgement))
    return are_one(library, alike)


def _join(library: Library, parts: list[Candidate], judgement: Judgement, *, decided_by: str) -> Paper:
    book = library.duplicates
    parts = sorted(parts, key=lambda part: part.position)
    papers = [part.paper for part in parts]
    merged = own_id(library, unite(papers), stored=papers)
    library.put(merged, replacing=tuple(paper.id for paper in papers))
    position = library.position(merged.id)
    assert position is not None
    book.log_merge(
        position,
        Merge(
            number=0,
            kind="joined",
            result=merged.id,
            decided_by=decided_by,
            reasons=judgement.reasons,
            parts=tuple(MergedPart(paper=part.paper, traits=part.traits) for part in parts),
        ),
    )
    book.record_pair(_pair(papers[0].id, papers[1].id, "merged", judgement))
    return merged


def _candidate(library: Library, paper: Paper) -> Candidate:
    position = library.position(paper.id)
    assert position is not None
    judgement = Judgement(verdict="same", score=1.0, reasons=("named",))
    return Candidate(position=position, paper=paper, traits=known_traits(library, position), judgement=judgement)


def _pair(first: str, second: str, state: PairState, judgement: Judgement) -> DuplicatePair:
    one, other = sorted((first, second))
    return DuplicatePair(first=one, second=other, state=state, score=judgement.score, reasons=unique(judgement.reasons))


def _paper(library: Library, name: str) -> Paper | None:
    return library.get(name) if name else None
