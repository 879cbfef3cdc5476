from __future__ import annotations

import pytest

from conspectus.domain.minigraph import ConceptKind
from conspectus.engines.extractive.concept_kinds import acronym_kinds, is_biomedical, kinds_of
from conspectus.engines.extractive.concepts import concept_spans
from conspectus.engines.extractive.word_classes import tag

TASK, METHOD, METRIC = ConceptKind.TASK, ConceptKind.METHOD, ConceptKind.METRIC
MATERIAL, OTHER = ConceptKind.MATERIAL, ConceptKind.OTHER


def kinds(text: str, *, biomedical: bool = False) -> list[ConceptKind | None]:
    tagged = tag(text)
    return [span.kind for span in kinds_of(tagged, concept_spans(tagged), {}, biomedical=biomedical)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("the word error rate", [METRIC]),
        ("a weather corpus", [MATERIAL]),
        ("sentences in Icelandic", [MATERIAL, MATERIAL]),
        ("the training set", [MATERIAL]),
        ("for flood prediction", [TASK]),
        ("by flood prediction", [METHOD]),
        ("a chart parser", [METHOD]),
        ("for dialogue systems", [TASK]),
        ("a decision tree", [METHOD]),
        ("for river crossing", [TASK]),
        ("some river crossing", [METHOD]),
        ("the river bank", [OTHER]),
        ("we used XQZ", [METHOD]),
        ("detection of river banks", [TASK]),
    ],
)
def test_the_head_and_what_governs_it_decide(text: str, expected: list[ConceptKind]) -> None:
    assert kinds(text) == expected


def test_an_acronym_has_the_kind_of_its_long_form_in_singular_and_plural() -> None:
    sentences = [tag("A word error rate (WER) is given."), tag("WER and WERs are low.")]
    spans = [concept_spans(sentence) for sentence in sentences]
    known = acronym_kinds(list(zip(sentences, spans, strict=True)))
    assert known == {"WER": METRIC}
    assert [span.kind for span in kinds_of(sentences[1], spans[1], known)] == [METRIC, METRIC]


def test_in_biomedical_abstracts_unknown_names_are_no_methods() -> None:
    assert kinds("the polar aqueous solution of XQZ") == [METHOD, METHOD]
    assert kinds("the polar aqueous solution of XQZ", biomedical=True) == [OTHER, OTHER]


def test_biomedical_abstracts_are_known_by_their_words() -> None:
    assert is_biomedical([tag("Patients with liver disease had low plasma levels.")])
    assert not is_biomedical([tag("A parser for patients, patients and patients.")])
    assert not is_biomedical([tag("A chart parser reads health records.")])
