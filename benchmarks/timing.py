"""Wall time and memory: of calls in this process, and of fresh processes."""

from __future__ import annotations

import json
import resource
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from importlib import import_module
from pathlib import Path
from typing import Any, TypeVar

Result = TypeVar("Result")
ROOT = Path(__file__).resolve().parents[1]


def timed(work: Callable[[], Result]) -> tuple[Result, float]:
    """Gives the result of a call and its seconds of wall time."""
    begun = time.perf_counter()
    result = work()
    return result, time.perf_counter() - begun


def median_seconds(work: Callable[[], object], times: int) -> float:
    """Gives the median seconds of so many calls."""
    return statistics.median(timed(work)[1] for _ in range(times))


def median_of_commands(commands: Mapping[str, Sequence[str]], times: int) -> dict[str, float]:
    """Gives the median seconds of each command in fresh processes.

    The commands take turns, so that a busy moment of the machine falls on all of them alike; a first turn
    that fills the disk caches does not count.

    Raises:
        subprocess.CalledProcessError: A command failed.
    """
    seconds: dict[str, list[float]] = {name: [] for name in commands}
    for turn in range(times + 1):
        for name, command in commands.items():
            took = _seconds_of(command)
            if turn:
                seconds[name].append(took)
    return {name: statistics.median(values) for name, values in seconds.items()}


def _seconds_of(command: Sequence[str]) -> float:
    return timed(lambda: subprocess.run(command, check=True, capture_output=True, cwd=ROOT))[1]


def in_fresh_process(function: str, *arguments: str) -> tuple[Any, float]:
    """Gives what ``module:function`` gives for string arguments in a new process, and that process's peak MiB.

    Raises:
        RuntimeError: The function failed; the message holds the end of what it printed.
    """
    command = [sys.executable, str(Path(__file__)), function, *arguments]
    done = subprocess.run(command, capture_output=True, text=True, cwd=ROOT)
    if done.returncode:
        raise RuntimeError(f"{function} failed: {done.stderr[-2000:]}")
    answer = json.loads(done.stdout.splitlines()[-1])
    return answer["result"], float(answer["peak_mib"])


def peak_mib() -> float:
    """Gives the most memory that this process has held, in MiB.

    On Linux ``getrusage`` still counts the parent from before the new program was loaded, so the kernel's
    high-water mark of this program is read where there is one.
    """
    status = Path("/proc/self/status")
    if status.exists():
        for line in status.read_text("ascii", "replace").splitlines():
            if line.startswith("VmHWM:"):
                return int(line.split()[1]) / 1024
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return most / (1024 * 1024 if sys.platform == "darwin" else 1024)


def _answer(function: str, arguments: Sequence[str]) -> str:
    module, _, name = function.partition(":")
    result = getattr(import_module(module), name)(*arguments)
    return json.dumps({"result": result, "peak_mib": peak_mib()})


if __name__ == "__main__":
    sys.path[0] = str(ROOT)
    print(_answer(sys.argv[1], sys.argv[2:]))
