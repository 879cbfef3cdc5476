from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from conspectus.domain.scientific_entities import Mention, PaperAnnotations, ScientificEntity, ScientificType
from conspectus.foundation.errors import NothingFound, UsageError
from conspectus.graphs.scientific_entities.judging import merge_entities, split_entities
from conspectus.graphs.scientific_entities.library_entities import library_entities
from conspectus.library.entity_book import EntityBook
from conspectus.library.store import Library


def entity(label: str, *aliases: str) -> ScientificEntity:
    place = Mention(address="s1.p1.t1", start=0, end=len(label), surface=label)
    return ScientificEntity(label=label, kind=ScientificType.METHOD, aliases=aliases, mentions=(place,))


KNOWN = tuple(
    PaperAnnotations(paper=f"p{number}", version="v", entities=entities)
    for number, entities in enumerate(
        (
            (entity("bog parser", "BP"), entity("data set")),
            (entity("moor reader", "MR"), entity("dataset")),
            (entity("heath scanner"),),
        )
    )
)


@pytest.fixture
def book(tmp_path: Path) -> Iterator[EntityBook]:
    with Library(tmp_path, writable=True) as library:
        yield library.entities


def labels(book: EntityBook) -> list[tuple[str, ...]]:
    return [e.keys for e in library_entities(KNOWN, book.decisions()).entities]


def test_merge_by_alias_and_undo(book: EntityBook) -> None:
    before = labels(book)
    judged = merge_entities(book, KNOWN, "BP", "Moor readers")
    assert [e.keys for e in judged.entities] == [("bog parser", "moor reader")]
    assert set(judged.entities[0].aliases) == {"BP", "MR", "moor reader"}
    undone = split_entities(book, KNOWN, "moor reader")
    assert {e.label for e in undone.entities} == {"bog parser", "moor reader"}
    assert labels(book) == before


def test_the_last_of_two_merges_is_undone_first(book: EntityBook) -> None:
    merge_entities(book, KNOWN, "bog parser", "moor reader")
    merge_entities(book, KNOWN, "moor reader", "heath scanner")
    split_entities(book, KNOWN, "bog parser")
    assert ("bog parser", "moor reader") in labels(book)
    assert ("heath scanner",) in labels(book)


def test_what_conspectus_united_can_be_split_and_merged_again(book: EntityBook) -> None:
    split_entities(book, KNOWN, "data set", "dataset")
    assert {("data set",), ("dataset",)} <= set(labels(book))
    merge_entities(book, KNOWN, "dataset", "data set")
    assert ("data set", "dataset") in labels(book)


@pytest.mark.parametrize(
    ("what", "first", "second", "error", "message"),
    [
        ("merge", "moss", "bog parser", NothingFound, "names 'moss'"),
        ("merge", "data set", "dataset", UsageError, "one entity already"),
        ("split", "bog parser", "moor reader", UsageError, "two entities already"),
        ("split", "bog parser", "BP", UsageError, "names of one entity in a paper"),
        ("split", "bog parser", None, UsageError, "Nobody has merged"),
        ("split", "data set", None, UsageError, "Nobody has merged"),
    ],
)
def test_what_cannot_be_done_says_why(
    book: EntityBook, what: str, first: str, second: str | None, error: type[Exception], message: str
) -> None:
    with pytest.raises(error, match=message) as raised:
        merge_entities(book, KNOWN, first, second or "") if what == "merge" else split_entities(
            book, KNOWN, first, second
        )
    assert getattr(raised.value, "hint", "")
    assert book.decisions() == ()


def test_parts_that_were_split_keep_two_entities_apart(book: EntityBook) -> None:
    merge_entities(book, KNOWN, "bog parser", "moor reader")
    book.decide("heath scanner", "moor reader", "split")
    with pytest.raises(UsageError, match="'heath scanner' and 'moor reader' were split"):
        merge_entities(book, KNOWN, "bog parser", "heath scanner")
    merge_entities(book, KNOWN, "moor reader", "heath scanner")
    assert ("bog parser", "heath scanner", "moor reader") in labels(book)
