from __future__ import annotations

import numpy as np

from conspectus.collection.paper_vectors import fit_and_embed, texts_of
from conspectus.testing.topic_papers import topic_paper


def test_titles_and_abstracts_are_embedded_on_one_line_each() -> None:
    paper = topic_paper(1, "Rivers rise.\n\nRivers fall.", title="On  rivers")
    assert texts_of([paper]) == [("On rivers", "Rivers rise. Rivers fall.")]


def test_papers_of_one_subject_are_more_alike() -> None:
    texts = ("Rivers carry silt and sand.", "Silt and sand lie in rivers.", "Owls hunt mice at night.")
    embedder, vectors = fit_and_embed([topic_paper(n, text, title="") for n, text in enumerate(texts)])
    similarities = vectors @ vectors.T
    assert similarities[0, 1] > similarities[0, 2]
    assert np.allclose(np.diag(similarities), 1.0, atol=1e-5)
    assert embedder.identity.startswith("offline:")
