"""conspectus itself as a method: the literature review pipeline over an item's references.

The papers are made in memory from what the item gives, and nothing else is looked up. Every citation is
printed as ``[n]``, one that is the subject of its sentence too ("[3] proposes"). The product would print
authors ("Smith et al. [3]"); here the papers have none, since names that match those in a target are worth
several points of ROUGE which say nothing of the review, and which no baseline could have.
"""

from __future__ import annotations

from collections.abc import Mapping

from conspectus.domain.cited_text import CitationMark, CitedSentence
from conspectus.domain.document_building import abstract_document
from conspectus.domain.engine import Engine
from conspectus.domain.paper import Paper, PartialDate
from conspectus.domain.run_record import Product
from conspectus.engines.extractive.engine import ExtractiveEngine
from conspectus.evaluation.item import BenchmarkItem, BenchmarkReference, Evidence, MethodOutput
from conspectus.evaluation.methods.printed_marks import with_marks
from conspectus.pipelines.literature_review.pipeline import write_review
from conspectus.pipelines.literature_review.request import ReviewRequest

_LEAST_REQUEST = 20


def write(item: BenchmarkItem, words: int, seed: int) -> MethodOutput:
    """Gives the review that conspectus writes offline, with the extractive engine."""
    return review_with(ExtractiveEngine(), item, words, seed)


def review_with(engine: Engine, item: BenchmarkItem, words: int, seed: int) -> MethodOutput:
    """Gives the review that conspectus writes with an engine, in at most ``words`` words."""
    papers = [_paper(reference) for reference in item.given]
    request = ReviewRequest(words=max(words, _LEAST_REQUEST), seed=seed)
    product = write_review(request, papers, engine, own_abstract=item.own_abstract)
    return _output(product, dict(zip((paper.id for paper in papers), item.given, strict=True)))


def _output(product: Product, references: Mapping[str, BenchmarkReference]) -> MethodOutput:
    sentences = tuple(product.text.sentences())
    passages = dict.fromkeys(citation.passage for sentence in sentences for citation in sentence.citations)
    return MethodOutput(
        text=" ".join(" ".join(_printed(sentence, references) for sentence in sentences).split()),
        cited=tuple(references[paper].id for paper in product.text.cited_papers()),
        evidence=tuple(Evidence(reference=references[p.paper].id, quote=p.quote, passage=p.id) for p in passages),
    )


def _printed(sentence: CitedSentence, references: Mapping[str, BenchmarkReference]) -> str:
    text = ""
    for part in sentence.parts:
        if isinstance(part, str):
            text += part
        else:
            text = with_marks(text, _marks(part, references), part.mode)
    return text


def _marks(mark: CitationMark, references: Mapping[str, BenchmarkReference]) -> list[str]:
    return [references[paper].mark for paper in dict.fromkeys(c.passage.paper for c in mark.citations)]


def _paper(reference: BenchmarkReference) -> Paper:
    return Paper(
        id=f"reference-{reference.number}",
        title=reference.title,
        date=PartialDate(year=reference.year) if reference.year is not None else None,
        documents=(abstract_document(reference.abstract),),
    )
