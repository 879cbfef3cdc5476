from __future__ import annotations

from conspectus.domain.minigraph import ConceptKind, RelationKind
from conspectus.engines.extractive.extract import extract_abstract
from conspectus.evaluation.concept_baselines import neighbours_used_for, phrases_all_pairs


def test_phrases_are_runs_without_stopwords_and_every_pair_is_related() -> None:
    found = phrases_all_pairs(["The river maps of Vienna -LRB- 3 -RRB- help flood prediction, often.", "Rain."])
    assert [m.text for m in found.mentions] == ["river maps", "Vienna", "help flood prediction", "Rain"]
    assert {m.kind for m in found.mentions} == {ConceptKind.OTHER}
    assert [(r.head.text, r.tail.text) for r in found.relations] == [
        ("river maps", "Vienna"),
        ("river maps", "help flood prediction"),
        ("Vienna", "help flood prediction"),
    ]


def test_neighbours_have_the_extractors_concepts_each_used_for_the_next() -> None:
    sentences = [
        "Rain gauges and radar sensors are used for flood prediction.",
        "A chart parser reads weather reports.",
    ]
    found = neighbours_used_for(extract_abstract)(sentences)
    assert found.mentions == extract_abstract(sentences).mentions
    assert [(r.head.text, r.kind, r.tail.text) for r in found.relations] == [
        ("Rain gauges", RelationKind.USED_FOR, "radar sensors"),
        ("radar sensors", RelationKind.USED_FOR, "flood prediction"),
        ("chart parser", RelationKind.USED_FOR, "weather reports"),
    ]
