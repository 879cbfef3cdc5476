"""`conspectus duplicates` as people and programs use it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from conspectus.cli.main import main
from conspectus.library.store import VECTOR_PROJECTION, Library

Capture = pytest.CaptureFixture[str]
RIS = """TY  - JOUR
TI  - Pruning apple orchards in winter
AU  - Lindqvist, Maja
PY  - 2014
JO  - Fruit
VL  - 3
SP  - 1
EP  - 9
DO  - 10.5555/fruit
ID  - journal
ER  -

TY  - JOUR
TI  - Pruning apple orchards in winter
AU  - Lindqvist, Maja
PY  - 2014
JO  - Pomology
VL  - 8
SP  - 14
ID  - meeting
ER  -

TY  - JOUR
TI  - PRUNING APPLE ORCHARDS IN WINTER
AU  - Lindqvist, M.
PY  - 2014
JO  - Fruit
VL  - 3
SP  - 1
ID  - copy
ER  -
"""


@pytest.fixture
def library(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Capture) -> Path:
    config = tmp_path / "conspectus.toml"
    config.touch()
    monkeypatch.setenv("CONSPECTUS_CONFIG", str(config))
    monkeypatch.setenv("CONSPECTUS_LIBRARY", str(tmp_path / "lib"))
    (tmp_path / "records.ris").write_text(RIS, encoding="utf-8")
    assert main(["add", str(tmp_path / "records.ris"), "--quiet"]) == 0
    capsys.readouterr()
    return tmp_path / "lib"


def run(capsys: Capture, *words: str) -> tuple[int, str, str]:
    code = main(["duplicates", *words])
    found = capsys.readouterr()
    return code, found.out, found.err


def run_json(capsys: Capture, *words: str) -> Any:
    code, out, err = run(capsys, *words, "--json")
    assert (code, err) == (0, "")
    return json.loads(out)


def papers(folder: Path) -> list[str]:
    with Library(folder) as library:
        return [paper.id for paper in library.papers()]


def test_uncertain_pairs_are_listed_for_people_and_for_programs(library: Path, capsys: Capture) -> None:
    assert len(papers(library)) == 2
    code, out, err = run(capsys, "list")
    assert code == 0
    assert out.startswith("0.")
    assert "doi-10.5555_fruit  Maja Lindqvist (2014). Pruning apple orchards in winter. Fruit 3, 1-9" in out
    assert "1 pair to judge:" in err
    (pair,) = run_json(capsys, "list")
    assert set(pair) == {"first", "second", "state", "score", "reasons"}
    assert pair["state"] == "offered"
    assert set(pair["first"]) == {"id", "paper", "title", "year", "authors", "venue", "doi"}
    assert {pair["first"]["venue"], pair["second"]["venue"]} == {"Fruit", "Pomology"}


def test_merge_and_split_are_each_others_undoing(library: Path, capsys: Capture) -> None:
    before = papers(library)
    merged = run_json(capsys, "merge", "journal", "meeting")
    assert merged["paper"] == "doi-10.5555_fruit"
    assert papers(library) == ["doi-10.5555_fruit"]
    assert run_json(capsys, "list") == []
    assert {pair["state"] for pair in run_json(capsys, "list", "--all")} == {"merged"}
    assert run_json(capsys, "split", "meeting") == {"papers": before}
    assert papers(library) == before
    # The pages of both are found by their words again.
    code, out, _ = run(capsys, "merge", "journal", "meeting", "-q")
    assert (code, out) == (0, "doi-10.5555_fruit\n")
    code, out, _ = run(capsys, "split", "journal")
    assert (code, out.split()) == (0, before)


def test_the_index_follows(library: Path, capsys: Capture) -> None:
    run(capsys, "merge", "journal", "meeting")
    with Library(library) as opened:
        assert opened.projections.count_missing("text") == 0
        assert opened.projections.left_over("text") == []
    run(capsys, "split", "journal")
    with Library(library) as opened:
        assert opened.projections.count_missing("text") == 0


def test_a_rejected_pair_is_not_offered_again(library: Path, capsys: Capture) -> None:
    assert run_json(capsys, "reject", "journal", "meeting")["state"] == "rejected"
    assert run_json(capsys, "list") == []
    assert run_json(capsys, "find")["offered"] == 0
    assert "rejected" in {pair["state"] for pair in run_json(capsys, "list", "--all")}
    code, out, _ = run(capsys, "reject", "journal", "meeting")
    assert code == 0
    assert out.endswith("stay apart\n")


def test_find_says_what_it_did(library: Path, capsys: Capture) -> None:
    assert run_json(capsys, "find") == {"papers": 2, "judged": 1, "merged": 0, "offered": 0}
    code, out, _ = run(capsys, "find", "--no-merge")
    assert (code, out) == (0, "2 papers, 1 pair judged\n0 merged, 0 offered\n")


def test_of_one_and_of_none_the_words_are_right(library: Path, capsys: Capture) -> None:
    run(capsys, "merge", "journal", "meeting")
    code, out, err = run(capsys, "find")
    assert (code, out, err) == (0, "1 paper, 0 pairs judged\n0 merged, 0 offered\n", "")
    assert "0 pairs to judge:" in run(capsys, "list")[2]


@pytest.mark.parametrize(
    "words, code, message",
    [
        (("merge", "journal", "nobody"), 4, "no paper 'nobody'"),
        (("merge", "journal", "copy"), 2, "are both doi-10.5555_fruit"),
        (("reject", "journal", "journal"), 2, "are both"),
        (("split", "meeting"), 2, "was not merged"),
        (("split", "nobody"), 4, "no paper 'nobody'"),
        (("merge", "journal"), 2, "'B'"),
        (("join", "a", "b"), 2, "join"),
    ],
)
def test_wrong_use_is_told_with_a_hint(
    library: Path, capsys: Capture, words: tuple[str, ...], code: int, message: str
) -> None:
    found, out, err = run(capsys, *words)
    assert (found, out) == (code, "")
    assert message in err
    assert "hint: " in err


@pytest.mark.parametrize("words", [("list",), ("find",), ("merge", "a", "b"), ("split", "a")])
def test_without_a_library_nothing_is_made(tmp_path: Path, capsys: Capture, words: tuple[str, ...]) -> None:
    folder = tmp_path / "none"
    code, out, err = run(capsys, *words, "--library", str(folder))
    assert (code, out) == (4, "")
    assert "There is no library" in err
    assert not folder.exists()


@pytest.mark.parametrize("step", [("merge", "journal", "meeting"), ("split", "journal")])
def test_the_vectors_follow(library: Path, capsys: Capture, step: tuple[str, ...]) -> None:
    if step[0] == "split":
        assert run(capsys, "merge", "journal", "meeting")[0] == 0
    assert run(capsys, *step)[0] == 0
    with Library(library) as opened:
        assert opened.projections.missing(VECTOR_PROJECTION) == []
        assert opened.projections.left_over(VECTOR_PROJECTION) == []
