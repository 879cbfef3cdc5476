from __future__ import annotations

import pytest

from conspectus.domain.minigraph import ConceptKind
from conspectus.domain.scientific_entities import ScientificType
from conspectus.engines.extractive.entity_typing import is_language_name, known_type, scientific_type

D, L, M, P, R, S, T = (
    ScientificType.DATASET, ScientificType.LANGUAGE, ScientificType.METHOD, ScientificType.RESEARCH_PROBLEM,
    ScientificType.RESOURCE, ScientificType.SOLUTION, ScientificType.TOOL,
)  # fmt: skip


@pytest.mark.parametrize(
    ("name", "kind", "expected"),
    [
        ("table extraction", ConceptKind.TASK, P),
        ("wavelet transform", ConceptKind.METHOD, M),
        ("peat corpus", ConceptKind.MATERIAL, D),
        ("bog training sets", ConceptKind.MATERIAL, D),
        ("moor ontology", ConceptKind.MATERIAL, R),
        ("peat cell line", ConceptKind.OTHER, R),
        ("moor toolkit", ConceptKind.METHOD, T),
        ("mass spectrometer", ConceptKind.OTHER, T),
        ("Frisian language", ConceptKind.MATERIAL, L),
        ("river gauge", ConceptKind.OTHER, None),
        ("recall", ConceptKind.METRIC, None),
        ("approach", ConceptKind.GENERIC, None),
        ("healthy volunteers", ConceptKind.MATERIAL, None),
        ("Bahamian", ConceptKind.MATERIAL, None),
        ("DNA", ConceptKind.METHOD, None),
        ("SPSS", ConceptKind.OTHER, T),
        ("WordNet", ConceptKind.METHOD, R),
        ("ImageNet", ConceptKind.METHOD, D),
        ("R-CNN", ConceptKind.METHOD, M),
    ],
)
def test_kinds_are_typed_by_names_and_heads(name: str, kind: ConceptKind, expected: ScientificType | None) -> None:
    found = scientific_type(name, kind)
    assert (found[0] if found else None) is expected
    assert found is None or 0 < found[1] <= 1


@pytest.mark.parametrize(
    ("before", "expected"),
    [
        ("In this paper we propose a novel ", S),
        ("We also present the ", S),
        ("Our ", S),
        ("The tagger, called ", S),
        ("Earlier work uses a ", M),
        ("We compare with a ", M),
    ],
)
def test_what_a_paper_brings_is_its_solution(before: str, expected: ScientificType) -> None:
    found = scientific_type("peat growth model", ConceptKind.METHOD, before)
    assert found is not None
    assert found[0] is expected


def test_a_lone_common_word_is_no_solution() -> None:
    found = scientific_type("regression", ConceptKind.METHOD, "We propose a ")
    assert found is not None
    assert found[0] is M


def test_known_names_are_written_as_names() -> None:
    assert known_type("Python") is T
    assert known_type("python") is None
    assert known_type("Peatlib") is None
    assert is_language_name("German")
    assert not is_language_name("german")
    assert not is_language_name("Bog")
