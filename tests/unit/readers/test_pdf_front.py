"""Front matter of first pages that we set ourselves, in the layouts of the common publishers."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from conspectus.readers.pdf_bylines import authors_of
from conspectus.readers.pdf_front import FrontLine, front_matter

ABSTRACT = [
    "We watched the bees of nine hives for a year and coun-",
    "ted how often they danced when the meadow was dry and",
    "how often when it was wet, and found no difference.",
]


def page(*blocks: tuple[float, bool, list[str]], gap: float = 14.0) -> list[FrontLine]:
    """Sets blocks of lines below each other: size, whether bold, lines."""
    lines: list[FrontLine] = []
    top = 40.0
    for size, bold, texts in blocks:
        top += gap
        for text in texts:
            lines.append(FrontLine(text=text, size=size, bold=bold, top=top))
            top += 1.15 * size
    return lines


def test_conference_paper_with_names_and_marks_on_the_same_line() -> None:
    lines = page(
        (9, False, ["Proceedings of the 3rd Meeting on Bees, pages 1–9, Oslo, May 2-3, 2021."]),
        (14.3, True, ["Reading Dances:", "What Bees Say in Wet Mead-", "ows"]),
        (12, False, ["Ada Moor†∗ Ben Q. Hill‡", "Carla van der Berg†,‡ and Dan Frost"]),
        (12, False, ["†Institute of Bees, Oslo", "{moor,hill}@bees.example"]),
        (12, True, ["Abstract"]),
        (10, False, ABSTRACT),
        (12, True, ["1 Introduction"]),
        (10, False, ["Bees dance. This is known since long ago, and yet nobody has counted."] * 6),
    )
    found = front_matter(lines)
    assert found.title == "Reading Dances: What Bees Say in Wet Meadows"
    assert [author.full for author in found.authors] == ["Ada Moor", "Ben Q. Hill", "Carla van der Berg", "Dan Frost"]
    assert found.authors[2].particle == "van der"
    assert found.year == 2021
    assert found.abstract is not None
    assert [line.text for line in lines[slice(*found.abstract)]] == ABSTRACT
    assert lines[found.body].text == "1 Introduction"
    assert found.title_lines == (1, 4)
    assert found.author_lines == (4, 5)


def test_journal_article_with_banner_structured_abstract_and_doi() -> None:
    labelled = ["Background: " + ABSTRACT[0], ABSTRACT[1], "Results: " + ABSTRACT[2]]
    lines = page(
        (8, False, ["Moor et al. Bee Letters 2014, 3:7", "https://doi.org/10.5555/bl.", "2014.7"]),
        (13, True, ["R E S EAR CH A R TIC L E Open Access"]),
        (24, False, ["Wings in wet weather: a count at the", "Department of Meadows"]),
        (11, False, ["Ada Moor1,2*, Ben Hill3", ", Carla Ng1 and Åse Øster2"]),
        (10.3, True, ["Abstract"]),
        (10, False, labelled),
        (10, False, ["Keywords: Bees, Wet weather, Counting of", "wings"]),
        (7.5, False, ["* Correspondence: moor@bees.example", "1Institute of Bees"]),
        (10.3, True, ["Background"]),
        (10, False, ["Bees dance. This is known since long ago, and yet nobody has counted."] * 9),
    )
    found = front_matter(lines)
    assert found.title == "Wings in wet weather: a count at the Department of Meadows"
    assert [author.full for author in found.authors] == ["Ada Moor", "Ben Hill", "Carla Ng", "Åse Øster"]
    assert found.identifiers.doi == "10.5555/bl.2014.7"
    assert found.keywords == ("Bees", "Wet weather", "Counting of wings")
    assert found.abstract is not None
    assert [line.text for line in lines[slice(*found.abstract)]] == labelled
    assert lines[found.body].text == "Background"


def test_names_with_affiliations_below_each() -> None:
    lines = page(
        (17, True, ["Hives on Roofs: a Survey"]),
        (12, False, ["Ada Moor"]),
        (10, False, ["Urban Bees", "Oslo, Norway", "ada@bees.example"]),
        (12, False, ["Ben Hill"]),
        (10, False, ["Trinity College", "Dublin, Ireland"]),
        (10.9, True, ["ABSTRACT"]),
        (9, False, ABSTRACT),
        (10.9, True, ["CCS CONCEPTS"]),
        (9, False, ["• Applied computing → Bees."]),
        (10.9, True, ["1 INTRODUCTION"]),
        (9, False, ["Bees live on roofs, as everybody who has one knows."] * 9),
    )
    found = front_matter(lines)
    assert [author.full for author in found.authors] == ["Ada Moor", "Ben Hill"]
    assert found.abstract is not None
    assert [line.text for line in lines[slice(*found.abstract)]] == ABSTRACT
    assert lines[found.body].text == "1 INTRODUCTION"


def test_abstract_without_heading_and_run_in_heading() -> None:
    long = [text + " Every one of them was counted twice by two people who did not know." for text in ABSTRACT]
    bare = page(
        (18, False, ["Research Article", "Bees and the Weather"]),
        (12, False, ["Ada Moor and Ben Hill"]),
        (9, False, ["Copyright © 2010 Ada Moor et al. This is an open access article."]),
        (9, False, [*long, *long]),
        (12, True, ["1. Introduction"]),
        (10, False, ["Bees dance, as is known."] * 30),
    )
    found = front_matter(bare)
    assert found.title == "Bees and the Weather"
    assert found.abstract is not None
    assert [line.text for line in bare[slice(*found.abstract)]] == [*long, *long]
    run_in = page(
        (18, False, ["Bees and the Weather"]),
        (12, False, ["Ada Moor"]),
        (9, True, ["Abstract—" + ABSTRACT[0], *ABSTRACT[1:]]),
        (9, True, ["Index Terms—bees, weather."]),
        (10, False, ["I. INTRODUCTION", *["Bees dance, as is known."] * 30]),
    )
    found = front_matter(run_in)
    assert found.abstract is not None
    first = run_in[found.abstract[0]].text
    assert first[found.abstract_lead :] == ABSTRACT[0]
    assert found.keywords == ("bees", "weather")
    assert run_in[found.body].text == "I. INTRODUCTION"


def test_stamp_of_arxiv_names_the_paper_and_is_no_title() -> None:
    lines = page(
        (20, False, ["arXiv:2101.01234v2 [cs.IR] 5 Jan 2021"]),
        (16, True, ["Bees Index the Meadow"]),
        (10, False, ["Ada Moor", *["Running text of the paper that goes on for some time."] * 12]),
    )
    found = front_matter(lines)
    assert found.title == "Bees Index the Meadow"
    assert found.identifiers.arxiv == "2101.01234"
    assert found.year == 2021


def test_nothing_is_made_of_nothing() -> None:
    assert front_matter([]).title == ""
    found = front_matter([FrontLine(text="7", size=10)])
    assert (found.title, found.authors, found.abstract, found.body) == ("", (), None, 0)


def test_places_and_bodies_are_no_names() -> None:
    lines = page((10, False, ["University of Oslo", "1 Institute of Bees", "Oslo, 3 May 2021", "moor@bees.example"]))
    assert authors_of(lines, [line.text for line in lines], 0, len(lines)) == ((), ())


LINES = st.builds(
    FrontLine,
    text=st.one_of(
        st.text(max_size=40), st.sampled_from(["Abstract", "1 Introduction", "Ada Moor, Ben Hill", "Keywords: a"])
    ),
    size=st.sampled_from([7.5, 9.0, 10.0, 12.0, 17.0]),
    bold=st.booleans(),
    top=st.floats(-50, 900),
    page=st.sampled_from([1, 1, 2]),
)


@given(st.lists(LINES, max_size=30))
def test_ranges_lie_within_the_lines(lines: list[FrontLine]) -> None:
    found = front_matter(lines)
    for span in (found.title_lines, found.abstract, found.keyword_lines):
        assert span is None or 0 <= span[0] < span[1] <= len(lines)
    assert 0 <= found.body <= len(lines)
    if found.abstract is not None:
        assert 0 <= found.abstract_lead <= len(lines[found.abstract[0]].text) + 1
