"""The embedder that needs nothing but the library: weighted words, and from 200 texts on their latent dimensions.

TF-IDF counts words with sublinear frequency and smooth inverse document frequency (scikit-learn's definitions);
below 200 texts its vectors are used as they are. From there a truncated singular value decomposition (latent
semantic analysis, S. Deerwester et al. 1990) gives dense vectors in which texts may be near without a word in common.

A fit is made once, kept in a folder and used until the library has doubled: between fits new texts are only
transformed, so that vectors stay comparable. The hash of the fit is the embedder's identity.
"""

from __future__ import annotations

import hashlib
import json
import shutil
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from conspectus.embedders.embedding import EmbedderOptions, ThresholdProfile, Vectors, text_of
from conspectus.foundation.errors import LibraryError, NothingFound, UsageError

FOLDER = "fit"
FORMAT = 1
FEW_TEXTS = 200
"""From so many texts on, words are reduced to latent dimensions."""
DIMENSIONS = 256
"""So many latent dimensions at most, and at most half as many as there are texts or words."""
MOST_WORDS = 50_000
LEAST_TEXTS_OF_WORD = 2
"""In how many texts a word must be to count, from 200 texts on."""
GROWTH = 2
"""A fit is outgrown when the library has so many times as many texts as it was made from."""

_WORD = r"(?u)\b[^\W\d_][\w-]*\w\b"
_ABOUT, _WEIGHTS, _COMPONENTS = "fit.json", "weights.npy", "components.npy"
_HINT = "Run `conspectus reindex` to fit it anew; no paper is lost."
_NEGLIGIBLE = 1e-5
_BATCH = 4096

Numbers = NDArray[np.float32]


class OfflineEmbedder:
    """TF-IDF vectors of a fitted vocabulary, reduced to latent dimensions where the fit has them.

    Made from the folder of a saved fit, or with ``fitted``.

    Raises:
        UsageError: No folder is named.
        LibraryError: The folder holds no fit, or a damaged one; the hint says how to make it again.
    """

    name = "offline"
    profile = ThresholdProfile()

    def __init__(self, options: EmbedderOptions) -> None:
        if options.folder is None:
            raise UsageError(
                "The offline embedder is fitted on a library, and none is named.", hint="Name one with --library."
            )
        words, weights, components, self.fitted_on = _loaded(options.folder)
        self._set(words, weights, components)

    @classmethod
    def fitted(cls, papers: Sequence[tuple[str, str]]) -> OfflineEmbedder:
        """Gives the embedder fitted on (title, abstract) pairs; the same pairs in the same order give the same fit.

        Raises:
            NothingFound: There is no word in them.
        """
        embedder = cls.__new__(cls)
        texts = [text_of(paper) for paper in papers]
        embedder.fitted_on = len(texts)
        words, weights, counts = _weighted(texts)
        embedder._set(words, weights, None)
        if len(texts) >= FEW_TEXTS:
            embedder._set(words, weights, _components(embedder._word_vectors(counts)))
        return embedder

    def embed(self, papers: Sequence[tuple[str, str]], /) -> Vectors:
        """Gives vectors of length 1; zeros for a text without any word of the vocabulary."""
        return self._embedded([text_of(paper) for paper in papers])

    def embed_query(self, text: str, /) -> Vectors:
        """Gives the vector of a search text, shape (1, dimension)."""
        return self._embedded([text_of((text, ""))])

    def is_outgrown(self, texts: int) -> bool:
        """Whether a library of so many texts has at least doubled since the fit."""
        return texts >= GROWTH * max(self.fitted_on, 1)

    def save(self, folder: Path) -> None:
        """Writes the fit into a folder, in place of what is there; a kill leaves the old one or the new one."""
        fresh, former = folder.with_name(folder.name + ".new"), folder.with_name(folder.name + ".old")
        shutil.rmtree(fresh, ignore_errors=True)
        fresh.mkdir(parents=True)
        np.save(fresh / _WEIGHTS, self._weights, allow_pickle=False)
        if self._components is not None:
            np.save(fresh / _COMPONENTS, self._components, allow_pickle=False)
        about = {"format": FORMAT, "identity": self.identity, "fitted_on": self.fitted_on,
                 "reduced": self._components is not None, "words": self._words}  # fmt: skip
        (fresh / _ABOUT).write_text(json.dumps(about) + "\n", "utf-8")
        shutil.rmtree(former, ignore_errors=True)
        if folder.exists():
            folder.rename(former)
        fresh.rename(folder)
        shutil.rmtree(former, ignore_errors=True)

    def _set(self, words: list[str], weights: Numbers, components: Numbers | None) -> None:
        self._words, self._weights, self._components = words, weights, components
        self._counter: Any = None
        self.dimension = len(words) if components is None else len(components)
        self.identity = _identity(words, weights, components)

    def _embedded(self, texts: Sequence[str]) -> Vectors:
        vectors = np.zeros((len(texts), self.dimension), dtype=np.float32)
        if self._counter is None:
            self._counter = _counter(self._words)
        for start in range(0, len(texts), _BATCH):
            found = self._word_vectors(self._counter.transform(texts[start : start + _BATCH]))
            part = found.toarray() if self._components is None else found @ self._components.T
            vectors[start : start + _BATCH] = part
        lengths = np.sqrt(np.einsum("ij,ij->i", vectors, vectors, dtype=np.float64))
        # What is left of a text that lies outside all latent dimensions is rounding, and no direction.
        outside = lengths < _NEGLIGIBLE
        vectors[outside] = 0.0
        return (vectors / np.where(outside, 1.0, lengths)[:, None]).astype(np.float32)

    def _word_vectors(self, counts: Any) -> Any:
        """Gives the TF-IDF rows of counts of words, sparse, of length 1 or empty."""
        from sklearn.preprocessing import normalize

        weighted = counts.astype(np.float32)
        weighted.data = (1.0 + np.log(weighted.data)) * self._weights[weighted.indices]
        return normalize(weighted, copy=False)


def _counter(words: Sequence[str] | None, least: int = 1) -> Any:
    from sklearn.feature_extraction.text import CountVectorizer

    return CountVectorizer(
        token_pattern=_WORD,
        stop_words="english" if words is None else None,
        min_df=least,
        max_features=MOST_WORDS if words is None else None,
        vocabulary=words,
    )


def _weighted(texts: Sequence[str]) -> tuple[list[str], Numbers, Any]:
    """Gives words in alphabetical order, their inverse document frequencies, and how often each text has them."""
    counter = _counter(None, LEAST_TEXTS_OF_WORD if len(texts) >= FEW_TEXTS else 1)
    try:
        counts = counter.fit_transform(texts)
    except ValueError:
        raise NothingFound(
            f"The offline embedder found no word to go by in {len(texts)} texts.",
            hint="Add papers with titles and abstracts first.",
        ) from None
    words = [str(word) for word in counter.get_feature_names_out()]
    with_word = np.bincount(counts.indices, minlength=len(words))
    weights = np.log((1 + len(texts)) / (1 + with_word)) + 1
    return words, weights.astype(np.float32), counts


def _components(vectors: Any) -> Numbers:
    """Gives the latent dimensions as rows, the largest first: at most half as many as there are texts or words."""
    from sklearn.utils.extmath import randomized_svd

    number = min(DIMENSIONS, max(min(vectors.shape) // 2, 1))
    _, sizes, components = randomized_svd(vectors, number, n_iter=4, random_state=0)
    kept = sizes > _NEGLIGIBLE * sizes[0]
    return np.ascontiguousarray(components[kept], dtype=np.float32)


def _identity(words: Sequence[str], weights: Numbers, components: Numbers | None) -> str:
    digest = hashlib.sha256(f"{FORMAT}\n{_WORD}\n".encode())
    digest.update("\n".join(words).encode("utf-8", "surrogatepass"))
    digest.update(np.ascontiguousarray(weights, dtype="<f4").tobytes())
    if components is not None:
        digest.update(np.ascontiguousarray(components, dtype="<f4").tobytes())
    return f"offline:{digest.hexdigest()[:32]}"


def _loaded(folder: Path) -> tuple[list[str], Numbers, Numbers | None, int]:
    if not folder.is_dir():
        raise LibraryError(f"The offline embedder has no fit in {folder}.", hint=_HINT)
    try:
        about = json.loads((folder / _ABOUT).read_text("utf-8"))
        if about["format"] != FORMAT:
            raise LibraryError(f"The fit of the offline embedder in {folder} is of another version.", hint=_HINT)
        words, fitted_on = [str(word) for word in about["words"]], int(about["fitted_on"])
        weights = np.load(folder / _WEIGHTS, allow_pickle=False)
        components = np.load(folder / _COMPONENTS, allow_pickle=False) if about["reduced"] else None
        told = about["identity"]
    except (OSError, ValueError, KeyError, TypeError, EOFError) as error:
        what = f"The fit of the offline embedder in {folder} cannot be read: {error}."
        raise LibraryError(what, hint=_HINT) from error
    if _identity(words, weights, components) != told:
        raise LibraryError(f"The fit of the offline embedder in {folder} is damaged.", hint=_HINT)
    return words, weights, components, fitted_on
