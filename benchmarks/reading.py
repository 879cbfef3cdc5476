"""How fast files are read and sentences split, beside what others make of the same bytes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from importlib import import_module, metadata
from typing import Any

from benchmarks.generated_files import FILES
from benchmarks.outcome import Cell, Outcome, Scale, Table, ratio
from benchmarks.synthetic_abstracts import MadeRecord, made_records
from benchmarks.timing import median_seconds
from conspectus.foundation.text.sentences import sentence_spans
from conspectus.readers.reading import ReadPaper, read_bytes

MEGA = 1_000_000
_COLUMNS = ("format", "records", "MB", "seconds", "MB/s", "records/s", "alternative", "its seconds",
            "times alternative")  # fmt: skip


def run(scale: Scale) -> Outcome:
    """Gives the rate of each reader and of the sentence splitter."""
    many, full_texts, times = scale.pick((2000, 150, 3), (20, 4, 1))
    records = made_records(many)
    skipped: list[str] = []
    rows = [_reader_row(name, records[: full_texts if name == "jats" else many], times, skipped) for name in FILES]
    return Outcome(
        tables=(
            Table(title="Readers", columns=_COLUMNS, rows=rows),
            Table(
                title="Sentences",
                columns=("abstracts", "MB", "method", "seconds", "MB/s", "sentences", "times nupunkt"),
                rows=_sentence_rows(records, times),
            ),
        ),
        notes=(
            "A reader gives whole papers: people, dates, identifiers, and texts split into sentences. rispy and "
            "bibtexparser give fields, lxml a bare tree, and splitlines the lines of the text.",
            "JATS articles hold a full text of five sections with pointers to 15 references.",
        ),
        skipped=tuple(skipped),
    )


def _reader_row(name: str, records: list[MadeRecord], times: int, skipped: list[str]) -> dict[str, Cell]:
    data = FILES[name](records)
    _check(name, data, len(records))
    seconds = median_seconds(lambda: list(read_bytes(data, source=name).items), times)
    label, alternative, missing = _alternative(name)
    if missing:
        skipped.append(missing)
    theirs = median_seconds(lambda: alternative(data), times) if alternative else None
    return {
        "format": name,
        "records": len(records),
        "MB": len(data) / MEGA,
        "seconds": seconds,
        "MB/s": ratio(len(data) / MEGA, seconds),
        "records/s": ratio(len(records), seconds),
        "alternative": label,
        "its seconds": theirs,
        "times alternative": None if theirs is None else ratio(seconds, theirs),
    }


def _check(name: str, data: bytes, records: int) -> None:
    """A rate says nothing unless every record was read, and by the right reader."""
    reading = read_bytes(data, source=name)
    papers = [item.paper for item in reading.items if isinstance(item, ReadPaper)]
    if reading.reader != name or len(papers) != records or not all(paper.abstract for paper in papers):
        raise RuntimeError(f"Of {records} records the reader {reading.reader} gave {len(papers)} papers from {name}.")


def _alternative(name: str) -> tuple[str, Callable[[bytes], object] | None, str]:
    """The alternative's name, what it does, and why it is missing."""
    if name in ("pubmed_xml", "jats"):
        from lxml import etree

        return "lxml, bare parse", etree.fromstring, ""
    if name == "medline":
        return "str.splitlines", lambda data: data.decode().splitlines(), ""
    package = {"ris": "rispy", "bibtex": "bibtexparser"}[name]
    try:
        module: Any = import_module(package)
    except ImportError:
        return package, None, f"{package} beside the reader of {name}: it is not installed."
    parse = module.loads if package == "rispy" else getattr(module, "parse_string", None)
    if parse is None:
        return package, None, f"{package} beside the reader of {name}: version 2 is wanted."
    return f"{package} {metadata.version(package)}", lambda data: parse(data.decode()), ""


def _sentence_rows(records: list[MadeRecord], times: int) -> list[dict[str, Cell]]:
    from nupunkt import sent_spans

    texts = [record.abstract for record in records]
    size = sum(len(text.encode()) for text in texts) / MEGA
    methods: dict[str, Callable[[str], Any]] = {"conspectus": sentence_spans, "nupunkt": sent_spans}
    found = {name: sum(len(list(split(text))) for text in texts) for name, split in methods.items()}
    seconds = {name: median_seconds(partial(_each, split, texts), times) for name, split in methods.items()}
    return [
        {
            "abstracts": len(texts),
            "MB": size,
            "method": name,
            "seconds": seconds[name],
            "MB/s": ratio(size, seconds[name]),
            "sentences": found[name],
            "times nupunkt": ratio(seconds[name], seconds["nupunkt"]),
        }
        for name in methods
    ]


def _each(split: Callable[[str], Any], texts: Sequence[str]) -> None:
    for text in texts:
        list(split(text))
