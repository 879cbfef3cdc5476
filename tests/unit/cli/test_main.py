"""The command line in one process: exit codes, streams, and the table of commands."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from conspectus.cli import COMMANDS
from conspectus.cli.main import main
from conspectus.cli.problems import EXIT_CODES
from conspectus.foundation.errors import Kind

RECORD = (
    "TY  - JOUR\nTI  - On {0}\nAU  - Berg, Anna\nPY  - 2001\n"
    "AB  - We study {0}. It works.\nDO  - 10.1234/{0}\nID  - berg{0}\nER  - \n\n"
)


@pytest.fixture(autouse=True)
def elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("CONSPECTUS_LIBRARY", str(tmp_path / "lib"))
    monkeypatch.setenv("CONSPECTUS_CONFIG", str(tmp_path / "conspectus.toml"))
    (tmp_path / "conspectus.toml").write_text("")


def ris(path: Path, *names: str) -> str:
    path.write_text("".join(RECORD.format(name) for name in names), encoding="utf-8")
    return str(path)


def test_every_command_in_the_table_can_be_loaded_and_has_help(capsys: pytest.CaptureFixture[str]) -> None:
    for name, (_, help_text) in COMMANDS.items():
        assert main([name, "--help"]) == 0
        assert "Usage: conspectus " + name in capsys.readouterr().out
        assert re.fullmatch(r"[A-Z].*\.", help_text)


def test_help_lists_every_command_in_order(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--help"]) == 0
    shown = capsys.readouterr().out
    places = [shown.index(f"\n  {name} ") for name in COMMANDS]
    assert places == sorted(places)


def test_help_imports_no_command_and_nothing_heavy() -> None:
    program = (
        "import sys; from conspectus.cli.main import main; main(['--help']);"
        "heavy = {'rich', 'pydantic', 'tantivy', 'sqlite3', 'lxml', 'numpy', 'conspectus.cli.add',"
        " 'conspectus.workbench'} & set(sys.modules); sys.exit(str(heavy) if heavy else 0)"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def test_version(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--version"]) == 0
    assert re.fullmatch(r"conspectus \d+\.\d+\.\d+\S*\n", capsys.readouterr().out)


@pytest.mark.parametrize(
    "argv, message",
    [
        (["ad"], "Did you mean 'add'?"),
        (["add"], "Missing argument"),
        (["papers", "--nonsense"], "--nonsense"),
        (["show", "x", "--format", "yaml"], "yaml"),
    ],
)
def test_wrong_use_is_2_with_a_hint(capsys: pytest.CaptureFixture[str], argv: list[str], message: str) -> None:
    assert main(argv) == 2
    streams = capsys.readouterr()
    assert streams.out == ""
    assert streams.err.startswith("error: ")
    assert message in streams.err
    assert "hint: " in streams.err


def test_no_command_shows_the_help(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([]) == 2
    streams = capsys.readouterr()
    assert streams.out == ""
    assert streams.err.startswith("Usage: ")


def test_a_wrong_setting_is_wrong_use(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CONSPECTUS_LIBRARY_LOCK_TIMEOUT", "soon")
    assert main(["papers"]) == 2
    assert "lock_timeout" in capsys.readouterr().err


def test_add_then_everything(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = ris(tmp_path / "a.ris", "apples", "bees")
    assert main(["add", path]) == 0
    streams = capsys.readouterr()
    assert streams.out == "2 added, 0 merged, 0 unchanged, 0 skipped, 0 failed\n"
    assert "a.ris: RIS" in streams.err

    assert main(["add", path, "--json"]) == 0
    report = json.loads(capsys.readouterr().out)
    assert (report["added"], report["merged"], report["unchanged"]) == (0, 0, 2)

    assert main(["papers", "--json"]) == 0
    listed = json.loads(capsys.readouterr().out)
    assert listed[0] == {
        "id": "doi-10.1234_apples",
        "title": "On apples",
        "year": 2001,
        "authors": ["Anna Berg"],
        "identifiers": {"doi": "10.1234/apples", "pmid": "", "pmcid": "", "arxiv": ""},
        "keys": ["bergapples"],
        "has_abstract": True,
        "has_full_text": False,
        "retracted": False,
    }

    assert main(["papers"]) == 0
    assert capsys.readouterr().out.splitlines()[1].startswith("doi-10.1234_bees [bergbees]  Anna Berg (2001). On bees")

    assert main(["show", "bergapples"]) == 0
    tree = capsys.readouterr().out
    assert re.search(r"Passages are named doi-10\.1234_apples@[0-9a-f]{8}#<address>\.", tree)
    assert "s1.p1.t1  We study apples.\n" in tree
    assert "s1.p1.t2  It works.\n" in tree
    assert "0 figures, 0 tables, 0 references" in tree

    assert main(["show", "10.1234/BEES", "--format", "json"]) == 0
    assert json.loads(capsys.readouterr().out)["identifiers"] == {"doi": "10.1234/bees"}

    assert main(["reindex"]) == 0
    assert capsys.readouterr().out == "2 papers indexed\n"
    assert main(["reindex", "--missing", "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == {"indexed": 0}

    assert main(["doctor", "--json"]) == 0
    assert all(check["ok"] for check in json.loads(capsys.readouterr().out))


def test_add_in_part_is_3_and_quiet_still_names_failures(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = ris(tmp_path / "a.ris", "apples")
    assert main(["add", path, str(tmp_path / "missing"), "--quiet"]) == 3
    streams = capsys.readouterr()
    assert streams.err.splitlines()[0] == f"failed: {tmp_path / 'missing'}: does not exist"
    assert streams.err.splitlines()[1].startswith("hint: ")
    assert streams.out.startswith("1 added")


def test_add_without_success_is_1(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["add", str(tmp_path / "missing"), "--json"]) == 1
    assert json.loads(capsys.readouterr().out)["failed"][0]["reason"] == "does not exist"


def test_an_unknown_paper_is_4_with_near_names(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    main(["add", ris(tmp_path / "a.ris", "apples", "bees")])
    capsys.readouterr()
    assert main(["show", "bergapple"]) == 4
    streams = capsys.readouterr()
    assert streams.out == ""
    assert "hint: Did you mean bergapples" in streams.err
    assert main(["show", "on bees"]) == 4
    assert "doi-10.1234_bees" in capsys.readouterr().err
    assert main(["show", "bergbees", "--text", "00000000"]) == 4
    assert "Versions: " in capsys.readouterr().err


@pytest.mark.parametrize("argv", [["papers"], ["show", "x"], ["reindex"]])
def test_no_library_is_4_and_makes_none(tmp_path: Path, capsys: pytest.CaptureFixture[str], argv: list[str]) -> None:
    assert main(argv) == 4
    assert "hint: Make one with `conspectus add FILE`" in capsys.readouterr().err
    assert not (tmp_path / "lib").exists()


def test_a_damaged_library_is_1(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "lib").mkdir()
    (tmp_path / "lib" / "library.sqlite").write_bytes(b"no database" * 500)
    assert main(["papers"]) == 1
    assert "damaged" in capsys.readouterr().err
    assert main(["doctor"]) == 1
    assert "BROKEN  library:" in capsys.readouterr().out


def test_the_local_library_comes_before_the_users(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("CONSPECTUS_LIBRARY")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setattr("platformdirs.user_data_dir", lambda name: str(tmp_path / "data" / name))
    main(["add", ris(tmp_path / "a.ris", "apples")])
    assert (tmp_path / "data" / "conspectus" / "library.sqlite").is_file()
    (tmp_path / ".conspectus").mkdir()
    main(["add", ris(tmp_path / "a.ris", "apples")])
    assert (tmp_path / ".conspectus" / "library.sqlite").is_file()
    main(["add", "--library", str(tmp_path / "named"), str(tmp_path / "a.ris")])
    assert (tmp_path / "named" / "library.sqlite").is_file()
    capsys.readouterr()


def test_a_fault_of_the_program_is_said_in_words(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> None:
        raise ZeroDivisionError("by zero")

    monkeypatch.setattr("conspectus.workbench.Workbench.examine", fail)
    assert main(["doctor"]) == 1
    shown = capsys.readouterr().err
    assert "error: Something unexpected went wrong: ZeroDivisionError: by zero" in shown
    assert "Traceback" not in shown
    monkeypatch.setenv("CONSPECTUS_TRACEBACK", "1")
    assert main(["doctor"]) == 1
    assert "Traceback" in capsys.readouterr().err


def test_every_kind_of_error_has_an_exit_code() -> None:
    assert set(EXIT_CODES) == set(Kind)
