from __future__ import annotations

from conspectus.domain.paper import Paper
from conspectus.domain.tasks import DraftSentence, DraftText, EvidenceItem, HandleMark, TopicPageDraft
from conspectus.pipelines.topic_page.evidence import shown_text, with_handles
from conspectus.pipelines.topic_page.page import Page, make_page
from conspectus.testing.topic_papers import made_topic_papers

PAPERS = made_topic_papers(2)
EVIDENCE = [
    item for group in with_handles([[shown_text(paper) for paper in PAPERS]]) for p in group for item in p.evidence
]


def sentence(*parts: str | HandleMark) -> DraftSentence:
    return DraftSentence(parts=parts)


def draft_of(definition: list[DraftSentence], main: list[DraftSentence], future: list[DraftSentence]) -> TopicPageDraft:
    return TopicPageDraft(
        definition=DraftText(sentences=tuple(definition)), main=DraftText(sentences=tuple(main)),
        future=DraftText(sentences=tuple(future)),
    )  # fmt: skip


def made(draft: TopicPageDraft, evidence: list[EvidenceItem] = EVIDENCE) -> Page:
    by_id: dict[str, Paper] = {paper.id: paper for paper in PAPERS}
    return make_page(draft, evidence, sentences=(2, 3), paper_of=by_id.get)


CLAIM = sentence("They were found ", HandleMark(("p4",)), ".")


def test_the_definition_prints_no_mark_and_carries_its_citations() -> None:
    page = made(draft_of([sentence("Microplastics are small ", HandleMark(("p1",)), ".")], [CLAIM, CLAIM], [CLAIM]))
    definition, main, future = page.text.sections
    assert [section.heading for section in page.text.sections] == ["Definition", "Main content", "Future directions"]
    assert definition.sentences[0].bare_text == "Microplastics are small."
    assert [citation.shown for citation in definition.sentences[0].citations] == [False]
    assert all(citation.shown for part in (main, future) for s in part.sentences for citation in s.citations)
    assert [section.status for section in page.sections] == ["found", "found", "found"]
    assert page.warnings == ()


def test_sections_that_are_missing_or_of_another_length_are_told_and_nothing_crashes() -> None:
    """The published code needs exactly three blocks (methods 2.5, 10 and 14)."""
    page = made(draft_of([], [CLAIM], []))
    assert [section.status for section in page.sections] == ["not_found", "too_short", "not_found"]
    assert [section.sentences for section in page.sections] == [0, 1, 0]
    assert any("says what the topic is" in warning for warning in page.warnings)
    assert "Main content: 1 sentence, 2 to 3 were wanted." in page.warnings
    long = made(draft_of([CLAIM] * 3, [CLAIM] * 4, [CLAIM] * 2))
    assert [section.status for section in long.sections] == ["too_long"] * 3
    assert "Future directions: 2 sentences, 1 were wanted." in long.warnings
    nothing = made(draft_of([], [], []))
    assert [section.status for section in nothing.sections] == ["not_found"] * 3


def test_invented_handles_are_removed_and_told() -> None:
    page = made(draft_of([], [CLAIM, sentence("Invented ", HandleMark(("p99",)), ".")], []))
    assert len(page.text.sections[1].sentences) == 1
    assert "Main content: citations of unknown evidence were removed: p99." in page.warnings
    assert any("a sentence without evidence was removed: Invented" in warning for warning in page.warnings)


def test_numbers_in_brackets_are_words_and_no_citations() -> None:
    """The published code links any bracketed number (methods 2.5, 8)."""
    page = made(draft_of([], [CLAIM, sentence("The range was [3] to [12] ", HandleMark(("p4",)), ".")], []))
    assert page.text.sections[1].sentences[1].bare_text == "The range was [3] to [12] ."
    assert len(page.text.sections[1].sentences[1].citations) == 1


def test_uncited_sentences_and_named_sources_of_a_definition_are_told() -> None:
    narrative = sentence(HandleMark(("p1",), "narrative"), " call them small.")
    page = made(draft_of([narrative], [CLAIM, sentence("Bare claim.")], []))
    assert page.text.sections[0].sentences[0].citations[0].shown
    assert any("it names its source" in warning for warning in page.warnings)
    assert "Main content: 1 sentence cites nothing." in page.warnings
