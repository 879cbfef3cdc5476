"""What the terms of the graph are called elsewhere: DoCO, DEO, C4O, FaBiO, BIRO, CiTO, BIBO, NIF, schema.org (3.3)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from conspectus.domain.structure_graph import Iri
from conspectus.graphs.structure.vocabulary import SHARED_PREFIXES

BIBO, BIRO, C4O, CITO = (SHARED_PREFIXES[name] for name in ("bibo", "biro", "c4o", "cito"))
DEO, DOCO, FABIO, NIF = (SHARED_PREFIXES[name] for name in ("deo", "doco", "fabio", "nif"))
SCHEMA, SKOS = SHARED_PREFIXES["schema"], SHARED_PREFIXES["skos"]
Alignment = Literal["spar", "bibo", "nif", "schema", "skos", "prov"]
ALIGNMENTS: tuple[Alignment, ...] = ("spar", "bibo", "nif", "schema", "skos", "prov")

CLASSES: dict[str, dict[Alignment, tuple[str, ...]]] = {
    "paper": {
        "spar": (FABIO + "ResearchPaper",),
        "bibo": (BIBO + "AcademicArticle",),
        "nif": (NIF + "Context",),
        "schema": (SCHEMA + "ScholarlyArticle",),
    },
    "section": {"spar": (DOCO + "Section",), "nif": (NIF + "Section",)},
    "paragraph": {"spar": (DOCO + "Paragraph",), "nif": (NIF + "Paragraph",)},
    "sentence": {"spar": (DOCO + "Sentence",), "nif": (NIF + "Sentence",)},
    "figure": {"spar": (DOCO + "FigureBox",)},
    "table": {"spar": (DOCO + "TableBox",)},
    "pointer": {"spar": (C4O + "InTextReferencePointer",)},
    "reference": {"spar": (BIRO + "BibliographicReference",)},
    "entity": {"skos": (SKOS + "Concept",)},
    "author": {"schema": (SCHEMA + "Person",)},
    "pointer list": {"spar": (C4O + "InTextReferencePointerList",)},
    "pointer range": {"spar": (C4O + "InTextReferencePointerList",)},
    "formula": {"spar": (DOCO + "FormulaBox",)},
    "list": {"spar": (DOCO + "List",)},
    "quote": {"spar": (DOCO + "BlockQuotation",)},
    "box": {"spar": (DOCO + "TextBox",)},
    "caption": {"spar": (DEO + "Caption",)},
    "Abstract": {"spar": (DOCO + "Abstract", FABIO + "Abstract"), "bibo": ()},
    "Introduction": {"spar": (DEO + "Introduction",)},
    "RelatedWork": {"spar": (DEO + "RelatedWork", DEO + "Background")},
    "Methodology": {"spar": (DEO + "Methods",)},
    "Experiment": {"spar": (DEO + "Evaluation", DEO + "Results")},
    "Discussion": {"spar": (DEO + "Discussion", DEO + "Conclusion")},
    "Common": {},
}
"""The classes that a node has besides its own, by its kind, or the type of the section, paragraph or pointer."""
KINDS_OF_PAPER = {
    "article-journal": FABIO + "JournalArticle",
    "paper-conference": FABIO + "ConferencePaper",
}
"""The class of FaBiO by the CSL type of a paper."""
CONTENT = C4O + "hasContent"
ANCHOR = NIF + "anchorOf"
CONTEXT = NIF + "referenceContext"
DENOTES = C4O + "denotes"
IN_CONTEXT = C4O + "hasContext"
CITES = CITO + "cites"
CITATION = SCHEMA + "citation"
BIBLIOGRAPHY = BIRO + "ReferenceList"
LIST_OF_REFERENCES = DOCO + "ListOfReferences"
WHOLE = NIF + "isString"
ABSTRACT = BIBO + "abstract"


def classes_of(kind: str, chosen: frozenset[Alignment]) -> Iterator[Iri]:
    """Yields the further classes of a node.

    Args:
        kind: "paper", "section" …, or the type of a section, paragraph or pointer.
        chosen: The alignments that are wanted.
    """
    for alignment in ALIGNMENTS:
        if alignment in chosen:
            yield from map(Iri, CLASSES.get(kind, {}).get(alignment, ()))
