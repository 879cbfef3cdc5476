"""``results.json``, which keeps every program's last figures, and ``RESULTS.md``, which is made from it."""

from __future__ import annotations

import json
import os
import platform
from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path
from typing import Any

from benchmarks.outcome import Cell, Outcome

JSON_NAME = "results.json"
MARKDOWN_NAME = "RESULTS.md"
_HEAD = """# Results

Made from `results.json` by `benchmarks/run.py`; do not edit. `make bench` runs every program, `make bench BENCH=NAME`
one. Alternatives ran in the same run as conspectus, one after the other; seconds depend on the machine and on what
else it did, so compare the ratios. Intervals are 95 %.
"""


def machine_facts() -> dict[str, str | int]:
    """Gives what of the machine bears on the figures; no names and no paths."""
    affinity = getattr(os, "sched_getaffinity", None)
    return {
        "cores": len(affinity(0)) if affinity else os.cpu_count() or 1,
        "system": f"{platform.system()} {platform.machine()}",
        "python": platform.python_version(),
        "conspectus": version("conspectus"),
    }


def record(outcome: Outcome, *, command: str, seconds: float, quick: bool) -> dict[str, Any]:
    """Gives the entry of one program."""
    return {
        "command": command,
        "date": f"{datetime.now(UTC):%Y-%m-%d}",
        "machine": machine_facts(),
        "quick": quick,
        "seconds": round(seconds, 1),
        "tables": [table.json_form() for table in outcome.tables],
        "notes": list(outcome.notes),
        "skipped": list(outcome.skipped),
    }


def keep(folder: Path, name: str, entry: dict[str, Any], order: Sequence[str]) -> None:
    """Puts an entry in place of the program's former one, keeps the others, and renders all of them anew."""
    path = folder / JSON_NAME
    programs: dict[str, Any] = json.loads(path.read_text("utf-8"))["programs"] if path.exists() else {}
    programs[name] = entry
    results = {"programs": {known: programs[known] for known in order if known in programs}}
    path.write_text(json.dumps(results, ensure_ascii=False, indent=1) + "\n", "utf-8")
    (folder / MARKDOWN_NAME).write_text(render(results), "utf-8")


def render(results: Mapping[str, Any]) -> str:
    """Gives ``RESULTS.md`` for the content of ``results.json``."""
    parts = [_HEAD]
    for name, entry in results["programs"].items():
        parts.append("\n".join(_program(name, entry)))
    return "\n".join(parts)


def _program(name: str, entry: Mapping[str, Any]) -> Iterator[str]:
    machine = entry["machine"]
    yield f"## {name}\n"
    yield (
        f"`{entry['command']}` on {entry['date']}, {entry['seconds']:g} s in all; {machine['cores']} cores, "
        f"{machine['system']}, Python {machine['python']}, conspectus {machine['conspectus']}."
    )
    if entry["quick"]:
        yield "\nTiny sizes, only to show that the program works: not figures to be quoted."
    for table in entry["tables"]:
        yield f"\n### {table['title']}\n"
        if "command" in table:
            yield f"`{table['command']}`\n"
        yield from _grid(table["columns"], table["rows"])
    if entry["notes"]:
        yield ""
        yield from (f"- {note}" for note in entry["notes"])
    if entry["skipped"]:
        yield "\nLeft out:\n"
        yield from (f"- {reason}" for reason in entry["skipped"])
    yield ""


def _grid(columns: Sequence[str], rows: Sequence[Mapping[str, Cell]]) -> Iterator[str]:
    numeric = {column: any(not isinstance(row[column], str) for row in rows) for column in columns}
    yield f"| {' | '.join(columns)} |"
    yield f"|{'|'.join('---:' if numeric[column] else '---' for column in columns)}|"
    for row in rows:
        yield f"| {' | '.join(shown(row[column]) for column in columns)} |"


def shown(cell: Cell) -> str:
    """Gives a cell for people: three significant digits, an interval as "31.4 [28.8, 34.0]"."""
    if cell is None:
        return "–"
    if isinstance(cell, str):
        return cell
    if isinstance(cell, dict):
        mean, low, high = (100 * cell[key] for key in ("mean", "low", "high"))
        return f"{mean:.1f} [{low:.1f}, {high:.1f}]"
    if isinstance(cell, int) or abs(cell) >= 1000:
        return f"{round(cell):,}"
    return f"{cell:.3g}"
