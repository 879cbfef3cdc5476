from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import jsonschema
import pytest

from conspectus.cli.main import main
from conspectus.domain.document_building import ParagraphDraft, SectionDraft, build_document
from conspectus.domain.page_layout import LayoutSpan
from conspectus.domain.paper import Author, Paper
from conspectus.exporters.json import product_schema
from conspectus.foundation.settings import load_settings
from conspectus.library.store import Library
from conspectus.workbench import Workbench

QUESTION = "Does oxalic acid reduce the number of mites?"


def a_paper(name: str, *texts: str) -> Paper:
    section = SectionDraft(heading="Results", paragraphs=[ParagraphDraft(text) for text in texts])
    document = build_document([section])

    printed = replace(document, layout=(LayoutSpan(start=0, end=len(document.text), page=7, box=(0.0, 0.0, 1.0, 1.0)),))
    return Paper(id=name, title=f"On {name}", authors=(Author(family="Smith", given="A."),), documents=(printed,))


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("CONSPECTUS_LIBRARY", str(tmp_path / "library"))
    monkeypatch.setenv("CONSPECTUS_CACHE", str(tmp_path / "cache"))
    monkeypatch.setenv("CONSPECTUS_CONFIG", str(tmp_path / "none.toml"))
    (tmp_path / "none.toml").write_text("")
    with Library(tmp_path / "library", writable=True) as library:
        library.put(a_paper("mites", "We kept 42 hives. Oxalic acid significantly reduced the number of mites."))
        library.put(a_paper("bogs", "Drained bogs lose carbon because microbial decay is fast in dry peat."))
    return tmp_path


def write(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str, str]:
    code = main(["write", "answer", *words])
    streams = capsys.readouterr()
    return code, streams.out, streams.err


def test_an_answer_in_three_formats(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = write(capsys, QUESTION, "--explain")
    assert code == 0, err
    assert "Oxalic acid significantly reduced the number of mites ([Smith" in out
    assert "> Results, page 7 `mites@" in out
    assert "## How the answer was found" in out
    assert "entity 'oxalic acid': string, 1 paragraph" in err
    assert "1. " in err
    code, out, _ = write(capsys, QUESTION, "--json")
    product = json.loads(out)
    jsonschema.validate(product, product_schema())
    assert product["sections"][0]["sentences"][0]["citations"][0]["page"] == "7"
    assert product["answer"]["short"] == "yes"
    code, out, _ = write(capsys, QUESTION, "--format", "html")
    assert "<mark>Oxalic acid significantly reduced the number of mites.</mark>" in out
    assert '<span class="around">We kept 42 hives.</span>' in out
    assert "Results, page 7 ·" in out


def test_what_the_library_does_not_hold(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _err = write(capsys, "What is the capital of France?")
    assert code == 4
    assert "The library does not answer this question." in out


@pytest.mark.parametrize("ranking", ["default", "published"])
def test_of_one_paper_with_either_ranking(folder: Path, capsys: pytest.CaptureFixture[str], ranking: str) -> None:
    code, out, _ = write(capsys, "Why do bogs lose carbon?", "--paper", "bogs", "--ranking", ranking, "--json", "-q")
    assert code == 0
    block = json.loads(out)["answer"]
    assert block["ranking"] == ranking
    assert {candidate["paper"] for candidate in block["candidates"]} == {"bogs"}


@pytest.mark.parametrize(
    "words, code, told",
    [
        ((QUESTION, "--ranking", "worst"), 2, "--ranking"),
        ((QUESTION, "--top", "0"), 2, "--top"),
        ((QUESTION, "--paper", "nobody"), 4, "nobody"),
        (("",), 2, "empty"),
        (("mites " * 4000,), 2, "characters"),
        ((QUESTION, "--max-calls", "3"), 2, "no model is named"),
        ((QUESTION, "--model", "scripted:scholar", "--model-for", "compose_poem=a:b"), 2, "compose_poem"),
    ],
)
def test_bad_input(
    folder: Path, capsys: pytest.CaptureFixture[str], words: tuple[str, ...], code: int, told: str
) -> None:
    found, _out, err = write(capsys, *words)
    assert found == code
    assert told in err
    assert "hint: " in err


@pytest.mark.parametrize(
    "question", ['Mites with "quotes" {braces} \\ and <b>?', "Wie viele Milben gibt es?", "mites " * 1600]
)
def test_questions_that_are_odd(folder: Path, capsys: pytest.CaptureFixture[str], question: str) -> None:
    code, out, err = write(capsys, question, "--format", "html")
    assert code in (0, 4), err
    assert "<b>?" not in out


def test_no_library_and_an_empty_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("CONSPECTUS_CONFIG", str(tmp_path / "none.toml"))
    (tmp_path / "none.toml").write_text("")
    assert write(capsys, QUESTION, "--library", str(tmp_path / "none"))[0] == 4
    with Library(tmp_path / "empty", writable=True):
        pass
    code, _, err = write(capsys, QUESTION, "--library", str(tmp_path / "empty"))
    assert code == 4
    assert "no paragraphs to answer from" in err


def test_a_model_for_each_task(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = write(
        capsys, QUESTION, "--dry-run", "--json", "--model", "scripted:scholar",
        "--model-for", "compose_answer=scripted:other",
    )  # fmt: skip
    assert code == 0, err
    tasks = {task["task"]: task["model"] for task in json.loads(out)["tasks"]}
    assert tasks == {"identify_question_entities": "scripted:scholar", "compose_answer": "scripted:other"}


def test_written_to_a_file(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, _out, _ = write(capsys, QUESTION, "-o", "answer.html", "--style", "ieee")
    assert code == 0
    assert (folder / "answer.html").read_text("utf-8").startswith("<!DOCTYPE html>")
    assert "@" in (folder / "answer.bib").read_text("utf-8")


def test_the_graph_of_the_library_is_asked_where_there_is_one(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with Workbench(load_settings()) as workbench:
        assert workbench.complete_graph() == 2
    code, out, err = write(capsys, QUESTION, "--json", "--explain")
    assert code == 0, err
    block = json.loads(out)["answer"]
    assert block["graph"]
    assert block["queries"][0]["step"] == "known labels"
    assert block["queries"][0]["bindings"] == {"question": QUESTION.lower()}
    assert "query, exact label: wanted = " in err
    assert block["level"] in ("exact", "string")
