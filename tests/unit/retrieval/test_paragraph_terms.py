from __future__ import annotations

import pytest

from conspectus.retrieval.paragraph_terms import AnswerKind, asked_kinds, offered_kinds, search_terms, term_number


def test_terms_are_stems_without_stop_words() -> None:
    assert search_terms("The bees were pollinating CO₂-rich meadows BIBREF3 and the meadow.") == [
        "bee", "pollin", "co2", "rich", "meadow", "meadow",
    ]  # fmt: skip


def test_words_of_every_script_count() -> None:
    assert search_terms("Käfer im Wald") == search_terms("kafer im wald")
    assert search_terms("蜜蜂 пчела") == ["蜜蜂", "пчела"]
    assert search_terms("x" * 41) == []


def test_numbers_of_terms_are_stable() -> None:
    assert term_number("bee") == term_number("bee") != term_number("bees")
    assert 0 <= term_number("蜜蜂") < 2**64


@pytest.mark.parametrize(
    "question, kind",
    [
        ("How many hives were kept?", AnswerKind.NUMBER),
        ("Which dataset was used?", AnswerKind.DATA),
        ("Why do bees dance?", AnswerKind.REASON),
        ("Who counted the hives?", AnswerKind.PERSON),
        ("Which languages are spoken?", AnswerKind.LANGUAGE),
    ],
)
def test_what_is_asked_for(question: str, kind: AnswerKind) -> None:
    assert kind in asked_kinds(question)


def test_what_a_paragraph_offers() -> None:
    assert AnswerKind.NUMBER in offered_kinds("We kept 12 hives.")
    assert AnswerKind.NUMBER not in offered_kinds("We kept hives BIBREF12.")
    assert AnswerKind.REASON in offered_kinds("They dance because it is late.")
    assert offered_kinds("Bees fly") == AnswerKind.NONE == asked_kinds("Bees?")
