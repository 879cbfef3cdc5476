"""The record of a run, made the same way for every product."""

from __future__ import annotations

import platform
import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from importlib.metadata import version
from typing import Any

from conspectus.domain.engine import Engine
from conspectus.domain.run_record import ModelUsage, RunRecord


@dataclass(frozen=True, slots=True, kw_only=True)
class RunStart:
    """When a run began, and what its engine's models had been asked for by then."""

    started: datetime
    used: ModelUsage


def begin_run(engine: Engine, now: datetime | None = None) -> RunStart:
    """Gives the beginning of a run; ``now`` is for tests."""
    return RunStart(started=now or datetime.now(UTC), used=engine.usage())


def make_run_record(
    begun: RunStart,
    engine: Engine,
    *,
    seed: int,
    parameters: Mapping[str, Any],
    seconds: Mapping[str, float],
    embedder: str = "",
) -> RunRecord:
    """Gives the record of a run that ends now.

    Args:
        begun: Its beginning.
        engine: Who performed its tasks.
        seed: Of its random draws.
        parameters: The request's values, as plain JSON values.
        seconds: Wall time by stage.
        embedder: The identity of the embedder that was used, "" for none.
    """
    return RunRecord(
        id=f"{begun.started:%Y%m%dT%H%M%S}-{secrets.token_hex(3)}",
        seed=seed,
        engine=engine.name,
        model=engine.model,
        embedder=embedder,
        versions=(
            ("conspectus", version("conspectus")),
            ("engine", engine.version),
            ("python", platform.python_version()),
            *engine.materials(),
        ),
        started=begun.started.isoformat(timespec="seconds"),
        seconds=tuple((stage, round(spent, 4)) for stage, spent in seconds.items()),
        usage=engine.usage().since(begun.used),
        parameters=tuple(parameters.items()),
    )
