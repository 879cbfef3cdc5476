"""A projection can be completed or made anew from the library at any time."""

from __future__ import annotations

from pathlib import Path

import pytest

from conspectus.collection.reindex import TextProjection, rebuild_text_index
from conspectus.domain.paper import Paper
from conspectus.library.store import Library
from conspectus.retrieval.text_index import TextIndex, open_index


def filled(folder: Path, number: int = 3) -> Library:
    library = Library(folder, writable=True)
    for place in range(number):
        library.put(Paper(id=f"p{place}", title=f"Word{place}"))
    return library


def test_completing_takes_in_only_what_is_missing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    taken: list[str] = []
    original = TextIndex.update

    def update(index: TextIndex, papers: object, gone: object = ()) -> None:
        listed = list(papers)  # type: ignore[call-overload]
        taken.extend(paper.id for paper in listed)
        original(index, listed, gone)  # type: ignore[arg-type]

    monkeypatch.setattr(TextIndex, "update", update)
    with filled(tmp_path) as library:
        assert TextProjection(library).complete() == 3
        library.put(Paper(id="p1", title="Changed"))
        assert TextProjection(library).complete() == 1
        assert TextProjection(library).complete() == 0
    assert taken == ["p0", "p1", "p2", "p1"]
    assert open_index(tmp_path / "text").search("changed")[0][0] == "p1"


def test_a_batch_is_taken_in_without_a_look_at_the_others(tmp_path: Path) -> None:
    with filled(tmp_path) as library:
        projection = TextProjection(library)
        assert projection.take_in(["p2", "nobody", "p0"]) == 2
        assert projection.take_in(["p2", "p0"]) == 0
        library.put(Paper(id="p2", title="Changed"))
        assert projection.take_in(["p2"]) == 1
        assert open_index(tmp_path / "text").count() == 2
        assert projection.complete() == 1
    assert open_index(tmp_path / "text").search("changed")[0][0] == "p2"


def test_a_cut_between_index_and_book_is_made_good(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with filled(tmp_path) as library:

        def cut(*_: object) -> None:
            raise KeyboardInterrupt

        with monkeypatch.context() as broken:
            broken.setattr(library.projections, "mark", cut)
            with pytest.raises(KeyboardInterrupt):
                TextProjection(library).complete()
        # The index has them, the book does not know; then one of them goes into another.
        library.put(Paper(id="p9", title="United"), replacing=("p0", "p1"))
        TextProjection(library).complete()
        assert library.projections.left_over("text") == []
    index = open_index(tmp_path / "text")
    assert index.count() == 2
    assert index.search("word0") == []


def test_rebuilding_gives_a_whole_index_whatever_was_there(tmp_path: Path) -> None:
    with filled(tmp_path) as library:
        TextProjection(library).complete()
        (tmp_path / "text" / "meta.json").write_text("{")
        assert rebuild_text_index(library) == 3
        assert library.projections.count_missing("text") == 0
        assert library.projections.left_over("text") == []
    assert open_index(tmp_path / "text").count() == 3


def test_a_cut_in_rebuilding_keeps_the_old_index(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with filled(tmp_path) as library:
        TextProjection(library).complete()

        def cut(*_: object) -> None:
            raise KeyboardInterrupt

        with monkeypatch.context() as broken:
            broken.setattr(TextIndex, "update", cut)
            with pytest.raises(KeyboardInterrupt):
                rebuild_text_index(library)
        assert library.projections.count_missing("text") == 0
        assert open_index(tmp_path / "text").count() == 3
        assert rebuild_text_index(library) == 3
