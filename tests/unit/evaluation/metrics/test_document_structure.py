from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from conspectus.domain.document import Document, Reference
from conspectus.domain.document_building import FigureDraft, ParagraphDraft, SectionDraft, build_document
from conspectus.evaluation.metrics.document_structure import (
    Matches,
    comparable_words,
    inversions,
    paragraph_matches,
    paragraph_words,
    reference_matches,
    running_paragraphs,
    running_text,
    section_titles,
    title_matches,
    words_in_order,
)

FIRST = "The wells of the north fell dry in the long summer."
SECOND = "Springs in the south kept rising through all of the year."


def document() -> Document:
    nested = SectionDraft(heading="Scope", number="1.1", paragraphs=[ParagraphDraft(SECOND)])
    formula = ParagraphDraft("a = b", kind="formula")
    figure = FigureDraft(label="Fig. 1", caption=[ParagraphDraft("A caption.")])
    return build_document(
        [
            SectionDraft(
                heading="1 Introduction",
                paragraphs=[ParagraphDraft(FIRST), formula],
                figures=[figure],
                sections=[nested],
            )
        ]
    )


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("Wells, (wells) WELLS.", ["wells", "wells", "wells"]),
        ("10³ and 10^3 and 103", ["10", "3", "and", "10", "3", "and", "103"]),
        ("CO₂ p2 well-known", ["co", "2", "p", "2", "well", "known"]),
        ("IFN-β", ["ifn", "β"]),
        ("diff erent", ["diff", "erent"]),
    ],
)
def test_words_are_compared_without_case_and_punctuation(text: str, words: list[str]) -> None:
    assert comparable_words(text) == words


def test_shares_of_matches() -> None:
    matches = Matches(matched=2, expected=4, found=5)
    assert (matches.precision, matches.recall) == (0.4, 0.5)
    assert matches.f1 == pytest.approx(4 / 9)
    nothing = Matches(matched=0, expected=0, found=0)
    assert (nothing.precision, nothing.recall, nothing.f1) == (1.0, 1.0, 1.0)
    assert Matches(matched=0, expected=2, found=3).f1 == 0.0


def test_words_in_order_are_the_longest_common_subsequence() -> None:
    # "c" has moved to the front, "x" is new: a, b and d are in order.
    matches = words_in_order("c a b x d".split(), "a b c d".split())
    assert matches == Matches(matched=3, expected=4, found=5)


def test_titles_match_but_for_case_and_punctuation_each_once() -> None:
    matches = title_matches(["METHODS", "Results.", "Results", "Discussion"], ["Methods", "Results", "Conclusion"])
    assert matches == Matches(matched=2, expected=3, found=4)


def test_a_paragraph_counts_only_as_a_whole() -> None:
    assert paragraph_matches([FIRST, SECOND], [SECOND, FIRST]).matched == 2
    assert paragraph_matches([f"{FIRST} {SECOND}"], [FIRST, SECOND]).matched == 0
    # One found paragraph cannot stand for two.
    assert paragraph_matches([FIRST], [FIRST, FIRST]).matched == 1


def test_words_of_paragraphs_are_counted_wherever_the_paragraph_stands() -> None:
    found = comparable_words(f"{SECOND} {FIRST}")
    assert paragraph_words(found, [FIRST, SECOND]).recall == 1.0
    assert words_in_order(found, comparable_words(f"{FIRST} {SECOND}")).recall == pytest.approx(11 / 22)
    assert paragraph_words(comparable_words(FIRST), [FIRST, SECOND]) == Matches(matched=11, expected=22, found=11)


def test_inversions_are_paragraphs_before_their_predecessors() -> None:
    third = "Between them nobody had ever thought of digging another one."
    assert inversions(comparable_words(f"{FIRST} {SECOND} {third}"), [FIRST, SECOND, third]) == 0
    assert inversions(comparable_words(f"{SECOND} {FIRST} {third}"), [FIRST, SECOND, third]) == 1
    assert inversions(comparable_words(f"{third} {SECOND} {FIRST}"), [FIRST, SECOND, third]) == 2
    assert inversions([], [FIRST, SECOND]) == 0


def test_entries_match_by_doi_then_by_title_then_by_name_and_year() -> None:
    found = [
        Reference(key="1", text="Moor I. Wells of the north. 2019.", doi="10.5555/WELLS"),
        Reference(key="2", text="Brook A. Springs and their sources. J Wells 2010."),
        Reference(key="3", text="Hill B. et al., private letter, 1999."),
    ]
    expected = [
        Reference(key="a", title="Another title", doi="10.5555/wells"),
        Reference(key="b", title="Springs and Their Sources"),
        Reference(key="c", authors=("B. Hill",), year=1999),
        Reference(key="d", authors=("B. Hill",), year=2000),
        Reference(key="e", title="Springs and their sources"),
    ]
    assert reference_matches(found, expected) == Matches(matched=3, expected=5, found=3)


def test_running_text_has_headings_and_paragraphs_and_neither_captions_nor_formulas() -> None:
    assert running_text(document()) == f"1 Introduction\n{FIRST}\n1.1 Scope\n{SECOND}"
    assert running_paragraphs(document()) == [FIRST, SECOND]
    assert section_titles(document()) == ["Introduction", "Scope"]


@given(st.lists(st.sampled_from("abcde"), max_size=30), st.lists(st.sampled_from("abcde"), max_size=30))
def test_no_more_matches_than_words_and_all_of_them_in_the_same_text(first: list[str], second: list[str]) -> None:
    matches = words_in_order(first, second)
    assert 0 <= matches.matched <= min(len(first), len(second))
    assert words_in_order(first, first).matched == len(first)
    assert matches.matched == words_in_order(second, first).matched
