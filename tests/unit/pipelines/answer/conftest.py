"""A small made-up library with its structure graph in pyoxigraph."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from conspectus.collection.paragraph_source import indexed_paper
from conspectus.domain.document_building import ParagraphDraft, SectionDraft, build_document
from conspectus.domain.paper import Author, Paper, PartialDate
from conspectus.domain.structure_graph import Iri, Term
from conspectus.domain.structure_graph import Literal as GraphLiteral
from conspectus.pipelines.answer.pipeline import AnswerParts
from conspectus.retrieval.paragraph_index import build_index

ASKG = "https://www.anu.edu.au/onto/scholarly#"
DATA = "https://www.anu.edu.au/onto/scholarly/"
RDF_TYPE = "http://www.w3.org/1999/02/22-rdf-syntax-ns#type"
LABEL = "http://www.w3.org/2000/01/rdf-schema#label"
ALIAS = "http://www.w3.org/2004/02/skos/core#altLabel"


def a_paper(name: str, title: str, family: str, *paragraphs: str) -> Paper:
    section = SectionDraft(heading="Results", paragraphs=[ParagraphDraft(text) for text in paragraphs])
    return Paper(
        id=name,
        title=title,
        authors=(Author(family=family, given="A."),),
        date=PartialDate(year=2020),
        documents=(build_document([section]),),
    )


PAPERS = (
    a_paper(
        "bees",
        "Mites in hives",
        "Smith",
        "We kept 42 hives of honey bees in the Marlow valley. Oxalic acid significantly reduced the number of mites.",
        "The varroa mite weakens colonies. Colonies with many mites collect less honey in autumn.",
    ),
    a_paper(
        "bogs",
        "Carbon of bogs",
        "Jones",
        "Drained bogs lose carbon because microbial decay is fast in dry peat.",
        "Rewetted bogs store carbon again after about ten years of high water.",
    ),
)


class OxigraphQueries:
    """A store that binds terms, as the structure graph does."""

    def __init__(self) -> None:
        import pyoxigraph

        self.ox = pyoxigraph
        self.store = pyoxigraph.Store()
        self.asked: list[tuple[str, Mapping[str, Term]]] = []

    def add(self, subject: str, predicate: str, value: str, *, iri: bool = True) -> None:
        named = self.ox.NamedNode
        term: Any = named(value) if iri else self.ox.Literal(value, language="en")
        self.store.add(self.ox.Quad(named(subject), named(predicate), term, named(DATA + "graph")))

    def entity(self, name: str, label: str, *aliases: str, paragraphs: tuple[str, ...] = ()) -> None:
        self.add(DATA + name, RDF_TYPE, ASKG + "AcademicEntity")
        self.add(DATA + name, LABEL, label, iri=False)
        for alias in aliases:
            self.add(DATA + name, ALIAS, alias, iri=False)
        for number, paragraph in enumerate(paragraphs):
            excerpt = f"{DATA}{paragraph}.{name}{number}"
            self.add(excerpt, ASKG + "mentions", DATA + name)
            self.add(DATA + paragraph, ASKG + "hasExcerpt", excerpt)

    def select(self, query: str, bindings: Mapping[str, Term] | None = None) -> list[dict[str, Term]]:
        self.asked.append((query, dict(bindings or {})))
        bound = {
            self.ox.Variable(name): self.ox.NamedNode(term.value)
            if isinstance(term, Iri)
            else self.ox.Literal(term.value)
            for name, term in (bindings or {}).items()
        }
        rows: Any = self.store.query(query, use_default_graph_as_union=True, substitutions=bound)
        return [
            {variable.value: self._term(row[variable]) for variable in rows.variables if row[variable] is not None}
            for row in rows
        ]

    def _term(self, term: Any) -> Term:
        if isinstance(term, self.ox.NamedNode):
            return Iri(term.value)
        return GraphLiteral(term.value, language=term.language or "")


@pytest.fixture
def graph() -> OxigraphQueries:
    """The graph of the two papers: a mite under two names, acid, and bogs."""
    made = OxigraphQueries()
    made.entity("mite", "Varroa Mite", "varroa destructor", paragraphs=("bees#s1.p2", "bees#s1.p1"))
    made.entity("acid", "oxalic acid", paragraphs=("bees#s1.p1",))
    made.entity("bog", "rewetted bog", paragraphs=("bogs#s1.p2", "gone#s1.p1"))
    return made


@pytest.fixture
def parts() -> AnswerParts:
    """What answers are made with, without a graph."""
    by_id = {paper.id: paper for paper in PAPERS}
    return AnswerParts(index=build_index(map(indexed_paper, PAPERS)), paper_of=by_id.get)
