"""A product made up for the tests of exporters: eight papers, hostile text, every kind of verdict."""

from __future__ import annotations

import pytest

from conspectus.domain.cited_text import Citation, CitationMark, CitedSection, CitedSentence, CitedText, Mode, Verdict
from conspectus.domain.document_building import abstract_document
from conspectus.domain.identifiers import Identifiers
from conspectus.domain.minigraph import Concept, ConceptKind, Minigraph, Relation, RelationKind
from conspectus.domain.paper import Author, MeshHeading, Notice, Paper, PartialDate
from conspectus.domain.passage import Passage, passages_of
from conspectus.domain.run_record import NotCited, Product, RunRecord

SPARSE = Paper(
    id="doi-10.1000_sparse",
    title="Sparse retrieval for clinical evidence",
    authors=(
        Author(family="Smith", given="Jane Q."),
        Author(family="Berg", given="Jörg", particle="van den"),
        Author(family="Łukasz", given="Zoë"),
    ),
    date=PartialDate(year=2020, month=3, day=4),
    venue="Journal of Evidence",
    venue_short="J. Evid.",
    volume="3",
    issue="2",
    pages="12-34",
    kind="article-journal",
    identifiers=Identifiers(doi="10.1000/sparse", pmid="123456"),
    keywords=("retrieval",),
    mesh=(MeshHeading(descriptor="Neoplasms, Second Primary", qualifiers=("therapy",)),),
    keys=("smith_sparse",),
    documents=(
        abstract_document(
            "Evidence is hard to find. We propose a sparse retriever that improves recall by 12 points. "
            "It needs no training data."
        ),
    ),
)
DENSE = Paper(
    id="doi-10.1000_dense",
    title="Dense retrieval: is it worth it?",
    authors=(
        Author(family="Smith", given="Jane Q."),
        Author(family="Jones", given="Al"),
        Author(family="Zhang", given="Wei"),
    ),
    date=PartialDate(year=2020),
    venue="Proceedings of the Workshop on Search",
    kind="paper-conference",
    pages="1–9",
    identifiers=Identifiers(doi="10.1000/dense"),
    documents=(abstract_document("Dense encoders were compared with sparse ones. Recall fell on rare terms."),),
    paraphrase=True,
)
RETRACTED = Paper(
    id="pmid-777",
    title="Miracle cures & <script>alert('x')</script> in the clinic",
    authors=(Author(family="O'Neil", given="Ann"), Author(family="Garcia", given="José")),
    date=PartialDate(year=2018),
    venue="Annals of <b>Hope</b>",
    kind="article-journal",
    identifiers=Identifiers(pmid="777"),
    notices=(Notice(kind="retraction"),),
    documents=(abstract_document("All patients <img src=x onerror=alert(1)> recovered & stayed well."),),
)
NO_AUTHORS = Paper(
    id="hash-0123456789ab",
    title="Guidance on screening",
    date=PartialDate(year=2019),
    kind="report",
    publisher="Health Office",
    url="javascript:alert(1)",
    documents=(abstract_document("Screening every two years is advised."),),
)
NO_YEAR = Paper(
    id="arxiv-2101.00001",
    title="Notes on waiting times",
    authors=(Author(family="Núñez", given="María"),),
    kind="article",
    identifiers=Identifiers(arxiv="2101.00001"),
    documents=(abstract_document("Waiting times grew with demand."),),
)
PAPERS = (SPARSE, DENSE, RETRACTED, NO_AUTHORS, NO_YEAR)


def passage(paper: Paper, number: int = 0) -> Passage:
    return passages_of(paper)[number]


def mark(*passages: Passage, mode: Mode = "parenthetical") -> CitationMark:
    return CitationMark(tuple(Citation(passage=p, mode=mode, verdict=Verdict.SUPPORTED, score=1.0) for p in passages))


def made_minigraph() -> Minigraph:
    return Minigraph(
        concepts=(
            Concept(
                name="sparse retriever", kind=ConceptKind.METHOD, aliases=("sparse retrieval",), papers=(SPARSE.id,)
            ),
            Concept(name="recall", kind=ConceptKind.METRIC, papers=(SPARSE.id, DENSE.id)),
            Concept(name='dense "encoders" <&>', kind=ConceptKind.METHOD, papers=(DENSE.id,)),
            Concept(name="screening", kind=ConceptKind.TASK),
        ),
        relations=(
            Relation(
                head="recall",
                kind=RelationKind.EVALUATE_FOR,
                tail="sparse retriever",
                support=(passage(SPARSE, 1),),
                weight=2.0,
            ),
            Relation(
                head='dense "encoders" <&>',
                kind=RelationKind.COMPARE,
                tail="sparse retrieval",
                support=(passage(DENSE),),
                weight=1.0,
            ),
        ),
    )


def made_product() -> Product:
    evidence = tuple(p for paper in PAPERS for p in passages_of(paper))
    first = CitedSection(
        heading="Finding evidence",
        sentences=(
            CitedSentence(
                parts=(mark(passage(SPARSE, 1), mode="narrative"), " propose a sparse retriever that improves recall."),
                verdict=Verdict.SUPPORTED,
                score=1.0,
                opens_paragraph=True,
            ),
            CitedSentence(
                parts=("On rare terms dense encoders lose recall ", mark(passage(DENSE, 1), passage(SPARSE, 2)), "."),
                verdict=Verdict.NOT_CHECKED,
            ),
            CitedSentence(
                parts=(
                    "In contrast, ",
                    mark(passage(RETRACTED), mode="narrative"),
                    " report that all patients recovered.",
                ),
                verdict=Verdict.PARTLY,
                reasons=("the sentence leaves out a condition",),
                opens_paragraph=True,
            ),
        ),
    )
    second = CitedSection(
        heading="Practice <i>& more</i>",
        sentences=(
            CitedSentence(
                parts=("Screening is advised every two years ", mark(passage(NO_AUTHORS)), "."),
                verdict=Verdict.SUPPORTED,
            ),
            CitedSentence(
                parts=(
                    "Waiting times grew ",
                    mark(passage(NO_YEAR)),
                    ", as ",
                    mark(passage(DENSE), mode="narrative"),
                    " note.",
                )
            ),
        ),
    )
    return Product(
        kind="review",
        title="Finding & using evidence: <em>a review</em>",
        text=CitedText(evidence=evidence, sections=(first, second)),
        papers=PAPERS,
        not_cited=(NotCited(paper="doi-10.1000_other", reason="the record has no abstract"),),
        graph=made_minigraph(),
        run=RunRecord(
            id="run-1",
            seed=7,
            engine="extractive",
            embedder="tfidf-1",
            versions=(("conspectus", "0.1.0"),),
            started="2026-01-02T03:04:05Z",
            seconds=(("read", 0.5), ("write", 1.25)),
            parameters=(("chunk_size", 3),),
        ),
        block={"chunks": [[SPARSE.id, DENSE.id]], "experts": [], "agreement": [], "chosen": 0},
        warnings=("One record was <broken>.",),
    )


@pytest.fixture(scope="session")
def product() -> Product:
    return made_product()
