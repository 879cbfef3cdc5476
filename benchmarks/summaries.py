"""How long a summary of one paper takes, by its length, what memory it needs, and where the time goes."""

from __future__ import annotations

from typing import Any

from benchmarks.outcome import Cell, Outcome, Scale, Table
from benchmarks.timing import in_fresh_process, median_seconds, timed
from conspectus.engines.extractive.abbreviations import find_abbreviations
from conspectus.engines.extractive.engine import ExtractiveEngine
from conspectus.foundation.events import Events
from conspectus.graphs.entities.leiden import leiden
from conspectus.pipelines.paper_summary.pipeline import SummaryParts, write_summary
from conspectus.pipelines.paper_summary.request import SummaryRequest
from conspectus.testing.full_paper import made_full_paper

_STAGES = ("graph", "plan", "rounds")
_COLUMNS = ("pages", "words", "units", "entities", "relations", "seconds", "ms a page",
            *(f"{stage} share" for stage in _STAGES), "rounds", "peak MiB")  # fmt: skip
_LEIDEN = ("nodes", "edges", "seconds", "communities")


def run(scale: Scale) -> Outcome:
    """Gives seconds, memory and shares of the stages for papers of 3 to 100 pages, and the seconds of Leiden alone."""
    pages = scale.pick((3, 10, 30, 100), (1, 2))
    sizes = scale.pick((1_000, 10_000, 100_000), (50,))
    notes = [
        "Made-up papers of 500 words a page; the extractive engine; no library, so no similar abstracts. Each paper in "
        "a process of its own, which has summarised a short one before, so that what is loaded once does not count.",
        "The shares are of the time of all stages. Leiden: rings of ten nodes each, joined in a ring.",
    ]
    return Outcome(
        tables=(
            Table(title="Summaries of one paper", columns=_COLUMNS, rows=[_row(count) for count in pages]),
            Table(title="Leiden alone", columns=_LEIDEN, rows=[_leiden(nodes) for nodes in sizes]),
        ),
        notes=tuple(notes),
    )


def summarise(pages: str) -> dict[str, Any]:
    """Gives the figures of one summary in this process."""
    _written(1, Events())
    paper, events = made_full_paper(int(pages)), Events()
    product, seconds = timed(lambda: _written(int(pages), events))
    total = sum(events.seconds.values())
    document = paper.document
    return {
        "words": 0 if document is None else len(document.text.split()),
        **{name: product.block["graph"][name] for name in ("units", "entities", "relations")},
        "seconds": seconds,
        "ms a page": 1000 * seconds / int(pages),
        **{f"{stage} share": events.seconds.get(stage, 0.0) / total for stage in _STAGES},
        "rounds": len(product.block["rounds"]),
    }


def _written(pages: int, events: Events) -> Any:
    parts = SummaryParts(
        abbreviations=lambda sentences: {found.short: found.long for found in find_abbreviations(sentences).values()}
    )
    return write_summary(SummaryRequest(), made_full_paper(pages), ExtractiveEngine(), parts=parts, events=events)


def _row(pages: int) -> dict[str, Cell]:
    figures, peak = in_fresh_process("benchmarks.summaries:summarise", str(pages))
    return {"pages": pages, **figures, "peak MiB": peak}


def _leiden(nodes: int) -> dict[str, Cell]:
    edges = []
    for node in range(nodes):
        ring = node // 10 * 10
        edges.append((f"n{node}", f"n{ring + (node + 1) % 10 % min(10, nodes - ring)}", 1.0))
    edges += [(f"n{node}", f"n{(node + 10) % nodes}", 0.1) for node in range(0, nodes, 10)]
    return {
        "nodes": nodes,
        "edges": len(edges),
        "seconds": median_seconds(lambda: leiden(edges), 3),
        "communities": len(leiden(edges)),
    }
