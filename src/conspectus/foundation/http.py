"""Requests to services of papers: each host at its pace, again after failures that pass, replies kept on disk.

Keys and mail addresses go out with requests and nowhere else: they are in no cache key, no kept reply and no error.
"""

from __future__ import annotations

import datetime
import json
import threading
import weakref
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property, partial
from typing import TYPE_CHECKING, Any, Literal
from urllib.parse import quote, urlencode, urlsplit

from conspectus.foundation.cache import Cache, content_key
from conspectus.foundation.errors import LibraryError, SourceFailed
from conspectus.foundation.events import Events
from conspectus.foundation.waiting import Backoff, Clock, NeverStop, Pace, SystemClock, retry_after_of, wait_asked_for

if TYPE_CHECKING:
    import httpx

LONGEST_URL = 2000
"""Longer requests are posted where a service takes that: some servers refuse longer addresses (HTTP 414)."""
_OPERATION = "http reply 1"
_SHORTEST_SECRET = 4
_URL_TOO_LONG = 414
_REDIRECTS = 5
_HINT = "Look at the network and try again later: what came is kept. --source library needs no service."


@dataclass(frozen=True, kw_only=True)
class HttpReply:
    """What a service answered; ``url`` is without parameters, ``headers`` are by lower-cased name."""

    status: int
    content: bytes
    url: str
    headers: Mapping[str, str] = field(default_factory=dict)
    is_kept: bool = False

    @property
    def is_success(self) -> bool:
        """Whether the status is 2xx."""
        return 200 <= self.status < 300

    @cached_property
    def text(self) -> str:
        """The content as text, what is no UTF-8 replaced."""
        return self.content.decode("utf-8", "replace")

    @cached_property
    def json(self) -> Any:
        """The content as JSON values, None if it is no JSON."""
        try:
            return json.loads(self.content)
        except (ValueError, RecursionError):
            return None


Check = Callable[[HttpReply], str]
"""Gives why a reply is of no use and worth asking again for, "" if it is fine; raises what no asking mends."""


class Paces:
    """The pace of each host, for all clients that share it."""

    def __init__(self, clock: Clock | None = None) -> None:
        self.clock = clock or SystemClock()
        self._paces: dict[str, Pace] = {}
        self._lock = threading.Lock()

    def of(self, host: str, per_second: float | None) -> Pace:
        """Gives the pace of a host; the first to ask decides how fast it is."""
        with self._lock:
            per_minute = per_second * 60 if per_second else None
            return self._paces.setdefault(host, Pace(per_minute=per_minute, clock=self.clock))


@dataclass(frozen=True, slots=True, kw_only=True)
class HttpRequest:
    """What is asked.

    ``long_by_post`` posts the parameters as a form where the address would be too long. ``kept_days`` is for how
    many days the reply is kept, 0 for not at all. ``check`` judges replies of every status that is not retried.
    ``files`` are posted as parts of a form beside the parameters: by field, the file's name, content and media type.
    ``final`` are statuses of failures that asking again does not mend.
    """

    url: str
    parameters: Mapping[str, str] = field(default_factory=dict)
    method: Literal["GET", "POST"] = "GET"
    body: Any = None
    long_by_post: bool = False
    kept_days: int = 0
    check: Check | None = None
    files: Mapping[str, tuple[str, bytes, str]] = field(default_factory=dict, repr=False)
    final: frozenset[int] = frozenset()


@dataclass(slots=True, kw_only=True, weakref_slot=True)
class HttpClient:
    """Asks one service; safe for several threads.

    ``service`` is its name in messages. ``private`` parameters and ``private_headers`` (keys, a mail address) go
    out with each request. ``per_second`` is the most requests to a host in a second, ``timeout`` the seconds that
    one request may take from its first byte to its last, ``retries`` how often it is sent again, ``longest_wait``
    the most seconds that it waits for a service that asks to wait, ``largest`` the most bytes of a reply.
    ``transport`` is an httpx transport in place of the network.
    """

    service: str
    cache: Cache | None = None
    paces: Paces = field(default_factory=Paces)
    per_second: float | None = None
    private: Mapping[str, str] = field(default_factory=dict, repr=False)
    private_headers: Mapping[str, str] = field(default_factory=dict, repr=False)
    user_agent: str = "conspectus"
    timeout: float = 60.0
    retries: int = 4
    longest_wait: float = 120.0
    largest: int = 64 * 1024 * 1024
    backoff: Backoff = field(default_factory=Backoff)
    transport: Any = None
    events: Events | None = None
    today: Callable[[], datetime.date] = lambda: datetime.datetime.now(datetime.UTC).date()
    _lock: threading.Lock = field(default_factory=threading.Lock, repr=False)
    _client: httpx.Client | None = field(default=None, repr=False)
    _cache_failed: bool = False

    def ask(self, request: HttpRequest) -> HttpReply:
        """Gives the reply to a request, from disk if it is kept there.

        Replies of status 4xx are given, too, for the service's own words; only successes that pass the check
        are kept.

        Raises:
            SourceFailed: The service was not reached, failed after all retries, wants longer waits than are
                allowed, or its reply is too large or of no use.
        """
        key = self._key(request)
        if (kept := self._kept(key)) is not None:
            return HttpReply(status=200, content=kept, url=request.url, is_kept=True)
        reply = self._ask(request)
        if key and reply.is_success and not any(secret.encode() in reply.content for secret in self._secrets()):
            self._keep(key, reply.content)
        return reply

    def close(self) -> None:
        """Closes connections; the next request opens new ones."""
        with self._lock:
            if self._client is not None:
                self._client.close()
            self._client = None

    def _ask(self, request: HttpRequest) -> HttpReply:
        failed, waited = 0, 0.0
        by_post = request.method == "POST"
        if request.long_by_post and len(request.url) + len(urlencode(request.parameters)) > LONGEST_URL:
            by_post = True
        while True:
            retry_after: float | None = None
            try:
                reply = self._send(request, by_post=by_post)
            except _Failure as failure:
                reason, final = failure.reason, failure.final
            else:
                if reply.status == _URL_TOO_LONG and request.long_by_post and not by_post:
                    by_post = True
                    continue
                reason, final = self._judged(request, reply), False
                if not reason:
                    return reply
                retry_after = retry_after_of(reply.headers)
            delay = wait_asked_for(retry_after, failed, self.backoff)
            failed += 1
            if final or failed > self.retries:
                raise self._error(f"{reason}{f' ({failed} times)' if failed > 1 else ''}")
            if waited + delay > self.longest_wait:
                raise self._error(f"{reason}, and asks to wait {delay:.0f} s")
            if retry_after is not None:
                self._pace(request.url).pause(delay)
            waited += delay
            self.paces.clock.wait(delay, threading.Event())

    def _judged(self, request: HttpRequest, reply: HttpReply) -> str:
        if (reply.status in (408, 425, 429) or reply.status >= 500) and reply.status not in request.final:
            told = "it has had too many requests" if reply.status == 429 else "it failed"
            return f"{told} (HTTP {reply.status})"
        return request.check(reply) if request.check is not None else ""

    def _send(self, request: HttpRequest, *, by_post: bool) -> HttpReply:
        url = request.url
        for _ in range(_REDIRECTS):
            self._pace(url).wait_turn(NeverStop())
            reply = _within(self.timeout, partial(self._exchange, request, url, by_post))
            if reply.status not in (301, 302, 303, 307, 308):
                return reply
            target = reply.headers.get("location", "")
            if target.startswith("/"):
                target = f"{urlsplit(url).scheme}://{urlsplit(url).netloc}{target}"
            if urlsplit(target).hostname != urlsplit(url).hostname:
                # What goes out with the request is for this service alone.
                raise _Failure(f"it sends on to another host, {urlsplit(target).hostname or target!r}", final=True)
            url = target
        raise _Failure("it sends on in circles", final=True)

    def _exchange(self, request: HttpRequest, url: str, by_post: bool, over: threading.Event) -> HttpReply:
        """One request and its reply, read until ``over`` is set."""
        import httpx

        parameters = {**request.parameters, **self.private}
        is_form = by_post and request.body is None
        # What a redirect names already has its parameters.
        query = None if is_form or "?" in url else parameters
        try:
            with self._connected().stream(
                "POST" if by_post else "GET",
                url,
                params=query,
                data=parameters if is_form else None,
                json=request.body,
                files=dict(request.files) or None,
                headers=dict(self.private_headers),
            ) as reply:
                content = bytearray()
                for piece in reply.iter_bytes():
                    content += piece
                    if over.is_set():
                        break
                    if len(content) > self.largest:
                        raise _Failure(f"its reply has more than {self.largest} bytes", final=True)
                headers = {name.lower(): value for name, value in reply.headers.items()}
                return HttpReply(status=reply.status_code, content=bytes(content), url=request.url, headers=headers)
        except httpx.InvalidURL as error:
            raise _Failure(f"its address {request.url!r} is none ({error})", final=True) from None
        except (httpx.HTTPError, httpx.StreamError) as error:
            what = "it cannot be reached" if isinstance(error, httpx.ConnectError) else "the connection failed"
            raise _Failure(f"{what} ({str(error) or type(error).__name__})") from None

    def _connected(self) -> httpx.Client:
        import httpx

        with self._lock:
            if self._client is None:
                self._client = httpx.Client(
                    timeout=self.timeout, headers={"User-Agent": self.user_agent}, transport=self.transport
                )
                # Connections end with the client, whether or not somebody closes it.
                weakref.finalize(self, self._client.close)
            return self._client

    def _pace(self, url: str) -> Pace:
        return self.paces.of(urlsplit(url).netloc, self.per_second)

    def _error(self, reason: str) -> SourceFailed:
        return SourceFailed(self.without_secrets(f"{self.service} gave no answer: {reason}."), hint=_HINT)

    def without_secrets(self, text: str) -> str:
        """Gives a text, such as a service's message, without the keys and addresses that went out."""
        for secret in self._secrets():
            text = text.replace(secret, "…").replace(quote(secret, safe=""), "…")
        return text

    def _secrets(self) -> list[str]:
        values = (*self.private.values(), *self.private_headers.values())
        return [value for value in values if len(value) >= _SHORTEST_SECRET]

    def _key(self, request: HttpRequest) -> str:
        if self.cache is None or not request.kept_days:
            return ""
        public = {name: value for name, value in request.parameters.items() if name not in self.private}
        return content_key(
            _OPERATION,
            method=request.method,
            url=request.url,
            parameters=sorted(public.items()),
            body=request.body,
            period=[request.kept_days, self.today().toordinal() // request.kept_days],
        )

    def _kept(self, key: str) -> bytes | None:
        if not key or self.cache is None:
            return None
        try:
            return self.cache.get(key)
        except LibraryError as error:
            self._say_once(error)
            return None

    def _keep(self, key: str, content: bytes) -> None:
        try:
            if self.cache is not None:
                self.cache.put(key, _OPERATION, content)
        except LibraryError as error:
            self._say_once(error)

    def _say_once(self, error: LibraryError) -> None:
        if self.events is not None and not self._cache_failed:
            self.events.warn(f"Replies of {self.service} are not kept: {error.message}", error.hint)
        self._cache_failed = True


class _Failure(Exception):
    """Why a request came to nothing; a final one is not worth a second."""

    def __init__(self, reason: str, *, final: bool = False) -> None:
        super().__init__(reason)
        self.reason = reason
        self.final = final


def _within(seconds: float, work: Callable[[threading.Event], HttpReply]) -> HttpReply:
    """Gives what ``work`` gives if it ends in time, whatever the other side does.

    The work has a thread of its own that nobody waits for: a socket's timeout starts anew with every byte.
    """
    done, over = threading.Event(), threading.Event()
    outcome: list[HttpReply] = []
    failure: list[BaseException] = []

    def run() -> None:
        try:
            outcome.append(work(over))
        except BaseException as error:  # raised again by the thread that waits
            failure.append(error)
        finally:
            done.set()

    threading.Thread(target=run, name="request", daemon=True).start()
    try:
        if not done.wait(seconds):
            raise _Failure(f"it did not finish its answer within {seconds:g} s")
    finally:
        over.set()
    if failure:
        raise failure[0]
    return outcome[0]
