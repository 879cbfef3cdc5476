"""A product made ready for writing: paragraphs of rendered sentences, and the evidence behind each citation.

All writers of documents share this, so that a sentence reads the same and a citation opens the same quotes in
each of them.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from conspectus.domain.cited_text import CitationMark, CitedSentence, Verdict
from conspectus.domain.paper import Paper
from conspectus.domain.passage import Passage
from conspectus.domain.run_record import Product
from conspectus.exporters.bibliography import Bibliography, RenderedMark, plain_citation
from conspectus.exporters.exporting import cited_papers
from conspectus.exporters.marked_text import unformatted
from conspectus.foundation.errors import GroundingError

VERDICT_WORDS = {
    Verdict.SUPPORTED: "supported by its sources",
    Verdict.PARTLY: "supported in part",
    Verdict.UNSUPPORTED: "not supported by its sources",
    Verdict.CONTRADICTED: "contradicted by its sources",
    Verdict.NOT_CHECKABLE: "cannot be checked",
    Verdict.NOT_CHECKED: "not checked",
}
KIND_WORDS = {"review": "Literature review", "topic_page": "Topic page", "answer": "Answer", "summary": "Summary"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Evidence:
    """What stands behind a citation: passages of one paper, and the ids of the sentences that cite just these."""

    id: str
    number: int
    paper: Paper
    passages: tuple[Passage, ...]
    cited_by: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Run:
    """A stretch of a sentence as marked text; ``evidence`` is the id of what it opens, "" for plain words."""

    text: str
    evidence: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class RenderedSentence:
    """A sentence in runs; ``marks`` are its printed citation marks in order.

    ``unseen`` are the ids of the evidence that it rests on without printing a mark.
    """

    id: str
    sentence: CitedSentence
    runs: tuple[Run, ...]
    marks: tuple[tuple[CitationMark, RenderedMark], ...]
    unseen: tuple[str, ...] = ()

    @property
    def plain(self) -> str:
        """The sentence as plain text with its citations."""
        return plain_citation("".join(run.text for run in self.runs))


@dataclass(frozen=True, slots=True, kw_only=True)
class RenderedSection:
    """A heading, possibly empty, and paragraphs of sentences."""

    heading: str
    paragraphs: tuple[tuple[RenderedSentence, ...], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class RenderedProduct:
    """A product with its text rendered in a style; ``warnings`` are its own and those of the style."""

    product: Product
    bibliography: Bibliography
    papers: dict[str, Paper]
    sections: tuple[RenderedSection, ...]
    evidence: tuple[Evidence, ...]

    @property
    def warnings(self) -> tuple[str, ...]:
        """What went wrong on the way, in the run and in writing."""
        return (*self.product.warnings, *self.bibliography.warnings)

    def sentences(self) -> Iterator[RenderedSentence]:
        """Yields every sentence in order."""
        for section in self.sections:
            for paragraph in section.paragraphs:
                yield from paragraph

    def citing(self, paper: str) -> tuple[str, ...]:
        """Gives the ids of the sentences that cite a paper."""
        return tuple(s.id for s in self.sentences() if any(c.passage.paper == paper for c in s.sentence.citations))


def render_product(product: Product, *, style: str) -> RenderedProduct:
    """Gives the product with its citations rendered and its evidence numbered in order of appearance.

    Raises:
        UsageError: There is no such style.
        GroundingError: The text cites a paper of which the product holds no record.
    """
    bibliography = Bibliography(cited_papers(product), style=style)
    papers = {paper.id: paper for paper in product.papers}
    collected = _Collected()
    sections = []
    count = 0
    for section in product.text.sections:
        paragraphs: list[list[RenderedSentence]] = []
        for sentence in section.sentences:
            count += 1
            if sentence.opens_paragraph or not paragraphs:
                paragraphs.append([])
            paragraphs[-1].append(_render_sentence(f"s{count}", sentence, bibliography, collected))
        sections.append(RenderedSection(heading=section.heading, paragraphs=tuple(map(tuple, paragraphs))))
    return RenderedProduct(
        product=product,
        bibliography=bibliography,
        papers=papers,
        sections=tuple(sections),
        evidence=collected.evidence(papers),
    )


def context_of(paper: Paper, passage: Passage) -> tuple[str, str]:
    """Gives the sentences just before and just after a passage in its paragraph, "" where there are none.

    The text version that the passage was taken from is needed; without it there is no context.
    """
    document = paper.version(passage.version)
    if document is None:
        return "", ""
    try:
        place = document.at(passage.address)
    except KeyError:
        return "", ""
    if place.sentence is None or place.paragraph is None or document.text[place.start : place.end] != passage.quote:
        return "", ""
    around = place.paragraph.sentences
    index = around.index(place.sentence)
    texts = [
        document.text[around[near].start : around[near].end] if 0 <= near < len(around) else ""
        for near in (index - 1, index + 1)
    ]
    return texts[0], texts[1]


class _Collected:
    """The evidence met so far."""

    def __init__(self) -> None:
        self._found: dict[tuple[str, tuple[Passage, ...]], list[str]] = {}

    def add(self, paper: str, passages: tuple[Passage, ...], sentence: str) -> str:
        key = (paper, passages)
        self._found.setdefault(key, []).append(sentence)
        return f"e{list(self._found).index(key) + 1}"

    def evidence(self, papers: dict[str, Paper]) -> tuple[Evidence, ...]:
        return tuple(
            Evidence(
                id=f"e{number}",
                number=number,
                paper=papers[paper],
                passages=passages,
                cited_by=tuple(dict.fromkeys(sentences)),
            )
            for number, ((paper, passages), sentences) in enumerate(self._found.items(), 1)
        )


def _render_sentence(
    name: str, sentence: CitedSentence, bibliography: Bibliography, collected: _Collected
) -> RenderedSentence:
    runs: list[Run] = []
    marks = []
    unseen: list[str] = []
    for part in sentence.parts:
        if isinstance(part, str):
            runs.append(Run(unformatted(part)))
            continue
        if not part.shown:
            unseen.extend(collected.add(p, tuple(dict.fromkeys(passages)), name) for p, passages in _by_paper(part))
            continue
        mark = bibliography.cite(part, opens_sentence=not any(run.text.strip() for run in runs))
        marks.append((part, mark))
        if mark.is_raised and runs and not runs[-1].evidence:
            runs[-1] = Run(runs[-1].text.rstrip())
        opened = {
            paper: collected.add(paper, tuple(dict.fromkeys(passages)), name) for paper, passages in _by_paper(part)
        }
        runs.extend(Run(piece.text, opened.get(piece.paper, "")) for piece in mark.pieces)
        if set(opened) - {piece.paper for piece in mark.pieces}:
            raise GroundingError(f"A citation of {name} is not printed.")
    if runs:
        runs[0] = Run(runs[0].text.lstrip(), runs[0].evidence)
        runs[-1] = Run(runs[-1].text.rstrip(), runs[-1].evidence)
    return RenderedSentence(id=name, sentence=sentence, runs=tuple(runs), marks=tuple(marks), unseen=tuple(unseen))


def _by_paper(mark: CitationMark) -> list[tuple[str, list[Passage]]]:
    grouped: dict[str, list[Passage]] = {}
    for citation in mark.citations:
        grouped.setdefault(citation.passage.paper, []).append(citation.passage)
    return list(grouped.items())
