"""The fixture of a library that reads the line format."""

from __future__ import annotations

from pathlib import Path

import pytest
from line_format import Shelf

from conspectus.foundation.registry import Registry


@pytest.fixture
def shelf(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Shelf:
    table = Registry("reader", {"lines": "line_format:LinesReader"})
    monkeypatch.setattr("conspectus.readers.reading.READERS", table)
    return Shelf(tmp_path)
