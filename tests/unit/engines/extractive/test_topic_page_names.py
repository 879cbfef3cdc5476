from __future__ import annotations

from typing import Any

import pytest

from conspectus.engines.extractive.topic_page_names import TopicalPaper, topic_names


@pytest.mark.parametrize(
    "name, text, there",
    [
        ("breast neoplasms", "Breast cancer and tumours of the breast", True),
        ("Depressive Disorder, Major", "a major depressive disorder", True),
        ("anemia", "Iron-deficiency anaemia is common", True),
        ("tumour necrosis", "tumor necrosis", True),
        ("therapies", "One therapy", True),
        ("AS", "AS is rare", True),
        ("AS", "as it is", False),
        ("velm fever", "velmic fevers", False),
        ("velm fever", "Velm-fevers", True),
        ('"velm fever"[Title]', "velm fever", True),
    ],
)
def test_names_are_found_in_their_spellings(name: str, text: str, there: bool) -> None:
    assert topic_names((name,), ()).mentioned_in(text) is there


def test_an_acronym_of_the_papers_is_a_name_unless_it_mostly_means_something_else(make_topic_paper: Any) -> None:
    one = make_topic_paper("a", "Velm fever (VF) is rare.", "Tests of visual field (VX) were run.")
    two = make_topic_paper("b", "VF lasts a week.")
    assert topic_names(("velm fever",), (one, two)).mentioned_in("VF lasts a week.")
    others = [make_topic_paper(n, "A visual field (VF) was measured.") for n in "cd"]
    assert not topic_names(("velm fever",), (one, *others)).mentioned_in("VF lasts a week.")


def test_a_paper_is_on_topic_by_title_sentences_or_keywords(make_topic_paper: Any) -> None:
    names = topic_names(("velm fever",), ())
    in_title = TopicalPaper(make_topic_paper("a", "It rains.", title="On velm fever"), names)
    in_text = TopicalPaper(make_topic_paper("b", "Velm fever lasts."), names)
    in_keywords = TopicalPaper(make_topic_paper("c", "It rains.", keywords=("Fever, Velm",)), names)
    off = TopicalPaper(make_topic_paper("d", "It rains.", keywords=("Fever",)), names)
    assert [p.on_topic for p in (in_title, in_text, in_keywords, off)] == [True, True, True, False]
    assert (in_title.in_title, in_text.in_title, in_text.in_text, in_keywords.in_text) == (True, False, True, False)


def test_no_name_matches_nothing() -> None:
    assert not topic_names(("()",), ()).mentioned_in("anything at all")
