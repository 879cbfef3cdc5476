"""The vector index embeds a text once, never mixes embedders, and survives a kill at any byte."""

from __future__ import annotations

import importlib.util
import zlib
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from conspectus.foundation.errors import LibraryError, UsageError
from conspectus.retrieval.vector_index import VectorIndex, create_vectors, open_vectors, rebuilt_vectors, text_key

WIDTH = 24
TEXTS = {f"p{number}": (f"title {number}", f"abstract {number}") for number in range(30)}
needs_faiss = pytest.mark.skipif(
    importlib.util.find_spec("faiss") is None,
    reason='the extra "faiss" is not installed: pip install "conspectus[faiss]" lets this test run',
)


class Embedding:
    """Random vectors, the same for the same text; remembers what it was asked."""

    def __init__(self) -> None:
        self.asked: list[tuple[str, str]] = []

    def __call__(self, papers: Sequence[tuple[str, str]]) -> NDArray[np.float32]:
        self.asked.extend(papers)
        seeds = [zlib.crc32("".join(paper).encode()) for paper in papers]
        vectors = np.array([np.random.default_rng(seed).standard_normal(WIDTH) for seed in seeds]).reshape(-1, WIDTH)
        return (vectors / np.linalg.norm(vectors, axis=1, keepdims=True)).astype(np.float32)


def filled(folder: Path) -> tuple[VectorIndex, Embedding]:
    embed = Embedding()
    index = create_vectors(folder / "vectors", "one", WIDTH)
    assert index.update(TEXTS, embed, batch=10) == 30
    return index, embed


def test_the_nearest_papers_come_first(tmp_path: Path) -> None:
    index, embed = filled(tmp_path)
    vectors = embed(list(TEXTS.values()))
    found = index.search(vectors[7], 5)
    similarities = vectors @ vectors[7]
    expected = sorted(zip(TEXTS, similarities, strict=True), key=lambda hit: -hit[1])[:5]
    assert [paper for paper, _ in found] == [paper for paper, _ in expected]
    assert [score for _, score in found] == pytest.approx([score for _, score in expected], abs=1e-6)
    assert found[0] == ("p7", pytest.approx(1.0))
    assert len(index.similarities(vectors[7])) == 30
    assert (index.vectors_of(["p3", "nobody", "p1"]) == np.vstack([vectors[3], np.zeros(WIDTH), vectors[1]])).all()


def test_a_text_is_embedded_once(tmp_path: Path) -> None:
    index, embed = filled(tmp_path)
    embed.asked.clear()
    assert index.update(TEXTS, embed) == 0
    assert index.update({"twin": TEXTS["p4"], "new": ("new", "")}, embed) == 1
    assert embed.asked == [("new", "")]
    reopened = open_vectors(tmp_path / "vectors", "one")
    assert reopened.update(TEXTS, embed) == 0
    hits = reopened.search(reopened.vectors_of(["p4"]), 2)
    assert [paper for paper, _ in hits] == ["p4", "twin"]


def test_title_and_abstract_are_told_apart() -> None:
    assert text_key("a\n", "b") != text_key("a", "\nb")
    assert text_key("ab", "") != text_key("a", "b")


def test_papers_change_and_leave(tmp_path: Path) -> None:
    index, embed = filled(tmp_path)
    old = index.vectors_of(["p0"])
    index.update({"p0": ("another", "text")}, embed, gone=["p1", "nobody"])
    for opened in (index, open_vectors(tmp_path / "vectors", "one")):
        assert opened.count() == 29
        assert "p1" not in opened
        assert not opened.vectors_of(["p1"]).any()
        assert "p0" not in [paper for paper, similarity in opened.search(old, 30) if similarity > 0.999]
        assert len(opened.search(old, 29)) == 29


def test_vectors_of_two_embedders_are_never_mixed(tmp_path: Path) -> None:
    index, _ = filled(tmp_path)
    with pytest.raises(UsageError, match="cannot be compared") as caught:
        open_vectors(tmp_path / "vectors", "two")
    assert "conspectus reindex" in caught.value.hint
    with pytest.raises(UsageError, match="do not fit"):
        index.update({"x": ("x", "")}, lambda papers: np.ones((len(papers), WIDTH + 1), np.float32))
    with pytest.raises(UsageError, match="is sought"):
        index.search(np.ones(WIDTH + 1, np.float32))


def test_a_kill_at_any_byte_leaves_what_was_written_before(tmp_path: Path) -> None:
    """Rows are written before the line that names them."""
    filled(tmp_path)
    folder = tmp_path / "vectors"
    rows, book = (folder / "vectors.f32").read_bytes(), (folder / "book.jsonl").read_bytes()
    lines = book.splitlines(keepends=True)
    two = len(lines[0]) + len(lines[1])
    cases = [(book[:two], rows[:cut]) for cut in range(20 * WIDTH * 4, len(rows) + 1, 97)]
    cases += [(book[: two + cut], rows) for cut in range(0, len(lines[2]), 41)]
    for torn_book, torn_rows in cases:
        (folder / "vectors.f32").write_bytes(torn_rows)
        (folder / "book.jsonl").write_bytes(torn_book)
        embed = Embedding()
        index = open_vectors(folder, "one")
        assert index.count() == 20
        assert index.update(TEXTS, embed) == 10
        assert index.count() == open_vectors(folder, "one").count() == 30
        assert (index.vectors_of(list(TEXTS)) == embed(list(TEXTS.values()))).all()
        del index


@pytest.mark.parametrize("name", ["about.json", "vectors.f32", "book.jsonl"])
def test_damage_is_found_and_says_how_to_mend_it(name: str, tmp_path: Path) -> None:
    filled(tmp_path)
    file = tmp_path / "vectors" / name
    whole = file.read_bytes()
    spoilt = [whole[: len(whole) // 2], whole[:40] + b"\x00\xff" * 4 + whole[48:]]
    if name == "book.jsonl":
        spoilt[0] = whole[5:]
    for data in spoilt:
        file.write_bytes(data)
        with pytest.raises(LibraryError) as caught:
            open_vectors(tmp_path / "vectors", "one")
        assert "conspectus reindex" in caught.value.hint
    file.unlink()
    with pytest.raises(LibraryError):
        open_vectors(tmp_path / "vectors", "one")


def test_a_missing_index_is_said_so(tmp_path: Path) -> None:
    with pytest.raises(LibraryError, match="missing"):
        open_vectors(tmp_path / "vectors", "one")


def test_a_rebuilt_index_takes_over_known_vectors(tmp_path: Path) -> None:
    filled(tmp_path)
    embed = Embedding()
    with rebuilt_vectors(tmp_path / "vectors", "one", WIDTH) as fresh:
        assert fresh.update({**TEXTS, "new": ("new", "")}, embed) == 1
        assert open_vectors(tmp_path / "vectors", "one").count() == 30
    assert embed.asked == [("new", "")]
    assert open_vectors(tmp_path / "vectors", "one").count() == 31
    with rebuilt_vectors(tmp_path / "vectors", "two", WIDTH) as fresh:
        assert fresh.update(TEXTS, embed) == 30
    assert open_vectors(tmp_path / "vectors", "two").count() == 30
    assert [path.name for path in tmp_path.iterdir()] == ["vectors"]


def test_a_rebuilding_that_fails_leaves_the_old_index(tmp_path: Path) -> None:
    filled(tmp_path)

    def failing(papers: Sequence[tuple[str, str]]) -> NDArray[np.float32]:
        raise UsageError("no")

    with pytest.raises(UsageError), rebuilt_vectors(tmp_path / "vectors", "two", WIDTH) as fresh:
        fresh.update(TEXTS, failing)
    assert open_vectors(tmp_path / "vectors", "one").count() == 30


def test_an_empty_index_finds_nothing(tmp_path: Path) -> None:
    index = create_vectors(tmp_path / "vectors", "one", WIDTH)
    assert index.search(np.ones(WIDTH, np.float32)) == []
    filled_index, _ = filled(tmp_path)
    assert filled_index.search(np.zeros(WIDTH, np.float32)) == []
    assert filled_index.search(np.ones(WIDTH, np.float32), 0) == []


@needs_faiss
def test_the_graph_of_neighbours_finds_what_exact_search_finds(tmp_path: Path) -> None:
    _, embed = filled(tmp_path)
    exact, graph = (open_vectors(tmp_path / "vectors", "one", exact_up_to=limit) for limit in (100, 10))
    for text in TEXTS.values():
        sought = embed([text])
        assert [paper for paper, _ in graph.search(sought, 5)] == [paper for paper, _ in exact.search(sought, 5)]
    assert (tmp_path / "vectors" / "neighbours.faiss").exists()
    graph.update({"late": ("late", "")}, embed)
    assert graph.search(embed([("late", "")]), 1)[0][0] == "late"
    (tmp_path / "vectors" / "neighbours.faiss").write_bytes(b"torn")
    again = open_vectors(tmp_path / "vectors", "one", exact_up_to=10)
    assert again.search(embed([("late", "")]), 1)[0][0] == "late"
