"""Nested sections from paragraphs that name the section they stand in, as a path or by its number."""

from __future__ import annotations

import re
from collections.abc import Sequence

from conspectus.domain.document_building import SectionDraft, split_number
from conspectus.foundation.text.normalise import one_line

_PARTS = re.compile(r"\s*:::\s*")
_DEEPEST = 12


class SectionPaths:
    """Sections in reading order, made as they are named.

    A section that is named again while it is open goes on; named again after another one, it is a new one.
    """

    def __init__(self) -> None:
        self.sections: list[SectionDraft] = []
        self._open: list[tuple[str, SectionDraft]] = []

    def section(self, name: str, *, number: str = "") -> SectionDraft:
        """Gives the section called ``name``: "Methods ::: Data" stands in "Methods", "2.1 Data" in "2".

        Args:
            name: The section's name, or its path with " ::: " between the names; may be empty.
            number: Its printed number where the name does not hold it.
        """
        path = [one_line(part) for part in _PARTS.split(name)][:_DEEPEST]
        number = one_line(number).rstrip(".")
        if len(path) == 1:
            printed, bare = split_number(path[0])
            if printed and number in {"", printed.rstrip(".")}:
                return self._numbered(bare, printed.rstrip("."))
            return self._numbered(path[0], number)
        return self._at(path, number)

    def _numbered(self, name: str, number: str) -> SectionDraft:
        parts = number.split(".") if re.fullmatch(r"\d+(?:\.\d+)+", number) else []
        # "2.1" stands in the open section "2"; without one it stands for itself.
        for length in range(len(parts) - 1, 0, -1):
            outer = ".".join(parts[:length])
            for depth, (_, draft) in enumerate(self._open):
                if draft.number == outer:
                    return self._at([key for key, _ in self._open[: depth + 1]] + [name], number)
        return self._at([name], number)

    def _at(self, path: Sequence[str], number: str) -> SectionDraft:
        shared = 0
        while shared < min(len(path), len(self._open)) and self._open[shared][0] == path[shared]:
            shared += 1
        # A paragraph right in a section that already has nested ones would otherwise move before them.
        if shared == len(path) and shared < len(self._open):
            shared -= 1
        del self._open[shared:]
        for depth in range(shared, len(path)):
            draft = SectionDraft(heading=path[depth], number=number if depth == len(path) - 1 else "")
            siblings = self._open[-1][1].sections if self._open else self.sections
            siblings.append(draft)
            self._open.append((path[depth], draft))
        return self._open[-1][1]
