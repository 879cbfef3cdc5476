"""Methods that write a review for a benchmark item, by name: conspectus itself and its baselines.

A method is a callable ``(item: BenchmarkItem, words: int, seed: int) -> MethodOutput``. It writes at most
``words`` white-space separated words and cites a reference as ``[n]``, n being the reference's number.
"""

from conspectus.foundation.registry import Registry

METHODS = Registry(
    "method",
    {
        "conspectus": "conspectus.evaluation.methods.conspectus_review:write",
        "lead": "conspectus.evaluation.methods.lead:write",
        "lexrank": "conspectus.evaluation.methods.central_sentences:lexrank",
        "textrank": "conspectus.evaluation.methods.central_sentences:textrank",
        "abstract+lexrank": "conspectus.evaluation.methods.central_sentences:abstract_then_lexrank",
    },
    group="conspectus.methods",
)
