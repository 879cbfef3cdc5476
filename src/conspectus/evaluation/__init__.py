"""Judging the product: benchmarks, methods and baselines, metrics, and comparison with uncertainty.

``BENCHMARK_RUNS`` names what ``conspectus evaluate`` can do. Each is a callable
``(data: Path, options: RunOptions, events: Events) -> BenchmarkRun``.
"""

from conspectus.foundation.registry import Registry

BENCHMARK_RUNS = Registry(
    "benchmark",
    {
        "related-work": "conspectus.evaluation.related_work:run",
        "concepts": "conspectus.evaluation.concepts_run:run",
        "deduplication": "conspectus.evaluation.deduplication:run",
        "qa": "conspectus.evaluation.question_answering.run:run",
        "topic-pages": "conspectus.evaluation.topic_pages.run:run",
        "verification": "conspectus.evaluation.verification.run:run",
        "summaries": "conspectus.evaluation.summaries.run:run",
    },
    group="conspectus.benchmark_runs",
)
