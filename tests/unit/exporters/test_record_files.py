"""A file of records is written piece by piece, and the pieces make the file."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from conspectus.domain.paper import Paper
from conspectus.exporters.medline import MedlineExporter
from conspectus.exporters.record_files import RecordFileExporter
from conspectus.exporters.ris import RisExporter

PAPERS = [Paper(id=f"p{number}", title=f"On reed {number}", kind="article-journal") for number in range(3)]


@pytest.mark.parametrize("exporter", [RisExporter(), MedlineExporter()])
def test_papers_are_taken_one_by_one(exporter: RecordFileExporter) -> None:
    taken: list[str] = []

    def papers() -> Iterator[Paper]:
        for paper in PAPERS:
            taken.append(paper.id)
            yield paper

    pieces = exporter.pieces(papers(), own_keys=["any"])
    first = next(pieces)
    assert taken == ["p0"]
    rest = list(pieces)
    assert len(rest) == 2
    assert exporter.export(PAPERS) == first + "".join(rest)
    assert exporter.export([]) == ""


@pytest.mark.parametrize(
    "exporter, start, between",
    [(RisExporter(), "TY  - JOUR\n", "ER  - \n\nTY  - JOUR\n"), (MedlineExporter(), "TI  - ", "\n\nTI  - On reed 1\n")],
)
def test_a_blank_line_parts_records(exporter: RecordFileExporter, start: str, between: str) -> None:
    text = exporter.export(PAPERS)
    assert text.startswith(start)
    assert between in text
    assert "\n\n\n" not in text
