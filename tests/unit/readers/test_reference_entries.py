"""Reference lists of our own in the common styles: where entries begin and what they say."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from conspectus.domain.document import Reference
from conspectus.foundation.text.normalise import match_key
from conspectus.readers.reference_entries import split_references

ACL = """
Ada Moor, Ben Hill, Carla de Vries, and Dmitri Kozlov-
Petrov. 2019a. Reading the dances of honey-
bees from video. In Proceedings of the 4th Workshop
on Insects, pages 101–112, Oslo, Norway. Bee Society.
Ada Moor and Ben Hill. 2019b. Counting wings.
In BEES.
Ben A. Hill. 2007. Frosts and flow-
ers. Journal of Meadow Studies, 12(3):45–
58, May.
Laurens van der Berg, Ada Moor, et al. 2020. Bees at night: a
survey. ArXiv, abs/2003.01234.
""".strip().splitlines()

IEEE = """
[1] A. Moor, B. C. Hill, and D. van Dam, “Bees in the city: A
survey of roofs,” Journal of Urban Insects, vol. 33, no. 4, pp. 362–
371, 2004.
[2] E. Frost et al., “Wings?,” in Proc. Insect Conf., Oslo, 2011, pp. 9–17,
doi: 10.5555/insect.
2011.17.
[3] International Bee Office, Focus on Hives. Bern, 2007.
""".strip().splitlines()

VANCOUVER = """
1. Moor AB, Hill C, Frost DE Jr, et al. Feeding of bees in winter:
a trial. Am J Bees. 2008;52(2):1259-64. PMID: 12345678
2. Hill C. Hives and heat. In: Dam E, editor. Handbook of bees. 2nd
ed. Oslo: Bee Press; 1998. p. 12-19.
""".strip().splitlines()

APA = """
Moor, A. B., Hill, C., & van Dam, E. (2001). How bees find roofs. Journal of Urban
Insects, 34(2), 97–101. https://doi.org/10.5555/jui.
2001.34
World Bee Organization. (2015). Bees of the world (3rd ed.). Bee Press.
""".strip().splitlines()


def read(lines: list[str]) -> list[Reference]:
    return list(split_references(lines))


def test_list_by_author_and_year_of_acl() -> None:
    found = read(ACL)
    assert [reference.key for reference in found] == ["b0", "b1", "b2", "b3"]
    assert [reference.year for reference in found] == [2019, 2019, 2007, 2020]
    assert found[0].authors == ("Moor, Ada", "Hill, Ben", "de Vries, Carla", "Kozlov-Petrov, Dmitri")
    assert found[0].title == "Reading the dances of honeybees from video"
    assert found[0].venue == "Proceedings of the 4th Workshop on Insects"
    assert found[0].pages == "101-112"
    assert found[2].title == "Frosts and flowers"
    assert (found[2].venue, found[2].volume, found[2].pages) == ("Journal of Meadow Studies", "12", "45-58")
    assert found[3].authors == ("van der Berg, Laurens", "Moor, Ada")
    assert found[3].arxiv == "2003.01234"


def test_numbered_list_of_ieee() -> None:
    found = read(IEEE)
    assert [reference.label for reference in found] == ["1", "2", "3"]
    assert found[0].authors == ("Moor, A.", "Hill, B. C.", "van Dam, D.")
    assert found[0].title == "Bees in the city: A survey of roofs"
    assert (found[0].venue, found[0].volume, found[0].pages, found[0].year) == (
        "Journal of Urban Insects",
        "33",
        "362-371",
        2004,
    )
    assert found[1].doi == "10.5555/insect.2011.17"
    assert found[1].pages == "9-17"
    assert found[2].year == 2007


def test_numbered_list_of_vancouver() -> None:
    found = read(VANCOUVER)
    assert found[0].authors == ("Moor, A. B.", "Hill, C.", "Frost, D. E., Jr")
    assert found[0].title == "Feeding of bees in winter: a trial"
    assert (found[0].venue, found[0].year, found[0].volume, found[0].pages) == ("Am J Bees", 2008, "52", "1259-64")
    assert found[0].pmid == "12345678"
    assert found[1].title == "Hives and heat"
    assert found[1].venue.startswith("Handbook of bees")
    assert found[1].pages == "12-19"


def test_list_of_apa() -> None:
    found = read(APA)
    assert found[0].authors == ("Moor, A. B.", "Hill, C.", "van Dam, E.")
    assert found[0].title == "How bees find roofs"
    assert (found[0].venue, found[0].volume, found[0].pages) == ("Journal of Urban Insects", "34", "97-101")
    assert found[0].doi == "10.5555/jui.2001.34"
    assert found[1].authors == ("World Bee Organization",)
    assert found[1].year == 2015


@pytest.mark.parametrize(
    ("text", "title", "venue", "volume", "pages"),
    [
        ("Moor AB, Hill C: Wings at work. Bee Lett 1994, 331:1601-6.", "Wings at work", "Bee Lett", "331", "1601-6"),
        (
            "Moor A, Hill C. 1993. Wings at work. Bee Letters 48:109–116",
            "Wings at work",
            "Bee Letters",
            "48",
            "109-116",
        ),
        (
            "Moor, A., Hill, C.: Wings at work. Bee Letters 9(2), 1–19 (1993)",
            "Wings at work",
            "Bee Letters",
            "9",
            "1-19",
        ),
        (
            "Moor, A. B. & Hill, C. Wings at work. Bee Letters 12, 1–9 (1993).",
            "Wings at work",
            "Bee Letters",
            "12",
            "1-9",
        ),
        (
            "Ada Moor. 1993. Wings at work. Bee. Lett. Eng. 22, 6 (1993), 29–30.",
            "Wings at work",
            "Bee. Lett. Eng",
            "22",
            "29-30",
        ),
        ("Moor, A., 1993. Wings at work? Bee Letters 22, 29–30.", "Wings at work?", "Bee Letters", "22", "29-30"),
    ],
    ids=["bmc", "peerj", "springer", "nature", "acm", "harvard"],
)
def test_parts_of_an_entry_by_style(text: str, title: str, venue: str, volume: str, pages: str) -> None:
    (found,) = read([text])
    assert (found.title, found.year) == (title, int("1994" if "1994" in text else "1993"))
    assert (found.venue, found.volume, found.pages) == (venue, volume, pages)
    assert found.authors[0].startswith("Moor, A")
    assert found.text == text


def test_labels_of_letters_and_years() -> None:
    found = read(["[MH19] Ada Moor and Ben Hill. Wings. Bee Letters,", "2019.", "[Hil07] Ben Hill. Frosts. 2007."])
    assert [reference.label for reference in found] == ["MH19", "Hil07"]


def test_number_within_a_line_opens_the_next_entry() -> None:
    found = read(["[1] A. Moor. Wings. 2019. [2] B. Hill. Frosts. 2020.", "[3] C. Dam. Roofs. 2021."])
    assert [(reference.label, reference.year) for reference in found] == [("1", 2019), ("2", 2020), ("3", 2021)]


def test_years_and_volumes_at_line_starts_are_no_labels() -> None:
    lines = [
        "1. Moor A: Wings in winter and in spring. Bee Lett",
        "2. 1999, 12:1–3.",
        "2. Hill B: Frosts. Bee Lett 2001,",
    ]
    found = read([*lines, "9:7–8.", "3. Dam C: Roofs. Bee Lett 2002, 10:1–2."])
    assert [reference.label for reference in found] == ["1", "2", "3"]


def test_compound_keeps_its_hyphen_where_the_paper_has_it_so() -> None:
    lines = ["[1] A. Moor. Cold-", "blooded bees. 2019.", "[2] B. Hill. Mea-", "dows. 2020."]
    words = frozenset({"cold-blooded", "meadows"})
    assert [reference.title for reference in split_references(lines, words=words)] == ["Cold-blooded bees", "Meadows"]


def test_nothing_gives_nothing() -> None:
    assert split_references([]) == ()
    assert split_references(["", "  ", "—"]) == ()


LINE = st.text(alphabet=st.sampled_from("abcXYZ ,.-()[]:;“”&/0123456789äé–\u00ad"), max_size=60)


@given(st.lists(st.one_of(LINE, st.sampled_from(ACL + IEEE + VANCOUVER + APA)), max_size=25))
def test_no_word_of_a_list_is_lost(lines: list[str]) -> None:
    found = split_references(lines)
    assert len({reference.key for reference in found}) == len(found)
    shown = "".join(reference.label + reference.text for reference in found)
    letters = [char for char in "".join(lines) if char.isalpha()]
    assert sum(char.isalpha() for char in shown) == len(letters)


def letters_of(text: str) -> str:
    """The raw text has stray spaces behind hyphens, which the reader takes out."""
    return "".join(char for char in match_key(text) if char.isalnum())


def _wrapped(text: str, width: int) -> list[str]:
    lines, line = [], ""
    for word in text.split():
        if line and len(line) + len(word) >= width:
            lines.append(line)
            line = word
        else:
            line = f"{line} {word}".strip()
    return [*lines, line]


def test_lists_of_real_articles_are_cut_where_they_were() -> None:
    folder = Path(__file__).resolve().parents[4] / "shared" / "data" / "pdf_tei" / "grobid_tei_of_pmc_ccby"
    if not folder.is_dir():
        pytest.skip("the TEI files to measure with are not beside the repository")
    from lxml import etree

    hits = total = given_back = 0
    for file in sorted(folder.glob("*.xml")):
        notes = etree.parse(file).iterfind(".//{*}note[@type='raw_reference']")
        texts = [" ".join("".join(note.itertext()).split()) for note in notes]
        width = random.Random(file.name).choice([48, 60, 85])
        lines = [line for number, text in enumerate(texts, 1) for line in _wrapped(f"{number}. {text}", width)]
        found = split_references(lines)
        wanted = {letters_of(text) for text in texts}
        hits += sum(letters_of(reference.text) in wanted for reference in found)
        total, given_back = total + len(texts), given_back + len(found)
    assert 2 * hits / (total + given_back) > 0.97
