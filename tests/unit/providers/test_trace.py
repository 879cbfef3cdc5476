from __future__ import annotations

import json
import resource
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from conspectus.foundation.errors import UsageError
from conspectus.providers.completion import Message
from conspectus.providers.trace import Trace, messages_hash


def test_lines_of_several_threads_are_whole_and_there_at_once(tmp_path: Path) -> None:
    file = tmp_path / "deep" / "trace.jsonl"
    trace = Trace(str(file))
    threads = [
        threading.Thread(target=lambda n=n: [trace.write(task="t", number=n, text="ä" * 500) for _ in range(50)])  # type: ignore[misc]
        for n in range(6)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    # Not closed yet: each line was flushed.
    lines = [json.loads(line) for line in file.read_text("utf-8").splitlines()]
    assert len(lines) == 300
    assert {line["number"] for line in lines} == set(range(6))
    assert list(lines[0]) == ["at", "task", "number", "text"]
    trace.close()
    trace.write(task="late")
    Trace(str(file)).close()
    assert len(file.read_text("utf-8").splitlines()) == 300


def test_half_a_character_does_not_break_the_trace(tmp_path: Path) -> None:
    trace = Trace(str(tmp_path / "trace.jsonl"))
    trace.write(text="\ud800")
    trace.close()
    assert json.loads((tmp_path / "trace.jsonl").read_text("utf-8"))["text"] == "\ud800"


def test_a_file_that_cannot_be_opened_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x")
    with pytest.raises(UsageError, match=r"trace .*file/trace cannot be written") as caught:
        Trace(str(tmp_path / "file" / "trace"))
    assert caught.value.hint


@pytest.mark.skipif(not hasattr(resource, "RLIMIT_FSIZE"), reason="this system has no limit of file sizes")
def test_a_full_disk_is_told_of_once_and_stops_nothing(tmp_path: Path) -> None:
    code = (
        "import resource, signal, sys\n"
        "from conspectus.providers.trace import Trace\n"
        "signal.signal(signal.SIGXFSZ, signal.SIG_IGN)\n"
        "resource.setrlimit(resource.RLIMIT_FSIZE, (2000, 2000))\n"
        "told = []\n"
        "trace = Trace(sys.argv[1], warn=told.append)\n"
        "for _ in range(50): trace.write(text='x' * 100)\n"
        "trace.close()\n"
        "print(len(told), told[0])\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, str(tmp_path / "trace.jsonl")], capture_output=True, text=True, timeout=60
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("1 The trace")
    assert "can no longer be written to: File too large" in done.stdout


def test_the_hash_tells_what_was_asked_and_not_who_asked() -> None:
    first = [Message("system", "a"), Message("user", "b")]
    assert messages_hash(first) == messages_hash(list(first))
    assert messages_hash(first) != messages_hash([Message("user", "a"), Message("system", "b")])
    assert messages_hash([Message("user", "ab")]) != messages_hash([Message("user", "a"), Message("user", "b")])
    assert len(messages_hash(first)) == 16
