"""Records become works: near-linear, in any order, and never across what forbids it."""

from __future__ import annotations

import random

from hypothesis import given
from hypothesis import strategies as st

from conspectus.domain.duplicate_blocking import LARGEST_BLOCK, blocking_keys, candidate_pairs
from conspectus.domain.duplicate_groups import group_records
from conspectus.domain.duplicate_traits import Traits


def record(title: str, *, doi: str = "", year: int | None = 2001, author: str = "berg", **more: str) -> Traits:
    return Traits(title=title, doi=doi, year=year, authors=(author,) if author else (), **more)  # type: ignore[arg-type]


RECORDS = [
    record("growing apples in cold winters", doi="10.5555/a"),
    record("growing apples in cold winters"),
    record("growing aples in cold winters", volume="3", page="17"),
    record("keeping bees in warm gardens", doi="10.5555/b"),
    record("keeping bees in warm gardens", doi="10.5555/c"),
    record("mending old ladders", author=""),
]


def test_works_and_what_is_uncertain() -> None:
    found = group_records(RECORDS)
    assert found.works == ((0, 1, 2), (3,), (4,), (5,))
    assert found.uncertain == ()
    assert found.judged == 4


@given(st.permutations(range(len(RECORDS))))
def test_the_works_are_the_same_in_any_order(order: list[int]) -> None:
    found = group_records([RECORDS[place] for place in order])
    assert sorted(sorted(order[place] for place in work) for work in found.works) == [[0, 1, 2], [3], [4], [5]]


def test_two_dois_never_meet_over_a_third_record() -> None:
    bridge = [record("keeping bees in warm gardens", doi=doi) for doi in ("10.5555/b", "", "10.5555/c")]
    works = group_records(bridge).works
    assert len(works) == 2
    assert not any({0, 2} <= set(work) for work in works)


def test_pairs_share_a_key_and_come_once_in_order() -> None:
    pairs = list(candidate_pairs(RECORDS))
    assert pairs == sorted(set(pairs)) == [(0, 1), (0, 2), (1, 2), (3, 4)]
    for first, second in pairs:
        assert set(blocking_keys(RECORDS[first])) & set(blocking_keys(RECORDS[second]))


def test_a_title_of_very_many_is_not_followed_but_an_identifier_is() -> None:
    many = [record("editorial", author=f"name{n}", pmid="7" if n < 2 else "") for n in range(LARGEST_BLOCK + 1)]
    assert list(candidate_pairs(many)) == [(0, 1)]
    assert len(list(candidate_pairs(many[:-1]))) == LARGEST_BLOCK * (LARGEST_BLOCK - 1) // 2


def test_judged_pairs_grow_with_the_records_and_not_with_their_square() -> None:
    draw = random.Random(1)
    words = ["".join(draw.choices("abcdefghijklmnopqrstuvwxyz", k=8)) for _ in range(4000)]

    def judged(number: int) -> int:
        made = [record(" ".join(draw.choices(words, k=9)), author=draw.choice(words)) for _ in range(number)]
        return group_records([*made, *made[: number // 10]]).judged

    small, large = judged(300), judged(3000)
    assert small >= 30
    assert large <= 20 * small
