"""Abstracts of similar papers for the teacher: style and coverage only, and never the paper itself (methods 4.5a)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from conspectus.domain.paper import Paper
from conspectus.domain.summary_tasks import StyleExample
from conspectus.foundation.text.normalise import match_key
from conspectus.foundation.text.tokens import count_words, plain_tokens

NEAREST = 3
LEAST_WORDS, MOST_WORDS = 120, 300
"""Bounds of the length that is taken from similar abstracts, in words."""
_SAME_COSINE = 0.95
_SAME_GRAM = 8


def without_leaks(
    paper: Paper, candidates: Iterable[tuple[Paper, float]], *, barred: frozenset[str] = frozenset()
) -> tuple[StyleExample, ...]:
    """Gives the candidates that may calibrate a summary of ``paper``, in their order.

    Left out are the paper itself (by id, DOI or title), what is nearly its text (a cosine of 0.95 or more, or a
    run of 8 words in common with its abstract), papers without an abstract, retracted ones, and those that are barred.

    Args:
        paper: The paper that is summarised.
        candidates: Other papers with the cosine of their text to it.
        barred: Ids that must not be used, such as those of a test split.
    """
    own_text = " ".join(filter(None, (paper.abstract, _opening(paper))))
    own_grams, own_title = _grams(own_text), match_key(paper.title)
    examples = []
    for other, cosine in candidates:
        if (
            other.id == paper.id
            or other.id in barred
            or other.is_retracted
            or not other.abstract
            or (paper.identifiers.doi and paper.identifiers.doi == other.identifiers.doi)
            or (own_title and match_key(other.title) == own_title)
            or cosine >= _SAME_COSINE
            or own_grams & _grams(other.abstract)
        ):
            continue
        examples.append(StyleExample(paper=other.id, title=other.title, abstract=other.abstract))
    return tuple(examples)


def target_words(examples: Sequence[StyleExample]) -> int:
    """Gives the mean length of the examples within [120, 300] words; 200 without any."""
    if not examples:
        return 200
    mean = round(sum(count_words(example.abstract) for example in examples) / len(examples))
    return max(LEAST_WORDS, min(MOST_WORDS, mean))


def _opening(paper: Paper) -> str:
    document = paper.document
    return document.text[:4000] if document is not None else ""


def _grams(text: str) -> set[tuple[str, ...]]:
    tokens = plain_tokens(text)
    return {tuple(tokens[i : i + _SAME_GRAM]) for i in range(len(tokens) - _SAME_GRAM + 1)}
