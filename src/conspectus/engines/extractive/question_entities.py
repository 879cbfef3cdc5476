"""What a question asks about: labels of the graph that it holds, and what stands between its function words.

This is step 1 of KGQP without a model.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache

from conspectus.domain.answer_tasks import (
    IdentifyQuestionEntitiesRequest,
    IdentifyQuestionEntitiesResult,
    QuestionEntity,
)
from conspectus.domain.entity_names import entity_key, singular
from conspectus.domain.minigraph import ConceptKind
from conspectus.domain.question_language import ENGLISH, function_words, question_language
from conspectus.domain.scientific_entities import ScientificType
from conspectus.engines.extractive.entity_talk import is_everyday
from conspectus.engines.extractive.entity_typing import scientific_type
from conspectus.engines.extractive.lexicon import all_forms, word_list
from conspectus.foundation.text.counting import counted
from conspectus.foundation.text.tokens import STOPWORDS

_WORD = re.compile(r"[^\W_]+(?:[-'’./+][^\W_]+)*\+*|[,;:?!()\"“”„«»]")
_QUOTED = re.compile(r"[\"“„«]\s*([^\"“”„«»]{2,80}?)\s*[\"”“»]")
_LONGEST_PHRASE = 5
_MOST = 12
_LONGEST_QUESTION = 2000
"""Characters of a question in which entities are looked for."""
_ASKING = frozenset(
    """what which how who whom whose where when why do does did is are was were many much kind kinds type types sort
    sorts paper papers author authors propose proposed proposes use used uses using based given called name
    mean means meant there any their they work study studies approach approaches different difference differences
    example examples tell explain describe list give show compared compare best better main role effect effects
    impact influence way ways thing things done make made get""".split()
)


def identify_question_entities(request: IdentifyQuestionEntitiesRequest) -> IdentifyQuestionEntitiesResult:
    """Gives the entities of a question, each once, in order: known labels to their full length, then phrases.

    Of a very long question only the beginning is read, and the result says so.
    """
    text = request.question[:_LONGEST_QUESTION]
    warnings = []
    if len(request.question) > _LONGEST_QUESTION:
        warnings.append(f"Entities were looked for in the first {_LONGEST_QUESTION} characters of the question.")
    found = _known_spans(text, request.known)
    taken = list(found)
    for start, end in (*_quoted_spans(text), *_phrase_spans(text)):
        if all(end <= known_start or known_end <= start for known_start, known_end in taken):
            found.append((start, end))
            taken.append((start, end))
    entities: dict[str, QuestionEntity] = {}
    for start, end in sorted(found):
        words = text[start:end]
        entities.setdefault(
            entity_key(words) or words.casefold(), QuestionEntity(text=words, kind=_kind(words, text[:start]))
        )
    if len(entities) > _MOST:
        warnings.append(f"The question names {counted(len(entities), 'thing')}; the first {_MOST} were looked for.")
    return IdentifyQuestionEntitiesResult(entities=tuple(entities.values())[:_MOST], warnings=tuple(warnings))


def _known_spans(text: str, known: Sequence[str]) -> list[tuple[int, int]]:
    """Where the question holds a label as whole words, the longest of those that overlap."""
    spans: list[tuple[int, int]] = []
    for label in known:
        if len(label.strip()) < 2:
            continue
        for match in re.finditer(rf"(?<!\w){re.escape(label)}(?!\w)", text, re.IGNORECASE):
            spans.append(match.span())
    spans.sort(key=lambda span: (span[0] - span[1], span[0]))
    kept: list[tuple[int, int]] = []
    for start, end in spans:
        if all(end <= other_start or other_end <= start for other_start, other_end in kept):
            kept.append((start, end))
    return sorted(kept)


def _quoted_spans(text: str) -> Iterator[tuple[int, int]]:
    for match in _QUOTED.finditer(text):
        yield match.span(1)


def _phrase_spans(text: str) -> Iterator[tuple[int, int]]:
    """Runs of words that name something: what stands between function words, verbs and marks."""
    language = question_language(text)
    empty = function_words(language) | (STOPWORDS | _ASKING if language in ("", ENGLISH) else frozenset())
    verbs = _verbs() if language in ("", ENGLISH) else frozenset()
    run: list[re.Match[str]] = []
    for match in [*_WORD.finditer(text), None]:
        if match is not None and _names_something(match.group(), empty, verbs):
            run.append(match)
            continue
        run = run[-_LONGEST_PHRASE:]
        if run and not _is_empty_phrase([each.group() for each in run]):
            yield run[0].start(), run[-1].end()
        run = []


def _names_something(word: str, empty: frozenset[str], verbs: frozenset[str]) -> bool:
    lowered = word.casefold()
    if not any(map(str.isalnum, word)) or lowered in empty:
        return False
    if lowered not in verbs or not word.islower():
        return True
    # A participle may stand in a name ("named entity recognition"); another form of a verb parts two names.
    return lowered.endswith(("ed", "ing"))


def _is_empty_phrase(words: Sequence[str]) -> bool:
    if len(words) > 1:
        return all(word.isdigit() for word in words)
    word = words[0]
    return word.isdigit() or len(word) < 2 or (word.islower() and is_everyday(word) and word in _generic())


@cache
def _generic() -> frozenset[str]:
    return word_list("generic_terms") | word_list("filler_heads") | word_list("generic_modifiers")


@cache
def _verbs() -> frozenset[str]:
    # Words that are nouns at least as often ("model", "test") part no names.
    nouns = frozenset().union(*map(word_list, ("task_heads", "method_heads", "material_heads", "generic_terms")))
    return (all_forms(word_list("verbs")) | word_list("auxiliaries")) - nouns


def _kind(words: str, before: str) -> ScientificType | None:
    """The type of an entity where its last word tells it."""
    last = singular(words.split()[-1].lower())
    guess = ConceptKind.OTHER
    if last in word_list("task_heads"):
        guess = ConceptKind.TASK
    elif last in word_list("method_heads"):
        guess = ConceptKind.METHOD
    found = scientific_type(words, guess, before)
    return None if found is None else found[0]
