"""Writes docs/reference/commands.md from what the commands say of themselves with --help.

Run it with ``python tools/write_command_reference.py``.
"""

from __future__ import annotations

import contextlib
import io
import os
from importlib.metadata import version
from pathlib import Path

from conspectus.cli import COMMANDS
from conspectus.cli.main import main
from conspectus.pipelines import REQUESTS

TARGET = Path(__file__).resolve().parents[1] / "docs" / "reference" / "commands.md"
INTRODUCTION = """\
# Commands

This page is made from the program by `tools/write_command_reference.py` (typer {typer}).

Results go to stdout, everything else (progress, remarks, errors) to stderr. An error is followed by a `hint:` with
the way forward.

| exit code | meaning |
|---|---|
| 0 | done |
| 1 | failed |
| 2 | wrong use: an option or name that does not exist |
| 3 | done in part: something could not be read; `--json` lists it |
| 4 | nothing found |

A library is named by `--library`, else by `CONSPECTUS_LIBRARY`, else it is `./.conspectus` if that exists, else the
folder for user data. Defaults are listed in [settings](settings.md).
"""


def commands() -> list[tuple[str, ...]]:
    """Gives every command with its subcommands, the program itself first."""
    found: list[tuple[str, ...]] = [()]
    for name in COMMANDS:
        found.append((name,))
        if name == "write":
            found.extend((name, kind.replace("_", "-")) for kind in REQUESTS.names())
    return found


def help_of(words: tuple[str, ...]) -> str:
    """Gives what a command prints with --help, 80 columns wide."""
    text = io.StringIO()
    before = os.environ.get("COLUMNS")
    os.environ["COLUMNS"] = "80"
    try:
        with contextlib.redirect_stdout(text):
            code = main([*words, "--help"])
    finally:
        if before is None:
            del os.environ["COLUMNS"]
        else:
            os.environ["COLUMNS"] = before
    if code:
        raise SystemExit(f"{' '.join(words)} --help ended with {code}")
    return text.getvalue().strip()


def command_reference() -> str:
    """Gives the page."""
    blocks = [INTRODUCTION.format(typer=version("typer"))]
    for words in commands():
        name = " ".join(("conspectus", *words))
        blocks.append(f"## {name}\n\n```text\n$ {name} --help\n{help_of(words)}\n```\n")
    return "\n".join(blocks)


if __name__ == "__main__":
    TARGET.write_text(command_reference(), encoding="utf-8")
