"""Steps that the tests of bad input share: a place to work in, small files, commands, what they answered."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from conspectus.cli.main import main

Capture = pytest.CaptureFixture[str]


@pytest.fixture(autouse=True)
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty working folder with its own library and settings."""
    monkeypatch.chdir(tmp_path)
    settings = tmp_path / "settings" / "conspectus.toml"
    settings.parent.mkdir()
    settings.touch()
    monkeypatch.setenv("CONSPECTUS_CONFIG", str(settings))
    monkeypatch.setenv("CONSPECTUS_LIBRARY", str(tmp_path / "lib"))
    return tmp_path


def abstract(thing: str) -> str:
    return f"We study {thing} in field plots. We show that {thing} lowers the yield of barley by a third."


def record(key: str, title: str, text: str = "", author: str = "Berg, Anna", year: int = 2001) -> str:
    lines = ["TY  - JOUR", f"TI  - {title}", f"AU  - {author}", f"PY  - {year}", f"DO  - 10.5555/{key}", f"ID  - {key}"]
    lines += [f"AB  - {text}"] if text else []
    return "\n".join([*lines, "ER  - ", "", ""])


def write(name: str, content: str | bytes) -> str:
    path = Path(name)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content.encode() if isinstance(content, str) else content)
    return name


def two_papers() -> str:
    return write(
        "two.ris",
        record("frost", "On frost in barley", abstract("frost"))
        + record("rain", "On rain in barley", abstract("late rain"), "Holm, Bo"),
    )


def run(capsys: Capture, *argv: str) -> tuple[int, str, str]:
    capsys.readouterr()
    code = main(list(argv))
    streams = capsys.readouterr()
    assert "Traceback" not in streams.err
    return code, streams.out, streams.err


def refused(capsys: Capture, code: int, *argv: str) -> str:
    """The words on stderr of a command that must end with this code, a hint and no result."""
    got, out, err = run(capsys, *argv)
    assert got == code, err
    assert re.search(r"^hint: \S", err, re.MULTILINE), err
    assert argv[0] == "add" or out == ""
    return err


def listed(capsys: Capture) -> list[dict[str, object]]:
    code, out, err = run(capsys, "papers", "--json")
    assert code == 0, err
    found: list[dict[str, object]] = json.loads(out)
    return found


def review(capsys: Capture, *argv: str) -> dict[str, object]:
    code, out, err = run(capsys, "write", "review", *argv, "--format", "json")
    assert code == 0, err
    product: dict[str, object] = json.loads(out)
    return product


def citations(product: dict[str, object]) -> list[dict[str, str]]:
    sections: object = product["sections"]
    assert isinstance(sections, list)
    return [one for part in sections for sentence in part["sentences"] for one in sentence["citations"]]


def resolved(capsys: Capture, passage: str) -> str:
    """The text that `show` prints at the address of a passage."""
    paper, version, address = re.fullmatch(r"(.+)@(\w+)#(\S+)", passage).groups()  # type: ignore[union-attr]
    code, out, err = run(capsys, "show", paper, "--text", version)
    assert code == 0, err
    (text,) = re.findall(rf"^ *{re.escape(address)}  (.*)$", out, re.MULTILINE)
    return str(text)


def everything_below(folder: Path, *but: str) -> bytes:
    return b"".join(path.read_bytes() for path in folder.rglob("*") if path.is_file() and path.name not in but)
