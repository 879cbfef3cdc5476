"""The source reads what NCBI really sent, from recorded replies beside the repository."""

from __future__ import annotations

import gzip
import json
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs

import httpx
import pytest

from conspectus.sources.pubmed import PubMed
from conspectus.sources.searching import SearchQuery
from conspectus.sources.service import SourceOptions

REPLIES = Path(__file__).resolve().parents[3].parent / "shared" / "data" / "pubmed_xml" / "eutils_http_replies"
pytestmark = pytest.mark.skipif(not REPLIES.is_dir(), reason="the recorded replies are not beside the repository")


def entries(endpoint: str) -> list[dict[str, Any]]:
    lines = (REPLIES / "MANIFEST.jsonl").read_text("utf-8").splitlines() if REPLIES.is_dir() else []
    return [entry for line in lines if (entry := json.loads(line))["endpoint"] == endpoint]


def content_of(entry: dict[str, Any]) -> bytes:
    data = (REPLIES / entry["file"]).read_bytes()
    return gzip.decompress(data) if entry["file"].endswith(".gz") else data


def source_of(*answers: httpx.Response) -> tuple[PubMed, list[httpx.Request]]:
    asked: list[httpx.Request] = []
    waiting = list(answers)

    def answer(request: httpx.Request) -> httpx.Response:
        asked.append(request)
        return waiting.pop(0)

    return PubMed(SourceOptions(transport=httpx.MockTransport(answer), per_second=10_000)), asked


@pytest.mark.parametrize("entry", entries("efetch"), ids=lambda entry: entry["file"])
def test_recorded_records_come_in_the_order_that_is_asked_for(entry: dict[str, Any]) -> None:
    content = content_of(entry)
    ids = entry["params"]["id"].split(",")
    if ids == ["-1"]:
        pytest.skip("a request for an id that is none")
    backwards = ids[::-1]
    source, _ = source_of(*[httpx.Response(200, content=content)] * (1 + len(ids) // 200))
    fetched = source.fetch(backwards)
    assert fetched.complete
    found = [paper.identifiers.pmid for paper in fetched.papers]
    assert found == [name for name in backwards if name not in dict(fetched.missing)]
    # Each record that the reply holds is a paper; nothing is lost on the way.
    held = {name for name in ids if f">{name}</PMID>".encode() in content}
    assert set(found) == held
    assert all(paper.title for paper in fetched.papers)


def test_a_recorded_search_gives_ids_and_translation_as_ncbi_sent_them() -> None:
    entry = next(e for e in entries("esearch") if e["file"] == "esearch_021.xml")
    summary = b"<eSummaryResult></eSummaryResult>"
    source, asked = source_of(httpx.Response(200, content=content_of(entry)), httpx.Response(200, content=summary))
    outcome = source.search(SearchQuery(text=entry["params"]["term"], with_abstract=False))
    assert (outcome.total, len(outcome.ids)) == (6, 6)
    assert outcome.translation.startswith('("science"[Journal]')
    assert outcome.link.startswith("https://pubmed.ncbi.nlm.nih.gov/?term=%28%22science%22%5BJournal%5D")
    assert asked[0].url.params["term"] == entry["params"]["term"]


def test_after_the_recorded_refusal_of_a_long_address_the_request_is_posted() -> None:
    refusal = (REPLIES / "esummary_004.xml").read_bytes()
    entry = next(e for e in entries("efetch") if e["file"] == "efetch_005.xml")
    source, asked = source_of(httpx.Response(414, content=refusal), httpx.Response(200, content=content_of(entry)))
    ids = entry["params"]["id"].split(",")
    assert len(source.fetch(ids).papers) == 5
    assert [request.method for request in asked] == ["GET", "POST"]
    assert parse_qs(asked[1].content.decode())["id"] == [",".join(ids)]
