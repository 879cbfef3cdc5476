"""Cuts a document into the units that are read at once (ScholarSum, stage 1, step 1)."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Literal

from conspectus.domain.document import Document, Place
from conspectus.domain.entity_graph import TextUnit
from conspectus.foundation.text.tokens import content_stems, count_words

LONGEST_UNIT = 180
"""Words of a paragraph unit, unless one sentence alone is longer."""
# Captions stand outside the running text, and formulas hold no entities.
_LEFT_OUT = frozenset({"caption", "formula"})
# Sentences on each side of a cut whose words are compared.
_WINDOW = 3


def text_units(
    document: Document, *, mode: Literal["sentence", "paragraph"] = "paragraph", longest: int = LONGEST_UNIT
) -> tuple[TextUnit, ...]:
    """Gives the units of a document in reading order; each sentence of the running text is in exactly one.

    In paragraph mode a unit is a paragraph of at most ``longest`` words. A longer one is cut where its words change
    most: between the sentences whose neighbourhoods share the fewest, until every part is short enough.

    Args:
        document: One version of a paper's text.
        mode: What a unit is.
        longest: Words, at least 1; a single sentence may be longer.

    Raises:
        ValueError: ``longest`` is below 1.
    """
    if longest < 1:
        raise ValueError("longest must be at least 1")
    units: list[TextUnit] = []
    for sentences in _paragraphs(document):
        section = sentences[0].section
        groups = [[place] for place in sentences] if mode == "sentence" else _parts(document, sentences, longest)
        for group in groups:
            first, last = group[0], group[-1]
            units.append(
                TextUnit(
                    id=f"u{len(units) + 1}",
                    start=first.start,
                    end=last.end,
                    text=document.text[first.start : last.end],
                    sentences=tuple(place.address for place in group),
                    section=section.kind,
                    heading=section.heading,
                )
            )
    return tuple(units)


def _paragraphs(document: Document) -> Iterator[list[Place]]:
    current: list[Place] = []
    for place in document.places():
        if place.kind == "sentence" and place.paragraph is not None and place.paragraph.kind not in _LEFT_OUT:
            if current and current[-1].paragraph is not place.paragraph:
                yield current
                current = []
            current.append(place)
    if current:
        yield current


def _parts(document: Document, sentences: list[Place], longest: int) -> list[list[Place]]:
    """Cuts a paragraph at its deepest semantic drops until no part is too long."""
    lengths = [count_words(document.text[place.start : place.end]) for place in sentences]
    if sum(lengths) <= longest or len(sentences) == 1:
        return [sentences]
    stems = [Counter(content_stems(document.text[place.start : place.end])) for place in sentences]
    parts: list[list[Place]] = []
    waiting = [(0, len(sentences))]
    while waiting:
        begin, end = waiting.pop()
        if end - begin == 1 or sum(lengths[begin:end]) <= longest:
            parts.append(sentences[begin:end])
            continue
        cut = _deepest_drop(stems, lengths, begin, end)
        # The right part is put away first, so that parts come out in order.
        waiting += [(cut, end), (begin, cut)]
    return parts


def _deepest_drop(stems: Sequence[Counter[str]], lengths: Sequence[int], begin: int, end: int) -> int:
    """Where cohesion across the cut is least; of equal cuts the one nearest to the middle of the words."""
    middle = sum(lengths[begin:end]) / 2

    def worth(cut: int) -> tuple[float, float, int]:
        left = sum((stems[i] for i in range(max(begin, cut - _WINDOW), cut)), Counter[str]())
        right = sum((stems[i] for i in range(cut, min(end, cut + _WINDOW))), Counter[str]())
        return round(_cosine(left, right), 9), abs(sum(lengths[begin:cut]) - middle), cut

    return min(range(begin + 1, end), key=worth)


def _cosine(left: Counter[str], right: Counter[str]) -> float:
    shared = sum(count * right[word] for word, count in left.items() if word in right)
    if not shared:
        return 0.0
    return shared / math.sqrt(sum(c * c for c in left.values()) * sum(c * c for c in right.values()))
