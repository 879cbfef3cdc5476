"""Methods that write a review for a benchmark item, by name: conspectus itself and its baselines.

A method is a callable ``(item: BenchmarkItem, words: int, seed: int) -> MethodOutput``. It writes at most
``words`` white-space separated words and cites a reference as ``[n]``, n being the reference's number.
``MODEL_METHODS`` are those that ask language models: callables ``(models: Models) -> Method``.
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
MODEL_METHODS = Registry(
    "method",
    {
        "zero-shot": "conspectus.evaluation.methods.zero_shot:zero_shot",
        "sumblogger": "conspectus.evaluation.methods.sumblogger:two_steps",
        "sumblogger-one-step": "conspectus.evaluation.methods.sumblogger:one_step",
        "3a-cot": "conspectus.evaluation.methods.three_a_cot:three_steps",
    },
    group="conspectus.model_methods",
)
RECONSTRUCTIONS = {"3a-cot": "3a-cot is a reconstruction from a description, since its code and prompts are not public"}
"""What must be said beside the figures of methods that are rebuilt from a description."""

MODEL_TASKS = (
    "zero_shot",
    "sumblogger_sentence",
    "sumblogger_paragraph",
    "three_a_attend",
    "three_a_arrange",
    "three_a_abstract",
)
"""The tasks of the methods with a model, for each of which a model of its own can be named."""
