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
_DOUBT = 1.1  # an estimate of tokens may be too high by this before a request is held to be too long


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
    """The answer to the largest request that the model took, with its messages and the share of the sentences."""

    answer: Answer
    share: float
    messages: tuple[Message, ...]


def ask_fitting(
    fill: Callable[[float], tuple[Message, ...]],
    send: Callable[[tuple[Message, ...]], Answer],
    *,
    count_tokens: Callable[[Sequence[Message]], int],
    room: int,
) -> Fitted[Answer]:
    """Gives the answer to a request that is made smaller until the model takes it, up to four times.

    Where the server tells its limit, requests that are too long by far are not sent.

    Args:
        fill: Makes the messages with a share of the sentences.
        send: Sends them and gives the answer.
        count_tokens: Estimates the tokens of messages.
        room: The tokens that the answer may take.

    Raises:
        ContextTooLong: Even the smallest request is too long.
    """
    *larger, smallest = SHARES
    limit: int | None = None
    for share in larger:
        messages = fill(share)
        if limit is not None and count_tokens(messages) + room > limit * _DOUBT:
            continue
        try:
            return Fitted(answer=send(messages), share=share, messages=messages)
        except ContextTooLong as error:
            limit = error.limit if error.limit is not None else limit
    messages = fill(smallest)
    return Fitted(answer=send(messages), share=smallest, messages=messages)


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
