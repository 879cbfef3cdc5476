from __future__ import annotations

from collections.abc import Callable

import pytest

from conspectus.domain.tasks import ReferenceAbstract
from conspectus.engines.extractive.candidates import Candidate, candidates
from conspectus.engines.extractive.selection import Selection, select_sentences
from conspectus.engines.extractive.sentence_roles import Role

MakeReference = Callable[..., ReferenceAbstract]


def chosen(
    references: list[ReferenceAbstract], words: int, *, preferred: frozenset[str] = frozenset(), per_reference: int = 4
) -> dict[str, list[str]]:
    """The handles chosen for each reference."""
    pool = candidates(references)
    selection = select_sentences(
        references, pool, own_abstract="", words=words, preferred=preferred, per_reference=per_reference
    )
    return {
        references[index].paper: [candidate.item.handle for candidate in found]
        for index, found in sorted(selection.chosen.items())
    }


def test_each_reference_opens_before_any_says_more(make_reference: MakeReference) -> None:
    references = [
        make_reference("a", "We propose a map of nests in dry places. We test the map of nests in seven villages."),
        make_reference("b", "We present a song of whales in cold seas. We record the song of whales to nine divers."),
    ]
    assert {paper: len(found) for paper, found in chosen(references, 24).items()} == {"a": 1, "b": 1}
    assert chosen(references, 80) == {"a": ["a1", "a2"], "b": ["b1", "b2"]}


def test_the_contribution_opens_rather_than_the_background(make_reference: MakeReference) -> None:
    reference = make_reference(
        "a", "Maps of nests are a growing topic of research. We propose a map of nests in dry places."
    )
    assert chosen([reference], 20) == {"a": ["a2"]}


def test_background_is_never_a_later_sentence(make_reference: MakeReference) -> None:
    reference = make_reference(
        "a", "Maps of nests are a growing topic of research. We propose a map of nests in dry places."
    )
    assert chosen([reference], 500) == {"a": ["a2"]}


def test_what_points_back_comes_only_after_its_predecessor(make_reference: MakeReference) -> None:
    reference = make_reference(
        "a",
        "We propose a map of nests in dry places. We record seven hundred bees in old gardens. "
        "This number is lower than expected by most keepers.",
    )
    for words in range(15, 60):
        handles = chosen([reference], words).get("a", [])
        assert "a3" not in handles or "a2" in handles
    assert chosen([reference], 60) == {"a": ["a1", "a2", "a3"]}


def test_nearly_the_same_sentence_is_not_said_twice(make_reference: MakeReference) -> None:
    same = "We propose a map of nests in dry places of the north."
    references = [make_reference("a", same), make_reference("b", same.replace("north", "south"))]
    assert len(chosen(references, 200)) == 1


def test_sentences_that_differ_in_a_number_do_not_repeat_each_other(make_reference: MakeReference) -> None:
    same = "We record the loss of 12 nests in dry places of the north."
    references = [make_reference("a", same), make_reference("b", same.replace("12", "40"))]
    assert chosen(references, 200) == {"a": ["a1"], "b": ["b1"]}


def test_what_shares_less_than_most_of_its_words_is_no_repetition(make_reference: MakeReference) -> None:
    references = [
        make_reference("a", "We propose a map of old nests in dry places of the north."),
        make_reference("b", "We present a map of new nests in wet places of the south."),
    ]
    assert len(chosen(references, 200)) == 2


def test_an_opening_that_goes_on_from_something_is_a_last_resort(make_reference: MakeReference) -> None:
    plain = "We record the nests of nine old villages."
    for additive in ("We also propose a map of nests in dry places.", "Additionally, we propose a map of dry nests."):
        reference = make_reference("a", f"{additive} {plain}")
        assert chosen([reference], 12) == {"a": ["a2"]}
        assert chosen([make_reference("a", additive)], 12) == {"a": ["a1"]}


def test_they_comes_only_after_authors_that_are_named(make_reference: MakeReference) -> None:
    reference = make_reference(
        "a", "Bees prefer nests in dry places of the north. Keepers confirm our results on songs in seven towns."
    )
    pool = candidates([reference])
    assert pool[0][1].opening is None
    assert pool[0][1].refers_to_authors
    assert chosen([reference], 200) == {"a": ["a1"]}
    named = make_reference(
        "a", "We propose a map of nests in dry places. Keepers confirm our results on songs in seven towns."
    )
    assert chosen([named], 200) == {"a": ["a1", "a2"]}


def test_a_thing_spoken_of_as_known_comes_only_after_it_was_named(make_reference: MakeReference) -> None:
    known = "The model reads seven songs of bees in old gardens."
    with_model = make_reference("a", f"We propose a model of nests in dry places. {known}")
    without = make_reference("a", f"We propose a map of nests in dry places. {known}")
    assert chosen([with_model], 200) == {"a": ["a1", "a2"]}
    assert chosen([without], 200) == {"a": ["a1"]}


def test_the_last_sentence_may_be_taken_out_again_but_never_an_only_one(make_reference: MakeReference) -> None:
    references = [
        make_reference("a", "We propose a map of nests in dry places. We record seven songs of bees in old gardens."),
        make_reference("b", "We present a story of whales in cold seas."),
    ]
    selection = select_sentences(references, candidates(references), own_abstract="", words=200)
    assert sorted(len(found) for found in selection.chosen.values()) == [1, 2]
    assert selection.drop_last()
    assert [len(found) for found in selection.chosen.values()] == [1, 1]
    assert not selection.drop_last()


def test_what_another_sentence_leans_on_is_not_taken_out(make_reference: MakeReference) -> None:
    reference = make_reference(
        "a",
        "We propose a map of nests in dry places. We record seven hundred bees in old gardens. "
        "This number is lower than expected by most keepers.",
    )
    selection = select_sentences([reference], candidates([reference]), own_abstract="", words=60)
    assert [c.order for c in selection.chosen[0]] == [0, 1, 2]
    while selection.drop_last():
        orders = [c.order for c in selection.chosen[0]]
        assert 2 not in orders or 1 in orders
    assert len(selection.chosen[0]) == 1


def test_there_is_a_most_for_each_reference(make_reference: MakeReference) -> None:
    text = " ".join(
        f"We measure the {thing} of {place} in detail."
        for thing, place in zip(
            ("depth", "colour", "salt", "heat", "noise", "light"),
            ("lakes", "birds", "soups", "stars", "trams", "caves"),
            strict=True,
        )
    )
    reference = make_reference("a", text)
    assert len(chosen([reference], 500)["a"]) == 4
    assert len(chosen([reference], 500, per_reference=2)["a"]) == 2


def test_preferred_sentences_win_over_others_of_like_worth(make_reference: MakeReference) -> None:
    reference = make_reference("a", "We measure the depth of nine lakes. We measure the breadth of nine lakes.")
    first = chosen([reference], 10)["a"]
    (other,) = {"a1", "a2"} - set(first)
    assert chosen([reference], 10, preferred=frozenset({other}))["a"] == [other]


@pytest.mark.parametrize("words", [0, 5, 12, 30, 60, 116, 300, 2000])
def test_the_budget_is_kept_by_length(references: tuple[ReferenceAbstract, ...], words: int) -> None:
    pool = candidates(references)
    selection = select_sentences(references, pool, own_abstract="", words=words, reserved=min(words, 6))
    total = sum(candidate.length for found in selection.chosen.values() for candidate in found)
    assert total <= max(0, words - min(words, 6))
    assert selection.room >= 0
    for index, found in selection.chosen.items():
        assert [candidate.order for candidate in found] == sorted({candidate.order for candidate in found})
        assert all(candidate.reference == index for candidate in found)
        assert any(candidate.opening is not None for candidate in found)
        assert all(candidate.role is not Role.BACKGROUND for candidate in found[1:])


def test_nothing_to_choose_from() -> None:
    assert select_sentences([], [], own_abstract="", words=100).chosen == {}


def test_more_room_never_cites_fewer_references(references: tuple[ReferenceAbstract, ...]) -> None:
    cited = [len(chosen(list(references), words)) for words in (30, 60, 120, 240, 480)]
    assert cited == sorted(cited)
    assert cited[-1] == len(references)


def test_gain_counts_a_word_again_only_as_far_as_a_review_would_repeat_it(make_reference: MakeReference) -> None:
    ((candidate,),) = candidates([make_reference("a", "We propose a map of nests in dry places.")])
    tails = {"nest": (0.8, 0.3), "map": (0.5,)}
    selection = Selection(budget=100, tails=tails)
    assert selection.gain(candidate) == pytest.approx((0.8 + 0.5) / candidate.length)
    selection.add(candidate)
    assert selection.gain(candidate) == pytest.approx(0.3 / candidate.length)
    selection.add(candidate)
    assert selection.gain(candidate) == 0.0


def test_selection_is_repeatable(references: tuple[ReferenceAbstract, ...]) -> None:
    def run() -> dict[int, list[Candidate]]:
        return select_sentences(references, candidates(references), own_abstract="Floods rise.", words=200).chosen

    assert run() == run()


def test_hardly_any_room_leaves_references_out_rather_than_citing_what_is_shortest() -> None:
    from conspectus.domain.passage import Passage
    from conspectus.domain.tasks import EvidenceItem, ReferenceAbstract
    from conspectus.engines.extractive.candidates import candidates

    def reference(number: int, *sentences: str) -> ReferenceAbstract:
        items = tuple(
            EvidenceItem(
                handle=f"p{number}{place}",
                passage=Passage(paper=f"r{number}", version="0" * 8, address=f"s1.p1.t{place}", quote=sentence),
            )
            for place, sentence in enumerate(sentences, 1)
        )
        return ReferenceAbstract(
            paper=f"r{number}", title=f"Subject {number}", label="Ash et al.", plural=True, year=2020, evidence=items
        )

    own = reference(1, "We propose a sparse gauge network that forecasts floods of small rivers.")
    bare = [reference(n, f"Sample {n} was injected into the joints of rats.") for n in range(2, 9)]
    references = [own, *bare]
    chosen = select_sentences(references, candidates(references), own_abstract="", words=16).chosen
    assert list(chosen) == [0]
    assert "was considered statistically significant" not in " ".join(
        c.text for c in candidates([reference(9, "P < 0.05 was considered statistically significant here.")])[0]
    )


def test_of_two_openings_the_one_nearer_to_the_own_abstract_is_chosen(make_reference: MakeReference) -> None:
    reference = make_reference(
        "a", "We propose a map of nests in dry places. We propose a song of whales in cold seas.", title=""
    )
    pool = candidates([reference])
    for own, expected in (("Bees build their nests and no map shows them.", "a1"), ("Divers record whales.", "a2")):
        selection = select_sentences([reference], pool, own_abstract=own, words=14)
        assert [candidate.item.handle for candidate in selection.chosen[0]] == [expected]


def test_what_the_reserved_sentences_say_adds_nothing_again(make_reference: MakeReference) -> None:
    pool = candidates([make_reference("a", "We propose a map of nests in dry places.")])
    tails = {"map": (0.9, 0.5), "nest": (0.6,)}
    fresh, told = (Selection(budget=50, tails=tails) for _ in range(2))
    told.reserve(7, ["A map shows the nests."])
    assert told.words == 7
    assert fresh.gain(pool[0][0]) * pool[0][0].length == pytest.approx(0.9 + 0.6)
    assert told.gain(pool[0][0]) * pool[0][0].length == pytest.approx(0.5)
