from __future__ import annotations

import pytest

from conspectus.engines.extractive.summary_languages import (
    foreign_length,
    foreign_terms,
    foreign_text,
    is_foreign,
    leans_in_any_language,
)


@pytest.mark.parametrize(
    "text, foreign",
    [
        ("Drained bogs lose carbon to the air in each of the warm summers.", False),
        (
            "Recent methods improve results; larger models show higher performance; small samples give lower scores.",
            False,
        ),
        ("Die entwässerten Moore verlieren in jedem Sommer Kohlenstoff an die Luft.", True),
        ("排水后的泥炭地会向大气释放碳。", True),
        ("Les tourbières drainées perdent du carbone dans une année sèche et chaude.", True),
    ],
)
def test_english_is_told_from_other_languages(text: str, foreign: bool) -> None:
    assert is_foreign([text]) is foreign


def test_two_ideographs_are_a_word() -> None:
    assert foreign_length("我们在40个地点测量。") == 4 + 1  # nine ideographs and a number
    assert foreign_length("Die Moore sind nass – sehr.") == 5


def test_content_is_longer_words_and_pairs_of_ideographs() -> None:
    assert foreign_terms("Die Moore sind nass.") == ["moore", "sind", "nass"]
    assert foreign_terms("泥炭地 CO") == ["泥炭", "炭地"]
    assert foreign_terms("碳") == ["碳"]


def test_sentences_stay_as_they_are_and_fragments_are_left_out() -> None:
    sentence = "Wir haben die Moore über zwei Jahre gemessen."
    assert foreign_text(sentence, "Methoden") == sentence
    assert foreign_text(sentence.replace(" die", "\ndie"), "Methoden") == sentence
    assert foreign_text(sentence, "Danksagung") is None
    assert foreign_text("Wir haben die Moore gemessen", "Methoden") is None
    assert foreign_text("Zu kurz.", "Methoden") is None
    assert foreign_text("x = 1 + 2 + 3 + 4 = 10.", "Methoden") is None
    assert foreign_text("参考泥炭地储存了碳。", "参考文献") is None


def test_openers_that_point_back_are_known_in_several_languages() -> None:
    assert all(
        map(leans_in_any_language, ("Diese Moore sind nass.", "Cette perte est forte.", "因此重新湿润是值得的。"))
    )
    assert not any(map(leans_in_any_language, ("Moore sind nass.", "Esther misst Moore.", "泥炭地储存碳。")))
