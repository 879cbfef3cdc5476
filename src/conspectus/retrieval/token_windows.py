"""Windows of a fixed number of tokens with an overlap, which the vector baseline of KGQP calls chunks."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

SIZE = 100
"""Tokens of a window (methods 3.6)."""
OVERLAP = 0.05
"""The share of a window that it has in common with the next one."""


def window_bounds(tokens: int, *, size: int = SIZE, overlap: float = OVERLAP) -> Iterator[tuple[int, int]]:
    """Yields (first, behind the last) token of each window; with 100 tokens and 5 %, one begins every 95 tokens.

    A text of at most ``size`` tokens is one window, a text without tokens none. No window lies within the one before.

    Args:
        tokens: How many tokens the text has.
        size: The most tokens of a window, at least 1.
        overlap: The share in [0, 1) of a window that the next one repeats.

    Raises:
        ValueError: The size or the overlap is out of bounds.
    """
    if size < 1 or not 0.0 <= overlap < 1.0:
        raise ValueError("a window has at least one token, and overlaps by less than all of it")
    stride = max(1, size - round(size * overlap))
    start = 0
    while start < tokens:
        yield start, min(start + size, tokens)
        if start + size >= tokens:
            return
        start += stride


def windows_of(tokens: Sequence[str], *, size: int = SIZE, overlap: float = OVERLAP) -> list[str]:
    """Gives the windows of a text as words joined by spaces; see ``window_bounds``."""
    return [" ".join(tokens[start:end]) for start, end in window_bounds(len(tokens), size=size, overlap=overlap)]
