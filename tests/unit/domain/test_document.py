from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from conspectus.domain.document import Document, Reference, SectionKind
from conspectus.domain.document_building import (
    FigureDraft,
    ParagraphDraft,
    SectionDraft,
    abstract_document,
    build_document,
)


def section(
    heading: str, *paragraphs: str, kind: SectionKind | None = None, nested: list[SectionDraft] | None = None
) -> SectionDraft:
    return SectionDraft(
        heading=heading, kind=kind, paragraphs=[ParagraphDraft(text) for text in paragraphs], sections=nested or []
    )


@pytest.fixture
def paper() -> Document:
    inner = [section("BACKGROUND", "Trees grow."), section("RESULTS", "We count.")]
    figure = FigureDraft(label="Fig. 1", caption=[ParagraphDraft("A tree. It is tall.")])
    methods = section("Methods", "We cut. We weigh.", nested=[section("Saws", "They are sharp.")])
    methods.figures.append(figure)
    return build_document([section("", kind=SectionKind.ABSTRACT, nested=inner), methods, section("Thanks", "To all.")])


def test_the_version_is_that_of_the_text_alone(paper: Document) -> None:
    assert replace(paper, origin="JATS", references=(Reference(key="r1"),), sections=()).version == paper.version
    assert replace(paper, text=paper.text + ".").version != paper.version
    assert Document(text="").version == "e3b0c442"
    assert Document(text="abc").version == "ba7816bf"


@given(st.text(st.characters(), max_size=20), st.text(st.characters(), max_size=20))
@example("We parse.", " We parse.")
@example("\ud800", "\ufffd")
def test_versions_differ_exactly_when_texts_do(first: str, second: str) -> None:
    assert (Document(text=first).version == Document(text=second).version) == (first == second)


def test_sentences_by_kind_come_with_what_is_nested(paper: Document) -> None:
    def words(kinds: tuple[SectionKind, ...] = (), captions: bool = False) -> list[str]:
        return [paper.text[p.start : p.end] for p in paper.sentences(kinds=kinds, captions=captions)]

    assert words((SectionKind.ABSTRACT,)) == ["Trees grow.", "We count."]
    assert words((SectionKind.METHODOLOGY,)) == ["We cut.", "We weigh.", "They are sharp."]
    assert words() == ["Trees grow.", "We count.", "We cut.", "We weigh.", "They are sharp.", "To all."]
    assert words(captions=True)[4:6] == ["A tree.", "It is tall."]


def test_a_structured_abstract_reads_as_running_text(paper: Document) -> None:
    assert paper.abstract_text() == "Trees grow. We count."


def test_full_text_is_running_text_besides_the_abstract(paper: Document) -> None:
    assert paper.is_full_text
    assert not abstract_document("We parse.").is_full_text
    assert not build_document([section("Abstract (English)", "We parse.", kind=SectionKind.COMMON)]).is_full_text
    assert not build_document([SectionDraft(figures=[FigureDraft(label="Fig. 1")])]).is_full_text


@pytest.mark.parametrize(
    "address", ["", "s", "s0", "s9", "s1.p1", "s2.p1.t9", "s2.f2", "s2.1.1", "p1", "s2.p1.t1.x", "S1", "s01", "s2."]
)
def test_wrong_addresses_lead_nowhere(paper: Document, address: str) -> None:
    with pytest.raises(KeyError):
        paper.at(address)


def test_addresses_lead_to_what_they_name(paper: Document) -> None:
    assert {
        address: (p := paper.at(address)).kind + ": " + paper.text[p.start : p.end]
        for address in ("s1.2.p1.t1", "s2.p1", "s2.f1", "s2.f1.p1.t2", "s2.1.p1.t1", "s3.p1.t1")
    } == {
        "s1.2.p1.t1": "sentence: We count.",
        "s2.p1": "paragraph: We cut. We weigh.",
        "s2.f1": "figure: A tree. It is tall.",
        "s2.f1.p1.t2": "sentence: It is tall.",
        "s2.1.p1.t1": "sentence: They are sharp.",
        "s3.p1.t1": "sentence: To all.",
    }
    assert paper.at("s2").section is paper.sections[1]
