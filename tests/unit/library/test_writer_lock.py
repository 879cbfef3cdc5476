"""One writer at a time, across real processes, and a lock that falls with its holder."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from conspectus.foundation.errors import Kind, LibraryLocked
from conspectus.library.writer_lock import Holder, WriterLock, current_holder, read_holder

HOLD = """
import sys, time
from pathlib import Path
from conspectus.library.writer_lock import WriterLock
lock = WriterLock(Path(sys.argv[1]), "conspectus add big.ris")
lock.acquire(5)
print("held", flush=True)
time.sleep(float(sys.argv[2]))
lock.release()
"""


def hold(folder: Path, seconds: float) -> subprocess.Popen[str]:
    process = subprocess.Popen(
        [sys.executable, "-c", HOLD, str(folder), str(seconds)], stdout=subprocess.PIPE, text=True
    )
    assert process.stdout is not None
    assert process.stdout.readline() == "held\n"
    return process


def test_second_process_is_told_who_holds_the_lock(tmp_path: Path) -> None:
    with hold(tmp_path, 60) as process:
        try:
            with pytest.raises(LibraryLocked) as caught:
                WriterLock(tmp_path, "mine").acquire(0.2)
            assert f"conspectus add big.ris (process {process.pid} on " in caught.value.message
            assert caught.value.kind is Kind.UNAVAILABLE
            assert caught.value.hint
            holder = current_holder(tmp_path)
            assert holder is not None
            assert holder.pid == process.pid
        finally:
            process.kill()


def test_second_process_waits_until_the_first_is_done(tmp_path: Path) -> None:
    waited: list[Holder | None] = []
    with hold(tmp_path, 0.5) as process:
        lock = WriterLock(tmp_path, "mine")
        begun = time.monotonic()
        lock.acquire(30, waited.append)
        assert time.monotonic() - begun < 25
        process.wait()
    assert [holder.pid for holder in waited if holder] == [process.pid]
    mine = read_holder(tmp_path)
    assert mine is not None
    assert (mine.pid, mine.command) == (os.getpid(), "mine")
    lock.release()
    assert current_holder(tmp_path) is None


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="needs SIGKILL")
def test_lock_falls_with_a_killed_holder(tmp_path: Path) -> None:
    with hold(tmp_path, 60) as process:
        process.send_signal(signal.SIGKILL)
        process.wait()
    lock = WriterLock(tmp_path, "next")
    lock.acquire(0)
    lock.release()


def test_two_writers_of_one_process_exclude_each_other(tmp_path: Path) -> None:
    first = WriterLock(tmp_path, "first")
    first.acquire(0)
    with pytest.raises(LibraryLocked, match="first"):
        WriterLock(tmp_path, "second").acquire(0)
    first.release()
    second = WriterLock(tmp_path, "second")
    second.acquire(0)
    second.release()
    second.release()


def test_unreadable_holder_is_no_holder(tmp_path: Path) -> None:
    (tmp_path / "writer.lock").write_text("{garbage")
    assert read_holder(tmp_path) is None
    assert current_holder(tmp_path) is None
