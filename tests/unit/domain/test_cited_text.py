from __future__ import annotations

from dataclasses import replace

import pytest

from conspectus.domain.cited_text import Citation, CitationMark, CitedSection, CitedSentence, CitedText, Mode
from conspectus.domain.passage import Passage
from conspectus.foundation.errors import GroundingError

P = Passage(paper="doi-1", version="0a1b2c3d", address="s1.p1.t1", quote="Graphs help.")
Q = Passage(paper="doi-2", version="0a1b2c3d", address="s1.p1.t1", quote="Trees help.")


def mark(*passages: Passage, mode: Mode = "parenthetical") -> CitationMark:
    return CitationMark(tuple(Citation(passage=passage, mode=mode) for passage in passages))


def text(*sentences: CitedSentence, evidence: tuple[Passage, ...] = (P, Q)) -> CitedText:
    return CitedText(evidence=evidence, sections=(CitedSection(sentences=sentences),))


def test_a_text_knows_its_sentences_and_whom_it_cites() -> None:
    first = CitedSentence(parts=(mark(Q, mode="narrative"), " says that graphs help ", mark(P, Q), "."))
    second = CitedSentence(parts=("So do  trees.",))
    cited = CitedText(
        evidence=(P, Q), sections=(CitedSection(heading="A", sentences=(first,)), CitedSection(sentences=(second,)))
    )
    assert list(cited.sentences()) == [first, second]
    assert cited.cited_papers() == ("doi-2", "doi-1")
    assert [citation.passage for citation in first.citations] == [Q, P, Q]
    assert [citation.mode for citation in first.citations] == ["narrative", "parenthetical", "parenthetical"]
    assert first.bare_text == "says that graphs help ."
    assert second.bare_text == "So do trees."


@pytest.mark.parametrize(
    "stranger",
    [
        replace(P, paper="doi-3"),
        replace(P, version="ffffffff"),
        replace(P, address="s1.p1.t2"),
        replace(P, quote="Graphs do not help."),  # the right node with other words
    ],
)
def test_nothing_outside_the_evidence_can_be_cited(stranger: Passage) -> None:
    with pytest.raises(GroundingError, match="evidence"):
        text(CitedSentence(parts=("Graphs help ", mark(P, stranger), ".")))


def test_the_last_section_is_watched_too() -> None:
    fine, bad = CitedSentence(parts=("A.", mark(P))), CitedSentence(parts=("B.", mark(Q)))
    sections = (CitedSection(sentences=(fine,)), CitedSection(sentences=(fine, bad)))
    with pytest.raises(GroundingError, match="doi-2"):
        CitedText(evidence=(P,), sections=sections)


def test_a_mark_holds_citations_of_one_mode() -> None:
    mixed = CitationMark((Citation(passage=P, mode="narrative"), Citation(passage=Q)))
    for bad in (mixed, CitationMark(())):
        with pytest.raises(GroundingError, match="mark"):
            text(CitedSentence(parts=("Graphs help ", bad)))


def test_a_text_without_citations_needs_no_evidence() -> None:
    assert text(CitedSentence(parts=("Graphs help.",)), evidence=()).cited_papers() == ()
