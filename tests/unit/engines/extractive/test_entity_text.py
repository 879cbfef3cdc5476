from __future__ import annotations

import pytest

from conspectus.domain.document import Document
from conspectus.domain.document_building import FigureDraft, ParagraphDraft, SectionDraft, build_document
from conspectus.engines.extractive.entity_text import headings, is_back_matter, read_sentences


def document() -> Document:
    return build_document(
        [
            SectionDraft(
                heading="Introduction",
                paragraphs=[ParagraphDraft("Peat grows. It is wet.")],
                figures=[FigureDraft(label="Fig. 1", caption=[ParagraphDraft("A moor.")])],
            ),
            SectionDraft(
                heading="Acknowledgements",
                paragraphs=[ParagraphDraft("We thank the bog.")],
                sections=[SectionDraft(heading="Grants", paragraphs=[ParagraphDraft("None came.")])],
            ),
            SectionDraft(heading="Results", paragraphs=[ParagraphDraft("Peat grew.")]),
        ]
    )


def test_back_matter_is_left_out_with_what_is_in_it_and_captions_are_read() -> None:
    found = read_sentences(document())
    assert [sentence.text for sentence in found] == ["Peat grows.", "It is wet.", "A moor.", "Peat grew."]
    assert [sentence.address for sentence in found] == ["s1.p1.t1", "s1.p1.t2", "s1.f1.p1.t1", "s3.p1.t1"]
    text = document().text
    assert all(text[s.start : s.start + len(s.text)] == s.text for s in found)


def test_headings_of_all_sections() -> None:
    assert headings(document()) == ("Introduction", "Acknowledgements", "Results", "Grants")


@pytest.mark.parametrize(
    ("heading", "expected"),
    [
        ("Acknowledgments", True), ("6. Funding", True), ("Authors’ contributions", True),
        ("Conflict of Interest", True),
        ("Methods", False), ("Funding models of libraries", True), ("Results and discussion", False), ("", False),
    ],
)  # fmt: skip
def test_which_headings_open_back_matter(heading: str, expected: bool) -> None:
    assert is_back_matter(heading) is expected
