"""How long it takes to find what comes twice among many records, what memory that needs, and how much is found."""

from __future__ import annotations

import tempfile
import time
from collections import defaultdict
from pathlib import Path

from benchmarks.outcome import Cell, Outcome, Scale, Table, ratio
from benchmarks.synthetic_duplicates import made_copies
from benchmarks.timing import in_fresh_process

_SIZES = (1_000, 10_000, 100_000)
_LIBRARY_SIZES = (1_000, 10_000)


def run(scale: Scale) -> Outcome:
    """Gives seconds, peak memory, precision and recall in memory and in a library, by number of records."""
    rows: list[dict[str, Cell]] = []
    for job, sizes in (("group", scale.pick(_SIZES, (200,))), ("library", scale.pick(_LIBRARY_SIZES, (100,)))):
        for count in sizes:
            figures, peak = in_fresh_process(f"benchmarks.duplicates:{job}", str(count))
            row: dict[str, Cell] = {"job": job, "records": count, **figures}
            row |= {"records/s": ratio(count, float(figures["seconds"])), "peak MiB": peak}
            rows.append(row)
    return Outcome(
        tables=(Table(title="Finding duplicates", columns=tuple(rows[0]), rows=rows),),
        notes=(
            "One record in ten is a second record of a work; one work in fifty only looks like another.",
            "group: traits, blocking, judging and linking in memory, making the records not counted; "
            "library: each record is settled in a library file in a transaction of its own.",
        ),
    )


def group(count: str) -> dict[str, float]:
    """Gives the figures of grouping records in memory."""
    from conspectus.domain.duplicate_groups import group_records
    from conspectus.domain.duplicate_traits import traits_of

    copies = made_copies(int(count))
    works = [copy.work for copy in copies]
    start = time.perf_counter()
    traits = [traits_of(copy.paper) for copy in copies]
    described = time.perf_counter()
    grouping = group_records(traits)
    seconds = time.perf_counter() - start
    judging = time.perf_counter() - described
    return {
        "seconds": seconds,
        "pairs judged": float(grouping.judged),
        "pairs/s": grouping.judged / judging,
        **_quality(grouping.works, works),
        "uncertain": float(len(grouping.uncertain)),
    }


def library(count: str) -> dict[str, float]:
    """Gives the figures of settling records in a library."""
    from conspectus.collection.matching import settle
    from conspectus.library.store import Library

    copies = made_copies(int(count))
    with tempfile.TemporaryDirectory() as folder, Library(Path(folder), writable=True) as opened:
        start = time.perf_counter()
        names = [settle(opened, copy.paper).paper for copy in copies]
        seconds = time.perf_counter() - start
        groups: defaultdict[str, list[int]] = defaultdict(list)
        for place, name in enumerate(names):
            groups[opened.current_id(name)].append(place)
        uncertain = sum(1 for _ in opened.duplicates.pairs("offered"))
    return {
        "seconds": seconds,
        "pairs judged": 0.0,
        "pairs/s": 0.0,
        **_quality([tuple(group) for group in groups.values()], [copy.work for copy in copies]),
        "uncertain": float(uncertain),
    }


def _quality(groups: object, works: list[int]) -> dict[str, float]:
    assert isinstance(groups, list | tuple)
    gold: defaultdict[int, list[int]] = defaultdict(list)
    for place, work in enumerate(works):
        gold[work].append(place)
    found, known = _pairs(groups), _pairs(list(gold.values()))
    agreed = len(found & known)
    return {"precision": agreed / max(len(found), 1), "recall": agreed / max(len(known), 1)}


def _pairs(groups: list[list[int]] | tuple[tuple[int, ...], ...]) -> set[tuple[int, int]]:
    ordered = (sorted(group) for group in groups)
    return {(one, other) for group in ordered for at, one in enumerate(group) for other in group[at + 1 :]}
