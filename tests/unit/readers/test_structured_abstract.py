from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from conspectus.domain.document import SectionKind
from conspectus.readers.structured_abstract import abstract_sections, split_notice, structured_abstract_document

LONG = "We measured a great many things in this study of mice."


def headings(text: str) -> list[str]:
    return [section.heading for section in abstract_sections(text)]


def test_capital_labels_become_headings() -> None:
    text = "BACKGROUND: A is b. METHODS AND RESULTS: We did: x. CONCLUSION(S): Yes."
    assert headings(text) == ["BACKGROUND", "METHODS AND RESULTS", "CONCLUSION(S)"]
    assert abstract_sections(text)[1].paragraphs[0].text.strip() == "We did: x."


def test_title_case_labels_count_when_the_first_opens_the_text() -> None:
    assert headings("Background: A is b. Methods: We did x. Results: Yes.") == ["Background", "Methods", "Results"]
    assert headings("A is b. Methods: We did x. Results: Yes.") == []


def test_labels_on_lines_of_their_own_count() -> None:
    assert headings("BACKGROUND\nA is b.\nMETHODS\nWe did x.") == ["BACKGROUND", "METHODS"]


@pytest.mark.parametrize(
    "text",
    [
        "METHODS: only one label.",
        "RNA: a thing. DNA: another.",
        "We note: this. They say: that.",
        "METHODS: a. METHODS: b.",
    ],
)
def test_fewer_than_two_different_known_labels_are_no_structure(text: str) -> None:
    assert abstract_sections(text) == []


def test_text_before_the_first_label_is_kept_as_paragraphs_of_the_abstract() -> None:
    document = structured_abstract_document("An opening. AIMS: To see. RESULTS: We saw.")
    (abstract,) = document.sections
    assert abstract.kind is SectionKind.ABSTRACT
    assert document.text[abstract.paragraphs[0].start : abstract.paragraphs[0].end] == "An opening."
    assert [section.kind for section in abstract.sections] == [SectionKind.INTRODUCTION, SectionKind.EXPERIMENT]


def test_a_label_with_nothing_under_it_stays_in_the_text() -> None:
    document = structured_abstract_document("AIMS: To see. RESULTS: We saw. CONCLUSIONS:")
    assert document.abstract_text() == "To see. We saw. CONCLUSIONS:"


def test_unstructured_text_is_paragraphs() -> None:
    document = structured_abstract_document("One paragraph.\n\nAnother one.")
    assert [place.address for place in document.places() if place.kind == "paragraph"] == ["s1.p1", "s1.p2"]


@given(st.lists(st.sampled_from(["AIM: ", "RESULTS: ", "word ", "It is so. ", "\n\n", "Methods: ", ": "]), max_size=12))
def test_no_word_is_lost(parts: list[str]) -> None:
    text = "".join(parts)
    found = re.findall(r"\w+", structured_abstract_document(text).text)
    assert found == re.findall(r"\w+", text)


@pytest.mark.parametrize(
    "notice",
    [
        "© 2019 Elsevier Ltd. All rights reserved.",
        "(C) 2009 Wiley Periodicals, Inc.",
        "Copyright © 2010 The Authors. Published by Elsevier B.V.",
        "Crown Copyright © 2011",
        "© 2022, The Author(s).",
        "© 2021 Society for the Study of Things",
        "2020 Elsevier B.V. All rights reserved.",
        "(PsycINFO Database Record (c) 2019 APA, all rights reserved)",
        "[ABSTRACT FROM AUTHOR] Copyright of J is the property of P and its content may not be copied.",
        "Copyright 2005 John Wiley & Sons, Ltd.",
    ],
)
def test_a_notice_at_the_end_is_parted(notice: str) -> None:
    assert split_notice(f"{LONG} {notice}") == (LONG, notice)


@pytest.mark.parametrize(
    "text",
    [
        f"{LONG} They differ in (a) size, (b) form. (c) The third kind is rare.",
        f"{LONG} Copyright law was the object.",
        f"© 2019 Elsevier. {LONG}",
        "© 2019 Elsevier Ltd.",
        "",
    ],
)
def test_text_is_not_taken_for_a_notice(text: str) -> None:
    assert split_notice(text) == (text, "")


def test_labels_that_lost_their_colon_are_headings_where_there_are_three() -> None:
    text = (
        "OBJECTIVE To measure calcium in kittens. METHODS DNA was taken from 20 kittens. "
        "RESULTS Calcium fell by 3%. CLINICAL RELEVANCE The fall is small."
    )
    headings = [section.heading for section in abstract_sections(text)]
    assert headings == ["OBJECTIVE", "METHODS", "RESULTS", "CLINICAL RELEVANCE"]
    assert abstract_sections("METHODS Work. We like RESULTS Much.") == []
