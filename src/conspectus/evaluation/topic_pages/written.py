"""A page as it is judged: its sentences with what they cite, whoever wrote it, and the baseline that only leads."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from conspectus.domain.cited_text import CitedSentence
from conspectus.domain.document import SectionKind
from conspectus.domain.paper import Paper
from conspectus.domain.run_record import Product
from conspectus.foundation.text.normalise import one_line
from conspectus.pipelines.topic_page.page import DEFINITION, FUTURE, MAIN

LEAD_PAPERS = 8
"""The most sentences of the main content, and so the papers that the baseline leads with."""


@dataclass(frozen=True, slots=True, kw_only=True)
class WrittenSentence:
    """A sentence without marks, and the (paper, quote) pairs that it cites."""

    text: str
    cited: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class WrittenPage:
    """The sentences of each section by heading; ``clusters`` are the papers shown of each cluster, if there are any."""

    topic: str
    names: tuple[str, ...]
    sections: dict[str, tuple[WrittenSentence, ...]]
    clusters: tuple[frozenset[str], ...] = ()
    link: str = ""
    facts: dict[str, Any] = field(default_factory=dict)

    @property
    def sentences(self) -> tuple[WrittenSentence, ...]:
        """All sentences in order."""
        return tuple(sentence for section in self.sections.values() for sentence in section)

    @property
    def cited_papers(self) -> tuple[str, ...]:
        """The papers cited, each once."""
        return tuple(dict.fromkeys(paper for sentence in self.sentences for paper, _ in sentence.cited))


def page_of(product: Product, topic: str) -> WrittenPage:
    """Gives the page that the product holds; where a citation is the subject of its sentence, the authors stand."""
    labels = {paper.id: paper.label for paper in product.papers}
    return WrittenPage(
        topic=topic,
        names=tuple(product.block["names"]),
        sections={
            section.heading: tuple(
                WrittenSentence(
                    text=_printed(sentence, labels),
                    cited=tuple(dict.fromkeys((c.passage.paper, c.passage.quote) for c in sentence.citations)),
                )
                for sentence in section.sentences
            )
            for section in product.text.sections
        },
        clusters=tuple(frozenset(cluster["shown"]) for cluster in product.block["clusters"] if cluster["shown"]),
        link=product.block["link"],
        facts={"counts": product.block["counts"], "warnings": list(product.warnings)},
    )


def lead_page(topic: str, names: Sequence[str], papers: Sequence[Paper], like: WrittenPage | None) -> WrittenPage:
    """Gives the baseline: the first sentence of the first paper as definition, of the next ones as main content.

    Args:
        topic: The topic.
        names: Its names.
        papers: In order of relevance (BM25); those without an abstract are passed over.
        like: The product's page on the topic, of which the clusters are taken, None if there is none.
    """
    leads = [lead for paper in papers if (lead := _lead(paper)) is not None][: LEAD_PAPERS + 1]
    return WrittenPage(
        topic=topic,
        names=tuple(names),
        sections={DEFINITION: tuple(leads[:1]), MAIN: tuple(leads[1:]), FUTURE: ()},
        clusters=like.clusters if like is not None else (),
    )


def _printed(sentence: CitedSentence, labels: Mapping[str, str]) -> str:
    """The words without marks, and without the gap that a mark leaves before a stop."""
    words = "".join(
        part
        if isinstance(part, str)
        else " and ".join(dict.fromkeys(labels[c.passage.paper] for c in part.citations))
        if part.mode == "narrative"
        else ""
        for part in sentence.parts
    )
    return re.sub(r"\s+(?=[.,;:])", "", one_line(words))


def _lead(paper: Paper) -> WrittenSentence | None:
    document = paper.abstract_version
    if document is None or paper.is_retracted:
        return None
    for place in document.sentences(kinds=(SectionKind.ABSTRACT,)):
        quote = document.text[place.start : place.end]
        return WrittenSentence(text=quote, cited=((paper.id, quote),))
    return None
