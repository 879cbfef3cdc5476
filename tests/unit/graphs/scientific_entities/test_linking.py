from __future__ import annotations

import pytest

from conspectus.domain.scientific_entities import ScientificEntity, ScientificType
from conspectus.foundation.errors import UsageError
from conspectus.graphs.scientific_entities.label_index import LabelIndex
from conspectus.graphs.scientific_entities.label_tables import LabelEntry
from conspectus.graphs.scientific_entities.linking import Linker, LinkMode, known_beside

INDEX = LabelIndex.of(
    [
        LabelEntry(iri="urn:exact", names=(("peat moss", ""),)),
        LabelEntry(iri="urn:stop", names=(("growth of the moss", ""),)),
        LabelEntry(iri="urn:lemma", names=(("bog parser", ""),)),
        LabelEntry(iri="urn:long", names=(("wet bog parser for moors", ""),)),
        LabelEntry(iri="urn:single", names=(("peat", ""),)),
    ]
)


def entity(label: str, *aliases: str) -> ScientificEntity:
    return ScientificEntity(label=label, kind=ScientificType.METHOD, aliases=aliases)


@pytest.mark.parametrize(
    ("name", "how", "iri"),
    [
        ("Peat Moss", "exact", "urn:exact"),
        ("growth of moss", "stopwords", "urn:stop"),
        ("Bog Parsers", "lemma", "urn:lemma"),
        ("wet parser", "first", "urn:long"),
    ],
)
def test_the_order_of_parse(name: str, how: str, iri: str) -> None:
    link = Linker(INDEX).link_name(name)
    assert link is not None
    assert (link.how, link.iri) == (how, iri)
    assert link.is_exact == (how != "first")
    assert (link.score == 1.0) == link.is_exact


@pytest.mark.parametrize(
    ("mode", "expected"),
    [
        ("all", ["exact", "lemma", "first"]),
        ("exact_match", ["exact", "lemma", None]),
        ("fuzzy_match", [None, None, "first"]),
    ],
)
def test_the_three_modes(mode: LinkMode, expected: list[str | None]) -> None:
    linker = Linker(INDEX, mode=mode)
    links = [linker.link_name(name) for name in ("peat moss", "bog parsers", "wet parser")]
    assert [link.how if link else None for link in links] == expected


def test_names_of_one_word_and_of_more_than_four_are_skipped() -> None:
    assert Linker(INDEX).link_name("peat") is None
    assert Linker(INDEX).link_name("wet bog parser for moors") is None
    wide = Linker(INDEX, least_words=1, most_words=5)
    assert [link.iri if link else None for link in map(wide.link_name, ("peat", "wet bog parser for moors"))] == [
        "urn:single", "urn:long",
    ]  # fmt: skip


def test_an_alias_that_matches_exactly_comes_before_a_hit_of_the_label() -> None:
    linker = Linker(INDEX)
    link = linker(entity("wet parser", "bog parser"))
    assert link is not None
    assert link.iri == "urn:lemma"
    assert linker(entity("moor", "heath")) is None


def test_what_was_looked_up_is_remembered() -> None:
    class Counting(LabelIndex):
        asked = 0

        def by_step(self, *args: object, **named: object) -> None:
            self.asked += 1

        def first(self, name: str) -> None:
            return None

    index = Counting.of([])
    linker = Linker(index)
    linker.link_name("Peat moss")
    before = index.asked
    assert before == 3
    linker.link_name("peat  moss")
    assert index.asked == before


def test_wrong_settings_are_refused() -> None:
    with pytest.raises(UsageError, match="no way of linking called 'near'"):
        Linker(INDEX, mode="near")  # type: ignore[arg-type]
    with pytest.raises(UsageError, match="at least 3 and at most 2"):
        Linker(INDEX, least_words=3, most_words=2)


def test_which_names_a_table_knows() -> None:
    found = known_beside(["peat", "wet parser", "bog parsers", "peat"], INDEX)
    assert [name for name, _ in found.known] == ["peat", "bog parsers"]
    assert found.unknown == ("wet parser",)
    assert found.share == pytest.approx(2 / 3)
    by_alias = known_beside({"moor": ("peat",)}, INDEX)
    assert [(name, link.iri) for name, link in by_alias.known] == [("moor", "urn:single")]
    assert known_beside([], INDEX).share == 0.0
