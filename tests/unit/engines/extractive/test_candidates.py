from __future__ import annotations

from collections.abc import Callable

import pytest

from conspectus.domain.tasks import HandleMark, ReferenceAbstract
from conspectus.engines.extractive.attribution import Parts
from conspectus.engines.extractive.candidates import Candidate, candidates, count_parts
from conspectus.engines.extractive.sentence_roles import Role

MakeReference = Callable[..., ReferenceAbstract]


def only(reference: ReferenceAbstract) -> list[Candidate]:
    (found,) = candidates([reference])
    return found


def words(parts: Parts | None) -> str:
    return "" if parts is None else "".join(part if isinstance(part, str) else "@" for part in parts)


def test_each_usable_sentence_is_a_candidate_in_order(make_reference: MakeReference) -> None:
    found = only(
        make_reference(
            "a",
            "Bees have enemies in all countries of Europe. We propose a map of nests in dry places. Read more. "
            "The map covers 40 villages and two towns.",
        )
    )
    assert [(c.order, c.item.handle) for c in found] == [(0, "a1"), (1, "a2"), (3, "a4")]
    assert [c.role for c in found] == [Role.BACKGROUND, Role.CONTRIBUTION, Role.OWN]
    assert all(c.reference == 0 for c in found)


def test_an_opening_names_the_authors_and_a_following_sentence_refers_back(make_reference: MakeReference) -> None:
    (found,) = only(make_reference("a", "We propose a map of nests in dry places."))
    assert words(found.opening) == "@ propose a map of nests in dry places."
    assert words(found.following) == "They propose a map of nests in dry places @."
    assert found.names_authors
    assert found.refers_to_authors


def test_verbs_agree_with_one_author(make_reference: MakeReference) -> None:
    (found,) = only(make_reference("a", "We propose a map of nests in dry places.", label="Ueda", plural=False))
    assert words(found.opening) == "@ proposes a map of nests in dry places."


def test_a_backward_sentence_has_no_opening_and_needs_its_predecessor(make_reference: MakeReference) -> None:
    (found,) = only(make_reference("a", "This map covers 40 villages and two towns."))
    assert found.opening is None
    assert found.needs_predecessor
    assert found.points_back


def test_boilerplate_is_no_candidate(make_reference: MakeReference) -> None:
    assert only(make_reference("a", "Copyright 2020 by the publisher, all rights reserved, do not copy.")) == []
    assert candidates([]) == []


@pytest.mark.parametrize(
    "text",
    [
        "We are witnessing a crisis of bees in dry places.",
        "We live with bees and wasps in dry places.",
        "All of us live with bees in dry places.",
        "Bees pollinate most of the plants of our planet.",
        "Lucretius taught us to look at bees in dry places.",
    ],
)
def test_what_is_said_of_people_in_general_is_no_candidate(make_reference: MakeReference, text: str) -> None:
    assert only(make_reference("a", text)) == []


def test_authors_who_rely_on_something_are_not_people_in_general(make_reference: MakeReference) -> None:
    (found,) = only(make_reference("a", "We rely on seven maps of nests in dry places."))
    assert words(found.opening) == "@ rely on seven maps of nests in dry places."


def test_a_work_without_known_authors_is_the_work(make_reference: MakeReference) -> None:
    (found,) = only(make_reference("a", "We propose a map of nests in dry places.", label="", plural=False))
    assert words(found.opening) == "@ proposes a map of nests in dry places."
    assert words(found.following) == "The work proposes a map of nests in dry places @."


def tiers(reference: ReferenceAbstract) -> list[int]:
    return [candidate.opening_tier for candidate in only(reference)]


@pytest.mark.parametrize(
    "sentence, tier",
    [
        ("We propose a map of nests in dry places.", 0),
        ("Our model covers most nests in dry places.", 0),
        ("In this study, LexRank is extended to nests in dry places.", 0),  # its own contribution
        ("Additionally, we propose a map of nests in dry places.", 2),
        ("We also propose a map of nests in dry places.", 2),
        ("We then record the nests in dry places.", 2),
        ("We address this issue in dry places.", 2),  # points back
        ("We train the model on nests in dry places.", 2),  # presumes
        ("Bees prefer nests in dry places.", 2),  # unknown role
        ("The model prefers nests in dry places.", 3),
        ("Two nests were used in seven dry places.", 3),  # what was done
    ],
)
def test_how_well_a_sentence_opens(make_reference: MakeReference, sentence: str, tier: int) -> None:
    assert tiers(make_reference("a", sentence)) == [tier]


def test_results_and_conclusions_open_better_than_what_is_of_unknown_role(make_reference: MakeReference) -> None:
    reference = make_reference(
        "a",
        "Bees prefer nests in dry places. Nests reduced the loss of bees by 12% in dry places. "
        "Old towns should keep nests in dry places. The model reduced the loss of bees by 12%. "
        "Two nests were used in seven dry places.",
    )
    assert tiers(reference) == [2, 1, 1, 3, 3]


@pytest.mark.parametrize("heading, tier", [("RESULTS", 1), ("CONCLUSION", 1), ("METHODS", 3), ("BACKGROUND", 3)])
def test_headings_decide_how_well_a_third_subject_opens(make_reference: MakeReference, heading: str, tier: int) -> None:
    assert tiers(make_reference("a", "Bees prefer nests in dry places.", heading=heading)) == [tier]


def test_names_that_an_earlier_sentence_coined_are_marked(make_reference: MakeReference) -> None:
    text = "We propose MapNet for nests in dry places. We show that MapNet covers most nests."
    assert [c.coined for c in only(make_reference("a", text))] == [False, True]
    assert [c.coined for c in only(make_reference("a", text, title="MapNet for nests"))] == [False, False]


def test_the_share_of_the_title_that_a_sentence_names(make_reference: MakeReference) -> None:
    (found,) = only(make_reference("a", "We propose maps of nests in dry places.", title="Maps and songs of bees"))
    assert found.title_share == pytest.approx(1 / 3)


def test_a_long_sentence_has_a_shorter_form(make_reference: MakeReference) -> None:
    claim = "We build a cheap probe that measures the nitrate of all lakes and all rivers in seven countries of Europe"
    whole, short = only(make_reference("a", f"{claim}, such as Norway and Spain."))
    assert (whole.text, short.text) == (f"{claim}, such as Norway and Spain.", f"{claim}.")
    assert (whole.whole, short.whole) == (True, False)
    assert (whole.order, whole.item) == (short.order, short.item)
    assert short.length == whole.length - 5


def test_the_place_among_the_references_is_not_kept_from_call_to_call(make_reference: MakeReference) -> None:
    one, two = (
        make_reference("a", "We propose maps of nests in dry places."),
        make_reference("b", "We map many old dry towns."),
    )
    assert [[c.reference for c in found] for found in candidates([one, two])] == [[0], [1]]
    assert [[c.item.handle for c in found] for found in candidates([two, one])] == [["b1"], ["a1"]]
    assert [[c.reference for c in found] for found in candidates([two, one])] == [[0], [1]]


def test_the_stems_are_those_of_the_printed_words(make_reference: MakeReference) -> None:
    (found,) = only(make_reference("a", "We propose maps of nests in dry places."))
    assert found.stems == ("propos", "map", "of", "nest", "in", "dry", "place")


def test_words_are_counted_as_printed() -> None:
    narrative = (HandleMark(("p1",), "narrative"), " propose two maps.")
    assert count_parts(narrative, "Smith and Jones") == len("Smith and Jones [1] propose two maps.".split())
    assert count_parts(narrative, "") == len("[1] propose two maps.".split())
    end = ("They propose two maps ", HandleMark(("p1",)), ".")
    assert count_parts(end, "Smith") == len("They propose two maps [1].".split())
    several = ("Two studies address nests ", HandleMark(("p1", "p2")), ".")
    assert count_parts(several, "") == len("Two studies address nests [1, 2].".split())
