"""The benchmark ``related-work``: write about given references, compared with what a person wrote."""

from __future__ import annotations

from pathlib import Path

from conspectus.evaluation.benchmark_run import RunOptions
from conspectus.evaluation.benchmarks.loading import load_set
from conspectus.evaluation.methods.chosen import chosen_methods, default_methods
from conspectus.evaluation.report import RelatedWorkRun
from conspectus.evaluation.runner import run_methods
from conspectus.foundation.errors import UsageError
from conspectus.foundation.events import Events


def run(data: Path, options: RunOptions | None = None, events: Events | None = None) -> RelatedWorkRun:
    """Gives the figures of methods over a benchmark set.

    Args:
        data: A folder or file that holds the set.
        options: Methods, set, limits, seed, and the models and engine of methods that ask them.
        events: Hears of progress, broken records and failures.

    Raises:
        ModelStopped: No further call to a model can succeed.
        ConspectusError: The data or a name cannot be used; see ``load_set`` and ``chosen_methods``.
    """
    options, events = options or RunOptions(), events or Events()
    if options.limit is not None and options.limit < 1:
        raise UsageError(f"A limit of {options.limit} items is none.", hint="Give --limit a number of at least 1.")
    names = options.methods or default_methods(options.models)
    chosen_methods(names, models=options.models, engine=options.engine)  # so that a wrong name is told at once
    loaded = load_set(data, name=options.set_name, limit=options.limit)
    for broken in loaded.broken:
        events.warn(broken.message, broken.hint)
    for unused in loaded.unused:
        events.warn(f"{unused.id} is left out: {unused.reason}.")
    reports = run_methods(
        loaded.items, names, words=options.words, seed=options.seed, events=events,
        models=options.models, engine=options.engine,
    )  # fmt: skip
    words = options.words or loaded.items[0].words
    return RelatedWorkRun(loaded=loaded, reports=reports, words=words, seed=options.seed)
