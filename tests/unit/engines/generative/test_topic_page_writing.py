from __future__ import annotations

from typing import Any

import pytest

from conspectus.domain.draft_text import render_draft
from conspectus.engines.extractive.engine import ExtractiveEngine
from conspectus.engines.generative.rehearsal import RehearsalEngine
from conspectus.engines.generative.topic_page_writing import TASK, topic_page_messages, topic_page_room
from conspectus.foundation.errors import ContextTooLong, ModelCallFailed, ModelRefused
from conspectus.foundation.events import Events
from conspectus.providers.completion import Completion, FinishReason, Usage
from conspectus.providers.models import ModelOptions, Models

DEFINITION = "A moor is a wetland where peat builds up."
MAIN = "Moors hold much carbon [p2]. Drained moors lose carbon to the air [p3]."
FUTURE = "It is open how fast drained moors recover [p6]."
GOOD = "\n\n".join((DEFINITION, MAIN, FUTURE))


def texts(page: Any) -> tuple[str, str, str]:
    definition, main, future = (render_draft(d.sentences) for d in (page.definition, page.main, page.future))
    return definition, main, future


def test_a_good_page_is_taken_as_it_is(ask: Any, topic: Any) -> None:
    asked = ask(GOOD)
    page = asked.engine.write_topic_page(topic(seed=3))
    assert texts(page) == ("A moor is a wetland where peat builds up [p1].", MAIN, FUTURE)
    assert (page.warnings, page.definition_status, page.future_status) == ((), "found", "found")
    (call,) = asked.client.calls
    assert (call.task, call.temperature, call.seed, call.max_output_tokens) == (TASK, 0.0, 3, topic_page_room(topic()))
    assert asked.client.asked_again == asked.client.fallbacks == []


@pytest.mark.parametrize(
    "answer, complaint",
    [
        (f"{DEFINITION}\n\n{MAIN}", "The future directions: it is missing."),
        (f"{MAIN}\n\n{FUTURE}", "The definition: it is missing."),
        (f"Dragons guard every bog.\n\n{MAIN}\n\n{FUTURE}", "The definition: no given sentence supports it."),
        (f"{DEFINITION}\n\nIt rains. It snows. Fog [p99].\n\n{FUTURE}", "The main content: its answer cites nothing"),
        (f"{DEFINITION}\n\nMoors hold much carbon [p2].\n\n{FUTURE}", "has 1 sentence with a citation: write 2 to 3."),
        (f"{DEFINITION}\n\n{MAIN} {MAIN}\n\n{FUTURE}", "has 4 sentences with a citation: write 2 to 3."),
        (f"{DEFINITION}\n\n{MAIN}\n\n{FUTURE} {FUTURE}", "have more than 1 sentence: write 1."),
        ("I'm sorry, but I cannot do that.", "The main content: it is missing."),
        (ModelRefused("No."), "The definition: the model refused."),
    ],
)
def test_a_second_answer_can_save_the_page(ask: Any, topic: Any, answer: Any, complaint: str) -> None:
    asked = ask(answer, GOOD)
    page = asked.engine.write_topic_page(topic())
    assert texts(page)[1:] == (MAIN, FUTURE)
    assert (page.warnings, asked.client.asked_again, asked.client.fallbacks) == ((), [TASK], [])
    assert complaint in asked.client.calls[1].messages[-1].content


def test_a_missing_section_is_written_by_the_extractive_engine(ask: Any, topic: Any) -> None:
    asked = ask(f"{DEFINITION}\n\n{MAIN}")
    page = asked.engine.write_topic_page(topic())
    expected = ExtractiveEngine().write_topic_page(topic()).future
    assert expected.sentences
    assert page.future.sentences == expected.sentences
    assert texts(page)[1] == MAIN
    assert asked.client.fallbacks == [(TASK, "the future directions: it is missing")]
    assert page.warnings == ("The extractive engine wrote the future directions instead of the model: it is missing.",)


def test_without_any_answer_the_page_is_extractive(ask: Any, topic: Any) -> None:
    asked = ask(ModelCallFailed("The server is down."))
    page, expected = asked.engine.write_topic_page(topic()), ExtractiveEngine().write_topic_page(topic())
    assert texts(page) == texts(expected)
    assert (page.main.left_out, len(asked.client.fallbacks)) == (expected.main.left_out, 3)


def test_no_open_question_is_a_good_answer(ask: Any, topic: Any) -> None:
    asked = ask(f"{DEFINITION}\n\n{MAIN}\n\nNo open question is named.")
    page = asked.engine.write_topic_page(topic())
    assert (page.future.sentences, page.future_status, len(asked.client.calls)) == ((), "not_found", 1)


def test_unknown_handles_and_what_is_too_long_go(ask: Any, topic: Any) -> None:
    birds = "Birds breed on moors in spring [p5]. Wet moors burn less often in summer [p4, p77]."
    page = ask(f"{DEFINITION}\n\n{MAIN} {birds}\n\n{FUTURE}").engine.write_topic_page(topic())
    # The second sentence of the paper B goes first.
    assert texts(page)[1] == f"{MAIN} Birds breed on moors in spring [p5]."
    assert "Citations of unknown evidence were removed: p77." in page.warnings
    assert "1 sentence left out: a paper cited before was cited again." in page.warnings


def test_citations_in_the_definition_are_not_printed_but_told(ask: Any, topic: Any) -> None:
    cited = "A moor is a wetland where peat builds up [p4]."
    page = ask(f"{cited}\n\n{MAIN} Birds breed on moors [p5].\n\n{FUTURE}").engine.write_topic_page(topic())
    assert texts(page)[0] == "A moor is a wetland where peat builds up [p1]."
    assert page.warnings == ("The definition cited papers in its text; the citations are kept, but not printed.",)


def test_a_broken_off_page_loses_its_last_sentence(ask: Any, topic: Any) -> None:
    cut = Completion(text=f"{DEFINITION}\n\n{MAIN} Birds [p5] br", usage=Usage(), finish=FinishReason.LENGTH)
    page = ask(cut).engine.write_topic_page(topic())
    assert texts(page)[1] == MAIN
    assert "The answer broke off; its last, incomplete sentence was removed." in page.warnings


def test_a_page_in_another_language_is_for_those_who_wish_it(ask: Any, topic: Any) -> None:
    german = (
        "Ein Moor ist das und der mit peat wetland builds.\n\nDie Moore halten carbon und sie sind nass [p2]. "
        "Das ist der carbon und die air [p3].\n\nEs ist nicht klar, wie die moors mit der Zeit sind [p6]."
    )
    assert "is not in English" in " ".join(ask(german).engine.write_topic_page(topic()).warnings)
    assert texts(ask(german).engine.write_topic_page(topic(style="in German")))[1].startswith("Die Moore")


def test_a_request_that_is_too_long_shrinks(ask: Any, topic: Any) -> None:
    short = f"{DEFINITION}\n\nPeat builds up [p1]. Drained moors lose carbon to the air [p3].\n\nBirds breed [p5]."

    def answer(request: Any) -> Any:
        whole = "Moors hold much carbon" in request.messages[1].content
        return ContextTooLong("Too long.") if whole else short

    page = ask(answer).engine.write_topic_page(topic())
    assert texts(page)[1:] == tuple(short.split("\n\n")[1:])
    assert page.warnings == (
        "The model takes fewer tokens than the request has: 3 of 6 sentences were left out of it, "
        "evenly from each text.",
    )


def test_the_prompt_says_what_it_shows(topic: Any) -> None:
    system, user = topic_page_messages(topic(per_year=((2023, 2),), total=2, audience="nurses", style="short"))
    assert "Write for this audience: nurses." in system.content
    for said in (
        "up to the year 2024", "grouped by likeness", "the smallest of them had 5", "Canonical name: moor\n",
        "Other names: peatland\n", "Publications in total: 2\n", "Publications per year: 2023: 2\n",
        "2 to 3 sentences", "as far as the rules allow: short",
    ):  # fmt: skip
        assert said in user.content
    plain = topic_page_messages(topic(clustered=False))
    assert "level of undergraduates" in plain[0].content
    assert "drawn at random" in plain[1].content
    assert "cluster" not in plain[1].content
    assert "most relevant ones" in topic_page_messages(topic(clustered=False, by_relevance=True))[1].content


@pytest.mark.parametrize("clustered", [True, False])
def test_no_slot_of_the_prompt_is_left_open_and_labels_have_their_space(topic: Any, clustered: bool) -> None:
    """The published prompt leaves ``{domain}`` unfilled and joins label and name (methods 2.5, 2 and 9)."""
    for message in topic_page_messages(topic(clustered=clustered, audience="nurses", style="short")):
        assert "{" not in message.content
        assert "}" not in message.content
    assert "\nCanonical name: moor\n" in message.content


def test_the_scholar_writes_a_page_and_the_rehearsal_foresees_it(ask: Any, topic: Any) -> None:
    options = ModelOptions(model="scripted:scholar")
    asked = ask()
    page = asked.engine.write_topic_page(topic())
    assert (page.warnings, len(page.main.sentences)) == ((), 3)
    assert texts(page)[2].endswith("how fast drained moors recover [p6].")
    engine = RehearsalEngine(Models(options, cache=None, events=Events()))
    engine.write_topic_page(topic())
    (task,) = engine.rehearsal().tasks
    assert (task.task, task.calls, task.output_to) == (TASK, 1, topic_page_room(topic()))


def test_no_papers_no_call(ask: Any, topic: Any) -> None:
    asked = ask(GOOD)
    assert asked.engine.write_topic_page(topic(groups=(), sizes=())).main.sentences == ()
    assert asked.client.calls == []
