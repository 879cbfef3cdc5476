from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from conspectus.evaluation.benchmarks.loading import load_set
from conspectus.evaluation.item import BenchmarkItem, BenchmarkReference
from conspectus.evaluation.methods import METHODS
from conspectus.foundation.text.tokens import count_words

FIXTURES = Path(__file__).resolve().parents[3] / "fixtures" / "related_work"
BASELINES = tuple(name for name in METHODS.names() if name != "conspectus")
ITEMS = [item for place in ("citebench.json", "rwsg", "deepscholar") for item in load_set(FIXTURES / place).items]

SENTENCE = st.lists(st.sampled_from("Probes measure soil rain [7] leaf radar quickly".split()), min_size=1, max_size=9)
ABSTRACT = st.lists(SENTENCE.map(lambda words: " ".join(words).capitalize() + "."), min_size=1, max_size=4).map(
    " ".join
)


def _item(*abstracts: str, own: str = "") -> BenchmarkItem:
    references = tuple(
        BenchmarkReference(id=f"r{n}", number=n, abstract=abstract) for n, abstract in enumerate(abstracts, start=1)
    )
    return BenchmarkItem(
        id="x", target="t", target_kind="citation-text", words=20, references=references, own_abstract=own
    )


def test_lead_takes_first_sentences_in_turn_each_with_its_marker() -> None:
    item = _item("One is first. One goes on. One ends.", "Two is first! Two goes on.")
    output = METHODS.get("lead")(item, 16, 0)
    assert output.text == "One is first [1]. Two is first [2]! One goes on [1]. Two goes on [2]."
    assert output.cited == ("r1", "r2")
    assert [(e.reference, e.quote) for e in output.evidence][2] == ("r1", "One goes on.")


def test_lead_passes_over_what_does_not_fit_and_takes_what_does() -> None:
    item = _item("A rather long opening sentence stands here at first. Short one.", "Two is first.")
    assert METHODS.get("lead")(item, 7, 0).text == "Two is first [2]. Short one [1]."


def test_markers_in_sources_are_removed_since_they_would_read_as_ours() -> None:
    item = _item("Probes follow earlier work [2] and (Hill, 2011).", "Rain falls.")
    output = METHODS.get("lead")(item, 20, 0)
    assert output.text == "Probes follow earlier work [1]. Rain falls [2]."
    assert output.evidence[0].quote == "Probes follow earlier work [2] and (Hill, 2011)."


def test_lexrank_leaves_out_what_repeats_a_sentence_taken() -> None:
    item = _item(
        "Soil probes measure moisture. Bread needs salt.", "The soil probes measure moisture.", "Radar sees rain."
    )
    text = METHODS.get("lexrank")(item, 40, 0).text
    assert text.count("probes measure moisture") == 1
    assert METHODS.get("textrank")(item, 40, 0).text.count("probes measure moisture") == 2


def test_central_sentences_stand_in_the_order_of_the_references() -> None:
    item = _item("Rain soil probe leaf.", "Soil probe.", "Soil probe leaf rain radar.")
    for name in ("lexrank", "textrank"):
        numbers = [
            int(part[1:-1]) for part in METHODS.get(name)(item, 50, 0).text.replace(".", "").split() if "[" in part
        ]
        assert numbers == sorted(numbers)


def test_the_abstract_is_pasted_uncited_and_references_fill_what_is_left() -> None:
    item = _item("Rain falls on soil.", own="We water fields. We measure soil.")
    output = METHODS.get("abstract+lexrank")(item, 11, 0)
    assert output.text == "We water fields. We measure soil. Rain falls on soil [1]."
    assert output.cited == ("r1",)
    assert [piece.reference for piece in output.evidence] == ["", "", "r1"]
    assert METHODS.get("abstract+lexrank")(item, 6, 0).cited == ()


def test_without_an_abstract_the_last_baseline_is_lexrank() -> None:
    item = _item("Rain falls on soil. Probes measure.", "Radar sees rain.")
    assert METHODS.get("abstract+lexrank")(item, 20, 0) == METHODS.get("lexrank")(item, 20, 0)


def test_a_sentence_longer_than_the_budget_is_cut_rather_than_nothing_said() -> None:
    output = METHODS.get("lead")(_item("One two three four five six seven."), 4, 0)
    assert output.text == "One two three [1]."
    assert output.cited == ("r1",)


@pytest.mark.parametrize("name", BASELINES)
@settings(max_examples=40)
@given(abstracts=st.lists(ABSTRACT, min_size=1, max_size=5), own=ABSTRACT | st.just(""), words=st.integers(1, 60))
def test_no_baseline_exceeds_its_budget_or_cites_what_it_does_not_mark(
    name: str, abstracts: list[str], own: str, words: int
) -> None:
    item = _item(*abstracts, own=own)
    output = METHODS.get(name)(item, words, 0)
    assert count_words(output.text) <= words
    marks = {reference.id: reference.mark for reference in item.references}
    assert all(marks[name] in output.text for name in output.cited)
    assert {piece.reference for piece in output.evidence} - {""} == set(output.cited)


@pytest.mark.parametrize("name", METHODS.names())
def test_every_method_cites_and_rests_on_sentences_of_the_references(name: str) -> None:
    for item in ITEMS:
        output = METHODS.get(name)(item, item.words, 0)
        sources = {reference.id: reference.abstract for reference in item.references} | {"": item.own_abstract}
        assert output.text
        assert set(output.cited) <= {reference.id for reference in item.given}
        assert output.evidence
        assert all(piece.quote in sources[piece.reference] for piece in output.evidence)
        assert output == METHODS.get(name)(item, item.words, 0)
