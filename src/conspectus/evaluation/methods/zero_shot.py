"""Zero-shot: one prompt over the citing abstract and the abstracts of all references (CKMAs, section 4.3).

This is what is left of CKMAs without minigraph (no KMCA) and without chunks and experts (no MPSA). One call an
item, at temperature 0.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from conspectus.evaluation.item import BenchmarkItem, Method, MethodOutput
from conspectus.evaluation.methods.cited_answer import read_answer
from conspectus.evaluation.methods.given_documents import fenced_documents, fenced_own_abstract, given_documents
from conspectus.evaluation.methods.prompted_models import PromptedModels, paragraph_tokens

if TYPE_CHECKING:
    from conspectus.providers.models import Models

_TASK = "zero_shot"


def zero_shot(models: Models) -> Method:
    """Gives the method that asks once and takes what comes."""
    prompted = PromptedModels(models, _TASK)

    def write(item: BenchmarkItem, words: int, seed: int) -> MethodOutput:
        documents = given_documents(item)
        answer = prompted.ask(
            _TASK,
            lambda share: {
                "words": words,
                "own_abstract": fenced_own_abstract(item, share),
                "documents": fenced_documents(documents, share),
            },
            tokens=paragraph_tokens(words),
            seed=seed,
        )
        return read_answer(answer, documents).output

    return write
