"""`conspectus evaluate`: the figures of conspectus and its baselines on benchmarks of your own."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from conspectus.cli.console import Console
from conspectus.cli.options import JsonOption, QuietOption
from conspectus.cli.problems import IN_PART
from conspectus.evaluation import BENCHMARK_RUNS
from conspectus.evaluation.benchmark_run import BenchmarkRun, RunOptions
from conspectus.foundation.errors import UnreadableFile, UsageError


def command(
    benchmark: Annotated[str, typer.Argument(help=f"What to evaluate: {', '.join(BENCHMARK_RUNS.names())}.")],
    data: Annotated[
        Path, typer.Option("--data", metavar="PATH", help="Folder or file of the benchmark, known by its content.")
    ],
    method: Annotated[
        str, typer.Option("--method", help="One name, or several separated by commas; all methods if not given.")
    ] = "",
    set_name: Annotated[str, typer.Option("--set", help="Which set or split, where the folder holds several.")] = "",
    limit: Annotated[int | None, typer.Option("--limit", help="At most this many items.")] = None,
    words: Annotated[int | None, typer.Option("--words", help="Word budget of every item, not the set's.")] = None,
    seed: Annotated[int, typer.Option("--seed", help="Fixes every draw.")] = 0,
    outputs: Annotated[
        Path | None, typer.Option("--outputs", metavar="FILE", help="Write a JSON line for each item and method.")
    ] = None,
    quiet: QuietOption = False,
    as_json: JsonOption = False,
) -> None:
    """Score conspectus and its baselines in one run, over the same items and with the same word budget."""
    console = Console(quiet=quiet)
    run = BENCHMARK_RUNS.get(benchmark)
    options = RunOptions(
        methods=tuple(dict.fromkeys(name.strip() for name in method.split(",") if name.strip())),
        set_name=set_name,
        limit=limit,
        words=words,
        seed=seed,
        outputs=outputs is not None,
    )
    if outputs is not None:
        _check_writable(outputs)
    with console.watching() as events:
        result: BenchmarkRun = run(data, options, events)
    if outputs is not None:
        outputs.write_text("".join(f"{line}\n" for line in result.output_lines()), encoding="utf-8")
        console.remark(f"Outputs are in {outputs}.")
    if as_json:
        console.result_json(result.json_form())
    else:
        console.result(result.table())
    if result.is_partial:
        raise typer.Exit(IN_PART)


def _check_writable(path: Path) -> None:
    """Makes sure of the outputs file before the work rather than after it."""
    if path.is_dir():
        raise UsageError(f"{path} is a folder.", hint="Name a file with --outputs.")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.touch()
    except OSError as error:
        raise UnreadableFile(
            f"{path} cannot be written: {error.strerror}.", hint="Choose another --outputs."
        ) from error
