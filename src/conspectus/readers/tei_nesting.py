"""How divisions that stand side by side nest: by their numbers, and by heads that have no text of their own."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from conspectus.domain.document_building import ParagraphDraft, SectionDraft
from conspectus.domain.section_typing import section_kind

_FEWEST_NUMBERED = 3
_DEEPEST = 12
_LONGEST_PART = 4
"""Words of a head that names a part of a paper ("Materials and methods"); longer ones only sound like it."""
_BACK_MATTER = re.compile(
    r"acknowledg|funding|financ|author|contribut|conflict|compet|disclos|declaration|data avail|availab|supplement|"
    r"appendi|abbreviat|ethic|open access|publisher|additional information|online content|references|notes?\b",
    re.IGNORECASE,
)


@dataclass(slots=True)
class Homes:
    """Where the content of drafts went that were taken apart."""

    _moved: dict[int, tuple[SectionDraft, SectionDraft]] = field(default_factory=dict)

    def move(self, draft: SectionDraft, home: SectionDraft) -> None:
        """Adds what is in a draft to another one, in which what is added to the first one goes from now on."""
        home.paragraphs += draft.paragraphs
        home.figures += draft.figures
        home.tables += draft.tables
        home.sections += draft.sections
        # The draft is kept, so that no other one gets its id.
        self._moved[id(draft)] = (draft, home)

    def of(self, draft: SectionDraft) -> SectionDraft:
        """Gives the draft that holds the content of a draft now."""
        while id(draft) in self._moved:
            draft = self._moved[id(draft)][1]
        return draft


@dataclass(slots=True)
class Nesting:
    """Takes divisions in their order and nests them.

    "2.1" goes into "2". A head without a number goes into the numbered section before it where a paper numbers its
    heads. A head right before other heads ("Results", and then what was found) is the head of those, up to the next
    head that names a part of a paper.
    """

    homes: Homes
    _drafts: list[SectionDraft] = field(default_factory=list)

    @property
    def last(self) -> SectionDraft | None:
        """The division added last, None if there is none."""
        return self._drafts[-1] if self._drafts else None

    def add(self, draft: SectionDraft) -> None:
        """Adds a division; one without a head goes on with the one before it."""
        last = self.last
        if last and (not draft.heading or (draft.heading, draft.number) == (last.heading, last.number)):
            self.homes.move(draft, last)
        elif draft.heading or _has_text(draft):
            self._drafts.append(draft)

    def sections(self) -> list[SectionDraft]:
        """Gives the outermost divisions, the others nested in them."""
        is_numbered = sum(1 for draft in self._drafts if draft.number) >= _FEWEST_NUMBERED
        tops: list[SectionDraft] = []
        open_ones: list[SectionDraft] = []
        for place, draft in enumerate(self._drafts):
            # A head that is repeated on the next page goes on with its section.
            if draft.number and (path := _open_again(draft, open_ones)):
                self.homes.move(draft, path[-1])
                open_ones = path
                continue
            while open_ones and not _goes_into(draft, open_ones[-1], is_numbered=is_numbered):
                open_ones.pop()
            (open_ones[-1].sections if open_ones else tops).append(draft)
            follows = self._drafts[place + 1] if place + 1 < len(self._drafts) else None
            if not _has_text(draft) and (follows is None or not _goes_into(follows, draft, is_numbered=is_numbered)):
                # A head with nothing below it is no section, and yet a part of the text.
                draft.paragraphs.append(ParagraphDraft(f"{draft.number} {draft.heading}".strip()))
                draft.number = draft.heading = ""
            elif len(open_ones) < _DEEPEST:
                open_ones.append(draft)
        return tops


def _open_again(draft: SectionDraft, open_ones: list[SectionDraft]) -> list[SectionDraft]:
    """Gives the way to the section with the same number and head that is open, or was last in one; [] if none is."""
    for depth, outer in enumerate(open_ones, 1):
        if _named(outer) == _named(draft):
            return open_ones[:depth]
        if outer.sections and _named(outer.sections[-1]) == _named(draft):
            return [*open_ones[:depth], outer.sections[-1]]
    return []


def _goes_into(draft: SectionDraft, outer: SectionDraft, *, is_numbered: bool) -> bool:
    if draft.number:
        return bool(outer.number) and draft.number.startswith(f"{outer.number}.")
    names_part = section_kind(draft.heading) is not None and len(draft.heading.split()) <= _LONGEST_PART
    if names_part or _BACK_MATTER.match(draft.heading) or not outer.heading:
        return False
    if is_numbered and outer.number:
        return True
    return not outer.number and not outer.paragraphs


def _named(draft: SectionDraft) -> tuple[str, str]:
    return draft.number, draft.heading


def _has_text(draft: SectionDraft) -> bool:
    return bool(draft.paragraphs or draft.sections or draft.figures or draft.tables)
