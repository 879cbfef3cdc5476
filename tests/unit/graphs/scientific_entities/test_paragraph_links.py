"""Entities and paragraphs by cosine: the boundary, the one best paragraph, both link texts."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from conspectus.domain.document_building import FigureDraft, ParagraphDraft, SectionDraft, build_document
from conspectus.domain.scientific_entities import Mention, PaperAnnotations, ScientificEntity, ScientificType
from conspectus.foundation.errors import UsageError
from conspectus.graphs.scientific_entities.paragraph_links import link_paragraphs, threshold_for

DOCUMENT = build_document(
    [
        SectionDraft(
            heading="A",
            paragraphs=[ParagraphDraft("Peat grows."), ParagraphDraft("Moss is wet.")],
            figures=[FigureDraft(label="Fig. 1", caption=[ParagraphDraft("Peat grows.")])],
        )
    ]
)
ENTITY = ScientificEntity(
    label="Peat",
    kind=ScientificType.RESEARCH_PROBLEM,
    mentions=(Mention(address="s1.p1.t1", start=3, end=7, surface="Peat"),),
)
ANNOTATIONS = PaperAnnotations(paper="p", version=DOCUMENT.version, entities=(ENTITY,))


def embedder(cosine: float, *, first: float = 0.0) -> object:
    """The label has this cosine with the second paragraph and another one with the first."""

    def embed(texts: Sequence[str]) -> NDArray[np.float32]:
        rest = np.sqrt(max(0.0, 1 - cosine**2 - first**2))
        known = {"Peat": [first, cosine, rest], "Peat grows.": [1.0, 0.0, 0.0], "Moss is wet.": [0.0, 1.0, 0.0]}
        return np.array([known[text] for text in texts], dtype=np.float32)

    return embed


@pytest.mark.parametrize(("cosine", "linked"), [(0.6999, False), (0.70, True), (0.7001, True)])
def test_the_threshold_is_included(cosine: float, linked: bool) -> None:
    found = link_paragraphs(DOCUMENT, ANNOTATIONS, embedder(cosine), link_text="label")  # type: ignore[arg-type]
    assert [(link.entity, link.paragraph, link.excerpt) for link in found] == [("peat", "s1.p2", "")] * linked
    assert all(link.score == pytest.approx(cosine, abs=1e-6) for link in found)


def test_an_entity_goes_to_its_one_best_paragraph() -> None:
    found = link_paragraphs(DOCUMENT, ANNOTATIONS, embedder(0.6, first=0.5), threshold=0.4, link_text="label")  # type: ignore[arg-type]
    assert [link.paragraph for link in found] == ["s1.p2"]
    # Of equals the first.
    found = link_paragraphs(DOCUMENT, ANNOTATIONS, embedder(0.5, first=0.5), threshold=0.4, link_text="label")  # type: ignore[arg-type]
    assert [link.paragraph for link in found] == ["s1.p1"]


def test_an_excerpt_is_compared_by_its_sentence_and_captions_are_no_paragraphs() -> None:
    (link,) = link_paragraphs(DOCUMENT, ANNOTATIONS, embedder(0.9))  # type: ignore[arg-type]
    assert (link.paragraph, link.excerpt, link.score) == ("s1.p1", "s1.p1.t1", 1.0)


def test_nothing_to_link_asks_for_no_vectors() -> None:
    def never(texts: Sequence[str]) -> NDArray[np.float32]:
        raise AssertionError("asked")

    empty = PaperAnnotations(paper="p", version=DOCUMENT.version)
    assert link_paragraphs(DOCUMENT, empty, never) == ()


def test_wrong_use_is_refused() -> None:
    other = PaperAnnotations(paper="p", version="00000000", entities=(ENTITY,))
    with pytest.raises(UsageError, match="another version"):
        link_paragraphs(DOCUMENT, other, embedder(1))  # type: ignore[arg-type]
    with pytest.raises(UsageError, match="no link text called 'title'"):
        link_paragraphs(DOCUMENT, ANNOTATIONS, embedder(1), link_text="title")  # type: ignore[arg-type]
    with pytest.raises(UsageError, match=r"No cosine is 70"):
        link_paragraphs(DOCUMENT, ANNOTATIONS, embedder(1), threshold=70)  # type: ignore[arg-type]


def test_each_embedder_has_its_threshold() -> None:
    assert threshold_for("gist") == 0.70
    assert threshold_for("offline") == 0.30
    assert threshold_for("offline") < threshold_for("minilm") < threshold_for("gist") < threshold_for("specter2")


@settings(max_examples=40, deadline=None)
@given(st.integers(0, 2**16), st.floats(0, 1))
def test_links_are_unique_and_above_the_threshold(seed: int, threshold: float) -> None:
    def embed(texts: Sequence[str]) -> NDArray[np.float32]:
        vectors = np.random.default_rng(seed).normal(size=(len(texts), 3))
        unit: NDArray[np.float32] = (vectors / np.linalg.norm(vectors, axis=1, keepdims=True)).astype(np.float32)
        return unit

    found = link_paragraphs(DOCUMENT, ANNOTATIONS, embed, threshold=threshold)
    assert len({(link.entity, link.excerpt) for link in found}) == len(found)
    assert all(threshold - 1e-5 <= link.score <= 1 for link in found)
