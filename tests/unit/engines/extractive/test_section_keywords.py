from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from conspectus.domain.scientific_entities import SectionKeyword
from conspectus.engines.extractive.section_keywords import apart, section_keywords

SECTION = (
    "Peat bogs store carbon for thousands of years.",
    "Drained peat bogs lose carbon through microbial decay.",
    "We measured microbial decay with closed chambers.",
    "Closed chambers were placed on drained plots.",
)


def test_the_phrases_a_section_speaks_of() -> None:
    found = section_keywords(SECTION, most=5)
    texts = [keyword.text.lower() for keyword in found]
    assert "microbial decay" in texts
    assert any("peat bogs" in text for text in texts)
    assert found[0].score == 1.0
    assert [k.score for k in found] == sorted((k.score for k in found), reverse=True)


def test_no_two_say_the_same() -> None:
    keywords = (
        SectionKeyword(text="peat bogs", score=1.0),
        SectionKeyword(text="drained peat bog", score=0.9),
        SectionKeyword(text="peat", score=0.8),
        SectionKeyword(text="closed chambers", score=0.7),
    )
    assert [k.text for k in apart(keywords, most=5)] == ["peat bogs", "closed chambers"]
    assert len(apart(keywords, most=1)) == 1


def test_what_the_whole_paper_speaks_of_counts_for_less() -> None:
    sentences = ("Sphagnum grows with heather.",)
    alone = {k.text.lower(): k.score for k in section_keywords(sentences)}
    among = {k.text.lower(): k.score for k in section_keywords(sentences, elsewhere=["Sphagnum is all."] * 40)}
    assert alone["sphagnum"] == alone["heather"]
    assert among["sphagnum"] < among["heather"]


def test_phrases_of_the_heading_come_first() -> None:
    sentences = ("Sphagnum grows with heather.",)
    assert section_keywords(sentences, heading="Heather")[0].text == "heather"


def test_nothing_gives_nothing() -> None:
    assert section_keywords(()) == section_keywords(("The results of the study.",)) == ()


@settings(max_examples=50, deadline=None)
@given(st.lists(st.sampled_from([*SECTION, "", "1 2 3.", "(CNN) of the", "p < 0.05"]), max_size=6))
def test_keywords_are_few_short_and_scored(sentences: list[str]) -> None:
    found = section_keywords(sentences, most=5)
    assert len(found) <= 5
    assert all(0 < k.score <= 1 and 1 <= len(k.text.split()) <= 3 for k in found)
    assert all(k.text in " ".join(sentences) for k in found)
