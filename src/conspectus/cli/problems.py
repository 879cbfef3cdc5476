"""Errors as people see them: `error:` and `hint:` lines, and an exit code for each kind."""

from __future__ import annotations

import os
import sys
import traceback

from conspectus.foundation.errors import ConspectusError, Kind

DONE = 0
FAILED = 1
WRONG_USE = 2
IN_PART = 3
NOTHING = 4
INTERRUPTED = 130
"""128 + SIGINT, as shells expect."""

EXIT_CODES = {
    Kind.USAGE: WRONG_USE,
    Kind.INPUT: FAILED,
    Kind.EMPTY: NOTHING,
    Kind.STATE: FAILED,
    Kind.UNAVAILABLE: FAILED,
    Kind.INTERNAL: FAILED,
}
TRACEBACK = "CONSPECTUS_TRACEBACK"


def report_problem(error: ConspectusError) -> int:
    """Says on stderr what went wrong and the way forward; gives the exit code."""
    say_error(error.message, error.hint)
    return EXIT_CODES[error.kind]


def report_surprise(error: Exception) -> int:
    """Says on stderr that the program itself failed; gives the exit code."""
    if os.environ.get(TRACEBACK):
        traceback.print_exception(error)
    say_error(
        f"Something unexpected went wrong: {type(error).__name__}: {error}",
        f"This is a fault of conspectus. Set {TRACEBACK}=1, run again, and report what is printed.",
    )
    return FAILED


def say_error(message: str, hint: str = "") -> None:
    """Prints an error, and a hint if there is one, to stderr."""
    sys.stderr.write(f"error: {message}\n")
    if hint:
        sys.stderr.write(f"hint: {hint}\n")
