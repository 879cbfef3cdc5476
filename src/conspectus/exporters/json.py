"""A product as JSON, for programs; the schema is ``schemas/product.schema.json`` in this package."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict
from importlib.resources import files
from typing import Any

from conspectus.domain.cited_text import Citation, CitationMark
from conspectus.domain.paper import Paper
from conspectus.domain.run_record import Product, RunRecord
from conspectus.exporters.bibliography import RenderedMark
from conspectus.exporters.csl_json import csl_item
from conspectus.exporters.graph_json import graph_object
from conspectus.exporters.passage_place import passage_place
from conspectus.exporters.rendered_product import RenderedProduct, RenderedSentence, render_product
from conspectus.foundation.errors import UsageError

SCHEMA_NAME = "conspectus.product/1"


class JsonExporter:
    """Products as JSON."""

    name = "json"
    label = "JSON"
    suffix = ".json"

    def export(self, product: Product, *, style: str) -> str:
        """Gives the product as indented JSON; the text and ``shown`` are rendered in the style.

        Raises:
            UsageError: There is no such style, or the product's block is not plain JSON.
            GroundingError: The text cites a paper of which the product holds no record.
        """
        try:
            return (
                json.dumps(product_object(product, style=style), ensure_ascii=False, indent=2, allow_nan=False) + "\n"
            )
        except (TypeError, ValueError) as error:
            if isinstance(error, UsageError) or "JSON" not in str(error):
                raise
            raise UsageError(f"The product holds values that JSON cannot: {error}.") from error


def product_schema() -> dict[str, Any]:
    """Gives the JSON Schema (draft 2020-12) that every exported product fulfils."""
    text = (files("conspectus.exporters") / "schemas" / "product.schema.json").read_text(encoding="utf-8")
    schema: dict[str, Any] = json.loads(text)
    return schema


def product_object(product: Product, *, style: str) -> dict[str, Any]:
    """Gives the product as plain JSON values; see ``JsonExporter.export``."""
    rendered = render_product(product, style=style)
    return {
        "schema": SCHEMA_NAME,
        "kind": product.kind,
        "title": product.title,
        "style": style,
        "sections": [
            {
                "heading": section.heading,
                "sentences": [
                    {**_sentence(sentence, rendered.papers), "opens_paragraph": index == 0}
                    for paragraph in section.paragraphs
                    for index, sentence in enumerate(paragraph)
                ],
            }
            for section in rendered.sections
        ],
        "references": _references(rendered),
        "not_cited": [{"paper": left.paper, "reason": left.reason} for left in product.not_cited],
        "graph": graph_object(product.graph),
        "run": run_object(product.run),
        "warnings": list(rendered.warnings),
        product.kind: product.block,
    }


def run_object(run: RunRecord) -> dict[str, Any]:
    """Gives a run record as plain JSON values; versions, seconds and parameters are objects by name."""
    return {
        "id": run.id,
        "seed": run.seed,
        "engine": run.engine,
        "model": run.model,
        "embedder": run.embedder,
        "versions": dict(run.versions),
        "started": run.started,
        "seconds": dict(run.seconds),
        "calls": run.usage.calls,
        "tokens": run.usage.tokens,
        "cost": run.usage.cost,
        "usage": asdict(run.usage),
        "parameters": dict(run.parameters),
    }


def _sentence(sentence: RenderedSentence, papers: Mapping[str, Paper]) -> dict[str, Any]:
    return {
        "text": sentence.plain,
        "citations": [
            _citation(citation, shown, papers)
            for part, shown in _marks_in_order(sentence)
            for citation in part.citations
        ],
        "verdict": sentence.sentence.verdict.value,
        "score": sentence.sentence.score,
        "reasons": list(sentence.sentence.reasons),
    }


def _marks_in_order(sentence: RenderedSentence) -> list[tuple[CitationMark, RenderedMark | None]]:
    """The marks of a sentence with what is printed for each, None for nothing."""
    printed = iter(sentence.marks)
    marks = [part for part in sentence.sentence.parts if isinstance(part, CitationMark)]
    return [next(printed) if mark.shown else (mark, None) for mark in marks]


def _citation(citation: Citation, mark: RenderedMark | None, papers: Mapping[str, Paper]) -> dict[str, Any]:
    place = passage_place(papers.get(citation.passage.paper), citation.passage)
    return {
        "paper": citation.passage.paper,
        "passage": citation.passage.id,
        "quote": citation.passage.quote,
        "mode": citation.mode,
        "shown": False if mark is None else mark.shown(citation.passage.paper),
        "verdict": citation.verdict.value,
        "score": citation.score,
        **({"page": place.page} if place is not None and place.page else {}),
    }


def _references(rendered: RenderedProduct) -> list[dict[str, Any]]:
    """The references in the order of the style's list."""
    return [csl_item(rendered.papers[entry.paper]) for entry in rendered.bibliography.entries]
