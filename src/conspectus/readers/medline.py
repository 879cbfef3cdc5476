"""The MEDLINE format (PubMed's "nbib" files, also ERIC's) to papers: tags of four columns, values that wrap."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from conspectus.foundation.errors import BrokenRecord, InputError
from conspectus.readers.decoding import decode
from conspectus.readers.empty_runs import MANY, empty_records
from conspectus.readers.medline_record import Field, medline_paper
from conspectus.readers.numbered_lines import NumberedLines
from conspectus.readers.reading import ReadItem, ReadPaper, Skipped
from conspectus.readers.sniffing import Head

_TAG = re.compile(r"(?P<tag>[A-Z][A-Z0-9]{1,4})(?P<pad> {0,3})- ?(?P<value>.*)\Z", re.DOTALL)
_STRONG = re.compile(r"(?:PMID|OWN|STAT|FAU|JT|DCOM|PMC|MHDA|EDAT|CRDT|PHST) {0,3}- ?\S")
_NUMBERED = re.compile(r"PMID {0,2}- ?\d")
_STARTERS = frozenset({"PMID", "OWN", "TI", "BTI"})
_ONCE = frozenset({"DP", "JT", "TA", "VI", "IP", "PG", "PST", "SO", "STAT", "JID", "PMC"})
# Records of tags without values, and of those values that say nothing of a paper, one after the other.
_SILENT = r"(?:[A-Z][A-Z0-9]{1,4} {0,3}-[ \t]*|STAT {0,3}-[^\n]*|OWN {0,3}-(?!\s*CONSPECTUS)[^\n]*)(?:\n|\Z)"
_BLANK = r"(?:[ \t]*\n)"
_EMPTY = (
    rf"(?:PMID {{0,3}}-[ \t]*(?:\n|\Z)(?:(?!PMID){_SILENT})*{_BLANK}*"
    rf"|(?=(?:OWN|TI|BTI) {{0,3}}-)(?:(?!PMID){_SILENT})+(?:{_BLANK}+|\Z))"
)
_EMPTY_RECORD = re.compile(_EMPTY)
_OPENING = re.compile(r"PMID {0,3}-|(?<=\n\n)(?:OWN|TI|BTI) {0,3}-|\Z")


@dataclass(slots=True)
class _EmptyRun:
    """Very many records without values, one after the other."""

    line: int
    count: int


@dataclass(slots=True)
class _Block:
    """Tagged lines without a blank line between them."""

    line: int
    fields: list[Field] = field(default_factory=list)
    loose: list[str] = field(default_factory=list)

    @property
    def tags(self) -> set[str]:
        return {entry.tag for entry in self.fields}


class MedlineReader:
    """Reads MEDLINE text as PubMed and ERIC export it."""

    name = "medline"
    label = "MEDLINE / nbib"

    def recognise(self, head: Head) -> str:
        """Gives why the content is in the MEDLINE format, or "" if it is not."""
        if head.is_xml or any(re.match(r"TY {1,2}- ", line) for line in head.lines):
            return ""
        lines = [line.strip() for line in head.lines if not line.startswith("      ")]
        if any(_NUMBERED.match(line) for line in lines):
            return "has a PMID- tag"
        tags = {found.group("tag") for line in lines if (found := _TAG.match(line)) and len(found.group("pad")) < 3}
        if sum(1 for line in lines if _STRONG.match(line)) >= 1 and len(tags & _EXPECTED) >= 2:
            return f"has MEDLINE tags ({', '.join(sorted(tags & _EXPECTED)[:4])})"
        return ""

    def read(self, data: bytes) -> Iterator[ReadItem]:
        """Yields the papers of the file in order, broken records, and text that belongs to no record.

        Raises:
            InputError: The file has no tagged line at all.
        """
        number = 0
        for block in _records(_blocks(re.sub(r"\r\n?", "\n", decode(data).text))):
            if isinstance(block, _EmptyRun):
                yield empty_records(block.count, record=number + 1, line=block.line)
                number += block.count
                continue
            if not block.fields:
                told = " ".join(" ".join(block.loose).split())
                yield Skipped(reason=f"text that belongs to no record: {told[:120]!r}", line=block.line)
                continue
            number += 1
            try:
                paper = medline_paper(block.fields)
            except BrokenRecord as error:
                yield BrokenRecord(error.message, record=number, line=block.line, hint=error.hint)
                continue
            yield ReadPaper(paper=paper, record=number, line=block.line)
        if not number:
            raise InputError(
                "The file has no MEDLINE record: no line begins with a tag such as 'PMID- '.",
                hint="Save the records from PubMed again in the format PubMed.",
            )


_EXPECTED = frozenset({"PMID", "OWN", "STAT", "TI", "AB", "FAU", "AU", "DP", "JT", "TA", "PT", "LA", "VI", "AID", "MH"})


def _blocks(text: str) -> Iterator[_Block | _EmptyRun]:
    """Yields runs of lines that blank lines part; an indented run goes on with the value before it."""
    block: _Block | None = None
    last: _Block | None = None
    lines = NumberedLines(text)
    searched = 0
    for number, line in lines:
        opens = block is None or (line.startswith("PMID") and "PMID" in block.tags)
        if opens and lines.start >= searched:
            count, end, searched = _empty_from(text, lines.start)
            if count >= MANY:
                if block is not None:
                    yield block
                yield _EmptyRun(line=number, count=count)
                block = last = None
                lines.skip_to(end)
                continue
        if not line.strip():
            if block is not None:
                yield block
            last, block = block or last, None
            continue
        found = _TAG.match(line)
        if block is None:
            if found is None and line.startswith("      ") and last is not None and last.fields:
                last.fields[-1].lines += ["", line]
                last, block = None, None
                continue
            block = _Block(line=number)
        if found is not None:
            block.fields.append(Field(tag=found.group("tag"), lines=[found.group("value")], line=number))
        elif block.fields:
            block.fields[-1].lines.append(line)
        else:
            block.loose.append(line)
    if block is not None:
        yield block


def _empty_from(text: str, start: int) -> tuple[int, int, int]:
    """Gives how many empty records stand from ``start`` on, where they end, and up to where was looked."""
    count, last, end = 0, start, start
    while found := _EMPTY_RECORD.match(text, end):
        if not found.group():
            break
        count, last, end = count + 1, end, found.end()
    # What follows may belong to the last of them.
    return (count, end, end) if _OPENING.match(text, end) else (max(count - 1, 0), last, end)


def _records(blocks: Iterator[_Block | _EmptyRun]) -> Iterator[_Block | _EmptyRun]:
    """Joins blocks that a stray blank line parted; parts records that no blank line parts."""
    record: _Block | None = None
    for block in blocks:
        if isinstance(block, _EmptyRun):
            if record is not None:
                yield record
            yield block
            record = None
            continue
        for part in _split_at_numbers(block):
            goes_on = record is not None and part.fields and not part.tags & (_STARTERS | (_ONCE & record.tags))
            if goes_on and record is not None and record.fields:
                record.fields.extend(part.fields)
                continue
            if record is not None:
                yield record
            record = part
    if record is not None:
        yield record


def _split_at_numbers(block: _Block) -> Iterator[_Block]:
    part = _Block(line=block.line, loose=block.loose)
    for entry in block.fields:
        if entry.tag == "PMID" and "PMID" in part.tags:
            yield part
            part = _Block(line=entry.line)
        part.fields.append(entry)
    yield part
