from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from conspectus.graphs.structure.snapshots import hold, remove_unused

HOLDER = """
import sys
from pathlib import Path
from conspectus.graphs.structure.snapshots import hold
held = hold(Path(sys.argv[1]))
print("holding", flush=True)
sys.stdin.read()
"""


def made(tmp_path: Path) -> Path:
    snapshot = tmp_path / "snapshot-1"
    snapshot.mkdir()
    (snapshot / "data").write_text("x", encoding="utf-8")
    return snapshot


def test_what_nobody_holds_is_removed_with_its_lock(tmp_path: Path) -> None:
    snapshot = made(tmp_path)
    assert remove_unused(snapshot)
    assert list(tmp_path.iterdir()) == []


def test_what_one_of_two_readers_holds_stays(tmp_path: Path) -> None:
    snapshot = made(tmp_path)
    one, other = hold(snapshot), hold(snapshot)
    assert one is not None
    assert other is not None
    one.let_go()
    assert not remove_unused(snapshot)
    assert (snapshot / "data").exists()
    other.let_go()
    assert remove_unused(snapshot)


def test_what_another_process_holds_stays_until_it_ends(tmp_path: Path) -> None:
    """However it ends: the lock is the system's."""
    snapshot = made(tmp_path)
    with subprocess.Popen(
        [sys.executable, "-c", HOLDER, str(snapshot)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as reader:
        assert reader.stdout is not None
        assert reader.stdout.readline() == "holding\n"
        assert not remove_unused(snapshot)
        reader.kill()
        reader.wait()
    assert remove_unused(snapshot)


def test_what_is_gone_cannot_be_held(tmp_path: Path) -> None:
    snapshot = made(tmp_path)
    assert remove_unused(snapshot)
    with pytest.raises(FileNotFoundError):
        hold(snapshot)
    assert list(tmp_path.iterdir()) == []


def test_a_reader_that_is_forgotten_holds_nothing(tmp_path: Path) -> None:
    snapshot = made(tmp_path)
    hold(snapshot)
    assert remove_unused(snapshot)
