"""Metrics of an output, one file each; every metric gives one or more named figures.

A metric is a callable ``(output: MethodOutput, item: BenchmarkItem) -> dict[str, float]``.
"""

from conspectus.foundation.registry import Registry

METRICS = Registry(
    "metric",
    {
        "rouge": "conspectus.evaluation.metrics.overlap:rouge_raw",
        "rouge_stripped": "conspectus.evaluation.metrics.overlap:rouge_stripped",
        "cited_share": "conspectus.evaluation.metrics.citing:cited_share",
        "length": "conspectus.evaluation.metrics.citing:length",
    },
    group="conspectus.metrics",
)
