from __future__ import annotations

from collections.abc import Callable

from conspectus.domain.tasks import HandleMark, ReferenceAbstract
from conspectus.engines.extractive.candidates import Candidate, Parts, candidates, count_parts
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
