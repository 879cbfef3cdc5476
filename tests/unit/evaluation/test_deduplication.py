"""The figures of deduplication, by hand on a few records and against floors on real ones."""

from __future__ import annotations

import gzip
from pathlib import Path

import pytest

from conspectus.domain.identifiers import Identifiers
from conspectus.domain.paper import Author, Paper, PartialDate
from conspectus.evaluation.benchmark_run import RunOptions
from conspectus.evaluation.benchmarks.deduplication_sets import LabelledRecord, load_deduplication_sets
from conspectus.evaluation.deduplication import METHODS, PARTS, DeduplicationRun, part_of, run, score
from conspectus.foundation.errors import NothingFound, UnknownName, UsageError

DATA = Path(__file__).resolve().parents[3].parent / "shared" / "data" / "bib_exports"
ASYSD = DATA / "asysd" / "labelled_test_set.csv.gz"
COLREV = DATA / "colrev" / "dedupe"
HEAD = "author,title,year,journal,abstract,doi,number,pages,volume,isbn,record_id,label,source\n"
ROWS = (
    "Berg A.Holm C. D.,Growing apples in winter,2001,Fruit,NA,10.5555/a,NA,1-9,3,1234-5679,1,In_database,unique\n"
    "Berg A.Holm C. D.,GROWING APPLES IN WINTER.,2001,Fruit,NA,NA,NA,1-9,3,NA,2,Duplicate_in_trash,duplicate\n"
    "Berg A.,Growing aples in winter,2001,Fruit,NA,http://dx.doi.org/10.5555/A,NA,1-9,3,NA,3,Trash,duplicate\n"
    "Moreau L.,Keeping bees warm,2002,Bees,NA,10.5555/a,NA,30,3,NA,4,In_database,unique\n"
)


def labelled(folder: Path) -> Path:
    path = folder / "set.csv.gz"
    path.write_bytes(gzip.compress((HEAD + ROWS).encode("cp1252")))
    return path


def test_the_labelled_set_is_read(tmp_path: Path) -> None:
    (found,) = load_deduplication_sets(labelled(tmp_path))
    assert found.name == "asysd"
    assert [record.work for record in found.records] == ["1", "1", "1", "4"]
    assert [record.is_first for record in found.records] == [True, False, False, True]
    paper = found.records[2].paper
    assert (paper.identifiers.doi, paper.pages, paper.abstract) == ("10.5555/a", "1-9", "")
    assert found.records[0].paper.issn == ("1234-5679",)
    assert [author.full for author in found.records[0].paper.authors] == ["A. Berg", "C. D. Holm"]


def test_the_pair_of_bibtex_files_is_read(tmp_path: Path) -> None:
    entry = "@article{%s,\n colrev_origin = {%s},\n title = {%s},\n year = {2001},\n author = {Berg, A.}\n}\n"
    records = [("a", "x.bib/1;", "Growing apples"), ("b", "y.bib/7;", "Growing apples"), ("c", "y.bib/8;", "Bees")]
    expected = [("a", "x.bib/1;\n y.bib/7;", "Growing apples"), ("c", "y.bib/8;", "Bees")]
    for name, entries in (("records.bib", records), ("records_expected.bib", expected)):
        (tmp_path / name).write_text("".join(entry % one for one in entries), encoding="utf-8")
    (found,) = load_deduplication_sets(tmp_path)
    assert found.name == "colrev"
    assert [(record.id, record.work, record.is_first) for record in found.records] == [
        ("a", "a", None), ("b", "a", None), ("c", "c", None),
    ]  # fmt: skip


def test_data_without_labels_are_refused(tmp_path: Path) -> None:
    (tmp_path / "other.csv").write_text("a,b\n1,2\n", encoding="utf-8")
    with pytest.raises(NothingFound, match="no labelled records"):
        load_deduplication_sets(tmp_path)


def record(name: str, work: str, title: str, doi: str = "", *, first: bool | None = None) -> LabelledRecord:
    paper = Paper(
        id=name, title=title, authors=(Author(family="Berg"),), date=PartialDate(year=2001),
        identifiers=Identifiers(doi=doi),
    )  # fmt: skip
    return LabelledRecord(id=name, paper=paper, work=work, is_first=first)


RECORDS = [
    record("a", "1", "Growing apples in winter", "10.5555/a", first=True),
    record("b", "1", "Growing apples in winter", first=False),
    record("c", "1", "Growing apples in winters", "10.5555/a", first=False),
    record("d", "2", "Keeping bees in gardens", "10.5555/d", first=True),
    record("e", "3", "Keeping bees in gardens", "10.5555/e", first=True),
]


def test_the_baselines_by_hand() -> None:
    doi = score("x", "all", "doi", RECORDS)
    assert (doi.agreed, doi.found, doi.gold) == (1, 1, 3)
    assert doi.scores["precision"].mean == 1.0
    assert doi.scores["recall"].mean == pytest.approx(1 / 3)
    assert doi.scores["f1"].mean == pytest.approx(0.5)
    assert doi.scores["cluster_f1"].mean == 0.0
    assert (doi.kept_back, doi.let_through) == (0, 1)
    title = score("x", "all", "title", RECORDS)
    assert (title.agreed, title.found, title.gold) == (1, 2, 3)
    assert (title.kept_back, title.let_through) == (1, 1)
    assert [(error.first, error.second) for error in title.false_merges] == [("d", "e")]
    assert "two DOIs" in title.false_merges[0].cause
    assert [(error.first, error.second) for error in title.missed] == [("a", "c"), ("b", "c")]


def test_conspectus_by_hand() -> None:
    found = score("x", "all", "conspectus", RECORDS)
    assert (found.agreed, found.found, found.gold, found.found_works, found.works) == (3, 3, 3, 3, 3)
    assert {name: value.mean for name, value in found.scores.items()} == dict.fromkeys(found.scores, 1.0)
    assert found.scores["precision"].low == 1.0
    assert (found.kept_back, found.let_through) == (0, 0)
    assert found.judged == 4


def test_the_parts_are_disjoint_and_cover_everything(tmp_path: Path) -> None:
    found = run(labelled(tmp_path))
    by_part = {part: {r.records for r in found.results if r.part == part} for part in PARTS}
    assert by_part["all"] == {4}
    assert sum(max(sizes, default=0) for part, sizes in by_part.items() if part != "all") == 4
    parts = [part_of(str(number)) for number in range(1000)]
    assert 450 < parts.count("checking") < 550


def test_the_run_for_people_and_for_programs(tmp_path: Path) -> None:
    found = run(labelled(tmp_path), RunOptions(methods=("conspectus", "doi")))
    assert not found.is_partial
    assert list(found.output_lines()) == []
    last = found.json_form()[-2]
    assert (last["benchmark"], last["method"], last["part"], last["n"]) == ("deduplication", "conspectus", "all", 4)
    assert set(last["scores"]["precision"]) == {"mean", "low", "high"}
    table = found.table()
    assert "asysd, all, conspectus" in table
    assert "0 false merges" in table
    assert "with both halves in sight" in table


def test_both_halves_are_told_apart_for_people_and_for_programs() -> None:
    works = {part_of(str(number)): str(number) for number in range(20)}
    results = tuple(
        score("x", part, "doi", [record(name, works[part], "Bees", "10.5555/a") for name in names])
        for part, names in (("tuning", "ab"), ("checking", "cde"))
    )
    found = DeduplicationRun(results=results)
    assert [(one["part"], one["half"], one["gold"]) for one in found.json_form()] == [
        ("tuning", "development", 1),
        ("checking", "held out", 3),
    ]
    development, held_out = (line for line in found.table().splitlines() if line.startswith("x, "))
    assert development.startswith("x, development, doi")
    assert held_out.startswith("x, held out, doi")


def test_one_missed_pair_is_singular() -> None:
    pair = [record("a", "1", "Growing apples"), record("b", "1", "Bees in gardens")]
    assert (
        "x: 0 false merges, 1 missed pair\n"
        in DeduplicationRun(results=(score("x", "all", "conspectus", pair),)).table()
    )


def test_wrong_options_are_refused(tmp_path: Path) -> None:
    data = labelled(tmp_path)
    with pytest.raises(UsageError, match="neither outputs nor a word budget"):
        run(data, RunOptions(outputs=True))
    with pytest.raises(UnknownName, match="no method 'lead'"):
        run(data, RunOptions(methods=("lead",)))
    with pytest.raises(NothingFound, match="no set 'colrev'"):
        run(data, RunOptions(set_name="colrev"))


@pytest.mark.parametrize("part", PARTS)
def test_floors_on_the_labelled_set(part: str) -> None:
    if not ASYSD.is_file():
        pytest.skip("the labelled set of ASySD is not beside the project")
    results = {r.method: r for r in run(ASYSD).results if r.part == part}
    assert set(results) == set(METHODS)
    ours = results["conspectus"]
    assert ours.scores["precision"].mean >= 0.995
    assert ours.scores["recall"].mean >= 0.95
    assert ours.kept_back is not None
    assert ours.kept_back <= 0.005 * ours.records
    for name in ("doi", "title"):
        assert ours.scores["f1"].mean > results[name].scores["f1"].mean


def test_the_pair_of_colrev_is_solved() -> None:
    if not COLREV.is_dir():
        pytest.skip("the records of CoLRev are not beside the project")
    (found,) = (r for r in run(COLREV, RunOptions(methods=("conspectus",))).results if r.part == "all")
    assert (found.agreed, found.found, found.gold) == (2, 2, 2)
