"""Attend, arrange, abstract: a reconstruction of 3A-COT.

Neither code nor prompts of the method are public. This is made from the description of its three steps alone:
*attend* lists the key elements of each document, *arrange* puts them into groups and an order, *abstract* writes
the text. Figures are those of our reconstruction, not of the method of its authors. With T references that is
T + 2 calls at temperature 0: one for each document, one to arrange, one to write.
"""

from __future__ import annotations

import re
from functools import partial
from typing import TYPE_CHECKING

from conspectus.engines.generative.shrinking import pick_evenly
from conspectus.engines.generative.written_text import clean_written
from conspectus.evaluation.item import BenchmarkItem, Method, MethodOutput
from conspectus.evaluation.methods.cited_answer import in_wire_form, read_answer, without_citations
from conspectus.evaluation.methods.given_documents import (
    GivenDocument,
    fenced_answer,
    fenced_document,
    fenced_documents,
    fenced_own_abstract,
    given_documents,
)
from conspectus.evaluation.methods.prompted_models import PARAGRAPH_TOKENS, PromptedModels, paragraph_tokens
from conspectus.foundation.errors import UnusableAnswer
from conspectus.foundation.parallel import mapped

if TYPE_CHECKING:
    from conspectus.providers.models import Models

ELEMENTS_TOKENS = 256
_ATTEND, _ARRANGE, _ABSTRACT = "three_a_attend", "three_a_arrange", "three_a_abstract"
_BULLET = re.compile(r"^\s*(?:[-*•]|\d+[.)])\s+")
_TOKENS_FOR_A_DOCUMENT = 96  # six phrases of twelve words, of which an outline keeps some


def three_steps(models: Models) -> Method:
    """Gives the reconstruction of 3A-COT."""
    prompted = PromptedModels(models, _ATTEND, _ARRANGE, _ABSTRACT)

    def write(item: BenchmarkItem, words: int, seed: int) -> MethodOutput:
        documents = given_documents(item)
        listed = list(mapped(partial(_attend, prompted, seed), documents, workers=prompted.side_by_side))
        elements = {document.handle: found for document, found in zip(documents, listed, strict=True)}

        def shown(share: float) -> dict[str, object]:
            return {
                "own_abstract": fenced_own_abstract(item, share),
                "elements": fenced_documents(
                    documents, texts={handle: "; ".join(pick_evenly(all_, share)) for handle, all_ in elements.items()}
                ),
            }

        room = max(PARAGRAPH_TOKENS, _TOKENS_FOR_A_DOCUMENT * len(documents))
        outline = in_wire_form(prompted.ask(_ARRANGE, shown, tokens=room, seed=seed))
        answer = prompted.ask(
            _ABSTRACT,
            lambda share: {**shown(share), "words": words, "outline": fenced_answer("outline", outline)},
            tokens=paragraph_tokens(words),
            seed=seed,
        )
        return read_answer(answer, documents).output

    return write


def _attend(prompted: PromptedModels, seed: int, document: GivenDocument) -> tuple[str, ...]:
    answer = prompted.ask(
        _ATTEND, lambda share: {"document": fenced_document(document, share)}, tokens=ELEMENTS_TOKENS, seed=seed
    )
    lines = (without_citations(_BULLET.sub("", line)).rstrip(".;,") for line in clean_written(answer).splitlines())
    elements = tuple(line for line in lines if line)
    if not elements:
        raise UnusableAnswer(f"The model found no key element of reference {document.reference.id}.")
    return elements
