"""Whose sentence it is: what ``analyse`` takes for the subject, and what it notes beside it."""

from __future__ import annotations

import pytest

from conspectus.engines.extractive.statements import Subject
from conspectus.engines.extractive.subjects import analyse


@pytest.mark.parametrize(
    "sentence, subject",
    [
        ("We propose a parser.", Subject.AUTHORS),
        ("In this article I describe a beetle.", Subject.AUTHORS),
        ("The authors report a case.", Subject.AUTHORS),
        ("The author considers how bees live.", Subject.AUTHORS),
        ("This paper presents a corpus.", Subject.AUTHORS),
        ("The aim of this study was to compare diets.", Subject.AUTHORS),
        ("Results show that bees sing.", Subject.AUTHORS),
        ("Our experiments show that bees sing.", Subject.AUTHORS),
        ("Our model is fast.", Subject.THEIRS),
        ("This study was designed to test a vaccine.", Subject.THEIRS),
        ("Results show a rise.", Subject.THEIRS),
        ("Our data show that bees sing.", Subject.THEIRS),
        ("Bees sing.", Subject.OTHER),
        ("The author identified by style is Ito.", Subject.OTHER),
        ("This approach saves time.", Subject.BACKWARD),
        ("However, bees sing.", Subject.BACKWARD),
    ],
)
def test_subjects(sentence: str, subject: Subject) -> None:
    assert analyse(sentence).subject is subject


@pytest.mark.parametrize(
    "sentence, aimed",
    [
        ("To assess asthma in dogs.", True),
        ("To assess asthma, cough and pain in dogs.", True),
        ("To systematically review maps, from 1990 to 2020.", True),
        ("To determine custody, courts examine the case.", False),
        ("To assess asthma, dogs were weighed.", False),
        ("To zyx the asthma of dogs.", False),
    ],
)
def test_a_bare_infinitive_is_an_aim_unless_a_clause_follows(sentence: str, aimed: bool) -> None:
    statement = analyse(sentence)
    assert (statement.subject is Subject.AUTHORS) is aimed
    assert statement.plural.startswith(" aimed to ") is aimed


@pytest.mark.parametrize(
    "sentence",
    [
        "Additionally, we design maps.",
        "We also release notes.",
        "We additionally find bees.",
        "We then test maps.",
        "We will also test maps.",
        "This paper also presents maps.",
        "Our results also show that bees sing.",
        "Furthermore, our model is fast.",
        "In addition, bees sing.",
        "Finally, the aim is to test maps.",
    ],
)
def test_what_goes_on_from_something_is_additive(sentence: str) -> None:
    assert analyse(sentence).additive


@pytest.mark.parametrize(
    "sentence",
    ["We design maps.", "In this paper, we design maps.", "We first test maps.", "Thus, bees sing.", "Bees also sing."],
)
def test_what_begins_afresh_is_not(sentence: str) -> None:
    assert not analyse(sentence).additive


@pytest.mark.parametrize(
    "sentence, setting, of_this_paper",
    [
        ("In this study, bees were counted.", "study", True),
        ("In the present work a bound is derived.", "work", True),
        ("In our pilot trial, bees were counted.", "trial", True),
        ("Moreover, bees were counted.", "", False),
        ("In the study, bees were counted.", "", False),
        ("Bees were counted in this study.", "", False),
    ],
)
def test_a_lead_in_that_bounds_a_claim_to_the_paper(sentence: str, setting: str, of_this_paper: bool) -> None:
    statement = analyse(sentence)
    assert (statement.setting, statement.of_this_paper) == (setting, of_this_paper)


@pytest.mark.parametrize(
    "sentence, plural, singular",
    [
        ("We will focus on verbs.", " focus on verbs.", " focuses on verbs."),
        ("We shall carefully test maps.", " carefully test maps.", " carefully tests maps."),
        ("We will apply model checking.", " apply model checking.", " applies model checking."),
        ("We will be testing maps.", " will be testing maps.", " will be testing maps."),
        ("We will have tested maps.", " will have tested maps.", " will have tested maps."),
        ("We will not test maps.", " will not test maps.", " will not test maps."),
        ("We will zyx maps.", " will zyx maps.", " will zyx maps."),
        ("We would focus on verbs.", " would focus on verbs.", " would focus on verbs."),
    ],
)
def test_a_promise_is_told_in_the_present(sentence: str, plural: str, singular: str) -> None:
    statement = analyse(sentence)
    assert (statement.plural, statement.singular) == (plural, singular)


@pytest.mark.parametrize(
    "sentence, plural",
    [
        ("Our results show that bees sing.", " show that bees sing."),
        ("Experimental results suggest that bees sing.", " suggest that bees sing."),
        ("The findings indicated that bees sing.", " indicated that bees sing."),
        ("Our analysis reveals that our bees sing.", " reveal that their bees sing."),
        ("These results indicate that, in general, bees sing.", " indicate that, in general, bees sing."),
        ("Our results partially confirm that bees sing.", " partially confirm that bees sing."),
    ],
)
def test_what_results_show_the_authors_show(sentence: str, plural: str) -> None:
    statement = analyse(sentence)
    assert (statement.subject, statement.plural) == (Subject.AUTHORS, plural)


def test_a_slip_of_agreement_in_the_source_is_not_passed_on() -> None:
    statement = analyse("In this paper, we proposes a map.")
    assert (statement.plural, statement.singular) == (" propose a map.", " proposes a map.")


def test_pronouns_for_the_authors_refer_back() -> None:
    assert analyse("We test our maps.").refers_back
    assert analyse("Bees like our maps.").refers_back
    assert not analyse("We test maps.").refers_back
    assert not analyse("Bees like maps.").refers_back


@pytest.mark.parametrize(
    "sentence, plural, singular",
    [
        ("We don't find bees.", " do not find bees.", " does not find bees."),
        ("We can’t find bees.", " cannot find bees.", " cannot find bees."),
        ("We won't find bees.", " will not find bees.", " will not find bees."),
        ("We've found bees.", " have found bees.", " has found bees."),
        ("We'll test bees.", " test bees.", " tests bees."),
        ("We weren't alone.", " were not alone.", " was not alone."),
    ],
)
def test_contractions_are_written_out_so_that_verbs_can_agree(sentence: str, plural: str, singular: str) -> None:
    statement = analyse(sentence)
    assert (statement.plural, statement.singular) == (plural, singular)


@pytest.mark.parametrize(
    "sentence, singular, additive",
    [
        ("We also empirically show gains.", " empirically shows gains.", True),
        ("We then jointly train two models.", " jointly trains two models.", True),
        ("We carefully and slowly test bees.", None, False),
        ("We not only apply maps.", " not only applies maps.", False),
    ],
)
def test_two_adverbs_before_the_verb(sentence: str, singular: str | None, additive: bool) -> None:
    statement = analyse(sentence)
    assert (statement.singular, statement.additive) == (singular, additive)
