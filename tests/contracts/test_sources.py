"""Every registered source keeps the source contract, against a local server that speaks its format."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from conspectus.foundation.waiting import Backoff
from conspectus.sources import SOURCES
from conspectus.sources.service import SourceOptions
from conspectus.testing.service_server import ServiceFault, ServiceHandle, ServicePlan, running_services
from conspectus.testing.source_contract import SourceCase, SourceContract

KEY = "made-up-key-0123456789"
MAIL = "someone@made-up.example"
ABSENT = {
    "pubmed": "1",
    "europe_pmc": "MED:1",
    "arxiv": "1999.99999",
    "openalex": "W1",
    "crossref": "10.55555/made.1",
    "semantic_scholar": "0" * 40,
}
# More than come on a page of the search.
PAGES = {"pubmed": 210, "europe_pmc": 1010, "arxiv": 510, "openalex": 110, "crossref": 1010, "semantic_scholar": 1010}


@pytest.fixture(scope="module")
def working() -> Iterator[ServiceHandle]:
    with running_services(ServicePlan(size=2200)) as handle:
        yield handle


@pytest.fixture(scope="module")
def failing() -> Iterator[ServiceHandle]:
    with running_services(ServicePlan(size=1, faults=(ServiceFault(kind="rate_limited"),))) as handle:
        yield handle


class TestSources(SourceContract):
    @pytest.fixture(params=SOURCES.names())
    def case(self, request: pytest.FixtureRequest, working: ServiceHandle, failing: ServiceHandle) -> SourceCase:
        name = request.param
        good = SourceOptions(base_url=working.base_url(name), per_second=10_000)
        bad = SourceOptions(
            base_url=failing.base_url(name),
            per_second=10_000,
            mail=MAIL,
            key=KEY,
            retries=1,
            backoff=Backoff(first=0.001, longest=0.001),
        )
        return SourceCase(
            name=name,
            make=lambda: SOURCES.get(name)(good),
            make_failing=lambda: SOURCES.get(name)(bad),
            query="wild",
            no_hits="xylophone",
            page=PAGES[name],
            batch=210,
            absent=ABSENT[name],
            malformed=("(bees AND (moths", "parentheses"),
            secrets=(KEY, MAIL),
        )
