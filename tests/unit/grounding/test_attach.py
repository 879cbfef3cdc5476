from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from conspectus.domain.cited_text import CitationMark, Verdict
from conspectus.domain.document_building import abstract_document
from conspectus.domain.draft_text import parse_draft
from conspectus.domain.paper import Paper
from conspectus.domain.passage import Passage, passages_of
from conspectus.domain.tasks import DraftSentence, DraftText, EvidenceItem, HandleMark
from conspectus.foundation.errors import GroundingError
from conspectus.grounding.attach import VERBATIM, attach, prove_quotes

PAPER = Paper(
    id="a", documents=(abstract_document("Rivers rise after rain. Gauges report levels each hour. Snow melts."),)
)
FIRST, SECOND, THIRD = passages_of(PAPER)
EVIDENCE = tuple(
    EvidenceItem(handle=f"p{number}", passage=passage) for number, passage in enumerate((FIRST, SECOND, THIRD), 1)
)


def sentence(*parts: str | HandleMark, opens: bool = False) -> DraftSentence:
    return DraftSentence(parts=parts, opens_paragraph=opens)


def mark(*handles: str) -> HandleMark:
    return HandleMark(handles)


def draft(*sentences: DraftSentence) -> DraftText:
    return DraftText(sentences=sentences)


def test_handles_become_passages() -> None:
    attached = attach(draft(sentence("Levels are reported hourly ", mark("p2", "p1"), ".")), EVIDENCE, heading="Body")
    (only,) = attached.text.sentences()
    assert [citation.passage for citation in only.citations] == [SECOND, FIRST]
    assert only.bare_text == "Levels are reported hourly ."
    assert attached.text.sections[0].heading == "Body"
    assert attached.text.evidence == (FIRST, SECOND, THIRD)
    assert (attached.unknown_handles, attached.removed) == ((), ())


def test_the_mode_of_a_mark_is_kept() -> None:
    (only,) = attach(draft(sentence(HandleMark(("p1",), "narrative"), " say so.")), EVIDENCE).text.sentences()
    assert [citation.mode for citation in only.citations] == ["narrative"]


def test_an_unknown_handle_is_removed_and_recorded_once() -> None:
    attached = attach(
        draft(sentence("It rains ", mark("p1", "p9"), "."), sentence("It snows ", mark("p3"), mark("p9", "p0"), ".")),
        EVIDENCE,
    )
    assert attached.unknown_handles == ("p9", "p0")
    first, second = attached.text.sentences()
    assert [citation.passage for citation in first.citations] == [FIRST]
    assert [part for part in second.parts if isinstance(part, CitationMark)] == [
        part for part in second.parts if isinstance(part, CitationMark) and part.citations
    ]
    assert attached.removed == ()


def test_a_sentence_with_only_unknown_handles_is_removed_and_recorded() -> None:
    attached = attach(draft(sentence("Fish fly ", mark("p9"), "."), sentence("It rains ", mark("p1"), ".")), EVIDENCE)
    assert attached.removed == ("Fish fly .",)
    assert [found.bare_text for found in attached.text.sentences()] == ["It rains ."]


def test_a_removed_opening_hands_its_paragraph_on() -> None:
    attached = attach(
        draft(
            sentence("Fish fly ", mark("p9"), ".", opens=True),
            sentence("Stones sing ", mark("p8"), "."),
            sentence("It rains ", mark("p1"), "."),
            sentence("It snows ", mark("p3"), "."),
        ),
        EVIDENCE,
    )
    assert [found.opens_paragraph for found in attached.text.sentences()] == [True, False]


def test_a_sentence_without_handles_stays_uncited() -> None:
    (only,) = attach(draft(sentence("A plain remark.")), EVIDENCE).text.sentences()
    assert only.citations == ()
    assert (only.verdict, only.score, only.reasons) == (Verdict.NOT_CHECKED, None, ())


def test_a_handle_twice_in_one_mark_counts_once() -> None:
    (only,) = attach(draft(sentence("It rains ", mark("p1", "p1"), ".")), EVIDENCE).text.sentences()
    assert len(only.citations) == 1


def test_a_handle_stands_for_one_passage() -> None:
    again = EvidenceItem(handle="p1", passage=FIRST)
    attach(draft(), (*EVIDENCE, again))
    with pytest.raises(GroundingError, match="p1 stands for two passages"):
        attach(draft(), (*EVIDENCE, EvidenceItem(handle="p1", passage=SECOND)))


def test_verbatim_sentences_are_supported_with_full_score() -> None:
    attached = attach(draft(sentence("Gauges report levels each hour ", mark("p2", "p1"), ".")), EVIDENCE)
    (only,) = attached.text.sentences()
    assert (only.verdict, only.score, only.reasons) == (Verdict.SUPPORTED, 1.0, (VERBATIM,))
    same, other = only.citations
    assert (same.verdict, same.score) == (Verdict.SUPPORTED, 1.0)
    assert (other.verdict, other.score) == (Verdict.NOT_CHECKED, None)


@pytest.mark.parametrize(
    "words", ["Gauges report levels.", "Gauges report levels each hour and day.", "Levels report gauges each hour."]
)
def test_anything_but_the_same_words_is_not_checked(words: str) -> None:
    (only,) = attach(draft(sentence(words, mark("p2"))), EVIDENCE).text.sentences()
    assert (only.verdict, only.score, only.reasons) == (Verdict.NOT_CHECKED, None, ())
    assert (only.citations[0].verdict, only.citations[0].score) == (Verdict.NOT_CHECKED, None)


def test_quotes_are_proved_against_the_paper() -> None:
    attach(draft(sentence("It rains ", mark("p1"), ".")), EVIDENCE, paper_of={"a": PAPER}.get)


@pytest.mark.parametrize(
    "passage, message",
    [
        (
            Passage(paper="a", version=FIRST.version, address="s1.p1.t1", quote="Rivers fall."),
            "not what the paper says",
        ),
        (Passage(paper="a", version=FIRST.version, address="s1.p1.t1", quote=FIRST.quote + " "), "not what the paper"),
        (Passage(paper="b", version=FIRST.version, address="s1.p1.t1", quote=FIRST.quote), "no such paper"),
        (Passage(paper="a", version="00000000", address="s1.p1.t1", quote=FIRST.quote), "no text version"),
        (Passage(paper="a", version=FIRST.version, address="s1.p1.t9", quote=FIRST.quote), "no passage s1.p1.t9"),
    ],
)
def test_a_quote_that_does_not_stand_in_the_paper_is_an_error(passage: Passage, message: str) -> None:
    evidence = (EvidenceItem(handle="p1", passage=passage),)
    with pytest.raises(GroundingError, match=message):
        attach(draft(sentence("It rains ", mark("p1"), ".")), evidence, paper_of={"a": PAPER}.get)
    # evidence that is not cited need not be proved
    attach(draft(sentence("It rains.")), evidence, paper_of={"a": PAPER}.get)


def test_proving_nothing_needs_no_paper() -> None:
    prove_quotes((), lambda name: None)


def test_wire_form_to_citations() -> None:
    attached = attach(
        parse_draft("Gauges report levels each hour [p2]. Fish fly [p9]. Snow melts. [p3]"),
        EVIDENCE,
        paper_of={"a": PAPER}.get,
    )
    assert [found.verdict for found in attached.text.sentences()] == [Verdict.SUPPORTED, Verdict.SUPPORTED]
    assert attached.unknown_handles == ("p9",)
    assert attached.removed == ("Fish fly .",)


handles = st.sampled_from(["p1", "p2", "p3", "p4", "p77"])
marks = st.lists(handles, min_size=1, max_size=3).map(lambda found: HandleMark(tuple(found)))
sentences = st.lists(st.one_of(st.sampled_from(["It rains ", "a b ", "."]), marks), min_size=1, max_size=5).map(
    lambda found: DraftSentence(parts=tuple(found))
)


@given(st.lists(sentences, max_size=5))
def test_nothing_is_lost_without_a_record(given_sentences: list[DraftSentence]) -> None:
    attached = attach(DraftText(sentences=tuple(given_sentences)), EVIDENCE)
    used = {handle for found in given_sentences for handle in found.handles}
    assert set(attached.unknown_handles) == used - {"p1", "p2", "p3"}
    assert len(list(attached.text.sentences())) + len(attached.removed) == len(given_sentences)
    assert {c.passage for s in attached.text.sentences() for c in s.citations} == {
        item.passage for item in EVIDENCE if item.handle in used
    }
