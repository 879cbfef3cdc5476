"""Printed reference lists as references: numbered, labelled or by author and year, in the common styles.

ACL, ACM, APA, Vancouver, BMC, PeerJ, Springer, Nature and IEEE are told apart entry by entry by their marks. What an
entry does not say in a way that is understood stays empty; its whole text is always kept.
"""

from __future__ import annotations

from collections.abc import Container, Sequence

from conspectus.domain.document import Reference
from conspectus.readers.reference_fields import reference_of
from conspectus.readers.reference_lines import entry_lines, joined_lines, listed_words


class _Known:
    """Words that stand in the list itself or that the caller knows."""

    def __init__(self, own: Container[str], given: Container[str]) -> None:
        self._own, self._given = own, given

    def __contains__(self, word: object) -> bool:
        return word in self._own or word in self._given


def split_references(lines: Sequence[str], *, words: Container[str] = frozenset()) -> tuple[Reference, ...]:
    """Gives the references of a printed list, with the keys ``b0``, ``b1``, … in order.

    Example:
        >>> listed = split_references(["[1] A. Moor, “On bees,” J. Bees,", "vol. 3, pp. 1–9, 2019."])
        >>> listed[0].title, listed[0].venue, listed[0].volume, listed[0].pages, listed[0].year
        ('On bees', 'J. Bees', '3', '1-9', 2019)

    Args:
        lines: The lines as printed, in reading order, without running heads; indents may be lost.
        words: Words of the paper in small letters, compounds with their hyphen: they tell which hyphens at the ends
            of lines belong to a word.
    """
    known = _Known(listed_words(lines), words)
    texts = ((entry.label, joined_lines(entry.lines, known)) for entry in entry_lines(lines))
    kept = [(label, text) for label, text in texts if any(char.isalnum() for char in text)]
    return tuple(reference_of(text, key=f"b{number}", label=label) for number, (label, text) in enumerate(kept))
