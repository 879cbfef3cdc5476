"""Records put together to works: linked by the verdict "same", and never across a verdict that forbids it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from conspectus.domain.duplicate_blocking import candidate_pairs
from conspectus.domain.duplicate_traits import Traits
from conspectus.domain.duplicates import Judgement, judge, judge_works


@dataclass(frozen=True, slots=True, kw_only=True)
class JudgedPair:
    """Two records by their places, first < second, and what the judge says of them."""

    first: int
    second: int
    judgement: Judgement


@dataclass(frozen=True, slots=True, kw_only=True)
class Grouping:
    """The works among records, as tuples of places, and the pairs that a person has to judge.

    ``judged`` is how many pairs were compared.
    """

    works: tuple[tuple[int, ...], ...]
    uncertain: tuple[JudgedPair, ...]
    judged: int


def group_records(records: Sequence[Traits]) -> Grouping:
    """Gives the works among records, the same ones in whatever order the records come.

    The surest pairs are linked first. Two groups become one work if ``judge_works`` calls them the same.
    """
    links: list[JudgedPair] = []
    uncertain: list[JudgedPair] = []
    judged = 0
    for first, second in candidate_pairs(records):
        judged += 1
        pair = JudgedPair(first=first, second=second, judgement=judge(records[first], records[second]))
        if pair.judgement.verdict == "same":
            links.append(pair)
        elif pair.judgement.verdict == "uncertain":
            uncertain.append(pair)
    forms = {place: records[place].to_json() for pair in links for place in (pair.first, pair.second)}
    links.sort(key=lambda pair: (-pair.judgement.score, *sorted((forms[pair.first], forms[pair.second]))))
    members, where = _linked(records, links)
    left = [pair for pair in uncertain if where[pair.first] != where[pair.second]]
    works = sorted(tuple(sorted(group)) for group in members.values())
    return Grouping(works=tuple(works), uncertain=tuple(left), judged=judged)


def _linked(records: Sequence[Traits], links: Iterable[JudgedPair]) -> tuple[dict[int, list[int]], list[int]]:
    where = list(range(len(records)))
    members = {place: [place] for place in where}
    # What is known of each work; equal records count once, so that many copies cost no more than one.
    known = {place: {records[place]: None} for place in where}
    for pair in links:
        one, other = where[pair.first], where[pair.second]
        if one == other or not judge_works(tuple(known[one]), tuple(known[other])).is_same:
            continue
        if len(members[one]) < len(members[other]):
            one, other = other, one
        for place in members[other]:
            where[place] = one
        members[one] += members.pop(other)
        known[one] |= known.pop(other)
    return members, where
