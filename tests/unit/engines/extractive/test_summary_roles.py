from __future__ import annotations

import pytest

from conspectus.domain.document_building import ParagraphDraft, SectionDraft, build_document
from conspectus.engines.extractive.summary_roles import (
    Duty,
    Part,
    Standing,
    cue_scores,
    drawbacks,
    gist_score,
    is_told,
    place_scores,
    standings,
)


@pytest.mark.parametrize(
    "sentence, duty",
    [
        ("However, existing methods are limited and costly.", Duty.PROBLEM),
        ("In this paper we propose a novel model.", Duty.APPROACH),
        ("Our results show a gain of 12 percent over the baseline.", Duty.RESULT),
        ("The estimates suggest that shallow drains matter for future work.", Duty.IMPLICATION),
    ],
)
def test_cues_tell_the_duty(sentence: str, duty: Duty) -> None:
    scores = cue_scores(sentence)
    assert max(scores, key=lambda name: scores[name]) is duty
    assert all(0.0 <= value <= 2.5 for value in scores.values())


def test_a_sentence_without_cues_has_none() -> None:
    assert set(cue_scores("Bogs are wet.").values()) == {0.0}


def test_places_suit_duties() -> None:
    """In an abstract the problem comes first (1.2 at its head) and the result last (1.6 at its end)."""
    head = place_scores(Standing(part=Part.ABSTRACT, share=0.0))
    end = place_scores(Standing(part=Part.ABSTRACT, share=1.0))
    assert (head[Duty.PROBLEM], head[Duty.RESULT]) == (1.2, 0.0)
    assert (end[Duty.PROBLEM], end[Duty.RESULT]) == (0.0, 1.6)
    labelled = place_scores(Standing(part=Part.ABSTRACT, share=0.0, heading="Results"))
    assert max(labelled, key=lambda name: labelled[name]) is Duty.RESULT
    middle = place_scores(Standing(part=Part.MIDDLE, share=0.5))
    assert all(value < 0 for value in middle.values())


def test_what_speaks_against_a_sentence() -> None:
    plain = drawbacks("Bogs in the north lose carbon in every warm summer.")
    assert plain == 0.0
    assert drawbacks("Figure 2 shows that bogs in the north lose carbon.") >= 2.0
    assert drawbacks("We thank the farmers for their help with the wells.") >= 2.0
    assert drawbacks("Bogs burn.") == 2.0  # fewer than eight words


def test_the_gist_is_what_the_paper_does_early_and_briefly() -> None:
    """ "We", a verb of doing and one of bringing give 2.5; two points go over the length of the part."""
    assert gist_score("We propose a model.", 0.0, 4) == 2.5
    assert gist_score("We propose a model.", 1.0, 4) == 0.5
    assert gist_score("We propose a model.", 0.0, 22) == pytest.approx(2.3)
    assert gist_score("Bogs burn.", 0.0, 2) == 0.0


def test_where_sentences_stand() -> None:
    def part(heading: str, *sentences: str) -> SectionDraft:
        return SectionDraft(heading=heading, paragraphs=[ParagraphDraft(" ".join(sentences))])

    document = build_document(
        [
            part("Abstract", "One is here.", "Two is here.", "Three is here."),
            part("Introduction", "Four is here."),
            part("Drains", "Five is here."),
            part("Conclusion", "Six is here."),
            part("Acknowledgements", "Seven is here."),
        ]
    )
    places = list(document.sentences())
    found = standings(document, places)
    assert [each.part for each in found][:6] == [Part.ABSTRACT] * 3 + [Part.OPENING, Part.MIDDLE, Part.CLOSING]
    assert [each.share for each in found][:3] == [0.0, 0.5, 1.0]
    assert [is_told(place) for place in places] == [True] * 6 + [False]
    flat = build_document([part("", "One is here.", "Two is here.", "Three is here.")])
    unknown = standings(flat, list(flat.sentences()))
    assert [(each.part, each.share) for each in unknown] == [(Part.UNKNOWN, share) for share in (0.0, 0.5, 1.0)]
