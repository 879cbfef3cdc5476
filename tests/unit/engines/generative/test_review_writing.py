from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from conspectus.domain.draft_text import parse_draft, render_draft
from conspectus.domain.minigraph import Minigraph, Relation, RelationKind
from conspectus.domain.tasks import DraftText, MergeChunksRequest, ReferenceAbstract, WriteChunkRequest
from conspectus.engines.extractive.engine import ExtractiveEngine
from conspectus.engines.generative.review_writing import NOT_CITED
from conspectus.foundation.errors import (
    ContextTooLong,
    LimitReached,
    ModelRefused,
    ServerFailed,
    TooManyFailures,
    UnusableAnswer,
)
from conspectus.providers.completion import Completion, CompletionRequest, FinishReason, Usage

Make = Callable[..., tuple[ReferenceAbstract, ...]]
ABSTRACTS = ("We propose the tide gauge for river levels. It is cheap.", "We present a radar for river levels.")
GOOD = "[p1] proposes the tide gauge for river levels. A radar has been presented, too [p3]."
ROOM = "no room within the word budget"


def chunk(references: tuple[ReferenceAbstract, ...], **fields: Any) -> WriteChunkRequest:
    return WriteChunkRequest(
        **{"own_abstract": "", "references": references, "minigraph": Minigraph(), "words": 40} | fields
    )


def merge(references: tuple[ReferenceAbstract, ...], *drafts: str, **fields: Any) -> MergeChunksRequest:
    values = {"own_abstract": "", "minigraph": Minigraph(), "words": 40} | fields
    return MergeChunksRequest(references=references, chunks=tuple(map(parse_draft, drafts)), **values)


def text(draft: DraftText) -> str:
    return render_draft(draft.sentences)


def test_a_good_text_is_taken_as_it_is(ask: Any, references: Make) -> None:
    asked = ask(GOOD)
    draft = asked.engine.write_chunk(chunk(references(*ABSTRACTS)))
    assert text(draft) == GOOD
    assert (draft.left_out, draft.warnings) == ((), ())
    assert [part.mode for s in draft.sentences for part in s.parts if not isinstance(part, str)] == [
        "narrative", "parenthetical",
    ]  # fmt: skip
    assert (len(asked.client.calls), asked.client.asked_again, asked.client.fallbacks) == (1, [], [])


def test_what_is_missing_or_too_much_is_asked_for_once_in_one_message(ask: Any, references: Make) -> None:
    long = "[p1] proposes the tide gauge for river levels, and says so in more words than there is room for."
    asked = ask(long, GOOD)
    draft = asked.engine.write_chunk(chunk(references(*ABSTRACTS), words=17))
    first, second = asked.client.calls
    assert second.messages[:2] == first.messages
    assert (second.messages[2].role, second.messages[2].content) == ("assistant", long)
    assert second.messages[3].content == (
        "1 reference not cited: cite each by one of its handles: [p3].\n"
        "The text has 18 words: write at most 17 words.\n"
        "Write the whole text anew by the same rules, and nothing else."
    )
    assert asked.client.asked_again == ["write_chunk"]
    # 7 and 7 words.
    assert (text(draft), draft.warnings) == (GOOD, ())


def test_what_is_still_not_cited_is_listed(ask: Any, references: Make) -> None:
    asked = ask("[p1] proposes the tide gauge.")
    draft = asked.engine.write_chunk(chunk(references(*ABSTRACTS)))
    assert draft.left_out == (("paper-b", NOT_CITED),)
    assert len(asked.client.calls) == 2


def test_what_is_still_too_long_is_cut_by_whole_sentences(ask: Any, references: Make) -> None:
    answer = "[p1] proposes the tide gauge for river levels. It is cheap [p2]. A radar was presented, too [p3]."
    draft = ask(answer).engine.write_chunk(chunk(references(*ABSTRACTS), words=13))
    # 7, 3 and 5 words; only the second cites a reference that is cited elsewhere.
    assert text(draft) == "[p1] proposes the tide gauge for river levels. A radar was presented, too [p3]."
    assert draft.warnings == ("1 sentence left out: the text had more than 13 words.",)
    short = ask(answer).engine.write_chunk(chunk(references(*ABSTRACTS), words=8))
    assert (text(short), short.left_out) == ("[p1] proposes the tide gauge for river levels.", (("paper-b", ROOM),))


def test_the_better_of_two_texts_is_taken(ask: Any, references: Make) -> None:
    both = "[p1] proposes the tide gauge. A radar was presented with a great many words [p3]."
    draft = ask(both, "It rains.").engine.write_chunk(chunk(references(*ABSTRACTS), words=12))
    assert text(draft) == "[p1] proposes the tide gauge."
    draft = ask("Levels rise [p1].", "[p3] presents a radar. Gauges rise [p2].").engine.write_chunk(
        chunk(references(*ABSTRACTS))
    )
    assert text(draft) == "[p3] presents a radar. Gauges rise [p2]."


@pytest.mark.parametrize(
    "answer, reason",
    [
        ("I'm sorry, but I cannot do that.", "the model refused"),
        (ModelRefused("The provider refused."), "the model refused"),
        ("It rains and it snows.", "its answer cites nothing that it was shown"),
        ("It rains [p77].", "its answer cites nothing that it was shown"),
        ("Die Autoren zeigen, dass es regnet und der Schnee in dem Tal schmilzt [p1].", "its answer is not in English"),
    ],
)
def test_what_cannot_be_used_twice_is_written_by_the_extractive_engine(
    ask: Any, references: Make, answer: Any, reason: str
) -> None:
    for request in (chunk(references(*ABSTRACTS)), merge(references(*ABSTRACTS), GOOD)):
        asked = ask(answer)
        perform = asked.engine.merge_chunks if isinstance(request, MergeChunksRequest) else asked.engine.write_chunk
        draft = perform(request)
        extractive = ExtractiveEngine()
        expected = (
            extractive.merge_chunks(request)
            if isinstance(request, MergeChunksRequest)
            else extractive.write_chunk(request)
        )
        assert (draft.sentences, draft.left_out) == (expected.sentences, expected.left_out)
        assert draft.warnings == (f"The extractive engine wrote this text instead of the model: {reason}.",)
        task = "merge_chunks" if isinstance(request, MergeChunksRequest) else "write_chunk"
        assert asked.client.fallbacks == [(task, reason)]
        assert (len(asked.client.calls), asked.client.asked_again) == (2, [task])


@pytest.mark.parametrize(
    "answer", ["I can't do that.", ModelRefused("No."), "It rains.", "Das ist nicht auf Englisch, und es regnet [p1]."]
)
def test_a_second_answer_can_save_the_text(ask: Any, references: Make, answer: Any) -> None:
    draft = ask(answer, GOOD).engine.write_chunk(chunk(references(*ABSTRACTS)))
    assert (text(draft), draft.warnings) == (GOOD, ())


def test_after_an_empty_answer_the_complaint_joins_the_question(ask: Any, references: Make) -> None:
    asked = ask(ModelRefused("No."), GOOD)
    asked.engine.write_chunk(chunk(references(*ABSTRACTS)))
    first, second = asked.client.calls
    assert [message.role for message in second.messages] == ["system", "user"]
    assert second.messages[1].content.startswith(
        first.messages[1].content + "\n\nThis cannot be used: the model refused"
    )


@pytest.mark.parametrize(
    "failure", [ServerFailed("It is down."), UnusableAnswer("It is empty."), LimitReached("All calls are used up.")]
)
def test_a_call_that_fails_is_a_text_by_the_extractive_engine(ask: Any, references: Make, failure: Any) -> None:
    asked = ask(failure)
    draft = asked.engine.write_chunk(chunk(references(*ABSTRACTS)))
    assert draft.sentences == ExtractiveEngine().write_chunk(chunk(references(*ABSTRACTS))).sentences
    assert draft.warnings[0].endswith(f"instead of the model: {failure}")
    assert (len(asked.client.calls), asked.client.asked_again) == (1, [])


def test_a_second_call_that_fails_leaves_the_first_text(ask: Any, references: Make) -> None:
    draft = ask("Levels rise [p1].", LimitReached("All used up.")).engine.write_chunk(chunk(references(*ABSTRACTS)))
    assert (text(draft), draft.left_out) == ("Levels rise [p1].", (("paper-b", NOT_CITED),))
    assert draft.warnings == ("It could not be asked for anew: All used up.",)


@pytest.mark.parametrize("stop", [TooManyFailures("Five calls failed."), KeyboardInterrupt()])
@pytest.mark.parametrize("first", ["", "It rains [p1]."])
def test_what_ends_the_run_is_not_caught(ask: Any, references: Make, stop: BaseException, first: str) -> None:
    left = [first] if first else []

    def answer(_: CompletionRequest) -> str:
        if left:
            return left.pop()
        raise stop

    with pytest.raises(type(stop)):
        ask(answer).engine.write_chunk(chunk(references(*ABSTRACTS)))


def test_an_answer_that_broke_off_loses_its_last_sentence(ask: Any, references: Make) -> None:
    cut = Completion(text=f"{GOOD} The rest of it [p2] is", usage=Usage(), finish=FinishReason.LENGTH)
    draft = ask(cut).engine.write_chunk(chunk(references(*ABSTRACTS)))
    assert text(draft) == GOOD
    assert draft.warnings == ("The answer broke off; its last, incomplete sentence was removed.",)


def test_a_wish_for_style_is_passed_on_and_may_be_for_a_language(ask: Any, references: Make) -> None:
    german = "[p1] zeigt, dass es regnet und der Schnee in dem Tal schmilzt. Es gibt ein Radar für die Flüsse [p3]."
    asked = ask(german)
    draft = asked.engine.write_chunk(chunk(references(*ABSTRACTS), style="auf\nDeutsch"))
    assert text(draft) == german
    (call,) = asked.client.calls
    assert "to be followed as far as the rules allow: auf Deutsch\n" in call.messages[1].content
    assert "unless the wishes for the style name another language" in call.messages[0].content
    asked.engine.write_chunk(chunk(references(*ABSTRACTS)))
    assert "style" not in asked.client.calls[1].messages[1].content
    assert "the wishes" not in asked.client.calls[1].messages[0].content


def test_a_free_draw_is_passed_to_the_model(ask: Any, references: Make) -> None:
    asked = ask(GOOD)
    asked.engine.write_chunk(chunk(references(*ABSTRACTS), seed=5))
    asked.engine.merge_chunks(merge(references(*ABSTRACTS), seed=6, temperature=0.7))
    first, second = asked.client.calls
    assert [(call.task, call.temperature, call.seed) for call in (first, second)] == [
        ("write_chunk", 0.0, 5), ("merge_chunks", 0.7, 6),
    ]  # fmt: skip
    assert first.prompt.startswith("write_chunk 1 ")
    assert second.prompt.startswith("merge_chunks 1 ")
    assert first.max_output_tokens == 512
    asked.engine.write_chunk(chunk(references(*ABSTRACTS), words=400))
    assert asked.client.calls[2].max_output_tokens == 1200


def test_the_prompt_holds_the_fields_of_the_request(ask: Any, references: Make) -> None:
    asked = ask(GOOD)
    graph = Minigraph(relations=(Relation(head="tide gauge", kind=RelationKind.COMPARE, tail="radar"),))
    asked.engine.write_chunk(chunk(references(*ABSTRACTS), minigraph=graph, own_abstract="We build a weir."))
    system, user = (message.content for message in asked.client.calls[0].messages)
    assert "You are the author of a paper whose abstract is written:" in user
    assert "\nWe build a weir.\n" in user
    assert "\ntide gauge -Compare→ radar\n" in user
    assert (
        "reference 1: Ason (2020), singular verb. Title A\n"
        "[p1] We propose the tide gauge for river levels.\n"
        "[p2] It is cheap.\n\n"
        "reference 2: Bson (2021), singular verb. Title B\n"
        "[p3] We present a radar for river levels.\n"
    ) in user
    assert "Cite all references (2). Write at most 40 words." in user
    assert "One paragraph of running text" in system
    asked.engine.write_chunk(chunk(references(*ABSTRACTS), words=301))
    system, user = (message.content for message in asked.client.calls[1].messages)
    assert "A text of a few paragraphs of running text" in system
    assert "You are the author of a review." in user
    assert "relation" not in user


def test_a_merge_reads_drafts_in_path_order_and_only_missing_references_in_full(ask: Any, references: Make) -> None:
    asked = ask("[p3] presents a radar [p1]. Ice cracks [p4].")
    given = references(*ABSTRACTS, "Ice cracks. Wind blows.")
    first, second, third = given
    asked.engine.merge_chunks(
        merge((second, third, first), "[p3] presents a radar [p99].", "Gauges [p1, p2]. Hm [p98].")
    )
    user = asked.client.calls[0].messages[1].content
    assert "draft 1\n[p3] presents a radar.\n\ndraft 2\nGauges [p1, p2].\n" in user
    assert (
        "reference 1: Bson (2021), singular verb. Title B\ncited as [p3]\n\n"
        "reference 2: Cson (2022), singular verb. Title C\n[p4] Ice cracks.\n[p5] Wind blows.\n\n"
        "reference 3: Ason (2020), singular verb. Title A\ncited as [p1] [p2]\n"
    ) in user
    assert "p99" not in user
    assert "Hm" not in user


def test_a_merge_without_drafts_reads_the_abstracts(ask: Any, references: Make) -> None:
    asked = ask(GOOD)
    first, second = references(*ABSTRACTS)
    asked.engine.merge_chunks(merge((second, first)))
    user = asked.client.calls[0].messages[1].content
    assert "draft" not in user
    assert user.index("[p3] We present") < user.index("[p1] We propose")


def test_only_what_the_drafts_cite_may_be_cited(ask: Any, references: Make) -> None:
    draft = ask("[p1] proposes a gauge [p2]. A radar [p3].").engine.merge_chunks(
        merge(references(*ABSTRACTS), "[p1] proposes a gauge. A radar [p3].")
    )
    assert text(draft) == "[p1] proposes a gauge. A radar [p3]."
    assert draft.warnings == ("Citations of unknown evidence were removed: p2.",)


def test_abstracts_and_drafts_are_shrunk_evenly(ask: Any, references: Make) -> None:
    def answer(request: CompletionRequest) -> Any:
        words = len(request.messages[1].content.split())
        sizes.append(words)
        return ContextTooLong("Too long.") if len(sizes) < 4 else "It rains [p1]. Wind blows [p4]. Fish swim [p5]."

    given = references("Rain falls. Snow melts. Ice cracks. Wind blows.", "Fish swim. Birds fly.")
    sizes: list[int] = []
    asked = ask(answer)
    draft = asked.engine.write_chunk(chunk(given))
    assert sizes[0] == sizes[1] > sizes[2] > sizes[3]
    user = asked.client.calls[3].messages[1].content
    assert [line for line in user.splitlines() if line.startswith("[p")] == [
        "[p1] Rain falls.", "[p4] Wind blows.", "[p5] Fish swim.",
    ]  # fmt: skip
    assert draft.warnings == (
        "The model takes fewer tokens than the request has: 3 of 6 sentences were left out of it, evenly from each "
        "text.",
    )
    sizes.clear()
    asked = ask(answer)
    asked.engine.merge_chunks(merge(given, "It rains [p1]. It snows [p2]. Ice cracks [p3]. Wind blows [p4]."))
    user = asked.client.calls[3].messages[1].content
    assert "It rains [p1]. Wind blows [p4].\n" in user
    assert "[p5] Fish swim.\n" in user
    assert "p2" not in user
    sizes.clear()
    gone = ask(ContextTooLong("The model takes 10 tokens."))
    assert gone.engine.write_chunk(chunk(given)).warnings[0].endswith("The model takes 10 tokens.")
    assert len(gone.client.calls) == 6


def test_the_same_request_asks_the_same(ask: Any, references: Make) -> None:
    first, second = ask(), ask()
    requests = (chunk(references(*ABSTRACTS), seed=3), merge(references(*ABSTRACTS), GOOD, seed=3))
    for asked in (first, second):
        asked.engine.write_chunk(requests[0])
        asked.engine.merge_chunks(requests[1])
    assert first.client.calls == second.client.calls
