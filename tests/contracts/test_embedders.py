"""Every registered embedder keeps the embedder contract: fitted here, of random weights, or of a local server."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from embedding_server import EmbeddingServer, embedding_server
from tiny_models import REASON, SEMANTIC, write_adapter, write_bert, write_sentence_transformer

from conspectus.embedders import EMBEDDERS
from conspectus.embedders.embedding import Embedder, EmbedderOptions
from conspectus.embedders.offline import OfflineEmbedder
from conspectus.testing.embedder_contract import PAPERS, EmbedderCase, EmbedderContract

PRETRAINED = ("specter2", "gist", "minilm")


@pytest.fixture(scope="module")
def server() -> Iterator[EmbeddingServer]:
    with embedding_server() as running:
        yield running


@pytest.fixture(scope="module")
def models(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], EmbedderOptions]:
    """Options of a pretrained embedder, whose tiny model is written when first asked for."""
    folder = tmp_path_factory.mktemp("models")

    def options(name: str) -> EmbedderOptions:
        bert, adapter, whole = folder / "bert", folder / "adapter", folder / "sentences"
        if not bert.exists():
            write_adapter(adapter, write_bert(bert))
            write_sentence_transformer(whole, bert)
        return EmbedderOptions(model=str(bert if name == "specter2" else whole), adapter=str(adapter))

    return options


class TestEmbedders(EmbedderContract):
    @pytest.fixture(params=EMBEDDERS.names())
    def case(
        self,
        request: pytest.FixtureRequest,
        tmp_path: Path,
        server: EmbeddingServer,
        models: Callable[[str], EmbedderOptions],
    ) -> Iterator[EmbedderCase]:
        name = request.param
        if name in PRETRAINED and not SEMANTIC:
            pytest.skip(REASON)
        made: list[Embedder] = []

        def make() -> Embedder:
            if name == "offline":
                OfflineEmbedder.fitted(PAPERS).save(tmp_path / "fit")
                options = EmbedderOptions(folder=tmp_path / "fit")
            elif name == "remote":
                options = EmbedderOptions(base_url=server.base_url, model="tiny")
            else:
                options = models(name)
            made.append(EMBEDDERS.get(name)(options))
            return made[-1]

        yield EmbedderCase(name=name, make=make, is_trained=name not in PRETRAINED, tolerance=2e-5)
        for embedder in made:
            getattr(embedder, "close", lambda: None)()


class Careless:
    """Breaks what an embedder must do in one way."""

    def __init__(self, inner: Embedder, fault: str) -> None:
        self.inner, self.fault = inner, fault
        self.name, self.identity, self.profile = inner.name, inner.identity, inner.profile
        self.dimension = inner.dimension + (fault == "dimension")

    def embed(self, papers: object) -> object:
        vectors = self.inner.embed(papers)  # type: ignore[arg-type]
        return vectors * 2 if self.fault == "length" else vectors[:, ::-1] if len(vectors) == 1 else vectors

    def embed_query(self, text: str) -> object:
        return self.inner.embed_query(text)


@pytest.mark.parametrize(
    "fault, test",
    [
        ("length", "test_vectors_are_of_length_one"),
        ("dimension", "test_vectors_are_of_length_one"),
        ("order", "test_a_vector_does_not_depend_on_what_is_beside_it"),
    ],
)
def test_the_contract_fails_what_breaks_it(fault: str, test: str) -> None:
    embedder = Careless(OfflineEmbedder.fitted(PAPERS), fault)
    case = EmbedderCase(name="offline", make=lambda: embedder)  # type: ignore[arg-type, return-value]
    method = getattr(EmbedderContract(), test)
    with pytest.raises(AssertionError):
        method(*((case, embedder) if "case" in method.__annotations__ else (embedder,)))
