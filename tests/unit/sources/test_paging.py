from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from conspectus.domain.paper import Paper
from conspectus.foundation.errors import BrokenRecord, SourceFailed
from conspectus.sources.paging import Batch, Batches, Page, all_pages, read_records


def numbered(total: int, size: int) -> object:
    def ask(cursor: str, most: int) -> Page:
        start = int(cursor)
        ids = tuple(str(number) for number in range(start, min(start + size, total)))
        return Page(ids=ids, total=total, after=str(start + size))

    return ask


@given(st.integers(0, 60), st.integers(1, 9), st.integers(1, 70))
def test_pages_give_each_id_once_up_to_the_limit(total: int, size: int, limit: int) -> None:
    pages = all_pages(numbered(total, size), first="0", limit=limit)  # type: ignore[arg-type]
    assert pages.ids == tuple(str(number) for number in range(min(total, limit)))
    assert (pages.total, pages.trouble) == (total, "")


def test_a_service_that_repeats_itself_is_left() -> None:
    def same_page(cursor: str, most: int) -> Page:
        return Page(ids=("a", "b"), total=9, after=f"{cursor}+")

    def same_cursor(cursor: str, most: int) -> Page:
        return Page(ids=("a",), total=9, after="*")

    assert all_pages(same_page, first="*", limit=9).trouble == "The service gave 2 of 9 ids and no more."
    assert all_pages(same_cursor, first="*", limit=9).ids == ("a",)


def test_a_failure_after_the_first_page_leaves_what_came() -> None:
    def ask(cursor: str, most: int) -> Page:
        if cursor == "2":
            raise SourceFailed("It is down.")
        return Page(ids=("a", "b"), total=9, after="2")

    pages = all_pages(ask, first="0", limit=9)
    assert (pages.ids, pages.total, pages.trouble) == (("a", "b"), 9, "It is down.")

    def never(cursor: str, most: int) -> Page:
        raise SourceFailed("It is down.")

    with pytest.raises(SourceFailed):
        all_pages(never, first="0", limit=9)


def paper(name: str) -> Paper:
    return Paper(id=name, title=f"Title of {name}")


def test_batches_are_put_in_the_order_of_the_ids() -> None:
    def ask(ids: tuple[str, ...]) -> Batch:
        # The first batch is the last to come.
        time.sleep(0.1 if "a" in ids else 0)
        return Batch(papers={name: paper(name) for name in reversed(ids) if name != "d"}, reasons={"d": "Torn."})

    fetched = Batches(label="Made", size=2, side_by_side=3).fetch(["a", "b", "c", "d", "e", "a"], ask)
    assert [paper.id for paper in fetched.papers] == ["a", "b", "c", "e"]
    assert (fetched.missing, fetched.complete) == ((("d", "Torn."),), True)


def test_a_batch_that_fails_is_missing_with_its_reason() -> None:
    def ask(ids: tuple[str, ...]) -> Batch:
        if "c" in ids:
            raise SourceFailed("Made gave no answer.")
        return Batch(papers={name: paper(name) for name in ids})

    fetched = Batches(label="Made", size=1).fetch("abcd", ask)
    assert [paper.id for paper in fetched.papers] == ["a", "b", "d"]
    assert (fetched.missing, fetched.complete) == ((("c", "Made gave no answer."),), False)


def test_what_is_no_failure_of_the_service_is_not_hidden() -> None:
    def ask(ids: tuple[str, ...]) -> Batch:
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        Batches(label="Made", size=1).fetch("ab", ask)


def test_a_record_that_cannot_be_read_leaves_the_others() -> None:
    def broken() -> Paper:
        raise BrokenRecord("No title.")

    papers, reasons = read_records(
        [("a", lambda: paper("")), ("b", broken), ("c", lambda: paper(""))], source="made", content=b"[]"
    )
    assert (list(papers), reasons) == (["a", "c"], {"b": "No title."})
    assert papers["c"].provenance[0].record == 3
    assert papers["a"].id.startswith("hash-")
