from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from conspectus.providers.answer_text import answer_object, without_reasoning

WANTED = {"relations": [{"head": "bees", "tail": "nectar"}], "done": True, "note": "a {b} c"}
TEXT = json.dumps(WANTED)

MENDED = {
    "as it should be": TEXT,
    "a Markdown fence": f"```json\n{TEXT}\n```",
    "chatter before and after": f"Sure! Here is the object:\n{TEXT}\nLet me know if you need {{more}}.",
    "braces in the chatter": f"The set {{a, b}} gives {TEXT}",
    "a reasoning block": f'<think>Maybe {{"relations": []}}?</think>{TEXT}',
    "reasoning without its end": f"<think>They want JSON, so here it is. {TEXT}",
    "reasoning without its start": f'First {{"draft": 1}}, no.</think>\n{TEXT}',
    "a channel of reasoning": f'<|channel|>analysis<|message|>{{"no": 1}}<|end|><|channel|>final<|message|>{TEXT}',
    "trailing commas": '{"relations": [{"head": "bees", "tail": "nectar",},], "done": true, "note": "a {b} c",}',
    "Python's names": '{"relations": [{"head": "bees", "tail": "nectar"}], "done": True, "note": "a {b} c"}',
    "single quotes": "{'relations': [{'head': 'bees', 'tail': 'nectar'}], 'done': true, 'note': 'a {b} c'}",
    "bare keys": '{relations: [{head: "bees", tail: "nectar"}], done: true, note: "a {b} c"}',
    "comments": '{ // what was found\n"relations": [{"head": "bees", /* or ants */ "tail": "nectar"}],\n'
    '"done": true, "note": "a {b} c"}',
    "a byte order mark and odd spaces": "\ufeff" + TEXT.replace(", ", ",\u00a0"),
    "an object written as a string": json.dumps(TEXT),
}

REPORTED = {
    "an object cut off": (TEXT[:-9], "not closed"),
    "a bracket not closed": (TEXT.replace("}]", "]"), "not closed"),
    "a missing comma": (TEXT.replace(', "done"', ' "done"'), "Expecting ',' delimiter"),
    "a missing colon": (TEXT.replace('"done":', '"done"'), "Expecting ':' delimiter"),
    "quotes in a string": ('{"note": "he said "hi" to them"}', "cannot be read"),
    "an apostrophe in single quotes": ("{'note': 'the bees' dance'}", "cannot be read"),
    "a number that is none": ('{"share": NaN}', "NaN is no JSON value"),
    "an ellipsis": ('{"relations": [1, 2, ...]}', "cannot be read"),
    "half a character": ('{"note": "\\ud800"}', "half a character"),
    "an escape that is none": ('{"note": "\\alpha"}', "Invalid \\escape"),
    "words alone": ("I cannot do that.", "no JSON object"),
    "a list": ("[1, 2]", "no JSON object"),
    "nothing": ("", "no JSON object"),
    "only reasoning": ("<think>Hm, {", "no JSON object"),
}


@pytest.mark.parametrize("kind", MENDED)
def test_what_is_certain_is_mended_to_the_exact_object(kind: str) -> None:
    found = answer_object(MENDED[kind])
    assert (found.value, found.problem, found.unclosed) == (WANTED, "", False)
    assert json.loads(found.text) == WANTED


@pytest.mark.parametrize("kind", REPORTED)
def test_what_is_not_certain_is_said_and_not_guessed(kind: str) -> None:
    text, problem = REPORTED[kind]
    found = answer_object(text)
    assert found.value is None
    assert found.text == ""
    assert problem in found.problem


def test_an_answer_that_broke_off_is_told_from_one_that_is_wrong() -> None:
    assert answer_object(TEXT[:-9]).unclosed
    assert not answer_object(REPORTED["a missing comma"][0]).unclosed


def test_the_first_object_counts_and_parts_of_a_broken_one_do_not() -> None:
    assert answer_object('{"a": 1} {"b": 2}').value == {"a": 1}
    assert answer_object('{"a": [{"b": 1},,]}').value is None
    assert answer_object('{"a": [{"b": 1},,]} then {"c": 3}').value == {"c": 3}


def test_two_numbers_never_become_one() -> None:
    assert answer_object('{"a": [1 2,]}').value is None
    assert answer_object('{"a": [1, -2.5e3,], }').value == {"a": [1, -2500.0]}


def test_a_reasoning_mark_inside_the_object_is_part_of_it() -> None:
    assert answer_object('{"note": "ends with </think>"}').value == {"note": "ends with </think>"}


def test_nesting_without_end_is_reported() -> None:
    assert answer_object('{"a":' * 100_000 + "1" + "}" * 100_000).value is None


@settings(max_examples=300, deadline=None)
@given(st.text() | st.text(alphabet="{}[]\"'\\:,/*tT ruen1.-<think>\n`"))
def test_no_text_is_too_odd_and_only_json_comes_out(text: str) -> None:
    found = answer_object(text)
    if found.value is None:
        assert found.problem
    else:
        assert json.loads(found.text) == found.value
    without_reasoning(text)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-(10**9), 10**9) | st.text(st.characters(codec="utf-8"), max_size=12),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=10,
)


@settings(max_examples=200, deadline=None)
@given(st.dictionaries(st.text(st.characters(codec="utf-8"), max_size=6), JSON, max_size=4), st.booleans())
def test_every_json_object_comes_through_exactly(wanted: dict[str, Any], fenced: bool) -> None:
    text = json.dumps(wanted, ensure_ascii=False, indent=2 if fenced else None)
    assert answer_object(f"Here:\n```json\n{text}\n```" if fenced else text).value == wanted


@pytest.mark.parametrize(
    "text, left",
    [
        ("<think>Short.</think>\n\nBees dance.", "Bees dance."),
        ("Short.</think> Bees dance.", "Bees dance."),
        ("<THINK>never ends", ""),
        ("Bees dance. <thinking>Enough?", "Bees dance."),
        ("[THINK]a[/THINK]Bees <reasoning>b</reasoning> dance.", "Bees   dance."),
        ("Bees think < ants do.", "Bees think < ants do."),
    ],
)
def test_reasoning_is_not_for_the_reader(text: str, left: str) -> None:
    assert without_reasoning(text) == left
