"""Papers with everything that a DDM file holds, made by hand and by chance."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import strategies as st

from conspectus.domain.document import (
    Document,
    Figure,
    Paragraph,
    Pointer,
    Reference,
    Section,
    SectionKind,
    Sentence,
    Table,
)
from conspectus.domain.document_building import (
    FigureDraft,
    ParagraphDraft,
    PointerDraft,
    SectionDraft,
    TableDraft,
    build_document,
)
from conspectus.domain.identifiers import Identifiers
from conspectus.domain.page_layout import LayoutSpan, TextLoss
from conspectus.domain.paper import Author, Funding, MeshHeading, Notice, Paper, PartialDate, Provenance

_TEXT = "Wells fall dry [1, 2]. We ask why."


def full_paper() -> Paper:
    """A paper with a value in most fields, nested sections, floats, references, layout and loss."""
    document = build_document(
        [
            SectionDraft(kind=SectionKind.ABSTRACT, paragraphs=[ParagraphDraft("We measured. They fell by 2 m.")]),
            SectionDraft(
                heading="1 Introduction",
                paragraphs=[ParagraphDraft(_TEXT, pointers=[PointerDraft(15, 21, "list", ("b0", "b 1"))])],
                figures=[FigureDraft(label="Fig. 1", caption=[ParagraphDraft("A well. From above.")], graphic="w.png")],
                tables=[
                    TableDraft(label="", caption=[ParagraphDraft("Levels.")], rows=[["Well", "m"], ["A", ""], []],
                               header_rows=1, notes=[ParagraphDraft("Mean of three.")])
                ],
                sections=[SectionDraft(heading="1.1 Scope", paragraphs=[ParagraphDraft("Nested < & \"there\".")])],
            ),
        ],
        references=[
            Reference(key="b0", text="Brook A. Springs. 2010.", authors=("A Brook", ""), year=2010, doi="10.5555/b"),
            Reference(key="b 1"),
        ],
        origin="made",
    )  # fmt: skip
    layout = (LayoutSpan(start=0, end=18, page=1, box=(1.5, 2.0, 300.123456789, 12.1)),)
    return Paper(
        id="doi-10.5555_wells",
        title="Water levels\tof <four> wells",
        authors=(Author(family="Moor", affiliations=("Here", "There")), Author(), Author(literal="The Group")),
        date=PartialDate(year=2020, month=2),
        venue="Journal of Wells",
        kind="article-journal",
        identifiers=Identifiers(doi="10.5555/wells"),
        keywords=("wells", "water & ice"),
        mesh=(MeshHeading(descriptor="Water", qualifiers=("analysis",), major=True),),
        funding=(Funding(funder="Fund", awards=("1", "2")),),
        notices=(Notice(kind="correction", target="pmid:1"),),
        documents=(replace(document, layout=layout, loss=TextLoss(characters=90, lost=0.0125, suspect=0.0)),),
        provenance=(Provenance(source="a.pdf", sha256="0" * 64, reader="pdf", record=1, fields=("title",)),),
        extra=(("note", ""), ("", "x")),
        paraphrase=True,
    )  # fmt: skip


# Everything but surrogates, which no paper holds.
_ANY = st.text(st.characters(exclude_categories=["Cs"]), max_size=12)


@st.composite
def _sentences(draw: st.DrawFn, at: int, end: int) -> tuple[Sentence, ...]:
    cuts = sorted(draw(st.lists(st.integers(at, end), max_size=4)))
    made = []
    for first, last in zip(cuts[::2], cuts[1::2], strict=False):
        pointers = (Pointer(start=first, end=last, style=draw(st.sampled_from(("single", "range"))),
                            targets=tuple(draw(st.lists(_ANY, max_size=2)))),)  # fmt: skip
        made.append(Sentence(start=first, end=last, pointers=pointers if draw(st.booleans()) else ()))
    return tuple(made)


@st.composite
def _paragraphs(draw: st.DrawFn, length: int) -> tuple[Paragraph, ...]:
    made = []
    for _ in range(draw(st.integers(0, 2))):
        start = draw(st.integers(0, length))
        end = draw(st.integers(start, length))
        kind = draw(st.sampled_from(("text", "list", "caption", "formula")))
        made.append(Paragraph(start=start, end=end, kind=kind, sentences=draw(_sentences(start, end))))
    return tuple(made)


@st.composite
def _sections(draw: st.DrawFn, length: int, depth: int = 0) -> tuple[Section, ...]:
    made = []
    for _ in range(draw(st.integers(0, 2))):
        start = draw(st.integers(0, length))
        rows = draw(st.lists(st.lists(_ANY, max_size=2).map(tuple), max_size=2).map(tuple))
        made.append(
            Section(
                start=start, end=draw(st.integers(start, length)), heading=draw(_ANY), number=draw(_ANY),
                kind=draw(st.sampled_from(SectionKind)), paragraphs=draw(_paragraphs(length)),
                figures=(Figure(label=draw(_ANY), caption=draw(_paragraphs(length)), graphic=draw(_ANY)),),
                tables=(Table(label=draw(_ANY), caption=draw(_paragraphs(length)), rows=rows, header_rows=1,
                              notes=draw(_paragraphs(length))),),
                sections=draw(_sections(length, depth + 1)) if depth < 2 else (),
            )
        )  # fmt: skip
    return tuple(made)


@st.composite
def papers(draw: st.DrawFn) -> Paper:
    """Papers of any strings, their trees over any text."""
    text = draw(st.text(st.characters(exclude_categories=["Cs"]), max_size=40))
    length = len(text)
    references = [
        Reference(key=draw(_ANY), title=draw(_ANY), authors=(draw(_ANY),), year=draw(st.none() | st.integers(0, 3000)))
        for _ in range(draw(st.integers(0, 2)))
    ]
    left = draw(st.floats(allow_nan=False, allow_infinity=False))
    document = Document(
        text=text,
        sections=draw(_sections(length)),
        origin=draw(_ANY),
        references=tuple(references),
        layout=(LayoutSpan(start=0, end=length, page=2, box=(left, 0.0, 1.5, 2.0)),) if length else (),
        loss=draw(
            st.none() | st.builds(TextLoss, characters=st.just(length), lost=st.floats(0, 1), suspect=st.just(0.0))
        ),
    )
    return Paper(
        id=draw(_ANY), title=draw(_ANY), authors=(Author(family=draw(_ANY), given=draw(_ANY)),), venue=draw(_ANY),
        keywords=tuple(draw(st.lists(_ANY, max_size=2))), extra=((draw(_ANY), draw(_ANY)),),
        documents=(document,) if draw(st.booleans()) else (),
    )  # fmt: skip
