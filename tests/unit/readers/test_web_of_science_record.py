from __future__ import annotations

import pytest

from conspectus.domain.paper import Author
from conspectus.foundation.errors import BrokenRecord
from conspectus.readers.web_of_science_record import wos_paper


def test_a_book_has_its_own_tags_for_authors() -> None:
    found = wos_paper({"PT": ["B"], "TI": ["Wells"], "BA": ["Moor, I"], "BF": ["Moor, Ida"], "BE": ["Brook, Al"]})
    assert found.authors == (Author(family="Moor", given="Ida"),)
    assert found.editors == (Author(family="Brook", given="Al"),)


def test_short_names_stand_in_where_full_ones_are_fewer() -> None:
    found = wos_paper({"TI": ["Wells"], "AU": ["Moor, I", "Brook, A"], "AF": ["Moor, Ida"]})
    assert [author.full for author in found.authors] == ["I. Moor", "A. Brook"]


@pytest.mark.parametrize(
    ("cited", "volume", "pages", "doi"),
    [
        ("Moor I, 1999, J WELLS, V12, P34", "12", "34", ""),
        ("Moor I, 1999, J WELLS, V12, ARTN e5, DOI 10.1000/A", "12", "e5", "10.1000/a"),
        ("Moor I, 1999, J WELLS, V12, DOI [10.1000/A, 10.1000/B]", "12", "", "10.1000/a"),
        ("Moor I, 1999, J WELLS", "", "", ""),
    ],
)
def test_parts_of_cited_references(cited: str, volume: str, pages: str, doi: str) -> None:
    (reference,) = wos_paper({"TI": ["Wells"], "CR": [cited]}).documents[0].references
    assert (reference.volume, reference.pages, reference.doi) == (volume, pages, doi)
    assert (reference.year, reference.venue, reference.text) == (1999, "J WELLS", cited)


def test_nothing_is_no_paper() -> None:
    with pytest.raises(BrokenRecord):
        wos_paper({"PT": ["J"], "VL": ["1"]})
