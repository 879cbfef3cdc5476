from __future__ import annotations

import pytest

from conspectus.domain.minigraph import ConceptKind, RelationKind
from conspectus.engines.extractive.connectives import (
    Between,
    Verdict,
    decide,
    is_comparison,
    is_instrumental,
    measures_outcome,
)
from conspectus.engines.extractive.word_classes import tag

TASK, METHOD, METRIC = ConceptKind.TASK, ConceptKind.METHOD, ConceptKind.METRIC
MATERIAL, OTHER = ConceptKind.MATERIAL, ConceptKind.OTHER


def between(left: ConceptKind, words: str, right: ConceptKind) -> Between:
    tagged = tag(f"rivers {words} lakes")
    return Between(left=left, right=right, words=tagged.tokens.lower[1:-1], classes=tagged.classes[1:-1])


@pytest.mark.parametrize(
    ("left", "words", "right", "kind", "forward"),
    [
        (METHOD, "clearly outperforms the", METHOD, RelationKind.COMPARE, True),
        (METHOD, ", compared with", METHOD, RelationKind.COMPARE, True),
        (METHOD, ", such as", METHOD, RelationKind.HYPONYM_OF, False),
        (METHOD, "is a", METHOD, RelationKind.HYPONYM_OF, True),
        (METHOD, ", a", METHOD, RelationKind.HYPONYM_OF, True),
        (METRIC, "of the", METHOD, RelationKind.EVALUATE_FOR, True),
        (METHOD, "achieves a higher", METRIC, RelationKind.EVALUATE_FOR, False),
        (METHOD, "was tested on", MATERIAL, RelationKind.EVALUATE_FOR, False),
        (METHOD, "consists of a", METHOD, RelationKind.PART_OF, False),
        (METHOD, "is integrated into the", METHOD, RelationKind.PART_OF, True),
        (METHOD, "based on", METHOD, RelationKind.USED_FOR, False),
        (METHOD, "trained on", MATERIAL, RelationKind.USED_FOR, False),
        (METHOD, "for", TASK, RelationKind.USED_FOR, True),
        (METHOD, "to improve", TASK, RelationKind.USED_FOR, True),
        (METHOD, "which uses", OTHER, RelationKind.USED_FOR, False),
        (OTHER, "of the", OTHER, RelationKind.FEATURE_OF, True),
        (METHOD, "with", OTHER, RelationKind.FEATURE_OF, False),
        (OTHER, "that are learned from", MATERIAL, RelationKind.USED_FOR, False),
        (METHOD, "predicts", OTHER, RelationKind.USED_FOR, True),
    ],
)
def test_the_words_between_decide(
    left: ConceptKind, words: str, right: ConceptKind, kind: RelationKind, forward: bool
) -> None:
    assert decide(between(left, words, right)) == Verdict(kind=kind, forward=forward)


@pytest.mark.parametrize(
    ("left", "words", "right"),
    [
        (METHOD, "is old . We like", METHOD),
        (METHOD, "uses rain ; so do", METHOD),
        (METRIC, "and then", METHOD),
        (METRIC, "compared to", METHOD),
        (OTHER, "are rare but we want", OTHER),
        (METHOD, "", METHOD),
        (METHOD, "the", METHOD),
    ],
)
def test_other_words_say_nothing(left: ConceptKind, words: str, right: ConceptKind) -> None:
    assert decide(between(left, words, right)) is None


def test_phrases_that_reach_further() -> None:
    assert is_instrumental(between(TASK, "using the", METHOD))
    assert not is_instrumental(between(TASK, "for the", METHOD))
    assert is_comparison(between(METRIC, "than the", METHOD))
    assert not is_comparison(between(METRIC, "of the", METHOD))
    assert measures_outcome(between(METHOD, "by up to 3 % in", METRIC))
    assert measures_outcome(between(METHOD, "on", MATERIAL))
    assert not measures_outcome(between(METHOD, "on", METHOD))
