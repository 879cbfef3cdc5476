"""How much of what was given an output cites, and how long it is."""

from __future__ import annotations

from conspectus.evaluation.item import BenchmarkItem, MethodOutput
from conspectus.foundation.text.tokens import count_words


def cited_share(output: MethodOutput, item: BenchmarkItem) -> dict[str, float]:
    """Gives ``cited_share``: the share of the references with an abstract that are cited, in [0, 1]."""
    given = {reference.id for reference in item.given}
    return {"cited_share": len(given & set(output.cited)) / len(given) if given else 0.0}


def length(output: MethodOutput, item: BenchmarkItem) -> dict[str, float]:
    """Gives ``length``: the white-space separated words of the output, its markers included."""
    return {"length": float(count_words(output.text))}
