"""The library's vectors can be completed or made anew at any time, and no text is embedded twice."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from conspectus.collection.paper_vectors import EmbedderChoice, OtherVectors, open_kept
from conspectus.collection.vector_projection import (
    complete_projections,
    complete_vectors,
    rebuild_projections,
    rebuild_vectors,
    try_to_complete_vectors,
)
from conspectus.domain.paper import Paper
from conspectus.embedders.offline import OfflineEmbedder
from conspectus.foundation.events import Events
from conspectus.library.store import VECTOR_PROJECTION, Library
from conspectus.retrieval.text_index import open_index
from conspectus.retrieval.vector_index import VectorIndex, create_vectors
from conspectus.testing.topic_papers import made_topic_papers

OFFLINE = EmbedderChoice()


def filled(folder: Path, number: int = 8) -> Library:
    library = Library(folder, writable=True)
    for paper in made_topic_papers(number):
        library.put(paper)
    return library


def kept(library: Library) -> VectorIndex:
    return open_kept(library.folder, OFFLINE)[1]


@pytest.fixture
def embedded(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The titles that were embedded."""
    titles: list[str] = []
    original = OfflineEmbedder.embed

    def embed(embedder: OfflineEmbedder, papers: Sequence[tuple[str, str]], /) -> object:
        titles.extend(title for title, _ in papers)
        return original(embedder, papers)

    monkeypatch.setattr(OfflineEmbedder, "embed", embed)
    return titles


def test_a_text_is_embedded_once(tmp_path: Path, embedded: list[str]) -> None:
    with filled(tmp_path) as library:
        assert complete_vectors(library, OFFLINE) == 8
        assert len(embedded) == 8
        identity = kept(library).identity
        library.put(Paper(id="new", title="Lung biopsies"))
        assert complete_vectors(library, OFFLINE) == 1
        assert embedded[8:] == ["Lung biopsies"]
        assert complete_vectors(library, OFFLINE) == 0
        assert len(embedded) == 9
        assert (kept(library).identity, kept(library).count()) == (identity, 9)
        assert library.projections.count_missing(VECTOR_PROJECTION) == 0


def test_a_paper_that_changed_or_went_is_followed(tmp_path: Path) -> None:
    with filled(tmp_path) as library:
        complete_vectors(library, OFFLINE)
        before = kept(library).vectors_of(["pmid-1"])
        library.put(Paper(id="pmid-1", title="River sediment"), replacing=("pmid-2",))
        assert complete_vectors(library, OFFLINE) == 1
        index = kept(library)
        assert "pmid-2" not in index
        assert index.count() == library.count() == 7
        assert (index.vectors_of(["pmid-1"]) != before).any()
        assert library.projections.left_over(VECTOR_PROJECTION) == []


def test_the_fit_is_renewed_when_the_library_has_doubled(tmp_path: Path) -> None:
    with filled(tmp_path) as library:
        complete_vectors(library, OFFLINE)
        identity = kept(library).identity
        for paper in made_topic_papers(7, first=100):
            library.put(paper)
        complete_vectors(library, OFFLINE)
        assert kept(library).identity == identity
        library.put(Paper(id="owls", title="Owls hunt mice"))
        assert complete_vectors(library, OFFLINE) == 16
        index = kept(library)
        assert index.identity != identity
        assert index.count() == 16
        assert index.vectors_of(["owls"]).any()


def test_what_the_book_does_not_know_is_made_anew(tmp_path: Path) -> None:
    with filled(tmp_path) as library:
        complete_vectors(library, OFFLINE)
        library.projections.reset(VECTOR_PROJECTION)
        index = kept(library)
        index.update({"stranger": ("River", "River.")}, lambda _: index.vectors_of(["pmid-1"]))
        complete_vectors(library, OFFLINE)
        assert "stranger" not in kept(library)
        assert kept(library).count() == 8


def test_damaged_vectors_are_made_again(tmp_path: Path) -> None:
    told = Events()
    with filled(tmp_path) as library:
        complete_vectors(library, OFFLINE)
        (tmp_path / "vectors" / "fit" / "weights.npy").unlink()
        library.put(Paper(id="new", title="Lung biopsies"))
        assert complete_vectors(library, OFFLINE, told) == 9
        assert kept(library).count() == 9
    assert "made again" in told.warnings[0]


def test_vectors_of_another_embedder_are_left_until_they_are_made_anew(tmp_path: Path) -> None:
    with filled(tmp_path) as library:
        create_vectors(tmp_path / "vectors", "specter2:model", 3)
        with pytest.raises(OtherVectors, match="specter2:model"):
            complete_vectors(library, OFFLINE)
        (told,) = try_to_complete_vectors(library, OFFLINE)
        assert "conspectus reindex --embedder offline" in told
        assert VectorIndex(tmp_path / "vectors").identity == "specter2:model"
        assert rebuild_vectors(library, OFFLINE) == 8
        assert kept(library).count() == 8


def test_a_cut_in_rebuilding_keeps_the_old_vectors_and_their_fit(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with filled(tmp_path) as library:
        complete_vectors(library, OFFLINE)
        identity = kept(library).identity
        library.put(Paper(id="owls", title="Owls hunt mice"))

        def cut(*_: object, **__: object) -> None:
            raise KeyboardInterrupt

        with monkeypatch.context() as broken:
            broken.setattr(VectorIndex, "update", cut)
            with pytest.raises(KeyboardInterrupt):
                rebuild_vectors(library, OFFLINE)
        assert kept(library).identity == identity
        assert rebuild_vectors(library, OFFLINE) == 9
        assert kept(library).identity != identity


@pytest.mark.parametrize("title", ["", "12 34"])
def test_a_library_without_any_word_has_no_vectors(tmp_path: Path, title: str) -> None:
    with Library(tmp_path, writable=True) as library:
        assert complete_vectors(library, OFFLINE) == 0
        library.put(Paper(id="p", title=title))
        assert try_to_complete_vectors(library, OFFLINE) == []
        assert not (tmp_path / "vectors").exists()


def test_both_projections_are_renewed(tmp_path: Path) -> None:
    with filled(tmp_path) as library:
        assert rebuild_projections(library, OFFLINE, Events()) == 8
        library.put(Paper(id="new", title="Lung biopsies"))
        assert complete_projections(library, OFFLINE, Events()) == 1
        assert kept(library).count() == open_index(tmp_path / "text").count() == 9
