from __future__ import annotations

import pytest

from conspectus.engines.extractive.word_classes import (
    ADJECTIVE,
    GENERIC,
    NOUN,
    NUMBER,
    PUNCTUATION,
    VERB,
    is_acronym,
    tag,
)


def classes(text: str) -> dict[str, str]:
    tagged = tag(text)
    return dict(zip(tagged.tokens.words, tagged.classes, strict=True))


@pytest.mark.parametrize(
    ("text", "word", "word_class"),
    [
        ("We model river flow.", "model", VERB),
        ("The model is small.", "model", NOUN),
        ("It maps words to vectors.", "maps", VERB),
        ("The maps are old.", "maps", NOUN),
        ("an annotated corpus", "annotated", ADJECTIVE),
        ("The corpus was annotated by hand.", "annotated", VERB),
        ("The drug reduced mortality.", "reduced", VERB),
        ("a reduced vocabulary", "reduced", GENERIC),
        ("the parsing of speech", "parsing", NOUN),
        ("by reading maps of rivers", "reading", NOUN),
        ("a method combining trees", "combining", VERB),
        ("image retrieval", "retrieval", NOUN),
        ("a lexical rule", "lexical", ADJECTIVE),
        ("several novel rules", "novel", GENERIC),
        ("for 20 min", "min", NUMBER),
        ("in vitro assays", "in vitro", ADJECTIVE),
        ("a high-quality corpus", "high-quality", ADJECTIVE),
    ],
)
def test_lists_endings_and_neighbours_decide(text: str, word: str, word_class: str) -> None:
    assert classes(text)[word] == word_class


def test_labels_of_structured_abstracts_are_set_aside() -> None:
    tagged = tag("METHODS AND RESULTS: Rats were weighed.")
    assert tagged.classes[:3] == (PUNCTUATION,) * 3
    assert classes("Results: none")["Results"] == PUNCTUATION
    assert classes("ELECTRA: a parser")["ELECTRA"] == NOUN


@pytest.mark.parametrize("word", ["HMM", "BLEU", "LexRank", "F1", "mRNAs", "TNF-α"])
def test_acronyms(word: str) -> None:
    assert is_acronym(word)


@pytest.mark.parametrize("word", ["Parser", "a", "We", "A", "internationally", "ANEXTREMELYLONGNAME"])
def test_not_acronyms(word: str) -> None:
    assert not is_acronym(word)
