from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from conspectus.foundation.errors import (
    AuthenticationFailed,
    ContextTooLong,
    ModelRefused,
    ModelStopped,
    ModelUnknown,
    RateLimited,
    RungUnsupported,
    ServerFailed,
    UsageError,
)
from conspectus.providers.completion import (
    Completion,
    CompletionRequest,
    FinishReason,
    Message,
    ProviderOptions,
    Rung,
    Usage,
)
from conspectus.providers.scripted import Rule, ScriptedProvider, read_rules, scripted

ASKED = CompletionRequest(
    model="m",
    messages=(
        Message("system", "You are a scholar."),
        Message("user", "first"),
        Message("user", "How do bees\ndance?"),
    ),
    max_output_tokens=9,
)
JSON = replace(ASKED, schema={"type": "object"}, schema_name="dance", rung=Rung.TOOL)


def rules(folder: Path, *rules: Any) -> str:
    file = folder / "rules.json"
    file.write_text(json.dumps({"rules": rules}))
    return str(file)


def answered(folder: Path, request: CompletionRequest, *made: Any) -> str:
    return ScriptedProvider(read_rules(rules(folder, *made))).complete(request).text


@pytest.mark.parametrize(
    "when, holds",
    [
        ("bees", True),
        ("first", False),
        ({"contains": "bees"}, True),
        ({"matches": r"bees.dance\?$"}, True),
        ({"matches": "^dance"}, False),
        ({"system": "scholar"}, True),
        ({"system": "bees"}, False),
        ({"schema_name": "dance"}, True),
        ({"schema_name": "answer"}, False),
        ({"model": "m"}, True),
        ({"model": "n"}, False),
        ({"rung": "tool"}, True),
        ({"rung": "prompt"}, False),
        ({"contains": "bees", "model": "n"}, False),
        ({}, True),
        (None, True),
    ],
)
def test_when_a_rule_holds(tmp_path: Path, when: Any, holds: bool) -> None:
    made = {"answer": "yes"} if when is None else {"when": when, "answer": "yes"}
    assert answered(tmp_path, JSON, made, {"answer": "no"}) == ("yes" if holds else "no")


def test_a_schema_name_does_not_hold_where_text_is_asked_for(tmp_path: Path) -> None:
    request = replace(ASKED, schema_name="dance")
    assert answered(tmp_path, request, {"when": {"schema_name": "dance"}, "answer": "a"}, {"answer": "b"}) == "b"


def test_an_answer_may_be_any_json(tmp_path: Path) -> None:
    assert json.loads(answered(tmp_path, JSON, {"answer": {"name": "é"}})) == {"name": "é"}


def test_a_rule_may_be_used_up(tmp_path: Path) -> None:
    made = [{"error": "rate_limited", "retry_after": 2, "times": 2}, {"answer": "now", "finish": "length"}]
    provider = ScriptedProvider(read_rules(rules(tmp_path, *made)))
    for _ in range(2):
        with pytest.raises(RateLimited) as caught:
            provider.complete(ASKED)
        assert caught.value.retry_after == 2
    completion = provider.complete(ASKED)
    assert (completion.text, completion.finish) == ("now", FinishReason.LENGTH)
    assert completion.usage.estimated


@pytest.mark.parametrize(
    "name, kind",
    [
        ("rate_limited", RateLimited),
        ("server_failed", ServerFailed),
        ("context_too_long", ContextTooLong),
        ("rung_unsupported", RungUnsupported),
        ("refused", ModelRefused),
        ("authentication", AuthenticationFailed),
        ("unknown_model", ModelUnknown),
        ("stopped", ModelStopped),
    ],
)
def test_every_error(tmp_path: Path, name: str, kind: type[Exception]) -> None:
    with pytest.raises(kind, match="so it is"):
        answered(tmp_path, ASKED, {"error": name, "message": "so it is"})


def test_a_request_without_a_rule_stops_the_run_and_says_which() -> None:
    with pytest.raises(ModelStopped, match="How do bees dance") as caught:
        ScriptedProvider([Rule(when=(("contains", "wasps"),), answer="No.")]).complete(ASKED)
    assert caught.value.hint


def test_a_function_answers() -> None:
    done = Completion(text="whole", usage=Usage(input=1, output=1))
    assert ScriptedProvider(lambda request: request.model).complete(ASKED).text == "m"
    assert ScriptedProvider(lambda request: done).complete(ASKED) is done


@pytest.mark.parametrize(
    "rule, said",
    [
        (3, "no object"),
        ({"answer": "a", "wehn": "x"}, "wehn"),
        ({}, "answer or an error"),
        ({"answer": "a", "error": "refused"}, "answer or an error"),
        ({"error": "explodes"}, "explodes"),
        ({"answer": "a", "finish": "bored"}, "bored"),
        ({"answer": "a", "times": "two"}, "number"),
        ({"answer": "a", "when": 3}, "when"),
        ({"answer": "a", "when": {"author": "x"}}, "when"),
        ({"answer": "a", "when": {"matches": "("}}, "regular expression"),
    ],
)
def test_a_broken_rule_is_named(tmp_path: Path, rule: Any, said: str) -> None:
    with pytest.raises(UsageError, match=said) as caught:
        read_rules(rules(tmp_path, {"answer": "fine"}, rule))
    assert "Rule 2 of" in str(caught.value)
    assert caught.value.hint


def test_files_that_hold_no_rules(tmp_path: Path) -> None:
    (tmp_path / "text").write_text("no json")
    (tmp_path / "other").write_text('{"rule": []}')
    for name in ("none", "text", "other"):
        with pytest.raises(UsageError) as caught:
            read_rules(str(tmp_path / name))
        assert caught.value.hint


def test_the_file_may_be_named_as_the_path_or_as_the_model(tmp_path: Path) -> None:
    file = rules(tmp_path, {"answer": "ruled"})
    by_path = scripted(ProviderOptions(environment={}, path=file))
    by_model = scripted(ProviderOptions(environment={}))
    assert by_path.complete(ASKED).text == "ruled"
    assert by_model.complete(replace(ASKED, model=file)).text == "ruled"
    assert by_path.is_local_double
    with pytest.raises(UsageError):
        scripted(ProviderOptions(environment={}, path=str(tmp_path / "none")))


def test_the_scholar_answers_what_conspectus_asks() -> None:
    assert scripted(ProviderOptions(environment={}, path="scholar")).complete(ASKED).text.strip()
