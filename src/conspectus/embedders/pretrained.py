"""Pretrained encoders of scholarly text, as the extra ``semantic``: SPECTER2, GIST and MiniLM.

SPECTER2 (A. Singh et al. 2023: SciRepEval) is a BERT of scientific text with small adapters, of which the one for
proximity is used: title and abstract with the tokenizer's own separator between, 512 tokens, and the vector of the
first token. GIST (A. Solatorio 2024) and MiniLM are sentence-transformers models.

Models come from the folder or the hub name that is given; nothing is loaded before the first text is embedded,
except what the identity and the dimension need.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from functools import cached_property
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np

from conspectus.embedders.embedding import EmbedderOptions, ThresholdProfile, Vectors, text_of
from conspectus.foundation.errors import UsageError

SPECTER2 = "allenai/specter2_aug2023refresh_base"
SPECTER2_ADAPTER = "allenai/specter2_aug2023refresh"
GIST = "avsolatorio/GIST-Embedding-v0"
MINILM = "sentence-transformers/all-MiniLM-L6-v2"
MOST_TOKENS = 512

_EXTRA = 'Install the extra with: pip install "conspectus[semantic]". The offline embedder needs nothing of it.'
_BLOCK = 1 << 20


class Specter2Embedder:
    """SPECTER2 with its proximity adapter; similarities of abstracts crowd near 1, so that its threshold is 0.96.

    Raises:
        UsageError: The extra is not installed, or the model or adapter cannot be loaded.
    """

    name = "specter2"
    profile = ThresholdProfile(topical=96, published_by="TOPICAL")

    def __init__(self, options: EmbedderOptions) -> None:
        self._model_name = options.model or SPECTER2
        self._adapter = options.adapter or SPECTER2_ADAPTER
        self._batch = options.batch
        transformers, adapters = _imported("transformers"), _imported("adapters")
        _imported("torch")
        try:
            self._tokenizer = transformers.AutoTokenizer.from_pretrained(self._model_name)
            self._model = adapters.AutoAdapterModel.from_pretrained(self._model_name)
            is_local = Path(self._adapter).is_dir()
            loaded = self._model.load_adapter(
                self._adapter, source=None if is_local else "hf", load_as="proximity", set_active=True
            )
        except (OSError, ValueError, KeyError, RuntimeError) as error:
            raise _not_loaded(f"{self._model_name} with the adapter {self._adapter}", error) from error
        self._model.set_active_adapters(loaded)
        self._model.eval()
        self.dimension = int(self._model.config.hidden_size)
        revision = getattr(self._model.config, "_commit_hash", None)
        self.identity = f"specter2:{_identity(self._model_name, revision)}+{_identity(self._adapter, None)}"

    def embed(self, papers: Sequence[tuple[str, str]], /) -> Vectors:
        """Gives the first token's vectors of title, separator and abstract, of length 1."""
        separator = self._tokenizer.sep_token
        return self._embedded([text_of(paper, separator) for paper in papers])

    def embed_query(self, text: str, /) -> Vectors:
        """Gives the vector of a search text, which is taken as a title without an abstract."""
        return self._embedded([text_of((text, ""))])

    def _embedded(self, texts: Sequence[str]) -> Vectors:
        torch = import_module("torch")
        vectors = np.zeros((len(texts), self.dimension), dtype=np.float32)
        # Texts of about one length go together, so that little is computed for padding.
        order = sorted((at for at, text in enumerate(texts) if text.strip()), key=lambda at: len(texts[at]))
        for start in range(0, len(order), self._batch):
            places = order[start : start + self._batch]
            tokens = self._tokenizer(
                [texts[at] for at in places],
                padding=True,
                truncation=True,
                max_length=MOST_TOKENS,
                return_tensors="pt",
                return_token_type_ids=False,
            )
            with torch.inference_mode():
                vectors[places] = self._model(**tokens).last_hidden_state[:, 0, :].float().cpu().numpy()
        return _unit(vectors)


class _SentenceTransformersEmbedder:
    """A model of sentence-transformers; title and abstract are two lines of one text."""

    name: str
    default_model: str
    profile = ThresholdProfile()

    def __init__(self, options: EmbedderOptions) -> None:
        self._model_name = options.model or self.default_model
        self._batch = options.batch
        library = _imported("sentence_transformers")
        try:
            self._model = library.SentenceTransformer(self._model_name, trust_remote_code=False)
        except (OSError, ValueError, KeyError, RuntimeError) as error:
            raise _not_loaded(self._model_name, error) from error
        self.identity = f"{self.name}:{_identity(self._model_name, self._revision)}"
        self.dimension = int(self._model.encode(["one"], show_progress_bar=False).shape[1])

    @cached_property
    def _revision(self) -> str | None:
        config = getattr(getattr(self._model[0], "auto_model", None), "config", None)
        return getattr(config, "_commit_hash", None)

    def embed(self, papers: Sequence[tuple[str, str]], /) -> Vectors:
        """Gives the vectors of titles and abstracts, of length 1."""
        return self._embedded([text_of(paper) for paper in papers])

    def embed_query(self, text: str, /) -> Vectors:
        """Gives the vector of a search text, shape (1, dimension)."""
        return self._embedded([text_of((text, ""))])

    def _embedded(self, texts: Sequence[str]) -> Vectors:
        vectors = np.zeros((len(texts), self.dimension), dtype=np.float32)
        places = [at for at, text in enumerate(texts) if text.strip()]
        if places:
            vectors[places] = self._model.encode(
                [texts[at] for at in places],
                batch_size=self._batch,
                convert_to_numpy=True,
                normalize_embeddings=True,
                show_progress_bar=False,
            )
        return _unit(vectors)


class GistEmbedder(_SentenceTransformersEmbedder):
    """GIST, a general encoder; 768 numbers.

    Raises:
        UsageError: The extra is not installed, or the model cannot be loaded.
    """

    name = "gist"
    default_model = GIST


class MiniLmEmbedder(_SentenceTransformersEmbedder):
    """MiniLM, a small and quick encoder of single sentences and short texts; 384 numbers.

    Raises:
        UsageError: The extra is not installed, or the model cannot be loaded.
    """

    name = "minilm"
    default_model = MINILM


def _imported(name: str) -> Any:
    try:
        return import_module(name)
    except ImportError as error:
        package = name.replace("_", "-")
        raise UsageError(f"This embedder needs {package}, which is not installed.", hint=_EXTRA) from error


def _not_loaded(what: str, error: Exception) -> UsageError:
    reason = next((line.strip() for line in str(error).splitlines() if line.strip()), type(error).__name__)
    return UsageError(
        f"The model {what} cannot be loaded: {reason}",
        hint="Name the folder that a model was saved into, or connect to the network once so that it is fetched.",
    )


def _identity(model: str, revision: str | None) -> str:
    """Gives a name of a model that another model of the same name or folder does not have."""
    folder = Path(model)
    if not folder.is_dir():
        return f"{model}@{revision}" if revision else model
    digest = hashlib.sha256()
    for file in sorted(path for path in folder.rglob("*") if path.is_file() and not path.name.startswith(".")):
        digest.update(file.relative_to(folder).as_posix().encode("utf-8", "surrogateescape") + b"\0")
        with file.open("rb") as opened:
            while block := opened.read(_BLOCK):
                digest.update(block)
    return f"sha256-{digest.hexdigest()[:32]}"


def _unit(vectors: Vectors) -> Vectors:
    lengths = np.sqrt(np.einsum("ij,ij->i", vectors, vectors, dtype=np.float64))
    return (vectors / np.where(lengths > 0, lengths, 1.0)[:, None]).astype(np.float32)
