from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from conspectus.engines.extractive import verb_forms
from conspectus.engines.extractive.verb_forms import base_form, coordinated_to_base, coordinated_to_third, third_person


@pytest.mark.parametrize(
    "base, third",
    [
        ("propose", "proposes"),
        ("study", "studies"),
        ("apply", "applies"),
        ("employ", "employs"),
        ("convey", None),
        ("focus", "focuses"),
        ("discuss", "discusses"),
        ("stress", "stresses"),
        ("relax", "relaxes"),
        ("search", "searches"),
        ("publish", "publishes"),
        ("optimize", "optimizes"),
        ("go", "goes"),
        ("have", "has"),
        ("do", "does"),
        ("are", "is"),
        ("am", "is"),
        ("were", "was"),
    ],
)
def test_third_person(base: str, third: str | None) -> None:
    assert third_person(base) == third


@pytest.mark.parametrize("form", ["can", "will", "found", "showed", "proposed", "used", "built"])
def test_past_forms_and_modals_do_not_change(form: str) -> None:
    assert third_person(form) == form
    assert base_form(form) == form


@pytest.mark.parametrize(
    "third, base",
    [("presents", "present"), ("studies", "study"), ("goes", "go"), ("has", "have"), ("is", "are"), ("was", "were")],
)
def test_base_form(third: str, base: str) -> None:
    assert base_form(third) == base


@pytest.mark.parametrize("word", ["tables", "of", "", "parser", "proposes"])
def test_words_that_are_no_base_form_are_told_apart(word: str) -> None:
    assert third_person(word) is None


def test_every_known_verb_comes_back_from_its_third_person() -> None:
    for base in verb_forms._BASE:
        third = third_person(base)
        assert third is not None
        assert base_form(third) == base
        assert third.endswith("s") or third in ("set", "put", "let", "read", "cast")  # as written, past or present


@pytest.mark.parametrize(
    "plural, singular",
    [
        ("a model, train it and show gains", "a model, trains it and shows gains"),
        ("and evaluate two taggers", "and evaluates two taggers"),
        ("X, and then publish the code", "X, and then publishes the code"),
        ("X and apply it", "X and applies it"),
        ("X but leave Y", "X but leaves Y"),
        ("the design, aim and results of the trial", "the design, aim and results of the trial"),
        ("the use and care of tools", "the use and care of tools"),
        ("a tool that finds and labels cracks", "a tool that finds and labels cracks"),
        ("how people read and write numbers", "how people read and write numbers"),
        ("models to extract and classify names", "models to extract and classify names"),
        ("reads and writes", "reads and writes"),
    ],
)
def test_coordinated_verbs_agree_with_one_author(plural: str, singular: str) -> None:
    assert coordinated_to_third(plural) == singular


@pytest.mark.parametrize(
    "singular, plural",
    [
        ("a model, trains it and shows gains", "a model, train it and show gains"),
        ("and compares four solvers", "and compare four solvers"),
        ("a model that learns and improves", "a model that learns and improves"),
        ("the designs, aims and results of trials", "the designs, aims and results of trials"),
        ("a plan and is pleased", "a plan and is pleased"),
    ],
)
def test_coordinated_verbs_agree_with_several_authors(singular: str, plural: str) -> None:
    assert coordinated_to_base(singular) == plural


@given(st.text(alphabet="ab ,dnoryut", max_size=60))
def test_words_that_are_no_verbs_stay(text: str) -> None:
    words = set(text.replace(",", " ").split())
    if not words & verb_forms._BASE:
        assert coordinated_to_third(text) == text
