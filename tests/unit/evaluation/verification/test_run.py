from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from conspectus.evaluation import BENCHMARK_RUNS
from conspectus.evaluation.benchmark_run import RunOptions
from conspectus.evaluation.verification.claims import CLAIM_ONLY, claim_figures, folds_by_document
from conspectus.evaluation.verification.judging import Judged, by_plain_overlap, by_rules, judges
from conspectus.evaluation.verification.material import LabelledClaim
from conspectus.evaluation.verification.people import people_figures
from conspectus.evaluation.verification.planted import Case, figures_of
from conspectus.evaluation.verification.run import run
from conspectus.foundation.errors import UnknownFormat, UnknownName, UsageError

PLANTS = ("rye", "oats", "barley", "wheat", "clover", "maize")


def paper(number: int) -> dict[str, Any]:
    plant = PLANTS[number % len(PLANTS)]
    told = [
        f"We show that straw mulch does raise the yield of {plant} by {number + 11} % on clay near Oder{number}.",
        f"The seeds of {plant} were sown earlier than usual with the DRILL{number} tool in {number + 30} plots.",
    ]
    more = [f"Foxes near LAKE{number} slept longer than owls while {plant} grew."]
    summary = {"outcome": f"Straw mulch raises the yield of {plant} by {number + 11}% on clay near Oder{number}."}
    return {
        "id": f"own-{number}",
        "sentences": {"abstract": told, "introduction": more},
        "summary": summary,
        "highlights": {"outcome": {"abstract": [1, 0], "introduction": [0]}},
    }


def lines(*records: object) -> str:
    return "".join(json.dumps(record) + "\n" for record in records)


@pytest.fixture
def summarised(tmp_path: Path) -> Path:
    (tmp_path / "val.jsonl").write_text(lines(*(paper(number) for number in range(6))))
    return tmp_path


def test_planted_faults_are_counted_by_kind_beside_plain_overlap(summarised: Path) -> None:
    found = run(summarised).json_form()
    assert {(f["summaries"], f["method"]) for f in found["planted"]} == {
        (summaries, method)
        for summaries in ("near-verbatim", "written by people")
        for method in ("conspectus", "plain overlap")
    }
    for figures in found["planted"]:
        kinds = {kind["kind"]: kind for kind in figures["kinds"]}
        assert figures["papers"] == 6
        assert figures["faults"] == sum(kind["n"] for name, kind in kinds.items() if name != "good")
        assert kinds["good"]["flagged"]["mean"] == 0.0
        assert kinds["good"]["named"] is None
        if figures["method"] == "conspectus":
            for name in {"number", "entity", "negation"} & set(kinds):
                assert kinds[name]["named"]["mean"] == 1.0, name
            assert kinds["other_paper"]["flagged"]["mean"] == 1.0
        else:
            assert kinds["number"]["flagged"]["mean"] == 0.0


def test_the_table_names_every_kind(summarised: Path) -> None:
    table = run(summarised, RunOptions(methods=("conspectus",))).table()
    assert table.startswith("Faults in summaries near-verbatim (6 papers, ")
    assert "plain overlap" not in table
    for kind in ("good", "number", "entity", "negation", "comparison", "other_paper", "invented", "added_clause"):
        assert f"\n{kind} " in table


def test_a_fault_is_named_only_as_what_it_is() -> None:
    cases = [Case(kind="number", claim=text, evidence=("x",), paper="a") for text in ("one", "two", "three", "four")]
    kinds = {"one": {"number"}, "two": {"name"}, "three": set(), "four": {"unit", "name"}}

    def judge(claim: str, _evidence: object) -> Judged:
        return Judged(score=0.1, faults=frozenset(kinds[claim]))

    (figures,) = figures_of(cases, judge, seed=0)
    assert (figures.n, figures.flagged.mean, figures.named.mean) == (4, 0.75, 0.5)


def test_claims_are_scored_out_of_fold_beside_the_claim_alone(tmp_path: Path) -> None:
    claims, corpus = [], []
    for number in range(40):
        plant = PLANTS[number % len(PLANTS)]
        corpus.append({"doc_id": number, "title": "", "abstract": [f"Mulch raised yields of {plant} in spring."]})
        told = f"Mulch raised yields of {plant} in spring" if number % 2 else f"Owls hunt voles near {plant} barns"
        label = "SUPPORT" if number % 2 else "REFUTE"
        claims.append(
            {"id": number, "claim": f"{told} [<|cit|>].", "cited_doc_ids": [number],
             "evidence": {str(number): [{"sentences": [0], "label": label}]}}
        )  # fmt: skip
    (tmp_path / "claims_dev.jsonl").write_text(lines(*claims))
    (tmp_path / "corpus.jsonl").write_text(lines(*corpus))
    figures = {f["method"]: f for f in run(tmp_path).json_form()["claims"]}
    assert set(figures) == {"conspectus", "plain overlap", CLAIM_ONLY}
    assert figures["conspectus"]["n"] == 40
    assert figures["conspectus"]["auroc"] == figures["conspectus"]["balanced_accuracy"] == 1.0
    assert figures[CLAIM_ONLY]["auroc"] == 1.0  # these labels leak, and the row shows it


def test_claims_that_share_documents_share_a_fold() -> None:
    def claim(*documents: str) -> LabelledClaim:
        return LabelledClaim(claim="x", evidence=("y",), is_supported=True, documents=documents)

    claims = [claim("a"), claim("b"), claim("a", "c"), claim("c", "b"), claim()]
    folds = folds_by_document(claims)
    assert len(set(folds[:4])) == 1
    assert claim_figures("one-sided", claims, judges()) == []


def test_summaries_that_people_rated_are_ranked_beside_rouge(tmp_path: Path) -> None:
    article = "Mulch raised yields of rye. Owls hunt voles at dawn."
    good = {"sentence": "Mulch raised yields of rye.", "responses": [{"response": "yes"}, {"response": "yes"}]}
    half = {"sentence": "Owls hunt beetles at dusk.", "responses": [{"response": "yes"}, {"response": "no"}]}
    bad = {"sentence": "Sailors painted the harbour.", "responses": [{"response": "no"}]}
    records = [{"article": article, "summary_sentences": [sentence]} for sentence in (good, half, bad)]
    (tmp_path / "news.jsonl").write_text(lines(*records))
    found = run(tmp_path)
    correlations = {f.measure: f.correlation for f in found.people}
    assert correlations["conspectus"] == pytest.approx(1.0)
    assert {"plain overlap", "rouge1", "rouge2", "rougeL"} < set(correlations)
    assert "qags: news" in found.table()
    assert people_figures("qags", [], {}) == [] or all(f.n == 0 for f in people_figures("qags", [], {}))


def test_each_layout_of_ratings_is_read(tmp_path: Path) -> None:
    told = "Mulch raised yields of rye. Owls hunt voles."
    (tmp_path / "facets.json").write_text(
        lines(
            {"article": told, "human": told, "human_aspect": "", "bart": told, "bart_human": 0.8, "bart_human_list": []}
        )
    )
    pair = [{"dataset_id": "7", "model_summary": told, "factual_consistency": value} for value in ("0.5", "0.9")]
    (tmp_path / "pairs.jsonl").write_text(json.dumps(pair))
    (tmp_path / "errors.json").write_text(
        lines({"transcript": told, "reference": told, "sentences": [told],
               "raw_annotations": {"a": {"factuality_labels": [0, 1]}}})
    )  # fmt: skip
    (tmp_path / "claims_test.jsonl").write_text(
        lines(*({"input": "Rye grew.", "gold_ctx": [{"title": "Rye", "text": told}], "answer": answer}
                for answer in ("true", "false")))
    )  # fmt: skip
    found = run(tmp_path, RunOptions(methods=("conspectus",)))
    assert {(f.set_name, f.n) for f in found.people} == {("scholarsum", 1), ("robust_long_summ", 2), ("finesure", 1)}
    assert all(f.correlation is None for f in found.people if f.n == 1)
    assert {(f.set_name, f.n) for f in found.claims} == {("claims", 2)}


def test_a_broken_record_makes_the_run_partial(summarised: Path) -> None:
    with (summarised / "val.jsonl").open("a") as stream:
        stream.write("{broken\n")
    assert run(summarised).is_partial


def test_what_the_benchmark_does_not_have_is_refused(summarised: Path, tmp_path_factory: Any, make_models: Any) -> None:
    for options in (RunOptions(words=3), RunOptions(outputs=True), RunOptions(models=make_models(str))):
        with pytest.raises(UsageError):
            run(summarised, options)
    with pytest.raises(UnknownName, match="split"):
        run(summarised, RunOptions(set_name="nowhere"))
    with pytest.raises(UnknownName, match="method"):
        run(summarised, RunOptions(methods=("oracle",)))
    with pytest.raises(UnknownFormat):
        run(tmp_path_factory.mktemp("empty"))
    assert list(run(summarised).output_lines()) == []
    assert BENCHMARK_RUNS.get("verification") is run


def test_plain_overlap_knows_no_numbers() -> None:
    assert by_plain_overlap("Rye grew by 5 m.", ["Rye grew by 7 m."]).score == pytest.approx(3 / 4)
    assert by_rules("Rye grew by 5 %.", ["Rye grew by 7 %."]).faults == {"number"}


DATA = Path(__file__).resolve().parents[4].parent / "shared" / "data" / "aclsum"


@pytest.mark.skipif(not DATA.is_dir(), reason="the summaries with marked evidence are not beside the repository")
def test_faults_in_summaries_of_real_papers_are_found() -> None:
    """The rules were tuned on the training papers; these are the others. What is asked is below what was reached."""
    planted = {
        f.summaries: {k.kind: k for k in f.kinds} for f in run(DATA, RunOptions(methods=("conspectus",))).planted
    }
    near, human = planted["near-verbatim"], planted["written by people"]
    assert near["good"].flagged.mean <= 0.02
    for kind, least in (("number", 0.95), ("negation", 0.95), ("other_paper", 0.95), ("entity", 0.85)):
        assert near[kind].named.mean >= least, kind
    assert human["good"].flagged.mean <= 0.18
    for kind, least in (("number", 0.90), ("other_paper", 0.95), ("entity", 0.70), ("negation", 0.65)):
        assert human[kind].named.mean >= least, kind
