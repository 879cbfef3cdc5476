"""Baselines with a language model: zero-shot, SumCoT, question prompting, naive RAG, self-refine (methods 4.7).

They write running text and name no evidence; what they say is compared with the paper afterwards.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from conspectus.domain.entity_graph import EntityGraph
from conspectus.engines.generative.fencing import defuse, fence
from conspectus.engines.generative.shrinking import pick_evenly
from conspectus.engines.generative.written_text import clean_written
from conspectus.evaluation.methods.prompted_models import PromptedModels, paragraph_tokens
from conspectus.evaluation.summaries.items import SummaryItem, SummaryMethod, SummaryOutput
from conspectus.foundation.text.sentences import split_sentences
from conspectus.foundation.text.tokens import count_words
from conspectus.pipelines.paper_summary.evidence_search import EvidenceSearch

if TYPE_CHECKING:
    from conspectus.providers.models import Models

MODEL_SUMMARY_METHODS = ("zero-shot", "sumcot", "question-prompting", "naive-rag", "self-refine")
_NOTES_TOKENS = 600
_PASSAGES = 20
_RAG_QUERIES = ("problem and aim of the study", "method and data", "main results", "conclusions and limits")


def model_methods(models: Models) -> dict[str, SummaryMethod]:
    """Gives the methods by name; nothing is asked before one is used.

    Raises:
        UsageError: A task has no model.
    """
    return {
        "zero-shot": _zero_shot(models),
        "sumcot": _two_steps(models, "summary_elements", "summary_from_elements"),
        "question-prompting": _two_steps(models, "summary_questions", "summary_from_answers"),
        "naive-rag": _naive_rag(models),
        "self-refine": _self_refine(models),
    }


def _zero_shot(models: Models) -> SummaryMethod:
    """One question with the whole paper."""
    prompted = PromptedModels(models, "summary_zero_shot")

    def write(item: SummaryItem, words: int, seed: int, /) -> SummaryOutput:
        answer = prompted.ask(
            "summary_zero_shot",
            lambda share: {"words": words, "paper": _paper(item, share)},
            tokens=paragraph_tokens(words),
            seed=seed,
        )
        return _output(item, answer, words)

    return write


def _two_steps(models: Models, first: str, second: str) -> SummaryMethod:
    """Notes on the paper first (elements, or answers to key questions), then a summary of paper and notes."""
    prompted = PromptedModels(models, first, second)

    def write(item: SummaryItem, words: int, seed: int, /) -> SummaryOutput:
        notes = prompted.ask(first, lambda share: {"paper": _paper(item, share)}, tokens=_NOTES_TOKENS, seed=seed)
        answer = prompted.ask(
            second,
            lambda share: {"words": words, "paper": _paper(item, share), "notes": _fenced("notes", notes)},
            tokens=paragraph_tokens(words),
            seed=seed,
        )
        return _output(item, answer, words)

    return write


def _naive_rag(models: Models) -> SummaryMethod:
    """The sentences nearest to four standing queries, and a summary of these alone."""
    prompted = PromptedModels(models, "summary_from_passages")

    def write(item: SummaryItem, words: int, seed: int, /) -> SummaryOutput:
        found = _nearest(item)
        answer = prompted.ask(
            "summary_from_passages",
            lambda share: {"words": words, "passages": _fenced("passages", "\n".join(pick_evenly(found, share)))},
            tokens=paragraph_tokens(words),
            seed=seed,
        )
        return _output(item, answer, words)

    return write


def _self_refine(models: Models) -> SummaryMethod:
    """A draft, the model's own criticism of it, and the draft improved."""
    prompted = PromptedModels(models, "summary_zero_shot", "summary_criticise", "summary_improve")

    def write(item: SummaryItem, words: int, seed: int, /) -> SummaryOutput:
        def asked(task: str, **more: str) -> str:
            return prompted.ask(
                task,
                lambda share: {
                    **({} if task == "summary_criticise" else {"words": words}),
                    "paper": _paper(item, share),
                    **{name: _fenced(name, text) for name, text in more.items()},
                },
                tokens=_NOTES_TOKENS if task == "summary_criticise" else paragraph_tokens(words),
                seed=seed,
            )

        draft = asked("summary_zero_shot")
        criticism = asked("summary_criticise", draft=draft)
        return _output(item, asked("summary_improve", draft=draft, criticism=criticism), words)

    return write


def _paper(item: SummaryItem, share: float) -> str:
    sentences = [e.passage.quote for e in item.evidence()]
    return _fenced("paper", "\n".join([item.title, *pick_evenly(sentences, share)]))


def _fenced(name: str, text: str) -> str:
    return fence(name, "\n".join(defuse(line) for line in text.splitlines() if line.strip()))


def _nearest(item: SummaryItem) -> list[str]:
    """The sentences nearest to the queries by the paper's own words, in order of the text."""
    evidence = item.evidence()
    search = EvidenceSearch(EntityGraph(paper=item.id, version=item.document.version), evidence)
    wanted: dict[str, None] = {}
    for query in (*_RAG_QUERIES, item.title):
        for found in search.find(query, top=_PASSAGES // len(_RAG_QUERIES), least=0.0):
            wanted[found.item.handle] = None
    return [each.passage.quote for each in evidence if each.handle in wanted]


def _output(item: SummaryItem, answer: str, words: int) -> SummaryOutput:
    """The sentences of an answer within the budget; one that would break it ends the summary."""
    kept: list[str] = []
    used = 0
    for sentence in split_sentences(clean_written(answer)):
        length = count_words(sentence)
        if kept and (used + length > words or len(kept) == item.sentences):
            break
        kept.append(sentence)
        used += length
    return SummaryOutput(sentences=tuple(kept))
