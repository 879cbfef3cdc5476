"""A SPARQL 1.1 endpoint somewhere else instead of the library's own graph."""

from __future__ import annotations

import re
from collections.abc import Mapping

from conspectus.domain.structure_graph import Iri, Literal, Term
from conspectus.foundation.errors import SourceFailed, UsageError
from conspectus.graphs.structure.query_text import bare_query
from conspectus.graphs.structure.solutions import read_solutions
from conspectus.graphs.structure.store import check_reads
from conspectus.graphs.structure.vocabulary import ASKG_2024, Profile

_SECONDS = 60.0
_TAG = re.compile(r"[A-Za-z]{1,8}(?:-[A-Za-z0-9]{1,8})*")
_SURROGATE = re.compile("[\ud800-\udfff]")
_ESCAPED = {"\\": "\\\\", '"': '\\"', "\n": "\\n", "\r": "\\r", "\t": "\\t"}


class RemoteStore:
    """Asks an endpoint over the SPARQL 1.1 protocol; reads only.

    Args:
        url: Of the endpoint, http or https.
        profile: Whose prefixes queries may use.
        seconds: The most time of a query.

    Raises:
        UsageError: The address is no http address.
    """

    def __init__(self, url: str, profile: Profile = ASKG_2024, *, seconds: float = _SECONDS) -> None:
        if not url.startswith(("http://", "https://")):
            raise UsageError(f"{url} is no address of an endpoint.", hint="Give it as http://HOST:PORT/sparql.")
        self._url = url
        self._profile = profile
        self._seconds = seconds

    def select(self, query: str, bindings: Mapping[str, Term] | None = None) -> list[dict[str, Term]]:
        """Gives the solutions of a SELECT query; see ``GraphQueries.select``.

        Values are put in as a VALUES block of terms, which an endpoint cannot take for anything else.

        Raises:
            UsageError: The endpoint says that the query is wrong.
            SourceFailed: It cannot be reached, or fails.
        """
        text = self.ask(query, "application/sparql-results+json", bindings)
        try:
            return read_solutions(text)[1]
        except ValueError as error:
            raise SourceFailed(f"{self._url} gave {error}.", hint="Look whether it is a SPARQL endpoint.") from error

    def ask(self, query: str, accept: str, bindings: Mapping[str, Term] | None = None) -> str:
        """Gives the answer of the endpoint as text in a media type.

        Raises:
            UsageError: The query changes something, or the endpoint says that it is wrong.
            SourceFailed: It cannot be reached, or fails.
        """
        import httpx

        check_reads(query)
        whole = self._prologue(query) + with_values(query, bindings or {})
        try:
            response = httpx.post(
                self._url,
                content=whole.encode("utf-8"),
                headers={"Content-Type": "application/sparql-query", "Accept": accept},
                timeout=self._seconds,
            )
        except httpx.HTTPError as error:
            raise SourceFailed(
                f"{self._url} cannot be asked: {error}.",
                hint="Look whether the server runs, or leave --graph-store out.",
            ) from error
        if response.status_code == 400:
            raise UsageError(f"{self._url} cannot read the query: {response.text[:300]}", hint="Write SPARQL 1.1.")
        if response.status_code != 200:
            raise SourceFailed(
                f"{self._url} answered {response.status_code}: {response.text[:200]}", hint="Ask its keeper."
            )
        return response.text

    def _prologue(self, query: str) -> str:
        """The prefixes that a query uses and does not declare."""
        return "".join(
            f"PREFIX {name}: <{iri}>\n"
            for name, iri in self._profile.prefixes.items()
            if f"{name}:" in query and f"PREFIX {name}:" not in query and f"prefix {name}:" not in query
        )


def with_values(query: str, bindings: Mapping[str, Term]) -> str:
    """Gives a query with values for its variables, as a VALUES block at the beginning of its pattern.

    Raises:
        UsageError: The query has no pattern, or a value cannot be written.
    """
    if not bindings:
        return query
    names = " ".join(f"?{name}" for name in bindings)
    terms = " ".join(sparql_term(term) for term in bindings.values())
    begin = bare_query(query).find("{") + 1
    if not begin:
        raise UsageError("The query has no pattern.", hint="Write it as SELECT … WHERE { … }.")
    return f"{query[:begin]} VALUES ({names}) {{ ({terms}) }} {query[begin:]}"


def sparql_term(term: Term) -> str:
    """Gives a term as SPARQL writes it, with everything escaped that could end it.

    Raises:
        UsageError: It is an IRI, or has a language tag, that cannot be written.
    """
    if isinstance(term, Iri):
        if any(char in '<>"{}|^`\\' or char <= " " for char in term.value):
            raise UsageError(f"{term.value!r} is no IRI.", hint="Escape what may not stand in one.")
        return f"<{term.value}>"
    return _literal(term)


def _literal(term: Literal) -> str:
    text = '"' + "".join(_ESCAPED.get(char, char) for char in _SURROGATE.sub("\ufffd", term.value)) + '"'
    if term.language:
        if not _TAG.fullmatch(term.language):
            raise UsageError(f"{term.language!r} is no language tag.", hint="Give one such as en or pt-BR.")
        return f"{text}@{term.language}"
    return f"{text}^^{sparql_term(Iri(term.datatype))}" if term.datatype else text
