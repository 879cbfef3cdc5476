"""A minigraph as JSON."""

from __future__ import annotations

import json
from typing import Any

from conspectus.domain.minigraph import Minigraph


class GraphJsonExporter:
    """Minigraphs as JSON, in the form that products hold them."""

    name = "json"
    label = "JSON"
    suffix = ".json"

    def export(self, minigraph: Minigraph) -> str:
        """Gives the minigraph as indented JSON."""
        return json.dumps(graph_object(minigraph), ensure_ascii=False, indent=2, allow_nan=False) + "\n"


def graph_object(minigraph: Minigraph) -> dict[str, Any]:
    """Gives the minigraph as plain JSON values: concepts, and relations with the passages that state them."""
    return {
        "concepts": [
            {
                "name": concept.name,
                "kind": concept.kind.value,
                "aliases": list(concept.aliases),
                "papers": list(concept.papers),
                "weight": concept.weight,
            }
            for concept in minigraph.concepts
        ],
        "relations": [
            {
                "head": relation.head,
                "kind": relation.kind.value,
                "tail": relation.tail,
                "support": [{"passage": passage.id, "quote": passage.quote} for passage in relation.support],
                "weight": relation.weight,
            }
            for relation in minigraph.relations
        ],
    }
