from __future__ import annotations

import pytest

from conspectus.domain.document_building import abstract_document
from conspectus.domain.paper import MeshHeading, Paper
from conspectus.evaluation.topic_pages.naming import forms_of, is_on_topic, natural_order

PAPER = Paper(
    id="a",
    title="Liver neoplasms of sheep",
    mesh=(MeshHeading(descriptor="Arthroplasty, Replacement, Knee"),),
    documents=(abstract_document("Röd fever came in May."),),
)


def test_a_heading_in_natural_order() -> None:
    assert natural_order("Arthroplasty, Replacement, Knee") == "Knee Replacement Arthroplasty"


@pytest.mark.parametrize(
    ("name", "headings", "expected"),
    [
        ("Neoplasms, Liver", False, True),
        ("rod fevers", False, True),
        ("Knee Replacement Arthroplasty", True, True),
        ("Knee Replacement Arthroplasty", False, False),
        ("liver", True, True),
        ("live", True, False),
    ],
)
def test_a_paper_names_a_topic_word_for_word(name: str, headings: bool, expected: bool) -> None:
    assert is_on_topic(PAPER, (name,), headings=headings) is expected


def test_forms_are_both_orders_and_both_numbers() -> None:
    assert forms_of(("Fever, Swamp",)) == {"fever swamp", "swamp fever", "fever swamps", "swamp fevers"}
