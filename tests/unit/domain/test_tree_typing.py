"""How the sections of a tree are typed as a whole: nested, without headings, and by what else the paper has."""

from __future__ import annotations

from conspectus.domain.document import SectionKind
from conspectus.domain.document_building import FigureDraft, ParagraphDraft, SectionDraft, build_document

C, A, I, R = SectionKind.COMMON, SectionKind.ABSTRACT, SectionKind.INTRODUCTION, SectionKind.RELATED_WORK  # noqa: E741
M, E, D = SectionKind.METHODOLOGY, SectionKind.EXPERIMENT, SectionKind.DISCUSSION


def section(heading: str, *nested: SectionDraft, kind: SectionKind | None = None) -> SectionDraft:
    return SectionDraft(heading=heading, kind=kind, paragraphs=[ParagraphDraft("Text.")], sections=list(nested))


def kinds(*drafts: SectionDraft) -> list[SectionKind]:
    document = build_document(drafts)
    return [place.section.kind for place in document.places() if place.kind == "section"]


def test_nested_sections_inherit_through_all_levels() -> None:
    drafts = section("2 Methods", section("2.1 Evaluation of outcomes", section("2.1.1 Wells")), section("2.2 Results"))
    assert kinds(drafts) == [M, M, M, E]


def test_background_is_the_introduction_of_a_paper_that_has_no_other() -> None:
    abstract = section("Abstract", kind=A)
    assert kinds(abstract, section("Background"), section("Methods")) == [A, I, M]
    assert kinds(abstract, section("1 Background"), section("2 Methods")) == [A, I, M]
    assert kinds(section("Background"), section("Introduction"), section("Methods")) == [R, I, M]
    assert kinds(section("Introduction"), section("Background")) == [I, R]
    assert kinds(section("Background")) == [R]


def test_text_without_headings_is_cut_where_its_parts_begin_and_stays_the_same_text() -> None:
    texts = ["Introduction We ask.", "Why?", "Methods: We dug.", "Results We saw.", "Discussion We find."]
    flat = SectionDraft(paragraphs=[ParagraphDraft(text) for text in texts],
                        figures=[FigureDraft(label="Fig. 1", caption=[ParagraphDraft("A well.")])])  # fmt: skip
    document = build_document([section("Abstract", kind=A), flat])
    assert [section.kind for section in document.sections] == [A, I, R, M, E, D]
    assert document.text == "Abstract\n\nText.\n\n" + "\n\n".join([*texts, "A well."])
    assert document.sections[-1].figures[0].label == "Fig. 1"
    assert not any(section.heading for section in document.sections[1:])


def test_text_with_a_heading_anywhere_is_not_cut() -> None:
    flat = SectionDraft(paragraphs=[ParagraphDraft("Introduction We ask."), ParagraphDraft("Results We saw.")])
    assert kinds(flat, section("Wells")) == [C, C]
    assert kinds(section("Wells")) == [C]
