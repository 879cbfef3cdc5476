"""Results go to stdout; progress and warnings to stderr, progress only where someone looks."""

from __future__ import annotations

import sys

import pytest

from conspectus.cli.console import Console


@pytest.mark.parametrize("terminal", [True, False])
@pytest.mark.parametrize("quiet", [True, False])
def test_warnings_are_always_said_and_stdout_is_left_alone(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, terminal: bool, quiet: bool
) -> None:
    monkeypatch.setattr(sys.stderr, "isatty", lambda: terminal, raising=False)
    with Console(quiet=quiet).watching() as events, events.stage("add", 2):
        events.advance("add", 1, "a [b] file.ris")
        events.advance("index", 5)
        events.warn("It is late.", "Go to bed.")
    streams = capsys.readouterr()
    assert streams.out == ""
    assert "warning: It is late.\n" in streams.err
    assert "hint: Go to bed.\n" in streams.err
    assert ("add" in streams.err) == (terminal and not quiet)


def test_quiet_leaves_out_remarks_but_not_problems(capsys: pytest.CaptureFixture[str]) -> None:
    console = Console(quiet=True)
    console.remark("by the way")
    console.problem("broken")
    console.result("42")
    console.result_json({"a": "ü"})
    streams = capsys.readouterr()
    assert streams.err == "broken\n"
    assert streams.out == '42\n{\n  "a": "ü"\n}\n'
