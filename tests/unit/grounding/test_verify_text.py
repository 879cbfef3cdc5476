from __future__ import annotations

from conspectus.domain.cited_text import Citation, CitationMark, CitedSection, CitedSentence, CitedText, Verdict
from conspectus.domain.document_building import abstract_document
from conspectus.domain.paper import Author, Paper, PartialDate
from conspectus.domain.passage import passages_of
from conspectus.grounding.verify_text import verify_text

RYE = Paper(
    id="rye",
    title="RyeNet: a trial of straw mulch",
    authors=(Author(family="Novak"),),
    date=PartialDate(year=2018),
    documents=(abstract_document("We show that straw mulch increases the yield of winter rye by 12 %."),),
)
OWL = Paper(id="owl", documents=(abstract_document("Barn owls hunt voles at dawn near old mills."),))
(STRAW,), (VOLES,) = passages_of(RYE), passages_of(OWL)


def text(*parts: str | CitationMark, verdict: Verdict = Verdict.NOT_CHECKED) -> CitedText:
    sentence = CitedSentence(parts=parts, verdict=verdict, score=1.0 if verdict is Verdict.SUPPORTED else None)
    return CitedText(evidence=(STRAW, VOLES), sections=(CitedSection(sentences=(sentence,)),))


def mark(*passages: object, mode: str = "parenthetical") -> CitationMark:
    return CitationMark(tuple(Citation(passage=p, mode=mode) for p in passages))  # type: ignore[arg-type]


def verified(given: CitedText) -> CitedSentence:
    (sentence,) = verify_text(given, paper_of={"rye": RYE, "owl": OWL}.get).sentences()
    assert [p for p in sentence.parts if isinstance(p, str)] == [
        p for s in given.sentences() for p in s.parts if isinstance(p, str)
    ]
    return sentence


def test_a_sentence_and_its_citation_get_the_verdict() -> None:
    sentence = verified(text("Straw mulch increases the yield of winter rye ", mark(STRAW), "."))
    assert sentence.verdict is sentence.citations[0].verdict is Verdict.SUPPORTED
    assert sentence.score == sentence.citations[0].score
    assert sentence.reasons


def test_a_fault_is_told_in_the_reasons() -> None:
    sentence = verified(text("Straw mulch increases the yield of winter rye by 21 % ", mark(STRAW), "."))
    assert sentence.verdict is Verdict.UNSUPPORTED
    assert sentence.reasons == ("The number '21 %' is not in the evidence.",)


def test_a_citation_is_held_to_its_own_clause() -> None:
    sentence = verified(
        text(
            "Straw mulch increases the yield of rye ",
            mark(STRAW),
            ", and barn owls hunt voles at dawn ",
            mark(VOLES),
            ".",
        )
    )
    assert sentence.verdict is Verdict.SUPPORTED
    assert [citation.verdict for citation in sentence.citations] == [Verdict.SUPPORTED] * 2


def test_a_narrative_mark_stands_for_the_words_behind_it() -> None:
    sentence = verified(
        text(mark(STRAW, mode="narrative"), " shows that straw mulch increases the yield of rye, whereas ",
             mark(VOLES, mode="narrative"), " shows that barn owls hunt voles at dawn.")
    )  # fmt: skip
    assert [citation.verdict for citation in sentence.citations] == [Verdict.SUPPORTED] * 2


def test_citations_that_bear_a_sentence_out_together_are_each_a_part() -> None:
    sentence = verified(text("Straw mulch increases the yield of rye while barn owls hunt voles at dawn ",
                             mark(STRAW, VOLES), "."))  # fmt: skip
    assert sentence.verdict is Verdict.SUPPORTED
    assert [citation.verdict for citation in sentence.citations] == [Verdict.PARTLY] * 2


def test_the_record_of_the_cited_paper_is_known() -> None:
    given = text("In the RyeNet trial of 2018, straw mulch increases the yield of winter rye ", mark(STRAW), ".")
    assert verified(given).verdict is Verdict.SUPPORTED
    (unknown,) = verify_text(given).sentences()
    assert unknown.verdict is Verdict.UNSUPPORTED


def test_what_is_proved_verbatim_stays() -> None:
    given = text("Anything at all ", mark(STRAW), ".", verdict=Verdict.SUPPORTED)
    sentence = verified(given)
    assert (sentence.verdict, sentence.score, sentence.reasons) == (Verdict.SUPPORTED, 1.0, ())
    assert sentence.citations[0].verdict is Verdict.UNSUPPORTED


def test_a_sentence_that_cites_nothing_is_not_checkable() -> None:
    assert verified(text("Rye is a cereal.")).verdict is Verdict.NOT_CHECKABLE
