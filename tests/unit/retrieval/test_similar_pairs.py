"""Similar pairs are exact, whatever bounds and halves are used to find them."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from threadpoolctl import threadpool_info

from conspectus.retrieval import similar_pairs
from conspectus.retrieval.similar_pairs import PairFinder, ones, unit_rows


def as_matrix(found: similar_pairs.SimilarPairs, count: int) -> np.ndarray:
    matrix = np.zeros((count, count), dtype=bool)
    for row, number in enumerate(found.order):
        matrix[number, found.members(found.bits[row])] = True
    return matrix


@settings(deadline=None, max_examples=30)
@given(st.integers(0, 2**32), st.integers(1, 700), st.sampled_from([1, 2, 7, 40]), st.sampled_from([0.3, 0.9, 1.0]))
def test_pairs_are_those_of_a_plain_computation(seed: int, count: int, width: int, threshold: float) -> None:
    rows = unit_rows(np.random.default_rng(seed).standard_normal((count, width)))
    exact = rows.astype(float) @ rows.T.astype(float) >= threshold - similar_pairs.TOLERANCE
    np.fill_diagonal(exact, True)
    assert (as_matrix(PairFinder(rows).at(threshold), count) == exact).all()


def test_bounds_leave_out_what_cannot_reach_and_nothing_else() -> None:
    draw = np.random.default_rng(0)
    centres = draw.standard_normal((8, 100))
    rows = unit_rows(centres[draw.integers(0, 8, 2500)] + 0.2 * draw.standard_normal((2500, 100)))
    finder = PairFinder(rows)
    exact = rows.astype(float) @ rows.T.astype(float)
    for threshold in (0.97, 0.95, 0.9):
        found = finder.at(threshold)
        assert found.computed < 0.5
        assert (as_matrix(found, 2500) == (exact >= threshold - similar_pairs.TOLERANCE)).all()
        assert (found.counts() == (exact >= threshold - similar_pairs.TOLERANCE).sum(axis=1)[found.order]).all()


def test_where_bounds_do_not_help_all_pairs_are_computed() -> None:
    rows = unit_rows(np.random.default_rng(0).standard_normal((2100, 40)))
    found = PairFinder(rows).at(0.3)
    assert found.computed >= 1.0
    exact = rows.astype(float) @ rows.T.astype(float) >= 0.3 - similar_pairs.TOLERANCE
    assert (as_matrix(found, 2100) == exact).all()


@pytest.mark.parametrize("shape", [(1,), (8,), (3, 8), (4, 5)])
def test_bits_are_counted_with_and_without_the_newer_numpy(
    shape: tuple[int, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    bits = np.random.default_rng(0).integers(0, 256, shape).astype(np.uint8)
    expected = np.unpackbits(bits, axis=-1).sum(axis=-1)
    assert (ones(bits) == expected).all()
    monkeypatch.delattr(np, "bitwise_count", raising=False)
    assert (ones(bits) == expected).all()


def test_rows_of_length_one_stay_as_they_are_and_others_are_scaled() -> None:
    given_rows = np.array([[0.6, 0.8], [3.0, 4.0], [0.0, 0.0]], dtype=np.float32)
    rows = unit_rows(given_rows)
    assert (rows[0] == given_rows[0]).all()
    assert rows[1] == pytest.approx([0.6, 0.8])
    assert not rows[2].any()
    assert given_rows[1, 0] == 3.0


def test_blas_has_one_thread_within_and_its_own_again_after() -> None:
    def numbers() -> list[int]:
        return [int(pool["num_threads"]) for pool in threadpool_info() if pool["user_api"] == "blas"]

    before = numbers()
    with similar_pairs.one_thread_each() as threads:
        assert set(numbers()) <= {1}
        assert threads == max(before, default=1)
    assert numbers() == before


def test_threads_give_what_one_gives(monkeypatch: pytest.MonkeyPatch) -> None:
    rows = unit_rows(np.random.default_rng(3).standard_normal((1500, 30)))
    several = PairFinder(rows).at(0.4)

    @contextmanager
    def alone() -> Iterator[int]:
        yield 1

    monkeypatch.setattr(similar_pairs, "one_thread_each", alone)
    assert (PairFinder(rows).at(0.4).bits == several.bits).all()
