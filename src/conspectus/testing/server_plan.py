"""How the local model server behaves: a plan, which is data, and the choice of a fault for each request."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any, Literal, get_args

FaultKind = Literal[
    "rate_limited",  # 429; retry_after: seconds, "date:SECONDS" or none
    "quota",  # 429 that no waiting ends
    "server_error",  # status: 500, 502, 503, …
    "reset",  # the connection is reset instead of an answer
    "reset_in_body",  # … in the middle of the answer
    "never",  # the request is read, and nothing comes back
    "stall",  # headers and half the answer, then silence; the connection stays open
    "trickle",  # one byte at a time, `seconds` apart
    "cut",  # the connection is closed in the middle of the answer, without its end
    "broken_event",  # an event of a stream, or the whole body, is no JSON
    "error_in_stream",  # an error object after status 200
    "html",  # status 200 and a web page
    "empty",  # an answer without text
    "truncated",  # half the text, finish reason length
    "broken_json",  # how: one of BROKEN_JSON
    "wrapped",  # how: one of WRAPPINGS
    "wrong_types",  # JSON whose values have the wrong types; without JSON, content that is a number
    "invented_handles",  # handles that were never given; share: the part of them that is changed
    "refusal_text",
    "refusal_field",
    "content_filter",
    "other_language",
    "context_length",
    "expired_key",
    "unknown_model",
    "unsupported_rung",
]
FAULT_KINDS: tuple[str, ...] = get_args(FaultKind)
"""Every fault by name."""

RUNGS = ("json_schema", "json_object", "tool", "prompt")


@dataclass(frozen=True, slots=True, kw_only=True)
class Fault:
    """Something that goes wrong with a request, and with which.

    It happens to requests at ``positions`` (from 1), to those that hold the text ``contains``, and to the part
    ``probability`` of those; conditions that are not given do not count. ``times`` is the most times that it
    happens. The other fields are those of its kind.
    """

    kind: FaultKind
    probability: float | None = None
    positions: tuple[int, ...] = ()
    contains: str = ""
    times: int | None = None
    status: int = 500
    retry_after: float | str | None = None
    seconds: float = 0.05
    how: str = ""
    share: float = 0.5
    message: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class ServerPlan:
    """How a server behaves.

    ``latency`` is the seconds from a request to its answer. ``answers`` is "scholar" (what a good model answers to
    the prompts of conspectus), "echo" (a short text, or the least JSON that a schema allows) or any other text,
    which is then the answer itself. ``models`` are those that it has, any if none is named; ``key`` is the key that
    it wants, "" for none. ``rungs`` are the ways of asking for JSON that it knows; the others it refuses with
    status 400 or 500 or ignores. ``limit_field`` is the one that it takes for the limit of tokens, "" for both.
    ``context_tokens`` is the most tokens that it takes, with ``context_counts_answer`` together with those that the
    answer may have. ``temperature`` says whether it takes another than 1. ``usage`` and ``finish`` say whether it
    tells them.
    """

    latency: float = 0.0
    answers: str = "echo"
    models: tuple[str, ...] = ()
    key: str = ""
    rungs: tuple[str, ...] = RUNGS
    rung_refusal: Literal["400", "500", "ignore"] = "400"
    context_tokens: int | None = None
    context_counts_answer: bool = False
    limit_field: Literal["", "max_tokens", "max_completion_tokens"] = ""
    temperature: bool = True
    usage: bool = True
    finish: bool = True
    cached_tokens: int = 0
    seed: int = 0
    faults: tuple[Fault, ...] = ()

    def to_json(self) -> dict[str, Any]:
        """Gives the plan as JSON values."""
        return asdict(self)


def read_plan(values: Mapping[str, Any]) -> ServerPlan:
    """Gives the plan that JSON values say.

    Raises:
        ValueError: A field or a fault has an unknown name.
    """
    fields = dict(values)
    faults = tuple(_fault(fault) for fault in fields.pop("faults", ()))
    for name in ("models", "rungs"):
        if name in fields:
            fields[name] = tuple(fields[name])
    try:
        return ServerPlan(faults=faults, **fields)
    except TypeError as error:
        raise ValueError(f"not a field of a plan: {error}") from None


class FaultChooser:
    """Chooses what goes wrong with each request; the same seed chooses the same by position.

    Args:
        plan: The plan.
    """

    def __init__(self, plan: ServerPlan) -> None:
        self._plan = plan
        self._happened = [0] * len(plan.faults)

    def choose(self, number: int, text: str) -> Fault | None:
        """Gives the first fault that happens to the request of a number (from 1) and a text, None if none does."""
        for position, fault in enumerate(self._plan.faults):
            if fault.times is not None and self._happened[position] >= fault.times:
                continue
            if fault.positions and number not in fault.positions:
                continue
            if fault.contains and fault.contains not in text:
                continue
            if fault.probability is not None:
                draw = random.Random(f"{self._plan.seed}/{number}/{position}").random()
                if draw >= fault.probability:
                    continue
            self._happened[position] += 1
            return fault
        return None


def _fault(values: Mapping[str, Any]) -> Fault:
    fields = dict(values)
    if fields.get("kind") not in FAULT_KINDS:
        raise ValueError(f"not a kind of fault: {fields.get('kind')!r}")
    fields["positions"] = tuple(fields.get("positions", ()))
    try:
        return Fault(**fields)
    except TypeError as error:
        raise ValueError(f"not a field of a fault: {error}") from None
