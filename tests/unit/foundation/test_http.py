from __future__ import annotations

import datetime
import json
import sqlite3
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs

import httpx
import pytest

from conspectus.foundation.cache import Cache
from conspectus.foundation.errors import SourceFailed, UsageError
from conspectus.foundation.events import Events
from conspectus.foundation.http import HttpClient, HttpReply, HttpRequest, Paces
from conspectus.foundation.waiting import Backoff
from conspectus.testing.service_server import ServiceFault, ServicePlan, running_services

URL = "http://service.example/search"
KEY, MAIL = "key-0123456789", "someone@made-up.example"


class MadeClock:
    def __init__(self) -> None:
        self.time = 0.0

    def now(self) -> float:
        return self.time

    def wait(self, seconds: float, stop: threading.Event, /) -> None:
        self.time += seconds


class Service:
    """Answers from a list, the last answer again and again, and keeps what it was asked."""

    def __init__(self, *answers: httpx.Response | Exception) -> None:
        self.answers = list(answers)
        self.asked: list[httpx.Request] = []

    def __call__(self, request: httpx.Request) -> httpx.Response:
        self.asked.append(request)
        answer = self.answers.pop(0) if len(self.answers) > 1 else self.answers[0]
        if isinstance(answer, Exception):
            raise answer
        return httpx.Response(answer.status_code, headers=answer.headers, content=answer.content)


def client_of(service: Callable[[httpx.Request], httpx.Response], **given: Any) -> HttpClient:
    clock = given.pop("clock", MadeClock())
    return HttpClient(service="Made", paces=Paces(clock), transport=httpx.MockTransport(service), **given)


@pytest.fixture
def cache(tmp_path: Path) -> Iterator[Cache]:
    cache = Cache(tmp_path / "cache.sqlite")
    yield cache
    cache.close()


def ok(text: str = "fine") -> httpx.Response:
    return httpx.Response(200, text=text)


def test_parameters_go_out_with_what_is_private() -> None:
    service = Service(ok('{"a": 1}'))
    client = client_of(service, private={"api_key": KEY}, private_headers={"x-key": KEY})
    reply = client.ask(HttpRequest(url=URL, parameters={"term": "bees & moths"}))
    assert dict(service.asked[0].url.params) == {"term": "bees & moths", "api_key": KEY}
    assert service.asked[0].headers["x-key"] == KEY
    assert (reply.status, reply.json, reply.url, reply.is_success) == (200, {"a": 1}, URL, True)


def test_failures_that_pass_are_asked_again_after_what_the_service_asks_to_wait() -> None:
    clock = MadeClock()
    service = Service(
        httpx.Response(429, headers={"Retry-After": "7"}), httpx.Response(503), httpx.ReadError("gone"), ok()
    )
    assert client_of(service, clock=clock, backoff=Backoff(first=1, longest=1)).ask(HttpRequest(url=URL)).text == "fine"
    assert len(service.asked) == 4
    # Seven seconds asked for, and twice from half a second to one.
    assert 8 <= clock.time <= 9


@pytest.mark.parametrize(
    ("answer", "says"),
    [
        (httpx.Response(500), "HTTP 500"),
        (httpx.Response(429), "too many requests"),
        (httpx.ConnectError("no route"), "cannot be reached"),
        (httpx.ReadTimeout("slow"), "connection failed"),
    ],
)
def test_a_failure_that_lasts_names_the_service_and_a_way_forward(answer: Any, says: str) -> None:
    service = Service(answer)
    with pytest.raises(SourceFailed, match=says) as caught:
        client_of(service, retries=2).ask(HttpRequest(url=URL))
    assert len(service.asked) == 3
    assert "Made gave no answer" in caught.value.message
    assert "--source library" in caught.value.hint


def test_a_wait_longer_than_allowed_ends_at_once() -> None:
    service = Service(httpx.Response(429, headers={"Retry-After": "3600"}))
    clock = MadeClock()
    with pytest.raises(SourceFailed, match="asks to wait 3600 s"):
        client_of(service, clock=clock, longest_wait=60).ask(HttpRequest(url=URL))
    assert (len(service.asked), clock.time) == (1, 0)


@pytest.mark.parametrize("status", [400, 401, 404, 422])
def test_refusals_are_given_for_the_service_s_own_words(status: int) -> None:
    service = Service(httpx.Response(status, text="Unknown field"))
    reply = client_of(service).ask(HttpRequest(url=URL))
    assert (reply.status, reply.text, reply.is_success, len(service.asked)) == (status, "Unknown field", False, 1)


def test_a_check_asks_again_for_garbage_and_raises_what_nothing_mends() -> None:
    service = Service(ok("garbage"), ok())
    check = lambda reply: "" if reply.text == "fine" else "it is garbage"  # noqa: E731
    assert client_of(service).ask(HttpRequest(url=URL, check=check)).text == "fine"
    with pytest.raises(SourceFailed, match=r"it is garbage \(5 times\)"):
        client_of(Service(ok("garbage"))).ask(HttpRequest(url=URL, check=check))

    def refuse(reply: HttpReply) -> str:
        raise UsageError("No such field.")

    service = Service(ok())
    with pytest.raises(UsageError):
        client_of(service).ask(HttpRequest(url=URL, check=refuse))
    assert len(service.asked) == 1


def test_long_requests_are_posted_and_so_are_those_refused_with_414() -> None:
    service = Service(ok())
    client_of(service).ask(HttpRequest(url=URL, parameters={"id": "1," * 2000}, long_by_post=True))
    assert service.asked[0].method == "POST"
    assert parse_qs(service.asked[0].content.decode())["id"] == ["1," * 2000]
    service = Service(httpx.Response(414), ok())
    client = client_of(service, private={"api_key": KEY})
    assert client.ask(HttpRequest(url=URL, parameters={"id": "1"}, long_by_post=True)).text == "fine"
    assert [request.method for request in service.asked] == ["GET", "POST"]
    assert parse_qs(service.asked[1].content.decode()) == {"id": ["1"], "api_key": [KEY]}
    assert client_of(Service(httpx.Response(414))).ask(HttpRequest(url=URL)).status == 414


def test_a_body_is_posted_as_json() -> None:
    service = Service(ok())
    client_of(service).ask(HttpRequest(url=URL, method="POST", body={"ids": ["a"]}, parameters={"fields": "title"}))
    assert json.loads(service.asked[0].content) == {"ids": ["a"]}
    assert service.asked[0].url.params["fields"] == "title"


def test_redirects_stay_with_the_host() -> None:
    service = Service(httpx.Response(301, headers={"Location": "/new?x=1"}), ok())
    assert client_of(service).ask(HttpRequest(url=URL)).text == "fine"
    assert str(service.asked[1].url) == "http://service.example/new?x=1"
    service = Service(httpx.Response(302, headers={"Location": "http://other.example/"}))
    with pytest.raises(SourceFailed, match=r"other\.example"):
        client_of(service).ask(HttpRequest(url=URL))
    assert len(service.asked) == 1
    with pytest.raises(SourceFailed, match="circles"):
        client_of(Service(httpx.Response(302, headers={"Location": "/again"}))).ask(HttpRequest(url=URL))


def test_a_reply_larger_than_allowed_is_not_read_to_its_end() -> None:
    with pytest.raises(SourceFailed, match="more than 10 bytes"):
        client_of(Service(ok("x" * 100)), largest=10).ask(HttpRequest(url=URL))


def test_successes_are_kept_and_failures_are_not(cache: Cache) -> None:
    request = HttpRequest(url=URL, parameters={"b": "2", "a": "1"}, kept_days=1)
    service = Service(httpx.Response(400, text="no"), ok())
    client = client_of(service, cache=cache)
    assert client.ask(request).status == 400
    first, second = client.ask(request), client.ask(HttpRequest(url=URL, parameters={"a": "1", "b": "2"}, kept_days=1))
    assert (first.is_kept, second.is_kept, second.text, len(service.asked)) == (False, True, "fine", 2)
    client.ask(HttpRequest(url=URL, parameters={"a": "1"}, kept_days=1))
    client.ask(HttpRequest(url=URL, parameters={"a": "1", "b": "2"}))
    assert len(service.asked) == 4


def test_what_fails_its_check_is_not_kept(cache: Cache) -> None:
    request = HttpRequest(url=URL, kept_days=1, check=lambda reply: "" if reply.text == "fine" else "garbage")
    with pytest.raises(SourceFailed):
        client_of(Service(ok("garbage")), cache=cache, retries=0).ask(request)
    service = Service(ok())
    assert client_of(service, cache=cache).ask(request).is_kept is False
    assert len(service.asked) == 1


def test_kept_replies_grow_old(cache: Cache) -> None:
    day = datetime.date(2024, 5, 1)
    service = Service(ok())
    client = client_of(service, cache=cache, today=lambda: day)
    request = HttpRequest(url=URL, kept_days=1)
    client.ask(request)
    assert client.ask(request).is_kept
    day += datetime.timedelta(days=1)
    assert not client.ask(request).is_kept


def test_secrets_are_neither_kept_nor_shown(cache: Cache, tmp_path: Path) -> None:
    private = {"api_key": KEY, "email": MAIL}
    service = Service(ok())
    client_of(service, cache=cache, private=private).ask(HttpRequest(url=URL, parameters={"a": "1"}, kept_days=1))
    # The same request without the key is answered from disk: the key is no part of what is kept.
    assert client_of(service, cache=cache).ask(HttpRequest(url=URL, parameters={"a": "1"}, kept_days=1)).is_kept
    echo = client_of(Service(ok(f"your key is {KEY}")), cache=cache, private=private)
    request = HttpRequest(url=URL, parameters={"a": "2"}, kept_days=1)
    echo.ask(request)
    assert not echo.ask(request).is_kept
    with sqlite3.connect(tmp_path / "cache.sqlite") as connection:
        rows = connection.execute("SELECT * FROM entries").fetchall()
    connection.close()
    assert len(rows) == 1
    assert not [row for row in rows if KEY in repr(row) or MAIL in repr(row)]
    failing = client_of(Service(httpx.ReadError(f"{URL}?api_key={KEY}&email=someone%40made-up.example")), retries=0,
                        private=private)  # fmt: skip
    with pytest.raises(SourceFailed) as caught:
        failing.ask(HttpRequest(url=URL))
    shown = caught.value.message + repr(failing)
    assert KEY not in shown
    assert "made-up.example" not in shown


def test_a_cache_that_cannot_be_written_to_is_said_once_and_stops_nothing(cache: Cache) -> None:
    cache.close()
    events = Events()
    client = client_of(Service(ok()), cache=cache, events=events)
    for number in range(3):
        assert client.ask(HttpRequest(url=URL, parameters={"n": str(number)}, kept_days=1)).text == "fine"
    assert len(events.warnings) == 1
    assert "Made" in events.warnings[0]


def test_a_host_is_asked_at_its_pace_by_all_clients_that_share_it() -> None:
    clock = MadeClock()
    paces = Paces(clock)
    clients = [
        HttpClient(service="Made", paces=paces, per_second=2, transport=httpx.MockTransport(Service(ok())))
        for _ in range(2)
    ]
    for client in clients * 3:
        client.ask(HttpRequest(url=URL))
    assert clock.time == pytest.approx(2.5)
    clients[0].ask(HttpRequest(url="http://elsewhere.example/"))
    assert clock.time == pytest.approx(2.5)


def test_a_request_ends_in_time_whatever_the_service_does() -> None:
    faults = (
        ServiceFault(kind="never", tool="espell", positions=(1,)),
        ServiceFault(kind="trickle", tool="espell", positions=(2,), seconds=0.05),
        ServiceFault(kind="broken_off", tool="espell", positions=(3,)),
    )
    with running_services(ServicePlan(size=1, faults=faults)) as server:
        url = f"{server.base_url('pubmed')}/espell.fcgi"
        client = HttpClient(service="Made", timeout=0.4, retries=0)
        for says in ("within 0.4 s", "within 0.4 s", "connection failed"):
            begun = time.monotonic()
            with pytest.raises(SourceFailed, match=says):
                client.ask(HttpRequest(url=url, parameters={"term": "bees"}))
            assert time.monotonic() - begun < 2
        assert client.ask(HttpRequest(url=url, parameters={"term": "bees"})).is_success
        client.close()
        assert client.ask(HttpRequest(url=url, parameters={"term": "bees"})).is_success
