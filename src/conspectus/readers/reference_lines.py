"""The lines of a printed reference list as entries: where each begins, and its lines as one text again.

Hanging indents are taken for lost. A numbered list is cut where its numbers go up one by one; any other list where a
line that opens like names follows a line that an entry may end with.
"""

from __future__ import annotations

import re
from collections.abc import Container, Sequence
from dataclasses import dataclass

from conspectus.foundation.text.normalise import one_line
from conspectus.readers.reference_names import begins_with_names

_NUMBERED = {
    "bracket": re.compile(r"\[\s?(?P<n>\d{1,4})\s?\][.:]?(?:\s+|\Z|(?=[^\W\d_]))"),
    "stop": re.compile(r"(?P<n>\d{1,4})\s?[.)](?:\s+|\Z|(?=[^\W\d_]))"),
    "round": re.compile(r"\(\s?(?P<n>\d{1,4})\s?\)[.:]?(?:\s+|\Z)"),
    "bare": re.compile(r"(?P<n>\d{1,4})(?:\s+|\Z)(?=[^\W\d_]|[“\"'‘(]|\Z)"),
}
_ALPHA = re.compile(r"\[(?P<n>[^\W\d_][\w+*.’'-]{1,14}\d{2}[a-z]?|[^\W\d_][\w+*]{1,7})\]\s*")
_INSIDE = re.compile(r"(?<=[.\w)\]/])\s+\[(?P<n>\d{1,4})\]\s+(?=\S)")
_MISSED = 3
"""How many numbers in a row may be unreadable."""
_FEWEST_SHARE = 0.02
_LATEST_START = 6
_AHEAD = 14
_ENDS = re.compile(
    r"(?:[.?!][\"”’')\]]{0,2}|\d[a-z]?\)?|\)|/\S*|https?://\S+|10\.\d{4,9}/\S+|\bpress|\bappear|[;:]\s?\d+\S*)\s*\Z"
)
_OPEN_END = re.compile(
    r"(?:\bal|\b[A-ZÀ-ÞŁŚŽ]|(?<!\d )(?<!\d)\b(?:pp?|vol|nos?|eds?|proc|conf|univ|dept|st|ser|inc|vs|trans|symp|int|j|"
    r"am|soc|sci|res|rev|acad|natl|comput|intl))\.\s*\Z|[,:&(–-]\s*\Z|\b(?:and|of|the|in|for|on|to|a|an|with|by|und|et)\s*\Z",
    re.IGNORECASE,
)
_INITIAL_END = re.compile(r"(?:\s|\A|\.)[A-ZÀ-ÞŁŚŽ]\.\s*\Z")
_HYPHEN = re.compile(r"([^\W\d_]+)[-\u00ad\u2010]\Z")
_FIRST_WORD = re.compile(r"[^\W\d_]+")
_WORDS = re.compile(r"[^\W\d_]+(?:-[^\W\d_]+)*")
_ADDRESS_TAIL = re.compile(
    r"(?:https?:/?/?\S*|www\.\S+|doi(?:\.org|:)\S*|10\.\d{4,9}/\S*|\S+\.(?:org|com|edu|net)/\S*)\Z", re.I
)
_ADDRESS_GOES_ON = re.compile(r"[\w./%?=&#()+~:;<>-]*[\d/_=.-][\w./%?=&#()+~:;<>-]*(?:\s|\Z)|[a-z0-9]+[.)]?\Z")
_DASH_DIGIT = re.compile(r"[\w.][-–—‐]\Z")


@dataclass(frozen=True, slots=True)
class EntryLines:
    """The lines of one entry, its label taken off."""

    label: str
    lines: tuple[str, ...]


def entry_lines(lines: Sequence[str]) -> list[EntryLines]:
    """Gives the entries of a list; what stands before the first of a numbered list is an entry without label."""
    kept = [line for line in (one_line(line) for line in lines) if line]
    if not kept:
        return []
    return _numbered(kept) or _labelled(kept) or _by_names(kept)


def joined_lines(lines: Sequence[str], words: Container[str] = frozenset()) -> str:
    """Gives lines as one text: words that were hyphenated at a line's end are whole, addresses have no gap.

    Args:
        lines: The lines of one entry.
        words: Words in small letters, compounds with their hyphen, that tell whether a hyphen belongs to a word.
    """
    text = ""
    for line in lines:
        text = _joined(text, line, words) if text else line
    return one_line(text)


def listed_words(lines: Sequence[str]) -> set[str]:
    """Gives the words and compounds that stand whole in the lines, in small letters."""
    found: set[str] = set()
    for line in lines:
        inner = line.rstrip()
        if _HYPHEN.search(inner):
            inner = inner.rpartition(" ")[0]
        found.update(word.lower() for word in _WORDS.findall(inner))
    return found


def _joined(text: str, line: str, words: Container[str]) -> str:
    last = text[text.rfind(" ") + 1 :]
    is_address = _ADDRESS_TAIL.match(last) and last[-1] in "/-_.=?&:%#" and _ADDRESS_GOES_ON.match(line)
    if is_address and (last[-1] != "." or not line[0].isupper()):
        return text + line
    hyphen, following = _HYPHEN.search(text), _FIRST_WORD.match(line)
    if hyphen and following:
        return text[:-1] + line if _is_one_word(hyphen.group(1), following.group(), words) else text + line
    if text[-1] == "\u00ad":
        return text[:-1] + line
    if _DASH_DIGIT.search(text[-2:]) and line[0].isalnum():
        return text + line
    return f"{text} {line}"


def _is_one_word(before: str, after: str, words: Container[str]) -> bool:
    """Whether a word was cut there, and no compound at its hyphen."""
    whole, compound = (before + after).lower(), f"{before}-{after}".lower()
    if whole in words:
        return True
    if compound in words:
        return False
    if not after[0].islower():
        return False
    both = len(before) > 2 and len(after) > 3 and before.lower() in words and after.lower() in words
    return not both


def _numbered(lines: Sequence[str]) -> list[EntryLines]:
    """Gives the entries of a numbered list, [] if it is none."""
    best: list[tuple[int, int, int]] = []
    for name, pattern in _NUMBERED.items():
        chain = _chain(lines, pattern)
        if chain and chain[0][0] > max(_LATEST_START, 0.1 * len(lines)):
            continue  # the steps of something that stands behind the list
        # A list of one or two entries is sure only if its first line is number 1.
        is_first = bool(chain) and chain[0][:2] == (0, 1) and name != "bare"
        enough = max(1 if is_first else 3, _FEWEST_SHARE * len(lines))
        if len(chain) >= enough and len(chain) > len(best):
            best = chain
    if not best:
        return []
    entries: list[EntryLines] = []
    if best[0][0]:
        entries += _by_names(lines[: best[0][0]]) if best[0][1] > 1 else []
    for place, (at, number, end) in enumerate(best):
        stop = best[place + 1][0] if place + 1 < len(best) else len(lines)
        own = [lines[at][end:], *lines[at + 1 : stop]]
        entries.append(EntryLines(str(number), tuple(line for line in own if line.strip())))
    return [part for entry in entries for part in _cut_inside(entry)]


def _chain(lines: Sequence[str], pattern: re.Pattern[str]) -> list[tuple[int, int, int]]:
    """Gives (line, number, end of the label) of the numbers that go up one by one, the best such row."""
    best: dict[int, tuple[float, int]] = {}
    made: list[tuple[int, int, int, int]] = []
    top: tuple[float, int] = (0.0, -1)
    for at, line in enumerate(lines):
        found = pattern.match(line)
        if not found:
            continue
        number = int(found.group("n"))
        if number == 0:
            continue
        worth = 1.0 + 0.4 * _may_end(lines[at - 1] if at else ".") + 0.3 * _opens_entry(line[found.end() :])
        score, before = (0.0, -1) if number <= 1 else (-0.3 - 0.02 * min(number, 40) - 0.05 * min(at, 20), -1)
        for gap in range(1, _MISSED + 2):
            if (earlier := best.get(number - gap)) is not None and earlier[0] - 0.7 * (gap - 1) > score:
                score, before = earlier[0] - 0.7 * (gap - 1), earlier[1]
        made.append((at, number, found.end(), before))
        total = score + worth
        if number not in best or total > best[number][0]:
            best[number] = (total, len(made) - 1)
        if total > top[0]:
            top = (total, len(made) - 1)
    chain: list[tuple[int, int, int]] = []
    place = top[1]
    while place >= 0:
        at, number, end, place = made[place]
        chain.append((at, number, end))
    return chain[::-1]


def _opens_entry(rest: str) -> bool:
    return not rest or rest[0].isupper() or rest[0] in "“\"‘'(" or rest.startswith(("van ", "von ", "de ", "http"))


def _may_end(line: str) -> bool:
    return bool(_ENDS.search(line)) and not _OPEN_END.search(line)


def _cut_inside(entry: EntryLines) -> list[EntryLines]:
    """Cuts an entry at the number that comes next, where that stands within a line."""
    if not entry.label.isdecimal():
        return [entry]
    for at, line in enumerate(entry.lines):
        for found in _INSIDE.finditer(line):
            if int(found.group("n")) == int(entry.label) + 1:
                first = EntryLines(entry.label, (*entry.lines[:at], line[: found.start()]))
                rest = EntryLines(found.group("n"), (line[found.end() :], *entry.lines[at + 1 :]))
                return [first, *_cut_inside(rest)]
    return [entry]


def _labelled(lines: Sequence[str]) -> list[EntryLines]:
    """Gives the entries of a list with labels such as [Smi19], [] if it is none."""
    starts = [(at, found) for at, line in enumerate(lines) if (found := _ALPHA.match(line))]
    if len(starts) < 2 or starts[0][0] > 1 or len({found.group("n") for _, found in starts}) < 0.9 * len(starts):
        return []
    entries: list[EntryLines] = []
    for place, (at, found) in enumerate(starts):
        stop = starts[place + 1][0] if place + 1 < len(starts) else len(lines)
        own = [lines[at][found.end() :], *lines[at + 1 : stop]]
        entries.append(EntryLines(found.group("n"), tuple(line for line in own if line.strip())))
    return entries


def _by_names(lines: Sequence[str]) -> list[EntryLines]:
    """Gives the entries of a list without labels."""
    widths = sorted(len(line) for line in lines)
    width = widths[int(0.9 * (len(widths) - 1))]
    starts = [0]
    for at in range(1, len(lines)):
        before = lines[at - 1]
        is_end = _may_end(before)
        is_short = len(before) < 0.72 * width
        if not is_end and not (is_short and _INITIAL_END.search(before) is None and before[-1] not in ",:&-–("):
            continue
        ahead = joined_lines(lines[at : at + _AHEAD])
        if begins_with_names(ahead, certain=not (is_end and is_short)):
            starts.append(at)
    return [
        EntryLines("", tuple(lines[start:stop])) for start, stop in zip(starts, [*starts[1:], len(lines)], strict=True)
    ]
