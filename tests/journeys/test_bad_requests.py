"""Requests that cannot be met and libraries that cannot be used: plain words, the right exit code and a hint."""

from __future__ import annotations

from pathlib import Path

import pytest
from bad_input_steps import Capture, listed, place, refused, run, two_papers, write

from conspectus.library.store import Library

__all__ = ["place"]


# --- Requests -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "options, needle",
    [
        (["--style", "no-such-style"], "no-such-style"),
        (["--format", "docx"], "markdown, html, json"),
        (["--engine", "magic"], "extractive"),
        (["--ablate", "brain"], "kmca"),
        (["--seed", "-1"], "seed"),
        (["--seed", "one"], "--seed"),
        (["--words", "5"], "--words"),
        (["--words", "-3"], "--words"),
        (["--experts", "0"], "--experts"),
        (["--chunk-size", "0"], "--chunk-size"),
        (["--router", "bleu"], "rouge1_recall"),
        (["--abstract", "a.txt", "--citing", "frost"], "--citing"),
        (["-o", "missing/deep/out.html"], "missing"),
        (["-o", "folder"], "folder"),
    ],
)
def test_wrong_requests_are_wrong_use(capsys: Capture, options: list[str], needle: str) -> None:
    Path("folder").mkdir()
    err = refused(capsys, 2, "write", "review", "--from", two_papers(), *options)
    assert needle in err
    assert sorted(path.name for path in Path().iterdir() if path.suffix not in {".ris"}) in (
        ["folder", "settings"],
        ["folder", "lib", "settings"],
    )
    assert not list(Path("folder").iterdir())


def test_no_references_at_all_is_wrong_use(capsys: Capture) -> None:
    assert "--from" in refused(capsys, 2, "write", "review")


def test_an_abstract_that_is_no_text(capsys: Capture) -> None:
    for name in (write("noise.txt", b"\xd6\xff\xfe\x00"), "settings"):
        code, out, err = run(capsys, "write", "review", "--from", two_papers(), "--abstract", name)
        assert code != 0
        assert out == ""
        assert f"{name} cannot be read" in err
        assert "hint: " in err


def test_an_own_paper_that_is_not_there(capsys: Capture) -> None:
    assert "nobody" in refused(capsys, 4, "write", "review", "--from", two_papers(), "--citing", "nobody")
    code, _, err = run(capsys, "write", "review", "--from", two_papers(), "--abstract", "nowhere.txt")
    assert code in {1, 2, 4}
    assert "nowhere.txt" in err
    assert "hint: " in err


# --- The library ----------------------------------------------------------------------------------------------------


def test_a_library_that_another_process_writes(capsys: Capture, place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CONSPECTUS_LIBRARY_LOCK_TIMEOUT", "0.2")
    path = two_papers()
    with Library(place / "lib", writable=True, command="conspectus add something-long.ris"):
        for argv in (["add", path], ["write", "review", "--from", path, "-o", "out.html"]):
            assert "conspectus add something-long.ris (process " in refused(capsys, 1, *argv)
    assert not list(Path().glob("out.*"))
    assert run(capsys, "add", path)[0] == 0


@pytest.mark.parametrize("part", [0, 100, 20_000])
def test_a_library_file_that_is_cut_off(capsys: Capture, place: Path, part: int) -> None:
    path = two_papers()
    assert run(capsys, "add", path)[0] == 0
    file = place / "lib" / "library.sqlite"
    for journal in file.parent.glob("library.sqlite-*"):
        journal.unlink()
    cut = file.read_bytes()[:part]
    file.write_bytes(cut)
    for argv in (["papers"], ["show", "frost"], ["add", path], ["write", "review", "--from", path], ["reindex"]):
        assert "library.sqlite is damaged" in refused(capsys, 1, *argv)
    code, out, _ = run(capsys, "doctor")
    assert code == 1
    assert "BROKEN  library" in out
    assert file.read_bytes() == cut


def test_a_library_that_is_a_file(capsys: Capture) -> None:
    path = two_papers()
    assert "two.ris" in refused(capsys, 4, "papers", "--library", path)
    assert "two.ris" in refused(capsys, 1, "add", path, "--library", path)


def test_paths_with_spaces_and_other_alphabets(capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = Path("Ordner mit Ü") / "мои файлы"
    path = folder / "Liste 文 (1).ris"
    write(str(path), Path(two_papers()).read_bytes())
    monkeypatch.setenv("CONSPECTUS_LIBRARY", str(folder / "биб лио"))
    assert run(capsys, "add", str(folder))[0] == 0
    code, out, err = run(capsys, "write", "review", "--from", str(path), "-o", str(folder / "отчёт 1.html"))
    assert (code, out) == (0, f"{folder / 'отчёт 1.html'}\n"), err
    assert (folder / "отчёт 1.bib").is_file()
    assert [paper["keys"] for paper in listed(capsys)] == [["frost"], ["rain"]]
