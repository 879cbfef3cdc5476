from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from conspectus.foundation.cache import Cache
from conspectus.foundation.errors import SourceFailed, UsageError
from conspectus.foundation.events import Events, StageAdvanced
from conspectus.foundation.waiting import Backoff
from conspectus.sources.pubmed import PubMed
from conspectus.sources.searching import SearchQuery
from conspectus.sources.service import SourceOptions
from conspectus.testing.made_collection import FIRST_PMID, made_collection
from conspectus.testing.service_server import ServiceFault, ServiceHandle, ServicePlan, running_services

QUICK = Backoff(first=0.001, longest=0.001)


@pytest.fixture(scope="module")
def server() -> Iterator[ServiceHandle]:
    with running_services(ServicePlan(size=1200)) as handle:
        yield handle


@pytest.fixture(scope="module")
def large() -> Iterator[ServiceHandle]:
    with running_services(ServicePlan(size=12_000)) as handle:
        yield handle


@pytest.fixture
def cache(tmp_path: Path) -> Iterator[Cache]:
    cache = Cache(tmp_path / "cache.sqlite")
    yield cache
    cache.close()


def pubmed(server: ServiceHandle, **given: Any) -> PubMed:
    options = {"per_second": 10_000, "backoff": QUICK, "retries": 1, "base_url": server.base_url("pubmed"), **given}
    return PubMed(SourceOptions(**options))


def failing(*faults: ServiceFault, size: int = 450, **given: Any) -> Any:
    return running_services(ServicePlan(size=size, faults=faults, **given))


def years_of(size: int, **bounds: int) -> dict[int, int]:
    """Year → records with an abstract, counted by hand from the collection."""
    found: dict[int, int] = {}
    for record in made_collection(size):
        if record.abstract and record.year:
            found[record.year] = found.get(record.year, 0) + 1
    return found


def test_the_user_s_query_stays_one_operand_and_dates_are_dates_of_publication(server: ServiceHandle) -> None:
    before = len(server.requests())
    outcome = pubmed(server).search(SearchQuery(text="bees OR moths", start_year=2010, end_year=2020, limit=7))
    asked = server.requests("esearch")[-1:][0] if len(server.requests()) == before + 1 else server.requests()[before]
    assert asked.parameters["term"] == "(bees OR moths) AND hasabstract"
    assert (asked.parameters["datetype"], asked.parameters["mindate"], asked.parameters["maxdate"]) == (
        "pdat",
        "2010",
        "2020",
    )
    assert (asked.parameters["sort"], asked.parameters["retmax"], asked.parameters["db"]) == (
        "relevance",
        "7",
        "pubmed",
    )
    assert '"bees"[All Fields]' in outcome.translation
    assert outcome.link.startswith("https://pubmed.ncbi.nlm.nih.gov/?term=%28%22bees%22")
    # Of "bees OR moths AND hasabstract" without brackets, papers without abstracts would be part.
    everything = pubmed(server).search(SearchQuery(text="bees OR moths", with_abstract=False, limit=1))
    assert everything.total >= outcome.total
    assert server.requests("esearch")[-1].parameters["term"] == "bees OR moths"


def test_fields_and_warnings_of_the_service_are_passed_on(server: ServiceHandle) -> None:
    outcome = pubmed(server).search(SearchQuery(text='"wild bees"[tiab] OR zzz[foo]', limit=1))
    assert outcome.total > 0
    assert outcome.warnings == ("Phrase not found: zzz", "Field not found: foo")


def test_no_hits_bring_the_spelling_that_the_service_suggests(server: ServiceHandle) -> None:
    outcome = pubmed(server).search(SearchQuery(text="hoverflyes"))
    assert (outcome.total, outcome.ids, outcome.complete, outcome.spelling) == (0, (), True, "hoverflies")
    assert "No items found." in outcome.warnings


def test_a_malformed_query_is_a_usage_error_in_the_service_s_words(server: ServiceHandle) -> None:
    with pytest.raises(UsageError, match="Mismatched parentheses in the query"):
        pubmed(server).search(SearchQuery(text="bees) OR (moths AND ("))
    with pytest.raises(UsageError, match="nothing to work on"):
        pubmed(server).search(SearchQuery(text="bees AND OR"))


def test_an_end_year_in_the_future_and_a_single_hit(server: ServiceHandle) -> None:
    outcome = pubmed(server).search(SearchQuery(text="axolotl AND nests", end_year=2999))
    all_of_them = [r for r in made_collection(1200) if "axolotl" in r.words and "nests" in r.words]
    assert outcome.total == len(all_of_them) == 4
    source = pubmed(server)
    single = source.search(SearchQuery(text=f'"study {198}" AND axolotl'))
    assert (single.total, len(source.fetch(single.ids).papers)) == (1, 1)


def test_the_rank_survives_batches_that_come_back_out_of_order() -> None:
    """Regression (upstream defect 3): threads merged results as they came."""
    faults = tuple(
        ServiceFault(kind="delay", tool="efetch", positions=(n,), seconds=s) for n, s in ((1, 0.5), (2, 0.25))
    )
    with failing(*faults, size=700) as server:
        source = pubmed(server, side_by_side=4)
        ids = source.search(SearchQuery(text="wild")).ids
        fetched = source.fetch(ids)
        assert len(server.requests("efetch")) == 4
    assert len(ids) == 693
    by_pmid = [paper.identifiers.pmid for paper in fetched.papers]
    assert by_pmid == [name for name in ids if name in set(by_pmid)]
    # Neither the order of ids nor of years would do.
    assert by_pmid != sorted(by_pmid)


def test_each_id_is_a_paper_or_missing_and_books_are_counted(server: ServiceHandle) -> None:
    ids = [str(FIRST_PMID + place) for place in range(90, 99)]
    fetched = pubmed(server).fetch([*ids, "1", "PMC7", ids[0]])
    reasons = dict(fetched.missing)
    assert [paper.identifiers.pmid for paper in fetched.papers] == [name for name in ids if name not in reasons]
    assert set(reasons) == {ids[6], "1", "PMC7"}
    assert "MedlineCitation" in reasons[ids[6]]
    assert "digits" in reasons["PMC7"]
    assert fetched.notes == ("1 of the records is a book or a chapter.",)
    found = {paper.identifiers.pmid: paper for paper in fetched.papers}
    assert found[ids[1]].abstract == ""
    assert found[ids[2]].year is None
    assert found[ids[3]].title == ""
    assert found[ids[5]].is_retracted


def test_one_paper_costs_few_requests_and_the_histogram_says_what_it_covers(large: ServiceHandle) -> None:
    """Regression (upstream defects 1, 16, 17): a run of one paper fetched 10,000 summaries."""
    source, before = pubmed(large), len(large.requests())
    outcome = source.search(SearchQuery(text="wild", limit=1))
    source.fetch(outcome.ids)
    asked = large.requests()[before:]
    assert len(asked) <= 15
    assert asked[0].parameters["retmax"] == "1"
    assert "esummary" not in {request.tool for request in asked}
    complete = source.search(SearchQuery(text="wild", limit=1000))
    assert len(outcome.ids) == 1
    counted = years_of(12_000)
    assert dict(outcome.years) == {year: counted[year] for year in sorted(counted)[-len(outcome.years) :]}
    covered = sum(count for _, count in outcome.years)
    assert outcome.years_note == f"{covered} of {outcome.total} hits, by earliest date."
    # More is counted where more is asked for; the record without a year is dated 1900 by the service.
    assert {year: count for year, count in complete.years if year != 1900} == counted
    assert sum(count for _, count in complete.years) == complete.total
    assert complete.years_note == f"All {complete.total} hits, by earliest date."


def test_few_hits_have_their_years_from_summaries_of_all(server: ServiceHandle) -> None:
    outcome = pubmed(server).search(SearchQuery(text="bees AND drought", limit=1))
    records = [r for r in made_collection(1200) if r.abstract and {"bees", "drought"} <= r.words]
    expected: dict[int, int] = {}
    for record in records:
        if record.year:
            expected[record.year] = expected.get(record.year, 0) + 1
    assert (len(outcome.ids), outcome.total, dict(outcome.years)) == (1, len(records), expected)
    dated = sum(expected.values())
    told = f"All {len(records)}" if dated == len(records) else f"{dated} of {len(records)}"
    assert outcome.years_note == f"{told} hits, by date of issue."


def test_more_than_a_search_gives_comes_by_parts_of_the_dates(large: ServiceHandle) -> None:
    source = pubmed(large)
    outcome = source.search(SearchQuery(text="wild", limit=20_000))
    first = source.search(SearchQuery(text="wild", limit=9_999))
    assert max(int(asked.parameters.get("retmax", 0)) for asked in large.requests("esearch")) == 9_999
    with_abstract = {str(r.pmid) for r in made_collection(12_000) if r.abstract}
    assert len(outcome.ids) == outcome.total == len(with_abstract) == 11_880
    assert set(outcome.ids) == with_abstract
    assert outcome.ids[:9_999] == first.ids
    assert outcome.complete
    assert not outcome.warnings


def test_a_search_that_stops_half_way_gives_what_came_and_goes_on_later(
    cache: Cache, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("conspectus.sources.pubmed.MOST_IDS", 100)
    faults = (ServiceFault(kind="server_error", tool="esearch", positions=(13, 14)),)
    with failing(*faults) as server:
        half = pubmed(server, cache=cache).search(SearchQuery(text="wild", limit=1000))
        before = len(server.requests("esearch"))
        whole = pubmed(server, cache=cache).search(SearchQuery(text="wild", limit=1000))
        again = len(server.requests("esearch")) - before
    assert not half.complete
    assert 100 < len(half.ids) < half.total
    assert any("stopped half way" in warning for warning in half.warnings)
    assert (len(whole.ids), whole.total, whole.complete, whole.warnings) == (446, 446, True, ())
    assert whole.ids[:100] == half.ids[:100]
    # What came is not asked for again: neither the first search nor the parts before the failure.
    assert again < 25


@pytest.mark.parametrize("kind", ["garbage", "cut", "broken_off", "server_error"])
def test_a_fetch_that_fails_half_way_keeps_what_came_and_goes_on(kind: Any, cache: Cache) -> None:
    with failing(ServiceFault(kind=kind, tool="efetch", positions=(2, 3))) as server:
        source = pubmed(server, cache=cache, side_by_side=1)
        ids = source.search(SearchQuery(text="wild")).ids
        half = source.fetch(ids)
        assert (half.complete, len(server.requests("efetch"))) == (False, 4)
        lost = [name for name, reason in half.missing if "gave no answer" in reason]
        assert lost == list(ids[200:400])
        whole = source.fetch(ids)
        assert len(server.requests("efetch")) == 5
    assert whole.complete
    assert not [reason for _, reason in whole.missing if "gave no answer" in reason]
    assert len(whole.papers) == len(half.papers) + 200 - sum(name in dict(whole.missing) for name in lost)


def test_a_service_that_is_down_is_not_asked_for_every_batch() -> None:
    with failing(ServiceFault(kind="server_error", tool="efetch")) as server:
        source = pubmed(server, side_by_side=1)
        ids = [str(FIRST_PMID + place) for place in range(450)] + [str(place) for place in range(1, 2000)]
        with pytest.raises(SourceFailed, match="PubMed"):
            source.fetch(ids)
        # Two batches, each tried twice; there are thirteen.
        assert len(server.requests("efetch")) == 4


def test_no_hits_and_a_failure_are_different_things() -> None:
    faults = (
        ServiceFault(kind="garbage", tool="esearch", positions=(1, 2)),
        ServiceFault(kind="no_hits", tool="esearch", positions=(3,)),
        ServiceFault(kind="error", tool="esearch", positions=(4, 5), message="Search Backend failed: timeout"),
        ServiceFault(kind="error", tool="esearch", positions=(6,), message="Unknown operator NEAR"),
    )
    with failing(*faults) as server:
        source, query = pubmed(server), SearchQuery(text="bees")
        with pytest.raises(SourceFailed):
            source.search(query)
        assert source.search(query).total == 0
        with pytest.raises(SourceFailed, match="Backend failed"):
            source.search(query)
        with pytest.raises(UsageError, match="Unknown operator NEAR"):
            source.search(query)


def test_a_warning_is_shown_and_spelling_that_fails_stops_nothing() -> None:
    faults = (
        ServiceFault(kind="warning", tool="esearch", positions=(1,), message="Restrictions achieved."),
        ServiceFault(kind="server_error", tool="espell"),
    )
    with failing(*faults) as server:
        events = Events()
        source = pubmed(server, events=events)
        assert source.search(SearchQuery(text="bees")).warnings == ("Restrictions achieved.",)
        outcome = source.search(SearchQuery(text="beez"))
    assert (outcome.total, outcome.spelling) == (0, "")
    assert "spelling" in events.warnings[0]


def test_years_that_cannot_be_counted_leave_the_search_whole() -> None:
    with failing(ServiceFault(kind="server_error", tool="esummary")) as server:
        outcome = pubmed(server).search(SearchQuery(text="bees AND drought"))
    assert outcome.ids
    assert outcome.complete
    assert (outcome.years, "could not be counted" in outcome.years_note) == ((), True)


def test_long_queries_are_posted_and_so_is_what_the_service_finds_too_long() -> None:
    with failing(longest_url=1500) as server:
        source = pubmed(server)
        long = " OR ".join(["bees"] * 205)
        assert source.search(SearchQuery(text=long, limit=1)).total > 0
        ids = [str(FIRST_PMID + place) for place in range(180)]
        assert len(source.fetch(ids).papers) == 179
        methods = [(asked.tool, asked.method) for asked in server.requests() if asked.tool in ("esearch", "efetch")]
    # The query is shorter than what is posted at once, and longer than this service takes.
    assert methods[:2] == [("esearch", "GET"), ("esearch", "POST")]
    assert methods[-1] == ("efetch", "POST")


def test_key_and_address_come_from_the_environment_and_go_only_to_the_service(
    cache: Cache, tmp_path: Path, server: ServiceHandle
) -> None:
    environment = {"ENTREZ_EMAIL": "someone@made-up.example", "ENTREZ_API_KEY": "abcdef0123456789"}
    source = pubmed(server, environment=environment, cache=cache)
    source.fetch(source.search(SearchQuery(text="hummingbirds AND shade", limit=5)).ids)
    sent = server.requests()[-1].parameters
    assert (sent["email"], sent["api_key"], sent["tool"]) == (*environment.values(), "conspectus")
    kept = b"".join(file.read_bytes() for file in tmp_path.iterdir())
    assert b"made-up.example" not in kept
    assert b"abcdef0123456789" not in kept


@pytest.mark.parametrize(("environment", "seconds"), [({}, 1 / 3), ({"ENTREZ_API_KEY": "abcdef0123"}, 1 / 10)])
def test_three_requests_a_second_and_ten_with_a_key(
    environment: dict[str, str], seconds: float, server: ServiceHandle
) -> None:
    source = pubmed(server, environment=environment, per_second=None)
    before = len(server.requests())
    for number in range(3):
        source.search(SearchQuery(text=f"xylophone{number}"))
    times = [asked.started for asked in server.requests()[before:]]
    # Six requests: each search asks for the spelling, too. Arrival may lag behind sending a little.
    assert times[-1] - times[0] >= 5 * seconds - 0.1


def test_a_second_run_asks_for_nothing(server: ServiceHandle, cache: Cache) -> None:
    query = SearchQuery(text="bats", limit=50)
    first = pubmed(server, cache=cache)
    outcome = first.search(query)
    fetched = first.fetch(outcome.ids)
    asked = len(server.requests())
    second = pubmed(server, cache=cache)
    assert second.search(query) == outcome
    assert second.fetch(outcome.ids) == fetched
    assert len(server.requests()) == asked


def test_progress_is_told_batch_by_batch(server: ServiceHandle) -> None:
    seen: list[StageAdvanced] = []
    events = Events(listeners=[lambda event: seen.append(event) if isinstance(event, StageAdvanced) else None])
    pubmed(server, events=events).fetch([str(FIRST_PMID + place) for place in range(450)])
    assert [event.steps for event in seen] == [200, 200, 50]


def test_an_invalid_key_is_no_fault_of_the_query() -> None:
    import httpx

    def answer(request: httpx.Request) -> httpx.Response:
        return httpx.Response(400, json={"error": "API key invalid", "api-key": "abcdef0123"})

    source = PubMed(SourceOptions(transport=httpx.MockTransport(answer), key="abcdef0123", per_second=1000))
    with pytest.raises(SourceFailed, match="API key invalid") as caught:
        source.search(SearchQuery(text="bees"))
    assert "abcdef0123" not in str(caught.value)
