from __future__ import annotations

import pytest

from conspectus.grounding.names import name_findings, name_key, names_of
from conspectus.grounding.words import read


def findings(claim: str, *evidence: str, known: str = "") -> list[str]:
    return [finding.words for finding in name_findings(read(claim), [read(text) for text in evidence], [known])]


def test_names_are_acronyms_camel_case_words_with_digits_and_capitals_inside() -> None:
    text = "Sowing near Lake Oder, the RyeNet and BERT-based models used p53 and mDC in 12 plots. Then rain fell."
    assert names_of(read(text)) == ["Lake", "Oder", "RyeNet", "BERT", "p53", "mDC"]


def test_a_heading_has_no_names_of_one_capital() -> None:
    assert names_of(read("Growing Winter Rye Near Rivers with DNA")) == ["DNA"]


@pytest.mark.parametrize(
    "claim, evidence",
    [
        ("The CNNs won.", "Each CNN won."),
        ("It is slow in NLP.", "It is slow in natural language processing."),
        ("It is slow in Natural Language Processing.", "It is slow in NLP."),
        ("The F1 rose.", "The F 1 rose."),
        ("It was seen in Oder water.", "It was seen in the water of the ODER."),
        ("They used Word2Vec.", "They used word2vec."),
        ("The LSTM won.", "A long short-term memory won."),
    ],
)
def test_a_name_in_another_form_is_no_fault(claim: str, evidence: str) -> None:
    assert findings(claim, evidence) == []


def test_a_name_that_is_not_there_is_a_fault() -> None:
    assert findings("The yield of GRU was low.", "The yield of LSTM was low.") == ["GRU"]
    assert findings("The yield of GRU was low.", "The yield was low.", known="A study of GRU") == []


def test_a_name_in_the_place_of_another_is_a_fault() -> None:
    evidence = "The yield of rye on Elbe meadows fell. Foxes near the Oder slept."
    assert findings("The yield of rye on Oder meadows fell.", evidence) == ["Oder"]
    assert findings("The yield of rye on Elbe meadows fell.", evidence) == []


def test_the_key_is_equal_for_forms_of_one_name() -> None:
    assert name_key("RNNs") == name_key("rnn") == "rnn"
    assert name_key("IL-6") == "il6"
    assert name_key("GLASS") == "glass"
