"""The outcome of a verification: a verdict with its score, and what was found, kind by kind."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from conspectus.domain.cited_text import Verdict

FindingKind = Literal[
    "number",
    "unit",
    "name",
    "negation",
    "direction",
    "comparison",
    "hedge",
    "source",
    "overlap",
    "language",
    "verbatim",
]
FAULTS: frozenset[FindingKind] = frozenset(
    {"number", "unit", "name", "negation", "direction", "comparison", "hedge", "source"}
)
"""The kinds that speak against a claim; the others only explain a verdict."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """One thing found in comparing a claim with its evidence.

    ``words`` are those of the claim that it concerns, as written there, "" if it concerns all of it.
    """

    kind: FindingKind
    message: str
    words: str = ""

    @property
    def is_fault(self) -> bool:
        """Whether it speaks against the claim."""
        return self.kind in FAULTS


@dataclass(frozen=True, slots=True, kw_only=True)
class Support:
    """Whether evidence supports a claim.

    ``score`` is the support in [0, 1], below 0.5 for what is unsupported or contradicted, and None where the claim
    cannot be checked. ``deciding`` is the place of the deciding piece among the evidence, None if there is none.
    """

    verdict: Verdict
    score: float | None
    findings: tuple[Finding, ...] = ()
    deciding: int | None = None

    @property
    def faults(self) -> tuple[Finding, ...]:
        """The findings that speak against the claim."""
        return tuple(finding for finding in self.findings if finding.is_fault)

    @property
    def reasons(self) -> tuple[str, ...]:
        """The messages of the findings."""
        return tuple(finding.message for finding in self.findings)
