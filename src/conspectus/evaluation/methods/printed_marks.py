"""How outputs print their citations: ``[n]``, alike for every method."""

from __future__ import annotations

import re
from collections.abc import Sequence

from conspectus.domain.tasks import Mode

_NEEDS_SPACE = re.compile(r"[^\s(\[“\"‘]$")


def with_marks(text: str, marks: Sequence[str], mode: Mode) -> str:
    """Gives the text with citations behind it; without any, it loses the space that was meant for them.

    Args:
        text: What was printed so far.
        marks: The citations, such as ``[3]``.
        mode: Whether the citations are a part of the sentence ("[1] and [3] propose") or stand behind a claim.
    """
    if not marks:
        return text.rstrip()
    return text + (" " if _NEEDS_SPACE.search(text) else "") + _joined(marks, mode)


def _joined(marks: Sequence[str], mode: Mode) -> str:
    if mode == "parenthetical":
        # Without spaces, so that one place of citation counts as one word, as the engine counts it.
        return "".join(marks)
    return " and ".join(marks) if len(marks) < 3 else f"{', '.join(marks[:-1])}, and {marks[-1]}"
