"""Marks that stand for the names of authors, although the model did not put them in the form for that.

A mark that is used as a noun ("introduced by [p7]", "whereas [p7] propose") is narrative, since an exporter prints
the names for it; names that the model wrote in front of the handle go, since they would be printed twice.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace

from conspectus.domain.tasks import DraftSentence, HandleMark, Mode, ReferenceAbstract

_AFTER_PREPOSITION = re.compile(r"(?:^|\s)(?:by|of|from|in|to|with|than|as|like|unlike|following)\s+\Z", re.IGNORECASE)
_BEFORE_VERB = re.compile(
    r"(?:^|\s)(?:whereas|while|although|but|and|because|that|which|where|when)\s+\Z", re.IGNORECASE
)
_INTRODUCTION = re.compile(r"\s*[A-Z][\w’'-]*(?:\s[\w’'-]+){0,5},\s+\Z")
_ONLY_AND = re.compile(r"\s*,?\s*(?:and|,|&)\s*\Z")
_VERB_FOLLOWS = re.compile(r"\s+[a-z]")


def name_authors(sentence: DraftSentence, references: Mapping[str, ReferenceAbstract]) -> DraftSentence:
    """Gives the sentence with each mark in the mode in which it is used, and without names of authors before it.

    Args:
        sentence: As it was parsed.
        references: The reference of each handle.
    """
    parts: list[str | HandleMark] = []
    previous: Mode | None = None
    for index, part in enumerate(sentence.parts):
        if isinstance(part, str):
            parts.append(part)
            continue
        before = parts[-1] if parts and isinstance(parts[-1], str) else ""
        after = sentence.parts[index + 1] if index + 1 < len(sentence.parts) else ""
        words, mode = _without_names(str(before), part, references)
        if mode is None:
            mode = _mode(words, str(after) if isinstance(after, str) else "", part, previous, heads=len(parts) <= 1)
        if before and words != before:
            parts[-1:] = [words] if words else []
        parts.append(HandleMark(part.handles, mode))
        previous = mode
    return replace(sentence, parts=tuple(parts))


def _mode(before: str, after: str, mark: HandleMark, previous: Mode | None, *, heads: bool) -> Mode:
    if previous is not None and _ONLY_AND.match(before):
        return previous
    if _AFTER_PREPOSITION.search(before):
        return "narrative"
    if _VERB_FOLLOWS.match(after) and (_BEFORE_VERB.search(before) or (heads and _INTRODUCTION.match(before))):
        return "narrative"
    return mark.mode


def _without_names(
    before: str, mark: HandleMark, references: Mapping[str, ReferenceAbstract]
) -> tuple[str, Mode | None]:
    """The words before a mark without the names that it will print, and the mode if there were any."""
    found = {references[handle].paper: references[handle] for handle in mark.handles if handle in references}
    if len(found) != 1:
        return before, None
    (reference,) = found.values()
    if not reference.label:
        return before, None
    name, year = re.escape(reference.label), reference.year or r"\d{4}"
    bare = re.sub(rf"\(\s*{name},?\s*{year}[a-z]?\s*\)\s*\Z", "", before)
    if bare != before:
        return bare, "parenthetical"
    bare = re.sub(rf"(?<!\w){name}\s*(?:\(\s*{year}[a-z]?\s*\))?\s*\Z", "", before)
    return bare, "narrative" if bare != before else None
