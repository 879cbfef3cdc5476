from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from conspectus.readers.table_names import listed, names_in


@pytest.mark.parametrize(
    ("cell", "wanted"),
    [
        ("Moor, Ida; Brook, Al", ["Moor, Ida", "Brook, Al"]),
        ("Moor I, Brook A, Li X", ["Moor, I", "Brook, A", "Li, X"]),
        ("Liu R., Adler D.G.", ["Liu, R.", "Adler, D.G."]),
        ("Wu J.", ["Wu, J."]),
        ("I Moor, AB Brook", ["I Moor", "AB Brook"]),
        ("I. Moor, A. B. Brook", ["I. Moor", "A. B. Brook"]),
        ("Ida Moor, Al Brook, Bo van der Berg", ["Ida Moor", "Al Brook", "Bo van der Berg"]),
        ("Moor, Ida", ["Moor, Ida"]),
        ("van der Berg, Jan Piet", ["van der Berg, Jan Piet"]),
        ("Garcia Lopez, Maria Jose", ["Garcia Lopez, Maria Jose"]),
        ("Moor, Ida and Brook, Al", ["Moor, Ida", "Brook, Al"]),
        ("Ida Moor and Al Brook", ["Ida Moor", "Al Brook"]),
        ("Ministry of Wells and Springs", ["Ministry of Wells and Springs"]),
        ("['Moor, Ida', \"O'Brook, Al\"]", ["Moor, Ida", "O'Brook, Al"]),
        ("Moor, Ida\nBrook, Al", ["Moor, Ida", "Brook, Al"]),
        ("Moor I.|Brook A.", ["Moor I.", "Brook A."]),
        ("Adeli K.Lewis G. F.", ["Adeli, K.", "Lewis, G. F."]),
        ("J.K.Rowling", ["J.K.Rowling"]),
        ("Smith A, et al.", ["Smith, A", "et al."]),
        ("", []),
    ],
)
def test_names(cell: str, wanted: list[str]) -> None:
    assert names_in(cell) == wanted


def test_a_column_that_parts_with_semicolons_does_not_part_with_commas() -> None:
    assert names_in("Moor I, Brook A", semicolons=True) == ["Moor I, Brook A"]


def test_glued_names() -> None:
    assert names_in("Prof. Ida MoorAl B. McBrookDr. Jo de LaVal", glued=True) == [
        "Ida Moor",
        "Al B. McBrook",
        "Jo de LaVal",
    ]


def test_lists() -> None:
    assert listed("['a', 'b']") == ["a", "b"]
    assert listed('["a", "b"]') == ["a", "b"]
    assert listed("[1, 2]") is None
    assert listed("['a', __import__('os')]") is None
    assert listed("['" + "[" * 5000 + "']") == ["[" * 5000]


@given(st.text(max_size=80), st.booleans(), st.booleans())
def test_no_letter_is_lost(cell: str, semicolons: bool, glued: bool) -> None:
    words = sum(char.isalpha() for char in " ".join(names_in(cell, semicolons=semicolons)))
    assert words <= sum(char.isalpha() for char in cell) or "and" in cell
    assert all(name == name.strip() and name for name in names_in(cell, semicolons=semicolons, glued=glued))
