"""What is each service's own: its limits, its ways to say that a query is wrong, its form of abstracts and people."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from hypothesis import given
from hypothesis import strategies as st

from conspectus.foundation.errors import BrokenRecord, SourceFailed, UsageError
from conspectus.foundation.waiting import Backoff
from conspectus.readers.xml_hardened import parse_xml, strip_namespaces
from conspectus.sources import SOURCES
from conspectus.sources.arxiv import arxiv_paper
from conspectus.sources.europe_pmc import europe_pmc_paper
from conspectus.sources.openalex import openalex_paper, uninverted
from conspectus.sources.searching import SearchQuery, Source
from conspectus.sources.service import SourceOptions
from conspectus.testing.service_server import ServiceFault, ServiceHandle, ServicePlan, running_services

KEY, MAIL = "key-0123456789", "someone@made-up.example"
OTHERS = [name for name in SOURCES.names() if name != "pubmed"]


@pytest.fixture(scope="module")
def server() -> Iterator[ServiceHandle]:
    with running_services(ServicePlan(size=1300)) as handle:
        yield handle


def source_of(name: str, server: ServiceHandle, **given: Any) -> Any:
    options = {"per_second": 10_000, "retries": 1, "backoff": Backoff(first=0.001, longest=0.001), **given}
    return SOURCES.get(name)(SourceOptions(base_url=server.base_url(name), **options))


def answered(name: str, answer: Callable[[httpx.Request], httpx.Response], **given: Any) -> Source:
    options = SourceOptions(transport=httpx.MockTransport(answer), per_second=10_000, retries=0, **given)
    source: Source = SOURCES.get(name)(options)
    return source


@pytest.mark.parametrize("name", OTHERS)
def test_a_search_that_fails_half_way_gives_what_came(name: str) -> None:
    tool = {"arxiv": "query", "semantic_scholar": "search", "europe_pmc": "search"}.get(name, "works")
    with running_services(
        ServicePlan(size=2200, faults=(ServiceFault(kind="garbage", tool=tool, positions=(2, 3)),))
    ) as server:
        source = source_of(name, server, mail=MAIL)
        outcome = source.search(SearchQuery(text="wild", limit=1500))
        again = source.search(SearchQuery(text="wild", limit=1500))
    assert not outcome.complete
    assert 0 < len(outcome.ids) < 1500 <= outcome.total
    assert any("garbage" in warning or "does not say" in warning for warning in outcome.warnings)
    assert again.complete
    assert again.ids[: len(outcome.ids)] == outcome.ids
    assert len(again.ids) == 1500


SPOILT = {"cut": "moths", "garbage": "bats", "broken_off": "beetles"}


@pytest.fixture(scope="module")
def spoiling() -> Iterator[ServiceHandle]:
    faults = tuple(ServiceFault(kind=kind, contains=word) for kind, word in SPOILT.items())  # type: ignore[arg-type]
    with running_services(ServicePlan(size=30, faults=faults)) as handle:
        yield handle


@pytest.mark.parametrize("name", OTHERS)
@pytest.mark.parametrize("word", SPOILT.values(), ids=SPOILT)
def test_half_a_reply_is_a_failure(name: str, word: str, spoiling: ServiceHandle) -> None:
    source = source_of(name, spoiling)
    assert source.search(SearchQuery(text="bees")).total > 0
    with pytest.raises(SourceFailed):
        source.search(SearchQuery(text=word))


@pytest.mark.parametrize(
    ("name", "places"),
    [("europe_pmc", {"email"}), ("openalex", {"mailto", "api_key"}), ("crossref", {"mailto"}), ("arxiv", set())],
)
def test_the_polite_pool_gets_the_address(name: str, places: set[str], server: ServiceHandle) -> None:
    source = source_of(name, server, mail=MAIL, key=KEY)
    source.search(SearchQuery(text="bees", limit=1))
    sent = server.requests()[-1]
    assert {place for place, value in sent.parameters.items() if value in (MAIL, KEY)} == places


@pytest.mark.parametrize(
    ("name", "variables"),
    [
        ("europe_pmc", {"EUROPE_PMC_EMAIL": ("email", MAIL)}),
        ("openalex", {"OPENALEX_MAILTO": ("mailto", MAIL), "OPENALEX_API_KEY": ("api_key", KEY)}),
        ("crossref", {"CROSSREF_MAILTO": ("mailto", MAIL)}),
        ("crossref", {"CROSSREF_PLUS_TOKEN": ("crossref-plus-api-token", f"Bearer {KEY}")}),
        ("semantic_scholar", {"SEMANTIC_SCHOLAR_API_KEY": ("x-api-key", KEY)}),
    ],
)
def test_addresses_and_keys_come_from_the_variables_that_the_reference_names(
    name: str, variables: dict[str, tuple[str, str]], server: ServiceHandle
) -> None:
    environment = {variable: MAIL if value == MAIL else KEY for variable, (_, value) in variables.items()}
    source_of(name, server, environment=environment).search(SearchQuery(text="bees", limit=1))
    sent = server.requests()[-1]
    for place, value in variables.values():
        assert {**sent.headers, **sent.parameters}[place] == value
    reference = Path(__file__).resolve().parents[3] / "docs" / "reference" / "source-variables.md"
    assert all(f"`{variable}`" in reference.read_text("utf-8") for variable in variables)


def test_keys_go_into_headers_where_the_service_wants_them_there(server: ServiceHandle) -> None:
    source_of("semantic_scholar", server, environment={"S2_API_KEY": KEY}).search(SearchQuery(text="bees", limit=1))
    assert server.requests()[-1].headers["x-api-key"] == KEY
    source_of("crossref", server, environment={"CROSSREF_PLUS_TOKEN": KEY}).search(SearchQuery(text="bees", limit=1))
    assert server.requests()[-1].headers["crossref-plus-api-token"] == f"Bearer {KEY}"


def test_openalex_pages_by_number_without_a_key_and_by_cursor_with_one(server: ServiceHandle) -> None:
    query = SearchQuery(text="wild", limit=250)
    without = source_of("openalex", server).search(query)
    assert "page" in server.requests()[-2].parameters
    with_key = source_of("openalex", server, key=KEY).search(query)
    assert "cursor" in server.requests()[-2].parameters
    assert without.ids == with_key.ids
    assert len(without.ids) == 250


def test_openalex_and_crossref_tell_the_years_of_all_hits(server: ServiceHandle) -> None:
    for name in ("openalex", "crossref"):
        outcome = source_of(name, server).search(SearchQuery(text="wild", limit=1))
        assert len(outcome.ids) == 1
        # Thirteen records have no year.
        assert sum(count for _, count in outcome.years) == outcome.total - 13
        assert outcome.years_note.startswith(f"{outcome.total - 13} of {outcome.total} works")


def test_openalex_s_older_way_to_refuse_a_query_is_understood() -> None:
    def answer(request: httpx.Request) -> httpx.Response:
        return httpx.Response(403, json={"error": "Invalid query parameters error.", "message": "No such filter."})

    with pytest.raises(UsageError, match="No such filter"):
        answered("openalex", answer).search(SearchQuery(text="bees"))

    def limited(request: httpx.Request) -> httpx.Response:
        return httpx.Response(403, json={"error": "Rate limit", "message": "Slow down."})

    with pytest.raises(SourceFailed, match="Slow down"):
        answered("openalex", limited).search(SearchQuery(text="bees"))


def test_europe_pmc_s_error_with_status_200_is_understood() -> None:
    def answer(request: httpx.Request) -> httpx.Response:
        return httpx.Response(200, json={"errCode": 404, "errMsg": "Malformed query."})

    with pytest.raises(UsageError, match="Malformed query"):
        answered("europe_pmc", answer).search(SearchQuery(text="bees"))


def test_arxiv_s_empty_pages_are_asked_for_again() -> None:
    feed = (
        '<feed xmlns="http://www.w3.org/2005/Atom"><totalResults>1</totalResults>{}</feed>',
        "<entry><id>http://arxiv.org/abs/2101.00001v1</id><title>Bees</title></entry>",
    )
    replies = [feed[0].format(""), feed[0].format(feed[1])]

    def answer(request: httpx.Request) -> httpx.Response:
        return httpx.Response(200, text=replies.pop(0))

    options = SourceOptions(
        transport=httpx.MockTransport(answer), per_second=10_000, backoff=Backoff(first=0.001, longest=0.001)
    )
    assert SOURCES.get("arxiv")(options).search(SearchQuery(text="bees")).ids == ("2101.00001",)


def test_semantic_scholar_says_where_the_order_of_relevance_ends(server: ServiceHandle) -> None:
    outcome = source_of("semantic_scholar", server).search(SearchQuery(text="wild", limit=1200))
    assert len(set(outcome.ids)) == len(outcome.ids) == 1200
    assert outcome.warnings == ("The first 1000 papers are in order of relevance, the others are not.",)
    assert outcome.complete


def test_a_doi_with_a_comma_is_asked_for_by_itself(server: ServiceHandle) -> None:
    source = source_of("crossref", server)
    fetched = source.fetch(["10.55555/made.90000001", "10.55555/a,b", "nothing"])
    assert len(fetched.papers) == 1
    assert dict(fetched.missing) == {"10.55555/a,b": "Crossref has no record of that id.", "nothing": "It is no DOI."}
    assert server.requests()[-1].path.endswith("10.55555%2Fa%2Cb")


@given(st.lists(st.text(alphabet="abcAB,.", min_size=1, max_size=5), max_size=30))
def test_an_inverted_abstract_is_put_right_again(words: list[str]) -> None:
    index: dict[str, list[int]] = {}
    for place, word in enumerate(words):
        index.setdefault(word, []).append(place)
    assert uninverted(index) == " ".join(words)


@pytest.mark.parametrize("index", [None, [], "text", {"a": "b"}, {"a": [None, -1, 10**9]}])
def test_an_inverted_abstract_that_is_none_is_empty(index: Any) -> None:
    assert uninverted(index) == ""


def test_an_openalex_work_is_read_with_what_it_says() -> None:
    paper = openalex_paper(
        {
            "id": "https://openalex.org/W7",
            "doi": "https://doi.org/10.55555/X.1",
            "title": "Bees in <i>meadows</i>",
            "publication_date": "2020-03-15",
            "publication_year": 2020,
            "type": "review",
            "is_retracted": True,
            "ids": {"pmid": "https://pubmed.ncbi.nlm.nih.gov/123", "pmcid": "https://www.ncbi.nlm.nih.gov/pmc/PMC777"},
            "authorships": [
                {"author": {"display_name": "Ada B. Birk", "orcid": "https://orcid.org/0000-0002-1825-0097"}}
            ],
            "biblio": {"volume": "3", "first_page": "10", "last_page": "12"},
            "primary_location": {"source": {"display_name": "Made Letters", "type": "journal", "issn_l": "1234-5679"}},
            "abstract_inverted_index": {"We": [0], "saw": [1], "bees.": [2]},
        }
    )
    assert (paper.title, paper.year, paper.kind, paper.pages) == ("Bees in meadows", 2020, "article-journal", "10-12")
    assert (paper.identifiers.doi, paper.identifiers.pmid, paper.identifiers.pmcid) == ("10.55555/x.1", "123", "PMC777")
    assert (paper.authors[0].family, paper.authors[0].orcid) == ("Birk", "0000-0002-1825-0097")
    assert (paper.abstract, paper.is_retracted, paper.aliases) == ("We saw bees.", True, ("openalex:W7",))
    with pytest.raises(BrokenRecord):
        openalex_paper({"id": "https://openalex.org/W8"})


def test_a_europe_pmc_record_is_read_with_its_sections_mesh_and_notices() -> None:
    paper = europe_pmc_paper(
        {
            "id": "5", "source": "MED", "pmid": "5", "pmcid": "PMC5555", "doi": "10.55555/x.5", "title": "Bees.",
            "authorList": {"author": [
                {"lastName": "van der Berg", "firstName": "Ada",
                 "authorId": {"type": "ORCID", "value": "0000-0002-1825-0097"},
                 "authorAffiliationDetailsList": {"authorAffiliation": [{"affiliation": "Made University"}]}},
                {"collectiveName": "The Bee Group"}]},
            "journalInfo": {"issue": "2", "volume": "7", "journal": {"title": "Made Letters", "issn": "1234-5679"}},
            "pubYear": "2019", "pageInfo": "12-9",
            "abstractText": "<h4>Background</h4>Bees were seen in many meadows.<h4>Results</h4>They were <i>many</i>.",
            "meshHeadingList": {"meshHeading": [
                {"descriptorName": "Bees", "majorTopic_YN": "Y",
                 "meshQualifierList": {"meshQualifier": [{"qualifierName": "growth"}]}}]},
            "grantsList": {"grant": [{"agency": "Made Fund", "grantId": "G1"}]},
            "commentCorrectionList": {"commentCorrection": [
                {"id": "6", "source": "MED", "type": "Retraction in", "reference": "Made Letters 2020"}]},
        }
    )  # fmt: skip
    assert (paper.title, paper.year, paper.venue, paper.identifiers.pmcid) == ("Bees", 2019, "Made Letters", "PMC5555")
    first, group = paper.authors
    assert (first.particle, first.family, first.affiliations) == ("van der", "Berg", ("Made University",))
    assert group.literal == "The Bee Group"
    headings = [section.heading for section in paper.documents[0].sections[0].sections]
    assert headings == ["Background", "Results"]
    assert paper.abstract == "Bees were seen in many meadows. They were many."
    assert (paper.mesh[0].descriptor, paper.mesh[0].major, paper.mesh[0].qualifiers) == ("Bees", True, ("growth",))
    assert (paper.is_retracted, paper.notices[0].target) == (True, "pmid:6")
    assert paper.funding[0].awards == ("G1",)


def test_an_arxiv_entry_is_read_with_its_lines_joined() -> None:
    entry = parse_xml(
        b'<entry xmlns="http://www.w3.org/2005/Atom" xmlns:arxiv="http://arxiv.org/schemas/atom">'
        b"<id>http://arxiv.org/abs/math.GT/0309136v2</id><title>On\n  bees</title>"
        b"<published>2003-09-08T00:00:00Z</published>"
        b"<summary>  We count\nbees.\n  They are\nmany.\n</summary><author><name>Ada Birk</name>"
        b"<arxiv:affiliation>Made University</arxiv:affiliation></author>"
        b"<arxiv:journal_ref>Made Lett. 3</arxiv:journal_ref>"
        b'<category term="math.GT"/></entry>'
    )
    strip_namespaces(entry)
    paper = arxiv_paper(entry)
    assert (paper.title, paper.year, paper.kind, paper.identifiers.arxiv) == (
        "On bees",
        2003,
        "article",
        "math/0309136",
    )
    assert paper.abstract == "We count bees. They are many."
    assert paper.authors[0].affiliations == ("Made University",)
    assert ("journal reference", "Made Lett. 3") in paper.extra
