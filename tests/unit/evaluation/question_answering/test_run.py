from __future__ import annotations

import json
from pathlib import Path

import pytest

from conspectus.evaluation.benchmark_run import RunOptions
from conspectus.evaluation.benchmarks.jats_questions import JatsQuestions, paragraph_hash, written_questions
from conspectus.evaluation.question_answering import QA_METHODS
from conspectus.evaluation.question_answering.item import QaItem, QaOutput, paper_of_paragraphs
from conspectus.evaluation.question_answering.loading import HALVES, half_of, load_questions
from conspectus.evaluation.question_answering.run import qa_reports, run, score
from conspectus.foundation.errors import NothingFound, UnknownFormat, UnknownName, UsageError
from conspectus.foundation.events import Events

DATA = Path(__file__).resolve().parents[4].parent / "shared" / "data"
MITES = "Oxalic acid significantly reduced the number of mites in hives."
PEAT = "Drained bogs lose carbon because microbial decay is fast in dry peat."
WASPS = "We saw 12 wasps on the figs of the garden in June."


@pytest.fixture
def qasper(tmp_path: Path) -> Path:
    rows = [
        {
            "paper_index": 1,
            "title": "Mites in hives",
            "qas": [
                {"question": "Does oxalic acid reduce mites?", "answer": ["Yes", ["yes"]], "evidence": [MITES]},
                {"question": "What of nothing?", "answer": [], "evidence": [""]},
            ],
        },
        {
            "paper_index": 2,
            "title": "Bogs",
            "qas": [
                {"question": "Why do bogs lose carbon?", "answer": "fast decay in dry peat", "evidence": [PEAT, WASPS]}
            ],
        },
    ]
    (tmp_path / "flat.json").write_text(json.dumps(rows))
    return tmp_path


def test_all_methods_over_qasper(qasper: Path) -> None:
    events = Events()
    result = run(qasper, RunOptions(outputs=True), events)
    assert [report.method for report in result.reports] == list(QA_METHODS.names())
    kgqp = result.reports[0]
    assert kgqp.scores["recall@1"].mean == 0.75
    assert kgqp.scores["mrr"].mean == 1.0
    assert kgqp.scores["accuracy"].mean == 1.0
    assert kgqp.counts == {**dict.fromkeys(kgqp.counts, 2), "accuracy": 1}
    assert kgqp.differences["bm25"]["mrr"].mean == 0.0
    assert "q" not in kgqp.groups
    assert [warning for warning in events.warnings if "left out" in warning] == [
        "qasper-1.2 is left out: no evidence among the paragraphs."
    ]
    lines = [json.loads(line) for line in result.output_lines()]
    assert len(lines) == 8
    assert lines[0]["short"] == "yes"
    assert lines[0]["evidence"][0] == ["qasper-1", "s1.p1"]
    whole = result.json_form()
    assert isinstance(whole, list)
    assert whole[0]["benchmark"] == "qa"
    assert {"mean", "low", "high"} == set(whole[0]["scores"]["recall@5"])
    assert "kgqp - bm25: recall@5 +0.0" in result.table()


def test_one_method_prints_an_object(qasper: Path) -> None:
    result = run(qasper, RunOptions(methods=("bm25",), limit=1))
    whole = result.json_form()
    assert isinstance(whole, dict)
    assert (whole["method"], whole["n"], whole["papers"], whole["paragraphs"]) == ("bm25", 1, 2, 3)


@pytest.mark.parametrize(
    "options, error, told",
    [
        (RunOptions(methods=("best",)), UnknownName, "best"),
        (RunOptions(limit=0), UsageError, "limit"),
        (RunOptions(words=3), UsageError, "words"),
        (RunOptions(set_name="other"), UnknownName, "other"),
        (RunOptions(set_name="qasper_sample:third"), UnknownName, "third"),
    ],
)
def test_options_that_cannot_be_followed(qasper: Path, options: RunOptions, error: type[Exception], told: str) -> None:
    with pytest.raises(error, match=told):
        run(qasper, options)


def test_data_that_are_no_set(tmp_path: Path) -> None:
    (tmp_path / "a.json").write_text('[{"title": "x"}]')
    with pytest.raises(UnknownFormat, match="known set"):
        load_questions(tmp_path)


def test_halves_are_by_paper_and_complete(qasper: Path) -> None:
    whole = load_questions(qasper)
    parts = {}
    for half in HALVES:
        try:
            parts[half] = load_questions(qasper, name=half).data.items
        except NothingFound:
            parts[half] = ()
    assert sum(map(len, parts.values())) == len(whole.data.items) == 2
    for half, items in parts.items():
        assert all(half_of(item, whole.data) == half for item in items)


def test_pubmedqa(tmp_path: Path) -> None:
    record = {"QUESTION": "Does acid help?", "CONTEXTS": [MITES, WASPS], "LABELS": [], "LONG_ANSWER": "It does.",
              "final_decision": "yes"}  # fmt: skip
    (tmp_path / "ori.json").write_text(json.dumps({"11": record, "12": {"final_decision": "no", "CONTEXTS": []}}))
    loaded = load_questions(tmp_path)
    assert loaded.name == "pubmedqa"
    assert loaded.data.papers[0].title == ""
    (item,) = loaded.data.items
    assert (item.decision, item.answers, len(item.gold)) == ("yes", ("It does.",), 2)
    assert len(loaded.broken) == 1


def test_scholarqa(tmp_path: Path) -> None:
    multi = {"id": "7", "input": "Why?", "output": "Because [1], [0, 5].", "ctxs": [
        {"title": "A", "text": MITES}, {"title": "B", "text": PEAT}, {"title": "A", "text": MITES}]}  # fmt: skip
    (tmp_path / "multi.json").write_text(json.dumps([multi]))
    loaded = load_questions(tmp_path)
    assert loaded.name == "scholarqa_multi"
    assert len(loaded.data.papers) == 2
    assert len(loaded.data.items[0].gold) == 2
    single = {"input": "Acid helps.", "answer": "false", "gold_ctx": [{"title": "A", "text": MITES}]}
    (tmp_path / "single.jsonl").write_text(json.dumps(single))
    with pytest.raises(UsageError, match="several sets"):
        load_questions(tmp_path)
    (item,) = load_questions(tmp_path, name="scholarqa_single").data.items
    assert (item.decision, item.question) == ("no", "Is it true that Acid helps?")


def test_figures_rest_on_the_questions_that_have_them() -> None:
    items = (
        QaItem(id="a", question="?", gold=frozenset({("p", "s1.p1")}), decision="yes", group="plain"),
        QaItem(id="b", question="?", gold=frozenset({("p", "s1.p2")}), answers=("two bees",), group="hard"),
    )
    good = QaOutput(ranked=(("p", "s1.p1"), ("q", "s1.p9")), short="Yes")
    bad = QaOutput(ranked=(), text="two bees fly", refused=True, seconds=0.5)
    assert score(items[0], good)["accuracy"] == 1.0
    assert score(items[1], bad) == {
        "recall@1": 0.0, "recall@5": 0.0, "recall@10": 0.0, "mrr": 0.0, "diversity": 0.0,
        "answer_f1": pytest.approx(0.8),
    }  # fmt: skip
    (report,) = qa_reports(items, {"made": (good, bad)})
    assert (report.refused, report.macro_f1, report.slowest) == (1, 1.0, 500.0)
    assert report.groups["plain"]["mrr"].mean == 1.0
    assert report.groups["hard"]["mrr"].mean == 0.0


def test_paragraphs_of_a_made_paper() -> None:
    paper, addresses = paper_of_paragraphs("x", "T", [MITES, "", MITES, PEAT])
    assert addresses == {MITES: "s1.p1", PEAT: "s1.p2"}
    assert paper.document is not None
    place = paper.document.at("s1.p2")
    assert paper.document.text[place.start : place.end] == PEAT


def test_our_own_questions_are_well_formed() -> None:
    questions = written_questions()
    assert len(questions) >= 60
    assert 2 * sum(question.paraphrased for question in questions) in range(len(questions) - 4, len(questions) + 5)
    assert len({question.id for question in questions}) == len(questions)
    assert all(len(question.sha256) == 16 and question.answer for question in questions)
    assert paragraph_hash("a  b\n") == paragraph_hash("a b")


def test_our_own_questions_find_their_paragraphs() -> None:
    folder = DATA / "jats"
    if not folder.is_dir():
        pytest.skip("the JATS articles are not at hand")
    loaded = load_questions(folder / "plos", name="jats_questions")
    assert len(loaded.data.items) > 20
    assert all(len(item.gold) == 1 for item in loaded.data.items)
    assert JatsQuestions().label
