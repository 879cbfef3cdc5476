"""The benchmark ``concepts`` as ``conspectus evaluate`` asks for it: options in, a printable run out."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from conspectus.evaluation import concepts
from conspectus.evaluation.benchmark_run import RunOptions
from conspectus.evaluation.table_text import grid
from conspectus.foundation.errors import UsageError
from conspectus.foundation.events import Events


@dataclass(frozen=True, slots=True, kw_only=True)
class ConceptsRun:
    """The figures of each method on marked abstracts."""

    results: Sequence[dict[str, Any]]

    @property
    def is_partial(self) -> bool:
        """Whether a record of the data was broken."""
        return any(result["broken"] for result in self.results)

    def json_form(self) -> dict[str, Any] | list[dict[str, Any]]:
        """Gives the figures for programs: an object for one method, a list for several."""
        return self.results[0] if len(self.results) == 1 else list(self.results)

    def output_lines(self) -> Iterator[str]:
        """Yields nothing: this benchmark has figures alone, and ``run`` refuses to be asked for outputs."""
        return iter(())

    def table(self) -> str:
        """Gives F1 of each measure for people, x 100, with 95 % intervals."""
        heads = [name for name in self.results[0]["scores"] if name.endswith("_f1")]
        rows = [
            [result["method"], *(_percent(result["scores"][name]) for name in heads), f"{result['seconds']:.1f}"]
            for result in self.results
        ]
        lines = grid(["method", *(name.removesuffix("_f1") for name in heads), "seconds"], rows)
        return "\n".join([f"concepts: {self.results[0]['n']} abstracts, F1 x 100 with 95 % intervals", "", *lines])


def run(data: Path, options: RunOptions | None = None, events: Events | None = None) -> ConceptsRun:
    """Gives the figures of extractors on a split of marked abstracts; ``set_name`` is the split, "test" if empty.

    Raises:
        UsageError: The options ask for outputs or a word budget, or name a model: this benchmark has no use for them.
        ConspectusError: The data or a name cannot be used.
    """
    options, events = options or RunOptions(), events or Events()
    if options.outputs or options.words is not None:
        raise UsageError(
            "The benchmark concepts has neither outputs nor a word budget.", hint="Leave out --outputs and --words."
        )
    if options.models is not None:
        raise UsageError("The benchmark concepts asks no language model.", hint="Leave out --model.")
    results = concepts.run(data, split=options.set_name or "test", methods=options.methods or None, limit=options.limit)
    for failure in results[0]["broken"]:
        events.warn(failure)
    return ConceptsRun(results=results)


def _percent(value: dict[str, float]) -> str:
    return f"{100 * value['mean']:.1f} [{100 * value['low']:.1f}, {100 * value['high']:.1f}]"
