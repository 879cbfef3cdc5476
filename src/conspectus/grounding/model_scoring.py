"""Models that score support (of the kind of MiniCheck), pluggable beside the rules."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from conspectus.foundation.registry import Registry


class SupportModel(Protocol):
    """Gives how likely evidence supports a claim.

    Tang et al. (2024), "MiniCheck: Efficient Fact-Checking of LLMs on Grounding Documents", is the pattern. The rules
    on numbers and names beside it are never overruled: a model only replaces the share of words that are covered.
    """

    @property
    def available(self) -> bool:
        """Whether its weights are there; what is not available is left out of every table."""
        ...

    def score(self, claims: Sequence[str], evidence: Sequence[str]) -> Sequence[float]:
        """Gives a probability in [0, 1] for each claim with the evidence of the same place."""
        ...


SUPPORT_MODELS = Registry("support model", {}, group="conspectus.support_models")
"""Callables without parameters that give a ``SupportModel``; other packages add theirs."""


def available_models() -> dict[str, SupportModel]:
    """Gives the registered models whose weights are there, by name."""
    made: dict[str, SupportModel] = {name: factory() for name, factory in SUPPORT_MODELS.items()}
    return {name: model for name, model in made.items() if model.available}
