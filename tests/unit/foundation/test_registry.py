from __future__ import annotations

import sys
from importlib.metadata import EntryPoint
from pathlib import Path

import pytest

from conspectus.foundation import registry as registry_module
from conspectus.foundation.errors import UnknownName
from conspectus.foundation.registry import Registry


@pytest.fixture
def plant(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """A module that is importable but not imported yet."""
    (tmp_path / "registered_plant.py").write_text(
        "class Rose:\n    class Petal:\n        pass\n\nTULIP = object()\n", encoding="utf-8"
    )
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.delitem(sys.modules, "registered_plant", raising=False)
    return "registered_plant"


def entries(monkeypatch: pytest.MonkeyPatch, *points: EntryPoint) -> list[str]:
    asked: list[str] = []

    def entry_points(*, group: str) -> tuple[EntryPoint, ...]:
        asked.append(group)
        return tuple(point for point in points if point.group == group)

    monkeypatch.setattr(registry_module, "entry_points", entry_points)
    return asked


def test_nothing_is_imported_until_a_thing_is_asked_for(plant: str) -> None:
    table = Registry("flower", {"rose": f"{plant}:Rose", "broken": "no_such_module_at_all:X"})
    assert table.names() == ("rose", "broken")
    assert "rose" in table
    assert "weed" not in table
    assert plant not in sys.modules
    assert table.get("rose").__name__ == "Rose"
    assert plant in sys.modules
    assert table.get("rose") is table.get("rose")


def test_others_join_through_the_same_door(plant: str, monkeypatch: pytest.MonkeyPatch) -> None:
    asked = entries(
        monkeypatch,
        EntryPoint("tulip", f"{plant}:TULIP [colours]", "conspectus.flowers"),
        EntryPoint("rose", "elsewhere:Thief", "conspectus.flowers"),
        EntryPoint("oak", f"{plant}:TULIP", "conspectus.trees"),
    )
    table = Registry("flower", {"rose": f"{plant}:Rose"}, group="conspectus.flowers")
    assert asked == []
    assert table.names() == ("rose", "tulip")
    assert table.get("tulip") is sys.modules[plant].TULIP
    assert table.get("rose").__name__ == "Rose"  # a stranger cannot take a built-in name
    assert [name for name, _ in table.items()] == ["rose", "tulip"]
    assert asked == ["conspectus.flowers"]


def test_without_a_group_no_entry_points_are_read(plant: str, monkeypatch: pytest.MonkeyPatch) -> None:
    asked = entries(monkeypatch)
    assert Registry("flower", {"rose": f"{plant}:Rose"}).names() == ("rose",)
    assert asked == []


@pytest.mark.parametrize(
    ("wrong", "hint"),
    [
        ("pubmed_xlm", "Did you mean pubmed_xml?"),
        ("RIS", "Did you mean ris?"),
        ("zzzz", "Known: ris, pubmed_xml."),
        ("", "Known: ris, pubmed_xml."),
    ],
)
def test_an_unknown_name_is_met_with_near_or_all_names(wrong: str, hint: str) -> None:
    table = Registry("reader", {"ris": "a:B", "pubmed_xml": "a:C"})
    with pytest.raises(UnknownName) as caught:
        table.get(wrong)
    assert str(caught.value) == f"There is no reader called {wrong!r}."
    assert caught.value.hint == hint
