"""How long a library takes to take papers in and to find them, and what memory that needs.

Each job runs in a process of its own, so that the peak of one is not the peak of another.
"""

from __future__ import annotations

import sqlite3
import tempfile
from collections.abc import Callable, Sequence
from functools import partial
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any

from benchmarks.generated_files import ris_file
from benchmarks.outcome import Cell, Outcome, Scale, Table, ratio
from benchmarks.synthetic_abstracts import SUBJECTS, MadeRecord, made_records
from benchmarks.timing import in_fresh_process, median_seconds, timed

if TYPE_CHECKING:
    from conspectus.collection.report import AddReport

LIBRARY, FILE, PLAIN = "library", "records.ris", "plain.sqlite"
BARE_INSERT = "sqlite3: one table, one transaction"
BARE_LIKE = "SQLite LIKE"


def run(scale: Scale) -> Outcome:
    """Gives seconds and peak memory of adding, adding again, reindexing and searching."""
    count, times = scale.pick((2000, 5), (30, 1))
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / FILE).write_bytes(ris_file(made_records(count)))
        _, floor = in_fresh_process("benchmarks.library:nothing", name)
        jobs: dict[str, tuple[float, float]] = {}
        for job, function in _JOBS.items():
            seconds, peak = in_fresh_process(f"benchmarks.library:{function}", name, str(count))
            jobs[job] = (float(seconds), peak)
        found, _ = in_fresh_process("benchmarks.library:search", name, str(count), str(times))
    bare = jobs[BARE_INSERT]
    rows: list[dict[str, Cell]] = [
        {
            "job": job,
            "records": count,
            "seconds": seconds,
            "records/s": ratio(count, seconds),
            "peak MiB": peak,
            "times sqlite3, seconds": ratio(seconds, bare[0]),
            "times sqlite3, peak": ratio(peak, bare[1]),
        }
        for job, (seconds, peak) in jobs.items()
    ]
    return Outcome(
        tables=(
            Table(title="Adding", columns=tuple(rows[0]), rows=rows),
            Table(title="Searching", columns=tuple(found[0]), rows=found),
        ),
        notes=(
            f"A process that only imports what makes the records peaks at {floor:.0f} MiB.",
            "Adding reads RIS, merges what is there already, writes one transaction a record and fills the full-text "
            "index; the plain table takes titles and abstracts that are ready in memory.",
            "A query is two words of a concept; LIKE looks for either word anywhere in title or abstract and does "
            "not rank, tantivy gives the ten best by BM25 over stems.",
        ),
    )


def nothing(folder: str) -> float:
    """Gives 0 seconds: the memory of a process that has only loaded this module."""
    return 0.0 if folder else -1.0


def add(folder: str, count: str) -> float:
    """Gives the seconds of adding the file; whether every record came in is checked."""
    report, seconds = _added(folder)
    if report.added + report.unchanged != int(count) or report.failed:
        raise RuntimeError(f"{report.added} of {count} records came in; {len(report.failed)} failed.")
    return seconds


def reindex(folder: str, count: str) -> float:
    """Gives the seconds of making the full-text index anew."""
    from conspectus.collection.reindex import rebuild_text_index
    from conspectus.library.store import Library

    with Library(Path(folder) / LIBRARY, writable=True) as library:
        papers, seconds = timed(lambda: rebuild_text_index(library))
    if papers != int(count):
        raise RuntimeError(f"{papers} of {count} papers were indexed.")
    return seconds


def insert_bare(folder: str, count: str) -> float:
    """Gives the seconds of putting titles and abstracts into a plain table."""
    records = made_records(int(count))
    return timed(lambda: _plain_table(Path(folder) / PLAIN, records))[1]


def search(folder: str, count: str, times: str) -> list[dict[str, Cell]]:
    """Gives the seconds of a query by tantivy and by LIKE, the mean over all queries, and how many found something."""
    from conspectus.retrieval.text_index import FOLDER, open_index

    index = open_index(Path(folder) / LIBRARY / FOLDER)
    connection = sqlite3.connect(Path(folder) / PLAIN)
    methods: dict[str, Callable[[tuple[str, str]], list[Any]]] = {
        "tantivy": lambda words: index.search(" ".join(words), 10),
        BARE_LIKE: lambda words: connection.execute(_LIKE, [f"%{word}%" for word in (*words, *words)]).fetchall(),
    }
    wanted = queries()
    hits = {name: sum(bool(find(words)) for words in wanted) for name, find in methods.items()}
    seconds = {
        name: median_seconds(partial(_each, find, wanted), int(times)) / len(wanted) for name, find in methods.items()
    }
    connection.close()
    return [
        {
            "method": name,
            "records": int(count),
            "queries": len(wanted),
            "with results": hits[name],
            "ms a query": 1000 * seconds[name],
            f"times {BARE_LIKE}": ratio(seconds[name], seconds[BARE_LIKE]),
        }
        for name in methods
    ]


def queries() -> list[tuple[str, str]]:
    """Gives pairs of neighbouring words of the methods and troubles that the made-up papers speak of."""
    names = (name for subject in SUBJECTS for name in (*subject.methods, *subject.troubles))
    return list(dict.fromkeys(pair for name in names for pair in pairwise(name.partition(" (")[0].split())))


_JOBS = {
    "conspectus: add": "add",
    "conspectus: add again": "add",
    "conspectus: reindex": "reindex",
    BARE_INSERT: "insert_bare",
}
_LIKE = "SELECT doi FROM papers WHERE title LIKE ? OR title LIKE ? OR abstract LIKE ? OR abstract LIKE ?"


def _added(folder: str) -> tuple[AddReport, float]:
    from conspectus.collection.add import add_files
    from conspectus.library.store import Library

    with Library(Path(folder) / LIBRARY, writable=True) as library:
        return timed(lambda: add_files(library, [Path(folder) / FILE], largest_file=1 << 30))


def _each(find: Callable[[tuple[str, str]], list[Any]], wanted: Sequence[tuple[str, str]]) -> None:
    for words in wanted:
        find(words)


def _plain_table(path: Path, records: Sequence[MadeRecord]) -> None:
    connection = sqlite3.connect(path)
    with connection:
        connection.execute("CREATE TABLE papers (doi TEXT PRIMARY KEY, title TEXT, abstract TEXT)")
        rows = ((record.doi, record.title, record.abstract) for record in records)
        connection.executemany("INSERT INTO papers VALUES (?, ?, ?)", rows)
    connection.close()
