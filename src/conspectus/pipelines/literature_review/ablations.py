"""Which parts of the method can be left out, and which combinations would change nothing."""

from __future__ import annotations

from conspectus.foundation.errors import UsageError
from conspectus.pipelines.literature_review.request import ReviewRequest

_NEEDS_KMCA = ("scientific", "volume", "iterative")
_NEEDS_MPSA = ("chunk-summary", "permutation", "router")


def check_ablations(request: ReviewRequest, *, references: int, draws_freely: bool = False) -> None:
    """Refuses an ablation that could not change the review of this many references.

    Args:
        request: The request.
        references: The number of references with an abstract (T).
        draws_freely: The engine asks a model, which writes another text at each draw (temperature 0.7).

    Raises:
        UsageError: An ablation has no effect; the message says why.
    """
    ablated = request.ablate
    for part, needs, name in (*((p, "kmca", "KMCA") for p in _NEEDS_KMCA), *((p, "mpsa", "MPSA") for p in _NEEDS_MPSA)):
        if part in ablated and needs in ablated:
            raise UsageError(
                f"Ablating {part!r} changes nothing when {needs!r} is ablated too.",
                hint=f"{part} is a part of {name}; name one of the two.",
            )
    if "iterative" in ablated and references <= request.chunk_size:
        raise UsageError(
            f"Ablating 'iterative' changes nothing: {references} references make one chunk of {request.chunk_size}.",
            hint="Give more references or a smaller --chunk-size.",
        )
    for part in ("permutation", "router"):
        if part in ablated and request.experts == 1:
            raise UsageError(
                f"Ablating {part!r} changes nothing with a single expert.", hint="Set --experts to 2 or more."
            )
    if {"permutation", "router"} <= ablated and not draws_freely:
        raise UsageError(
            "Ablating 'router' changes nothing when 'permutation' is ablated too: the experts are the same.",
            hint="Name one of the two.",
        )
