"""A merged paper taken apart again: its parts come back as they were, and are never merged by themselves again."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, replace

from conspectus.collection.duplicates import named
from conspectus.collection.uniting import unite
from conspectus.domain.duplicate_traits import Traits
from conspectus.domain.duplicates import judge_works
from conspectus.domain.paper import Paper
from conspectus.foundation.errors import UsageError
from conspectus.library.duplicate_book import DuplicatePair, Merge
from conspectus.library.store import Library


@dataclass(slots=True, kw_only=True)
class _Part:
    """A part on its way back: what it was, with what has come to it since."""

    paper: Paper
    traits: list[Traits]


def split_paper(library: Library, name: str) -> tuple[Paper, ...]:
    """Undoes the last merge of a paper and gives its parts as they were, the oldest first.

    What records of the paper brought since then goes to the part that they are most like. If two parts had one id,
    because one bore the other's DOI, the later one gets an id of its own.

    Args:
        library: Open for writing.
        name: Id, key or identifier of a paper.

    Raises:
        NothingFound: There is no such paper.
        UsageError: It was not merged from several.
    """
    with library.transaction():
        paper = named(library, name)
        position = library.position(paper.id)
        assert position is not None
        log = library.duplicates.merges(position)
        last = next((merge for merge in reversed(log) if merge.kind == "joined"), None)
        parts = [] if last is None else _parts(library, paper, last)
        if last is None or len(parts) < 2:
            raise UsageError(
                f"{paper.id} was not merged from several papers.",
                hint="`conspectus duplicates list --all` lists what was merged.",
            )
        later = [merge for merge in log if merge.number > last.number]
        given_to = {merge.number: _give(parts, merge) for merge in later}
        _give_traits(parts, library.duplicates.traits(position))
        library.put_apart(paper.id, [part.paper for part in parts])
        _restore_book(library, parts, log, last, given_to)
        return tuple(part.paper for part in parts)


def _parts(library: Library, paper: Paper, merge: Merge) -> list[_Part]:
    parts: list[_Part] = []
    for kept in merge.parts:
        twin = next((part for part in parts if part.paper.id == kept.paper.id), None)
        if twin is not None and len(merge.parts) > 2 and judge_works(twin.traits, kept.traits).verdict == "same":
            # The record that showed that others were one work is itself one of them.
            twin.paper = unite((twin.paper, kept.paper), in_order=True)
            twin.traits += [one for one in kept.traits if one not in twin.traits]
            continue
        own = kept.paper
        taken = library.current_id(own.id)
        if twin is not None or (taken and taken != paper.id):
            told = "\n".join(sorted(one.to_json() for one in kept.traits))
            own = replace(own, id="hash-" + hashlib.sha256(told.encode("utf-8", "replace")).hexdigest()[:12])
        parts.append(_Part(paper=own, traits=list(kept.traits)))
    return parts


def _give(parts: list[_Part], merge: Merge) -> int:
    """Unites a later record with the part that it is most like, and gives the number of the part."""
    (record,) = merge.parts
    place = _most_like(parts, record.traits)
    part = parts[place]
    own = part.paper.id
    part.paper = replace(unite((part.paper, record.paper), in_order=True), id=own)
    part.paper = replace(part.paper, aliases=tuple(name for name in part.paper.aliases if name != own))
    part.traits += [one for one in record.traits if one not in part.traits]
    return place


def _give_traits(parts: list[_Part], traits: tuple[Traits, ...]) -> None:
    """Records that brought nothing new are known by their traits alone; each goes with the part it is most like."""
    known = {one for part in parts for one in part.traits}
    for one in traits:
        if one not in known:
            parts[_most_like(parts, (one,))].traits.append(one)


def _most_like(parts: list[_Part], traits: tuple[Traits, ...]) -> int:
    scores = [judge_works(part.traits, traits).score if part.traits else 0.0 for part in parts]
    return scores.index(max(scores))


def _restore_book(
    library: Library, parts: list[_Part], log: tuple[Merge, ...], last: Merge, given_to: dict[int, int]
) -> None:
    book = library.duplicates
    book.drop_merge(last.number)
    places = []
    for part in parts:
        place = library.position(part.paper.id)
        assert place is not None
        places.append(place)
        book.add_traits(place, part.traits)
        names = {part.paper.id, *part.paper.aliases}
        earlier = [merge.number for merge in log if merge.number < last.number and merge.result in names]
        book.move_merges(earlier, place)
    for number, given in given_to.items():
        if book.is_joined(places[given]):
            book.move_merges([number], places[given])
        else:
            book.drop_merge(number)
    for number, one in enumerate(parts):
        for other in parts[number + 1 :]:
            judgement = judge_works(one.traits, other.traits)
            pair = DuplicatePair(
                first=one.paper.id,
                second=other.paper.id,
                state="split",
                score=judgement.score,
                reasons=judgement.reasons,
            )
            book.record_pair(pair)
