from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from conspectus.grounding.overlap import EVEN_RECALL, overlap_of, support_of
from conspectus.grounding.words import normal_form, read


def test_the_normal_form_has_one_kind_of_dash_and_writes_not_out() -> None:
    assert normal_form("It isn’t in TNF–α [3, 4].") == "It is not in TNF-alpha."
    assert normal_form("they ca n't") == "they can not"
    assert normal_form("1\u2009234 mol") == "1,234 mol"


@given(st.text(max_size=60))
def test_the_normal_form_of_a_normal_form_is_itself_in_words(text: str) -> None:
    once = normal_form(text)
    assert [word.lower for word in read(once).words] == [word.lower for word in read(text).words]


def test_british_and_american_spelling_have_one_stem() -> None:
    assert read("colour analysed normalisation").content == read("color analyzed normalization").content


def test_recall_weighs_words_and_names_what_is_missing() -> None:
    claim, evidence = read("Mulch improved rye yields"), [read("Mulch lay about."), read("Rye was sown.")]
    found = overlap_of(claim, evidence, lambda word: 2.0 if word == "mulch" else 1.0)
    # Weights: mulch 2, improved 1, rye 1, yields 1.
    assert found.best == 0
    assert found.recall == 2 / 5
    assert found.union == 3 / 5
    assert set(found.missing) == {"improv", "yield"}
    assert found.gap == ("improved",)


def test_the_longest_gap_is_a_run_of_neighbouring_content_words() -> None:
    found = overlap_of(read("Rye grew and the beekeepers painted hives near rye"), [read("Rye grew")], lambda _: 1.0)
    assert found.gap == ("beekeepers", "painted", "hives", "near")


def test_a_claim_of_talk_alone_is_covered() -> None:
    assert overlap_of(read("The authors report results"), [read("Rye")], lambda _: 1.0).recall == 1.0


@given(st.floats(0, 1), st.floats(0, 1))
def test_support_grows_with_recall_through_one_half(one: float, other: float) -> None:
    assert support_of(0.0) == 0.0
    assert support_of(EVEN_RECALL) == 0.5
    assert support_of(1.0) == 1.0
    assert (support_of(one) <= support_of(other)) or one > other
