"""What every embedder gives: unit vectors, an identity, and the thresholds that go with them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

Vectors = NDArray[np.float32]
"""One row a text, of length 1, or all zeros for a text without any content."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ThresholdProfile:
    """Similarities that mean something for one encoder; a cosine of 0.96 means nothing across encoders.

    ``topical`` is the first threshold of community detection in hundredths (96), None where there is no published
    one and it is taken from a quantile of the library's similarities; ``published_by`` says where it comes from.
    """

    topical: int | None = None
    published_by: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class EmbedderOptions:
    """What an embedder is made from; each takes what concerns it.

    ``folder`` is where the offline embedder's fit is kept. ``model`` is the name or the folder of a model, the
    embedder's usual one if empty; ``adapter`` likewise. ``base_url`` is the address of a server of embeddings that
    ends in ``/v1``. ``environment`` holds keys. ``batch`` is the most texts that are embedded at a time,
    ``timeout`` the seconds that a server may take for them. ``transport`` is an httpx transport in place of the
    network.
    """

    folder: Path | None = None
    model: str = ""
    adapter: str = ""
    base_url: str = ""
    environment: Mapping[str, str] = field(default_factory=dict, repr=False)
    batch: int = 32
    timeout: float = 60.0
    transport: Any = None


class Embedder(Protocol):
    """Turns texts into vectors of one space.

    ``identity`` names the space: vectors of different identities must never be compared. ``dimension`` is the
    length of a vector. A pair of title and abstract is embedded as the embedder was trained to see it.
    """

    name: str
    identity: str
    dimension: int
    profile: ThresholdProfile

    def embed(self, papers: Sequence[tuple[str, str]], /) -> Vectors:
        """Gives the vectors of (title, abstract) pairs, shape (len(papers), dimension)."""
        ...

    def embed_query(self, text: str, /) -> Vectors:
        """Gives the vector of a search text, shape (1, dimension)."""
        ...


def text_of(paper: tuple[str, str], separator: str = "\n") -> str:
    """Gives title and abstract as one text, without the separator where one is blank, in well-formed Unicode."""
    text = separator.join(part for part in paper if part.strip())
    return text.encode("utf-8", "replace").decode("utf-8")
