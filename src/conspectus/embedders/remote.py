"""Any server that answers ``/v1/embeddings`` in the form of OpenAI: hosted services, vLLM, Ollama, llama.cpp.

Requests are sent again after failures that pass. The key comes from the environment and goes out in one header;
it is in no message.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any
from urllib.parse import urlsplit

import numpy as np

from conspectus.embedders.embedding import EmbedderOptions, ThresholdProfile, Vectors, text_of
from conspectus.foundation.errors import SourceFailed, UsageError
from conspectus.foundation.http import HttpClient, HttpReply, HttpRequest

VARIABLE = "EMBEDDINGS_API_KEY"
"""The environment variable of the key; where it is not set, that of OpenAI is looked at for its own server only."""
OPENAI_VARIABLE = "OPENAI_API_KEY"
_OPENAI_HOST = "api.openai.com"
_LARGEST = 1e30
_HINT = "Look at the server and the network and try again, or use --embedder offline, which needs neither."


class RemoteEmbedder:
    """Vectors from a server; title and abstract are two lines of one text.

    The identity names the address and the model, and the dimension is that of the first answer.

    Raises:
        UsageError: The address or the model is not named, or the key cannot be one.
        SourceFailed: The server cannot be reached or does not answer with vectors.
    """

    name = "remote"
    profile = ThresholdProfile()

    def __init__(self, options: EmbedderOptions) -> None:
        address = urlsplit(options.base_url)
        if address.scheme not in ("http", "https") or not address.hostname or not options.model:
            raise UsageError(
                "The remote embedder needs the address of a server and the name of a model.",
                hint="Name them, for instance --base-url http://localhost:11434/v1 and a model that embeds.",
            )
        if address.username or address.password or address.query:
            raise UsageError(
                "The address of a server of embeddings holds neither names, passwords nor parameters.",
                hint=f"Put the key into the environment variable {VARIABLE}.",
            )
        key = options.environment.get(VARIABLE, "").strip()
        if not key and address.hostname == _OPENAI_HOST:
            key = options.environment.get(OPENAI_VARIABLE, "").strip()
        if not key.isascii() or not key.isprintable() or " " in key:
            raise UsageError(
                f"What is in {VARIABLE} cannot be a key: it has spaces, line breaks or letters beyond ASCII.",
                hint=f"Put nothing but the key into {VARIABLE}.",
            )
        self._url = options.base_url.rstrip("/") + "/embeddings"
        self._model = options.model
        self._batch = max(options.batch, 1)
        self._key = key
        self._client = HttpClient(
            service=f"The server of embeddings at {address.netloc}",
            private_headers={"Authorization": f"Bearer {key}"} if key else {},
            timeout=options.timeout,
            transport=options.transport,
        )
        self.dimension = 0
        self.dimension = self._asked(["one"]).shape[1]
        self.identity = f"remote:{self._url}:{self._model}:{self.dimension}"

    def embed(self, papers: Sequence[tuple[str, str]], /) -> Vectors:
        """Gives the vectors of titles and abstracts, of length 1.

        Raises:
            SourceFailed: The server failed after all retries, or answered something else than vectors.
        """
        return self._embedded([text_of(paper) for paper in papers])

    def embed_query(self, text: str, /) -> Vectors:
        """Gives the vector of a search text, shape (1, dimension).

        Raises:
            SourceFailed: The server failed after all retries, or answered something else than vectors.
        """
        return self._embedded([text_of((text, ""))])

    def close(self) -> None:
        """Closes connections; the next text opens new ones."""
        self._client.close()

    def __repr__(self) -> str:
        return f"RemoteEmbedder({self._url!r}, {self._model!r})"

    def _embedded(self, texts: Sequence[str]) -> Vectors:
        vectors = np.zeros((len(texts), self.dimension), dtype=np.float32)
        # Servers refuse empty texts.
        places = [at for at, text in enumerate(texts) if text.strip()]
        for start in range(0, len(places), self._batch):
            part = places[start : start + self._batch]
            vectors[part] = self._asked([texts[at] for at in part])
        lengths = np.sqrt(np.einsum("ij,ij->i", vectors, vectors, dtype=np.float64))
        return (vectors / np.where(lengths > 0, lengths, 1.0)[:, None]).astype(np.float32)

    def _asked(self, texts: Sequence[str]) -> Vectors:
        body = {"model": self._model, "input": list(texts), "encoding_format": "float"}
        found: list[Vectors] = []

        def check(reply: HttpReply) -> str:
            if reply.is_success:
                vectors = _vectors_of(reply.json, len(texts), self.dimension)
                found[:] = [vectors] if isinstance(vectors, np.ndarray) else []
                return "" if isinstance(vectors, np.ndarray) else vectors
            return ""

        reply = self._client.ask(HttpRequest(url=self._url, method="POST", body=body, check=check))
        if found:
            return found[0]
        if reply.status in (401, 403):
            # Servers show the keys that they refuse, some of them in part: their words are left out.
            raise SourceFailed(
                f"{self._client.service} refused the key (HTTP {reply.status}).",
                hint=f"Set the environment variable {VARIABLE} to a key of this server.",
            )
        told = self._without_key(_message_of(reply))
        raise SourceFailed(f"{self._client.service} refused the texts (HTTP {reply.status}): {told}", hint=_HINT)

    def _without_key(self, text: str) -> str:
        return text.replace(self._key, "[key]") if self._key else text


def _vectors_of(answer: Any, count: int, dimension: int) -> Vectors | str:
    """Gives the vectors in the order of the texts by their ``index``, or what is wrong with the answer."""
    entries = answer.get("data") if isinstance(answer, dict) else None
    if not isinstance(entries, list) or len(entries) != count:
        return f"it did not answer with {count} vectors"
    rows: dict[int, list[float]] = {}
    for place, entry in enumerate(entries):
        vector = entry.get("embedding") if isinstance(entry, dict) else None
        index = entry.get("index", place) if isinstance(entry, dict) else None
        if not isinstance(index, int) or not isinstance(vector, list) or not vector or not _are_numbers(vector):
            return "it answered with something that is no vector"
        rows[index] = vector
    widths = {len(vector) for vector in rows.values()}
    if sorted(rows) != list(range(count)) or len(widths) != 1 or (dimension and widths != {dimension}):
        return "it answered with vectors that do not belong together"
    return np.array([rows[at] for at in range(count)], dtype=np.float32)


def _are_numbers(values: Sequence[Any]) -> bool:
    return all(isinstance(value, int | float) and abs(value) < _LARGEST for value in values)


def _message_of(reply: HttpReply) -> str:
    answer = reply.json
    error = answer.get("error") if isinstance(answer, Mapping) else None
    told = error.get("message") if isinstance(error, Mapping) else error
    return str(told).strip()[:300] if told else "it gave no reason."
