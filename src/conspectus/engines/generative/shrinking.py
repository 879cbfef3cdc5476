"""Makes requests smaller evenly, for models that take fewer tokens than the abstracts have."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Generic, TypeVar

from conspectus.domain.tasks import DraftText, ReferenceAbstract
from conspectus.foundation.errors import ContextTooLong
from conspectus.providers.completion import Message

Item = TypeVar("Item")
Answer = TypeVar("Answer")

SHARES = (1.0, 0.7, 0.5, 0.3, 0.15)  # the whole, then up to four times smaller
_DOUBT = 1.1  # an estimate of tokens may be wrong by this in either direction
_HALVINGS = 12  # of the last share; an abstract of ten thousand sentences comes down to two
_LEAST_ROOM = 0.5  # of the room for the answer, before sentences are left out to make more


def pick_evenly(items: Sequence[Item], share: float) -> tuple[Item, ...]:
    """Gives a share of the items, at least one of any, spread evenly and with the first and the last.

    Args:
        items: In their order, which is kept.
        share: In (0, 1].
    """
    count = math.ceil(len(items) * share)
    if count >= len(items):
        return tuple(items)
    if count <= 1:
        return tuple(items[:1])
    step = (len(items) - 1) / (count - 1)
    return tuple(items[math.floor(index * step + 0.5)] for index in range(count))


def shrink_references(references: Sequence[ReferenceAbstract], share: float) -> tuple[ReferenceAbstract, ...]:
    """Gives the references with a share of the sentences of each abstract; none loses all."""
    return tuple(replace(reference, evidence=pick_evenly(reference.evidence, share)) for reference in references)


def shrink_drafts(drafts: Sequence[DraftText], share: float) -> tuple[DraftText, ...]:
    """Gives the drafts with a share of the sentences of each."""
    return tuple(replace(draft, sentences=pick_evenly(draft.sentences, share)) for draft in drafts)


@dataclass(frozen=True, slots=True, kw_only=True)
class Fitted(Generic[Answer]):
    """The answer to the largest request that the model took, with its messages and the share of the sentences.

    ``room`` is the most tokens that the answer was allowed.
    """

    answer: Answer
    share: float
    messages: tuple[Message, ...]
    room: int


def ask_fitting(
    fill: Callable[[float], tuple[Message, ...]],
    send: Callable[[tuple[Message, ...], int], Answer],
    *,
    count_tokens: Callable[[Sequence[Message]], int],
    room: int,
) -> Fitted[Answer]:
    """Gives the answer to a request that is made smaller until the model takes it, up to four times.

    Many servers count the tokens that an answer may take into the limit. So where the server tells its limit, first
    the room for the answer shrinks, down to half, before sentences are left out, and requests that are too long by
    far are not sent.

    Args:
        fill: Makes the messages with a share of the sentences.
        send: Sends them with the most tokens that the answer may take, and gives the answer.
        count_tokens: Estimates the tokens of messages.
        room: The most tokens that the answer is to be allowed.

    Raises:
        ContextTooLong: Even the smallest request is too long.
    """
    limit: int | None = None
    failure: ContextTooLong | None = None
    for share in SHARES:
        if limit is not None and share == SHARES[-1]:
            share = _share_within(limit, fill, count_tokens, room)
        messages = fill(share)
        tried = -1
        # Twice at the most: with the room that is wanted, then with what the limit leaves of it.
        for _ in range(2):
            if failure is None:
                allowed: int | None = room
            else:
                # Tokens are counted only where a request was too long: it takes longer than sending one.
                allowed = _room_within(limit, count_tokens(messages), room)
                if allowed is None and share <= SHARES[-1]:
                    allowed = math.ceil(room * _LEAST_ROOM)
            if allowed is None or allowed == tried:
                break
            try:
                return Fitted(answer=send(messages, allowed), share=share, messages=messages, room=allowed)
            except ContextTooLong as error:
                failure, tried = error, allowed
                limit = error.limit if error.limit is not None else limit
    assert failure is not None
    raise failure


def _share_within(
    limit: int,
    fill: Callable[[float], tuple[Message, ...]],
    count_tokens: Callable[[Sequence[Message]], int],
    room: int,
) -> float:
    """The last share to try: the usual one, or as much less as a limit that is told asks for, down to a sentence."""
    share = SHARES[-1]
    least = math.ceil(room * _LEAST_ROOM)
    for _ in range(_HALVINGS):
        if count_tokens(fill(share)) * _DOUBT + least <= limit:
            return share
        share /= 2
    # Nothing fits what is told: then it may be told wrongly, and the usual share is worth a try.
    return SHARES[-1]


def _room_within(limit: int | None, tokens: int, room: int) -> int | None:
    """The room for an answer that a limit leaves, at least half of what is wanted, or None where it cannot."""
    least = math.ceil(room * _LEAST_ROOM)
    if limit is None:
        return least
    left = limit - round(tokens * _DOUBT)
    if left >= least:
        return min(room, left)
    return least if tokens + least <= limit * _DOUBT else None


def count_evidence(references: Sequence[ReferenceAbstract]) -> int:
    """Gives the number of sentences in the abstracts."""
    return sum(len(reference.evidence) for reference in references)


def shrinking_warnings(kept: int, whole: int) -> Iterator[str]:
    """Yields a warning where sentences were left out of a request."""
    if kept < whole:
        yield (
            f"The model takes fewer tokens than the request has: {whole - kept} of {whole} sentences were left out "
            "of it, evenly from each text."
        )
