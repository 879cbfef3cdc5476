from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from conspectus.domain.xml_escape import from_xml, xml_attribute, xml_text


@given(st.text(st.characters()))
def test_every_text_is_read_back_as_it_was(text: str) -> None:
    assert from_xml(xml_text(text)) == text
    assert from_xml(xml_attribute(text)) == text


@pytest.mark.parametrize(
    ("text", "element", "attribute"),
    [
        ("plain ␡ text", "plain ␡ text", "plain ␡ text"),
        ("a\x01b", "a␛1;b", "a␛1;b"),
        ("a\tb\nc", "a\tb\nc", "a␛9;b␛A;c"),
        ("␛1;", "␛241B;1;", "␛241B;1;"),
        ("\r", "␛D;", "␛D;"),
    ],
)
def test_only_what_does_not_survive_is_escaped(text: str, element: str, attribute: str) -> None:
    assert xml_text(text) == element
    assert xml_attribute(text) == attribute


def test_what_nobody_wrote_is_left_alone() -> None:
    assert from_xml("␛ alone, ␛zz; and ␛FFFFFF;") == "␛ alone, ␛zz; and ␛FFFFFF;"
