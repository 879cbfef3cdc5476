"""How long it takes until conspectus is there: its help, and its import, in fresh interpreters."""

from __future__ import annotations

import sys
from pathlib import Path

from benchmarks.outcome import Outcome, Scale, Table, ratio, verdict
from benchmarks.timing import median_of_commands

BARE = "python -c pass"
_AIMS = {"conspectus --help": 0.4, "import conspectus": 0.1}


def run(scale: Scale) -> Outcome:
    """Gives the wall time of each start, and its ratio to a Python that does nothing."""
    script = Path(sys.executable).with_name("conspectus")
    program = [str(script)] if script.exists() else [sys.executable, "-m", "conspectus"]
    commands = {
        BARE: [sys.executable, "-c", "pass"],
        "import conspectus": [sys.executable, "-c", "import conspectus"],
        "conspectus --help": [*program, "--help"],
        "conspectus --version": [*program, "--version"],
        "conspectus write review --help": [*program, "write", "review", "--help"],
    }
    times = scale.pick(7, 1)
    seconds = median_of_commands(commands, times)
    return Outcome(
        tables=(
            Table(
                title="Start",
                columns=("command", "seconds", f"times {BARE}"),
                rows=[
                    {"command": name, "seconds": value, f"times {BARE}": ratio(value, seconds[BARE])}
                    for name, value in seconds.items()
                ],
            ),
        ),
        notes=(
            f"The median of {times} starts each in fresh interpreters, in turns, after one turn that does not count.",
            *(verdict(f"`{name}`", seconds[name], aim, "s") for name, aim in _AIMS.items()),
        ),
    )
