from __future__ import annotations

from pathlib import Path

import pytest

from conspectus.cli.console import Console
from conspectus.cli.product_output import chosen_format, exporter_named, print_remarks, words_or_file
from conspectus.foundation.errors import UnknownName, UsageError
from conspectus.testing import made_product


def test_the_format_is_named_or_follows_the_ending() -> None:
    assert chosen_format(None, True, None) == "json"
    assert chosen_format("html", False, Path("a.md")) == "html"
    assert chosen_format(None, False, Path("a.HTM")) == "html"
    assert chosen_format(None, False, None) is None
    with pytest.raises(UsageError):
        chosen_format("html", True, None)
    with pytest.raises(UsageError):
        chosen_format(None, False, Path("a.docx"))
    with pytest.raises(UnknownName):
        exporter_named("runes")


def test_wishes_are_words_or_a_file(tmp_path: Path) -> None:
    path = tmp_path / "wishes.txt"
    path.write_text("Be brief.\n", "utf-8")
    assert words_or_file(str(path)) == "Be brief."
    assert words_or_file("Be long.") == "Be long."
    assert words_or_file(None) is None
    path.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(UsageError):
        words_or_file(str(path))


def test_remarks_count_and_warn(capsys: pytest.CaptureFixture[str]) -> None:
    print_remarks(Console(), made_product(), "5 papers shown")
    err = capsys.readouterr().err
    assert "6 sentences cite 4 of 5 papers shown" in err
    assert "not cited: 1, no abstract" in err
    assert "warning: One record was <broken>." in err
