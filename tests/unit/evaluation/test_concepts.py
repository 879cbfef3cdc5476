from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

import pytest

from conspectus.domain.minigraph import ConceptKind, RelationKind
from conspectus.engines.extractive.extract import Extraction, Mention, RelationMention
from conspectus.evaluation.benchmarks.scierc import AnnotatedAbstract
from conspectus.evaluation.concepts import MEASURES, count_abstract, evaluate_concepts, run, score_extractor
from conspectus.foundation.errors import UnknownName

DATA = Path(__file__).resolve().parents[3].parent / "shared" / "data" / "scierc"
TEXT = "Rain gauges and radar sensors help flood prediction ."
TASK, METHOD, OTHER = ConceptKind.TASK, ConceptKind.METHOD, ConceptKind.OTHER
USED_FOR, CONJUNCTION = RelationKind.USED_FOR, RelationKind.CONJUNCTION


def mention(text: str, kind: ConceptKind = OTHER, sentence: int = 0) -> Mention:
    start = TEXT.index(text)
    return Mention(sentence=sentence, start=start, end=start + len(text), text=text, kind=kind)


def relation(head: Mention, kind: RelationKind, tail: Mention) -> RelationMention:
    return RelationMention(head=head, kind=kind, tail=tail, sentence=head.sentence)


def extraction(*items: Mention | RelationMention) -> Extraction:
    return Extraction(
        mentions=tuple(item for item in items if isinstance(item, Mention)),
        relations=tuple(item for item in items if isinstance(item, RelationMention)),
    )


GAUGES, SENSORS, PREDICTION = mention("Rain gauges"), mention("radar sensors"), mention("flood prediction", TASK)
GOLD = extraction(
    GAUGES, SENSORS, PREDICTION, relation(GAUGES, USED_FOR, PREDICTION), relation(GAUGES, CONJUNCTION, SENSORS)
)


def as_rows(gold: Extraction, found: Extraction) -> dict[str, tuple[int, int, int]]:
    counts = count_abstract(gold, found)
    return {name: (count.agreed, count.found, count.marked) for name, count in counts.items()}


def test_each_measure_counts_what_it_says() -> None:
    short = mention("gauges", METHOD)
    untyped = mention("flood prediction", METHOD)
    found = extraction(
        short,
        SENSORS,
        untyped,
        relation(short, USED_FOR, untyped),
        relation(SENSORS, CONJUNCTION, GAUGES),
        relation(PREDICTION, USED_FOR, SENSORS),
    )
    assert as_rows(GOLD, found) == {
        "span": (2, 3, 3),
        "span_overlap": (3, 3, 3),
        "typed_span": (1, 3, 3),
        "relation": (1, 3, 2),
        "relation_overlap": (2, 3, 2),
    }


def test_direction_matters_but_for_symmetric_kinds() -> None:
    turned = extraction(*GOLD.mentions, relation(PREDICTION, USED_FOR, GAUGES), relation(SENSORS, CONJUNCTION, GAUGES))
    assert as_rows(GOLD, turned)["relation"] == (1, 2, 2)
    assert as_rows(GOLD, turned)["relation_overlap"] == (1, 2, 2)


def test_sentences_are_kept_apart_and_repetitions_count_once() -> None:
    elsewhere = mention("Rain gauges", sentence=1)
    assert as_rows(GOLD, extraction(elsewhere))["span_overlap"] == (0, 1, 3)
    assert as_rows(GOLD, extraction(GAUGES, GAUGES))["span"] == (1, 1, 3)
    assert as_rows(GOLD, extraction(GAUGES, GAUGES))["span_overlap"] == (1, 1, 3)


def test_one_marked_concept_is_matched_once() -> None:
    assert as_rows(GOLD, extraction(mention("Rain"), mention("gauges")))["span_overlap"] == (1, 2, 3)


def document(identifier: str, gold: Extraction = GOLD) -> AnnotatedAbstract:
    return AnnotatedAbstract(id=identifier, sentences=(TEXT,), gold=gold)


def test_scores_are_micro_averages_with_intervals_over_abstracts() -> None:
    def half(sentences: Sequence[str]) -> Extraction:
        return extraction(GAUGES, SENSORS, mention("help"))

    scores = score_extractor([document("a"), document("b", extraction(GAUGES))], half)
    # 2 of 3 agree in the first abstract, 1 of 3 in the second; 4 concepts are marked.
    assert scores["span_precision"].mean == pytest.approx(3 / 6)
    assert scores["span_recall"].mean == pytest.approx(3 / 4)
    assert scores["span_f1"].mean == pytest.approx(2 * 3 / (6 + 4))
    # A draw of one abstract twice gives 1/3 or 2/3 precision, both far commoner than 1 in 40.
    assert scores["span_precision"].low == pytest.approx(1 / 3)
    assert scores["span_precision"].high == pytest.approx(2 / 3)
    assert set(scores) == {f"{measure}_{part}" for measure in MEASURES for part in ("precision", "recall", "f1")}


def test_nothing_found_scores_nothing() -> None:
    scores = score_extractor([document("a")], lambda sentences: Extraction())
    assert {value.mean for value in scores.values()} == {0.0}
    with pytest.raises(ValueError, match="no documents"):
        score_extractor([], lambda sentences: Extraction())


def test_the_baselines_run_in_the_same_call_and_draws_are_seeded() -> None:
    documents = [document("a"), document("b", extraction(GAUGES)), document("c")]
    scores = evaluate_concepts(documents, lambda sentences: GOLD)
    assert list(scores) == ["conspectus", "phrases", "neighbours"]
    assert scores["conspectus"]["span_recall"].mean == 1.0
    assert scores["neighbours"]["span_f1"] == scores["conspectus"]["span_f1"]
    assert scores == evaluate_concepts(documents, lambda sentences: GOLD)


def write_set(folder: Path) -> None:
    record = {
        "doc_key": "a",
        "sentences": [TEXT.split(" ")],
        "ner": [[[0, 1, "Method"], [3, 4, "Method"], [6, 7, "Task"]]],
        "relations": [[[0, 1, 3, 4, "CONJUNCTION"]]],
    }
    (folder / "dev.json").write_text(json.dumps(record) + "\n{broken\n", "utf-8")


def test_a_run_is_ready_for_json(tmp_path: Path) -> None:
    write_set(tmp_path)
    results = run(tmp_path, "dev", ["conspectus", "phrases"])
    assert json.loads(json.dumps(results)) == results
    assert [result["method"] for result in results] == ["conspectus", "phrases"]
    for result in results:
        assert result["benchmark"] == "concepts"
        assert result["n"] == 1
        assert result["seconds"] >= 0
        assert len(result["broken"]) == 1
        assert set(result["scores"]["span_f1"]) == {"mean", "low", "high"}
    assert results[0]["scores"]["relation_f1"]["mean"] > results[1]["scores"]["relation_f1"]["mean"]


def test_all_methods_run_unless_named_and_unknown_ones_are_refused(tmp_path: Path) -> None:
    write_set(tmp_path)
    assert [result["method"] for result in run(tmp_path, "dev")] == ["conspectus", "phrases", "neighbours"]
    with pytest.raises(UnknownName) as unknown:
        run(tmp_path, "dev", ["magic"])
    assert "phrases" in unknown.value.hint


@pytest.mark.skipif(not (DATA / "document_json" / "dev.json").is_file(), reason="SciERC is not beside the repository")
def test_the_floors_hold_on_the_development_abstracts() -> None:
    scores = {
        result["method"]: {name: value["mean"] for name, value in result["scores"].items()}
        for result in run(DATA, "dev", ["conspectus", "neighbours"])
    }
    assert scores["conspectus"]["span_f1"] >= 0.62
    assert scores["conspectus"]["typed_span_f1"] >= 0.49
    assert scores["conspectus"]["relation_f1"] >= 0.20
    assert scores["conspectus"]["relation_f1"] >= 2 * scores["neighbours"]["relation_f1"]
