"""What exporters are: from a written product, a minigraph or references to the text of one file."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from conspectus.domain.minigraph import Minigraph
from conspectus.domain.paper import Paper
from conspectus.domain.run_record import Product
from conspectus.foundation.errors import GroundingError


class Exporter(Protocol):
    """Writes a product in one format. Stateless; made without arguments.

    ``suffix`` is that of a file of the format, with its dot.
    """

    name: str
    label: str
    suffix: str

    def export(self, product: Product, *, style: str) -> str:
        """Gives the product as text, citations and references in the CSL style; the same product gives the same text.

        Raises:
            UsageError: There is no such style.
            GroundingError: The text cites a paper of which the product holds no record.
        """
        ...


class GraphExporter(Protocol):
    """Writes a minigraph in one format. Stateless; made without arguments."""

    name: str
    label: str
    suffix: str

    def export(self, minigraph: Minigraph) -> str:
        """Gives the minigraph as text; the same minigraph gives the same text."""
        ...


class ReferenceExporter(Protocol):
    """Writes references in one format. Stateless; made without arguments."""

    name: str
    label: str
    suffix: str

    def export(self, papers: Sequence[Paper]) -> str:
        """Gives the papers as text in the order given."""
        ...


def cited_papers(product: Product) -> tuple[Paper, ...]:
    """Gives the records of the papers that the product's text cites, in order of first appearance.

    Raises:
        GroundingError: The product holds no record of a cited paper.
    """
    by_id = {paper.id: paper for paper in product.papers}
    cited = product.text.cited_papers()
    missing = [paper for paper in cited if paper not in by_id]
    if missing:
        raise GroundingError(
            f"The text cites {missing[0]}, but the product holds no record of it.",
            hint="Pass the record of every cited paper in the product's papers.",
        )
    return tuple(by_id[paper] for paper in cited)
