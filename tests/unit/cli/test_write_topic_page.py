from __future__ import annotations

import json
import time
from collections.abc import Iterator
from pathlib import Path

import jsonschema
import pytest

from conspectus.cli.main import main
from conspectus.collection.fetching import add_fetched
from conspectus.exporters.json import product_schema
from conspectus.library.store import Library
from conspectus.retrieval.vector_index import create_vectors
from conspectus.sources.searching import Fetched
from conspectus.testing.service_server import ServiceHandle, ServicePlan, running_services
from conspectus.testing.topic_papers import made_topic_papers


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("CONSPECTUS_LIBRARY", str(tmp_path / "library"))
    monkeypatch.setenv("CONSPECTUS_CACHE", str(tmp_path / "cache"))
    monkeypatch.setenv("CONSPECTUS_CONFIG", str(tmp_path / "none.toml"))
    (tmp_path / "none.toml").write_text("")
    return tmp_path


@pytest.fixture
def library(folder: Path) -> Path:
    with Library(folder / "library", writable=True) as opened:
        add_fetched(opened, "made", Fetched(papers=made_topic_papers(120)))
    return folder


@pytest.fixture
def pubmed(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[ServiceHandle]:
    with running_services(ServicePlan(size=300)) as handle:
        monkeypatch.setenv("CONSPECTUS_SOURCES_BASE_URL", handle.base_url("pubmed"))
        yield handle


def run(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str, str]:
    code = main(list(words))
    streams = capsys.readouterr()
    return code, streams.out, streams.err


def write(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str, str]:
    return run(capsys, "write", "topic-page", *words)


def test_a_page_from_the_library_in_three_formats(library: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = write(capsys, "microplastics", "--source", "library", "--explain")
    assert code == 0, err
    assert out.startswith("# Microplastics\n")
    assert "## Definition\n\nMicroplastics are plastic particles smaller than five millimetres.\n" in out
    assert "## About the search" in out
    assert "<svg" in out
    assert "| papers | shown | centre |" in out
    assert "cluster 1: " in err
    assert "shown to the writer: " in err
    code, out, _ = write(capsys, "microplastics", "--source", "library", "--json")
    product = json.loads(out)
    jsonschema.validate(product, product_schema())
    definition = product["sections"][0]["sentences"][0]
    assert [citation["shown"] for citation in definition["citations"]] == [False]
    assert product["topic_page"]["source"] == "library"
    assert product["run"]["seed"] == 42
    code, out, _ = write(capsys, "microplastics", "--source", "library", "-o", "page.html")
    page = (library / "page.html").read_text("utf-8")
    assert 'class="cite unseen-source"' in page
    assert '<svg xmlns="http://www.w3.org/2000/svg" class="years"' in page
    assert '<table class="clusters">' in page
    assert (library / "page.bib").exists()


def test_topical_s_own_json_is_written_into_a_folder(library: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ("microplastics", "--source", "library", "--name", "Micro-plastics, small", "--name", "microplastics")
    code, _, err = write(capsys, *words, "--topical-json", str(library))
    assert code == 0
    made = json.loads((library / "micro_plastics_small.json").read_text("utf-8"))
    assert list(made)[:5] == ["entity", "topic_page", "pubmed_query", "generated_by", "disclaimer"]
    assert made["entity"] == "Micro-plastics, small"
    assert "micro_plastics_small.json" in err
    assert write(capsys, *words, "--topical-json", "no-folder")[0] == 2


def test_options_and_settings_reach_the_page(
    library: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CONSPECTUS_TOPIC_PAGE_SOURCE", "library")
    monkeypatch.setenv("CONSPECTUS_TOPIC_PAGE_MAX_PAPERS", "30")
    code, out, _ = write(capsys, "microplastics", "--json", "--no-clustering", "--seed", "3", "--length", "short")
    assert code == 0
    made = json.loads(out)
    assert made["topic_page"]["counts"]["fetched"] == 30
    assert made["topic_page"]["clusters_note"] == "Clustering was switched off."
    assert (made["run"]["seed"], made["run"]["parameters"]["length"]) == (3, "short")


@pytest.mark.parametrize(
    ("words", "code", "says"),
    [
        (("microplastic",), 0, "cite"),
        (("microplstics",), 4, "Did you mean 'microplastics'?"),
        (('"open',), 2, "not closed"),
        (("",), 2, "--query"),
        (("microplastics", "--start-year", "2010", "--end-year", "2001"), 2, "out of order"),
        (("microplastics", "--end-year", "2999"), 0, "is in the future"),
        (("microplastics", "--threshold", "101"), 2, "--threshold"),
        (("microplastics", "--format", "runes"), 2, "runes"),
        (("microplastics", "--context-tokens", "2048", "--instructions", "word " * 900), 2, "No paper fits"),
    ],
)
def test_what_is_wrong_is_said(
    library: Path, capsys: pytest.CaptureFixture[str], words: tuple[str, ...], code: int, says: str
) -> None:
    found, _out, err = write(capsys, *words, "--source", "library", "-o", "page.md")
    assert found == code, err
    assert says in err
    assert (library / "page.md").exists() == (code == 0)


def test_an_unknown_source_and_an_empty_library(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, _, err = write(capsys, "microplastics", "--source", "pubmid")
    assert code == 2
    assert "pubmed" in err
    code, _, err = write(capsys, "microplastics", "--source", "library")
    assert code == 4
    assert "hint:" in err


def test_without_a_network_the_library_is_offered(
    folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CONSPECTUS_SOURCES_BASE_URL", "http://127.0.0.1:9")
    monkeypatch.setattr(time, "sleep", lambda seconds: None)
    code, _out, err = write(capsys, "microplastics", "-o", "page.md")
    assert code == 1
    assert "PubMed" in err
    assert "--source library" in err
    assert not (folder / "page.md").exists()


def test_a_page_from_the_local_pubmed(pubmed: ServiceHandle, capsys: pytest.CaptureFixture[str]) -> None:
    """Search, fetch, embed, cluster, sample and write, with the order of relevance and the limit kept."""
    words = ("wild AND fell", "--name", "wild bees", "--name", "summers", "--json", "--max-papers", "150")
    code, out, err = write(capsys, *words)
    assert code == 0, err
    made = json.loads(out)
    block = made["topic_page"]
    assert block["counts"]["found"] > block["counts"]["fetched"] > 101
    assert block["counts"]["fetched"] + block["counts"]["missing"] == 150
    assert block["counts"]["retracted"] >= 1
    assert block["link"].startswith("https://pubmed.ncbi.nlm.nih.gov/?term=")
    assert set(made["run"]["seconds"]) >= {"search", "fetch", "sample", "write", "attach"}
    asked = len(pubmed.requests())
    assert asked > 3
    again = json.loads(write(capsys, *words)[1])
    assert again["sections"] == made["sections"]
    assert len(pubmed.requests()) == asked, "replies are kept"


def test_fetching_fills_the_library_and_again_changes_nothing(
    pubmed: ServiceHandle, capsys: pytest.CaptureFixture[str], folder: Path
) -> None:
    code, out, err = run(capsys, "fetch", "pubmed", "wild", "--limit", "40", "--json")
    report = json.loads(out)
    assert code == 0, err
    assert report["added"] + report["merged"] + report["unchanged"] == 40
    code, out, _ = run(capsys, "fetch", "pubmed", "wild", "--limit", "40")
    assert code == 0
    assert out == "0 added, 0 merged, 40 unchanged, 0 missing, 0 failed\n"
    assert run(capsys, "fetch", "library", "x")[0] == 2
    with Library(folder / "library") as library:
        assert library.count() >= 30


def test_papers_are_added_by_identifier(
    folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    from conspectus.collection import identified

    monkeypatch.setattr(identified, "look_up", lambda name, options: made_topic_papers(1)[0])
    code, out, err = run(capsys, "add", "pmid:1")
    assert (code, out) == (0, "1 added, 0 merged, 0 unchanged, 0 missing, 0 failed\n"), err
    assert run(capsys, "add", "pmid:1", "papers.ris")[0] == 2
    assert run(capsys, "add", "pmid:one")[0] == 2
    assert run(capsys, "add", "pmid:1", "--dry-run")[0] == 2


def test_a_service_that_stops_half_way_ends_with_3(
    folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    from conspectus.collection.library_source import LibrarySource

    with Library(folder / "library", writable=True) as opened:
        add_fetched(opened, "made", Fetched(papers=made_topic_papers(6)))
    monkeypatch.setattr(
        LibrarySource, "fetch", lambda self, ids: Fetched(papers=made_topic_papers(3), missing=(), complete=False)
    )
    code, out, err = write(capsys, "microplastics", "--source", "library")
    assert code == 3
    assert "stopped half way" in out
    assert "stopped half way" in err


def test_the_vectors_that_adding_keeps_rank_and_group(library: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ("microplastics", "--source", "library", "--json")
    code, out, err = write(capsys, *words)
    assert code == 0
    assert "made for this run alone" in err
    assert not (library / "library" / "vectors").exists()
    code, _, _ = run(capsys, "reindex")
    assert code == 0
    assert json.loads((library / "library" / "vectors" / "about.json").read_text())["identity"].startswith("offline:")
    code, again, err = write(capsys, *words)
    assert code == 0
    assert "made for this run alone" not in err
    in_memory, kept = json.loads(out), json.loads(again)
    assert kept["run"]["embedder"] == in_memory["run"]["embedder"]
    assert kept["topic_page"]["clusters"] == in_memory["topic_page"]["clusters"]
    assert kept["sections"] == in_memory["sections"]
    # Ranked by vectors, though nothing was grouped.
    code, out, _ = write(capsys, *words, "--no-clustering")
    assert json.loads(out)["run"]["embedder"].startswith("offline:")


def test_another_embedder_than_that_of_the_library_is_refused(
    library: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    create_vectors(library / "library" / "vectors", "specter2:model", 3)
    words = ("microplastics", "--source", "library")
    code, _, err = write(capsys, *words)
    assert code == 2
    assert "specter2:model" in err
    assert "conspectus reindex --embedder offline" in err
    (library / "more.bib").write_text("@article{owl, title={Owls hunt mice at night}, year={2020}}")
    code, _, err = run(capsys, "add", "more.bib")
    assert code == 0
    assert "specter2:model" in err
    assert run(capsys, "reindex", "--embedder", "offline")[0] == 0
    assert write(capsys, *words)[0] == 0
    monkeypatch.setenv("CONSPECTUS_EMBEDDER_NAME", "runes")
    assert write(capsys, *words)[0] == 2
    code, _, err = write(capsys, *words, "--embedder", "offline")
    assert code == 0, err


def test_adding_keeps_vectors(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "owls.bib").write_text(
        "@article{owl, title={Owls hunt mice at night}, year={2020}}\n"
        "@article{eel, title={Eels swim in rivers}, year={2021}}\n"
    )
    assert run(capsys, "add", "owls.bib")[0] == 0
    code, out, _ = run(capsys, "doctor")
    assert code == 0
    assert "vectors: 2 papers by offline:" in out
    assert "0 missing or out of date" in out


@pytest.mark.parametrize("verb", [("write", "topic-page"), ("fetch", "pubmed")])
def test_a_query_that_pubmed_refuses_is_told_in_its_words_and_nothing_is_written(
    pubmed: ServiceHandle, capsys: pytest.CaptureFixture[str], folder: Path, verb: tuple[str, ...]
) -> None:
    more = ("-o", "page.md") if verb[0] == "write" else ()
    code, out, err = run(capsys, *verb, "(bees AND (moths", *more)
    assert (code, out) == (2, "")
    assert "parentheses" in err
    assert "hint: " in err
    assert not (folder / "page.md").exists()
    assert not (folder / "library" / "library.sqlite").exists()
