from __future__ import annotations

from collections.abc import Iterable, Sequence

import pytest

from conspectus.domain.entity_graph import EntityKind, EntityMention, GraphEntity
from conspectus.graphs.entities.variants import letter_likeness, unite_variants


def entity(name: str, *starts: int, kind: EntityKind = EntityKind.OTHER) -> GraphEntity:
    mentions = tuple(EntityMention(unit="u1", start=s, end=s + len(name), surface=name) for s in starts)
    return GraphEntity(id="e0", name=name, kind=kind, mentions=mentions)


def names(*entities: GraphEntity, abbreviations: dict[str, str] | None = None, **more: object) -> list[str]:
    return [found.name for found in unite_variants(entities, abbreviations or {}, **more)]  # type: ignore[arg-type]


def test_forms_of_one_name_are_one_and_no_mention_is_lost() -> None:
    (one,) = unite_variants(
        [
            entity("language models", 50, kind=EntityKind.METHOD),
            entity("Language model", 10, 30, kind=EntityKind.METHOD),
            entity("language-model", 90),
        ],
        {},
    )
    assert (one.id, one.name, one.kind) == ("e1", "Language model", EntityKind.METHOD)
    assert [mention.start for mention in one.mentions] == [10, 30, 50, 90]
    assert set(one.aliases) == {"language models", "language-model"}


def test_an_abbreviation_is_its_long_form_and_the_long_form_is_the_name() -> None:
    given = (entity("water table depth", 0), entity("WTD", 30, 60, 90))
    assert names(*given) == ["water table depth", "WTD"]
    assert names(*given, abbreviations={"WTD": "water table depth"}) == ["water table depth"]


def test_entities_are_numbered_by_first_mention() -> None:
    found = unite_variants([entity("Zinc", 40), entity("Alder", 70), entity("Moss", 5)], {})
    assert [(e.id, e.name) for e in found] == [("e1", "Moss"), ("e2", "Zinc"), ("e3", "Alder")]


@pytest.mark.parametrize("cosine, count", [(0.92, 1), (0.9199, 2)])
def test_likeness_counts_from_092_inclusive(cosine: float, count: int) -> None:
    def like(_: Sequence[str]) -> Iterable[tuple[int, int, float]]:
        return [(0, 1, cosine)]

    assert len(names(entity("peat fluxes model", 0), entity("peat fluxed model", 40), likeness=like)) == count


@pytest.mark.parametrize("other", ["type 2 bog", "tip 1 bog fen", "shape 1 bog", "type I bog"])
def test_likeness_never_unites_other_numbers_lengths_or_initials(other: str) -> None:
    assert len(names(entity("type 1 bog", 0), entity(other, 40), likeness=lambda _: [(0, 1, 0.99)])) == 2


def test_each_name_is_compared_once_however_often_it_is_used() -> None:
    """Pairs grow with the square of the names, which must not be the square of the mentions."""
    compared: list[list[str]] = []

    def like(given: Sequence[str]) -> Iterable[tuple[int, int, float]]:
        compared.append(list(given))
        return []

    unite_variants([entity("bog", 0), entity("Bogs", 9), entity("bog", 20), entity("zinc", 40)], {}, likeness=like)
    assert compared == [["bog", "zinc"]]


def test_letters_tell_how_alike_names_are() -> None:
    """The same letters give 1; names of other letters are no pair."""
    found = {(a, b): cosine for a, b, cosine in letter_likeness(["peat bog", "peat bog", "zinc"])}
    assert found == {(0, 1): pytest.approx(1.0)}
    assert list(letter_likeness(["alone"])) == []
    assert list(letter_likeness(["", ""])) == []
