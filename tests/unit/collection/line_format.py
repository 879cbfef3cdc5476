"""A small line format, so that adding is tested apart from the readers of real formats."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

from conspectus.collection.add import add_files
from conspectus.collection.report import AddReport
from conspectus.domain.document_building import ParagraphDraft, SectionDraft, build_document
from conspectus.domain.identifiers import Identifiers
from conspectus.domain.paper import Author, Paper, PartialDate
from conspectus.foundation.errors import BrokenRecord, InputError
from conspectus.foundation.events import Events
from conspectus.library.store import Library
from conspectus.readers.reading import ReadItem, ReadPaper, Skipped
from conspectus.readers.sniffing import Head


def make_paper(
    *,
    title: str = "",
    author: str = "",
    year: int | None = None,
    key: str = "",
    abstract: str = "",
    venue: str = "",
    **identifiers: str,
) -> Paper:
    draft = SectionDraft(heading="Abstract", paragraphs=[ParagraphDraft(text=abstract)])
    return Paper(
        id="",
        title=title,
        authors=(Author(family=author),) if author else (),
        date=PartialDate(year=year) if year else None,
        venue=venue,
        keys=(key,) if key else (),
        identifiers=Identifiers(**identifiers),
        documents=(build_document([draft]),) if abstract else (),
    )


class LinesReader:
    """After a first line ``LINES`` each line is a record: a JSON object, or a word that goes wrong in its way."""

    name = "lines"
    label = "lines"

    def recognise(self, head: Head) -> str:
        return "starts with LINES" if head.text.startswith("LINES") else ""

    def read(self, data: bytes) -> Iterator[ReadItem]:
        for record, line in enumerate(data.decode().splitlines()[1:], 1):
            if line == "broken":
                yield BrokenRecord("It is broken.", record=record, line=record + 1, hint="Mend it.")
            elif line == "skip":
                yield Skipped(reason="is a note", record=record, line=record + 1)
            elif line == "hostile":
                raise InputError("The rest is hostile.", hint="Leave it.")
            elif line == "fault":
                raise ZeroDivisionError("a fault of the reader")
            else:
                yield ReadPaper(paper=make_paper(**json.loads(line)), record=record, line=record + 1)


class Shelf:
    """A library with the line format, and files to put into it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.home = folder / "library"
        self.events = Events()

    def file(self, name: str, *records: object) -> Path:
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        lines = (record if isinstance(record, str) else json.dumps(record) for record in records)
        path.write_text("\n".join(["LINES", *lines]), encoding="utf-8")
        return path

    def add(self, *paths: Path, largest_file: int = 1_000_000) -> AddReport:
        with Library(self.home, writable=True) as library:
            return add_files(library, paths, largest_file=largest_file, events=self.events)

    def papers(self) -> list[Paper]:
        with Library(self.home) as library:
            return list(library.papers())
