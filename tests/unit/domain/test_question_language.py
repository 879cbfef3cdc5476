from __future__ import annotations

import pytest

from conspectus.domain.question_language import function_words, question_language, refusal_in


@pytest.mark.parametrize(
    "question, language",
    [
        ("How many hives are there in the meadow?", "en"),
        ("Wie viele Bienenstöcke gibt es auf der Wiese?", "de"),
        ("Combien de ruches sont dans le pré?", "fr"),
        ("¿Cuántas colmenas hay en el prado?", "es"),
        ("Quante api sono nel prato?", "it"),
        ("Ile uli jest na łące?", "pl"),
        ("Hur många bikupor är det på ängen?", "sv"),
        ("BERT", ""),
        ("", ""),
    ],
)
def test_by_function_words(question: str, language: str) -> None:
    assert question_language(question) == language


def test_what_is_not_known_is_english() -> None:
    assert refusal_in("xx") == refusal_in("en")
    assert refusal_in("de").startswith("Die Bibliothek")
    assert "the" in function_words("")
