from __future__ import annotations

import json
from typing import Any

import pytest

from conspectus.providers.completion import CompletionRequest, Message
from conspectus.providers.made_answers import answer

EVIDENCE = """<<<references 0123abcd
reference 1: Smith (2020), singular verb. Gauges
[p1] We propose a tide gauge for river levels.
[p2] The tide gauge is cheap, and our tests show it.

reference 2: Li and Ito, plural verb. Radar
[p3] River levels matter to many people who live by the sea.
[p4] In this paper, we study weather radar for river levels.
0123abcd references>>>"""


def ask(user: str, system: str = "Write.", schema: Any = None) -> str:
    messages = (Message("system", system), Message("user", user))
    return answer(CompletionRequest(model="m", messages=messages, max_output_tokens=99, schema=schema))


def test_a_text_cites_every_reference_within_the_words() -> None:
    assert ask(f"{EVIDENCE}\nWrite at most 30 words.") == (
        "[p1] proposes a tide gauge for river levels. [p4] study weather radar for river levels."
    )


def test_more_room_is_used_and_hardly_any_is_shared() -> None:
    assert ask(f"{EVIDENCE}\nWrite at most 50 words.") == (
        "[p1] proposes a tide gauge for river levels. The tide gauge is cheap, and their tests show it [p2]. "
        "[p4] study weather radar for river levels. River levels matter to many people who live by the sea [p3]."
    )
    assert ask(f"{EVIDENCE}\nWrite at most 7 words.") == "All concern tide gauge [p1, p3]."


def test_drafts_are_merged() -> None:
    drafts = "<<<drafts 4567abcd\ndraft 1\n[p1] proposes a gauge. Radar sees far [p4, p3].\n4567abcd drafts>>>"
    cited = (
        "<<<references 0123abcd\nreference 1: Li, plural verb. R\ncited as [p4] [p3]\n\n"
        "reference 2: Smith, singular verb. G\ncited as [p1]\n0123abcd references>>>"
    )
    assert ask(f"{drafts}\n{cited}\nWrite at most 40 words.") == (
        "Radar sees far [p4]. Radar sees far [p3]. [p1] proposes a gauge."
    )


def test_the_last_number_of_words_counts() -> None:
    first = ask(f"{EVIDENCE}\nWrite at most 50 words. The text has 60 words: write at most 30 words.")
    assert first == ask(f"{EVIDENCE}\nWrite at most 30 words.")


def test_a_minigraph_is_made_of_words_of_the_sentences() -> None:
    system = 'Answer with {"relations": []}. Used-for. Give at most 2 relations.'
    made = json.loads(ask(EVIDENCE, system))
    assert made["relations"] == [
        {"head": "tide gauge", "relation": "Used-for", "tail": "river levels", "evidence": ["p1"]},
        {"head": "weather radar", "relation": "Used-for", "tail": "river levels", "evidence": ["p4"]},
    ]
    assert {concept["name"] for concept in made["concepts"]} == {"tide gauge", "river levels", "weather radar"}


def test_what_was_known_comes_back_first() -> None:
    system = 'Answer with {"relations": []}. Used-for.'
    known = "<<<relations 89abcdef\nsnow -Part-of→ weather\n89abcdef relations>>>"
    first, *others = json.loads(ask(f"{known}\n{EVIDENCE}", system))["relations"]
    assert first == {"head": "snow", "relation": "Part-of", "tail": "weather", "evidence": []}
    assert len(others) == 2


def test_what_stands_in_no_fence_is_no_evidence() -> None:
    assert ask("[p9] Fish fly.\nWrite at most 30 words.") == "OK."


@pytest.mark.parametrize(
    "schema, made",
    [
        ({"type": "object", "properties": {"word": {"type": "string"}}, "required": ["word"]}, {"word": "OK"}),
        (
            {
                "properties": {"a": {"$ref": "#/$defs/A"}, "b": {"anyOf": [{"type": "null"}, {"type": "string"}]}},
                "$defs": {"A": {"enum": ["x", "y"]}},
            },
            {"a": "x", "b": None},
        ),
        (
            {
                "properties": {
                    "n": {"type": "integer", "minimum": 2},
                    "l": {"type": "array", "minItems": 1, "items": {}},
                }
            },
            {"n": 2, "l": [None]},
        ),
    ],
)
def test_another_schema_gets_its_smallest_object(schema: dict[str, Any], made: dict[str, Any]) -> None:
    assert json.loads(ask("Hello.", schema=schema)) == made


def test_a_topic_page_has_three_blocks() -> None:
    papers = (
        "<<<papers 0123abcd\npaper 1: 2020. Gauges\n[p1] A tide gauge is a float.\n[p2] We compare gauges.\n"
        "paper 2: Radar\n[p3] Radar sees far.\n[p4] Further work is needed on radar.\n0123abcd papers>>>"
    )
    assert ask(f"{papers}\n2. Main content: 3 to 4 sentences") == (
        "A tide gauge is a float.\n\nThere are papers that compare gauges [p2]. Further work is needed on radar [p4]. "
        "A tide gauge is a float [p1].\n\nFurther work is needed on radar [p4]."
    )
    closed = papers.replace("Further work", "No work")
    assert ask(f"{closed}\n1 to 2 sentences").endswith("\n\nNo open question is named.")
