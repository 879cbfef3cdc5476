from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from conspectus.cli.main import main
from conspectus.evaluation.benchmark_run import RunOptions
from conspectus.evaluation.summaries import SUMMARY_TASKS, model_measures
from conspectus.evaluation.summaries.items import SummaryItem, SummaryOutput, body_only, document_of
from conspectus.evaluation.summaries.loading import load_summaries
from conspectus.evaluation.summaries.methods import default_methods, method_named, pack, summary_methods, tell
from conspectus.evaluation.summaries.metrics import (
    aspect_coverage,
    measure,
    meteor,
    number_fidelity,
    redundancy,
    section_coverage,
    support_rate,
)
from conspectus.evaluation.summaries.model_measures import ModelMeasures, available_measures
from conspectus.evaluation.summaries.model_methods import MODEL_SUMMARY_METHODS, model_methods
from conspectus.evaluation.summaries.run import run
from conspectus.foundation.errors import NothingFound, UnknownFormat, UnknownName, UsageError
from conspectus.foundation.events import Events
from conspectus.providers.models import ModelOptions, Models

ABSTRACT = ["Drained bogs lose carbon in every warm summer.", "We propose the BogTrack model for this loss of bogs."]
INTRODUCTION = [
    "Peat bogs hold a third of the carbon of all soils.",
    "Existing estimates are limited to very few sites.",
]
CONCLUSION = ["Our results show that BogTrack gains 3.1 points over PeatSim.", "It should be tried in winter, too."]
ACLSUM = {
    "id": "a1",
    "title": "On bogs",
    "sentences": {"abstract": ABSTRACT, "introduction": INTRODUCTION, "conclusion": CONCLUSION},
    "highlights": {
        "challenge": {"abstract": [1, 0], "introduction": [0, 1], "conclusion": [0, 0]},
        "approach": {"abstract": [0, 1], "introduction": [0, 0], "conclusion": [0, 0]},
        "outcome": {"abstract": [0, 0], "introduction": [0, 0], "conclusion": [1, 0]},
    },
    "summary": {
        "challenge": "Bogs lose carbon.",
        "approach": "They propose BogTrack.",
        "outcome": "It gains 3.1 points.",
    },
}
SCITLDR = {
    "paper_id": "t1",
    "title": "On fens",
    "source": [*ABSTRACT, *INTRODUCTION],
    "target": ["Bogs lose.", "Fens lose."],
}
LONGEVAL = {
    "article": "drained bogs lose carbon in summer . bogtrack is a model for the loss of bogs .",
    "human": "bogs lose .",
}
COHAN = {
    "article_id": "c1",
    "article_text": [*INTRODUCTION, *CONCLUSION],
    "abstract_text": ["<S> bogs lose carbon in summer . </S>"],
    "section_names": ["Introduction", "Conclusions"],
    "sections": [INTRODUCTION, CONCLUSION],
}


def lines(path: Path, *records: Any) -> Path:
    path.write_text("".join(json.dumps(record) + "\n" for record in records), encoding="utf-8")
    return path


def item(**fields: Any) -> SummaryItem:
    parts = [("Abstract", ABSTRACT), ("Introduction", INTRODUCTION), ("Conclusion", CONCLUSION)]
    known = {
        "id": "x",
        "title": "On bogs",
        "document": document_of(parts),
        "references": ("Bogs lose carbon.",),
        "words": 40,
    }
    return SummaryItem(**{**known, **fields})


class TestLoading:
    @pytest.mark.parametrize(
        "record, name, count, first",
        [
            (ACLSUM, "aclsum", 6, "Abstract"),
            (SCITLDR, "scitldr", 4, "Abstract"),
            (LONGEVAL, "longeval", 2, ""),
            (COHAN, "scientific_papers", 4, "Introduction"),
        ],
    )
    def test_four_layouts_are_known_by_their_fields(
        self, tmp_path: Path, record: Any, name: str, count: int, first: str
    ) -> None:
        benchmark, items, broken = load_summaries(lines(tmp_path / "train.jsonl", record))
        assert (benchmark, len(items), broken) == (name, 1, [])
        assert len(list(items[0].document.sentences())) == count
        assert items[0].document.sections[0].heading == first

    def test_marks_become_addresses_and_empty_sentences_have_none(self, tmp_path: Path) -> None:
        record = json.loads(json.dumps(ACLSUM))
        record["sentences"]["abstract"].insert(0, " ")
        record["highlights"]["approach"]["abstract"] = [0, 0, 1]
        record["highlights"]["challenge"]["abstract"] = [0, 1, 0]
        _, (loaded,), _ = load_summaries(lines(tmp_path / "train.jsonl", record))
        assert loaded.gold == {
            "challenge": frozenset({"s1.p1.t1", "s2.p1.t2"}),
            "approach": frozenset({"s1.p1.t2"}),
            "outcome": frozenset({"s3.p1.t1"}),
        }
        assert loaded.references == ("Bogs lose carbon. They propose BogTrack. It gains 3.1 points.",)

    def test_tokens_are_joined_and_references_are_several(self, tmp_path: Path) -> None:
        _, (long,), _ = load_summaries(lines(tmp_path / "x.jsonl", LONGEVAL))
        assert long.evidence()[0].passage.quote == "drained bogs lose carbon in summer."
        _, (tldr,), _ = load_summaries(lines(tmp_path / "x.jsonl", SCITLDR))
        assert (tldr.references, tldr.sentences, tldr.words) == (("Bogs lose.", "Fens lose."), 1, 45)

    def test_test_splits_are_read_only_by_name_and_papers_once(self, tmp_path: Path) -> None:
        lines(tmp_path / "train.jsonl", SCITLDR, SCITLDR)
        lines(tmp_path / "test.jsonl", {**SCITLDR, "source": CONCLUSION})
        assert len(load_summaries(tmp_path)[1]) == 1
        assert load_summaries(tmp_path, "test")[1][0].evidence()[0].passage.quote == CONCLUSION[0]
        assert len(load_summaries(tmp_path, "training+test")[1]) == 2
        with pytest.raises(UsageError, match="no split"):
            load_summaries(tmp_path, "winter")

    def test_broken_records_are_told_and_other_files_refused(self, tmp_path: Path) -> None:
        path = lines(tmp_path / "train.jsonl", SCITLDR, {"source": [], "target": ""})
        _, items, broken = load_summaries(path)
        assert (len(items), [problem.record for problem in broken]) == (1, [2])
        with pytest.raises(UnknownFormat):
            load_summaries(lines(tmp_path / "other.jsonl", {"a": 1}))

    def test_the_body_is_without_the_abstract_and_its_marks(self, tmp_path: Path) -> None:
        _, (loaded,), _ = load_summaries(lines(tmp_path / "train.jsonl", ACLSUM))
        body = body_only(loaded)
        assert [section.heading for section in body.document.sections] == ["Introduction", "Conclusion"]
        assert body.gold == {
            "challenge": frozenset({"s1.p1.t2"}),
            "approach": frozenset(),
            "outcome": frozenset({"s2.p1.t1"}),
        }
        assert body_only(body) is body


class TestMeasures:
    def test_meteor_by_hand(self) -> None:
        """Three of four words match three of three in two chunks: P = 3/4, R = 1, mean = .75 / .775."""
        mean = 0.75 / (0.9 * 0.75 + 0.1)
        assert meteor("bogs lose much carbon", "bogs lose carbon") == pytest.approx(mean * (1 - 0.5 * (2 / 3) ** 3))
        # Stems count as words do: one chunk of one match.
        assert meteor("losses", "loss") == pytest.approx(0.5)
        assert meteor("bogs lose carbon", "bogs lose carbon") == pytest.approx(1 - 0.5 / 27)
        assert (meteor("zinc", "bogs"), meteor("", "bogs")) == (0.0, 0.0)

    def test_numbers_must_be_in_the_source(self) -> None:
        source = "Of 120 bogs 12 percent burnt."
        assert number_fidelity("It was 12 percent of 99 bogs.", source) == 0.5
        assert number_fidelity("Bogs burnt.", source) == 1.0

    def test_coverage_by_hand(self) -> None:
        gold = {"challenge": frozenset({"s1.p1.t1"}), "approach": frozenset({"s1.p1.t2"}), "outcome": frozenset()}
        told = SummaryOutput(sentences=("A.",), evidence=(("s1.p1.t1",),))
        assert aspect_coverage(item(gold=gold), told) == 0.5
        assert section_coverage(item(), told) == pytest.approx(1 / 3)
        assert "aspect_coverage" not in measure(item(), told)

    def test_redundancy_is_the_mean_of_the_highest_cosines(self) -> None:
        assert redundancy(["Bogs burn."]) == 0.0
        assert redundancy(["Bogs burn.", "Bogs burn."]) == pytest.approx(1.0)
        assert redundancy(["Bogs burn.", "Zinc melts."]) == 0.0

    def test_support_looks_at_what_is_cited_or_most_alike(self) -> None:
        good, bad = ABSTRACT[0], "Zebras sleep on Mars in the long night."
        assert (
            support_rate(item(), SummaryOutput(sentences=(good, bad), evidence=(("s1.p1.t1",), ("s1.p1.t1",)))) == 0.5
        )
        assert support_rate(item(), SummaryOutput(sentences=(good,))) == 1.0
        assert support_rate(item(), SummaryOutput(sentences=())) == 0.0


class Constant:
    """A model that gives one figure to all, and keeps what it was asked."""

    def __init__(self, *values: float, available: bool = True) -> None:
        self.values, self.available = values, available
        self.asked: list[tuple[list[str], list[str]]] = []

    def score(self, one: Any, other: Any) -> list[float]:
        self.asked.append((list(one), list(other)))
        return list(self.values[: len(one)])


class TestModelMeasures:
    def test_the_best_reference_and_the_mean_sentence_count(self) -> None:
        bert, check = Constant(0.4, 0.7), Constant(1.0, 0.5)
        measures = ModelMeasures(similarity={"bertscore": bert}, support={"minicheck": check})
        output = SummaryOutput(sentences=("A.", "B."), evidence=(("s1.p1.t1",),))
        figures = measures.measure(item(references=("R1", "R2")), output)
        assert figures == {"bertscore": 0.7, "minicheck": 0.75}
        assert bert.asked == [(["A. B.", "A. B."], ["R1", "R2"])]
        assert check.asked[0][1][0] == ABSTRACT[0]
        assert INTRODUCTION[0] in check.asked[0][1][1]  # a sentence without evidence is held to the paper
        assert measures.measure(item(), SummaryOutput(sentences=())) == {"bertscore": 0.0, "minicheck": 0.0}

    def test_without_weights_they_are_in_no_table(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        path = lines(tmp_path / "train.jsonl", ACLSUM)
        assert available_measures().names == ()
        assert "bertscore" not in run(path, RunOptions(methods=("lead",))).table()
        registered = {"bertscore": lambda: Constant(0.25), "other": lambda: Constant(0.9, available=False)}
        monkeypatch.setattr(model_measures, "SIMILARITY_MODELS", registered)
        made = run(path, RunOptions(methods=("lead",)))
        assert "bertscore" in made.table()
        assert "other" not in made.table()
        form: Any = made.json_form()
        assert form["scores"]["bertscore"]["mean"] == 0.25


class TestMethods:
    def test_the_lead_within_its_budget(self) -> None:
        """Seven, nine … words: short sentences are passed over, what does not fit is skipped."""
        assert pack(item(), range(6), 8) == [0]
        assert pack(item(sentences=2), [3, 1, 0], 1) == [1, 3]
        told = tell(item(), [1])
        assert told.sentences == ("The authors propose the BogTrack model for this loss of bogs.",)
        assert told.evidence == (("s1.p1.t2",),)

    @pytest.mark.parametrize("name", list(summary_methods()))
    def test_each_method_keeps_its_budget_and_names_evidence(self, name: str) -> None:
        output = method_named(name, summary_methods())(item(), 40, 0)
        assert output.sentences
        assert len(output.text.split()) <= 42  # "we" is told in two words
        assert len(output.evidence) == len(output.sentences)

    def test_baselines_look_where_they_should(self) -> None:
        methods = summary_methods()
        assert methods["lead"](item(), 20, 0).addresses() == {"s1.p1.t1", "s1.p1.t2"}
        assert "s3.p1.t1" in methods["conclusion-lead"](item(), 20, 0).addresses()
        assert methods["lexrank-abstract"](item(), 40, 0).addresses() <= {"s1.p1.t1", "s1.p1.t2"}

    def test_an_unknown_method_is_refused(self) -> None:
        with pytest.raises(UnknownName, match="oracle"):
            method_named("oracle", summary_methods())

    def test_baselines_with_a_model_ask_in_their_steps(self, tmp_path: Path) -> None:
        rules = tmp_path / "rules.json"
        text = "Drained bogs lose carbon in every warm summer. " * 9
        rules.write_text(json.dumps({"rules": [{"answer": text}]}), encoding="utf-8")
        for name, calls in zip(MODEL_SUMMARY_METHODS, (1, 2, 2, 1, 3), strict=True):
            models = Models(ModelOptions(model=f"scripted:{rules}"), cache=None, events=Events())
            output = model_methods(models)[name](item(), 20, 0)
            assert models.usage().calls == calls, name
            assert output.sentences == (text.split(". ")[0] + ".",) * 2, name


class TestRun:
    def test_a_table_with_intervals_differences_and_outputs(self, tmp_path: Path) -> None:
        path = lines(tmp_path / "train.jsonl", ACLSUM, {**ACLSUM, "id": "a2", "sentences": {
            "abstract": ABSTRACT[::-1], "introduction": INTRODUCTION, "conclusion": CONCLUSION}})  # fmt: skip
        made = run(path, RunOptions(outputs=True))
        table = made.table()
        assert all(f"\n{name} " in table for name in default_methods())
        assert "conspectus against lead: rouge1 " in table
        assert "METEOR has its exact and stem modules, no synonyms." in table
        outputs = [json.loads(line) for line in made.output_lines()]
        assert len(outputs) == 2 * len(default_methods())
        assert not made.is_partial
        assert run(path, RunOptions()).table().split("seconds")[0] == table.split("seconds")[0]

    def test_the_body_alone_has_no_abstract_to_read(self, tmp_path: Path) -> None:
        path = lines(tmp_path / "train.jsonl", ACLSUM)
        made = run(path, RunOptions(methods=("lead",), input="body"))
        assert [s.heading for s in made.items[0].document.sections] == ["Introduction", "Conclusion"]
        with pytest.raises(NothingFound, match="no paper"):
            run(lines(tmp_path / "train.jsonl", SCITLDR), RunOptions(input="body"))

    def test_the_command(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
    ) -> None:
        (tmp_path / "none.toml").touch()
        monkeypatch.setenv("CONSPECTUS_CONFIG", str(tmp_path / "none.toml"))
        monkeypatch.setenv("CONSPECTUS_CACHE", str(tmp_path / "cache"))
        data = lines(tmp_path / "train.jsonl", ACLSUM)
        rules = tmp_path / "rules.json"
        rules.write_text(json.dumps({"rules": [{"answer": ABSTRACT[0]}]}), encoding="utf-8")
        options = [f"--model-for={task}=scripted:{rules}" for task in SUMMARY_TASKS]
        words = [
            "evaluate",
            "summaries",
            "--data",
            str(data),
            "--input",
            "body",
            "--method",
            "lead,self-refine",
            "--json",
        ]
        assert main([*words, "--model", f"scripted:{rules}", *options]) == 0
        figures = json.loads(capsys.readouterr().out)
        assert [(row["method"], row["input"]) for row in figures] == [("lead", "body"), ("self-refine", "body")]
        assert main(["evaluate", "related-work", "--data", str(data), "--input", "body"]) == 2
        assert "--input is of summaries" in capsys.readouterr().err
