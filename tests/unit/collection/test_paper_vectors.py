from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from conspectus.collection.paper_vectors import (
    EmbedderChoice,
    OtherVectors,
    RunVectors,
    fit_and_embed,
    open_kept,
    texts_of,
)
from conspectus.collection.vector_projection import complete_vectors
from conspectus.embedders import EMBEDDERS
from conspectus.embedders.embedding import EmbedderOptions
from conspectus.embedders.offline import OfflineEmbedder
from conspectus.foundation.errors import LibraryError, NothingFound, UnknownName
from conspectus.foundation.settings import load_settings
from conspectus.library.store import Library
from conspectus.retrieval.vector_index import create_vectors
from conspectus.testing.topic_papers import made_topic_papers, topic_paper


def test_titles_and_abstracts_are_embedded_on_one_line_each() -> None:
    paper = topic_paper(1, "Rivers rise.\n\nRivers fall.", title="On  rivers")
    assert texts_of([paper]) == [("On rivers", "Rivers rise. Rivers fall.")]


def test_papers_of_one_subject_are_more_alike() -> None:
    texts = ("Rivers carry silt and sand.", "Silt and sand lie in rivers.", "Owls hunt mice at night.")
    embedder, vectors = fit_and_embed([topic_paper(n, text, title="") for n, text in enumerate(texts)])
    similarities = vectors @ vectors.T
    assert similarities[0, 1] > similarities[0, 2]
    assert np.allclose(np.diag(similarities), 1.0, atol=1e-5)
    assert embedder.identity.startswith("offline:")


PAPERS = made_topic_papers(12)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    with Library(tmp_path, writable=True) as library:
        for paper in PAPERS:
            library.put(paper)
    return tmp_path


@pytest.fixture
def kept(folder: Path) -> Path:
    with Library(folder, writable=True) as library:
        complete_vectors(library, EmbedderChoice())
    return folder


def run_vectors(folder: Path, remarks: list[str], *, from_library: bool = True, name: str = "offline") -> RunVectors:
    return RunVectors(
        folder,
        EmbedderChoice(name=name),
        lambda: Library(folder),
        from_library=from_library,
        on_remark=remarks.append,
    )


def forbid(monkeypatch: pytest.MonkeyPatch, *names: str) -> None:
    def fail(*_: object) -> None:
        raise AssertionError("It is there already.")

    for name in names:
        monkeypatch.setattr(OfflineEmbedder, name, fail)


def test_kept_vectors_are_used_as_they_are(kept: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    forbid(monkeypatch, "fitted", "embed")
    remarks: list[str] = []
    vectors = run_vectors(kept, remarks)
    assert vectors.identity == ""
    embedder, rows = vectors.embed(PAPERS)
    assert np.allclose(np.linalg.norm(rows, axis=1), 1.0, atol=1e-5)
    assert vectors.identity == embedder.identity == open_kept(kept, EmbedderChoice())[1].identity
    assert remarks == []


def test_likeness_is_the_cosine_with_the_search_text(kept: Path) -> None:
    vectors = run_vectors(kept, [])
    likeness = vectors.likeness("lung biopsies of adults", ["pmid-1", "pmid-2", "nobody"])
    assert set(likeness) == {"pmid-1", "pmid-2"}
    assert likeness["pmid-1"] > likeness["pmid-2"]
    embedder, index = open_kept(kept, EmbedderChoice())
    expected = index.vectors_of(["pmid-1"])[0] @ embedder.embed_query("lung biopsies of adults")[0]
    assert likeness["pmid-1"] == pytest.approx(float(expected), abs=1e-6)
    assert vectors.likeness("xylophone", ["pmid-1", "pmid-2"]) == {}


def test_without_kept_vectors_they_are_made_in_memory_and_nothing_is_written(folder: Path) -> None:
    remarks: list[str] = []
    vectors = run_vectors(folder, remarks)
    ids = [paper.id for paper in PAPERS]
    in_memory, (_, rows) = vectors.likeness("lung biopsies", ids), vectors.embed(PAPERS)
    assert len(remarks) == 1
    assert "missing" in remarks[0]
    assert "conspectus reindex" in remarks[0]
    assert not (folder / "vectors").exists()
    with Library(folder, writable=True) as library:
        complete_vectors(library, EmbedderChoice())
    again = run_vectors(folder, [])
    assert again.likeness("lung biopsies", ids) == pytest.approx(in_memory, abs=1e-5)
    assert np.allclose(again.embed(PAPERS)[1], rows, atol=1e-5)
    assert again.identity == vectors.identity


def test_a_run_needs_no_writer_lock(kept: Path) -> None:
    with Library(kept, writable=True):
        assert run_vectors(kept, []).likeness("lung biopsies", ["pmid-1", "pmid-2"])


def test_damaged_vectors_are_made_in_memory(kept: Path) -> None:
    (kept / "vectors" / "vectors.f32").write_bytes(b"")
    remarks: list[str] = []
    assert run_vectors(kept, remarks).embed(PAPERS)[1].any()
    assert "damaged" in remarks[0]


def test_a_paper_that_changed_since_is_embedded_in_the_same_space(kept: Path) -> None:
    changed = replace(topic_paper(2, "Lung biopsies of adults, lung biopsies.", title="Lung biopsies"), id="pmid-2")
    with Library(kept, writable=True) as library:
        library.put(changed)
    vectors = run_vectors(kept, [])
    embedder, rows = vectors.embed([PAPERS[0], changed])
    assert np.allclose(rows[1], embedder.embed(texts_of([changed]))[0])
    assert "pmid-2" not in vectors.likeness("lung biopsies", ["pmid-1", "pmid-2", "pmid-3"])


def test_papers_from_elsewhere_are_embedded_in_the_space_of_the_library(kept: Path) -> None:
    other = topic_paper(2, "Lung biopsies of adults.", title="Another text under an id of the library")
    remarks: list[str] = []
    vectors = run_vectors(kept, remarks, from_library=False)
    embedder, rows = vectors.embed([PAPERS[0], other, topic_paper(99, "River sediment.")])
    kept_embedder, index = open_kept(kept, EmbedderChoice())
    assert embedder.identity == kept_embedder.identity
    assert np.array_equal(rows[0], index.vectors_of(["pmid-1"])[0])
    assert np.allclose(rows[1], embedder.embed(texts_of([other]))[0])
    assert remarks == []


def test_more_papers_from_elsewhere_than_the_fit_has_seen_get_their_own(kept: Path) -> None:
    remarks: list[str] = []
    fetched = made_topic_papers(13, first=100)
    vectors = run_vectors(kept, remarks, from_library=False)
    embedder, _ = vectors.embed(fetched)
    assert embedder.identity == fit_and_embed(fetched)[0].identity == vectors.identity
    assert "13 papers" in remarks[0]


def test_papers_from_elsewhere_need_no_library(tmp_path: Path) -> None:
    remarks: list[str] = []
    vectors = run_vectors(tmp_path / "none", remarks, from_library=False)
    assert vectors.embed(PAPERS)[0].identity == fit_and_embed(PAPERS)[0].identity
    assert remarks == []
    with pytest.raises(NothingFound):
        run_vectors(tmp_path / "none", remarks).embed(PAPERS)


def test_vectors_of_another_embedder_are_refused_with_the_way_forward(folder: Path) -> None:
    create_vectors(folder / "vectors", "specter2:model", 3)
    with pytest.raises(OtherVectors, match="specter2:model") as refused:
        run_vectors(folder, []).embed(PAPERS)
    assert "conspectus reindex --embedder offline" in refused.value.hint
    # Papers from elsewhere are not compared with them.
    assert run_vectors(folder, [], from_library=False).embed(PAPERS)[0].identity.startswith("offline:")


def test_vectors_beside_another_fit_are_damaged(kept: Path) -> None:
    OfflineEmbedder.fitted([("Owls", "Owls hunt mice.")]).save(kept / "vectors" / "fit")
    with pytest.raises(LibraryError, match="another fit"):
        open_kept(kept, EmbedderChoice())


def test_another_embedder_without_kept_vectors_embeds_the_papers_of_the_run_alone(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: list[int] = []

    class Lengths:
        name, identity, dimension = "lengths", "lengths:1", 2

        def __init__(self, _options: EmbedderOptions) -> None:
            pass

        def embed(self, papers: list[tuple[str, str]], /) -> object:
            seen.append(len(papers))
            return np.tile(np.array([[0.6, 0.8]], np.float32), (len(papers), 1))

        def embed_query(self, _text: str, /) -> object:
            return np.array([[1.0, 0.0]], np.float32)

    monkeypatch.setitem(EMBEDDERS._loaded, "lengths", Lengths)
    vectors = run_vectors(folder, [], name="lengths")
    assert vectors.likeness("lung", ["pmid-1", "pmid-2"]) == {}
    assert vectors.embed(PAPERS[:5])[1].shape == (5, 2)
    assert seen == [5]
    with Library(folder, writable=True) as library:
        complete_vectors(library, EmbedderChoice(name="lengths"))
    with pytest.raises(OtherVectors, match="lengths:1"):
        run_vectors(folder, []).embed(PAPERS)
    again = run_vectors(folder, [], name="lengths")
    assert again.likeness("lung", ["pmid-1", "pmid-2"]) == pytest.approx({"pmid-1": 0.6, "pmid-2": 0.6})
    again.embed(PAPERS)
    assert seen == [5, 12]


def test_the_choice_comes_from_the_settings(tmp_path: Path) -> None:
    (tmp_path / "none.toml").touch()
    settings = load_settings(
        user_file=tmp_path / "none.toml",
        environment={"CONSPECTUS_EMBEDDER_NAME": "remote", "CONSPECTUS_EMBEDDER_BATCH": "7"},
        arguments={"embedder.model": "small"},
    )
    choice = EmbedderChoice.of(settings.embedder, {"EMBEDDINGS_API_KEY": "k"})
    assert (choice.name, choice.options.model, choice.options.batch) == ("remote", "small", 7)
    assert choice.options.environment == {"EMBEDDINGS_API_KEY": "k"}
    assert not choice.is_fitted
    with pytest.raises(UnknownName, match="runes"):
        run_vectors(tmp_path, [], name="runes", from_library=False).embed(PAPERS)
