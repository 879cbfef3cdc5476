"""The tagged format of EndNote and Refer ("%T A title") to papers."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from conspectus.domain.paper import Author, Paper
from conspectus.foundation.errors import BrokenRecord
from conspectus.foundation.text.normalise import one_line
from conspectus.readers.decoding import decode
from conspectus.readers.empty_runs import MANY, RunPattern, empty_records
from conspectus.readers.endnote_types import endnote_kind
from conspectus.readers.endnote_xml import endnote_name
from conspectus.readers.inline_markup import plain
from conspectus.readers.numbered_lines import NumberedLines
from conspectus.readers.reading import ReadItem, ReadPaper, Skipped
from conspectus.readers.record_draft import RecordDraft, drafted_paper
from conspectus.readers.sniffing import Head

_TAG = re.compile(r"%(?P<tag>[0-9A-Z@!#$\]&()*+^><\[~?=|])(?:[ \t]+(?P<value>.*))?\Z", re.DOTALL)
_FIELDS = {
    "T": "title", "J": "venue", "B": "book_title", "S": "series", "D": "year", "8": "date", "V": "volume",
    "N": "issue", "P": "pages", "I": "publisher", "C": "place", "7": "edition", "@": "issn", "G": "language",
    "U": "url", "R": "doi", "K": "keyword", "X": "abstract", "Z": "note", "O": "note", "<": "note", "F": "key",
    "9": "type",
}  # fmt: skip
_TEXTS = frozenset("XZOK<")
_MEDLINE = re.compile(r"medline|pubmed|\bnlm\b", re.IGNORECASE)


# Records that say nothing but their kind, one after the other.
_EMPTY_RUN = RunPattern(r"%0[ \t][^\n%]*+(?:\n|\Z)(?:%[^0\s][ \t]*+(?:\n|\Z))*(?:[ \t]*+\n)*")
_OPENING = re.compile(r"^%0", re.MULTILINE)


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

    @property
    def tags(self) -> set[str]:
        return {tag for tag, _ in self.fields}

    @property
    def values(self) -> list[tuple[str, str]]:
        return [(tag, "\n".join(lines)) for tag, lines in self.fields]


class EndnoteTaggedReader:
    """Reads EndNote's import format and Refer files (``.enw``, ``.enl`` exports of publishers)."""

    name = "endnote_tagged"
    label = "EndNote tagged / Refer"

    def recognise(self, head: Head) -> str:
        """Gives why the content is tagged as EndNote does, or "" if it is not."""
        lines = [line.lstrip("\ufeff") for line in head.lines[:60]]
        if not lines or not _is_tagged(lines[0]):
            return ""
        tags = [found.group("tag") for line in lines if (found := _TAG.match(line)) and found.group("value")]
        kinds = set(tags)
        if ("0" in kinds and len(kinds) > 1) or ({"T"} & kinds and kinds & set("ADJBIX")) or {"A", "D"} <= kinds:
            return "lines begin with tags such as %T"
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
            try:
                yield ReadPaper(paper=_paper(record.values), record=number, line=record.line)
            except BrokenRecord as error:
                yield BrokenRecord(error.message, record=number, line=record.line, hint=error.hint)
        if not number:
            yield Skipped(reason="a file of EndNote's tags without a record")


def _is_tagged(line: str) -> bool:
    found = _TAG.match(line)
    return bool(found and found.group("value"))


def _records(text: str) -> Iterator[_Record | _EmptyRun]:
    """Yields the records: runs of tagged lines; a blank line or a second ``%0`` begins the next one."""
    record: _Record | None = None
    blank = False
    lines = NumberedLines(text)
    searched = 0
    for number, line in lines:
        opens = line.startswith("%0") and (record is None or _begins("0", record, blank))
        if opens and lines.start >= searched and (run := _EMPTY_RUN.match(text, lines.start)):
            searched = end = run.end
            if end < len(text) and not text.startswith("%0", end):
                # What follows may belong to the last of them.
                end = text.rindex("%0", lines.start, end)
            if (count := len(_OPENING.findall(text, lines.start, end))) >= MANY:
                if record is not None:
                    yield record
                yield _EmptyRun(line=number, count=count)
                record, blank = None, False
                lines.skip_to(end)
                continue
        if not line.strip():
            blank = True
            continue
        found = _TAG.match(line)
        tag = found.group("tag") if found else ""
        if record is None or (tag and _begins(tag, record, blank)):
            if record is not None:
                yield record
            record = _Record(line=number)
        if found:
            record.fields.append((tag, [found.group("value") or ""]))
        elif record.fields:
            record.fields[-1][1].extend(["", line] if blank else [line])
        else:
            record.loose.append(line)
        blank = False
    if record is not None:
        yield record


def _begins(tag: str, record: _Record, blank: bool) -> bool:
    if not record.fields:
        return True
    if tag == "0" and record.tags & set("0TXJBDP"):
        return "0" in record.tags or blank
    return blank and (tag in "0TAEJBD" or tag in record.tags)


def _paper(fields: list[tuple[str, str]]) -> Paper:
    draft = RecordDraft()
    given = dict(reversed(fields))
    kind = one_line(given.get("0", ""))
    draft.kind = endnote_kind(kind) or ("article-journal" if not kind and "J" in given else "")
    if kind and not draft.kind:
        draft.keep("%0", kind)
    from_medline = bool(_MEDLINE.search(f"{given.get('W', '')} {given.get('~', '')}"))
    authors: list[Author | None] = []
    editors: list[Author | None] = []
    for tag, value in fields:
        if tag in ("A", "E"):
            (authors if tag == "A" else editors).extend(endnote_name(name) for name in _names(value))
        elif tag == "M" and from_medline and re.fullmatch(r"[1-9]\d{3,7}", one_line(value)):
            draft.add("pmid", "%M", value)
        elif tag in "12345ML" and re.fullmatch(r"PMC\d{3,9}", one_line(value)):
            draft.add("pmcid", f"%{tag}", value)
        elif tag != "0":
            draft.add(_FIELDS.get(tag, ""), f"%{tag}", value if tag in _TEXTS else one_line(value))
    draft.authors = tuple(dict.fromkeys(author for author in authors if author is not None))
    draft.editors = tuple(dict.fromkeys(editor for editor in editors if editor is not None))
    return drafted_paper(draft)


def _names(value: str) -> list[str]:
    return [name for name in re.split(r"\s*[;\n]\s*", plain(value)) if name.strip()]
