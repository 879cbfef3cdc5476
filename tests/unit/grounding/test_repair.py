from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from conspectus.grounding.repair import repair_numbers

EVIDENCE = ["Straw mulch raised rye yields by 12 % in 340 plots.", "Foxes slept for 9 hours."]


@pytest.mark.parametrize(
    "text, repaired",
    [
        ("Mulch raised rye yields by 21 %.", "Mulch raised rye yields by 12 %."),
        ("Mulch raised rye yields by 12 %.", "Mulch raised rye yields by 12 %."),
        ("Mulch raised rye yields by 21 mg.", "Mulch raised rye yields by 21 mg."),
        ("Owls ate 77 voles.", "Owls ate 77 voles."),
        ("Foxes slept for 8 hours — “deeply”.", "Foxes slept for 8 hours — “deeply”."),
    ],
)
def test_a_number_is_replaced_where_it_can_be_told_which_is_meant(text: str, repaired: str) -> None:
    assert repair_numbers(text, EVIDENCE) == repaired


@given(st.text(max_size=100))
def test_a_text_that_is_its_own_evidence_stays(text: str) -> None:
    assert repair_numbers(text, [text]) == text
