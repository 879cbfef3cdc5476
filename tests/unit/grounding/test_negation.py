from __future__ import annotations

import pytest

from conspectus.grounding.negation import negation_findings
from conspectus.grounding.words import read


def is_found(claim: str, evidence: str) -> bool:
    return bool(negation_findings(read(claim), read(evidence)))


@pytest.mark.parametrize(
    "claim, evidence",
    [
        ("Mulch did not improve yields.", "Mulch improved yields."),
        ("Mulch improved yields.", "Mulch did not improve yields."),
        ("Mulch improved yields.", "Mulch failed to improve yields."),
        ("Rye grows without rain.", "Rye grows with rain."),
        ("Mulch was ineffective on clay.", "Mulch was effective on clay."),
        ("Mulch couldn't improve yields.", "Mulch could improve yields."),
    ],
)
def test_an_odd_number_of_cues_is_found(claim: str, evidence: str) -> None:
    assert is_found(claim, evidence)


@pytest.mark.parametrize(
    "claim, evidence",
    [
        ("Mulch failed to improve yields.", "Mulch did not improve yields."),
        ("Mulch cannot improve yields.", "Mulch can not improve yields."),
        ("Neither mulch nor lime improved yields.", "Mulch and lime did not improve yields."),
        ("Mulch improved yields.", "Mulch improved yields, and no foxes slept."),
        ("Not only yields rose.", "Yields rose."),
        ("Mulch was not effective.", "Mulch was ineffective."),
        ("Patients with heart failure recovered.", "Patients with heart trouble recovered."),
        ("There are no records of nests.", "Records of nests are scarce."),
    ],
)
def test_the_same_said_otherwise_is_not_found(claim: str, evidence: str) -> None:
    assert not is_found(claim, evidence)


def test_it_says_whose_word_denies() -> None:
    (mine,) = negation_findings(read("Mulch did not improve yields."), read("Mulch improved yields."))
    assert mine.words == "not"
    (theirs,) = negation_findings(read("Mulch improved yields."), read("Mulch did not improve yields."))
    assert theirs.words == ""
    assert "'not'" in theirs.message
