"""What was decided about duplicates and entities, taken from a damaged library as far as it holds together.

A merge is taken over only if its parts are in the paper, and if undoing it gives back all that is there. Else
splitting would bring back what was split before, or lose what came to the paper by an entry of the log that is lost.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from conspectus.domain.duplicates import judge_works
from conspectus.domain.paper import Paper
from conspectus.library.duplicate_book import DuplicatePair, Merge
from conspectus.library.salvage import DamagedFile, SalvagedLog
from conspectus.library.store import Library


@dataclass(frozen=True, slots=True, kw_only=True)
class RecoveredDecisions:
    """How many decisions were taken over, and how many are known to have been there and were not.

    A decision is a merge that can be undone, a pair that is offered, rejected or was split, or what a person said of
    two entities; an entry of the log of merges that cannot be read counts as one.
    """

    recovered: int
    lost: int


def recover_decisions(library: Library, damaged: DamagedFile, places: Mapping[int, int]) -> RecoveredDecisions:
    """Takes over traits, merges, pairs, and decisions about entities.

    Args:
        library: Open for writing, with the papers that could be read.
        damaged: What is left of the old library.
        places: The position of each of these papers in the old library, and in the new one.
    """
    with library.transaction():
        for old, new in places.items():
            library.duplicates.add_traits(new, damaged.traits(old))
        joined: dict[tuple[str, str], DuplicatePair] = {}
        recovered = lost_merges = lost_pairs = 0
        for old in damaged.logged():
            log = damaged.log(old)
            kept = _take_over(library, log, places[old]) if old in places else ()
            number = sum(merge.kind == "joined" for merge in kept)
            recovered += number
            lost_merges += len(log.lost) + sum(merge.kind == "joined" for merge in log.entries) - number
            joined.update({(pair.first, pair.second): pair for merge in kept for pair in _pairs_of(merge)})
        for pair in damaged.pairs():
            if pair.state == "merged" and (pair.first, pair.second) not in joined:
                lost_pairs += 1
                continue
            library.duplicates.record_pair(pair)
            recovered += pair.state != "merged"
        _complete_pairs(library, joined.values())
        for decision in damaged.entity_decisions():
            library.entities.decide(decision.first, decision.second, decision.state)
            recovered += 1
    # A merge stands in the log and among the pairs: what lacks in both is one decision.
    return RecoveredDecisions(recovered=recovered, lost=max(lost_merges, lost_pairs) + damaged.lost_pairs())


def _take_over(library: Library, log: SalvagedLog, position: int) -> tuple[Merge, ...]:
    """Puts what is sound of a log into the new library, and gives it."""
    paper = library.get(library.id_at(position))
    kept = () if paper is None else _sound(paper, log)
    for merge in kept:
        library.duplicates.log_merge(position, merge)
        for part in merge.parts:
            library.duplicates.add_traits(position, part.traits)
    return kept


def _sound(paper: Paper, log: SalvagedLog) -> tuple[Merge, ...]:
    """Gives the entries whose undoing loses nothing of the paper, oldest first."""
    entries = [merge for merge in log.entries if merge.number > max(log.lost, default=0)]
    enriched = [merge for merge in entries if merge.kind == "enriched"]
    joined: list[Merge] = []
    for merge in reversed(entries):
        if merge.kind == "joined" and _is_whole(merge, paper, joined, enriched):
            joined.append(merge)
    oldest = min((merge.number for merge in joined), default=0)
    later = [merge for merge in enriched if joined and merge.number > oldest]
    return tuple(sorted([*joined, *later], key=lambda merge: merge.number))


def _is_whole(merge: Merge, paper: Paper, newer: list[Merge], enriched: list[Merge]) -> bool:
    """Whether a merge, with what enriched its result, gives just what is made of it now.

    That is a part of the next newer merge, or else the paper itself.
    """
    made: list[Paper] = [paper]
    until = None
    for other in reversed(newer):
        bearers = [part.paper for part in other.parts if merge.result in _names(part.paper)]
        if bearers:
            made, until = bearers, other.number
            break
    return any(_gives(merge, _between(enriched, merge.number, until, one), one) for one in made)


def _gives(merge: Merge, later: list[Merge], made: Paper) -> bool:
    parts = [part.paper for entry in (merge, *later) for part in entry.parts]
    is_in = all(_stamps(part) <= _stamps(made) if _stamps(part) else part.id in _names(made) for part in parts)
    names = {name for part in parts for name in _names(part)}.union(entry.result for entry in (merge, *later))
    stamps = {stamp for part in parts for stamp in _stamps(part)}
    return is_in and _names(made) <= names and _stamps(made) <= stamps


def _between(enriched: list[Merge], after: int, until: int | None, paper: Paper) -> list[Merge]:
    """Gives the entries of a paper from after one number to before another."""
    names = _names(paper)
    return [
        merge
        for merge in enriched
        if merge.number > after and (until is None or merge.number < until) and merge.result in names
    ]


def _names(paper: Paper) -> set[str]:
    return {paper.id, *paper.aliases}


def _stamps(paper: Paper) -> set[tuple[str, str, int]]:
    """The records that a paper came from."""
    return {(stamp.source, stamp.sha256, stamp.record) for stamp in paper.provenance}


def _pairs_of(merge: Merge) -> Iterator[DuplicatePair]:
    """Yields the pairs that a merge settled: its last part with each of the others."""
    *others, last = merge.parts
    for part in others if merge.kind == "joined" else ():
        first, second = sorted((part.paper.id, last.paper.id))
        score = judge_works(part.traits, last.traits).score if part.traits and last.traits else 0.0
        yield DuplicatePair(first=first, second=second, state="merged", score=score, reasons=merge.reasons)


def _complete_pairs(library: Library, pairs: Iterable[DuplicatePair]) -> None:
    """Puts pairs on record that are lost though their merge is not, so that it is listed."""
    for pair in pairs:
        current = library.current_id(pair.first)
        is_one = bool(current) and library.current_id(pair.second) == current
        if is_one and library.duplicates.pair(pair.first, pair.second) is None:
            library.duplicates.record_pair(pair)
