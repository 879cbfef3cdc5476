from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from conspectus.domain.tasks import ReferenceAbstract
from conspectus.engines.generative.shrinking import (
    ask_fitting,
    pick_evenly,
    shrink_references,
    shrinking_warnings,
)
from conspectus.foundation.errors import ContextTooLong
from conspectus.providers.completion import Message

Make = Callable[..., tuple[ReferenceAbstract, ...]]


@pytest.mark.parametrize(
    "count, share, kept",
    [
        (10, 1.0, [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]),
        # Five of ten: steps of 9 / 4 = 2.25, so 0, 2.25, 4.5, 6.75 and 9, rounded half up.
        (10, 0.5, [0, 2, 5, 7, 9]),
        # Three of ten: steps of 4.5.
        (10, 0.3, [0, 5, 9]),
        (3, 0.5, [0, 2]),
        (3, 0.3, [0]),
        (1, 0.15, [0]),
        (0, 0.5, []),
    ],
)
def test_a_share_is_spread_evenly_from_the_first_to_the_last(count: int, share: float, kept: list[int]) -> None:
    assert list(pick_evenly(range(count), share)) == kept


@given(st.integers(1, 60), st.floats(0.01, 1))
def test_the_picked_are_distinct_in_order_and_as_many_as_asked(count: int, share: float) -> None:
    picked = pick_evenly(range(count), share)
    assert list(picked) == sorted(set(picked))
    assert count * share <= len(picked) < count * share + 1 or len(picked) == count
    assert picked[0] == 0
    assert len(picked) == 1 or picked[-1] == count - 1


def test_every_abstract_is_shrunk_alike_and_none_is_lost(references: Make) -> None:
    given_references = references(
        "Rain falls. Snow melts. Ice cracks. Wind blows.", "Fish swim. Birds fly.", "Bees dance."
    )
    shrunk = shrink_references(given_references, 0.5)
    assert [[item.handle for item in reference.evidence] for reference in shrunk] == [["p1", "p4"], ["p5"], ["p7"]]


class Server:
    """Takes a request of at most ``takes`` words."""

    def __init__(self, takes: int, tells: int | None = None, *, counts_room: bool = False) -> None:
        self.takes, self.tells, self.counts_room = takes, tells, counts_room
        self.asked, self.rooms = list[int](), list[int]()

    def send(self, messages: tuple[Message, ...], room: int) -> str:
        self.asked.append(words(messages))
        self.rooms.append(room)
        if words(messages) + room * self.counts_room > self.takes:
            raise ContextTooLong("The request is too long.", limit=self.tells)
        return "an answer"


def words(messages: object) -> int:
    return sum(len(message.content.split()) for message in messages)  # type: ignore[attr-defined]


def fill(share: float) -> tuple[Message, ...]:
    return (Message("user", "word " * max(1, round(100 * share))),)


def test_a_request_is_made_smaller_until_it_fits() -> None:
    server = Server(takes=50)
    fitted = ask_fitting(fill, server.send, count_tokens=words, room=0)
    assert (fitted.answer, fitted.share, words(fitted.messages)) == ("an answer", 0.5, 50)
    assert server.asked == [100, 70, 50]


def test_a_limit_that_is_told_saves_requests_that_cannot_fit() -> None:
    server = Server(takes=30, tells=40)
    # With 5 tokens of room 70 and 50 are more than 1.1 times 40, and 30 is not.
    assert ask_fitting(fill, server.send, count_tokens=words, room=5).share == 0.3
    assert server.asked == [100, 30]


def test_the_room_for_the_answer_shrinks_before_the_sentences_do() -> None:
    server = Server(takes=160, tells=160, counts_room=True)
    # 160 less 1.1 times 100 words leaves 50 of the 80 wanted, more than half.
    fitted = ask_fitting(fill, server.send, count_tokens=words, room=80)
    assert (fitted.share, fitted.room) == (1.0, 50)
    assert (server.asked, server.rooms) == ([100, 100], [80, 50])


def test_no_more_than_half_of_the_room_is_given_up() -> None:
    server = Server(takes=120, tells=120, counts_room=True)
    # Beside 100 words 40 do not fit, beside 70 words 43 do: 120 less 77.
    fitted = ask_fitting(fill, server.send, count_tokens=words, room=80)
    assert (fitted.share, fitted.room) == (0.7, 43)


def test_room_is_given_up_where_no_limit_is_told() -> None:
    server = Server(takes=145, counts_room=True)
    fitted = ask_fitting(fill, server.send, count_tokens=words, room=80)
    assert (fitted.share, fitted.room, server.rooms) == (1.0, 40, [80, 40])


def test_a_text_that_is_far_too_long_is_shrunk_to_what_the_limit_tells() -> None:
    server = Server(takes=5, tells=6)
    # Of 15, 8 and 4 words only 4 times 1.1 is within 6.
    fitted = ask_fitting(fill, server.send, count_tokens=words, room=0)
    assert (fitted.share, server.asked) == (0.15 / 4, [100, 4])


def test_the_smallest_request_is_sent_whatever_the_estimate() -> None:
    server = Server(takes=15, tells=1)
    assert ask_fitting(fill, server.send, count_tokens=words, room=0).share == 0.15
    assert server.asked == [100, 15]


def test_after_four_smaller_requests_it_is_over() -> None:
    server = Server(takes=1)
    with pytest.raises(ContextTooLong):
        ask_fitting(fill, server.send, count_tokens=words, room=0)
    assert server.asked == [100, 70, 50, 30, 15]


def test_what_is_left_out_is_said() -> None:
    assert list(shrinking_warnings(7, 7)) == []
    assert list(shrinking_warnings(5, 7)) == [
        "The model takes fewer tokens than the request has: 2 of 7 sentences were left out of it, evenly from each "
        "text."
    ]
