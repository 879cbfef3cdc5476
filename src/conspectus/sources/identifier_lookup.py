"""One paper by its identifier: "doi:10.…", "pmid:123", "pmcid:PMC123", "arxiv:2101.00001"."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import replace

from conspectus.domain.identifiers import normal_arxiv, normal_doi, normal_pmcid, normal_pmid
from conspectus.domain.paper import Paper
from conspectus.foundation.errors import NothingFound, SourceFailed, UsageError
from conspectus.sources.arxiv import Arxiv
from conspectus.sources.crossref import Crossref
from conspectus.sources.europe_pmc import EuropePmc
from conspectus.sources.pubmed import PubMed
from conspectus.sources.service import SourceOptions

_NORMAL: dict[str, Callable[[str], str]] = {
    "doi": normal_doi,
    "pmid": normal_pmid,
    "pmcid": normal_pmcid,
    "arxiv": normal_arxiv,
}
_GIVEN = re.compile(rf"\s*({'|'.join(_NORMAL)})\s*:\s*(.*\S)\s*\Z", re.IGNORECASE | re.DOTALL)
_EXAMPLE = "Write doi:10.1000/xyz, pmid:123456, pmcid:PMC123456 or arxiv:2101.00001."
_ARXIV_DOI = "10.48550/arxiv."

Attempt = Callable[[], Paper | None]


def is_identifier(text: str) -> bool:
    """Gives whether ``text`` names a paper by a scheme and a value, so that it is no path."""
    return _GIVEN.match(text) is not None


def normal_identifier(text: str) -> str:
    """Gives ``scheme:value`` in normal form ("doi:10.1000/xyz").

    Raises:
        UsageError: There is no known scheme before the colon, or no such identifier behind it.
    """
    found = _GIVEN.match(text)
    if found is None:
        raise UsageError(f"{text!r} is no identifier of a paper.", hint=_EXAMPLE)
    scheme = found.group(1).lower()
    value = _NORMAL[scheme](found.group(2))
    if not value:
        raise UsageError(f"{found.group(2)!r} is no {scheme.upper()}.", hint=_EXAMPLE)
    return f"{scheme}:{value}"


def look_up(identifier: str, options: SourceOptions, *, addresses: dict[str, str] | None = None) -> Paper:
    """Gives the paper of an identifier: the first record with an abstract, else the first record.

    A DOI is looked up at Crossref and Europe PMC, one of arXiv at arXiv; a PMID at PubMed, a PMCID at Europe PMC.

    Args:
        identifier: Scheme, colon and value.
        options: As for the sources; ``base_url`` and ``key`` are not used.
        addresses: Other addresses of the services by source name, for tests.

    Raises:
        UsageError: It is no identifier.
        NothingFound: The services have no paper of that identifier.
        SourceFailed: A service could not be asked, and no other has the paper.
    """
    scheme, _, value = normal_identifier(identifier).partition(":")
    best: Paper | None = None
    failure: SourceFailed | None = None
    asked: list[str] = []
    for label, attempt in _attempts(scheme, value, options, addresses or {}):
        asked.append(label)
        try:
            paper = attempt()
        except SourceFailed as error:
            failure = failure or error
            continue
        if paper is not None and paper.abstract:
            return paper
        best = best or paper
    if best is not None:
        return best
    if failure is not None:
        raise failure
    raise NothingFound(
        f"{' and '.join(asked)} {'has' if len(asked) == 1 else 'have'} no paper {scheme}:{value}.",
        hint="Look whether the identifier is right; new papers may take some days to appear.",
    )


def _attempts(
    scheme: str, value: str, options: SourceOptions, addresses: dict[str, str]
) -> Iterator[tuple[str, Attempt]]:
    def options_of(name: str) -> SourceOptions:
        # A key is one service's own; that of each is in the environment.
        return replace(options, base_url=addresses.get(name, ""), key="")

    def fetched(source: PubMed | Arxiv | Crossref, name: str) -> Paper | None:
        with closing(source):
            return next(iter(source.fetch([name]).papers), None)

    def searched(term: str) -> Paper | None:
        with closing(EuropePmc(options_of("europe_pmc"))) as source:
            return source.find(term)

    if scheme == "pmid":
        yield PubMed.label, lambda: fetched(PubMed(options_of("pubmed")), value)
    elif scheme == "arxiv" or value.startswith(_ARXIV_DOI):
        number = value.removeprefix(_ARXIV_DOI) if scheme == "doi" else value
        yield Arxiv.label, lambda: fetched(Arxiv(options_of("arxiv")), number)
    elif scheme == "doi":
        yield Crossref.label, lambda: fetched(Crossref(options_of("crossref")), value)
        yield EuropePmc.label, lambda: searched(f'DOI:"{value}"')
    else:
        yield EuropePmc.label, lambda: searched(f"PMCID:{value}")
