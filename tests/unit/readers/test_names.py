from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from conspectus.domain.paper import Author
from conspectus.readers.names import normal_orcid, parse_name, person, spell_initials, split_particle

# text, family, given, particle, suffix
PEOPLE = [
    # family and initials
    ("Smith JA", "Smith", "J. A.", "", ""),
    ("Smith J.A.", "Smith", "J. A.", "", ""),
    ("Smith J A", "Smith", "J. A.", "", ""),
    ("Smith J. A.", "Smith", "J. A.", "", ""),
    ("Smith J", "Smith", "J.", "", ""),
    ("Smith JA 3rd", "Smith", "J. A.", "", "3rd"),
    ("Smith JA Jr", "Smith", "J. A.", "", "Jr"),
    ("SMITH JA", "SMITH", "J. A.", "", ""),
    ("Dupont J-P", "Dupont", "J.-P.", "", ""),
    ("Dupont J.-P.", "Dupont", "J.-P.", "", ""),
    ("García López M", "García López", "M.", "", ""),
    ("de Souza RA", "Souza", "R. A.", "de", ""),
    ("De Backer D", "De Backer", "D.", "", ""),
    ("College K", "College", "K.", "", ""),
    ("van der Berg J", "Berg", "J.", "van der", ""),
    ("von Neumann J", "Neumann", "J.", "von", ""),
    ("dos Santos AB", "Santos", "A. B.", "dos", ""),
    ("della Torre F", "Torre", "F.", "della", ""),
    ("al-Sayed A", "al-Sayed", "A.", "", ""),
    ("O'Brien K", "O'Brien", "K.", "", ""),
    ("McDonald RT", "McDonald", "R. T.", "", ""),
    ("MacLeod A", "MacLeod", "A.", "", ""),
    ("LE ROUX P", "LE ROUX", "P.", "", ""),
    ("Group J", "Group", "J.", "", ""),
    ("Team X", "Team", "X.", "", ""),
    ("Smith MD", "Smith", "M. D.", "", ""),
    ("Smith RN", "Smith", "R. N.", "", ""),
    # family, given
    ("Smith, John A.", "Smith", "John A.", "", ""),
    ("Smith, J.A.", "Smith", "J. A.", "", ""),
    ("Smith, JA", "Smith", "J. A.", "", ""),
    ("Smith, J. A.", "Smith", "J. A.", "", ""),
    ("Wang, Y", "Wang", "Y.", "", ""),
    ("van der Berg, J.", "Berg", "J.", "van der", ""),
    ("Berg, J. van der", "Berg", "J.", "van der", ""),
    ("Humboldt, Alexander von", "Humboldt", "Alexander von", "", ""),
    ("de la Cruz, Ana", "Cruz", "Ana", "de la", ""),
    ("von der Leyen, U.", "Leyen", "U.", "von der", ""),
    ("'t Hooft, Gerard", "Hooft", "Gerard", "'t", ""),
    ("ben Ali, M.", "Ali", "M.", "ben", ""),
    ("Ben Ali, M.", "Ben Ali", "M.", "", ""),
    ("Smith, John A., Jr.", "Smith", "John A.", "", "Jr."),
    ("Smith, Jr., John A.", "Smith", "John A.", "", "Jr."),
    ("Smith, John, III", "Smith", "John", "", "III"),
    ("Smith, John, Sr", "Smith", "John", "", "Sr"),
    ("SMITH, JOHN", "SMITH", "JOHN", "", ""),
    ("Smith-Jones, Ann-Marie", "Smith-Jones", "Ann-Marie", "", ""),
    ("García Márquez, Gabriel José", "García Márquez", "Gabriel José", "", ""),
    ("Group, Anna", "Group", "Anna", "", ""),
    ("Editor, A.", "Editor", "A.", "", ""),
    ("Kim, Min-Su", "Kim", "Min-Su", "", ""),
    ("Nguyen, Van An", "Nguyen", "Van An", "", ""),
    ("Smith,John", "Smith", "John", "", ""),
    ("  Smith ,  John ", "Smith", "John", "", ""),
    # reading order
    ("John Smith", "Smith", "John", "", ""),
    ("John Smith, Jr.", "Smith", "John", "", "Jr."),
    ("John Smith Jr", "Smith", "John", "", "Jr"),
    ("John Smith III", "Smith", "John", "", "III"),
    ("J. Smith", "Smith", "J.", "", ""),
    ("J.A. Smith", "Smith", "J. A.", "", ""),
    ("J. A. Smith", "Smith", "J. A.", "", ""),
    ("J.-P. Dupont", "Dupont", "J.-P.", "", ""),
    ("Ludwig van der Berg", "Berg", "Ludwig", "van der", ""),
    ("Maria de la Cruz", "Cruz", "Maria", "de la", ""),
    ("Vincent van Gogh", "Gogh", "Vincent", "van", ""),
    ("Charles de Gaulle", "Gaulle", "Charles", "de", ""),
    ("Abd al-Rahman", "al-Rahman", "Abd", "", ""),
    ("Mary-Jane O'Neil", "O'Neil", "Mary-Jane", "", ""),
    ("Plato", "Plato", "", "", ""),
    ("Editor", "Editor", "", "", ""),
    ("Group", "Group", "", "", ""),
    ("Jane Editor", "Editor", "Jane", "", ""),
    ("Anna Group", "Group", "Anna", "", ""),
    ("J. Group", "Group", "J.", "", ""),
    ("Anna Maria College", "College", "Anna Maria", "", ""),
    ("Zhang Wei", "Wei", "Zhang", "", ""),
    ("Nguyen Van An", "An", "Nguyen Van", "", ""),
    ("Müller", "Müller", "", "", ""),
    ("Łukasz Żółw", "Żółw", "Łukasz", "", ""),
    # other scripts keep their order
    ("张伟", "张伟", "", "", ""),
    ("张 伟", "张 伟", "", "", ""),
    ("张, 伟", "张", "伟", "", ""),
    ("김 민수", "김 민수", "", "", ""),
    ("山田 太郎", "山田 太郎", "", "", ""),
    ("Иванов, И.", "Иванов", "И.", "", ""),
    # degrees, titles, marks, addresses
    ("John Smith, MD", "Smith", "John", "", ""),
    ("John Smith, MD, PhD", "Smith", "John", "", ""),
    ("John Smith, Ph.D.", "Smith", "John", "", ""),
    ("John Smith PhD", "Smith", "John", "", ""),
    ("John Smith MD PhD", "Smith", "John", "", ""),
    ("Smith JA, MD", "Smith", "J. A.", "", ""),
    ("Smith, John, MD", "Smith", "John", "", ""),
    ("Smith, John, Jr., MD", "Smith", "John", "", "Jr."),
    ("Dr. John Smith", "Smith", "John", "", ""),
    ("Prof. Dr. med. Anna Berg", "Berg", "Anna", "", ""),
    ("Mrs. Anna Berg", "Berg", "Anna", "", ""),
    ("John Smith1,2", "Smith", "John", "", ""),
    ("John Smith 1,2*", "Smith", "John", "", ""),
    ("John Smith*", "Smith", "John", "", ""),
    ("Smith J¹", "Smith", "J.", "", ""),
    ("Smith J.*", "Smith", "J.", "", ""),
    ("Smith, J.1", "Smith", "J.", "", ""),
    ("Jean Dupont†", "Dupont", "Jean", "", ""),
    ("Jean Dupont¹²", "Dupont", "Jean", "", ""),
    ("John Smith <j@x.org>", "Smith", "John", "", ""),
    ("John Smith (j.smith@x.org)", "Smith", "John", "", ""),
    ("Weir, M.D.", "Weir", "M. D.", "", ""),
    ("Bednar, J.D.", "Bednar", "J. D.", "", ""),
    ("García López, M.D.", "García López", "M. D.", "", ""),
    ("Smith, MD", "Smith", "M. D.", "", ""),
    ("John A. Smith, M.D.", "Smith", "John A.", "", ""),
    # the rest of a list
    ("Smith J, et al.", "Smith", "J.", "", ""),
    ("Smith J et al", "Smith", "J.", "", ""),
    ("Smith, John and others", "Smith", "John", "", ""),
]

BODIES = [
    ("{Barnes and Noble, Inc.}", "Barnes and Noble, Inc."),
    ("{{WHO}}", "WHO"),
    ("{World Health Organization}", "World Health Organization"),
    ("World Health Organization", "World Health Organization"),
    ("The ATLAS Collaboration", "The ATLAS Collaboration"),
    ("Ministry of Health, Labour and Welfare", "Ministry of Health, Labour and Welfare"),
    ("ATLAS Collaboration", "ATLAS Collaboration"),
    ("Cochrane Group", "Cochrane Group"),
    ("CONSORT Group", "CONSORT Group"),
    ("COVID-19 Study Group", "COVID-19 Study Group"),
    ("GUSTO Investigators", "GUSTO Investigators"),
    ("The Lancet Editors", "The Lancet Editors"),
    ("Writing Committee", "Writing Committee"),
    ("International Human Genome Sequencing Consortium", "International Human Genome Sequencing Consortium"),
    ("European Commission", "European Commission"),
    ("King's College", "King's College"),
    ("Trinity College", "Trinity College"),
    ("University of Oxford", "University of Oxford"),
    ("Department of Health and Human Services", "Department of Health and Human Services"),
    ("Working Group 1", "Working Group 1"),
    ("World Bank", "World Bank"),
    ("United Nations", "United Nations"),
    ("NASA", "NASA"),
    ("R Core Team", "R Core Team"),
    ("Guideline Panel", "Guideline Panel"),
    ("Centers for Disease Control", "Centers for Disease Control"),
]

NOBODY = [
    "",
    "  ",
    "et al.",
    "et al",
    "others",
    "and others",
    "[Anonymous]",
    "Anonymous",
    "[No authors listed]",
    "{}",
    ",;",
    "n/a",
    "unknown",
]


@pytest.mark.parametrize("text, family, given_name, particle, suffix", PEOPLE)
def test_people(text: str, family: str, given_name: str, particle: str, suffix: str) -> None:
    assert parse_name(text) == Author(family=family, given=given_name, particle=particle, suffix=suffix)


@pytest.mark.parametrize("text, literal", BODIES)
def test_bodies(text: str, literal: str) -> None:
    assert parse_name(text) == Author(literal=literal)


@pytest.mark.parametrize("text", NOBODY)
def test_no_author(text: str) -> None:
    assert parse_name(text) is None


@pytest.mark.parametrize(
    "text",
    [
        "John Smith (0000-0002-1825-0097)",
        "John Smith https://orcid.org/0000-0002-1825-0097",
        "Smith, John [ORCID: 0000-0002-1825-0097]",
    ],
)
def test_an_orcid_beside_the_name_is_the_authors(text: str) -> None:
    assert parse_name(text) == Author(family="Smith", given="John", orcid="0000-0002-1825-0097")


def test_parts_of_names() -> None:
    assert split_particle("van der Berg") == ("van der", "Berg")
    assert split_particle("Berg") == ("", "Berg")
    assert person("von Neumann", "John") == Author(family="Neumann", given="John", particle="von")
    assert [spell_initials(text) for text in ("JA", "J-P", "J.A.", "Jo")] == ["J. A.", "J.-P.", "J. A.", "Jo"]
    assert normal_orcid("https://orcid.org/0000-0002-1825-0097") == "0000-0002-1825-0097"
    assert normal_orcid("000000021825009x") == "0000-0002-1825-009X"
    assert normal_orcid("12-34") == ""


@given(st.text(max_size=60) | st.text(st.sampled_from("Aab ,.{}*1²JMD-'vn@();"), max_size=30))
def test_any_text_gives_an_author_with_a_name_or_none(text: str) -> None:
    author = parse_name(text)
    assert author is None or author.family or author.literal or author.given
