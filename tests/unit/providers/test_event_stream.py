from __future__ import annotations

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from conspectus.providers.event_stream import payloads

STREAM = 'data: {"a": "é"}\n\n: a comment\nevent: x\nid: 3\ndata:two\ndata: lines\n\nevent: nothing\n\ndata: [DONE]\n\n'
EXPECTED = ['{"a": "é"}', "two\nlines", "[DONE]"]


@given(st.lists(st.integers(0, len(STREAM.encode()))), st.sampled_from(["\n", "\r\n", "\r"]))
def test_pieces_may_be_cut_anywhere_and_lines_end_anyhow(cuts: list[int], end: str) -> None:
    data = STREAM.replace("\n", end).encode()
    places = [0, *sorted(min(cut, len(data)) for cut in cuts), len(data)]
    assert list(payloads(data[a:b] for a, b in pairwise(places))) == EXPECTED


def test_one_byte_at_a_time() -> None:
    data = STREAM.replace("\n", "\r\n").encode()
    assert list(payloads(data[i : i + 1] for i in range(len(data)))) == EXPECTED


def test_the_last_empty_line_may_be_missing() -> None:
    assert list(payloads([b"data: one\n\ndata: two"])) == ["one", "two"]
    assert list(payloads([b"data: one\n\ndata: two\r"])) == ["one", "two"]


def test_bytes_that_are_no_text_do_not_stop_it() -> None:
    assert list(payloads([b"data: \xff\n\n"])) == ["\ufffd"]


def test_an_empty_stream_has_no_events() -> None:
    assert list(payloads([])) == []
    assert list(payloads([b"\n\n\n"])) == []
