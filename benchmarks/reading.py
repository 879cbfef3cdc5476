"""How fast files are read and sentences split, beside what others make of the same bytes."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import nullcontext
from functools import partial
from importlib import import_module, metadata
from pathlib import Path
from statistics import median
from typing import Any

from benchmarks.anthology import FOLDER, anthology_files
from benchmarks.generated_files import FILES
from benchmarks.outcome import Cell, Outcome, Scale, Table, ratio, verdict
from benchmarks.synthetic_abstracts import MadeRecord, made_records
from benchmarks.timing import median_seconds, timed
from benchmarks.unsplit import without_sentence_splitting
from conspectus.foundation.text.sentences import sentence_spans
from conspectus.readers.reading import ReadPaper, read_bytes

MEGA = 1_000_000
XML = "lxml, bare parse"
_COLUMNS = ("format", "records", "MB", "seconds", "MB/s", "records/s", "seconds, unsplit", "records/s, unsplit",
            "alternative", "its seconds", "times alternative", "times alternative, unsplit")  # fmt: skip
_MOST_TIMES, _MOST_TIMES_UNSPLIT = 12, 6


def run(scale: Scale) -> Outcome:
    """Gives the rate of each reader and of the sentence splitter."""
    many, full_texts, times = scale.pick((2000, 150, 3), (20, 4, 1))
    records = made_records(many)
    skipped: list[str] = []
    rows = [_made_row(name, records[: full_texts if name == "jats" else many], times, skipped) for name in FILES]
    rows += _anthology_row(scale.data / FOLDER, times, skipped, few=scale.quick)
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
            "Unsplit: the splitter is replaced by one that calls every paragraph one sentence.",
            *_verdicts(rows),
        ),
        skipped=tuple(skipped),
    )


def _made_row(name: str, records: list[MadeRecord], times: int, skipped: list[str]) -> dict[str, Cell]:
    data = FILES[name](records)
    alternative, parse, missing = _alternative(name)
    if missing:
        skipped.append(missing)
    row = _reader_row(name, [data], times, alternative, parse)
    if row["records"] != len(records):
        raise RuntimeError(f"Of {len(records)} records the reader gave {row['records']} papers from {name}.")
    return row


def _anthology_row(folder: Path, times: int, skipped: list[str], *, few: bool) -> list[dict[str, Cell]]:
    """Reads every collection file of the folder, or only the smallest."""
    files = sorted(anthology_files(folder), key=len) if folder.is_dir() else []
    if not files:
        skipped.append(f"reading the ACL Anthology: there is no folder {FOLDER} in the data.")
        return []
    from lxml import etree

    return [_reader_row("acl_anthology_xml", files[:1] if few else files, times, XML, etree.fromstring)]


def _reader_row(
    name: str, files: Sequence[bytes], times: int, alternative: str, parse: Callable[[bytes], object] | None
) -> dict[str, Cell]:
    """Measures the reader and its alternative in turns, so that a busy moment falls on both."""
    papers = _checked(name, files)
    size = sum(map(len, files)) / MEGA
    split: list[float] = []
    unsplit: list[float] = []
    theirs: list[float] = []
    for _ in range(times):
        split.append(timed(partial(_read, name, files))[1])
        with without_sentence_splitting():
            unsplit.append(timed(partial(_read, name, files))[1])
        if parse is not None:
            theirs.append(timed(partial(_parse, parse, files))[1])
    seconds, bare = median(split), median(unsplit)
    its = median(theirs) if theirs else None
    values = (name, papers, size, seconds, ratio(size, seconds), ratio(papers, seconds), bare, ratio(papers, bare),
              alternative, its, its and ratio(seconds, its), its and ratio(bare, its))  # fmt: skip
    return dict(zip(_COLUMNS, values, strict=True))


def _read(name: str, files: Sequence[bytes]) -> None:
    for data in files:
        deque(read_bytes(data, source=name).items, maxlen=0)


def _parse(parse: Callable[[bytes], object], files: Sequence[bytes]) -> None:
    for data in files:
        parse(data)


def _checked(name: str, files: Sequence[bytes]) -> int:
    """Gives the number of papers; a rate says nothing unless the right reader read them, unsplit where it is said."""
    counts: list[tuple[int, int]] = []
    for splitting in (nullcontext(), without_sentence_splitting()):
        papers = sentences = 0
        with splitting:
            for data in files:
                reading = read_bytes(data, source=name)
                if reading.reader != name:
                    raise RuntimeError(f"The reader {reading.reader} took a file of {name}.")
                for item in reading.items:
                    if isinstance(item, ReadPaper):
                        papers += 1
                        sentences += sum(1 for document in item.paper.documents for _ in document.sentences())
        counts.append((papers, sentences))
    (papers, sentences), (same, paragraphs) = counts
    if papers != same or not 0 < paragraphs < sentences:
        raise RuntimeError(f"{name}: {counts} papers and sentences with and without splitting.")
    return papers


def _verdicts(rows: Sequence[dict[str, Cell]]) -> Iterator[str]:
    """Says of the formats of XML whether they are read in a few times a bare parse."""
    aims = (("times alternative, unsplit", "without sentences", _MOST_TIMES_UNSPLIT),
            ("times alternative", "with sentences", _MOST_TIMES))  # fmt: skip
    for row in rows:
        for column, what, aim in aims:
            if row["alternative"] == XML and isinstance(times := row[column], float):
                yield verdict(f"{row['format']} {what}", times, aim, "times a bare parse")


def _alternative(name: str) -> tuple[str, Callable[[bytes], object] | None, str]:
    """The alternative's name, what it does, and why it is missing."""
    if name in ("pubmed_xml", "jats"):
        from lxml import etree

        return XML, etree.fromstring, ""
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
