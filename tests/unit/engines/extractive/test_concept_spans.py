from __future__ import annotations

import pytest

from conspectus.domain.minigraph import ConceptKind
from conspectus.engines.extractive.concepts import bracketed_acronym, concept_spans, head_position, is_rare
from conspectus.engines.extractive.word_classes import tag


def spans(text: str) -> list[str]:
    tagged = tag(text)
    tokens = tagged.tokens
    return [text[tokens.starts[span.first] : tokens.ends[span.last]] for span in concept_spans(tagged)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        # Empty modifiers go on the left, adjectives without a noun on the right.
        ("We describe a novel and efficient chart parser.", ["chart parser"]),
        ("Three different river models are useful.", ["river models"]),
        # Determiners, prepositions and verbs end a concept.
        ("Weather records of the harbour improve flood warnings.", ["Weather records", "harbour", "flood warnings"]),
        # Academic filler is dropped, or cut where its modifiers carry a concept.
        ("The results of this paper show many ways.", []),
        ("speech recognition performance", ["speech recognition"]),
        # Coordinated adjectives belong together, coordinated nouns do not.
        ("lexical and syntactic features", ["lexical and syntactic features"]),
        ("word order and sentence length", ["sentence length"]),
        # A noun of doing is one concept with what is done to.
        ("segmentation of the retinal vessels", ["segmentation of the retinal vessels"]),
        ("a database of retinal vessels", ["database", "retinal vessels"]),
        # Adverbs of manner stay with their adjective, adverbs of degree do not.
        ("a manually annotated corpus", ["manually annotated corpus"]),
        ("a highly lexical model", ["lexical model"]),
        # A long form, its acronym in brackets, and what follows.
        ("hidden Markov models (HMMs) of rain", ["hidden Markov models (HMMs)", "rain"]),
        ("a support vector machine (SVM) classifier", ["support vector machine (SVM) classifier"]),
        ("the Centre for River Studies (CRS)", ["Centre for River Studies (CRS)"]),
        # A fixed expression keeps a modifier that is empty elsewhere.
        ("a large language model", ["large language model"]),
        ("a large river model", ["river model"]),
    ],
)
def test_what_is_a_concept(text: str, expected: list[str]) -> None:
    assert spans(text) == expected


@pytest.mark.parametrize(
    "text", ["The method is new.", "Previous approaches fail.", "We describe the proposed system."]
)
def test_words_for_the_thing_under_discussion_are_generic(text: str) -> None:
    (span,) = concept_spans(tag(text))
    assert span.kind is ConceptKind.GENERIC


def test_it_is_a_mention_unless_it_only_opens_a_clause() -> None:
    assert spans("It reads maps.")[0] == "It"
    assert "It" not in spans("It is shown that rain matters.")


def test_the_head_of_a_concept() -> None:
    tagged = tag("detection of the river banks by hidden Markov models (HMMs)")
    first, second = concept_spans(tagged)
    assert tagged.tokens.words[head_position(tagged, first)] == "detection"
    assert tagged.tokens.words[head_position(tagged, second)] == "models"
    assert bracketed_acronym(tagged, second) == "HMMs"
    assert bracketed_acronym(tagged, first) == ""


def test_rare_words_are_those_outside_general_academic_english() -> None:
    assert is_rare("ferrochelatase")
    assert not is_rare("results")
