"""One paper from the parts of a work: the published version first, nothing lost, an id of its own."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from conspectus.collection.uniting import own_id, unite
from conspectus.domain.identifiers import Identifiers
from conspectus.domain.paper import Author, Paper, PartialDate, with_id
from conspectus.library.store import Library


def paper(title: str, *, venue: str = "", year: int = 2001, **identifiers: str) -> Paper:
    made = Paper(
        id="", title=title, authors=(Author(family="Berg"),), date=PartialDate(year=year), venue=venue,
        identifiers=Identifiers(**identifiers),  # type: ignore[arg-type]
    )  # fmt: skip
    return with_id(made)


JOURNAL = paper("Growing apples", venue="Fruit", year=2003, doi="10.5555/a")
PREPRINT = replace(paper("Growing apples in the cold", venue="bioRxiv", doi="10.1101/123456"), pages="123456-long")


@pytest.mark.parametrize("parts", [(JOURNAL, PREPRINT), (PREPRINT, JOURNAL)])
def test_the_published_version_goes_first(parts: tuple[Paper, ...]) -> None:
    found = unite(parts)
    assert (found.id, found.year, found.venue, found.pages) == ("doi-10.5555_a", 2003, "Fruit", "")
    assert found.title == "Growing apples in the cold"  # the longer one, that begins with the other
    assert found.aliases == (PREPRINT.id,)
    assert found.extra == (("other venue", "bioRxiv"), ("other doi", "10.1101/123456"))
    assert unite((found, PREPRINT), in_order=True) == unite((found, JOURNAL), in_order=True) == found


def test_one_part_is_itself() -> None:
    assert unite((PREPRINT,)) is PREPRINT


def test_titles_that_lose_are_kept() -> None:
    found = unite((JOURNAL, paper("Keeping bees", doi="10.5555/a")))
    assert found.title == "Growing apples"
    assert found.extra == (("other title", "Keeping bees"),)


def test_an_id_that_is_taken_is_not_taken_again(tmp_path: Path) -> None:
    twin = replace(JOURNAL, title="Keeping bees")
    with Library(tmp_path, writable=True) as library:
        assert own_id(library, JOURNAL) is JOURNAL
        library.put(JOURNAL)
        assert own_id(library, JOURNAL, stored=[JOURNAL]) is JOURNAL
        other = own_id(library, twin)
        assert other == replace(twin, id=other.id)
        assert other.id.startswith("hash-")
        assert own_id(library, twin).id == other.id
        library.put(other)
        # Merged with its like it keeps the id that it has, though its DOI makes another one.
        assert own_id(library, unite((other, twin)), stored=[other]) == other
        # The name of another paper is no former name.
        assert own_id(library, replace(PREPRINT, aliases=(JOURNAL.id, "free"))).aliases == ("free",)
