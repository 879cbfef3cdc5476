from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from conspectus.domain.entity_names import entity_key, joined_key, lemma, singular


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Convolutional Neural-Networks", "convolutional neural network"),
        ("ontologies", "Ontology"),
        ("Tumour growth", "tumor growths"),
        ("normalisation", "normalization"),
        ("labelled data", "labeled data"),
        ("fibre", "fiber"),
        ("CNNs", "CNN"),
        ("anaemia", "anemia"),
        ("viruses", "virus"),
    ],
)
def test_forms_of_one_name_have_one_key(one: str, other: str) -> None:
    assert entity_key(one) == entity_key(other) != ""


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("AIDS", "aid"),
        ("genetics", "genetic"),
        ("supervised learning", "unsupervised learning"),
        ("GPT-2", "GPT-3"),
        ("exercise", "exercizer"),
        ("data set", "dataset"),
    ],
)
def test_other_names_have_other_keys(one: str, other: str) -> None:
    assert entity_key(one) != entity_key(other)


def test_spaces_do_not_matter_to_the_joined_key() -> None:
    assert joined_key("data set") == joined_key("Data-sets") == joined_key("dataset") == "dataset"


@pytest.mark.parametrize(
    ("word", "expected"),
    [
        ("classes", "class"), ("matrices", "matrix"), ("boxes", "box"), ("loss", "loss"), ("corpus", "corpus"),
        ("bus", "bus"), ("gas", "gas"), ("genes", "gene"), ("physics", "physics"), ("bodies", "body"), ("ties", "tie"),
        ("basis", "basis"), ("chaos", "chaos"),
    ],
)  # fmt: skip
def test_the_singular_of_a_noun(word: str, expected: str) -> None:
    assert singular(word) == expected


def test_a_lemma_is_singular_and_american() -> None:
    assert lemma("behaviours") == "behavior"


@given(st.text(max_size=40))
def test_the_key_of_a_key_is_itself_but_for_an_acronym(name: str) -> None:
    key = entity_key(name)
    assert key == key.strip()
    assert "  " not in key
    assert entity_key(name.replace(" ", "\t")) == key
