from __future__ import annotations

import json
from pathlib import Path

import pytest

from conspectus.cli.main import main

RECORDS = """TY  - JOUR
TI  - Sparse attention for river forecasts
AU  - Alder, Ann
AU  - Birch, Bo
PY  - 2020
ID  - alder20
AB  - River forecasts matter. We propose a sparse attention network for river forecasts. Our network beats the \
persistence baseline on two rivers.
ER  -

TY  - JOUR
TI  - Trees for river forecasts
AU  - Cedar, Cem
PY  - 2021
ID  - cedar21
AB  - In this paper, I present boosted trees for river forecasts and show that they need little data.
ER  -

TY  - JOUR
TI  - Our own paper on rivers
AU  - Dogwood, Di
PY  - 2022
ID  - own22
AB  - We introduce a hybrid model for river forecasts. It joins trees and attention.
ER  -
"""


@pytest.fixture
def records(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("CONSPECTUS_LIBRARY", str(tmp_path / "library"))
    path = tmp_path / "rivers.ris"
    path.write_text(RECORDS, encoding="utf-8")
    return path


def run(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str, str]:
    code = main(["write", "review", *words])
    streams = capsys.readouterr()
    return code, streams.out, streams.err


def test_the_format_follows_the_ending_of_the_file(records: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for ending, begins in ((".html", "<!DOCTYPE html>"), (".json", "{"), (".md", "# ")):
        target = records.with_suffix(ending)
        code, out, _ = run(capsys, "--from", str(records), "-o", str(target))
        assert code == 0
        assert out == f"{target}\n"
        assert target.read_text("utf-8").startswith(begins)
    assert "alder20" in records.with_suffix(".bib").read_text("utf-8")


def test_a_named_format_is_stronger_than_the_ending(records: Path, capsys: pytest.CaptureFixture[str]) -> None:
    target = records.with_suffix(".html")
    assert run(capsys, str(records), "--format", "json", "-o", str(target))[0] == 0
    assert json.loads(target.read_text("utf-8"))["kind"] == "review"


def test_the_own_paper_is_not_a_reference_and_closes_the_review(
    records: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    code, out, _ = run(capsys, str(records), "--citing", "own22", "--json")
    assert code == 0
    result = json.loads(out)
    sentences = [sentence for section in result["sections"] for sentence in section["sentences"]]
    assert sentences[-1]["text"].startswith("In this work, we introduce a hybrid model")
    assert sentences[-1]["citations"] == []
    assert {reference["citation-key"] for reference in result["references"]} == {"alder20", "cedar21"}


def test_the_own_abstract_may_come_from_a_file(records: Path, capsys: pytest.CaptureFixture[str]) -> None:
    own = records.with_name("own.txt")
    own.write_text("We study lakes. In this paper, we propose a lake model.", encoding="utf-8")
    code, out, _ = run(capsys, "alder20", "--abstract", str(own))
    assert code == 4  # the library is empty before anything is added
    code, out, _ = run(capsys, str(records), "--abstract", str(own))
    assert code == 0
    assert "In this work, we propose a lake model." in out


def test_papers_of_the_library_are_named_by_key(records: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(capsys, str(records))[0] == 0
    code, out, err = run(capsys, "--from", "cedar21", "--from", "alder20", "--json")
    assert code == 0
    assert len(json.loads(out)["references"]) == 2
    assert "cite 2 of 2 references" in err


def test_one_author_takes_a_singular_verb(records: Path, capsys: pytest.CaptureFixture[str]) -> None:
    _, out, _ = run(capsys, str(records), "--style", "ieee")
    assert "Cedar" in out
    assert "presents boosted trees for river forecasts and shows that" in out


def test_the_seed_and_the_parameters_are_recorded(records: Path, capsys: pytest.CaptureFixture[str]) -> None:
    _, out, _ = run(capsys, str(records), "--json", "--seed", "7", "--chunk-size", "2", "--ablate", "router,volume")
    result = json.loads(out)
    assert result["run"]["seed"] == 7
    assert result["run"]["parameters"]["chunk_size"] == 2
    assert result["review"]["ablated"] == ["router", "volume"]


@pytest.mark.parametrize(
    ("words", "code", "says"),
    [
        ((), 2, "No references are given"),
        (("--json", "--format", "html"), 2, "exclude each other"),
        (("--abstract", "a.txt", "--citing", "own22"), 2, "Give one of the two"),
        (("--ablate", "wings"), 2, "scientific"),
        (("--experts", "0"), 2, "--experts"),
        (("--router", "rouge9"), 2, "rouge1_recall"),
        (("-o", "missing/review.html"), 2, "does not exist"),
        (("--style", "no-such-style"), 2, "style"),
        (("--engine", "steam"), 2, "extractive"),
    ],
)
def test_wrong_use_says_the_way_forward(
    records: Path, capsys: pytest.CaptureFixture[str], words: tuple[str, ...], code: int, says: str
) -> None:
    given = words if not words else (str(records), *words)
    found, out, err = run(capsys, *given)
    assert found == code
    assert says in err
    assert "hint: " in err
    assert out == ""


def test_what_could_not_be_read_is_said_and_the_rest_is_written(
    records: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    empty = records.with_name("empty.ris")
    empty.write_text("", encoding="utf-8")
    code, out, err = run(capsys, str(records), str(empty))
    assert code == 3
    assert "empty.ris" in err
    assert out.startswith("# ")


def test_nothing_of_the_user_is_overwritten(records: Path, capsys: pytest.CaptureFixture[str]) -> None:
    own = records.with_suffix(".bib")
    own.write_text("@article{mine, title={Mine}}\n", encoding="utf-8")
    code, _, err = run(capsys, str(records), "-o", str(records.with_suffix(".html")))
    assert code == 0
    assert own.read_text("utf-8") == "@article{mine, title={Mine}}\n"
    beside = records.with_name("rivers.references.bib")
    assert str(beside) in err
    first = beside.read_bytes()
    assert run(capsys, str(records), "-o", str(records.with_suffix(".html")))[0] == 0
    assert beside.read_bytes() == first


def test_a_source_or_the_library_is_no_output(records: Path, capsys: pytest.CaptureFixture[str]) -> None:
    before = records.read_bytes()
    code, _, err = run(capsys, str(records), "--format", "json", "-o", str(records))
    assert code == 2
    assert "would be overwritten" in err
    assert records.read_bytes() == before
    assert run(capsys, str(records))[0] == 0
    code, _, err = run(capsys, "alder20", "--format", "json", "-o", str(records.parent / "library" / "library.sqlite"))
    assert code == 2
    assert "lies in the library" in err


def test_an_ending_without_a_format_is_refused(records: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, _, err = run(capsys, str(records), "-o", str(records.with_suffix(".docx")))
    assert code == 2
    assert ".html" in err


def test_the_reason_is_said_when_nothing_can_be_written(records: Path, capsys: pytest.CaptureFixture[str]) -> None:
    strange = records.with_name("strange.xyz")
    strange.write_text("nothing that anybody knows", encoding="utf-8")
    code, out, err = run(capsys, str(strange), "-o", str(records.with_suffix(".html")))
    assert code == 4
    assert "strange.xyz" in err
    assert "BibTeX" in err
    assert out == ""
    assert not records.with_suffix(".html").exists()


def test_a_passage_that_a_review_names_can_be_shown(records: Path, capsys: pytest.CaptureFixture[str]) -> None:
    _, out, _ = run(capsys, str(records), "--json")
    sections = json.loads(out)["sections"]
    citation = sections[0]["sentences"][0]["citations"][0]
    assert main(["show", citation["passage"]]) == 0
    assert capsys.readouterr().out == citation["quote"] + "\n"


def test_a_name_too_long_for_a_path_is_an_unknown_paper(records: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, _, err = run(capsys, str(records), "x" * 5000)
    assert code == 4
    assert "neither a file nor a paper" in err
