"""The peak memory of a command, as the kernel tells it of a child that has ended.

The kernel counts for a child what its parent held before the child's own program was loaded. So this file runs as a
small program of its own between the benchmark and the command.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]


@dataclass(frozen=True, slots=True, kw_only=True)
class Measured:
    """What a command printed, its seconds of wall time, and the most memory that it held, in MB (10^6 bytes)."""

    output: str
    seconds: float
    peak_mb: float


def measured(command: Sequence[str]) -> Measured:
    """Gives the output, seconds and peak memory of a command.

    Raises:
        RuntimeError: It failed; the message holds the end of what it printed.
    """
    done = subprocess.run([sys.executable, __file__, *command], capture_output=True, text=True, cwd=ROOT)
    if done.returncode:
        raise RuntimeError(f"The measuring of {command[0]} failed: {done.stderr[-2000:]}")
    answer = json.loads(done.stdout)
    if answer["status"]:
        raise RuntimeError(f"{' '.join(command[:4])} failed with {answer['status']}: {answer['errors'][-2000:]}")
    return Measured(output=answer["output"], seconds=answer["seconds"], peak_mb=answer["peak_mb"])


def _answer(command: Sequence[str]) -> str:
    with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as errors:
        begun = time.perf_counter()
        process = subprocess.Popen(command, stdout=out, stderr=errors, stdin=subprocess.DEVNULL)
        _, status, usage = os.wait4(process.pid, 0)
        seconds = time.perf_counter() - begun
        process.returncode = os.waitstatus_to_exitcode(status)
        texts = []
        for file in (out, errors):
            file.seek(0)
            texts.append(file.read().decode("utf-8", "replace"))
    unit = 1 if sys.platform == "darwin" else 1024
    return json.dumps(
        {
            "status": process.returncode,
            "output": texts[0],
            "errors": texts[1],
            "seconds": seconds,
            "peak_mb": usage.ru_maxrss * unit / 1_000_000,
        }
    )


if __name__ == "__main__":
    print(_answer(sys.argv[1:]))
