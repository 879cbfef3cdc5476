from __future__ import annotations

from conspectus.engines.extractive.concept_kinds import kinds_of
from conspectus.engines.extractive.concepts import concept_spans
from conspectus.engines.extractive.relations import coordinated, relation_links
from conspectus.engines.extractive.word_classes import tag


def links(text: str) -> set[tuple[str, str, str]]:
    tagged = tag(text)
    spans = kinds_of(tagged, concept_spans(tagged), {})
    tokens = tagged.tokens
    names = [text[tokens.starts[span.first] : tokens.ends[span.last]] for span in spans]
    return {(names[link.head], link.kind.value, names[link.tail]) for link in relation_links(tagged, spans)}


def groups(text: str) -> list[int]:
    tagged = tag(text)
    return [len(group) for group in coordinated(tagged, concept_spans(tagged))]


def test_a_list_needs_an_and_or_an_or() -> None:
    assert groups("rain gauges, radar sensors and river cameras") == [3]
    assert groups("rain gauges, radar sensors as well as river cameras") == [3]
    assert groups("rain gauges, radar sensors") == [1, 1]
    assert groups("rain gauges for radar sensors") == [1, 1]


def test_every_member_of_a_list_takes_part_in_its_relation() -> None:
    assert links("Rain gauges and radar sensors are used for flood prediction.") == {
        ("Rain gauges", "Conjunction", "radar sensors"),
        ("Rain gauges", "Used-for", "flood prediction"),
        ("radar sensors", "Used-for", "flood prediction"),
    }


def test_a_means_reaches_past_the_purpose() -> None:
    found = links("We describe a chart parser for weather reports using lexical rules.")
    assert ("lexical rules", "Used-for", "chart parser") in found
    assert ("chart parser", "Used-for", "weather reports") in found


def test_a_sentence_may_open_with_the_means() -> None:
    assert links("Using weather records, we train a flood predictor.") == {
        ("weather records", "Used-for", "flood predictor")
    }


def test_a_comparison_reaches_past_the_measure() -> None:
    assert links("The chart parser achieves a higher precision than the rule-based parser.") == {
        ("precision", "Evaluate-for", "chart parser"),
        ("chart parser", "Compare", "rule-based parser"),
    }


def test_a_measure_at_the_end_evaluates_the_subject() -> None:
    found = links("The chart parser outperforms string kernels by 3 % in precision.")
    assert ("chart parser", "Compare", "string kernels") in found
    assert ("precision", "Evaluate-for", "chart parser") in found


def test_what_a_kind_is_for_its_member_is_for_too() -> None:
    found = links("Shape models are a powerful tool for flood prediction.")
    assert ("Shape models", "Used-for", "flood prediction") in found


def test_an_opening_phrase_is_no_apposition() -> None:
    assert links("In a study of river banks, a weather model was built.") == set()
    assert links("The chart parser, a language model, was built.") == {("chart parser", "Hyponym-of", "language model")}


def test_nothing_reaches_past_the_end_of_a_sentence() -> None:
    assert links("We built a chart parser. Using rain gauges is easy.") == set()
