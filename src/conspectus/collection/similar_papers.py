"""The papers of a library that are nearest to one, for comparison of style and coverage."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from conspectus.domain.paper import Paper
from conspectus.foundation.text.normalise import one_line
from conspectus.library.store import Library
from conspectus.retrieval.text_index import TextIndex

Likeness = Callable[[str, Sequence[str]], Mapping[str, float]]
"""Gives the cosine of papers (by id) to a text, for those that have a vector."""
_LOOKED_AT = 40
_WORDS = 60


def similar_papers(
    paper: Paper, library: Library, index: TextIndex, *, likeness: Likeness | None = None, count: int = 40
) -> list[tuple[Paper, float]]:
    """Gives other papers with an abstract, the nearest first, each with its cosine to the paper (0 where unknown).

    The full-text index proposes by the words of title and abstract; vectors order the proposals where there are any.

    Args:
        paper: The paper, which need not be in the library.
        library: Open for reading.
        index: Its full-text index.
        likeness: Gives similarities by vectors.
        count: At most so many.
    """
    text = one_line(f"{paper.title} {paper.abstract}".strip())
    if not text:
        return []
    words = " ".join(text.split()[:_WORDS])
    proposed = [name for name, _ in index.search(words, _LOOKED_AT + 1) if name != paper.id]
    cosines = likeness(text, proposed) if likeness is not None and proposed else {}
    order = sorted(range(len(proposed)), key=lambda place: (-cosines.get(proposed[place], 0.0), place))
    found: list[tuple[Paper, float]] = []
    for place in order:
        other = library.get(proposed[place])
        if other is not None and other.abstract:
            found.append((other, cosines.get(proposed[place], 0.0)))
            if len(found) == count:
                break
    return found
