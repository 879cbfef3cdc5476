"""The syntax of RIS: from text to records of tagged lines, each with its number and line.

Tolerant of what programs write: one space for two, lower-case tags, lines without a tag that continue the
field before, missing end tags, text before, between and after records, stray tags behind an end tag.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from conspectus.readers.empty_runs import MANY, RunPattern
from conspectus.readers.numbered_lines import NumberedLines

_STRICT = re.compile(r"(?P<tag>[A-Z][A-Z0-9]{1,3})  -(?:[ \t](?P<value>.*)|(?P<close>\S.*)?)\Z")
_LOOSE = re.compile(r"\s{0,4}(?P<tag>[A-Za-z][A-Za-z0-9])\s{0,4}-(?:\s+(?P<value>.*)|(?P<close>\S.*)?)\Z")
_TYPE_STRICT = re.compile(r"^TY  -[ \t]?[ \t]*\S*[ \t]*$", re.MULTILINE)
_TYPE_LOOSE = re.compile(r"^[ \t]{0,4}ty[ \t]{0,4}-[ \t]*[a-z]{2,8}[ \t]*$", re.MULTILINE | re.IGNORECASE)
_EMPTY = r"TY  -[ \t]?[ \t]*\S*[ \t]*\n(?:[ \t]*\n)*ER  -[ \t]*\n(?:[ \t]*\n)*"
_EMPTY_RUN = RunPattern(_EMPTY)
_END = re.compile(r"\s{0,4}ER\s{0,4}-\s*\Z", re.IGNORECASE)
_KNOWN_TAGS = """
    TY ER A1 A2 A3 A4 AB AD AN AU AV BT C1 C2 C3 C4 C5 C6 C7 C8 CA CN CP CT CY DA DB DI DO DP ED EP ET ID IS J1
    J2 JA JF JO JP KW L1 L2 L3 L4 LA LB LK M1 M2 M3 N1 N2 NV OP PB PP PY RI RN RP SE SN SO SP ST T1 T2 T3 TA TI TT
    U1 U2 U3 U4 U5 UR VL VO Y1 Y2
"""
_KNOWN = frozenset(_KNOWN_TAGS.split())
# Tags that open a record of their own behind an end tag, where the type line was lost.
_OPENING = frozenset({"TI", "T1", "AU", "A1"})
# What databases write around records: numbering, headers, links, rules.
_AROUND = re.compile(
    r"\s*(?:\d+\s*[.):]?\s*\Z|<\d+>|record\s*#?\s*\d+|provider\s*:|content\s*:|database\s*:|charset\s*:|"
    r"link to |link:|search |\W*\Z|.{0,3}export date|eof\b|\ufeff)",
    re.IGNORECASE,
)


@dataclass(slots=True)
class RisRecord:
    """A record: its type as written, and its (tag, value) pairs in order; values may hold line feeds."""

    number: int
    line: int
    type: str = ""
    fields: list[tuple[str, str]] = field(default_factory=list)


@dataclass(slots=True)
class EmptyRun:
    """Very many records one after the other that hold no field at all."""

    number: int
    line: int
    count: int


@dataclass(slots=True)
class Stray:
    """Text outside every record that is none of the headers that databases write."""

    line: int
    text: str


def ris_records(text: str) -> Iterator[RisRecord | EmptyRun | Stray]:
    """Yields the records of RIS text in order, and text that belongs to none."""
    return _Tokeniser(text).records()


def looks_like_ris(text: str) -> bool:
    """Whether the text has a line with a TY tag, in the strict form or a loose one."""
    return bool(_TYPE_STRICT.search(text) or _TYPE_LOOSE.search(text))


class _Tokeniser:
    def __init__(self, text: str) -> None:
        self.text = re.sub(r"\r\n?", "\n", text).lstrip("\ufeff")
        strict = sum(1 for _ in _TYPE_STRICT.finditer(self.text))
        loose = sum(1 for _ in _TYPE_LOOSE.finditer(self.text))
        self.loose = loose > strict
        self.open: RisRecord | None = None
        self.last: RisRecord | None = None
        self.count = 0
        self.blank = False
        self.searched = 0

    def records(self) -> Iterator[RisRecord | EmptyRun | Stray]:
        stray: Stray | None = None
        lines = NumberedLines(self.text)
        for number, raw in lines:
            if raw.startswith("TY  -") and (end := self.end_of_run(lines.start)):
                yield from self.flush()
                if stray is not None:
                    yield stray
                    stray = None
                count = self.text.count("TY  -", lines.start, end)
                yield EmptyRun(self.count + 1, number, count)
                self.count += count
                self.last = None
                lines.skip_to(end)
                continue
            line = raw.strip("\ufeff").rstrip()
            tag, value = self.tag_of(line)
            if self.open is None and not tag:
                if stray is not None and line:
                    stray.text += "\n" + line
                elif line and not _AROUND.match(line):
                    stray = Stray(number, line)
                continue
            if stray is not None:
                yield from self.flush()
                yield stray
                stray = None
            yield from self.take(tag, value, line, number)
        yield from self.flush()
        if stray is not None:
            yield stray

    def end_of_run(self, start: int) -> int:
        """Gives where very many empty records end that begin at ``start``, or 0 if they are not so many."""
        if start < self.searched or not (found := _EMPTY_RUN.match(self.text, start)):
            return 0
        self.searched = end = found.end
        if not self.text.startswith("TY  -", end) and end < len(self.text):
            # What follows may belong to the last of them.
            end = self.text.rindex("TY  -", start, end)
        return end if self.text.count("TY  -", start, end) >= MANY else 0

    def tag_of(self, line: str) -> tuple[str, str]:
        """Gives (tag, value) of a line; the tag is "" if the line has none."""
        if _END.match(line):
            return "ER", ""
        found = _STRICT.match(line)
        if found is None and self.loose:
            found = _LOOSE.match(line)
            if found and found.group("tag").upper() not in _KNOWN:
                found = None
        if found is None:
            return "", ""
        return found.group("tag").upper(), (found.group("value") or found.group("close") or "").strip()

    def take(self, tag: str, value: str, line: str, number: int) -> Iterator[RisRecord]:
        """Adds a line to the open record; yields a record that the line completes."""
        if tag == "TY" or (self.open is None and tag in _OPENING):
            yield from self.flush()
            self.count += 1
            self.open = RisRecord(self.count, number, value if tag == "TY" else "")
            if tag != "TY":
                self.open.fields.append((tag, value))
        elif tag == "ER":
            # The record is kept for a moment: some databases write a last tag behind the end tag.
            yield from self.flush(keep=True)
        elif self.open is None:
            if self.last is not None:
                self.last.fields.append((tag, value))
        elif tag:
            self.open.fields.append((tag, value))
        else:
            self.continue_field(line)
        self.blank = not line

    def continue_field(self, line: str) -> None:
        assert self.open is not None
        if not line or not self.open.fields:
            return
        tag, value = self.open.fields[-1]
        self.open.fields[-1] = (tag, f"{value}{chr(10) * (2 if self.blank else 1)}{line.strip()}".strip())

    def flush(self, *, keep: bool = False) -> Iterator[RisRecord]:
        """Yields the record before the open one, and the open one too unless it is to be kept."""
        if self.last is not None and (self.open is not None or not keep):
            yield self.last
            self.last = None
        if self.open is not None:
            if keep:
                self.last = self.open
            else:
                yield self.open
            self.open = None
