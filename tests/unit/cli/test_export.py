from __future__ import annotations

import json
from pathlib import Path

import pytest

from conspectus.cli.main import main

RECORDS = """TY  - JOUR
TI  - Sparse attention for river forecasts
AU  - Alder, Ann
PY  - 2020
ID  - alder20
DO  - 10.1000/rivers
AB  - River forecasts matter. We propose a sparse attention network.
ER  -

TY  - BOOK
TI  - Trees for river forecasts
AU  - Cedar, Cem
PY  - 2021
ER  -
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("CONSPECTUS_LIBRARY", str(tmp_path / "library"))
    (tmp_path / "rivers.ris").write_text(RECORDS, encoding="utf-8")
    assert main(["add", "rivers.ris", "--quiet"]) == 0
    return tmp_path


def run(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str, str]:
    capsys.readouterr()
    code = main(["export", *words])
    streams = capsys.readouterr()
    return code, streams.out, streams.err


@pytest.mark.usefixtures("folder")
def test_all_papers_go_to_stdout_as_bibtex(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = run(capsys)
    assert code == 0
    assert out.startswith("@article{alder20,\n")
    assert "\n@book{cedar2021trees,\n" in out
    assert "abstract = {River forecasts matter." in out
    assert err == "2 papers as bibtex.\n"


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize(
    ("form", "sign"), [("bibtex", "@article"), ("ris", "TY  - JOUR"), ("csl-json", "[\n"), ("nbib", "DP  - 2020")]
)
def test_one_paper_in_each_format(capsys: pytest.CaptureFixture[str], form: str, sign: str) -> None:
    code, out, _ = run(capsys, "alder20", "--format", form, "--without-abstracts", "-q")
    assert code == 0
    assert sign in out
    assert "alder20" in out
    assert "Trees" not in out
    assert "matter" not in out


def test_the_format_follows_the_ending_and_the_file_is_whole(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for name, sign in (("a.ris", "TY  - JOUR"), ("a.nbib", "DP  - "), ("a.bib", "@article"), ("a.json", '"type"')):
        code, out, _ = run(capsys, "-o", name)
        assert (code, out) == (0, f"{name}\n")
        assert sign in (folder / name).read_text("utf-8")
    assert len(json.loads((folder / "a.json").read_text("utf-8"))) == 2
    assert not [path for path in folder.iterdir() if "unfinished" in path.name]


def test_papers_stand_in_the_order_named_and_once(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(capsys, "--format", "ris", "-o", "all.ris")[0] == 0
    ids = [paper["id"] for paper in json.loads(_papers(capsys))]
    _, out, err = run(capsys, ids[1], "10.1000/rivers", "alder20", "--format", "ris")
    assert out.index("Trees") < out.index("Sparse")
    assert err == "2 papers as ris.\n"
    assert (folder / "all.ris").is_file()


def _papers(capsys: pytest.CaptureFixture[str]) -> str:
    capsys.readouterr()
    assert main(["papers", "--json"]) == 0
    return capsys.readouterr().out


def test_what_is_exported_is_found_unchanged_when_added(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    before = _papers(capsys)
    for name in ("b.bib", "b.ris", "b.json", "b.nbib"):
        assert run(capsys, "-o", name, "alder20")[0] == 0
        assert main(["add", str(folder / name), "--quiet"]) == 0
    assert _papers(capsys) == before


@pytest.mark.usefixtures("folder")
def test_an_unknown_paper_is_told_with_a_hint(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = run(capsys, "nobody99")
    assert (code, out) == (4, "")
    assert "There is no paper 'nobody99'." in err
    assert "hint:" in err


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize("target", ["library", "no/such/folder/a.bib"])
def test_a_target_that_cannot_be_is_told_before_anything_is_written(
    capsys: pytest.CaptureFixture[str], target: str
) -> None:
    code, out, err = run(capsys, "-o", target)
    assert (code, out) == (2, "")
    assert "hint:" in err
