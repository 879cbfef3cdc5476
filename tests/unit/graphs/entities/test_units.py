from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from conspectus.domain.document import Document
from conspectus.domain.document_building import ParagraphDraft, SectionDraft, build_document
from conspectus.foundation.text.tokens import count_words
from conspectus.graphs.entities.units import text_units

OWLS = "Owls hunt mice at night. Owls see mice in weak light. Mice hide from owls."
TRAINS = "Trains carry freight by day. Freight trains stop at stations. Stations load trains."


def document(*paragraphs: str, heading: str = "Methods") -> Document:
    return build_document([SectionDraft(heading=heading, paragraphs=[ParagraphDraft(text) for text in paragraphs])])


def test_a_short_paragraph_is_one_unit_with_offsets_and_addresses() -> None:
    made = document(OWLS, TRAINS)
    first, second = text_units(made)
    assert (first.id, second.id) == ("u1", "u2")
    assert made.text[first.start : first.end] == first.text == OWLS
    assert first.sentences == ("s1.p1.t1", "s1.p1.t2", "s1.p1.t3")
    assert first.heading == "Methods"


def test_a_long_paragraph_is_cut_where_its_words_change() -> None:
    units = text_units(document(f"{OWLS} {TRAINS}"), longest=20)
    assert [unit.text for unit in units] == [OWLS, TRAINS]


def test_a_single_long_sentence_stays_whole() -> None:
    sentence = "The " + " ".join(f"word{n}" for n in range(40)) + " ends."
    assert [unit.text for unit in text_units(document(sentence), longest=10)] == [sentence]


def test_in_sentence_mode_each_sentence_is_a_unit() -> None:
    units = text_units(document(OWLS), mode="sentence")
    assert [unit.sentences for unit in units] == [("s1.p1.t1",), ("s1.p1.t2",), ("s1.p1.t3",)]


def test_captions_and_formulas_are_no_units() -> None:
    section = SectionDraft(
        heading="Methods", paragraphs=[ParagraphDraft(OWLS), ParagraphDraft("E = mc2.", kind="formula")]
    )
    assert len(text_units(build_document([section]))) == 1


def test_a_unit_cannot_be_of_no_words() -> None:
    with pytest.raises(ValueError, match="at least 1"):
        text_units(document(OWLS), longest=0)


@settings(max_examples=30, deadline=None)
@given(
    texts=st.lists(
        st.lists(st.sampled_from(OWLS.split(". ") + TRAINS.split(". ")), min_size=1, max_size=8), min_size=1, max_size=4
    ),
    longest=st.integers(4, 40),
)
def test_every_sentence_is_in_exactly_one_unit_in_order(texts: list[list[str]], longest: int) -> None:
    made = document(*(" ".join(part.rstrip(".") + "." for part in parts) for parts in texts))
    units = text_units(made, longest=longest)
    named = [address for unit in units for address in unit.sentences]
    assert named == [place.address for place in made.sentences()]
    assert all(count_words(unit.text) <= longest or len(unit.sentences) == 1 for unit in units)
