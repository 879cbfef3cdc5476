from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from conspectus.retrieval.token_windows import window_bounds, windows_of


@pytest.mark.parametrize("tokens, chunks", [(0, 0), (1, 1), (100, 1), (101, 2), (195, 2), (196, 3), (1000, 11)])
def test_the_counts_of_the_published_baseline(tokens: int, chunks: int) -> None:
    """Methods, appendix B 8: 100 tokens, 5 % overlap, so that a chunk begins every 95 tokens."""
    assert len(list(window_bounds(tokens))) == chunks


def test_a_chunk_repeats_the_end_of_the_one_before() -> None:
    words = [f"w{number}" for number in range(120)]
    first, second = windows_of(words)
    assert first.split()[-5:] == second.split()[:5] == ["w95", "w96", "w97", "w98", "w99"]
    assert second.split()[-1] == "w119"


@given(st.integers(0, 2000), st.integers(1, 150), st.floats(0, 0.9))
def test_chunks_cover_the_text(tokens: int, size: int, overlap: float) -> None:
    bounds = list(window_bounds(tokens, size=size, overlap=overlap))
    covered = {place for start, end in bounds for place in range(start, end)}
    assert covered == set(range(tokens))
    assert all(0 < end - start <= size for start, end in bounds)


@pytest.mark.parametrize("size, overlap", [(0, 0.05), (100, 1.0), (100, -0.1)])
def test_out_of_bounds(size: int, overlap: float) -> None:
    with pytest.raises(ValueError, match="a window has"):
        list(window_bounds(10, size=size, overlap=overlap))
