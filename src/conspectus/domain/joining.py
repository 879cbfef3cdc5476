"""Several written products as one, for a report that shows them together."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from conspectus.domain.cited_text import CitedSection, CitedText
from conspectus.domain.minigraph import build_minigraph
from conspectus.domain.run_record import Product


def join_products(products: Sequence[Product], headings: Sequence[str], *, title: str, volume: int = 32) -> Product:
    """Gives one product with a section for each, one reference list and one minigraph of at most ``volume`` relations.

    The run record is that of the first product with the seconds of all.

    Args:
        products: At least one product of one kind.
        headings: The heading of each.
        title: The title of the whole.
        volume: The most relations of the minigraph.

    Raises:
        ValueError: There is no product, or the headings do not match.
    """
    if not products or len(products) != len(headings):
        raise ValueError("There must be a heading for each of at least one product.")
    sections = tuple(
        CitedSection(heading=heading, sentences=tuple(product.text.sentences()))
        for product, heading in zip(products, headings, strict=True)
    )
    evidence = dict.fromkeys(passage for product in products for passage in product.text.evidence)
    papers = {paper.id: paper for product in products for paper in product.papers}
    # An equal share for each product, so that none is crowded out by weights that do not compare across them.
    shares = [
        build_minigraph((), product.graph.relations, volume=max(1, volume // len(products))) for product in products
    ]
    graph = build_minigraph(
        (concept for product in products for concept in product.graph.concepts),
        (relation for share in shares for relation in share.relations),
        volume=volume,
    )
    seconds: dict[str, float] = {}
    for product in products:
        for stage, spent in product.run.seconds:
            seconds[stage] = round(seconds.get(stage, 0.0) + spent, 4)
    return replace(
        products[0],
        title=title,
        text=CitedText(evidence=tuple(evidence), sections=sections),
        papers=tuple(papers.values()),
        not_cited=tuple(left for product in products for left in product.not_cited),
        graph=graph,
        run=replace(products[0].run, seconds=tuple(seconds.items())),
        block={"parts": [product.block for product in products]},
        warnings=tuple(dict.fromkeys(warning for product in products for warning in product.warnings)),
    )
