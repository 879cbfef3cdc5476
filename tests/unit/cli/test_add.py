"""What `conspectus add` prints: short for people, everything for programs."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from conspectus.cli.main import main

Capture = pytest.CaptureFixture[str]


@pytest.fixture(autouse=True)
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "conspectus.toml").touch()
    monkeypatch.setenv("CONSPECTUS_CONFIG", str(tmp_path / "conspectus.toml"))
    monkeypatch.setenv("CONSPECTUS_LIBRARY", str(tmp_path / "lib"))
    return tmp_path


def run(capsys: Capture, *argv: str) -> tuple[int, str, list[str]]:
    capsys.readouterr()
    code = main(["add", *argv])
    streams = capsys.readouterr()
    return code, streams.out, streams.err.splitlines()


RIS = "TY  - JOUR\nTI  - On {}\nDO  - 10.5555/{}\nC8  - odd\nDB  - Scopus\nER  - \n\n"


def test_a_file_is_told_with_format_dialect_reason_and_kept_fields(capsys: Capture) -> None:
    Path("a.ris").write_text(RIS.format("frost", "f"))
    code, out, err = run(capsys, "a.ris")
    assert (code, out) == (0, "1 added, 0 merged, 0 unchanged, 0 skipped, 0 failed\n")
    assert err == ["a.ris: RIS from Scopus (has TY tags): 1 added; kept without a field of their own: C8, DB"]
    _, out, _ = run(capsys, "a.ris", "--json")
    (file,) = json.loads(out)["files"]
    assert (file["dialect"], file["extra_fields"], file["unchanged"]) == ("Scopus", {"C8": 1, "DB": 1}, 1)


def test_long_lists_are_cut_and_verbose_prints_them(capsys: Capture) -> None:
    Path("in").mkdir()
    Path("in/a.ris").write_text(RIS.format("frost", "f"))
    for number in range(30):
        Path(f"in/z{number:02}.bin").write_bytes(b"\x00\x01\x02" * 50)
    code, out, err = run(capsys, "in")
    assert code == 0
    assert "30 skipped" in out
    assert sum(line.startswith("skipped: in/") for line in err) == 20
    assert "skipped: 10 more; `conspectus add --verbose` or --json lists all" in err
    _, _, err = run(capsys, "in", "-v")
    assert sum(line.startswith("skipped: in/") for line in err) == 30


def test_every_file_that_failed_is_named_but_not_every_record(capsys: Capture) -> None:
    Path("bad.ris").write_text("TY  - JOUR\nER  - \n" * 30)
    names = [f"missing{number}.ris" for number in range(25)]
    code, _, err = run(capsys, "bad.ris", *names)
    assert code == 1
    assert sum(line.startswith("failed: missing") for line in err) == 25
    assert sum(line.startswith("failed: bad.ris (record ") for line in err) == 20
    assert any(line.startswith("failed: 10 more records") for line in err)


def test_a_dry_run_says_so_and_writes_nothing(capsys: Capture) -> None:
    Path("a.ris").write_text(RIS.format("frost", "f") * 2)
    code, out, err = run(capsys, "a.ris", "--dry-run")
    assert (code, out) == (0, "dry run: 1 added, 1 merged, 0 unchanged, 0 skipped, 0 failed\n")
    assert any("nothing was written" in line for line in err)
    assert not Path("lib").exists()


TEXT = (
    "# On frost in barley\n\nAnna Berg\n\n## Abstract\n\nWe study frost in field plots of barley over four years. " * 3
)


def test_running_text_in_folders_and_archives_is_read_only_when_asked_for(capsys: Capture) -> None:
    import zipfile

    Path("in").mkdir()
    Path("in/paper.md").write_text(TEXT)
    with zipfile.ZipFile("in/more.zip", "w") as archive:
        archive.writestr("deep/paper.md", TEXT)
    _, out, _ = run(capsys, "in", "--json", "--dry-run")
    skipped = {item["source"]: item["reason"] for item in json.loads(out)["skipped"]}
    assert set(skipped) == {"in/paper.md", "in/more.zip/deep/paper.md"}
    assert all("--include-text" in reason for reason in skipped.values())
    _, out, _ = run(capsys, "in", "--json", "--dry-run", "--include-text")
    assert {file["source"] for file in json.loads(out)["files"]} == set(skipped)
    _, out, _ = run(capsys, "in/paper.md", "--json", "--dry-run")
    assert [file["source"] for file in json.loads(out)["files"]] == ["in/paper.md"]


def test_what_is_printed_moves_no_cursor(capsys: Capture) -> None:
    Path("a\n\x1b[2J.ris").write_text("TY  - JOUR\nER  - \n")
    _, _, err = run(capsys, "a\n\x1b[2J.ris")
    assert all(char.isprintable() for line in err for char in line)


def test_pairs_that_may_be_one_work_are_said(capsys: Capture) -> None:
    record = "TY  - JOUR\nTI  - Pruning apple orchards in winter\nAU  - Lindqvist, Maja\nPY  - 2014\n{}ER  - \n\n"
    Path("a.ris").write_text(record.format("JO  - Fruit\nVL  - 3\nSP  - 1\nDO  - 10.5555/fruit\n"))
    Path("b.ris").write_text(record.format("JO  - Pomology\nVL  - 8\nSP  - 14\n"))
    assert not any("one work" in line for line in run(capsys, "a.ris")[2])
    _, _, err = run(capsys, "b.ris")
    assert err[-1] == "1 pair of papers may be one work: `conspectus duplicates list` shows them."
