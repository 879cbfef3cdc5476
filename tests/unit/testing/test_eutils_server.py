from __future__ import annotations

import re
from collections.abc import Iterator

import httpx
import pytest

from conspectus.testing.made_collection import FIRST_PMID, BadQuery, MadeSearch, made_collection
from conspectus.testing.service_server import (
    ServiceFault,
    ServiceHandle,
    ServicePlan,
    read_service_plan,
    running_services,
)


@pytest.fixture(scope="module")
def server() -> Iterator[ServiceHandle]:
    with running_services(ServicePlan(size=120)) as handle:
        yield handle


def ask(server: ServiceHandle, tool: str, **parameters: str) -> str:
    return httpx.get(f"{server.base_url('pubmed')}/{tool}.fcgi", params={"db": "pubmed", **parameters}).text


def test_the_history_serves_a_search_in_parts(server: ServiceHandle) -> None:
    told = ask(server, "esearch", term="wild", usehistory="y", retmax="0")
    key = re.search(r"<QueryKey>(\d+)</QueryKey><WebEnv>(\w+)</WebEnv>", told)
    assert key is not None
    place = {"query_key": key.group(1), "WebEnv": key.group(2)}
    pmids = [
        pmid
        for start in (0, 50, 100)
        for pmid in re.findall(
            r"<PMID[^>]*>(\d+)", ask(server, "efetch", retstart=str(start), retmax="50", retmode="xml", **place)
        )
    ]
    # Of 120 records two have no abstract or cannot be read.
    assert len(set(pmids)) == len(pmids) == 118
    assert len(re.findall("<DocSum>", ask(server, "esummary", retmax="7", **place))) == 7


def test_ids_beyond_the_service_s_limit_are_refused(server: ServiceHandle) -> None:
    assert "cannot be larger than 9998" in ask(server, "esearch", term="wild", retstart="9999")
    assert "<ERROR>" in ask(server, "esearch", term="")


def test_dates_bound_a_search(server: ServiceHandle) -> None:
    def count(**dates: str) -> int:
        found = re.search(r"<Count>(\d+)", ask(server, "esearch", term="wild", rettype="count", **dates))
        assert found is not None
        return int(found.group(1))

    parts = [("1000", "2015"), ("2016", "2020/06"), ("2020/07", "2020/12/31"), ("2021", "3000")]
    assert sum(count(datetype="pdat", mindate=a, maxdate=b) for a, b in parts) == count() == 119


def test_a_plan_with_unknown_names_is_refused() -> None:
    assert read_service_plan({"size": 3, "faults": [{"kind": "cut", "positions": [1]}]}) == ServicePlan(
        size=3, faults=(ServiceFault(kind="cut", positions=(1,)),)
    )
    with pytest.raises(ValueError, match="kind of fault"):
        read_service_plan({"faults": [{"kind": "flood"}]})
    with pytest.raises(ValueError, match="field of a plan"):
        read_service_plan({"length": 3})


def test_the_collection_is_searched_with_operators_and_brackets() -> None:
    search = MadeSearch(made_collection(48))

    def subjects(query: str) -> set[int]:
        return {(pmid - FIRST_PMID) % 8 for pmid in search.hits(query)}

    assert subjects("bees") == {0}
    assert subjects("bees OR moths") == {0, 3}
    assert subjects('("bees"[tiab] OR moths) NOT moths') == {0}
    assert search.hits("bees moths") == []
    for query in ("(bees", "bees)", "bees AND", "OR bees"):
        with pytest.raises(BadQuery):
            search.hits(query)
