"""Made-up papers and a made-up product, for tests of engines and exporters."""

from __future__ import annotations

from conspectus.domain.cited_text import Citation, CitationMark, CitedSection, CitedSentence, CitedText, Mode, Verdict
from conspectus.domain.document_building import abstract_document
from conspectus.domain.identifiers import Identifiers
from conspectus.domain.minigraph import Concept, ConceptKind, Minigraph, Relation, RelationKind
from conspectus.domain.paper import Author, Paper, PartialDate
from conspectus.domain.passage import Passage, passages_of
from conspectus.domain.run_record import NotCited, Product, RunRecord


def made_papers() -> tuple[Paper, ...]:
    """Gives five made-up papers: four with an abstract on one subject, the last without any text.

    One has no year, one a corporate author, and names and titles hold characters that need care.
    """
    return (
        _paper(
            "sparse",
            "Sparse retrieval for clinical evidence",
            (Author(family="Smith", given="Jane"),),
            2020,
            "Clinical evidence is hard to find. We propose a sparse retriever for clinical questions. "
            "The sparse retriever improves recall by 12 points on a collection of trial reports.",
        ),
        _paper(
            "dense",
            "Dense retrieval: is it worth it?",
            (Author(family="Núñez", given="María"), Author(family="Berg", given="Jörg", particle="van den")),
            2021,
            "We compare dense encoders with a sparse retriever for clinical questions. "
            "Dense encoders lose recall on rare terms.",
        ),
        _paper(
            "graph",
            "Graphs <of> claims & evidence",
            (Author(family="Łukasz", given="Zoë"), Author(family="Li", given="Wei"), Author(family="Ito", given="Aya")),
            None,
            "We present a claim graph for evidence synthesis. It links trial reports by shared outcomes.",
        ),
        _paper(
            "guide",
            "Guidance on screening",
            (Author(literal="Health Office"),),
            2019,
            "This report introduces a screening protocol for trial reports. "
            "Two readers screen every report, and a third one settles disputes.",
        ),
        _paper("silent", "A title without an abstract", (Author(family="Quiet", given="Ann"),), 2018, ""),
    )


def made_product() -> Product:
    """Gives a made-up review of the made-up papers with citations of both modes and every verdict."""
    papers = made_papers()[:4]
    passages = {paper.id: passages_of(paper) for paper in papers}
    sparse, dense, graph, guide = (passages[paper.id] for paper in papers)
    verdicts = list(Verdict)
    sentences = (
        _sentence((_mark((sparse[1],), "narrative"), " proposes a sparse retriever."), verdicts[0], opens=True),
        _sentence(("Dense encoders lose recall on rare terms ", _mark((dense[1],)), "."), verdicts[1]),
        _sentence(("Both were tried on clinical questions ", _mark((dense[0], sparse[1])), "."), verdicts[2]),
        _sentence((_mark((graph[0],), "narrative"), " present a claim graph."), verdicts[3], opens=True),
        _sentence(("Two readers screen every report <twice> ", _mark((guide[1],)), "."), verdicts[4]),
        _sentence(("How these parts work together is open.",), verdicts[5]),
    )
    return Product(
        kind="review",
        title="Finding & weighing <evidence>",
        text=CitedText(
            evidence=tuple(passage for found in passages.values() for passage in found),
            sections=(CitedSection(heading="Finding evidence", sentences=sentences),),
        ),
        papers=papers,
        not_cited=(NotCited(paper=made_papers()[4].id, reason="no abstract"),),
        graph=made_minigraph(),
        run=RunRecord(
            id="run-1",
            seed=7,
            engine="made-up",
            versions=(("conspectus", "0"),),
            started="2026-01-02T03:04:05+00:00",
            seconds=(("write", 1.25),),
            parameters=(("chunk_size", 3),),
        ),
        block={"chunks": [[paper.id for paper in papers]], "chosen": 0},
        warnings=("One record was <broken>.",),
    )


def made_minigraph() -> Minigraph:
    """Gives a made-up minigraph of four concepts and three relations with their sentences."""
    sparse, dense, graph, _, _ = made_papers()
    return Minigraph(
        concepts=(
            Concept(name="sparse retriever", kind=ConceptKind.METHOD, papers=(sparse.id, dense.id), weight=2.0),
            Concept(name='dense "encoders" <&>', kind=ConceptKind.METHOD, aliases=("DE",), papers=(dense.id,)),
            Concept(name="recall", kind=ConceptKind.METRIC, papers=(sparse.id, dense.id)),
            Concept(name="evidence synthesis", kind=ConceptKind.TASK, papers=(graph.id,)),
        ),
        relations=(
            Relation(
                head='dense "encoders" <&>',
                kind=RelationKind.COMPARE,
                tail="sparse retriever",
                support=(passages_of(dense)[0],),
                weight=3.0,
            ),
            Relation(
                head="recall",
                kind=RelationKind.EVALUATE_FOR,
                tail="sparse retriever",
                support=(passages_of(sparse)[2],),
                weight=2.0,
            ),
            Relation(head="sparse retriever", kind=RelationKind.USED_FOR, tail="evidence synthesis", weight=1.0),
        ),
    )


def _paper(name: str, title: str, authors: tuple[Author, ...], year: int | None, abstract: str) -> Paper:
    return Paper(
        id=f"doi-10.1000_{name}",
        title=title,
        authors=authors,
        date=PartialDate(year=year) if year else None,
        venue="Journal of Evidence",
        volume="3",
        pages="12-34",
        kind="article-journal",
        identifiers=Identifiers(doi=f"10.1000/{name}"),
        keys=(f"{name}_key",),
        documents=(abstract_document(abstract),) if abstract else (),
    )


def _mark(passages: tuple[Passage, ...], mode: Mode = "parenthetical") -> CitationMark:
    return CitationMark(tuple(Citation(passage=passage, mode=mode) for passage in passages))


def _sentence(parts: tuple[str | CitationMark, ...], verdict: Verdict, *, opens: bool = False) -> CitedSentence:
    return CitedSentence(parts=parts, verdict=verdict, opens_paragraph=opens)
