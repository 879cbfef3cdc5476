"""The offline embedder is fitted once, alike each time, and kept without pickles."""

from __future__ import annotations

import json
import math
import random
from pathlib import Path

import numpy as np
import pytest

from conspectus.embedders.embedding import EmbedderOptions
from conspectus.embedders.offline import DIMENSIONS, FEW_TEXTS, OfflineEmbedder
from conspectus.foundation.errors import LibraryError, NothingFound, UsageError

SMALL = [("Bees dance", "Bees dance for flowers."), ("Frost", "Frost cracks concrete."), ("Bees", "Bees sleep.")]


def many(count: int, seed: int = 0) -> list[tuple[str, str]]:
    """Papers of eight made-up subjects with words of their own and words in common."""
    draw = random.Random(seed)
    words = [[f"{subject}word{number}" for number in range(80)] for subject in "abcdefgh"]
    common = [f"common{number}" for number in range(60)]
    papers = []
    for place in range(count):
        own = draw.sample(words[place % 8], 12)
        papers.append((" ".join(own[:3]), " ".join(own[3:] + draw.sample(common, 8))))
    return papers


def test_a_small_fit_weighs_words_as_defined() -> None:
    """Two texts: 'frost' is in one, so its weight is ln(3/2) + 1; twice 'bees' counts 1 + ln 2."""
    embedder = OfflineEmbedder.fitted([("bees", "bees frost"), ("bees", "")])
    assert embedder.dimension == 2
    bees, frost = (1 + math.log(2)) * (math.log(3 / 3) + 1), math.log(3 / 2) + 1
    length = math.hypot(bees, frost)
    assert embedder.embed([("bees", "bees frost")])[0] == pytest.approx([bees / length, frost / length])
    assert embedder.embed_query("frost bees unknown")[0] == pytest.approx(
        [1 / math.hypot(1, frost), frost / math.hypot(1, frost)]
    )


def test_words_of_no_meaning_do_not_count() -> None:
    embedder = OfflineEmbedder.fitted([("The dance of the bees", "and 42 more")])
    assert embedder.dimension == 2
    assert not embedder.embed_query("the and of 42").any()


@pytest.mark.parametrize("papers", [[], [("", "")], [("the of", "42")]])
def test_a_library_without_words_is_said_so(papers: list[tuple[str, str]]) -> None:
    with pytest.raises(NothingFound) as caught:
        OfflineEmbedder.fitted(papers)
    assert caught.value.hint


def test_latent_dimensions_come_with_two_hundred_texts() -> None:
    few, enough = OfflineEmbedder.fitted(many(FEW_TEXTS - 1)), OfflineEmbedder.fitted(many(FEW_TEXTS))
    assert few.dimension > DIMENSIONS
    assert enough.dimension == FEW_TEXTS // 2
    assert OfflineEmbedder.fitted(many(600)).dimension == DIMENSIONS


def test_latent_vectors_keep_subjects_together() -> None:
    papers = many(600)
    vectors = OfflineEmbedder.fitted(papers).embed(papers)
    similarities = vectors @ vectors.T
    same = np.arange(600)[:, None] % 8 == np.arange(600) % 8
    assert similarities[same].mean() > similarities[~same].mean() + 0.05


def test_hundreds_of_identical_texts_are_one_direction() -> None:
    """Their matrix has rank one; what is left of the other dimensions is rounding."""
    papers = [SMALL[0]] * 300
    vectors = OfflineEmbedder.fitted(papers).embed(papers)
    assert np.allclose(vectors @ vectors.T, 1.0, atol=1e-5)


def test_a_text_outside_all_dimensions_has_zeros() -> None:
    words = " ".join(f"term{number}" for number in range(400))
    papers = [(words, "")] * 300
    embedder = OfflineEmbedder.fitted(papers)
    assert embedder.dimension == 1
    assert not embedder.embed_query("nothing known").any()


@pytest.mark.parametrize("count", [3, 600])
def test_the_same_texts_give_the_same_fit(count: int) -> None:
    papers = SMALL if count == 3 else many(count)
    one, other = OfflineEmbedder.fitted(papers), OfflineEmbedder.fitted(papers)
    assert one.identity == other.identity
    assert (one.embed(papers) == other.embed(papers)).all()
    assert one.identity != OfflineEmbedder.fitted(papers[:-1]).identity


@pytest.mark.parametrize("count", [3, 600])
def test_a_saved_fit_gives_the_same_vectors(count: int, tmp_path: Path) -> None:
    papers = SMALL if count == 3 else many(count)
    embedder = OfflineEmbedder.fitted(papers)
    embedder.save(tmp_path / "fit")
    embedder.save(tmp_path / "fit")
    loaded = OfflineEmbedder(EmbedderOptions(folder=tmp_path / "fit"))
    assert loaded.identity == embedder.identity
    assert loaded.fitted_on == count
    assert (loaded.embed(papers) == embedder.embed(papers)).all()
    assert [path.name for path in tmp_path.iterdir()] == ["fit"]
    assert {path.suffix for path in (tmp_path / "fit").iterdir()} == {".json", ".npy"}


def test_new_texts_are_only_transformed(tmp_path: Path) -> None:
    embedder = OfflineEmbedder.fitted(SMALL)
    before = embedder.identity
    embedder.embed([("Whales sing", "Whales sing and bees dance.")])
    assert embedder.identity == before


def test_a_fit_is_outgrown_when_the_library_has_doubled() -> None:
    embedder = OfflineEmbedder.fitted(SMALL)
    assert not embedder.is_outgrown(3)
    assert not embedder.is_outgrown(5)
    assert embedder.is_outgrown(6)


def test_a_fit_that_is_missing_or_damaged_says_how_to_make_it_again(tmp_path: Path) -> None:
    folder = tmp_path / "fit"
    with pytest.raises(UsageError, match="none is named"):
        OfflineEmbedder(EmbedderOptions())
    with pytest.raises(LibraryError, match="no fit") as missing:
        OfflineEmbedder(EmbedderOptions(folder=folder))
    assert "conspectus reindex" in missing.value.hint
    OfflineEmbedder.fitted(many(600)).save(folder)
    whole = {path.name: path.read_bytes() for path in folder.iterdir()}
    for name, data in whole.items():
        for torn in (data[: len(data) // 2], b"", data[:-8] + bytes(byte ^ 0x55 for byte in data[-8:])):
            (folder / name).write_bytes(torn)
            with pytest.raises(LibraryError) as caught:
                OfflineEmbedder(EmbedderOptions(folder=folder))
            assert "conspectus reindex" in caught.value.hint
        (folder / name).write_bytes(data)
    about = json.loads((folder / "fit.json").read_text("utf-8"))
    (folder / "fit.json").write_text(json.dumps({**about, "format": 99}), "utf-8")
    with pytest.raises(LibraryError, match="another version"):
        OfflineEmbedder(EmbedderOptions(folder=folder))


def test_a_pickle_is_never_loaded(tmp_path: Path) -> None:
    OfflineEmbedder.fitted(SMALL).save(tmp_path / "fit")
    np.save(tmp_path / "fit" / "weights.npy", np.array([{"a": 1}], dtype=object), allow_pickle=True)
    with pytest.raises(LibraryError):
        OfflineEmbedder(EmbedderOptions(folder=tmp_path / "fit"))
