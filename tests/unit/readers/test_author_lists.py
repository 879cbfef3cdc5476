from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from conspectus.domain.paper import Author
from conspectus.readers.author_lists import parse_names, restored_case

LISTS = [
    # separators
    ("Smith J, Jones K", ["J. Smith", "K. Jones"]),
    ("Smith JA, Jones K, Brown LM", ["J. A. Smith", "K. Jones", "L. M. Brown"]),
    ("Smith, J.; Jones, K.", ["J. Smith", "K. Jones"]),
    ("Smith, John; Jones, Kim;", ["John Smith", "Kim Jones"]),
    ("Smith, J., Jones, K.", ["J. Smith", "K. Jones"]),
    ("Smith, J. A., Jones, K., & Brown, L.", ["J. A. Smith", "K. Jones", "L. Brown"]),
    ("Smith, J., and Jones, K.", ["J. Smith", "K. Jones"]),
    ("John Smith, Jane Doe and Bob Roe", ["John Smith", "Jane Doe", "Bob Roe"]),
    ("John Smith, Jane Doe, and Bob Roe", ["John Smith", "Jane Doe", "Bob Roe"]),
    ("John Smith & Jane Doe", ["John Smith", "Jane Doe"]),
    ("Smith, John and Doe, Jane", ["John Smith", "Jane Doe"]),
    ("Smith, John and Doe, Jane and Roe, Bob", ["John Smith", "Jane Doe", "Bob Roe"]),
    ("Smith and Jones", ["Smith", "Jones"]),
    ("Smith, Jones and Brown", ["Smith", "Jones", "Brown"]),
    ("John Smith\nJane Doe", ["John Smith", "Jane Doe"]),
    ("Smith, John | Doe, Jane", ["John Smith", "Jane Doe"]),
    ("J. A. Smith, K. Jones", ["J. A. Smith", "K. Jones"]),
    ("J Smith, K Jones, L Brown", ["J. Smith", "K. Jones", "L. Brown"]),
    ("Smith, John, Doe, Jane", ["John Smith", "Jane Doe"]),
    ("Plato, Aristotle, Socrates", ["Plato", "Aristotle", "Socrates"]),
    ("John Smith, Jane Doe", ["John Smith", "Jane Doe"]),
    ("张伟, 李娜", ["张伟", "李娜"]),
    ("张伟；李娜", ["张伟", "李娜"]),
    ("山田太郎、鈴木花子", ["山田太郎", "鈴木花子"]),
    # one person
    ("Smith J", ["J. Smith"]),
    ("Smith, John", ["John Smith"]),
    ("John Smith", ["John Smith"]),
    ("Plato", ["Plato"]),
    ("García Márquez, Gabriel José", ["Gabriel José García Márquez"]),
    ("van der Berg, Jan Willem", ["Jan Willem van der Berg"]),
    ("Smith, John, Jr.", ["John Smith Jr."]),
    # the rest of the list is dropped
    ("Smith J, et al", ["J. Smith"]),
    ("Smith J, Jones K, et al.", ["J. Smith", "K. Jones"]),
    ("Smith J and others", ["J. Smith"]),
    ("Smith, J and Jones, K and others", ["J. Smith", "K. Jones"]),
    ("Smith, J.; Jones, K.; et al.", ["J. Smith", "K. Jones"]),
    ("Smith J, Jones K, ...", ["J. Smith", "K. Jones"]),
    ("et al.", []),
    ("", []),
    (" ;, ", []),
    # bodies among people
    ("World Health Organization", ["World Health Organization"]),
    ("Ministry of Health, Labour and Welfare", ["Ministry of Health, Labour and Welfare"]),
    ("Department of Health and Human Services", ["Department of Health and Human Services"]),
    ("Smith J; The ATLAS Collaboration; Jones K", ["J. Smith", "The ATLAS Collaboration", "K. Jones"]),
    ("{World Health Organization} and Smith, John", ["World Health Organization", "John Smith"]),
    ("{Barnes and Noble}", ["Barnes and Noble"]),
    # suffixes, degrees, particles
    ("Smith, John, Jr.; Doe, Jane", ["John Smith Jr.", "Jane Doe"]),
    ("Smith JA 3rd, Jones K Jr", ["J. A. Smith 3rd", "K. Jones Jr"]),
    ("John Smith, MD, PhD, Jane Doe, MD", ["John Smith", "Jane Doe"]),
    ("de Souza RA, van Dijk B-J", ["R. A. de Souza", "B.-J. van Dijk"]),
    # marks
    ("John Smith<sup>1,2</sup>, Jane Doe<sup>*</sup>", ["John Smith", "Jane Doe"]),
    ("John Smith1,2, Jane Doe3", ["John Smith", "Jane Doe"]),
    ("John Smith¹, Jane Doe²", ["John Smith", "Jane Doe"]),
    ("J&uuml;rgen M&uuml;ller; Jane Doe", ["Jürgen Müller", "Jane Doe"]),
    # capitals
    ("SMITH JA, JONES K", ["J. A. Smith", "K. Jones"]),
    ("SMITH, JOHN A.; VAN DER BERG, JAN", ["John A. Smith", "Jan van der Berg"]),
    ("MCDONALD A, O'BRIEN-SMITH KL, LE ROUX P", ["A. McDonald", "K. L. O'Brien-Smith", "P. Le Roux"]),
    ("SMITH J, van der Berg K", ["J. SMITH", "K. van der Berg"]),
    ("MÜLLER J", ["J. Müller"]),
]


@pytest.mark.parametrize("text, names", LISTS)
def test_whole_author_strings(text: str, names: list[str]) -> None:
    assert [author.full for author in parse_names(text)] == names


def test_case_comes_back_only_where_the_whole_list_is_in_capitals() -> None:
    body = Author(literal="WHO")
    all_capitals = (Author(family="DE SOUZA", given="ANA"), body, Author(family="SMITH", given="J.", suffix="JR."))
    assert restored_case(all_capitals) == (
        Author(family="Souza", given="Ana", particle="de"), body, Author(family="Smith", given="J.", suffix="Jr."),
    )  # fmt: skip
    mixed = (Author(family="SMITH", given="J."), Author(family="Jones", given="K."))
    assert restored_case(mixed) == mixed
    assert restored_case((body,)) == (body,)
    assert restored_case((Author(family="张"),)) == (Author(family="张"),)


FAMILIES = st.from_regex(r"[A-Z][a-z]{2,8}", fullmatch=True).filter(
    lambda name: name.lower() not in ("and", "und", "editor", "editors", "group", "others", "anon", "dr", "prof")
)
INITIALS = st.from_regex(r"[A-HJ-UWYZ]{1,2}", fullmatch=True).filter(
    lambda text: text not in ("MD", "JD", "RN", "JR", "SR")
)


@given(st.lists(st.tuples(FAMILIES, INITIALS), min_size=1, max_size=6))
def test_order_and_count_are_kept_in_every_style(people: list[tuple[str, str]]) -> None:
    wanted = [(family, initials[0]) for family, initials in people]
    dotted = [(family, ". ".join(initials) + ".") for family, initials in people]
    styles = [
        ", ".join(f"{family} {initials}" for family, initials in people),
        "; ".join(f"{family}, {initials}" for family, initials in dotted),
        ", ".join(f"{family}, {initials}" for family, initials in dotted),
        " and ".join(f"{family}, {initials}" for family, initials in dotted),
    ]
    for text in styles:
        assert [(author.family, author.given[:1]) for author in parse_names(text)] == wanted, text
        assert [(author.family, author.given[:1]) for author in parse_names(text + ", et al.")] == wanted, text


@given(st.text(max_size=80) | st.text(st.sampled_from("Aab ,.{};&*1²JMDand\n"), max_size=40))
def test_any_text_gives_authors_with_names(text: str) -> None:
    assert all(author.family or author.literal or author.given for author in parse_names(text))
