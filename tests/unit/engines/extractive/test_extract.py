from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from conspectus.domain.minigraph import ConceptKind
from conspectus.engines.extractive.extract import Extraction, extract_abstract

WORDS = st.sampled_from(
    "the a of for and or , . ( ) using based on such as than we it method parser flood prediction river SVM novel "
    "accuracy corpus lexical detection outperforms is trained with in -LRB- -RRB- rain 3 % patients".split()
)
TEXTS = st.one_of(st.text(max_size=100), st.lists(WORDS, max_size=25).map(" ".join))


def relations(*sentences: str) -> set[tuple[str, str, str]]:
    return {(r.head.text, r.kind.value, r.tail.text) for r in extract_abstract(sentences).relations}


def mentions(*sentences: str) -> list[tuple[str, str]]:
    return [(m.text, m.kind.value) for m in extract_abstract(sentences).mentions]


@pytest.mark.parametrize(
    ("sentence", "expected"),
    [
        ("We apply a graph kernel to protein classification.", ("graph kernel", "Used-for", "protein classification")),
        ("The lens distortion of the river camera is low.", ("lens distortion", "Feature-of", "river camera")),
        ("Loop detectors such as induction coils are cheap.", ("induction coils", "Hyponym-of", "Loop detectors")),
        ("We measured the recall of the tagger.", ("recall", "Evaluate-for", "tagger")),
        ("The word lattice is integrated into the decoder.", ("word lattice", "Part-of", "decoder")),
        ("Our wavelet filter outperforms median filters.", ("wavelet filter", "Compare", "median filters")),
        ("We study citation parsing and table extraction.", ("citation parsing", "Conjunction", "table extraction")),
    ],
)
def test_each_relation_has_its_direction(sentence: str, expected: tuple[str, str, str]) -> None:
    assert relations(sentence) == {expected}


@pytest.mark.parametrize(
    ("sentence", "expected"),
    [
        ("A tagger based on tree transducers is fast.", ("tree transducers", "Used-for", "tagger")),
        ("The recognizer consists of an acoustic model.", ("acoustic model", "Part-of", "recognizer")),
        ("The chart parser is a dynamic program.", ("chart parser", "Hyponym-of", "dynamic program")),
        ("The tagger achieves a high recall.", ("recall", "Evaluate-for", "tagger")),
    ],
)
def test_the_same_relations_are_seen_from_the_other_side(sentence: str, expected: tuple[str, str, str]) -> None:
    assert relations(sentence) == {expected}


def test_natural_and_spaced_out_sentences_say_the_same() -> None:
    natural = "LexRank outperforms centroid-based methods (CBMs) on DUC data."
    spaced = "LexRank outperforms centroid-based methods -LRB- CBMs -RRB- on DUC data ."
    assert ("LexRank", "Compare", "centroid-based methods (CBMs)") in relations(natural)
    assert ("DUC data", "Evaluate-for", "LexRank") in relations(natural)

    def plain(found: set[tuple[str, str, str]]) -> set[tuple[str, str, str]]:
        return {
            (h.replace("-LRB- CBMs -RRB-", "(CBMs)"), k, t.replace("-LRB- CBMs -RRB-", "(CBMs)")) for h, k, t in found
        }

    assert plain(relations(spaced)) == relations(natural)


def test_an_acronym_keeps_the_kind_of_its_long_form_through_the_abstract() -> None:
    found = mentions("A flood warning dataset (FWD) is described.", "FWD and string kernels are small.")
    assert ("flood warning dataset (FWD)", "Material") in found
    assert ("FWD", "Material") in found


def test_generic_words_count_only_where_they_stand_for_something() -> None:
    assert mentions("The results of many studies are important.") == []
    assert mentions("It was cold.") == []
    assert relations("It outperforms the baseline tagger.") == {("It", "Compare", "baseline tagger")}
    assert mentions("This method is new.") == [("method", "Generic")]
    assert mentions("These problems are new.") == []


def test_lone_words_need_a_kind_or_a_relation() -> None:
    assert mentions("Houses are old.") == []
    assert mentions("Precision is high.") == [("Precision", "Metric")]
    assert mentions("Parsers are old.") == []
    assert mentions("Parsers use lexical rules.")[0] == ("Parsers", "Method")


def test_biomedical_language_is_read_sensibly() -> None:
    found = mentions(
        "BACKGROUND: Aspirin was given to 120 patients with acute myocardial infarction.",
        "Thrombosis and plasma levels of IL-6 fell after treatment for 20 min.",
    )
    assert ("Aspirin", "OtherScientificTerm") in found
    assert ("patients", "Material") in found
    assert ("acute myocardial infarction", "OtherScientificTerm") in found
    assert ("Thrombosis", "OtherScientificTerm") in found
    assert ("IL-6", "OtherScientificTerm") in found
    texts = {text.lower() for text, _ in found}
    assert texts.isdisjoint({"background", "min", "20 min"})


def test_no_text_has_no_concepts() -> None:
    assert extract_abstract([]) == Extraction()
    assert extract_abstract(["", "  ", "...", "()"]) == Extraction()


@settings(deadline=None)
@given(st.lists(TEXTS, max_size=4))
def test_mentions_lie_in_their_sentence_and_never_overlap(sentences: list[str]) -> None:
    found = extract_abstract(sentences)
    at = (0, 0)
    for mention in found.mentions:
        assert sentences[mention.sentence][mention.start : mention.end] == mention.text
        assert mention.text
        assert at <= (mention.sentence, mention.start)
        at = (mention.sentence, mention.end)


@settings(deadline=None)
@given(st.lists(TEXTS, max_size=4))
def test_relations_join_two_mentions_of_one_sentence_once(sentences: list[str]) -> None:
    found = extract_abstract(sentences)
    known = set(found.mentions)
    for relation in found.relations:
        assert relation.head in known
        assert relation.tail in known
        assert relation.head != relation.tail
        assert relation.sentence == relation.head.sentence == relation.tail.sentence
    assert len(set(found.relations)) == len(found.relations)


@settings(deadline=None)
@given(st.lists(TEXTS, max_size=4))
def test_the_same_sentences_give_the_same_extraction(sentences: list[str]) -> None:
    assert extract_abstract(sentences) == extract_abstract(tuple(sentences))


def test_a_very_long_list_stays_tractable() -> None:
    text = "rain gauges and " * 800 + "lakes for " + "river cameras and " * 800 + "ponds."
    found = extract_abstract([text])
    assert len(found.mentions) > 1000
    assert len(found.relations) < 5000


def test_kinds_are_always_decided() -> None:
    found = extract_abstract(["We built XQZ, a tagger for Dutch tweets, with high recall."])
    assert {mention.kind for mention in found.mentions} <= set(ConceptKind)
    assert len(found.mentions) == 4
