"""Names and messages as lines that can be printed: nothing in them moves the cursor or turns the text round."""

from __future__ import annotations

import re
from pathlib import Path

# C0 and C1 controls, line and paragraph separators, the marks, embeddings, overrides and isolates of
# bidirectional text, and the tag characters.
_INVISIBLE = re.compile("[\x00-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff\U000e0000-\U000e007f]")
_SURROGATE = re.compile("[\ud800-\udfff]")


def visible(text: str) -> str:
    r"""Gives text as one line that shows what is in it: controls as escapes, what is no text as U+FFFD.

    Example:
        >>> visible("a\nb\u202ec")
        'a\\nb\\u202ec'
    """
    return _INVISIBLE.sub(_escaped, _SURROGATE.sub("\ufffd", text))


def display(path: Path | str) -> str:
    """Gives a path as text that can be printed: bytes that are no UTF-8 become U+FFFD, controls escapes."""
    return visible(str(path))


def _escaped(found: re.Match[str]) -> str:
    return found.group().encode("unicode_escape").decode("ascii")
