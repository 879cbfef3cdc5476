"""Papers and annotations that the tests of the structure graph share; every text is made up."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from conspectus.domain.document import Document, Reference
from conspectus.domain.document_building import (
    FigureDraft,
    ParagraphDraft,
    PointerDraft,
    SectionDraft,
    TableDraft,
    build_document,
)
from conspectus.domain.identifiers import Identifiers
from conspectus.domain.page_layout import LayoutSpan
from conspectus.domain.paper import Author, Paper, PartialDate, Provenance
from conspectus.domain.scientific_entities import (
    EntityLink,
    Mention,
    PaperAnnotations,
    ScientificEntity,
    ScientificType,
    SectionDescription,
    SectionKeyword,
)
from conspectus.domain.structure_graph import Iri, Literal, Term, Triple
from conspectus.graphs.structure.mapping import MappingOptions, paper_triples
from conspectus.graphs.structure.vocabulary import ASKG_2024, TYPE

_CITING = "Bogs were mapped before [1]. Others disagree [2, 9]. HeathNet finds moss."


def heath_document() -> Document:
    """Nested sections, pointers, a figure, a table with a note, references, and two printed pages."""
    document = build_document(
        [
            SectionDraft(heading="Abstract", paragraphs=[ParagraphDraft("HeathNet finds moss. It is fast.")]),
            SectionDraft(
                heading="2 Methods",
                paragraphs=[
                    ParagraphDraft(
                        _CITING,
                        pointers=[
                            PointerDraft(_CITING.index("[1]"), _CITING.index("[1]") + 3, "single", ("r1",)),
                            PointerDraft(_CITING.index("[2"), _CITING.index("[2") + 6, "list", ("r2", "lost")),
                        ],
                    ),
                    ParagraphDraft("A second paragraph."),
                ],
                figures=[FigureDraft(label="Fig. 1", caption=[ParagraphDraft("A bog. HeathNet drew it.")])],
                tables=[
                    TableDraft(
                        label="Table 1",
                        caption=[ParagraphDraft("Moss by plot.")],
                        rows=[["plot", "moss"], ["north", "{7}"], ["south", ""]],
                        header_rows=1,
                        notes=[ParagraphDraft("South was dry.")],
                    )
                ],
                sections=[
                    SectionDraft(
                        heading="2.1 Data",
                        paragraphs=[ParagraphDraft("PeatSet has 12 bogs.")],
                        sections=[SectionDraft(heading="2.1.1 Plots", paragraphs=[ParagraphDraft("Plots are wet.")])],
                    )
                ],
            ),
        ],
        references=[
            Reference(key="r1", text="Moor. Bogs and how to map them. 2015.", label="1", doi="10.1000/BOGS"),
            Reference(key="r2", text="Fen. No bogs.", title="A survey of bogs without any water", year=2016),
        ],
    )
    cut = document.at("s2.p1.t2").start + 7
    spans = (
        LayoutSpan(start=0, end=cut, page=3, box=(1.0, 1.0, 9.0, 9.0)),
        LayoutSpan(start=cut, end=len(document.text), page=4, box=(1.0, 1.0, 9.0, 9.0)),
    )
    return replace(document, layout=spans)


def heath_paper(name: str = "doi:10.1000/heath", *, language: str = "en") -> Paper:
    return Paper(
        id=name,
        title='Moss "found" by {HeathNet}',
        authors=(Author(family="Moor", given="Ann"), Author(literal="The Peat Group")),
        date=PartialDate(year=2021),
        venue="Journal of Heaths",
        volume="7",
        issue="2",
        pages="11-19",
        publisher="Bog Press",
        kind="article-journal",
        language=language,
        identifiers=Identifiers(doi="10.1000/heath", pmid="77", arxiv="2101.00001"),
        keywords=("moss", "bog"),
        documents=(heath_document(),),
        provenance=(Provenance(source="heath.xml", sha256="0" * 64, reader="jats"),),
    )


def cited_paper() -> Paper:
    return Paper(
        id="bogs",
        title="Bogs and how to map them",
        date=PartialDate(year=2015),
        identifiers=Identifiers(doi="10.1000/bogs"),
    )


def mention(document: Document, address: str, surface: str) -> Mention:
    place = document.at(address)
    start = document.text.index(surface, place.start)
    return Mention(address=address, start=start, end=start + len(surface), surface=surface)


def heath_annotations(paper: Paper | None = None) -> PaperAnnotations:
    paper = paper or heath_paper()
    document = paper.document
    assert document is not None
    model = ScientificEntity(
        label="HeathNet",
        kind=ScientificType.METHOD,
        aliases=("Heath Net",),
        mentions=tuple(mention(document, at, "HeathNet") for at in ("s1.p1.t1", "s2.p1.t3", "s2.f1.p1.t2")),
        link=EntityLink(iri="Q42", label="HeathNet", how="exact"),
    )
    data = ScientificEntity(
        label="PeatSet", kind=ScientificType.DATASET, mentions=(mention(document, "s2.1.p1.t1", "PeatSet"),)
    )
    section = SectionDescription(
        address="s2", keywords=(SectionKeyword(text="moss map", score=0.75),), summary="Bogs were mapped."
    )
    return PaperAnnotations(paper=paper.id, version=document.version, entities=(model, data), sections=(section,))


def heath_triples(options: MappingOptions | None = None) -> list[Triple]:
    return list(paper_triples(heath_paper(), annotations=heath_annotations(), options=options))


def node(address: str = "") -> Iri:
    """A node of the heath paper, in the hierarchical scheme."""
    return Iri(f"{ASKG_2024.data}doi:10.1000%2Fheath{'#' + address if address else ''}")


def term(short: str) -> Iri:
    return Iri(ASKG_2024.iri(short))


def objects(triples: Iterable[Triple], subject: Iri, predicate: str) -> list[Term]:
    wanted = Iri(TYPE) if predicate == "a" else term(predicate)
    return [t.object for t in triples if t.subject == subject and t.predicate == wanted]


def values(triples: Iterable[Triple], subject: Iri, predicate: str) -> list[str]:
    return [value.value for value in objects(triples, subject, predicate)]


def of_class(triples: Iterable[Triple], short: str) -> list[str]:
    return [t.subject.value for t in triples if t.predicate == Iri(TYPE) and t.object == term(short)]


def plain(text: str) -> Literal:
    return Literal(text, ASKG_2024.iri("xsd:string"))
