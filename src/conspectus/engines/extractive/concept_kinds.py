"""The kind of each concept, from its head noun and what governs it.

Lists are asked in the order Metric, Material, Task, Method. A Task or Method noun changes sides where the
governing word says so ("using parsing", "for learning"); an acronym has the kind of its long form.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from conspectus.domain.minigraph import ConceptKind
from conspectus.engines.extractive.concepts import Span, bracketed_acronym, head_position
from conspectus.engines.extractive.lexicon import word_list
from conspectus.engines.extractive.word_classes import (
    ADJECTIVE,
    ADVERB,
    DETERMINER,
    GENERIC,
    NOUN,
    NUMBER,
    TaggedSentence,
    is_acronym,
)

_METHOD_CONTEXT = frozenset(
    {"using", "by", "via", "with", "use", "uses", "apply", "based", "through", "called"}
    | {"propose", "present", "introduce", "proposes", "presents", "introduces"}
)
_TASK_CONTEXT = frozenset({"for", "of", "in", "on", "task", "problem", "as"})
_ALWAYS_TASK = frozenset({"problem", "problems", "task", "tasks"})
# Everyday words that are a measure only with a modifier ("error rate").
_METRIC_WITH_MODIFIER = frozenset({"time", "times", "cost", "rate", "rates", "performance", "effort", "correlation"})
_SKIPPED_BACKWARDS = frozenset({DETERMINER, GENERIC, ADVERB, ADJECTIVE, NUMBER})
_LANGUAGE_NAME = re.compile(r"(?:ese|ish|ian)$")
_FEWEST_BIOMEDICAL = 2


def kinds_of(
    tagged: TaggedSentence, spans: Sequence[Span], acronyms: Mapping[str, ConceptKind], *, biomedical: bool = False
) -> list[Span]:
    """Gives the spans with the kind of each; kinds that are known already stay.

    Args:
        tagged: The sentence.
        spans: Its concepts.
        acronyms: The kind of each acronym's long form in the abstract.
        biomedical: Whether unknown acronyms are rather substances and diseases than methods.
    """
    return [
        span
        if span.kind
        else Span(first=span.first, last=span.last, kind=_kind(tagged, span, acronyms, biomedical=biomedical))
        for span in spans
    ]


def acronym_kinds(sentences: Sequence[tuple[TaggedSentence, Sequence[Span]]]) -> dict[str, ConceptKind]:
    """Gives the kind of every acronym that follows its long form in brackets, by acronym."""
    kinds: dict[str, ConceptKind] = {}
    for tagged, spans in sentences:
        for span in spans:
            if acronym := bracketed_acronym(tagged, span):
                kinds.setdefault(acronym, span.kind or _kind(tagged, span, {}, biomedical=False))
    return kinds


def is_biomedical(sentences: Sequence[TaggedSentence]) -> bool:
    """Whether an abstract speaks of patients, cells, genes and the like."""
    cues = word_list("biomedical_cues")
    seen = [word for tagged in sentences for word in tagged.tokens.lower if word in cues]
    return len(seen) >= _FEWEST_BIOMEDICAL and len(set(seen)) > 1


def _kind(tagged: TaggedSentence, span: Span, acronyms: Mapping[str, ConceptKind], *, biomedical: bool) -> ConceptKind:
    words, lower = tagged.tokens.words, tagged.tokens.lower
    end = head_position(tagged, span)
    if span.is_lone_word:
        word = words[span.first]
        known = acronyms.get(word) or acronyms.get(word.removesuffix("s"))
        if known:
            return known
    listed = _kind_by_lists(lower[span.first : end + 1], _governor(tagged, span), lone=end == span.first)
    if listed and biomedical and lower[end] in word_list("not_methods_in_biology"):
        return ConceptKind.OTHER
    if listed:
        return listed
    return _kind_by_form(tagged, span, end, unknown_name=ConceptKind.OTHER if biomedical else ConceptKind.METHOD)


def _kind_by_lists(words: Sequence[str], governor: str, *, lone: bool) -> ConceptKind | None:
    head = words[-1]
    if tuple(words[-2:]) == ("language", "processing"):
        return ConceptKind.TASK
    forms = _head_forms(head)
    if _in(forms, "metric_heads") and not (lone and head in _METRIC_WITH_MODIFIER):
        return ConceptKind.METRIC
    if head in {"measure", "measures"} and not lone:
        return ConceptKind.METRIC
    if _in(forms, "material_heads") or _in(forms, "languages") or " ".join(words[-2:]) in word_list("data_sets"):
        return ConceptKind.MATERIAL
    if " ".join(words[-2:]) in word_list("method_pairs"):
        return ConceptKind.METHOD
    if _in(forms, "task_heads"):
        method = governor in _METHOD_CONTEXT and not _ALWAYS_TASK.intersection(forms)
        return ConceptKind.METHOD if method else ConceptKind.TASK
    if _in(forms, "method_heads"):
        task = governor == "for" and _in(forms, "task_like_methods")
        return ConceptKind.TASK if task else ConceptKind.METHOD
    return None


def _kind_by_form(tagged: TaggedSentence, span: Span, end: int, *, unknown_name: ConceptKind) -> ConceptKind:
    """The kind by endings and capitals, for heads that no list has."""
    word, head = tagged.tokens.words[end], tagged.tokens.lower[end]
    lone = end == span.first
    if lone:
        if is_acronym(word):
            return unknown_name
        if word[0].isupper() and span.first > 0 and _LANGUAGE_NAME.search(head):
            return ConceptKind.MATERIAL
        return ConceptKind.OTHER
    if head.endswith("er") and len(head) > 6 and tagged.classes[end] == NOUN and unknown_name is ConceptKind.METHOD:
        return ConceptKind.METHOD
    if head.endswith("ing") and unknown_name is ConceptKind.METHOD:
        return ConceptKind.TASK if _governor(tagged, span) in _TASK_CONTEXT else ConceptKind.METHOD
    return unknown_name if is_acronym(word) else ConceptKind.OTHER


def _head_forms(head: str) -> tuple[str, ...]:
    """The head as it stands, after its last hyphen, and without a plural s."""
    forms = [head]
    if "-" in head:
        forms.append(head.rsplit("-", 1)[1])
    if head.endswith("s"):
        forms.append(head[:-1])
    return tuple(forms)


def _in(forms: Sequence[str], name: str) -> bool:
    words = word_list(name)
    return any(form in words for form in forms)


def _governor(tagged: TaggedSentence, span: Span) -> str:
    """The nearest of the four words before the span that is no modifier, "" if there is none."""
    for index in range(span.first - 1, max(-1, span.first - 5), -1):
        if tagged.classes[index] not in _SKIPPED_BACKWARDS:
            return tagged.tokens.lower[index]
    return ""
