"""Every registered source keeps the source contract, against a local server that speaks its format."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest

from conspectus.collection.fetching import add_fetched
from conspectus.collection.library_source import LibrarySource
from conspectus.domain.paper import Provenance
from conspectus.foundation.waiting import Backoff
from conspectus.library.store import Library
from conspectus.retrieval.text_index import FOLDER, open_index
from conspectus.sources import SOURCES
from conspectus.sources.searching import Fetched
from conspectus.sources.service import SourceOptions
from conspectus.testing import SourceCase, SourceContract
from conspectus.testing.service_server import ServiceFault, ServiceHandle, ServicePlan, running_services
from conspectus.testing.topic_papers import made_topic_papers

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


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Library]:
    stamp = Provenance(source="made", sha256="0" * 64, reader="made")
    papers = tuple(replace(paper, provenance=(stamp,)) for paper in made_topic_papers(60))
    with Library(tmp_path_factory.mktemp("library"), writable=True) as opened:
        add_fetched(opened, "made", Fetched(papers=papers))
        yield opened


class TestLibrary(SourceContract):
    @pytest.fixture
    def case(self, library: Library) -> SourceCase:
        return SourceCase(
            name="library",
            make=lambda: LibrarySource(library, open_index(library.folder / FOLDER)),
            make_failing=None,
            query="microplastics",
            no_hits="xylophone",
            page=50,
            batch=50,
            absent="pmid-999",
            malformed=('"river sediment', "quot"),
            origin="made",
        )
