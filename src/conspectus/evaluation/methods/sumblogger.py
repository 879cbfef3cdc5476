"""SumBlogger in two steps and in one: a sentence about each reference, then a paragraph over the sentences.

The first step asks for one short sentence about each reference in the light of the citing abstract, with at most
256 output tokens; the second for a paragraph over these sentences, with at most 512. The one-step variant writes
the paragraph over the abstracts. Everything at temperature 0. A paragraph is asked for again, twice at most, when
it leaves a document uncited, is longer than 1.4 times the limit, or has too many sentences. What is too many
is ours: more than one for each 12 words of the limit, and more than there are documents. The prompts are in our
own words. With T references that is T + 1 calls, or 1 in the one-step variant, and up to 2 more.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from conspectus.engines.generative.written_text import clean_written
from conspectus.evaluation.item import BenchmarkItem, Method, MethodOutput
from conspectus.evaluation.methods.cited_answer import CitedAnswer, read_answer, without_citations
from conspectus.evaluation.methods.given_documents import (
    GivenDocument,
    fenced_answer,
    fenced_document,
    fenced_documents,
    fenced_own_abstract,
    given_documents,
)
from conspectus.evaluation.methods.prompted_models import PromptedModels, paragraph_tokens
from conspectus.foundation.errors import ModelCallFailed, UnusableAnswer
from conspectus.foundation.parallel import mapped
from conspectus.foundation.text.tokens import count_words

if TYPE_CHECKING:
    from conspectus.providers.models import Models

SENTENCE_TOKENS = 256
MOST_ASKED_AGAIN = 2
_OVER = 1.4
_WORDS_FOR_A_SENTENCE = 12
_SENTENCE, _PARAGRAPH, _AGAIN = "sumblogger_sentence", "sumblogger_paragraph", "sumblogger_again"


@dataclass(frozen=True, slots=True, kw_only=True)
class _Wanted:
    """One paragraph to write: about what, and how long; ``texts`` stand for the abstracts where there are any."""

    item: BenchmarkItem
    documents: tuple[GivenDocument, ...]
    texts: Mapping[str, str] | None
    words: int
    seed: int

    @property
    def sentences(self) -> int:
        """The most sentences."""
        return max(len(self.documents), math.ceil(self.words / _WORDS_FOR_A_SENTENCE))

    def slots(self, share: float) -> dict[str, object]:
        """What both prompts for the paragraph hold."""
        return {
            "words": self.words,
            "sentences": self.sentences,
            "own_abstract": fenced_own_abstract(self.item, share),
            "documents": fenced_documents(self.documents, share, texts=self.texts),
        }


def two_steps(models: Models) -> Method:
    """Gives SumBlogger: a sentence about each reference, side by side, then the paragraph."""
    prompted = PromptedModels(models, _SENTENCE, _PARAGRAPH)

    def write(item: BenchmarkItem, words: int, seed: int) -> MethodOutput:
        documents = given_documents(item)
        about = partial(_sentence, prompted, item, seed)
        sentences = list(mapped(about, documents, workers=prompted.side_by_side))
        texts = {document.handle: text for document, text in zip(documents, sentences, strict=True)}
        return _paragraph(prompted, _Wanted(item=item, documents=documents, texts=texts, words=words, seed=seed))

    return write


def one_step(models: Models) -> Method:
    """Gives SumBlogger's variant that writes the paragraph over the abstracts."""
    prompted = PromptedModels(models, _PARAGRAPH)

    def write(item: BenchmarkItem, words: int, seed: int) -> MethodOutput:
        documents = given_documents(item)
        return _paragraph(prompted, _Wanted(item=item, documents=documents, texts=None, words=words, seed=seed))

    return write


def _sentence(prompted: PromptedModels, item: BenchmarkItem, seed: int, document: GivenDocument) -> str:
    answer = prompted.ask(
        _SENTENCE,
        lambda share: {
            "own_abstract": fenced_own_abstract(item, share),
            "document": fenced_document(document, share),
        },
        tokens=SENTENCE_TOKENS,
        seed=seed,
    )
    if not (sentence := without_citations(clean_written(answer))):
        raise UnusableAnswer(f"The model said nothing about reference {document.reference.id}.")
    return sentence


def _paragraph(prompted: PromptedModels, wanted: _Wanted) -> MethodOutput:
    tokens = paragraph_tokens(wanted.words)
    answer = read_answer(prompted.ask(_PARAGRAPH, wanted.slots, tokens=tokens, seed=wanted.seed), wanted.documents)
    for _ in range(MOST_ASKED_AGAIN):
        complaints = _complaints(answer, wanted)
        if not complaints:
            break
        again = partial(_again_slots, wanted, answer, complaints)
        try:
            text = prompted.ask(_PARAGRAPH, again, tokens=tokens, seed=wanted.seed, prompt=_AGAIN)
        except ModelCallFailed:
            break  # there is a paragraph, if not the best one
        answer = read_answer(text, wanted.documents)
    return answer.output


def _again_slots(wanted: _Wanted, answer: CitedAnswer, complaints: Sequence[str], share: float) -> dict[str, object]:
    return {
        **wanted.slots(share),
        "paragraph": fenced_answer("paragraph", answer.wire),
        "complaints": complaints,
    }


def _complaints(answer: CitedAnswer, wanted: _Wanted) -> list[str]:
    complaints = []
    if answer.uncited:
        complaints.append(f"It does not cite {', '.join(f'[{handle}]' for handle in answer.uncited)}.")
    words = count_words(answer.output.text)
    if words > _OVER * wanted.words:
        complaints.append(f"It has {words} words; at most {wanted.words} are wanted.")
    if answer.sentences > wanted.sentences:
        complaints.append(f"It has {answer.sentences} sentences; at most {wanted.sentences} are wanted.")
    return complaints
