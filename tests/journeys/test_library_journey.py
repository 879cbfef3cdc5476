"""A library as its users meet it: real processes, real files, interruptions at any moment."""

from __future__ import annotations

import json
import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from conspectus.library.store import Library
from conspectus.retrieval.text_index import open_index

NUMBER = 240


def environment(folder: Path) -> dict[str, str]:
    config = folder / "conspectus.toml"
    config.touch()
    kept = {name: value for name, value in os.environ.items() if not name.startswith("CONSPECTUS_")}
    return {**kept, "CONSPECTUS_CONFIG": str(config), "CONSPECTUS_LIBRARY": str(folder / "lib")}


def command(*words: str) -> list[str]:
    return [sys.executable, "-m", "conspectus", *words]


def run(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        command(*words), env=environment(folder), capture_output=True, encoding="utf-8", check=False, timeout=120
    )


def export(folder: Path, number: int = NUMBER) -> Path:
    """Records of which every fifth comes again with more in it, under another key."""
    records = []
    for place in range(number):
        records.append(
            f"TY  - JOUR\nTI  - Study number {place} of ☃\nAU  - Berg{place}, Anna\nPY  - {1980 + place % 40}\n"
            f"AN  - {place}\nID  - berg{place}\nER  - \n\n"
        )
        if place % 5 == 4:
            earlier = place - 2
            records.append(
                f"TY  - JOUR\nTI  - Study number {earlier} of ☃\nAU  - Berg{earlier}, Anna\n"
                f"PY  - {1980 + earlier % 40}\nDO  - 10.1234/s.{earlier}\nJO  - A journal\n"
                f"AB  - We study number {earlier}. It is a number.\nID  - again{earlier}\nER  - \n\n"
            )
    path = folder / "export.ris"
    path.write_text("".join(records), encoding="utf-8")
    return path


def contents(folder: Path) -> tuple[object, ...]:
    with Library(folder / "lib") as library:
        assert library.integrity_problems() == []
        papers = list(library.papers())
        assert library.projections.count_missing("text") == 0
    index = open_index(folder / "lib" / "text")
    hits = sorted(name for name, _ in index.search("study", 10_000))
    return papers, hits, index.count()


def test_add_list_show_and_add_again(tmp_path: Path) -> None:
    path = export(tmp_path, 10)
    first = run(tmp_path, "add", str(path), "--json")
    assert first.returncode == 0, first.stderr
    report = json.loads(first.stdout)
    assert (report["added"], report["merged"], report["unchanged"], report["failed"]) == (10, 2, 0, [])
    again = json.loads(run(tmp_path, "add", str(tmp_path), "--json").stdout)
    assert (again["added"], again["merged"], again["unchanged"]) == (0, 0, 12)
    listed = json.loads(run(tmp_path, "papers", "--json").stdout)
    assert len(listed) == 10
    merged = next(paper for paper in listed if "again2" in paper["keys"])
    assert merged["keys"] == ["berg2", "again2"]
    assert merged["has_abstract"]
    shown = run(tmp_path, "show", "berg2")
    assert "We study number 2." in shown.stdout
    assert "Study number 2 of ☃" in shown.stdout


# `conspectus add` that tells through a pipe where it is: o a file is read, s a record begins, c it has changed
# something, u it has not, i the index takes in a batch; batches are small, so that there are many of them.
TELLING = """
import os, sys
import conspectus.collection.add as add
import conspectus.collection.file_reading as reading
from conspectus.cli.main import main
from conspectus.retrieval.text_index import TextIndex
pipe = int(sys.argv.pop(1))
add.BATCH = 20
read_bytes, settle, update = reading.read_bytes, add.settle, TextIndex.update
def telling_read_bytes(*given, **named):
    os.write(pipe, b"o")
    return read_bytes(*given, **named)
def telling_settle(*given):
    os.write(pipe, b"s")
    settled = settle(*given)
    os.write(pipe, b"u" if settled.outcome == "unchanged" else b"c")
    return settled
def telling_update(*given):
    os.write(pipe, b"i")
    return update(*given)
reading.read_bytes, add.settle, TextIndex.update = telling_read_bytes, telling_settle, telling_update
sys.exit(main())
"""


def killed_at(folder: Path, mark: str, number: int, delay: float) -> tuple[int, str]:
    """Kills `conspectus add` so many seconds after it told a mark so often (0: after its start).

    Gives how it ended and all marks that it told.
    """
    here, there = os.pipe()
    with subprocess.Popen(
        [sys.executable, "-c", TELLING, str(there), "add", "--quiet", str(folder / "export.ris")],
        env=environment(folder),
        pass_fds=(there,),
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    ) as process:
        os.close(there)
        told = ""
        while told.count(mark) < number and (byte := os.read(here, 1)):
            told += byte.decode()
        time.sleep(delay)
        process.send_signal(signal.SIGKILL)
        process.wait()
    while rest := os.read(here, 4096):
        told += rest.decode()
    os.close(here)
    return process.returncode, told


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="needs SIGKILL")
def test_twenty_kills_at_any_moment_lose_nothing(tmp_path: Path) -> None:
    whole, broken = tmp_path / "whole", tmp_path / "broken"
    for folder in (whole, broken):
        folder.mkdir()
        export(folder, 500)
    assert run(whole, "add", str(whole / "export.ris")).returncode == 0
    draws = random.Random(36)
    moments = [
        *(("", 0, draws.uniform(0.02, 0.4)) for _ in range(3)),
        *(("o", 1, draws.uniform(0, 0.01)) for _ in range(2)),
        *(("s", draws.randint(1, 60), draws.uniform(0, 0.004)) for _ in range(3)),
        *(("c", draws.randint(1, 30), draws.uniform(0, 0.004)) for _ in range(7)),
        *(("i", 1, draws.uniform(0, 0.015)) for _ in range(5)),
    ]
    draws.shuffle(moments)
    ended = [killed_at(broken, *moment) for moment in moments]
    # Each was killed while it ran: one that had come to its end would have another code.
    assert [code for code, _ in ended] == [-signal.SIGKILL] * 20
    met = [told[-1:] for _, told in ended]
    # Before anything was read; between records or in one; in the index.
    assert met.count("") >= 1, met
    assert met.count("s") >= 3, met
    assert met.count("i") >= 3, met
    changes = [told.count("c") for _, told in ended]
    assert sum(changes) < 600, "the last kills came when everything was in"
    assert sum(map(bool, changes)) >= 10, changes
    finished = run(broken, "add", str(broken / "export.ris"))
    assert finished.returncode == 0, finished.stderr
    assert contents(broken) == contents(whole)
    assert run(broken, "doctor").returncode == 0


def test_a_second_writer_is_told_who_writes(tmp_path: Path) -> None:
    path = export(tmp_path, 3)
    with Library(tmp_path / "lib", writable=True, command="conspectus add something-long.ris"):
        waiting = {**environment(tmp_path), "CONSPECTUS_LIBRARY_LOCK_TIMEOUT": "0.3"}
        refused = subprocess.run(
            command("add", str(path)), env=waiting, capture_output=True, encoding="utf-8", check=False, timeout=60
        )
        # Reading goes on beside a writer.
        assert run(tmp_path, "papers", "--json").stdout == "[]\n"
    assert refused.returncode == 1
    assert f"conspectus add something-long.ris (process {os.getpid()} on " in refused.stderr
    assert "hint: " in refused.stderr
    assert refused.stdout == ""


def test_two_writers_at_once_both_finish(tmp_path: Path) -> None:
    one, two = export(tmp_path, 30), tmp_path / "two.ris"
    two.write_text(one.read_text("utf-8").replace("Study", "Essay").replace("10.1234/s", "10.1234/e"), "utf-8")
    processes = [
        subprocess.Popen(
            command("add", "-q", str(path)), env=environment(tmp_path), stdout=subprocess.PIPE, stderr=subprocess.PIPE
        )
        for path in (one, two)
    ]
    for process in processes:
        out, err = process.communicate(timeout=120)
        assert process.returncode == 0, err
        assert out.startswith(b"30 added")
    assert len(json.loads(run(tmp_path, "papers", "--json").stdout)) == 60


@pytest.mark.skipif(os.name == "nt", reason="needs SIGINT")
def test_an_interrupted_run_says_so_and_goes_on(tmp_path: Path) -> None:
    path = export(tmp_path, 4000)
    # A shell may start its jobs with the signal ignored, which a child inherits.
    program = (
        "import signal, sys; signal.signal(signal.SIGINT, signal.default_int_handler); "
        "from conspectus.cli.main import main; sys.exit(main())"
    )
    with subprocess.Popen(
        [sys.executable, "-c", program, "add", "-q", str(path)],
        env=environment(tmp_path),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as process:
        until = time.monotonic() + 60
        while not (tmp_path / "lib" / "library.sqlite-wal").is_file():
            assert process.poll() is None, "it ended before it could be interrupted"
            assert time.monotonic() < until
            time.sleep(0.005)
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=60)
    assert process.returncode == 130
    assert out == b""
    assert err.decode().splitlines()[0] == "error: Interrupted."


@pytest.mark.skipif(os.name == "nt", reason="needs a pipe that closes")
def test_a_reader_that_goes_away_is_no_error(tmp_path: Path) -> None:
    assert run(tmp_path, "add", str(export(tmp_path, 100))).returncode == 0
    with subprocess.Popen(
        command("papers", "--json"), env=environment(tmp_path), stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        process.wait(60)
        assert process.stderr.read() == b""
    assert process.returncode == 1
