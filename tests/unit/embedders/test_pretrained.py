"""The code that loads pretrained encoders, on tiny random ones; without the extra, what it says instead."""

from __future__ import annotations

import importlib
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from tiny_models import REASON, SEMANTIC, WIDTH, write_adapter, write_bert, write_sentence_transformer

from conspectus.embedders import EMBEDDERS, pretrained
from conspectus.embedders.embedding import EmbedderOptions
from conspectus.embedders.pretrained import GistEmbedder, MiniLmEmbedder, Specter2Embedder
from conspectus.foundation.errors import UsageError

needs_semantic = pytest.mark.skipif(not SEMANTIC, reason=REASON)
PAPERS = [("Bees dance", "The dance of bees tells of flowers."), ("Frost", ""), ("", "")]


@pytest.fixture(scope="module")
def bert(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_bert(tmp_path_factory.mktemp("models") / "bert")


@pytest.fixture(scope="module")
def adapter(bert: Path) -> Path:
    return write_adapter(bert.parent / "adapter", bert)


@pytest.mark.parametrize("name", ["specter2", "gist", "minilm"])
def test_without_the_extra_it_is_named(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(module: str) -> Any:
        raise ImportError(module)

    monkeypatch.setattr(pretrained, "import_module", missing)
    with pytest.raises(UsageError, match="is not installed") as caught:
        EMBEDDERS.get(name)(EmbedderOptions())
    assert "conspectus[semantic]" in caught.value.hint
    assert "offline" in caught.value.hint


def test_the_threshold_of_specter2_is_the_published_one() -> None:
    assert Specter2Embedder.profile.topical == 96
    assert Specter2Embedder.profile.published_by == "TOPICAL"
    assert GistEmbedder.profile.topical is None
    assert MiniLmEmbedder.profile.topical is None


@needs_semantic
def test_specter2_gives_the_first_tokens_vector_with_its_adapter(bert: Path, adapter: Path) -> None:
    """Computed by hand from the same files: title, the tokenizer's separator, abstract; the first of the last layer."""
    import torch
    from adapters import AutoAdapterModel
    from transformers import AutoTokenizer

    embedder = Specter2Embedder(EmbedderOptions(model=str(bert), adapter=str(adapter)))
    vectors = embedder.embed(PAPERS)
    tokenizer = AutoTokenizer.from_pretrained(str(bert))
    plain = AutoAdapterModel.from_pretrained(str(bert)).eval()
    adapted = AutoAdapterModel.from_pretrained(str(bert))
    adapted.set_active_adapters(adapted.load_adapter(str(adapter)))
    adapted.eval()
    tokens = tokenizer("Bees dance[SEP]The dance of bees tells of flowers.", return_tensors="pt")
    with torch.no_grad():
        expected, without = (model(**tokens).last_hidden_state[0, 0].numpy() for model in (adapted, plain))
    assert vectors.shape == (3, WIDTH)
    assert vectors[0] == pytest.approx(expected / np.linalg.norm(expected), abs=1e-5)
    assert np.abs(vectors[0] - without / np.linalg.norm(without)).max() > 1e-3, "the adapter is not active"
    assert not vectors[2].any()


@needs_semantic
def test_specter2_reads_512_tokens(bert: Path, adapter: Path) -> None:
    embedder = Specter2Embedder(EmbedderOptions(model=str(bert), adapter=str(adapter)))
    long = "bees dance " * 400
    assert embedder.embed([("Bees", long)])[0] == pytest.approx(
        embedder.embed([("Bees", long + "frost " * 50)])[0], abs=1e-5
    )


@needs_semantic
def test_another_adapter_is_another_identity(bert: Path, adapter: Path) -> None:
    other = write_adapter(bert.parent / "other", bert, seed=2)
    one = Specter2Embedder(EmbedderOptions(model=str(bert), adapter=str(adapter)))
    two = Specter2Embedder(EmbedderOptions(model=str(bert), adapter=str(other)))
    assert one.identity != two.identity
    assert str(bert) not in one.identity


@needs_semantic
@pytest.mark.parametrize("kind", [GistEmbedder, MiniLmEmbedder])
def test_sentence_transformers_models_are_loaded_from_a_folder(kind: Any, bert: Path) -> None:
    folder = bert.parent / kind.name
    write_sentence_transformer(folder, bert)
    embedder = kind(EmbedderOptions(model=str(folder), batch=2))
    vectors = embedder.embed(PAPERS)
    assert vectors.shape == (3, WIDTH) == (3, embedder.dimension)
    library = importlib.import_module("sentence_transformers").SentenceTransformer(str(folder))
    expected = library.encode(["Bees dance\nThe dance of bees tells of flowers."], normalize_embeddings=True)
    assert vectors[0] == pytest.approx(expected[0], abs=1e-5)
    assert not vectors[2].any()
    assert embedder.identity.startswith(f"{kind.name}:sha256-")


@needs_semantic
@pytest.mark.parametrize("name", ["specter2", "gist", "minilm"])
def test_a_folder_without_a_model_is_said_so(name: str, tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="cannot be loaded") as caught:
        EMBEDDERS.get(name)(EmbedderOptions(model=str(tmp_path), adapter=str(tmp_path)))
    assert caught.value.hint
