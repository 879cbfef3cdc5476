"""Runs the benchmarks: ``python benchmarks/run.py [NAME] [--quick] [--into DIR] [--data DIR]``.

Figures go to ``results.json``, where those of the programs that did not run are kept, and from there to
``RESULTS.md``.
"""

from __future__ import annotations

import argparse
import sys
import traceback
from collections.abc import Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
if str(ROOT) not in sys.path:
    # The script's own folder comes first otherwise, and its modules would hide others by their names.
    sys.path[0] = str(ROOT)

from benchmarks.outcome import Scale  # noqa: E402
from benchmarks.results_file import MARKDOWN_NAME, keep, record, render  # noqa: E402
from benchmarks.timing import timed  # noqa: E402
from conspectus.foundation.errors import UnknownName  # noqa: E402
from conspectus.foundation.registry import Registry  # noqa: E402

PROGRAMS = Registry(
    "benchmark program",
    {
        "review": "benchmarks.review:run",
        "extraction": "benchmarks.extraction:run",
        "start": "benchmarks.start:run",
        "reading": "benchmarks.reading:run",
        "library": "benchmarks.library:run",
        "load": "benchmarks.load:run",
        "duplicates": "benchmarks.duplicates:run",
        "models": "benchmarks.models:run",
        "communities": "benchmarks.communities:run",
        "topic-page": "benchmarks.topic_page:run",
        "answers": "benchmarks.answers:run",
        "graph": "benchmarks.graph:run",
        "summaries": "benchmarks.summaries:run",
        "pdf": "benchmarks.pdf:run",
        "quality": "benchmarks.quality:run",
    },
)


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs one program or all of them; gives 0, 1 if a program failed, 2 if there is none of that name."""
    options = _parser().parse_args(arguments)
    if options.name and options.name not in PROGRAMS:
        print(f"error: {_unknown(options.name)}\nhint: Known: {', '.join(PROGRAMS.names())}.", file=sys.stderr)
        return 2
    into: Path | None = options.into or (None if options.quick else ROOT / "benchmarks")
    if into is not None:
        into.mkdir(parents=True, exist_ok=True)
    scale = Scale(quick=options.quick, data=options.data)
    failed = [name for name in ([options.name] if options.name else PROGRAMS.names()) if not _run(name, scale, into)]
    if into is None:
        print("Tiny sizes are not kept; name a folder with --into to see the files.", file=sys.stderr)
    else:
        print(f"Figures are in {into / MARKDOWN_NAME}.", file=sys.stderr)
    if failed:
        print(f"error: failed: {', '.join(failed)}", file=sys.stderr)
    return 1 if failed else 0


def _run(name: str, scale: Scale, into: Path | None) -> bool:
    """Runs one program, prints its figures and keeps them; gives whether it worked."""
    print(f"{name} …", file=sys.stderr, flush=True)
    try:
        outcome, seconds = timed(lambda: PROGRAMS.get(name)(scale))
    except Exception:
        # The other programs have their own figures to give.
        traceback.print_exc()
        return False
    command = f"python benchmarks/run.py {name} --quick" if scale.quick else f"make bench BENCH={name}"
    entry = record(outcome, command=command, seconds=seconds, quick=scale.quick)
    print(render({"programs": {name: entry}}).partition("\n## ")[2], flush=True)
    if into is not None:
        keep(into, name, entry, PROGRAMS.names())
    return True


def _unknown(name: str) -> str:
    try:
        PROGRAMS.get(name)
    except UnknownName as error:
        return error.message
    return ""


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="benchmarks/run.py", description="Measure conspectus.")
    parser.add_argument("name", nargs="?", default="", help=f"one of {', '.join(PROGRAMS.names())}; all if not given")
    parser.add_argument("--quick", action="store_true", help="tiny sizes, to see that the programs work")
    parser.add_argument("--into", type=Path, metavar="DIR", help="where the figures go; benchmarks/ if not given")
    parser.add_argument(
        "--data",
        type=Path,
        metavar="DIR",
        default=ROOT.parent / "shared" / "data",
        help="folder of real data sets; what is not there is left out",
    )
    return parser


if __name__ == "__main__":
    sys.exit(main())
