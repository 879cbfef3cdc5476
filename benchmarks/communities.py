"""How long it takes to find communities among vectors of papers, beside sentence-transformers, and what memory."""

from __future__ import annotations

import gc
import importlib.util
import json
import os
import statistics
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks.anthology import FOLDER, anthology_papers
from benchmarks.made_vectors import made_vectors, share_near
from benchmarks.outcome import Cell, Outcome, Scale, Table, ratio, verdict
from benchmarks.timing import in_fresh_process, peak_mib, timed

LEAST_SIZE = 5
_THRESHOLD = 96
_LIBRARY = "sentence_transformers"
_ITS_STEPS = "its steps in numpy"
_COLUMNS = ("vectors", "numbers", "width", "threshold", "method", "threads", "seconds", "CPU seconds",
            "MiB above the vectors", "communities", "share in communities", "times as fast", "by CPU",
            "same communities")  # fmt: skip


def run(scale: Scale) -> Outcome:
    """Gives seconds and memory on made-up vectors and on those of real abstracts, and whether the answers agree."""
    times = scale.pick(3, 1)
    other = "sentence-transformers" if importlib.util.find_spec(_LIBRARY) else _ITS_STEPS
    skipped: list[str] = []
    rows: list[dict[str, Cell]] = []
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        made = made_vectors(scale.pick(10_000, 400), scale.pick(768, 64), topics=scale.pick(200, 20), clear_of=0.96)
        near = share_near(made, _THRESHOLD / 100, 0.01)
        rows += _beside("made up", _kept(folder, "made", made), _THRESHOLD, other, times)
        if (scale.data / FOLDER).is_dir():
            abstracts, threshold = _abstracts(scale.data / FOLDER, scale.pick(10_000, 300))
            rows += _beside("abstracts, offline embedder", _kept(folder, "acl", abstracts), threshold, other, times)
        else:
            skipped.append(f"vectors of abstracts: there is no folder {FOLDER} in the data.")
        many = made_vectors(scale.pick(50_000, 600), scale.pick(384, 32))
        rows.append(_row("made up, many", _kept(folder, "many", many), _THRESHOLD, "conspectus", 1)[0])
    if not importlib.util.find_spec(_LIBRARY):
        skipped.append("community_detection of sentence-transformers: it is not installed (extra semantic).")
    return Outcome(
        tables=(Table(title="Communities", columns=_COLUMNS, rows=rows),),
        notes=(
            f"Made up: unit vectors around centres of uneven size; {near:.1%} of the similarities are within 0.01 of "
            "the threshold, and none nearer to it than 0.000001, where float32 cannot tell the side.",
            f"Communities of at least {LEAST_SIZE}. Each method in a process of its own, which reads the vectors from "
            f"a file; median of {times} searches, of which the first also warms up.",
            "The threshold of abstracts is the quantile that conspectus takes for the offline embedder.",
            *([] if scale.quick else _verdicts(rows)),
        ),
        skipped=tuple(skipped),
    )


def search(method: str, file: str, threshold: str, times: str) -> dict[str, Any]:
    """Gives the median seconds, those of all threads together, the MiB above the vectors, the communities' members."""
    vectors = np.load(file)
    work = _method(method, vectors, int(threshold) / 100)
    gc.collect()
    before = _resident_mib()
    answers, spent = [], []
    for _ in range(int(times)):
        started = time.process_time()
        answers.append(timed(work))
        spent.append(time.process_time() - started)
    return {
        "seconds": statistics.median(seconds for _, seconds in answers),
        "cpu": statistics.median(spent),
        "above": max(peak_mib() - before, 0.0),
        "found": answers[0][0],
        "threads": _threads(),
    }


def _method(method: str, vectors: Any, threshold: float) -> Callable[[], list[list[int]]]:
    if method == "conspectus":
        from conspectus.retrieval.vector_communities import find_communities

        return lambda: [list(found.members) for found in find_communities(vectors, threshold, least_size=LEAST_SIZE)]
    if method == "sentence-transformers":
        import torch
        from sentence_transformers.util import community_detection

        torch.set_num_threads(_threads())
        return lambda: community_detection(vectors, threshold=threshold, min_community_size=LEAST_SIZE)
    return lambda: steps_in_numpy(vectors, threshold)


def steps_in_numpy(vectors: Any, threshold: float) -> list[list[int]]:
    """Takes the steps that ``community_detection`` of sentence-transformers takes on a CPU, with numpy for torch."""
    least, reach = min(LEAST_SIZE, len(vectors)), np.float32(threshold)
    size = min(max(2 * least, 50), len(vectors))
    candidates: list[list[int]] = []
    for start in range(0, len(vectors), 1024):
        similarities = vectors[start : start + 1024] @ vectors.T
        enough = np.partition(similarities, -least, axis=1)[:, -least] >= reach
        for row in similarities[enough]:
            best = _highest(row, size)
            while row[best[-1]] > reach and size < len(vectors):
                size = min(2 * size, len(vectors))
                best = _highest(row, size)
            candidates.append(best[: int((row[best] >= reach).sum())].tolist())
    used: set[int] = set()
    found = []
    for candidate in sorted(candidates, key=len, reverse=True):
        left = [number for number in candidate if number not in used]
        if len(left) >= least:
            used.update(left)
            found.append(left)
    return sorted(found, key=len, reverse=True)


def _highest(row: Any, count: int) -> Any:
    """Gives the places of the highest numbers, the highest first."""
    places = np.argpartition(-row, count - 1)[:count]
    return places[np.argsort(-row[places], kind="stable")]


def _beside(what: str, file: Path, threshold: int, other: str, times: int) -> list[dict[str, Cell]]:
    theirs, their_answer = _row(what, file, threshold, other, times)
    ours, our_answer = _row(what, file, threshold, "conspectus", times)
    ours["times as fast"] = ratio(float(str(theirs["seconds"])), float(str(ours["seconds"])))
    ours["by CPU"] = ratio(float(str(theirs["CPU seconds"])), float(str(ours["CPU seconds"])))
    agree = {frozenset(found) for found in our_answer} == {frozenset(found) for found in their_answer}
    ours["same communities"] = "yes" if agree else "no"
    return [ours, theirs]


def _row(what: str, file: Path, threshold: int, method: str, times: int) -> tuple[dict[str, Cell], list[list[int]]]:
    answer, _ = in_fresh_process("benchmarks.communities:search", method, str(file), str(threshold), str(times))
    count, width = json.loads(file.with_suffix(".json").read_text("utf-8"))
    row: dict[str, Cell] = {
        "vectors": what,
        "numbers": count,
        "width": width,
        "threshold": threshold / 100,
        "method": method,
        "threads": answer["threads"],
        "seconds": answer["seconds"],
        "CPU seconds": answer["cpu"],
        "MiB above the vectors": answer["above"],
        "communities": len(answer["found"]),
        "share in communities": sum(map(len, answer["found"])) / max(count, 1),
        "times as fast": None,
        "by CPU": None,
        "same communities": None,
    }
    return row, answer["found"]


def _abstracts(folder: Path, count: int) -> tuple[Any, int]:
    """Gives the offline embedder's vectors of abstracts, and their first threshold that gives communities."""
    from conspectus.embedders.offline import OfflineEmbedder
    from conspectus.retrieval.vector_communities import search_communities

    texts = [(paper.title, paper.abstract) for paper in anthology_papers(folder, count)]
    vectors = OfflineEmbedder.fitted(texts).embed(texts)
    threshold = search_communities(vectors, None, least_size=LEAST_SIZE).threshold
    return vectors, threshold.used or threshold.tried[-1]


def _kept(folder: Path, name: str, vectors: Any) -> Path:
    np.save(folder / f"{name}.npy", vectors)
    (folder / f"{name}.json").write_text(json.dumps(vectors.shape), "utf-8")
    return folder / f"{name}.npy"


def _verdicts(rows: list[dict[str, Cell]]) -> list[str]:
    notes = []
    for row in rows:
        above = float(str(row["MiB above the vectors"])) * 1.048576
        most = 4000 if row["vectors"] == "made up, many" else 500
        if row["method"] == "conspectus":
            notes.append(verdict(f"{row['vectors']}: memory above the vectors", above, most, "MB"))
        if row["times as fast"] is not None:
            share = 1 / float(str(row["times as fast"]))
            notes.append(verdict(f"{row['vectors']}: share of the other's time", share, 0.2, "of it"))
            share = 1 / float(str(row["by CPU"]))
            notes.append(verdict(f"{row['vectors']}: share of the other's CPU time", share, 0.2, "of it"))
    return notes


def _threads() -> int:
    from threadpoolctl import threadpool_info

    numbers = [int(pool["num_threads"]) for pool in threadpool_info() if pool["user_api"] == "blas"]
    return max(numbers, default=os.cpu_count() or 1)


def _resident_mib() -> float:
    status = Path("/proc/self/status")
    if not status.exists():
        return peak_mib()
    line = next(line for line in status.read_text("ascii", "replace").splitlines() if line.startswith("VmRSS:"))
    return int(line.split()[1]) / 1024
