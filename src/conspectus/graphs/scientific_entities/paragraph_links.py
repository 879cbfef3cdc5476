"""Which paragraph of a paper holds what an entity is about, by likeness of vectors (methods 3.5).

Each excerpt, or each entity, goes to its single best paragraph of the same paper, if that is like enough.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Literal, get_args

import numpy as np
from numpy.typing import NDArray

from conspectus.domain.document import Document
from conspectus.domain.scientific_entities import PaperAnnotations, ParagraphLink
from conspectus.foundation.errors import UsageError
from conspectus.foundation.text.normalise import one_line

LinkText = Literal["excerpt", "label"]
LINK_TEXTS: tuple[LinkText, ...] = get_args(LinkText)
GIST_THRESHOLD = 0.70
"""The published threshold; it means something for GIST alone."""
# Rounding of 32-bit vectors must not decide about a score that is the threshold.
_EXACT = 1e-6
_OWN_THRESHOLDS = {"gist": GIST_THRESHOLD, "specter2": 0.85, "minilm": 0.45}
_OTHER_THRESHOLD = 0.30  # that of the TF-IDF variant; for embedders by words

Embed = Callable[[Sequence[str]], NDArray[np.float32]]


def threshold_for(embedder: str) -> float:
    """Gives the least cosine of a link for an embedder by its name: the published 0.70 for GIST, else our own."""
    return _OWN_THRESHOLDS.get(embedder, _OTHER_THRESHOLD)


def link_paragraphs(
    document: Document,
    annotations: PaperAnnotations,
    embed: Embed,
    *,
    threshold: float = GIST_THRESHOLD,
    link_text: LinkText = "excerpt",
) -> tuple[ParagraphLink, ...]:
    """Gives the links of a paper's entities to its paragraphs, in the order of the entities and their excerpts.

    Every entity, or every excerpt of one, has at most one link: the paragraph with the highest cosine, the first of
    equals, if that is at least the threshold. Paragraphs without text and captions are never linked.

    Args:
        document: The text that was annotated.
        annotations: What was found in it.
        embed: Gives one vector of length 1 (or 0) for each text.
        threshold: The least cosine, included.
        link_text: "excerpt" compares the sentences that name an entity, "label" its label.

    Raises:
        UsageError: The annotations are of another text, there is no such link text, or the threshold is no cosine.
    """
    if link_text not in LINK_TEXTS:
        raise UsageError(f"There is no link text called {link_text!r}.", hint=f"Choose {' or '.join(LINK_TEXTS)}.")
    if not -1.0 <= threshold <= 1.0:
        raise UsageError(f"No cosine is {threshold}.", hint="Give a threshold from -1 to 1.")
    if annotations.version != document.version:
        raise UsageError("The annotations are of another version of the text.", hint="Annotate this version.")
    paragraphs = list(_paragraphs(document))
    asked = list(_asked(document, annotations, link_text))
    if not paragraphs or not asked:
        return ()
    inside = embed([text for _, text in paragraphs])
    texts = list(dict.fromkeys(text for _, _, text in asked))
    place = {text: number for number, text in enumerate(texts)}
    cosines = embed(texts) @ inside.T
    best, scores = cosines.argmax(axis=1), cosines.max(axis=1)
    return tuple(
        ParagraphLink(
            entity=entity,
            paragraph=paragraphs[int(best[place[text]])][0],
            score=min(1.0, max(0.0, round(float(scores[place[text]]), 6))),
            excerpt=excerpt,
        )
        for entity, excerpt, text in asked
        if float(scores[place[text]]) >= threshold - _EXACT
    )


def _paragraphs(document: Document) -> Iterator[tuple[str, str]]:
    for node in document.places():
        if node.kind == "paragraph" and node.paragraph is not None and node.paragraph.kind != "caption":
            text = one_line(document.text[node.start : node.end])
            if text:
                yield node.address, text


def _asked(document: Document, annotations: PaperAnnotations, link_text: LinkText) -> Iterator[tuple[str, str, str]]:
    """The entity, the excerpt and the text to compare of each link that may be."""
    sentences = {place.address: place for place in document.sentences(captions=True)}
    for entity in annotations.entities:
        if link_text == "label":
            yield entity.key, "", one_line(entity.label)
            continue
        for address in entity.sentences:
            place = sentences.get(address)
            if place is not None:
                yield entity.key, address, one_line(document.text[place.start : place.end])
