"""Types for text without headings, by PARSE's method: keywords fix boundaries, the rest is interpolated."""

from __future__ import annotations

import re
from collections.abc import Sequence

from conspectus.domain.document import SectionKind

# The order in which the parts of a paper stand.
_ORDER = (
    SectionKind.ABSTRACT,
    SectionKind.INTRODUCTION,
    SectionKind.RELATED_WORK,
    SectionKind.METHODOLOGY,
    SectionKind.EXPERIMENT,
    SectionKind.DISCUSSION,
)
_KEYWORDS: dict[SectionKind, str] = {
    SectionKind.ABSTRACT: r"abstract",
    SectionKind.INTRODUCTION: r"introduction",
    SectionKind.RELATED_WORK: r"related works?|literature review|background",
    SectionKind.METHODOLOGY: r"(?:materials? and |patients and )?methods?|methodology",
    SectionKind.EXPERIMENT: r"experiments?|results?(?: and discussion)?|(?:experimental )?evaluation",
    SectionKind.DISCUSSION: r"discussions?|conclusions?",
}
# A keyword stands as a head: capitalised, at the start of a paragraph or sentence, not as the subject of one
# ("Results show that …").
_HEADS = {
    kind: re.compile(
        rf"(?:\A|(?<=[.!?]\s))(?:\d{{1,2}}\.?\s+|[IVX]{{1,4}}\.\s+)?(?=[A-Z])(?i:{words})"
        r"(?:\s*[:.\u2013\u2014]\s*(?=\S)|\s*\Z|\s+(?=[A-Z][a-z']+\s|We\s|In\s|The\s))"
    )
    for kind, words in _KEYWORDS.items()
}
_FEWEST_BOUNDARIES = 2


def flat_text_kinds(paragraphs: Sequence[str]) -> list[SectionKind]:
    """Gives the kind of each paragraph of a text without headings; all Common if too little tells them apart.

    The first paragraph in which a keyword of a kind stands as a head fixes where that kind begins. Of these
    boundaries the most that are in the order of a paper are kept. A kind that has none begins between its
    neighbours, at its share of the way (PARSE, arXiv 2405.15374). Text before the first boundary is Common.

    Args:
        paragraphs: The text in reading order; boundaries fall between paragraphs, never within one.
    """
    first = [(order, place) for order, kind in enumerate(_ORDER) if (place := _first(kind, paragraphs)) is not None]
    fixed = _longest_rising(first)
    if len(fixed) < _FEWEST_BOUNDARIES:
        return [SectionKind.COMMON] * len(paragraphs)
    kinds = [SectionKind.COMMON] * len(paragraphs)
    for (order, place), (next_order, next_place) in zip(fixed, [*fixed[1:], (fixed[-1][0] + 1, len(paragraphs))],
                                                        strict=True):  # fmt: skip
        steps = next_order - order
        for step in range(steps):
            # What was found keeps its own paragraph.
            begin = place + max(round((next_place - place) * step / steps), min(step, 1))
            kinds[begin:next_place] = [_ORDER[order + step]] * (next_place - begin)
    return kinds


def _first(kind: SectionKind, paragraphs: Sequence[str]) -> int | None:
    """The first paragraph that opens with a head of the kind, else the first that holds one."""
    head = _HEADS[kind]
    opening = next((place for place, text in enumerate(paragraphs) if head.match(text)), None)
    if opening is not None:
        return opening
    return next((place for place, text in enumerate(paragraphs) if head.search(text)), None)


def _longest_rising(boundaries: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """The most boundaries whose places rise strictly with their order; of equally many the first found."""
    best: list[list[tuple[int, int]]] = []
    for order, place in boundaries:
        before = max((chain for chain in best if chain[-1][1] < place), key=len, default=[])
        best.append([*before, (order, place)])
    return max(best, key=len, default=[])
