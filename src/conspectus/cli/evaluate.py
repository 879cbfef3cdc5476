"""`conspectus evaluate`: the figures of conspectus and its baselines on benchmarks of your own."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Annotated, Any, Literal

import typer

from conspectus.cli.console import Console
from conspectus.cli.evaluate_topic_pages import TOPIC_PAGES, print_agreement, print_terms, write_annotation_files
from conspectus.cli.model_options import (
    PROMPTS,
    add_model_options,
    check_model_is_named,
    print_bill,
    split_model_options,
)
from conspectus.cli.options import CacheOption, JsonOption, QuietOption, open_workbench
from conspectus.cli.problems import IN_PART
from conspectus.domain.run_record import ModelUsage
from conspectus.evaluation import BENCHMARK_RUNS
from conspectus.evaluation.benchmark_run import BenchmarkRun, RunOptions
from conspectus.evaluation.methods import METHODS, MODEL_METHODS, MODEL_TASKS, RECONSTRUCTIONS
from conspectus.evaluation.summaries import SUMMARY_TASKS
from conspectus.foundation.errors import UnreadableFile, UsageError

SUMMARIES = "summaries"
DataOption = Annotated[
    Path | None,
    typer.Option("--data", metavar="PATH", help="Folder or file of the benchmark, known by its content."),
]
MethodOption = Annotated[
    str,
    typer.Option(
        "--method",
        help="One name, or several separated by commas; all methods if not given, those that ask a language "
        "model only with --model. For related-work: " + f"{', '.join(METHODS.names())}; with a model also "
        f"{', '.join(MODEL_METHODS.names())} ({'; '.join(RECONSTRUCTIONS.values())}).",
    ),
]
SampleMeshOption = Annotated[
    Path | None,
    typer.Option(
        "--sample-mesh",
        metavar="DESCRIPTORS.xml",
        help="topic-pages: draw the topics from this MeSH descriptor file, new and specific terms as TOPICAL does. "
        "Without --data the terms are listed.",
    ),
]
AnnotateOption = Annotated[
    Path | None,
    typer.Option("--annotate", metavar="DIR", help="topic-pages: write tables of the pages here, for people to judge."),
]
AgreementOption = Annotated[
    list[Path] | None,
    typer.Option(
        "--agreement",
        metavar="FILE",
        help="topic-pages: print the percent agreement of two annotated tables; given twice, without --data.",
    ),
]
InputOption = Annotated[
    Literal["full", "body"],
    typer.Option("--input", help="summaries: see the whole paper, or all but its abstract."),
]


def command(
    benchmark: Annotated[str, typer.Argument(help=f"What to evaluate: {', '.join(BENCHMARK_RUNS.names())}.")],
    data: DataOption = None,
    method: MethodOption = "",
    set_name: Annotated[str, typer.Option("--set", help="Which set or split, where the folder holds several.")] = "",
    limit: Annotated[int | None, typer.Option("--limit", help="At most this many items.")] = None,
    words: Annotated[int | None, typer.Option("--words", help="Word budget of every item, not the set's.")] = None,
    seed: Annotated[int, typer.Option("--seed", help="Fixes every draw.")] = 0,
    outputs: Annotated[
        Path | None, typer.Option("--outputs", metavar="FILE", help="Write a JSON line for each item and method.")
    ] = None,
    seen: InputOption = "full",
    sample_mesh: SampleMeshOption = None,
    annotate: AnnotateOption = None,
    agreement: AgreementOption = None,
    cache: CacheOption = None,
    quiet: QuietOption = False,
    as_json: JsonOption = False,
    **given: Any,
) -> None:
    """Score conspectus and its baselines in one run, over the same items and with the same word budget."""
    console = Console(quiet=quiet)
    run = BENCHMARK_RUNS.get(benchmark)
    if seen != "full" and benchmark != SUMMARIES:
        raise UsageError(f"--input is of {SUMMARIES}.", hint=f"Evaluate {SUMMARIES}.")
    if (sample_mesh or annotate or agreement) and benchmark != TOPIC_PAGES:
        raise UsageError(
            f"--sample-mesh, --annotate and --agreement are of {TOPIC_PAGES}.", hint=f"Evaluate {TOPIC_PAGES}."
        )
    if agreement:
        print_agreement(agreement, console, as_json=as_json)
        return
    if data is None and sample_mesh is not None:
        print_terms(sample_mesh, console, count=limit, seed=seed, as_json=as_json)
        return
    if data is None:
        raise UsageError("--data is missing.", hint="Name the folder or file of the benchmark with --data.")
    options = RunOptions(
        methods=tuple(dict.fromkeys(name.strip() for name in method.split(",") if name.strip())),
        set_name=set_name,
        limit=limit,
        words=words,
        seed=seed,
        outputs=outputs is not None,
        input=seen,
        terms=sample_mesh,
    )
    if outputs is not None:
        _check_writable(outputs)
    settings, _ = split_model_options(given, (*PROMPTS, *MODEL_TASKS, *SUMMARY_TASKS))
    settings["cache__folder"] = None if cache is None else str(cache)
    with console.watching() as events, open_workbench(None, events, **settings) as workbench:
        check_model_is_named(settings, workbench.settings)
        if workbench.settings.model.name or workbench.settings.model.for_task:
            options = replace(options, models=workbench.models, engine=workbench.engine)
        result: BenchmarkRun = run(data, options, events)
        bill = options.models.usage() if options.models is not None else ModelUsage()
    if outputs is not None:
        outputs.write_text("".join(f"{line}\n" for line in result.output_lines()), encoding="utf-8")
        console.remark(f"Outputs are in {outputs}.")
    if annotate is not None:
        write_annotation_files(result, annotate, console)
    print_bill(bill, events.seconds, console)
    if as_json:
        console.result_json(result.json_form())
    else:
        console.result(result.table())
    if result.is_partial:
        raise typer.Exit(IN_PART)


add_model_options(command)


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
