from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from conspectus.domain.paper import Author
from conspectus.readers.names import normal_orcid, parse_name, person, spell_initials, split_particle


@pytest.mark.parametrize(
    "text, family, given_name, particle, suffix",
    [
        ("Smith JA", "Smith", "J. A.", "", ""),
        ("Smith J.A.", "Smith", "J. A.", "", ""),
        ("Smith J A", "Smith", "J. A.", "", ""),
        ("Smith JA 3rd", "Smith", "J. A.", "", "3rd"),
        ("SMITH JA", "SMITH", "J. A.", "", ""),
        ("Dupont J-P", "Dupont", "J.-P.", "", ""),
        ("de Souza RA", "Souza", "R. A.", "de", ""),
        ("De Backer D", "De Backer", "D.", "", ""),
        ("College K", "College", "K.", "", ""),
        ("van der Berg, J.", "Berg", "J.", "van der", ""),
        ("Berg, J. van der", "Berg", "J.", "van der", ""),
        ("Humboldt, Alexander von", "Humboldt", "Alexander von", "", ""),
        ("Smith, John A., Jr.", "Smith", "John A.", "", "Jr."),
        ("Smith, Jr., John A.", "Smith", "John A.", "", "Jr."),
        ("SMITH, JOHN", "SMITH", "JOHN", "", ""),
        ("Wang, Y", "Wang", "Y.", "", ""),
        ("John Smith", "Smith", "John", "", ""),
        ("John Smith, Jr.", "Smith", "John", "", "Jr."),
        ("J. Smith", "Smith", "J.", "", ""),
        ("Ludwig van der Berg", "Berg", "Ludwig", "van der", ""),
        ("Smith J, et al.", "Smith", "J.", "", ""),
        ("Plato", "Plato", "", "", ""),
    ],
)
def test_people(text: str, family: str, given_name: str, particle: str, suffix: str) -> None:
    assert parse_name(text) == Author(family=family, given=given_name, particle=particle, suffix=suffix)


@pytest.mark.parametrize(
    "text, literal",
    [
        ("{Barnes and Noble, Inc.}", "Barnes and Noble, Inc."),
        ("World Health Organization", "World Health Organization"),
        ("Ministry of Health, Labour and Welfare", "Ministry of Health, Labour and Welfare"),
        ("ATLAS Collaboration", "ATLAS Collaboration"),
        ("{{WHO}}", "WHO"),
    ],
)
def test_bodies(text: str, literal: str) -> None:
    assert parse_name(text) == Author(literal=literal)


@pytest.mark.parametrize(
    "text", ["", "  ", "et al.", "et al", "others", "[Anonymous]", "[No authors listed]", "{}", ",;"]
)
def test_no_author(text: str) -> None:
    assert parse_name(text) is None


def test_parts_of_names() -> None:
    assert split_particle("van der Berg") == ("van der", "Berg")
    assert split_particle("Berg") == ("", "Berg")
    assert person("von Neumann", "John") == Author(family="Neumann", given="John", particle="von")
    assert spell_initials("JA") == "J. A."
    assert spell_initials("Jo") == "Jo"
    assert normal_orcid("https://orcid.org/0000-0002-1825-0097") == "0000-0002-1825-0097"
    assert normal_orcid("000000021825009x") == "0000-0002-1825-009X"
    assert normal_orcid("12-34") == ""


@given(st.text(max_size=60))
def test_any_text_gives_an_author_with_a_name_or_none(text: str) -> None:
    author = parse_name(text)
    assert author is None or author.full
