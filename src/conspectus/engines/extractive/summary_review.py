"""Judges coherence and style of a summary without a model (ReviewDraft, methods 4.5c)."""

from __future__ import annotations

import re
from collections import Counter
from itertools import pairwise

from conspectus.domain.summary_tasks import DraftReview, ReviewDraftRequest, ReviewIssue
from conspectus.domain.tasks import DraftSentence
from conspectus.engines.extractive.openers import leans_backward
from conspectus.engines.extractive.summary_writer import ALIKE
from conspectus.foundation.text.tokens import content_stems, count_words

_FIRST_PERSON = re.compile(r"\b(?:[Ww]e|[Oo]ur|us)\b(?!['’])|\bI (?=[a-z]{3})")
_POINTS = re.compile(r"\b(?:fig(?:ure)?|table|section|eq)\.?\s*\d|\[\d+\]|\bet al\b", re.IGNORECASE)
_LONG = 45  # words of a sentence
# What a fault takes off, each for the share of sentences that have it.
_ORPHAN, _REPEATED, _DISORDER = 1.0, 1.0, 0.3
_FIRST, _POINTING, _ENDLESS, _UNLIKE = 1.0, 0.6, 0.5, 0.3


def review_draft(request: ReviewDraftRequest) -> DraftReview:
    """Gives coherence and style in [0, 1] by rules.

    Coherence falls with sentences that lean on one that is not told before them, sentences that repeat another, and
    turns against the order of the plan; style with first person, pointers, very long sentences, and a length of
    sentence far from that of the similar abstracts. An empty draft has neither.
    """
    sentences = request.draft.sentences
    texts = [_words(sentence) for sentence in sentences]
    if not texts:
        return DraftReview(coherence=0.0, style=0.0)
    issues: list[ReviewIssue] = []
    orders = [_order(sentence, request) for sentence in sentences]
    orphans = 0
    for index, text in enumerate(texts):
        follows = index > 0 and orders[index] is not None and orders[index - 1] == (orders[index] or 0) - 1
        if leans_backward(text) and not (follows or (index > 0 and text.startswith(("They ", "Their ")))):
            orphans += 1
            issues.append(_issue("logic", index, text, "It leans on a sentence that is not told before it."))
    repeats = 0
    bags = [Counter(content_stems(text)) for text in texts]
    for index in range(1, len(bags)):
        if max(_cosine(bags[index], bags[earlier]) for earlier in range(index)) > ALIKE + 0.2:
            repeats += 1
            issues.append(_issue("logic", index, texts[index], "It repeats what was said."))
    placed = [place for sentence in sentences if (place := _thread(sentence, request)) is not None]
    turns = sum(1 for before, after in pairwise(placed) if after < before)
    coherence = 1.0 - (_ORPHAN * orphans + _REPEATED * repeats) / len(texts)
    coherence -= _DISORDER * turns / max(1, len(placed) - 1)
    style = 1.0
    for index, text in enumerate(texts):
        if _FIRST_PERSON.search(text):
            style -= _FIRST / len(texts)
            issues.append(_issue("style", index, text, "It speaks in the first person."))
        if _POINTS.search(text):
            style -= _POINTING / len(texts)
            issues.append(_issue("style", index, text, "It points at a figure, section or reference."))
        style -= _ENDLESS * (count_words(text) > _LONG) / len(texts)
    style -= _UNLIKE * _unlike(texts, request)
    return DraftReview(coherence=max(0.0, round(coherence, 6)), style=max(0.0, round(style, 6)), issues=tuple(issues))


def _issue(kind: str, index: int, text: str, advice: str) -> ReviewIssue:
    return ReviewIssue(
        kind="logic" if kind == "logic" else "style", claim=text, advice=advice, retrieval_query=text, sentence=index
    )


def _words(sentence: DraftSentence) -> str:
    return " ".join("".join(part for part in sentence.parts if isinstance(part, str)).split())


def _order(sentence: DraftSentence, request: ReviewDraftRequest) -> int | None:
    handles = [int(handle[1:]) for handle in sentence.handles if handle[1:].isdigit()]
    return min(handles) if handles else None


def _thread(sentence: DraftSentence, request: ReviewDraftRequest) -> int | None:
    """The position in the plan of the discourse role that a sentence's evidence belongs to."""
    roles = ("motivation", "method", "findings", "implication")
    cited = set(sentence.handles)
    found = [roles.index(t.role) for t in request.plan if cited & {item.handle for item in t.evidence}]
    return min(found) if found else None


def _unlike(texts: list[str], request: ReviewDraftRequest) -> float:
    """How far the mean sentence length is from that of the similar abstracts, in [0, 1]."""
    theirs = [count_words(e.abstract) / max(1, len(re.findall(r"[.!?](?:\s|$)", e.abstract))) for e in request.examples]
    if not theirs:
        return 0.0
    mean, own = sum(theirs) / len(theirs), sum(map(count_words, texts)) / len(texts)
    return min(1.0, abs(own - mean) / mean) if mean else 0.0


def _cosine(one: Counter[str], other: Counter[str]) -> float:
    shared = sum(count * other[stem] for stem, count in one.items())
    size = sum(c * c for c in one.values()) * sum(c * c for c in other.values())
    return shared / size**0.5 if size else 0.0
