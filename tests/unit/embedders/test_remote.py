"""The remote embedder against a local server: order, batches, retries, and a key that nobody sees."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
from embedding_server import WIDTH, EmbeddingServer, embedding_server

from conspectus.embedders.embedding import EmbedderOptions
from conspectus.embedders.remote import OPENAI_VARIABLE, VARIABLE, RemoteEmbedder
from conspectus.foundation.errors import ConspectusError, SourceFailed, UsageError

KEY = "sk-made-up-0123456789-for-tests"


@pytest.fixture
def server() -> Iterator[EmbeddingServer]:
    with embedding_server() as running:
        yield running


def made(server: EmbeddingServer, **more: Any) -> RemoteEmbedder:
    return RemoteEmbedder(
        EmbedderOptions(**{"base_url": server.base_url, "model": "tiny", "batch": 3, "timeout": 10, **more})
    )


def test_vectors_come_in_the_order_of_the_texts(server: EmbeddingServer) -> None:
    embedder = made(server)
    papers = [(f"title{number}", f"abstract{number}") for number in range(8)]
    vectors = embedder.embed(papers)
    assert vectors.shape == (8, WIDTH)
    for paper, vector in zip(papers, vectors, strict=True):
        assert (embedder.embed([paper])[0] == vector).all()
    assert np.allclose(np.linalg.norm(vectors, axis=1), 1.0)
    embedder.close()


def test_texts_go_out_in_batches_and_empty_ones_not_at_all(server: EmbeddingServer) -> None:
    embedder = made(server)
    server.seen.clear()
    vectors = embedder.embed([("a", "x"), ("", " "), ("b", ""), ("c", ""), ("d", "")])
    assert [body["input"] for _, body in server.seen] == [["a\nx", "b", "c"], ["d"]]
    assert all(body["model"] == "tiny" for _, body in server.seen)
    assert not vectors[1].any()
    embedder.close()


def test_what_passes_is_asked_again(server: EmbeddingServer) -> None:
    embedder = made(server)
    for fault in ((500, {}), (200, b"no json"), (429, {"error": "slow down"}), (200, {"data": []})):
        server.faults = [fault]
        server.seen.clear()
        assert embedder.embed_query("bees").any()
        assert len(server.seen) == 2
    embedder.close()


@pytest.mark.parametrize(
    "data",
    [
        [{"index": 0, "embedding": [1.0] * WIDTH}, {"index": 0, "embedding": [1.0] * WIDTH}],
        [{"index": 0, "embedding": [1.0] * WIDTH}, {"index": 1, "embedding": [1.0] * (WIDTH - 1)}],
        [{"index": 0, "embedding": [1.0] * (WIDTH + 1)}, {"index": 1, "embedding": [1.0] * (WIDTH + 1)}],
        [{"index": 0, "embedding": [1.0] * WIDTH}, {"index": 1, "embedding": ["1"] * WIDTH}],
        [{"index": 0, "embedding": [1.0] * WIDTH}, {"index": 1, "embedding": [1e300] * WIDTH}],
        [{"index": 0, "embedding": [1.0] * WIDTH}, "vector"],
    ],
    ids=["same index", "two widths", "another width", "words", "too large", "no object"],
)
def test_vectors_that_make_no_sense_are_never_taken(server: EmbeddingServer, data: list[Any]) -> None:
    embedder = made(server)
    server.faults = [(200, {"data": data})]
    server.seen.clear()
    vectors = embedder.embed([("a", ""), ("b", "")])
    assert len(server.seen) == 2
    assert np.allclose(np.linalg.norm(vectors, axis=1), 1.0)
    embedder.close()


def test_the_key_goes_out_and_is_shown_nowhere(server: EmbeddingServer) -> None:
    embedder = made(server, environment={VARIABLE: KEY})
    assert server.seen[-1][0]["authorization"] == f"Bearer {KEY}"
    refused = {"error": {"message": f"Incorrect API key provided: {KEY[:7]}*****{KEY[-6:]} {KEY}"}}
    shown = [repr(embedder), embedder.identity, repr(EmbedderOptions(environment={VARIABLE: KEY}))]
    for status in (400, 401, 403, 404):
        server.faults = [(status, refused if status in (401, 403) else {"error": {"message": f"No: Bearer {KEY}"}})]
        with pytest.raises(SourceFailed) as caught:
            embedder.embed_query("bees")
        error: BaseException | None = caught.value
        while error is not None:
            shown += [str(error), repr(error.args), getattr(error, "hint", "")]
            error = error.__cause__ or error.__context__
    assert not [text for text in shown if KEY[:7] in text or KEY[-6:] in text]
    embedder.close()


def test_a_server_gets_its_own_key_only(server: EmbeddingServer) -> None:
    """The key of OpenAI is for OpenAI's server."""
    made(server, environment={OPENAI_VARIABLE: KEY}).close()
    assert "authorization" not in server.seen[-1][0]


def test_a_server_that_is_not_there_is_named(server: EmbeddingServer) -> None:
    with pytest.raises(SourceFailed, match=r"refused|reached|no answer"):
        made(server, base_url="http://127.0.0.1:9/v1", timeout=2)


def test_the_identity_names_the_server_and_the_model(server: EmbeddingServer) -> None:
    one, other = made(server), made(server, model="other")
    assert one.identity != other.identity
    assert one.dimension == WIDTH
    one.close()
    other.close()


@pytest.mark.parametrize(
    "more",
    [
        {"base_url": ""},
        {"base_url": "localhost/v1"},
        {"base_url": "http://name:secret@localhost/v1"},
        {"base_url": "http://localhost/v1?key=secret"},
        {"model": ""},
        {"environment": {VARIABLE: "two words"}},
    ],
)
def test_what_cannot_be_asked_is_refused_before_asking(server: EmbeddingServer, more: dict[str, Any]) -> None:
    with pytest.raises(UsageError) as caught:
        made(server, **more)
    assert isinstance(caught.value, ConspectusError)
    assert caught.value.hint
    assert "secret" not in str(caught.value) + caught.value.hint
    assert not server.seen
