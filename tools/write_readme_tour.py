"""Runs the commands of the README's tour and writes what they print below them.

    python tools/write_readme_tour.py

A block opens with ```console and ends with ```; its first lines, up to the last one that begins with ``$``, are the
commands. Only the output of the last command is shown: for a review its text, without references and sources.
"""

from __future__ import annotations

import re
import shlex
import subprocess
import sys
import tempfile
import textwrap
from pathlib import Path

WIDTH = 100
TARGET = Path(__file__).resolve().parents[1] / "README.md"
_BLOCK = re.compile(r"```console\n(?P<commands>(?:\$ [^\n]*\n)+)(?P<output>.*?)```", re.DOTALL)


def tour(text: str) -> str:
    """Gives the README with the output of its commands, run one after another in an empty folder."""
    with tempfile.TemporaryDirectory() as folder:
        return _BLOCK.sub(lambda block: _run(block, Path(folder)), text)


def _run(block: re.Match[str], folder: Path) -> str:
    output = ""
    for line in block["commands"].splitlines():
        words = shlex.split(line[2:], comments=True)
        code = [sys.executable, "-m", "conspectus", *words[1:]]
        done = subprocess.run(code, cwd=folder, capture_output=True, text=True, encoding="utf-8", check=True)
        output = _shown(done.stdout, done.stderr, folder)
    return f"```console\n{block['commands']}{output}```"


def _shown(stdout: str, stderr: str, folder: Path) -> str:
    """What the README shows: without links and seconds, and with long lines folded."""
    text = stdout.partition("\n## ")[0]
    text = re.sub(r"\[\\?\[?(\d+)\\?\]?\]\(#e\d+\)", r"[\1]", text)
    text = re.sub(r"\[([^\]]*)\]\(#e\d+\)", r"\1", text)
    text = (stderr + text).replace(f"{folder.resolve()}/", "").strip()
    text = re.sub(r"\d+\.\d (s\b|seconds)", r"… \1", text)
    return "".join(f"{_folded(line)}\n" for line in text.splitlines())


def _folded(line: str) -> str:
    indent = line[: len(line) - len(line.lstrip())]
    return textwrap.fill(line, WIDTH, subsequent_indent=indent, break_on_hyphens=False) if len(line) > WIDTH else line


if __name__ == "__main__":
    TARGET.write_text(tour(TARGET.read_text("utf-8")), encoding="utf-8")
