"""ROUGE against the human text, F1 over Porter stems, with and without citation markers.

A marker that happens to match ("[3]") is no sign of a good review: a set of targets rich in markers
rewards whoever prints many. So each figure is given twice, raw and with the markers of both sides removed.
"""

from __future__ import annotations

from conspectus.evaluation.item import BenchmarkItem, MethodOutput
from conspectus.evaluation.metrics.citation_markers import strip_markers
from conspectus.foundation.text.rouge import rouge


def rouge_raw(output: MethodOutput, item: BenchmarkItem) -> dict[str, float]:
    """Gives ``rouge1``, ``rouge2`` and ``rougeL`` of the text as written, in [0, 1]."""
    return {name: score.f1 for name, score in rouge(output.text, item.target).items()}


def rouge_stripped(output: MethodOutput, item: BenchmarkItem) -> dict[str, float]:
    """Gives ``rouge1_stripped`` and so on: the same without the citation markers of either side."""
    scores = rouge(strip_markers(output.text), strip_markers(item.target))
    return {f"{name}_stripped": score.f1 for name, score in scores.items()}
