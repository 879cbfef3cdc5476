"""The client of GROBID against a server on loopback that answers as GROBID does."""

from __future__ import annotations

import socket
import time

import pytest

from conspectus.foundation.errors import InputError, SourceFailed, UsageError
from conspectus.foundation.waiting import Backoff
from conspectus.sources.grobid import Grobid
from conspectus.sources.service import SourceOptions
from conspectus.testing.grobid_server import GrobidAnswer, running_grobid, tei_of

PDF = b"%PDF-1.7\nBees in wet meadows\n%%EOF"
QUICK = Backoff(first=0.001, longest=0.01)


def grobid(address: str, *, consolidate: bool = False, retries: int = 2, timeout: float = 5.0) -> Grobid:
    options = SourceOptions(base_url=address, backoff=QUICK, retries=retries, timeout=timeout)
    return Grobid(options, consolidate=consolidate)


def test_pdf_goes_out_as_a_form_and_tei_comes_back() -> None:
    with running_grobid() as server:
        assert grobid(server.address).tei(PDF, "a.pdf").decode() == tei_of(PDF)
        grobid(server.address + "/", consolidate=True).tei(PDF, "a.pdf")
    first, second = server.sent
    assert first.pdf == PDF
    assert first.path == "/api/processFulltextDocument"
    assert first.fields["includeRawCitations"] == ["1"]
    assert first.fields["consolidateHeader"] == first.fields["consolidateCitations"] == ["0"]
    assert {"s", "p", "head"} <= set(first.fields["teiCoordinates"])
    assert second.fields["consolidateHeader"] == second.fields["consolidateCitations"] == ["1"]


def test_busy_server_is_asked_again_after_the_wait_that_it_names() -> None:
    busy = GrobidAnswer(status=503, headers=(("Retry-After", "1"),))
    begun = time.monotonic()
    with running_grobid([busy]) as server:
        assert b"<TEI" in grobid(server.address).tei(PDF, "a.pdf")
    assert time.monotonic() - begun >= 1
    assert len(server.sent) == 2
    assert server.sent[1].pdf == PDF


def test_server_that_stays_busy_is_named_with_a_way_forward() -> None:
    with running_grobid([GrobidAnswer(status=503)] * 9) as server, pytest.raises(SourceFailed) as caught:
        grobid(server.address).tei(PDF, "a.pdf")
    assert server.address in caught.value.message
    assert "503" in caught.value.message
    assert "concurrency" in caught.value.hint
    assert len(server.sent) == 3


@pytest.mark.parametrize(
    ("answer", "message"),
    [
        (GrobidAnswer(status=204), "found no text in a.pdf"),
        (GrobidAnswer(status=500, body="[BAD_INPUT_DATA] PDF to XML conversion failed"), "[BAD_INPUT_DATA]"),
        (GrobidAnswer(status=400, body="<html>bad</html>"), "could not read a.pdf (HTTP 400)."),
    ],
)
def test_pdf_that_it_cannot_read_is_not_sent_again(answer: GrobidAnswer, message: str) -> None:
    with running_grobid([answer] * 5) as server, pytest.raises(InputError) as caught:
        grobid(server.address).tei(PDF, "a.pdf")
    assert message in caught.value.message
    assert server.address in caught.value.message
    assert caught.value.hint
    assert len(server.sent) == 1


def test_server_that_is_none_or_no_grobid() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        nobody = f"http://127.0.0.1:{taken.getsockname()[1]}"
        engine = grobid(nobody, retries=1)
        with pytest.raises(SourceFailed, match="2 times"):
            engine.tei(PDF, "a.pdf")
        with pytest.raises(SourceFailed) as caught:
            engine.tei(PDF, "b.pdf")
    assert "times" not in caught.value.message
    assert nobody in caught.value.message
    assert "/api/isalive" in caught.value.hint
    with running_grobid() as server, pytest.raises(SourceFailed, match="is no GROBID server"):
        grobid(server.address + "/elsewhere").tei(PDF, "a.pdf")
    with (
        running_grobid([GrobidAnswer(status=200, body="hello")]) as server,
        pytest.raises(SourceFailed, match="what is no TEI"),
    ):
        grobid(server.address).tei(PDF, "a.pdf")
    with pytest.raises(UsageError, match="no address"):
        grobid("localhost:8070")


def test_server_that_does_not_finish_in_time() -> None:
    slow = GrobidAnswer(status=200, body="late", delay=5)
    with running_grobid([slow, slow]) as server, pytest.raises(SourceFailed, match=r"within 0\.2 s"):
        grobid(server.address, retries=1, timeout=0.2).tei(PDF, "a.pdf")
