from __future__ import annotations

import time
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from conspectus.domain.document import Document, Paragraph, Place, SectionKind
from conspectus.domain.document_building import (
    FigureDraft,
    ParagraphDraft,
    PointerDraft,
    SectionDraft,
    TableDraft,
    _CleanOffsets,
    abstract_document,
    build_document,
    clean_paragraph,
    split_number,
)

PROSE = st.lists(
    st.sampled_from(
        [
            *"We mRNA et al. Fig. 3 (1) [3]. shown.12 etc. 0.05 E. coli “Why?” … 。 rose.".split(),
            *("\n", "\t", "\u00a0", "e\u0301", "\x00", "\ud800"),
        ]
    ),
    max_size=14,
).map(" ".join) | st.text(st.characters(), max_size=30)


@st.composite
def paragraph_drafts(draw: st.DrawFn) -> ParagraphDraft:
    text = draw(PROSE)
    offsets = st.integers(0, len(text))
    pointers = [
        PointerDraft(min(a, b), max(a, b), "single", (f"r{n}",))
        for n, (a, b) in enumerate(draw(st.lists(st.tuples(offsets, offsets), max_size=3)))
    ]
    return ParagraphDraft(text, draw(st.sampled_from(["text", "list"])), pointers)


PARAGRAPHS = st.lists(paragraph_drafts(), max_size=3)
FIGURES = st.lists(st.builds(FigureDraft, label=PROSE, caption=PARAGRAPHS), max_size=2)
TABLES = st.lists(
    st.builds(
        TableDraft,
        label=PROSE,
        caption=PARAGRAPHS,
        rows=st.lists(st.lists(PROSE, max_size=2), max_size=2),
        notes=PARAGRAPHS,
    ),
    max_size=2,
)


def section_drafts(nested: st.SearchStrategy[list[SectionDraft]]) -> st.SearchStrategy[SectionDraft]:
    return st.builds(
        SectionDraft,
        heading=st.sampled_from(["", "2 Methods", "Results", "IV. Discussion", "  "]) | PROSE,
        number=st.sampled_from(["", "3.1"]),
        kind=st.none() | st.sampled_from(SectionKind),
        paragraphs=PARAGRAPHS,
        figures=FIGURES,
        tables=TABLES,
        sections=nested,
    )


DRAFTS = st.lists(
    st.recursive(section_drafts(st.just([])), lambda inner: section_drafts(st.lists(inner, max_size=2)), max_leaves=4),
    max_size=3,
)


def text_of(document: Document, node: Paragraph | Place) -> str:
    return document.text[node.start : node.end]


@settings(max_examples=40, deadline=None)
@given(DRAFTS)
def test_sentences_with_their_separators_give_back_each_paragraph(drafts: list[SectionDraft]) -> None:
    document = build_document(drafts)
    document.text.encode("utf-8")
    for place in document.places():
        if place.kind != "paragraph" or place.paragraph is None:
            continue
        paragraph, rebuilt, reached = place.paragraph, "", place.start
        for sentence in paragraph.sentences:
            gap = document.text[reached : sentence.start]
            assert gap.strip() == ""
            assert reached <= sentence.start < sentence.end <= paragraph.end
            rebuilt += gap + document.text[sentence.start : sentence.end]
            reached = sentence.end
        assert reached == paragraph.end
        assert rebuilt == text_of(document, place) == clean_paragraph(rebuilt) != ""


@settings(max_examples=40, deadline=None)
@given(DRAFTS)
def test_every_node_lies_in_its_section_and_its_address_resolves(drafts: list[SectionDraft]) -> None:
    document = build_document(drafts)
    places = list(document.places())
    addresses = [place.address for place in places]
    assert len(set(addresses)) == len(addresses)
    for place in places:
        assert document.at(place.address) == place
        assert 0 <= place.start <= place.end <= len(document.text)
        assert place.section.start <= place.start
        assert place.end <= place.section.end
    texts = [place for place in places if place.kind == "paragraph"]
    assert all(a.end < b.start for a, b in pairwise(texts))


@settings(max_examples=40, deadline=None)
@given(DRAFTS)
def test_nothing_that_was_written_is_lost_and_nothing_is_invented(drafts: list[SectionDraft]) -> None:
    def written(section: SectionDraft) -> list[str]:
        number, heading = clean_paragraph(section.number), clean_paragraph(section.heading)
        if not number:
            number, heading = split_number(heading)
        parts = [f"{number} {heading}".strip(), *(p.text for p in section.paragraphs)]
        parts += [p.text for figure in section.figures for p in figure.caption]
        parts += [p.text for table in section.tables for p in (*table.caption, *table.notes)]
        below = [part for nested in section.sections for part in written(nested)]
        floats = section.figures or section.tables
        kept = [part for part in map(clean_paragraph, parts) if part]
        has_text = any(clean_paragraph(p.text) for p in section.paragraphs)
        return kept + below if has_text or floats or below or _nested_floats(section) else []

    expected = "\n\n".join(part for draft in drafts for part in written(draft))
    assert build_document(drafts).text == expected


def _nested_floats(section: SectionDraft) -> bool:
    return any(n.figures or n.tables or _nested_floats(n) for n in section.sections)


@settings(max_examples=40, deadline=None)
@given(paragraph_drafts())
def test_a_pointer_lies_in_one_sentence_and_keeps_its_words(draft: ParagraphDraft) -> None:
    document = build_document([SectionDraft(paragraphs=[draft])])
    found = [(s.sentence, p) for s in document.sentences() if s.sentence for p in s.sentence.pointers]
    for sentence, pointer in found:
        assert sentence.start <= pointer.start < pointer.end <= sentence.end
    if clean_paragraph(draft.text) == draft.text:
        wanted = [(p.targets, w) for p in draft.pointers if (w := draft.text[p.start : p.end].strip())]
        assert sorted((p.targets, document.text[p.start : p.end]) for _, p in found) == sorted(wanted)


def test_pointers_move_along_when_the_text_is_cleaned() -> None:
    text = "  It  is\u00a0known\u200b\n [12]. We\tagree\r\n(Smith,  2020).  "
    pointers = [
        PointerDraft(text.index("[12]"), text.index("[12]") + 4, "single", ("b",)),
        PointerDraft(text.index("(Smith"), text.index(")") + 1, "author-year", ("a",)),
    ]
    document = build_document([SectionDraft(paragraphs=[ParagraphDraft(text, pointers=pointers)])])
    assert document.text == "It is known [12]. We agree (Smith, 2020)."
    first, second = (place.sentence for place in document.sentences())
    assert first
    assert second
    assert [(document.text[p.start : p.end], p.targets) for p in first.pointers] == [("[12]", ("b",))]
    assert [(document.text[p.start : p.end], p.targets) for p in second.pointers] == [("(Smith, 2020)", ("a",))]


def test_a_pointer_across_a_boundary_joins_the_sentences() -> None:
    text = "We follow Doe. The work is known. It is new."
    pointer = PointerDraft(text.index("Doe"), text.index(" work"), "author-year")
    document = build_document([SectionDraft(paragraphs=[ParagraphDraft(text, pointers=[pointer])])])
    assert [text_of(document, place) for place in document.sentences()] == [
        "We follow Doe. The work is known.",
        "It is new.",
    ]


def test_a_paragraph_with_thousands_of_pointers_is_built_at_once() -> None:
    unit = "It is known [1]. "
    text = (unit * 6000).strip()
    pointers = [PointerDraft(n * len(unit) + 12, n * len(unit) + 15, "single") for n in range(6000)]
    begun = time.process_time()
    document = build_document([SectionDraft(paragraphs=[ParagraphDraft(text, pointers=pointers)])])
    assert time.process_time() - begun < 3
    assert [len(place.sentence.pointers) for place in document.sentences() if place.sentence] == [1] * 6000


def test_the_layout_of_a_paper() -> None:
    document = build_document(
        [
            SectionDraft(kind=SectionKind.ABSTRACT, paragraphs=[ParagraphDraft("We parse. It works.")]),
            SectionDraft(
                heading="2. Methods",
                paragraphs=[ParagraphDraft("First.")],
                figures=[FigureDraft(label="Fig. 1", caption=[ParagraphDraft("A tree.")], graphic="f1.png")],
                tables=[
                    TableDraft(
                        label="Table 1",
                        caption=[ParagraphDraft("Scores.")],
                        rows=[["a", " b\n c "]],
                        notes=[ParagraphDraft("All in percent.")],
                    )
                ],
                sections=[SectionDraft(heading="2.1 Data", paragraphs=[ParagraphDraft("Second.")])],
            ),
        ]
    )
    assert document.text == (
        "We parse. It works.\n\n2 Methods\n\nFirst.\n\nA tree.\n\nScores.\n\nAll in percent.\n\n2.1 Data\n\nSecond."
    )
    assert {place.address: text_of(document, place) for place in document.places() if place.kind == "sentence"} == {
        "s1.p1.t1": "We parse.",
        "s1.p1.t2": "It works.",
        "s2.p1.t1": "First.",
        "s2.f1.p1.t1": "A tree.",
        "s2.b1.p1.t1": "Scores.",
        "s2.b1.p2.t1": "All in percent.",
        "s2.1.p1.t1": "Second.",
    }
    methods = document.sections[1]
    assert (methods.number, methods.heading, methods.kind) == ("2", "Methods", SectionKind.METHODOLOGY)
    assert (methods.sections[0].number, methods.sections[0].heading) == ("2.1", "Data")
    assert methods.tables[0].rows == (("a", "b c"),)


def test_nested_sections_inherit_a_kind_unless_their_heading_says_otherwise() -> None:
    inner = [SectionDraft(heading=h, paragraphs=[ParagraphDraft("x")]) for h in ("Corpus", "Results")]
    (section,) = build_document([SectionDraft(heading="Methods", sections=inner)]).sections
    assert [nested.kind for nested in section.sections] == [SectionKind.METHODOLOGY, SectionKind.EXPERIMENT]


@pytest.mark.parametrize(
    "drafts",
    [
        [],
        [SectionDraft()],
        [SectionDraft(heading="Methods")],
        [SectionDraft(paragraphs=[ParagraphDraft(" \n\u200b ")], sections=[SectionDraft(heading="A")])],
    ],
)
def test_empty_drafts_make_an_empty_document(drafts: list[SectionDraft]) -> None:
    document = build_document(drafts)
    assert (document.text, document.sections) == ("", ())
    assert list(document.places()) == []
    assert document.abstract_text() == ""
    assert not document.is_full_text


def test_a_figure_without_words_stands_where_the_text_has_got_to() -> None:
    document = build_document(
        [SectionDraft(paragraphs=[ParagraphDraft("One.")]), SectionDraft(figures=[FigureDraft(graphic="a.png")])]
    )
    place = document.at("s2.f1")
    assert (place.start, place.end, place.kind) == (4, 4, "figure")
    assert (document.sections[1].start, document.sections[1].end) == (4, 4)


@pytest.mark.parametrize(
    ("heading", "number", "title"),
    [
        ("1 Introduction", "1", "Introduction"),
        ("2.1. Data", "2.1", "Data"),
        ("3) Results", "3", "Results"),
        ("IV. Discussion", "IV", "Discussion"),
        ("II Methods", "II", "Methods"),
        ("A. Proofs", "A", "Proofs"),
        ("Appendix B More", "Appendix B", "More"),
        ("X chromosome inactivation", "", "X chromosome inactivation"),
        ("I like it", "", "I like it"),
        ("A study of trees", "", "A study of trees"),
        ("3D reconstruction", "", "3D reconstruction"),
        ("2020 in review", "", "2020 in review"),
        ("Methods", "", "Methods"),
        ("4", "", "4"),
    ],
)
def test_numbers_of_headings(heading: str, number: str, title: str) -> None:
    assert split_number(heading) == (number, title)


def test_an_abstract_is_the_same_tree() -> None:
    document = abstract_document("We parse. It works.\r\n\r\nWe are\nglad.")
    assert document == build_document(
        [
            SectionDraft(
                kind=SectionKind.ABSTRACT,
                paragraphs=[ParagraphDraft("We parse. It works."), ParagraphDraft("We are glad.")],
            )
        ],
        origin="abstract",
    )
    assert [place.address for place in document.sentences()] == ["s1.p1.t1", "s1.p1.t2", "s1.p2.t1"]
    assert document.abstract_text() == "We parse. It works. We are glad."
    assert not document.is_full_text
    assert abstract_document(" \n\n ").sections == ()


@given(st.text("ab \n\t\u00a0", max_size=40), st.integers(0, 40))
def test_clean_offsets_are_those_of_the_cleaned_prefix(given_text: str, offset: int) -> None:
    offset = min(offset, len(given_text))
    assert _CleanOffsets(given_text).at(offset) == len(clean_paragraph(given_text[:offset] + "x")) - 1
