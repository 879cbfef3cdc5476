from __future__ import annotations

from collections.abc import Iterator

import pytest

from conspectus.domain.paper import Paper
from conspectus.foundation.errors import NothingFound, SourceFailed, UsageError
from conspectus.foundation.waiting import Backoff
from conspectus.sources import SOURCES
from conspectus.sources.identifier_lookup import is_identifier, look_up, normal_identifier
from conspectus.sources.service import SourceOptions
from conspectus.testing.service_server import ServiceFault, ServiceHandle, ServicePlan, running_services

OPTIONS = SourceOptions(
    per_second=10_000, retries=0, backoff=Backoff(first=0.001, longest=0.001), key="key-of-one-service"
)


@pytest.fixture(scope="module")
def server() -> Iterator[ServiceHandle]:
    with running_services(ServicePlan(size=200)) as handle:
        yield handle


def found(identifier: str, server: ServiceHandle) -> Paper:
    return look_up(identifier, OPTIONS, addresses={name: server.base_url(name) for name in SOURCES.names()})


@pytest.mark.parametrize(
    ("given", "normal"),
    [
        ("doi:10.1000/XYZ", "doi:10.1000/xyz"),
        ("DOI: https://doi.org/10.1000/xyz.", "doi:10.1000/xyz"),
        ("pmid:0123", "pmid:123"),
        ("pmcid:PMC123456", "pmcid:PMC123456"),
        ("pmcid:123456", "pmcid:PMC123456"),
        ("arXiv:2101.00001v3", "arxiv:2101.00001"),
        ("arxiv:math.GT/0309136", "arxiv:math/0309136"),
    ],
)
def test_an_identifier_has_one_normal_form(given: str, normal: str) -> None:
    assert is_identifier(given)
    assert normal_identifier(given) == normal


@pytest.mark.parametrize(
    "given", ["refs.bib", "10.1000/xyz", "C:/papers", "isbn:978", "pmid:", "doi:hello", "pmid:PMC1"]
)
def test_what_is_no_identifier_is_refused_with_examples(given: str) -> None:
    with pytest.raises(UsageError) as caught:
        normal_identifier(given)
    assert "doi:10.1000/xyz" in caught.value.hint


@pytest.mark.parametrize(
    ("identifier", "source"),
    [
        ("doi:10.55555/made.90000002", "crossref"),
        ("pmid:90000002", "pubmed"),
        ("pmcid:PMC90000002", "europe_pmc"),
        ("arxiv:2101.00001", "arxiv"),
        ("doi:10.48550/arXiv.2101.00001", "arxiv"),
    ],
)
def test_each_scheme_is_looked_up_where_it_is_at_home(identifier: str, source: str, server: ServiceHandle) -> None:
    before = len(server.requests())
    paper = found(identifier, server)
    assert "study 2" in paper.title
    assert paper.provenance[0].source == source
    # A key that was given belongs to one service; it is sent to none.
    assert all("key-of-one-service" not in str(asked) for asked in server.requests()[before:])


def test_what_no_service_has_is_nothing_found(server: ServiceHandle) -> None:
    for identifier in ("doi:10.55555/made.1", "pmid:1", "pmcid:PMC111", "arxiv:1999.99999"):
        with pytest.raises(NothingFound, match=identifier.partition(":")[2]):
            found(identifier, server)


def test_a_doi_is_looked_up_elsewhere_where_its_record_has_no_abstract(server: ServiceHandle) -> None:
    before = len(server.requests())
    # Record 92 of the collection has no abstract anywhere: the first record is given.
    assert found("doi:10.55555/made.90000092", server).provenance[0].source == "crossref"
    assert [asked.service for asked in server.requests()[before:]] == ["crossref", "europe_pmc"]


def test_a_service_that_fails_is_replaced_by_another_if_there_is_one() -> None:
    with running_services(ServicePlan(size=5, faults=(ServiceFault(kind="server_error", tool="works"),))) as server:
        assert found("doi:10.55555/made.90000002", server).provenance[0].source == "europe_pmc"
        with pytest.raises(SourceFailed, match="Crossref"):
            found("doi:10.55555/made.1", server)
