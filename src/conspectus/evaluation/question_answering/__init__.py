"""Judging answers: questions with known evidence, methods that find it, and figures.

``QA_METHODS`` names the methods: callables ``(corpus: QaCorpus, options: QaOptions) -> QaMethod``.
"""

from conspectus.foundation.registry import Registry

QA_METHODS = Registry(
    "method",
    {
        "kgqp": "conspectus.evaluation.methods.question_answering:kgqp",
        "kgqp-published": "conspectus.evaluation.methods.question_answering:kgqp_published",
        "vector": "conspectus.evaluation.methods.question_answering:vector",
        "bm25": "conspectus.evaluation.methods.question_answering:bm25",
    },
    group="conspectus.qa_methods",
)
