"""Direction, comparison and hedges: what a claim says the other way round, or too surely."""

from __future__ import annotations

import pytest

from conspectus.grounding.comparison import comparison_findings
from conspectus.grounding.direction import direction_findings
from conspectus.grounding.hedges import hedge_findings
from conspectus.grounding.words import read


@pytest.mark.parametrize(
    "claim, evidence, words",
    [
        ("Mulch reduced yields.", "Mulch increased yields.", "reduced"),
        ("Yields were higher on clay.", "Yields were lower on clay.", "higher"),
        ("Nests were found before the flood.", "Nests were found after the flood.", "before"),
        ("Benefits to farmers were seen.", "Harm to farmers was seen.", "benefits"),
    ],
)
def test_directions_that_traded_places_are_found(claim: str, evidence: str, words: str) -> None:
    found = direction_findings(read(claim), read(evidence))
    assert [finding.words for finding in found] == [words]


@pytest.mark.parametrize(
    "claim, evidence",
    [
        ("Mulch increased yields and reduced losses.", "Mulch reduced losses and increased yields."),
        ("Yields rose with mulch.", "Mulch increased yields."),
        ("Mulch increased yields.", "Mulch increased yields, and lime reduced weeds."),
    ],
)
def test_the_same_direction_is_not_found(claim: str, evidence: str) -> None:
    assert direction_findings(read(claim), read(evidence)) == []


def test_exchanged_sides_are_found() -> None:
    evidence = read("Barley outperforms rye on sandy soils.")
    assert comparison_findings(read("Barley outperforms rye on clay."), evidence) == []
    assert comparison_findings(read("Rye is outperformed by barley on sandy soils."), evidence) == []
    (found,) = comparison_findings(read("Rye outperforms barley on sandy soils."), evidence)
    assert (found.kind, found.words) == ("comparison", "outperforms")
    assert comparison_findings(read("Foxes outperforms owls."), evidence) == []


def test_sides_of_two_comparisons_are_not_mixed() -> None:
    text = read("Barley yields more than rye, and rye yields more than oats.")
    assert comparison_findings(text, text) == []


def test_a_sure_claim_of_hedged_evidence_is_found() -> None:
    evidence = read("These data suggest that mulch may improve yields.")
    (found,) = hedge_findings(read("The data prove that mulch improves yields."), evidence)
    assert (found.kind, found.words) == ("hedge", "prove")
    assert hedge_findings(read("The data suggest that mulch clearly improves yields."), evidence) == []
    assert hedge_findings(read("Mulch improves yields."), evidence) == []
    assert hedge_findings(read("The data prove it."), read("The data prove that mulch improves yields.")) == []
