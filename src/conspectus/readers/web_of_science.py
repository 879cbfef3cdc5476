"""The Web of Science's plain text format (also "ISI export", ``.ciw``) to papers."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from conspectus.foundation.errors import BrokenRecord
from conspectus.foundation.text.normalise import one_line
from conspectus.readers.decoding import decode
from conspectus.readers.empty_runs import MANY, RunPattern, empty_records
from conspectus.readers.numbered_lines import NumberedLines
from conspectus.readers.reading import ReadItem, ReadPaper, Skipped
from conspectus.readers.sniffing import Head
from conspectus.readers.web_of_science_record import LISTS, wos_paper

_TAG = re.compile(r"(?P<tag>[A-Z][A-Z0-9])(?:[ \t]+(?P<value>.*))?\Z", re.DOTALL)
_FILE_TAGS = frozenset({"FN", "VR", "EF"})
_SIGNS = frozenset({"AU", "AF", "TI", "SO", "UT", "DT", "PY", "CR", "AB"})


# Records that say nothing but their kind, one after the other.
_EMPTY_RUN = RunPattern(r"PT[ \t][^\n]*+\n(?:[ \t]*+\n)*ER[ \t]*+(?:\n|\Z)(?:[ \t]*+\n)*")


@dataclass(slots=True)
class _EmptyRun:
    """Very many records without fields, one after the other."""

    line: int
    count: int


@dataclass(slots=True)
class _Record:
    line: int
    fields: list[tuple[str, list[str]]] = field(default_factory=list)
    loose: list[str] = field(default_factory=list)


class WebOfScienceReader:
    """Reads Web of Science's tagged text, also of its databases Medline, INSPEC and Zoological Record."""

    name = "web_of_science"
    label = "Web of Science (ISI) text"

    def recognise(self, head: Head) -> str:
        """Gives why the content is Web of Science's, or "" if it is not."""
        lines = [line.lstrip("\ufeff") for line in head.lines]
        tags = [found.group("tag") for line in lines if (found := _TAG.match(line))]
        if not lines or not tags or _tag(lines[0]) != tags[0] or "PT" not in tags[:6]:
            return ""
        if tags[0] in ("FN", "VR", "PT") and (len(_SIGNS & set(tags)) > 1 or tags[0] == "FN"):
            return "begins with FN and PT tags" if tags[0] == "FN" else "has PT tags"
        return ""

    def read(self, data: bytes) -> Iterator[ReadItem]:
        """Yields the papers in order; a record without title, author and identifier is broken."""
        number = 0
        for record in _records(re.sub(r"\r\n?", "\n", decode(data).text.lstrip("\ufeff"))):
            if isinstance(record, _EmptyRun):
                yield empty_records(record.count, record=number + 1, line=record.line)
                number += record.count
                continue
            if not record.fields:
                start = one_line(" ".join(record.loose))[:60]
                yield Skipped(reason=f"text outside of records, beginning {start!r}", line=record.line)
                continue
            number += 1
            fields: dict[str, list[str]] = {}
            for tag, lines in record.fields:
                values = lines if tag in LISTS else [" ".join(line.strip() for line in lines)]
                fields.setdefault(tag, []).extend(value.strip() for value in values if value.strip())
            try:
                paper = wos_paper(fields)
            except BrokenRecord as error:
                yield BrokenRecord(error.message, record=number, line=record.line, hint=error.hint)
                continue
            yield ReadPaper(paper=paper, record=number, line=record.line)
        if not number:
            yield Skipped(reason="a Web of Science file without records")


def _tag(line: str) -> str:
    found = _TAG.match(line)
    return found.group("tag") if found else ""


def _records(text: str) -> Iterator[_Record | _EmptyRun]:
    """Yields the records: from PT to ER; where ER is missing, the next PT ends one."""
    record: _Record | None = None
    lines = NumberedLines(text)
    searched = 0
    for number, line in lines:
        if record is None and lines.start >= searched and (run := _EMPTY_RUN.match(text, lines.start)):
            searched = run.end
            if (count := len(re.findall("^ER", run.group(), re.MULTILINE))) >= MANY:
                yield _EmptyRun(line=number, count=count)
                lines.skip_to(searched)
                continue
        if not line.strip():
            continue
        found = _TAG.match(line)
        tag = found.group("tag") if found else ""
        if tag in _FILE_TAGS and (record is None or not record.fields or tag == "EF"):
            if record is not None:
                yield record
            record = None
            continue
        if tag == "ER":
            if record is not None:
                yield record
            record = None
            continue
        if record is not None and ((tag == "PT" and record.fields) or (tag and not record.fields)):
            yield record
            record = None
        if record is None:
            record = _Record(line=number)
        if found:
            record.fields.append((tag, [found.group("value") or ""]))
        elif record.fields:
            record.fields[-1][1].append(line)
        else:
            record.loose.append(line)
    if record is not None:
        yield record
