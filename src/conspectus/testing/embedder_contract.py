"""What every embedder must do, as tests to inherit."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pytest

from conspectus.embedders.embedding import Embedder

PAPERS = (
    ("Dancing bees", "Honeybees dance in eights. The dance tells the others where flowers are."),
    ("How honeybees tell of flowers", "The dance of honeybees tells how far flowers are. We filmed the dance of bees."),
    ("Concrete under frost", "Frost widens the cracks of concrete. Bridges of concrete are inspected after frost."),
    ("Cracks in bridges", "Concrete bridges crack under frost. We measured cracks of forty bridges."),
)
"""The contract's papers: two of bees, two of concrete."""


@dataclass(frozen=True, slots=True, kw_only=True)
class EmbedderCase:
    """How to make an embedder, and what is known of it.

    ``make`` gives an embedder that can tell ``PAPERS`` apart. ``is_trained`` is False for one of random weights, of
    which nothing is asked that needs understanding. ``tolerance`` is how much a vector may differ when it is
    computed beside other texts.
    """

    name: str
    make: Callable[[], Embedder]
    is_trained: bool = True
    tolerance: float = 1e-6


class EmbedderContract:
    """Derive a test class from this and give it a fixture ``case`` that returns an ``EmbedderCase``."""

    @pytest.fixture
    def embedder(self, case: EmbedderCase) -> Embedder:
        """The embedder of the case."""
        return case.make()

    def test_has_a_name_an_identity_and_a_dimension(self, case: EmbedderCase, embedder: Embedder) -> None:
        """The identity is written beside vectors, and decides whether they may be compared."""
        assert embedder.name == case.name, f"is registered as {case.name!r} and says {embedder.name!r}"
        assert embedder.identity.strip(), "the identity is empty"
        assert "\n" not in embedder.identity, "the identity has line breaks"
        assert embedder.dimension > 0, "the dimension is not positive"
        assert str(Path.home()) not in embedder.identity, "the identity names a folder of the user"

    def test_thresholds_say_where_they_come_from(self, embedder: Embedder) -> None:
        """A threshold that nobody published is taken from the library instead."""
        profile = embedder.profile
        assert profile.topical is None or 0 < profile.topical <= 100, f"{profile.topical} is no hundredth"
        assert (profile.topical is None) == (not profile.published_by), "a threshold without whoever published it"

    def test_vectors_are_of_length_one(self, embedder: Embedder) -> None:
        """Similarities are then products."""
        vectors = embedder.embed(PAPERS)
        assert vectors.shape == (len(PAPERS), embedder.dimension), f"has shape {vectors.shape}"
        assert vectors.dtype == np.float32, f"holds {vectors.dtype}"
        assert np.allclose(np.linalg.norm(vectors, axis=1), 1.0, atol=1e-5), "is not of length 1"

    def test_a_text_without_content_has_zeros(self, embedder: Embedder) -> None:
        """What is said of nothing must not look like something."""
        vectors = embedder.embed([("", ""), PAPERS[0], (" ", "\n")])
        assert not vectors[0].any(), "an empty text has a vector"
        assert not vectors[2].any(), "a blank text has a vector"
        assert vectors[1].any(), "a text beside an empty one has none"

    def test_no_text_gives_no_vector(self, embedder: Embedder) -> None:
        """Batches may be empty."""
        assert embedder.embed([]).shape == (0, embedder.dimension)

    def test_a_vector_does_not_depend_on_what_is_beside_it(self, case: EmbedderCase, embedder: Embedder) -> None:
        """Papers come in any order and in batches of any size."""
        together = embedder.embed(PAPERS)
        alone = np.vstack([embedder.embed([paper]) for paper in reversed(PAPERS)])[::-1]
        assert np.abs(together - alone).max() <= case.tolerance, "differs when it is embedded alone"
        assert np.abs(together - case.make().embed(PAPERS)).max() <= case.tolerance, "differs when made again"
        assert case.make().identity == embedder.identity, "has another identity when made again"

    def test_papers_of_one_subject_are_nearer(self, case: EmbedderCase, embedder: Embedder) -> None:
        """That is what vectors are for."""
        if not case.is_trained:
            return
        bees, more_bees, concrete, more_concrete = embedder.embed(PAPERS)
        apart = max(float(a @ b) for a in (bees, more_bees) for b in (concrete, more_concrete))
        assert float(bees @ more_bees) > apart, "bees are not nearer to bees than to concrete"
        assert float(concrete @ more_concrete) > apart, "concrete is not nearer to concrete than to bees"

    def test_a_search_text_is_near_what_it_is_about(self, case: EmbedderCase, embedder: Embedder) -> None:
        """The library is searched with it."""
        found = embedder.embed_query("dance of honeybees")
        assert found.shape == (1, embedder.dimension), f"has shape {found.shape}"
        if case.is_trained:
            similarities = embedder.embed(PAPERS) @ found[0]
            assert int(np.argmax(similarities)) in (0, 1), "finds concrete with bees"

    def test_odd_texts_do_no_harm(self, embedder: Embedder) -> None:
        """Titles come from everywhere."""
        odd = [("日本語の題名", "抄録"), ("\x00\ud800", "a" * 50_000), ("Ünïcödé 🐝", ""), ("42 %", "—")]
        vectors = embedder.embed(odd)
        assert np.isfinite(vectors).all(), "holds something that is no number"
        lengths = np.linalg.norm(vectors, axis=1)
        assert ((np.abs(lengths - 1) < 1e-4) | (lengths == 0)).all(), "is neither of length 1 nor zeros"
