from __future__ import annotations

from collections.abc import Callable

import pytest

from conspectus.domain.draft_text import parse_draft, render_draft
from conspectus.domain.tasks import ReferenceAbstract
from conspectus.engines.generative.written_text import clean_written, count_draft_words, fit_words, judge_written
from conspectus.providers.completion import FinishReason

Make = Callable[..., tuple[ReferenceAbstract, ...]]
TEXT = "It rains [p1]. Snow melts [p2]."


def shown(references: tuple[ReferenceAbstract, ...]) -> dict[str, ReferenceAbstract]:
    return {item.handle: reference for reference in references for item in reference.evidence}


@pytest.mark.parametrize(
    "answer",
    [
        TEXT,
        f"<think>Short, with [p9].</think>\n{TEXT}",
        f"Hmm, [p9] first.</think>\n\n{TEXT}",
        f"```markdown\n{TEXT}\n```",
        f"## Related work\n\n{TEXT}",
        f"**Related Work**\n{TEXT}",
        f"Here is the paragraph:\n\n{TEXT}",
        f"Here's a paragraph of at most 100 words that cites every reference: {TEXT}",
        f"Sure! Here is the related work: {TEXT}",
        f"Certainly, below is the text:\n{TEXT}",
        f"Related work:\n{TEXT}",
        f"{TEXT}\n\nReferences:\n[p1] Smith (2020). Rain.\n[p2] Li (2021). Snow.",
        f"{TEXT}\n\n**References**\n- [p1] Smith",
        f"{TEXT}\n\nWord count: 4",
        f"{TEXT}\n(Words: 4)",
        f'"{TEXT}"',
        "It **rains** [p1]. *Snow* melts [p2].",
        "It rains 【p1】. Snow melts [P2].",
        "It rains [[p1]]. Snow melts [^p2].",
        r"It rains \[p1\]. Snow melts [p 2].",
        f'{{"paragraph": "{TEXT}", "words": 4, "note": "none"}}',
        f"<<<references 0123abcd\n{TEXT}\n0123abcd references>>>",
    ],
)
def test_what_is_around_the_text_goes(answer: str) -> None:
    assert clean_written(answer) == TEXT


@pytest.mark.parametrize(
    "text",
    [
        "Great strides were made: it rains [p1].",
        "Two things matter: rain and snow [p1].",
        "See [12] and (p3) [p1].",
        "The product 2*3*4 is even [p1].",
        "The snake_case_name and __init__ matter [p1].",
        "References to rain abound [p1].",
    ],
)
def test_the_text_itself_stays(text: str) -> None:
    assert clean_written(text) == text


def test_a_sentence_without_evidence_is_removed_and_said(references: Make) -> None:
    known = shown(references("It rains. Snow melts."))
    written = judge_written(
        "Weather matters. It rains [p1]. Fish fly [p77]. Snow melts [p2, p78].",
        known,
        finish=FinishReason.STOP,
        check_language=True,
    )
    assert render_draft(written.sentences) == TEXT
    assert written.warnings == (
        "Citations of unknown evidence were removed: p77, p78.",
        "2 sentences without evidence removed: “Weather matters.”; “Fish fly.”.",
    )
    assert (written.unusable, written.uncited, written.words) == ("", (), 4)


def test_a_sentence_that_has_no_word_of_what_it_cites_is_removed_and_said(references: Make) -> None:
    known = shown(
        references("Rain falls on levees.", "Snow melts.", "Der Schnee schmilzt in dem Tal und der Regen fällt.")
    )
    answer = (
        "Levees get wet [p1]. Pills are cheap [p1]. Pills, with snow, are cheap [p1, p2]. Pills in spring [p3]. "
        "So it does [p1]."
    )
    written = judge_written(answer, known, finish=FinishReason.STOP, check_language=True)
    # The title and the whole abstract of each reference count; one that is not in English cannot be compared with.
    assert render_draft(written.sentences) == answer.replace(" Pills are cheap [p1].", "")
    assert written.warnings == ("1 sentence that has no word of what it cites removed: “Pills are cheap.”.",)
    free = judge_written(answer, known, finish=FinishReason.STOP, check_language=False)
    assert (render_draft(free.sentences), free.warnings) == (answer, ())


def test_a_handle_that_was_not_shown_is_unknown_even_if_the_run_has_it(references: Make) -> None:
    first, _ = references("It rains.", "Snow melts.")
    written = judge_written("It rains [p1, p2].", shown((first,)), finish=FinishReason.STOP, check_language=True)
    assert render_draft(written.sentences) == "It rains [p1]."


def test_references_that_are_not_cited_are_named(references: Make) -> None:
    first, second, third = references("It rains.", "Snow melts.", "Ice cracks.")
    written = judge_written(
        "Snow melts [p2].", shown((first, second, third)), finish=FinishReason.STOP, check_language=True
    )
    assert written.uncited == (first, third)


@pytest.mark.parametrize(
    "answer, finish, reason",
    [
        ("", FinishReason.STOP, "its answer was empty"),
        ("<think>What now?", FinishReason.STOP, "its answer was empty"),
        ("I'm sorry, but I can't help with that.", FinishReason.STOP, "the model refused"),
        ("As an AI, I will not write this.", FinishReason.STOP, "the model refused"),
        ("It rains [p1].", FinishReason.REFUSAL, "the model refused"),
        ("It rains and snow melts.", FinishReason.STOP, "its answer cites nothing that it was shown"),
        ("It rains [p9].", FinishReason.STOP, "its answer cites nothing that it was shown"),
        (
            "Die Autoren zeigen, dass es regnet und der Schnee in dem Tal schmilzt [p1].",
            FinishReason.STOP,
            "its answer is not in English",
        ),
    ],
)
def test_what_cannot_be_used(answer: str, finish: FinishReason, reason: str, references: Make) -> None:
    written = judge_written(answer, shown(references("It rains.")), finish=finish, check_language=True)
    assert (written.unusable, written.sentences) == (reason, ())


def test_an_apology_before_a_text_does_not_make_it_a_refusal(references: Make) -> None:
    written = judge_written(
        "I apologize for the confusion. It rains [p1].",
        shown(references("It rains.")),
        finish=FinishReason.STOP,
        check_language=True,
    )
    assert (written.unusable, render_draft(written.sentences)) == ("", "It rains [p1].")


def test_another_language_is_fine_where_it_is_not_checked(references: Make) -> None:
    answer = "Die Autoren zeigen, dass es regnet und der Schnee in dem Tal schmilzt [p1]."
    known = shown(references("It rains."))
    assert not judge_written(answer, known, finish=FinishReason.STOP, check_language=False).unusable


def test_a_sentence_that_was_cut_off_is_removed_and_said(references: Make) -> None:
    known = shown(references("It rains. Snow melts."))
    cut = judge_written("It rains [p1]. Snow [p2] and the", known, finish=FinishReason.LENGTH, check_language=True)
    assert render_draft(cut.sentences) == "It rains [p1]."
    assert cut.warnings[0] == "The answer broke off; its last, incomplete sentence was removed."
    for whole in (TEXT, "It rains [p1]. Snow melts. [p2]"):
        kept = judge_written(whole, known, finish=FinishReason.LENGTH, check_language=True)
        assert (render_draft(kept.sentences), kept.warnings) == (TEXT, ())


def test_words_are_counted_without_marks_and_lone_stops() -> None:
    assert (
        count_draft_words(parse_draft("[p1] propose a gauge [p2, p3]. Rivers rise by 5 % – often [p1].").sentences)
        == 3 + 5
    )


def test_sentences_go_from_the_end_and_the_only_citation_of_a_reference_goes_last(references: Make) -> None:
    known = shown(references("It rains. Rain falls. Rain is wet.", "Snow melts.", "Ice cracks."))
    sentences = parse_draft("A b c [p1]. D e f [p4]. G h i [p2]. J k l [p5].").sentences
    # 12 words. Only the first and the third sentence cite a reference that another one cites, too.
    assert fit_words(sentences, known, 12) == (sentences, 0)
    kept, gone = fit_words(sentences, known, 11)
    assert (render_draft(kept), gone) == ("A b c [p1]. D e f [p4]. J k l [p5].", 1)
    # Now each is the only one; the last goes.
    kept, gone = fit_words(sentences, known, 8)
    assert (render_draft(kept), gone) == ("A b c [p1]. D e f [p4].", 2)
    assert fit_words(sentences, known, 2) == ((), 4)


def test_a_paragraph_keeps_its_opening_when_its_first_sentence_goes(references: Make) -> None:
    known = shown(references("It rains. Rain falls.", "Snow melts."))
    sentences = parse_draft("A b c [p1].\n\nD e f [p2]. G h i [p3].").sentences
    kept, _ = fit_words(sentences, known, 6)
    assert render_draft(kept) == "A b c [p1].\n\nG h i [p3]."
