"""How conspectus bears a large library: memory and time of adding, of the index, and how long a query waits."""

from __future__ import annotations

import json
import sqlite3
import statistics
import sys
import tempfile
from collections.abc import Callable, Sequence
from importlib import import_module
from itertools import pairwise
from pathlib import Path
from typing import Any

from benchmarks.anthology import FOLDER as ANTHOLOGY
from benchmarks.generated_files import write_ris
from benchmarks.library import LIBRARY, queries
from benchmarks.outcome import Cell, Outcome, Scale, Table, ratio, verdict
from benchmarks.peak_memory import Measured, measured
from benchmarks.synthetic_abstracts import each_made_record, made_records
from benchmarks.timing import in_fresh_process, timed

FTS5, PLAIN = "SQLite FTS5", "plain.sqlite"
_MEGA = 1_000_000
_MIB = 1024 * 1024
_COLUMNS = ("what", "records", "papers", "MB of files", "seconds", "records/s", "peak MB", "rispy seconds",
            "rispy peak MB", "times rispy, peak")  # fmt: skip
_LATENCY = ("method", "query", "records", "queries", "with results", "p50 ms", "p95 ms", f"times {FTS5}, p50")
_JOBS = ("job", "records", "seconds", "records/s", "peak MB")


def run(scale: Scale) -> Outcome:
    """Gives seconds and peak memory of adding up to 100,000 records, of the index, and latencies of queries."""
    sizes, wanted = scale.pick(((10_000, 30_000, 100_000), 500), ((20, 40), 10))
    largest = sizes[-1]
    notes: list[str] = []
    skipped: list[str] = []
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        anthology = _anthology_row(scale, folder, notes, skipped)
        rows = [_made_row(folder, size, keep=size == largest) for size in sizes]
        notes += _memory_notes(rows)
        jobs = [_reindex_row(folder, largest)]
        latencies, fts_job = _searched(folder, largest, wanted, notes, skipped)
        jobs += fts_job
    return Outcome(
        tables=(
            Table(title="Memory of adding", columns=_COLUMNS, rows=[*anthology, *rows]),
            Table(title="Making the index", columns=_JOBS, rows=jobs),
            Table(title="Latency of a query", columns=_LATENCY, rows=latencies),
        ),
        notes=(
            "Adding is `conspectus add` in a process of its own, start included; its peak is what the kernel says of "
            "the ended process. rispy loads the same file whole, and does nothing else.",
            "Queries run in one process, each once, after 20 that do not count; ten results each, any of the words, "
            "ranked by BM25 over stems, in both methods.",
            *notes,
        ),
        skipped=tuple(skipped),
    )


def _anthology_row(scale: Scale, folder: Path, notes: list[str], skipped: list[str]) -> list[dict[str, Cell]]:
    source = scale.data / ANTHOLOGY
    if scale.quick or not source.is_dir():
        skipped.append(f"adding the ACL Anthology: {'tiny sizes' if scale.quick else f'no folder {ANTHOLOGY}'}.")
        return []
    done, records, papers = _added(source, folder / "anthology")
    files = sum(path.stat().st_size for path in source.glob("*.xml*"))
    notes.append(verdict("adding all of the ACL Anthology", done.peak_mb, 600, "MB"))
    return [_row("ACL Anthology, gzipped XML", records, papers, files, done)]


def _made_row(folder: Path, count: int, *, keep: bool) -> dict[str, Cell]:
    """Adds so many made-up records; what is to be searched later is kept under the name that others look for."""
    file = folder / f"{count}.ris"
    write_ris(file, each_made_record(count))
    done, records, papers = _added(file, folder / (LIBRARY if keep else f"library-{count}"))
    if records != count:
        raise RuntimeError(f"{records} of {count} records came in.")
    row = _row("made-up records, one RIS file", records, papers, file.stat().st_size, done)
    seconds, peak = in_fresh_process("benchmarks.load:load_with_rispy", str(file))
    if seconds is not None:
        mega = peak * _MIB / _MEGA
        row |= {"rispy seconds": seconds, "rispy peak MB": mega, "times rispy, peak": ratio(done.peak_mb, mega)}
    file.unlink()
    return row


def _memory_notes(rows: Sequence[dict[str, Cell]]) -> list[str]:
    """Says how the peak grows with the file, and whether the largest is below 1 GB."""
    (few, small, low), (many, large, high) = (
        [float(str(row[name])) for name in ("records", "MB of files", "peak MB")] for row in (rows[0], rows[-1])
    )
    return [
        f"From {few:,.0f} to {many:,.0f} records the peak grew by {1000 * (high - low) / (many - few):.2f} MB for "
        f"1,000 records, of which the file has {1000 * (large - small) / (many - few):.2f} MB: a file is read whole.",
        verdict(f"adding {many:,.0f} made-up records", high, 1000, "MB"),
    ]


def _row(what: str, records: int, papers: int, size: int, done: Measured) -> dict[str, Cell]:
    return {
        **dict.fromkeys(_COLUMNS),
        "what": what,
        "records": records,
        "papers": papers,
        "MB of files": size / _MEGA,
        "seconds": done.seconds,
        "records/s": ratio(records, done.seconds),
        "peak MB": done.peak_mb,
    }


def _added(source: Path, library: Path) -> tuple[Measured, int, int]:
    """Adds a file or folder to a new library; gives the measures, the records that came in, and the papers."""
    done = measured(
        [sys.executable, "-m", "conspectus", "add", "--quiet", "--json", "--library", str(library), str(source)]
    )
    report = json.loads(done.output)
    if report["failed"]:
        raise RuntimeError(f"{len(report['failed'])} records failed, the first: {report['failed'][0]}")
    return done, report["added"] + report["merged"] + report["unchanged"], report["added"]


def load_with_rispy(file: str) -> float | None:
    """Gives the seconds in which rispy loads a file, None where it is not installed."""
    try:
        rispy: Any = import_module("rispy")
    except ImportError:
        return None
    with Path(file).open(encoding="utf-8") as opened:
        return timed(lambda: rispy.load(opened))[1]


def _reindex_row(folder: Path, count: int) -> dict[str, Cell]:
    seconds, peak = in_fresh_process("benchmarks.library:reindex", str(folder), str(count))
    return _job("conspectus: reindex", count, float(seconds), peak * _MIB / _MEGA)


def _job(name: str, count: int, seconds: float, peak: float | None) -> dict[str, Cell]:
    values = (name, count, seconds, ratio(count, seconds), peak)
    return dict(zip(_JOBS, values, strict=True))


def _searched(
    folder: Path, count: int, wanted: int, notes: list[str], skipped: list[str]
) -> tuple[list[dict[str, Cell]], list[dict[str, Cell]]]:
    seconds, _ = in_fresh_process("benchmarks.load:build_fts5", str(folder / PLAIN), str(count))
    if seconds is None:
        skipped.append(f"{FTS5}: this SQLite was built without it.")
    methods = ["conspectus", *([FTS5] if seconds is not None else [])]
    rows: list[dict[str, Cell]] = []
    for kind in ("two words", "a title"):
        found = {name: in_fresh_process("benchmarks.load:latencies", str(folder), name, kind, str(wanted))[0]
                 for name in methods}  # fmt: skip
        for name, (hits, p50, p95) in found.items():
            times = ratio(p50, found[FTS5][1]) if FTS5 in found else None
            values = (name, kind, count, wanted, hits, p50, p95, times)
            rows.append(dict(zip(_LATENCY, values, strict=True)))
        notes.append(verdict(f"half of the queries of {kind} among {count:,} papers", found["conspectus"][1], 2, "ms"))
    return rows, [] if seconds is None else [_job(f"{FTS5}: made from texts in memory", count, seconds, None)]


def build_fts5(path: str, count: str) -> float | None:
    """Gives the seconds of making an FTS5 table of titles and abstracts, None where SQLite has no FTS5."""
    connection = sqlite3.connect(path)
    try:
        connection.execute("CREATE VIRTUAL TABLE papers USING fts5(doi UNINDEXED, title, text, tokenize = 'porter')")
    except sqlite3.OperationalError:
        connection.close()
        return None
    rows = [(record.doi, record.title, record.abstract) for record in each_made_record(int(count))]

    def insert() -> None:
        with connection:
            connection.executemany("INSERT INTO papers VALUES (?, ?, ?)", rows)

    seconds = timed(insert)[1]
    connection.close()
    return seconds


def latencies(folder: str, method: str, kind: str, wanted: str) -> tuple[int, float, float]:
    """Gives how many queries found something, and the 50th and 95th percentile of their milliseconds."""
    number = int(wanted)
    asked = _asked(kind, number + 20)
    find = _with_fts5(Path(folder)) if method == FTS5 else _with_index(Path(folder))
    for words in asked[:20]:
        find(words)
    times: list[float] = []
    hits = 0
    for words in asked[20:]:
        found, seconds = timed(lambda words=words: find(words))  # type: ignore[misc]
        times.append(1000 * seconds)
        hits += bool(found)
    cuts = statistics.quantiles(times, n=20, method="inclusive")
    return hits, statistics.median(times), cuts[-1]


def _asked(kind: str, number: int) -> list[list[str]]:
    """Gives so many queries, each a list of words; titles are those of papers, so that each finds something."""
    titles = [[word for word in record.title.split() if word.isalnum()] for record in made_records(number)]
    if kind == "a title":
        return titles
    known = [list(pair) for pair in queries()]
    # Neighbouring words of titles beside those of concepts, so that not the same few are asked for.
    pairs = [list(pair) for title in titles for pair in pairwise(title[-3:])]
    return (known + pairs)[:number] if len(known) + len(pairs) >= number else (known + pairs) * number


def _with_index(folder: Path) -> Callable[[Sequence[str]], list[Any]]:
    from conspectus.retrieval.text_index import FOLDER, open_index

    index = open_index(folder / LIBRARY / FOLDER)
    return lambda words: index.search(" ".join(words), 10)


def _with_fts5(folder: Path) -> Callable[[Sequence[str]], list[Any]]:
    connection = sqlite3.connect(folder / PLAIN)
    ask = "SELECT doi, bm25(papers, 0, 2, 1) AS score FROM papers WHERE papers MATCH ? ORDER BY score LIMIT 10"
    return lambda words: connection.execute(ask, (" OR ".join(f'"{word}"' for word in words),)).fetchall()
