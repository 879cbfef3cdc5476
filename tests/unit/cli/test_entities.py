"""`conspectus entities` as people and programs use it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from conspectus.cli.main import main
from conspectus.library.store import Library

Capture = pytest.CaptureFixture[str]
RIS = """TY  - JOUR
TI  - Reading bogs
AU  - Lindqvist, Maja
PY  - 2014
AB  - We train a bog parser on the MoorScan dataset. The bog parser is a hidden peat model (HPM).
DO  - 10.5555/bogs
ER  -

TY  - JOUR
TI  - Reading moors
AU  - Oduya, Ben
PY  - 2015
AB  - The bog parsers of others read no moors. We use a moor kernel and the Moor-Scan datasets.
DO  - 10.5555/moors
ER  -

TY  - JOUR
TI  - No abstract
PY  - 2016
DO  - 10.5555/none
ER  -
"""


@pytest.fixture(autouse=True)
def library(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Capture) -> Path:
    config = tmp_path / "conspectus.toml"
    config.touch()
    monkeypatch.setenv("CONSPECTUS_CONFIG", str(config))
    monkeypatch.setenv("CONSPECTUS_LIBRARY", str(tmp_path / "lib"))
    (tmp_path / "records.ris").write_text(RIS, encoding="utf-8")
    assert main(["add", str(tmp_path / "records.ris"), "--quiet"]) == 0
    capsys.readouterr()
    return tmp_path / "lib"


def told(capsys: Capture, *arguments: str) -> Any:
    assert main(["entities", *arguments, "--json", "--quiet"]) == 0
    return json.loads(capsys.readouterr().out)


def test_a_listing_unites_the_papers_and_is_kept(capsys: Capture, library: Path) -> None:
    entities = {entity["label"]: entity for entity in told(capsys, "list")}
    parser = entities["bog parser"]
    assert (parser["type"], parser["mentions"], len(parser["papers"])) == ("Tool", 3, 2)
    assert parser["aliases"] == ["bog parsers"]
    scan = next(entity for label, entity in entities.items() if "oor" in label and entity["type"] == "Dataset")
    assert scan["keys"] == ["moor scan dataset", "moorscan dataset"]
    assert len(scan["papers"]) == 2
    assert entities["hidden peat model"]["aliases"] == ["HPM"]
    with Library(library) as opened:
        count = opened._database.value("SELECT count(*) FROM entity_annotations")
    assert count == 2


def test_words_for_people(capsys: Capture) -> None:
    assert main(["entities", "list", "--type", "tool", "--limit", "1"]) == 0
    captured = capsys.readouterr()
    assert captured.out == "bog parser [Tool]  2 papers, 3 mentions  also: bog parsers\n"
    assert "entities list --offers" in captured.err


def test_merge_and_split_come_back_to_the_start(capsys: Capture) -> None:
    before = told(capsys, "list")
    merged = told(capsys, "merge", "moor kernel", "HPM")
    assert [entity["keys"] for entity in merged["entities"]] == [["hidden peat model", "moor kernel"]]
    assert len(told(capsys, "list")) == len(before) - 1
    split = told(capsys, "split", "moor kernel")
    assert {entity["label"] for entity in split["entities"]} == {"hidden peat model", "moor kernel"}
    assert told(capsys, "list") == before
    assert [d["state"] for d in told(capsys, "list", "--decisions")] == ["merged", "split"]
    assert main(["entities", "list", "--decisions", "--quiet"]) == 0
    assert capsys.readouterr().out.splitlines()[0] == "merged: hidden peat model / moor kernel"


def test_what_was_united_by_itself_can_be_split(capsys: Capture) -> None:
    split = told(capsys, "split", "MoorScan dataset", "Moor-Scan dataset")
    assert [len(entity["papers"]) for entity in split["entities"]] == [1, 1]


def test_offers_are_listed(capsys: Capture, tmp_path: Path) -> None:
    (tmp_path / "more.ris").write_text(
        "TY  - JOUR\nTI  - More\nPY  - 2017\nAB  - We use a hiden peat model. We use the peat hidden model.\n"
        "DO  - 10.5555/more\nER  -\n",
        encoding="utf-8",
    )
    assert main(["add", str(tmp_path / "more.ris"), "--quiet"]) == 0
    capsys.readouterr()
    offers = told(capsys, "list", "--offers")
    assert {(o["first"], o["second"], o["reason"]) for o in offers} == {
        ("hidden peat model", "hiden peat model", "one letter"),
        ("hidden peat model", "peat hidden model", "word order"),
    }
    assert [o["score"] for o in offers] == [0.8, 0.7]
    assert main(["entities", "list", "--offers"]) == 0
    assert "to judge" in capsys.readouterr().err


def test_links_to_a_label_table(capsys: Capture, tmp_path: Path) -> None:
    table = tmp_path / "labels.csv"
    table.write_text("label,iri\nbog parsers,urn:1\nold hidden peat model,urn:2\n", encoding="utf-8")
    links = {entity["label"]: entity["link"] for entity in told(capsys, "list", "--labels", str(table))}
    assert links["bog parser"]["iri"] == "urn:1"
    assert (links["hidden peat model"]["how"], links["moor kernel"]) == ("first", None)
    exact = told(capsys, "list", "--labels", str(table), "--match", "exact_match")
    assert {entity["label"]: entity["link"] for entity in exact}["hidden peat model"] is None
    assert main(["entities", "list", "--labels", str(table), "--quiet"]) == 0
    assert "→ old hidden peat model <urn:2> (no exact match, 0.87)" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        (["list", "--type", "Person"], 2, "no type called 'Person'"),
        (["list", "--labels", "none.csv"], 1, "cannot be read"),
        (["list", "--labels", "x", "--match", "near"], 2, "entities.match"),
        (["merge", "zebra", "bog parser"], 4, "names 'zebra'"),
        (["split", "bog parser"], 2, "Nobody has merged"),
    ],
)
def test_wrong_use_is_told(capsys: Capture, arguments: list[str], code: int, message: str) -> None:
    assert main(["entities", *arguments]) == code
    assert message in capsys.readouterr().err
