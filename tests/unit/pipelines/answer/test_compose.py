from __future__ import annotations

from conspectus.domain.document_building import ParagraphDraft, SectionDraft, build_document
from conspectus.domain.paper import Author, Paper
from conspectus.pipelines.answer.compose import answer_paragraphs, found_paragraph

DOCUMENT = build_document(
    [SectionDraft(heading="Results", paragraphs=[ParagraphDraft("Bees fly. Wasps fly."), ParagraphDraft("Moths fly.")])]
)
PAPER = Paper(id="p", title="On flight", authors=(Author(family="Smith"),), documents=(DOCUMENT,))


def test_paragraphs_with_handles_over_all_sentences() -> None:
    found = [found_paragraph(PAPER, DOCUMENT.version, address, 1.5) for address in ("s1.p2", "s1.p1")]
    shown = answer_paragraphs([each for each in found if each is not None])
    assert [item.handle for paragraph in shown for item in paragraph.evidence] == ["p1", "p2", "p3"]
    assert [item.passage.quote for item in shown[1].evidence] == ["Bees fly.", "Wasps fly."]
    assert shown[1].evidence[1].passage.address == "s1.p1.t2"
    assert (shown[0].label, shown[0].plural, shown[0].heading, shown[0].score) == ("Smith", False, "Results", 1.5)


def test_what_has_gone_is_not_found() -> None:
    assert found_paragraph(None, DOCUMENT.version, "s1.p1", 0.0) is None
    assert found_paragraph(PAPER, "0" * 8, "s1.p1", 0.0) is None
    assert found_paragraph(PAPER, DOCUMENT.version, "s1.p9", 0.0) is None
