"""What every benchmark is asked and gives: options, and a run that can be printed in three ways."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, Protocol

if TYPE_CHECKING:
    from conspectus.domain.engine import Engine
    from conspectus.providers.models import Models


@dataclass(frozen=True, slots=True, kw_only=True)
class RunOptions:
    """How to run a benchmark; an empty value means the benchmark's own.

    Args:
        methods: Names of methods; all of them if empty.
        set_name: Which set, where the data hold several.
        limit: At most this many items.
        words: The budget of every item, in words.
        seed: Fixes every draw.
        outputs: Whether the outputs themselves are wanted beside the figures.
        input: Whether summaries see the whole paper, or all but its abstract.
        models: Language models, for methods that ask them.
        engine: Who writes for conspectus; the extractive engine if None.
        terms: A file of MeSH descriptors from which topics are drawn, for the benchmark that has topics.
    """

    methods: tuple[str, ...] = ()
    set_name: str = ""
    limit: int | None = None
    words: int | None = None
    seed: int = 0
    outputs: bool = False
    input: Literal["full", "body"] = "full"
    models: Models | None = None
    engine: Engine | None = None
    terms: Path | None = None


class BenchmarkRun(Protocol):
    """The figures of one run."""

    @property
    def is_partial(self) -> bool:
        """Whether something failed on the way, so that the run is done in part."""
        ...

    def json_form(self) -> Any:
        """Gives the figures for programs."""
        ...

    def output_lines(self) -> Iterator[str]:
        """Yields a JSON line for each item and method."""
        ...

    def table(self) -> str:
        """Gives the figures for people."""
        ...
