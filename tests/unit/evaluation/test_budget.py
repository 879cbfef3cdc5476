from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from conspectus.evaluation.budget import within_budget
from conspectus.evaluation.item import BenchmarkItem, BenchmarkReference, Evidence, MethodOutput
from conspectus.foundation.text.tokens import count_words

ITEM = BenchmarkItem(
    id="x",
    target="t",
    target_kind="citation-text",
    words=5,
    references=(
        BenchmarkReference(id="a", number=1, abstract="A."),
        BenchmarkReference(id="b", number=2, abstract="B."),
    ),
)


def test_what_fits_stays_the_same_object() -> None:
    output = MethodOutput(text="One two [1].", cited=("a",))
    assert within_budget(output, ITEM, 3) == (output, False)


def test_what_is_cut_off_is_no_longer_cited_nor_evidence() -> None:
    output = MethodOutput(
        text="One  two [1]. Three four [2].",
        cited=("a", "b"),
        evidence=(
            Evidence(reference="a", quote="A."),
            Evidence(reference="b", quote="B."),
            Evidence(reference="", quote="O."),
        ),
    )
    cut, was_cut = within_budget(output, ITEM, 5)
    assert was_cut
    assert cut.text == "One  two [1]. Three four"
    assert cut.cited == ("a",)
    assert [piece.reference for piece in cut.evidence] == ["a", ""]


@given(st.text(max_size=60), st.integers(0, 12))
def test_the_budget_holds_for_any_text(text: str, words: int) -> None:
    cut, was_cut = within_budget(MethodOutput(text=text), ITEM, words)
    assert count_words(cut.text) <= words
    assert was_cut == (count_words(text) > words)
    assert text.startswith(cut.text)
