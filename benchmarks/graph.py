"""How many triples papers give and how fast, and how long the questions take that people ask a graph most."""

from __future__ import annotations

import statistics
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from benchmarks.outcome import Cell, Outcome, Scale, Table
from benchmarks.timing import peak_mib, timed
from conspectus.collection.fetching import add_fetched
from conspectus.domain.paper import Paper, with_id
from conspectus.domain.structure_graph import Literal
from conspectus.foundation.errors import ConspectusError
from conspectus.foundation.settings import load_settings
from conspectus.graphs.structure.checks import check_triples
from conspectus.graphs.structure.mapping import paper_triples
from conspectus.graphs.structure.statistics import graph_statistics
from conspectus.graphs.structure.store import StructureStore
from conspectus.library.store import Library
from conspectus.readers.reading import ReadPaper, read_bytes
from conspectus.sources.searching import Fetched
from conspectus.testing.topic_papers import made_topic_papers
from conspectus.workbench import Workbench

FOLDER = "jats"
QUESTIONS = {
    "who cites what": "SELECT ?citing ?cited WHERE { ?citing cito:cites ?cited }",
    "all sentences that mention X": """SELECT DISTINCT ?sentence ?text ?wanted WHERE {
        ?entity skos:hiddenLabel ?wanted .
        ?excerpt askg:mentions ?entity ; askg:inSentence ?sentence . ?sentence askg:hasText ?text }""",
    "papers sharing method and task": """SELECT ?one ?other ?methods ?tasks WHERE {
        { SELECT ?one ?other (COUNT(*) AS ?methods) WHERE { ?method skos:broader askg:Method .
            ?one askg:mentionsEntity ?method . ?other askg:mentionsEntity ?method . FILTER(STR(?one) < STR(?other))
        } GROUP BY ?one ?other }
        { SELECT ?one ?other (COUNT(*) AS ?tasks) WHERE { ?task skos:broader askg:ResearchProblem .
            ?one askg:mentionsEntity ?task . ?other askg:mentionsEntity ?task . FILTER(STR(?one) < STR(?other))
        } GROUP BY ?one ?other } }""",
    "claims with evidence of a section": """SELECT ?sentence ?text ?reference WHERE {
        ?section a askg:Discussion ; askg:hasParagraph/askg:hasSentence ?sentence .
        ?sentence askg:hasText ?text ; askg:hasReference/askg:hasText ?reference }""",
    "co-occurring entities": """SELECT ?one ?other (COUNT(DISTINCT ?sentence) AS ?together) WHERE {
        ?sentence a askg:Sentence ; askg:mentions ?one , ?other . FILTER(STR(?one) < STR(?other))
    } GROUP BY ?one ?other ORDER BY DESC(?together) LIMIT 20""",
}
"""The five questions, in the prefixes of the default profile; ``?wanted`` is the commonest entity's name."""
_COMMONEST = """SELECT ?label (COUNT(?excerpt) AS ?times) WHERE {
    ?excerpt a askg:Excerpt ; askg:mentions/rdfs:label ?label } GROUP BY ?label ORDER BY DESC(?times) ?label LIMIT 1"""


def run(scale: Scale) -> Outcome:
    """Gives triples a paper and a second, and the latency of each question in a warm process."""
    skipped = []
    if (scale.data / FOLDER).is_dir():
        papers = _papers(scale.data / FOLDER, scale.pick(10_000, 3))
    else:
        papers = list(made_topic_papers(scale.pick(500, 12)))
        skipped.append(f"Full texts: there is no folder {FOLDER} in the data; abstracts are made up.")
    with tempfile.TemporaryDirectory() as name:
        making, store = _made(Path(name), papers)
        checking = _checked(store)
        asking = [_asked(store, what, query, scale.pick(9, 1)) for what, query in QUESTIONS.items()]
        del store
    return Outcome(
        tables=(
            Table(title="Making the graph", columns=tuple(making), rows=[making]),
            Table(title="Counting and checking it", columns=tuple(checking), rows=[checking]),
            Table(title="Asking it", columns=tuple(asking[0]), rows=asking),
        ),
        notes=(
            "Mapping alone is papers to triples in memory, without naming entities; the whole is reading the library, "
            "naming entities with the extractive engine, mapping, writing to disk and the snapshot for readers.",
            "Questions are asked of the snapshot in one warm process, every row read; with the limits of "
            "`conspectus graph query` the start of a process comes on top.",
        ),
        skipped=tuple(skipped),
    )


def _made(folder: Path, papers: list[Paper]) -> tuple[dict[str, Cell], StructureStore]:
    triples, mapping = timed(lambda: sum(1 for paper in papers for _ in paper_triples(paper)))
    with Library(folder, writable=True) as library:
        add_fetched(library, "benchmark", Fetched(papers=tuple(papers)))
    workbench = Workbench(load_settings(arguments={"library.folder": str(folder)}))
    with workbench:
        written, whole = timed(workbench.complete_graph)
        store = workbench.structure_store()
    size = sum(path.stat().st_size for path in (folder / "graph" / "store").rglob("*") if path.is_file())
    row: dict[str, Cell] = {
        "papers": written,
        "triples": len(store),
        "triples a paper": round(len(store) / max(written, 1)),
        "triples a second, mapping alone": round(triples / mapping),
        "whole s": whole,
        "triples a second, whole": round(len(store) / whole),
        "MiB on disk": size / (1 << 20),
        "peak MiB": peak_mib(),
    }
    return row, store


def _checked(store: StructureStore) -> dict[str, Cell]:
    """The eight figures of the graph, and how long it takes to count them and to check each paper."""
    figures, counting = timed(lambda: graph_statistics(store.triples()))
    problems, checking = timed(lambda: sum(len(check_triples(store.triples(graph))) for graph in store.graphs()))
    return {
        "relation types": figures.relation_types,
        "entity types": figures.entity_types,
        "entities": figures.entities,
        "triples": figures.triples,
        "average degree": figures.average_degree,
        "clustering": figures.clustering,
        "components": figures.components,
        "density": figures.density,
        "counting s": counting,
        "checking s": checking,
        "problems": problems,
    }


def _asked(store: StructureStore, what: str, query: str, times: int) -> dict[str, Cell]:
    bindings = {}
    if "?wanted" in query:
        commonest = store.select(_COMMONEST)
        bindings["wanted"] = Literal(commonest[0]["label"].value.lower() if commonest else "nothing")
    seconds = []
    rows = store.select(query, bindings)
    for _ in range(times):
        begun = time.perf_counter()
        rows = store.select(query, bindings)
        seconds.append(time.perf_counter() - begun)
    seconds.sort()
    return {
        "question": what,
        "rows": len(rows),
        "p50 ms": statistics.median(seconds) * 1000,
        "p95 ms": seconds[min(len(seconds) - 1, round(0.95 * len(seconds)))] * 1000,
    }


def _papers(folder: Path, most: int) -> list[Paper]:
    """The papers of all files that can be read, each work once, in order of the files' names."""
    found: dict[str, Paper] = {}
    for paper in _read(folder):
        found.setdefault(paper.id, paper)
        if len(found) == most:
            break
    return list(found.values())


def _read(folder: Path) -> Iterator[Paper]:
    for path in sorted(p for p in folder.rglob("*") if p.suffix in (".xml", ".nxml")):
        try:
            reading = read_bytes(path.read_bytes(), source=path.name)
            for item in reading.items:
                if isinstance(item, ReadPaper):
                    yield with_id(item.paper)
        except ConspectusError as error:
            # A file of another format among them is no paper; how many papers there were stands in the table.
            print(f"left out: {error.message}", file=sys.stderr)
