from __future__ import annotations

import pytest

from conspectus.engines.extractive.entity_talk import ends_in_a_verb, is_everyday, is_talk, is_vague


@pytest.mark.parametrize(
    "name",
    [
        "results", "Figure 3", "Table 2", "other hand", "10 mM", "p = 0.05", "http://x.org", "ΔG", "T₄", "Acme GmbH",
        "previous studies", "their parser", "patients", "supplementary material", "different methods", "understanding",
        "peat.csv", "x", "PBDE-induced",
    ],
)  # fmt: skip
def test_talk_is_no_entity(name: str) -> None:
    assert is_talk(name)


@pytest.mark.parametrize("name", ["bog parser", "SVM", "β-diversity", "word sense disambiguation", "GPT-2", "parsing"])
def test_terms_are_no_talk(name: str) -> None:
    assert not is_talk(name)


@pytest.mark.parametrize(
    ("name", "expected"), [("different results", True), ("bog results", False), ("results", False)]
)
def test_vague_names_are_of_everyday_words(name: str, expected: bool) -> None:
    assert is_vague(name) is expected


@pytest.mark.parametrize(
    ("name", "expected"), [("processes operating", True), ("dependency parsing", False), ("parsing", False)]
)
def test_phrases_that_end_in_a_verb(name: str, expected: bool) -> None:
    assert ends_in_a_verb(name) is expected


def test_everyday_words() -> None:
    assert is_everyday("results")
    assert not is_everyday("sphagnum")
