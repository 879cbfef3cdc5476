"""The SPARQL 1.1 protocol (W3C, section 2.1) over a library's graph: queries only, within limits."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import parse_qs

from conspectus.foundation.errors import ConspectusError, GraphLimitReached, UsageError
from conspectus.graphs.structure.asking import MEDIA_TYPES, ROWS, SECONDS, ask_snapshot
from conspectus.graphs.structure.store import snapshot_path
from conspectus.graphs.structure.vocabulary import ASKG_2024, Profile

if TYPE_CHECKING:
    from fastapi import FastAPI, Request

_FORM_BYTES = 1 << 20
_HOSTS = ("127.0.0.1", "localhost", "[::1]")
_SOLUTIONS = ("json", "xml", "csv", "tsv")
_GRAPHS = ("turtle", "ntriples", "json-ld", "rdf-xml")
_OTHER_TYPES = {"application/json": "json", "application/xml": "xml", "text/xml": "xml", "text/plain": "ntriples"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Endpoint:
    """What is served: the library's folder, its namespaces, and the limits of a query."""

    folder: Path
    profile: Profile = ASKG_2024
    seconds: float = SECONDS
    rows: int = ROWS


def make_app(endpoint: Endpoint) -> FastAPI:
    """Gives the web application with the route ``/sparql``.

    Raises:
        UsageError: The extra ``web`` is not installed.
    """
    try:
        import fastapi
        from starlette.concurrency import run_in_threadpool
    except ImportError:
        raise UsageError(
            "Serving needs the extra web, which is not installed.", hint="pip install 'conspectus[web]'"
        ) from None

    app = fastapi.FastAPI(title="conspectus", docs_url=None, redoc_url=None, openapi_url=None)

    async def answer(request: fastapi.Request) -> fastapi.Response:
        host = request.headers.get("host", "").rpartition(":")[0] or request.headers.get("host", "")
        if host not in _HOSTS:
            # A page of the web that has its name point here must not read a library.
            return fastapi.Response("This server answers on loopback only.\n", status_code=403)
        try:
            query = await _query_of(request)
            data, media = await run_in_threadpool(answer_request, endpoint, query, request.headers.get("accept", ""))
        except ConspectusError as error:
            hint = f" hint: {error.hint}" if error.hint else ""
            told = f"{error.message}{hint}\n"
            return fastapi.Response(told, status_code=_status(error), media_type="text/plain")
        return fastapi.Response(data, media_type=media)

    # Annotations are text here, and the names in them are local.
    answer.__annotations__.update({"request": fastapi.Request, "return": fastapi.Response})
    app.add_api_route("/sparql", answer, methods=["GET", "POST"], response_model=None)
    return app


def answer_request(endpoint: Endpoint, query: str, accept: str) -> tuple[bytes, str]:
    """Gives the answer to a query and its media type.

    Raises:
        UsageError: The query is an update or cannot be read, or no form that is accepted can be given.
        GraphLimitReached: It takes more time, or has more rows.
        LibraryError: There is no graph.
    """
    snapshot = snapshot_path(endpoint.folder)
    if snapshot is None:
        raise UsageError("There is no graph yet.", hint="Run conspectus graph stats, which makes it.")
    form = _form(accept, _is_graph_query(query))
    data = ask_snapshot(snapshot, query, form, seconds=endpoint.seconds, rows=endpoint.rows, profile=endpoint.profile)
    return data, MEDIA_TYPES[form]


def _is_graph_query(query: str) -> bool:
    """Whether a query gives a graph: its first word after the prologue is CONSTRUCT or DESCRIBE."""
    bare = re.sub(r"(?m)^\s*#.*$", "", query)
    bare = re.sub(r"(?is)^(?:\s*(?:prefix\s+\S*:\s*<[^>]*>|base\s*<[^>]*>))*\s*", "", bare)
    return bare[:9].lower().startswith(("construct", "describe"))


def _form(accept: str, is_graph: bool) -> str:
    """The form that the Accept header likes best among those that fit the query."""
    fitting = _GRAPHS if is_graph else _SOLUTIONS
    wanted = []
    for place, part in enumerate(accept.split(",")):
        media, *parameters = (piece.strip() for piece in part.split(";"))
        quality = next((_quality(p[2:]) for p in parameters if p.startswith("q=")), 1.0)
        wanted.append((-quality, place, media.lower()))
    by_type = {MEDIA_TYPES[name]: name for name in fitting}
    by_type |= {media: name for media, name in _OTHER_TYPES.items() if name in fitting}
    for quality, _, media in sorted(wanted):
        if quality == 0:
            continue
        if media in by_type:
            return by_type[media]
        if media in ("", "*/*", "application/*", "text/*"):
            return fitting[0]
    raise UsageError(f"None of {accept!r} can be given.", hint=f"Accept one of {', '.join(by_type)}.")


def _quality(text: str) -> float:
    try:
        return min(1.0, max(0.0, float(text)))
    except ValueError:
        return 0.0


async def _query_of(request: Request) -> str:
    """The query of a GET, of a POST of a form, or of a POST of the query itself."""
    if request.method == "GET":
        return _only(request.query_params.getlist("query"))
    length = request.headers.get("content-length", "0")
    if length.isdigit() and int(length) > _FORM_BYTES:
        raise UsageError("The query is longer than a megabyte.", hint="Send a shorter one.")
    body = await request.body()
    if len(body) > _FORM_BYTES:
        raise UsageError("The query is longer than a megabyte.", hint="Send a shorter one.")
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    try:
        text = body.decode("utf-8")
    except UnicodeDecodeError:
        raise UsageError("The query is not UTF-8.", hint="Send it in UTF-8.") from None
    if kind == "application/sparql-query":
        return text
    if kind == "application/x-www-form-urlencoded":
        form: Mapping[str, list[str]] = parse_qs(text, keep_blank_values=True)
        if "update" in form:
            raise UsageError("The graph is read-only.", hint="Change papers with conspectus add.")
        return _only(form.get("query", []))
    raise UsageError(
        f"The body is {kind or 'of no type'}.", hint="POST application/sparql-query, or a form with query=."
    )


def _only(found: list[str]) -> str:
    if len(found) != 1 or not found[0].strip():
        raise UsageError("There must be one query.", hint="Give it as the parameter query.")
    return found[0]


def _status(error: ConspectusError) -> int:
    if isinstance(error, GraphLimitReached):
        return 503
    return 400 if isinstance(error, UsageError) else 500
