from __future__ import annotations

import pytest

from conspectus.domain.answer_tasks import IdentifyQuestionEntitiesRequest
from conspectus.domain.scientific_entities import ScientificType
from conspectus.engines.extractive.question_entities import identify_question_entities


def named(question: str, *known: str) -> list[str]:
    request = IdentifyQuestionEntitiesRequest(question=question, known=known)
    return [entity.text for entity in identify_question_entities(request).entities]


@pytest.mark.parametrize(
    "question, entities",
    [
        (
            "Does named entity recognition help relation extraction?",
            ["named entity recognition", "relation extraction"],
        ),
        ("What is the waggle dance?", ["waggle dance"]),
        ("How do they use BERT and C++ on QuaRel?", ["BERT", "C++", "QuaRel"]),
        ("Wie wirkt Rituximab bei chronischer Müdigkeit?", ["wirkt Rituximab", "chronischer Müdigkeit"]),
        ("What did they do?", []),
        ("", []),
        ("?!", []),
    ],
)
def test_phrases_between_function_words(question: str, entities: list[str]) -> None:
    assert named(question) == entities


def test_known_labels_come_first_to_their_full_length() -> None:
    question = "Is the European honey bee better than the honey bee?"
    assert named(question, "bee", "honey bee", "European honey bee") == ["European honey bee", "honey bee"]
    assert named("Are beehives there?", "bee") == ["beehives"]


def test_quoted_words_stay_together() -> None:
    assert "out of Africa" in named("What is “out of Africa” about?")


def test_types_where_the_last_word_tells_them() -> None:
    request = IdentifyQuestionEntitiesRequest(question="Was the peat corpus used?")
    (entity,) = identify_question_entities(request).entities
    assert (entity.text, entity.kind) == ("peat corpus", ScientificType.DATASET)


def test_quotes_braces_and_backslashes_are_words_like_others() -> None:
    assert named('What of "}{ DELETE WHERE { ?s ?p ?o } \\" ?') == ["}{ DELETE WHERE { ?s ?p ?o } \\"]
    assert named(r"Is (bees) in [honey] there?", "(bees)") == ["(bees)", "honey"]


def test_a_very_long_question_is_read_in_part() -> None:
    request = IdentifyQuestionEntitiesRequest(question=", ".join(f"peat bog {n}" for n in range(1000)) + "?")
    result = identify_question_entities(request)
    assert len(result.entities) == 12
    assert "first 2000 characters" in result.warnings[0]
    assert "the first 12" in result.warnings[1]
