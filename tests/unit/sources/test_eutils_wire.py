from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from conspectus.foundation.errors import SourceFailed, UsageError
from conspectus.foundation.http import HttpReply
from conspectus.sources.eutils_wire import (
    brackets_match,
    date_range,
    is_articles,
    is_search,
    read_search,
    read_spelling,
    read_years,
    search_term,
    words_of,
)
from conspectus.sources.searching import SearchQuery

RECORDED = Path(__file__).resolve().parents[3].parent / "shared" / "data" / "pubmed_xml"
recorded = pytest.mark.skipif(not RECORDED.is_dir(), reason="the recorded replies are not beside the repository")


def reply(content: bytes, status: int = 200) -> HttpReply:
    return HttpReply(status=status, content=content, url="http://service.example/")


@pytest.mark.parametrize(
    ("text", "term"),
    [
        ("bees OR moths", "(bees OR moths) AND hasabstract"),
        (' "a ) b"[ti] ', '("a ) b"[ti]) AND hasabstract'),
        ("(bees", "(bees AND hasabstract"),
    ],
)
def test_the_query_is_one_operand_where_its_brackets_match(text: str, term: str) -> None:
    assert search_term(SearchQuery(text=text)) == term
    assert search_term(SearchQuery(text=text, with_abstract=False)) == text.strip()


def test_brackets_are_matched_outside_quotes() -> None:
    assert brackets_match('(a) AND (b OR (c)) "("')
    assert not brackets_match("(a")
    assert not brackets_match("a) OR (b")


def test_dates_are_named_both_or_not_at_all() -> None:
    assert date_range("1000", "3000") == {}
    assert date_range("1000", "2020") == {"datetype": "pdat", "mindate": "1000", "maxdate": "2020"}


def test_a_search_reply_says_count_ids_translation_and_complaints() -> None:
    found = read_search(
        b"<eSearchResult><Count>12</Count><RetMax>2</RetMax><IdList><Id>7</Id><Id>3</Id></IdList>"
        b"<QueryTranslation>bees[All Fields] &amp; more</QueryTranslation>"
        b"<ErrorList><PhraseNotFound>zz</PhraseNotFound>"
        b"<FieldNotFound>foo</FieldNotFound></ErrorList><WarningList><PhraseIgnored>the</PhraseIgnored>"
        b"<QuotedPhraseNotFound>&quot;a b&quot;</QuotedPhraseNotFound><OutputMessage>Hm.</OutputMessage></WarningList>"
        b"</eSearchResult>"
    )
    assert (found.count, found.ids, found.translation) == (12, ("7", "3"), "bees[All Fields] & more")
    assert found.warnings == (
        "Phrase not found: zz",
        "Field not found: foo",
        "Phrase ignored: the",
        'Quoted phrase not found: "a b"',
        "Hm.",
    )


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"\x00garbage",
        b"<html><body>Maintenance</body></html>",
        b"<eSearchResult><Count>12</Count><IdList><Id>1",
        b"<eSearchResult></eSearchResult>",
        b"<eSearchResult><ERROR>Search Backend failed: Timeout</ERROR></eSearchResult>",
    ],
)
def test_what_is_no_whole_search_reply_is_a_failure(content: bytes) -> None:
    with pytest.raises(SourceFailed):
        read_search(content)
    assert is_search(reply(content))


def test_a_refused_query_is_the_user_s_to_mend() -> None:
    with pytest.raises(UsageError, match="Unbalanced brackets"):
        is_search(reply(b"<eSearchResult><ERROR>Unbalanced brackets</ERROR></eSearchResult>"))


def test_spelling_is_a_suggestion_only_if_it_differs() -> None:
    told = "<eSpellResult><Query>{}</Query><CorrectedQuery>{}</CorrectedQuery></eSpellResult>"
    assert read_spelling(told.format("beez", "bees").encode()) == "bees"
    assert read_spelling(told.format("Bees", "bees").encode()) == ""
    assert read_spelling(told.format("bees", "").encode()) == ""


def test_the_year_of_a_summary_is_its_latest_and_may_be_missing() -> None:
    """Regression (upstream defect 5): a record without a year was a crash."""
    dates = {"1": "1999 Dec-2000 Jan", "2": "2000 Spring", "3": "", "4": "12345", "5": "2021 Nov 30"}
    summaries = "".join(
        f'<DocSum><Id>{name}</Id><Item Name="PubDate" Type="Date">{date}</Item></DocSum>'
        for name, date in dates.items()
    )
    years = read_years(f"<eSummaryResult>{summaries}<DocSum><Id>6</Id></DocSum></eSummaryResult>".encode())
    assert years == {"1": 2000, "2": 2000, "3": None, "4": None, "5": 2021, "6": None}


def test_records_are_whole_or_worth_asking_for_again() -> None:
    assert is_articles(reply(b'<?xml version="1.0"?>\n<PubmedArticleSet>\n</PubmedArticleSet>\n')) == ""
    assert is_articles(reply(b"<PubmedArticleSet></PubmedArticleSet>")) == ""
    assert is_articles(reply(b"<PubmedArticleSet><PubmedArticle>")) == "its reply is cut off"
    assert "Maintenance" in is_articles(reply(b"<html><title>Maintenance</title></html>"))


@recorded
def test_recorded_searches_are_read_whole() -> None:
    replies = RECORDED / "eutils_http_replies"
    manifest = [json.loads(line) for line in (replies / "MANIFEST.jsonl").read_text("utf-8").splitlines()]
    searches = [entry for entry in manifest if entry["endpoint"] == "esearch"]
    assert len(searches) == 10
    for entry in searches:
        content = (replies / entry["file"]).read_bytes()
        assert is_search(reply(content)) == ""
        found = read_search(content)
        # Counted in the raw text, without a parser.
        text = content.decode()
        assert found.ids == tuple(re.findall(r"<Id>(\d+)</Id>", text)), entry["file"]
        assert found.count == int(re.search(r"<Count>(\d+)</Count>", text).group(1))  # type: ignore[union-attr]
        assert bool(found.translation) is ("<QueryTranslation>" in text)
        if entry["params"].get("rettype") != "count":
            start, most = int(entry["params"].get("retstart", 0)), int(entry["params"]["retmax"])
            assert len(found.ids) == min(found.count - start, most), entry["file"]
        if "2008[pdat]" in entry["params"]["term"] and found.ids:
            assert found.translation.startswith('("science"[Journal] OR "science 1979"[Journal]) AND')
            assert found.translation.endswith("2008/01/01:2008/12/31[Date - Publication]")


@recorded
def test_the_recorded_refusal_of_a_long_address_says_what_it_is() -> None:
    page = (RECORDED / "eutils_http_replies" / "esummary_004.xml").read_bytes()
    assert words_of(reply(page, status=414)) == "Submitted URI too large!"


@recorded
def test_recorded_complaints_and_spelling_are_read() -> None:
    samples = RECORDED / "eutils_samples"
    found = read_search((samples / "esearch.error.xml").read_bytes())
    assert (found.count, len(found.ids), found.warnings) == (5163, 20, ("Phrase not found: fleegle[MeSH Terms]",))
    with pytest.raises(UsageError, match="Invalid db name specified: fleegle"):
        read_search((samples / "esearch.baderror.xml").read_bytes())
    nothing = read_search((RECORDED / "biopython_entrez" / "esearch8.xml").read_bytes())
    assert (nothing.count, nothing.warnings) == (0, ("Phrase not found: abcXYZ", "No items found."))
    assert read_spelling((RECORDED / "biopython_entrez" / "espell.xml").read_bytes()) == "biopython"
