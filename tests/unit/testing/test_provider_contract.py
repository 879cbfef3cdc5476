"""The provider contract finds what is wrong: a contract that passes everything protects nobody."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace

import pytest

from conspectus.foundation.errors import RateLimited, ServerFailed
from conspectus.providers.completion import Completion, CompletionRequest, FinishReason, Usage
from conspectus.providers.scripted import Rule, ScriptedProvider
from conspectus.testing.provider_contract import TEXT_REQUEST, ProviderCase, ProviderContract

KEY = "sk-made-up"
FAILING = {RateLimited: replace(TEXT_REQUEST, model="busy")}
GOOD = Completion(text="Bees dance.", usage=Usage(input=5, output=3), model="m")


def answer(request: CompletionRequest) -> Completion:
    if request.model == "busy":
        raise RateLimited("Too many requests.")
    return replace(GOOD, text=json.dumps({"name": "waggle", "turns": 2})) if request.schema else GOOD


def case(answerer: Callable[[CompletionRequest], Completion] = answer, **more: object) -> ProviderCase:
    values = {"name": "scripted", "make": lambda: ScriptedProvider(answerer), "failing": FAILING, **more}
    return ProviderCase(**values)  # type: ignore[arg-type]


def test_a_good_provider_passes() -> None:
    contract, good = ProviderContract(), case(key=KEY)
    contract.test_has_a_name_and_an_address(good, good.make())
    contract.test_answers_with_text_and_usage(good.make())
    contract.test_gives_json_on_some_rung(good.make())
    contract.test_failures_are_errors_of_ours(good, good.make())
    contract.test_shows_its_key_to_nobody(good, good.make())
    contract.test_answers_several_threads(good.make())
    contract.test_can_be_closed_twice(good)


@pytest.mark.parametrize(
    "bad",
    [
        replace(GOOD, text=" "),
        replace(GOOD, usage=Usage()),
        replace(GOOD, usage=Usage(input=5, output=3, cached=9)),
        replace(GOOD, finish=FinishReason.UNKNOWN),
        replace(GOOD, model=""),
    ],
)
def test_an_answer_that_lacks_something_fails(bad: Completion) -> None:
    with pytest.raises(AssertionError):
        ProviderContract().test_answers_with_text_and_usage(ScriptedProvider(lambda request: bad))


def test_json_that_is_not_of_the_schema_fails() -> None:
    bad = ScriptedProvider(lambda request: '{"name": 3, "turns": 2}')
    with pytest.raises(AssertionError):
        ProviderContract().test_gives_json_on_some_rung(bad)


def test_the_wrong_error_fails() -> None:
    wrong = case(failing={ServerFailed: FAILING[RateLimited]})
    with pytest.raises(AssertionError, match="RateLimited instead of ServerFailed"):
        ProviderContract().test_failures_are_errors_of_ours(wrong, wrong.make())
    with pytest.raises(AssertionError, match="no failing request"):
        ProviderContract().test_failures_are_errors_of_ours(case(failing={}), wrong.make())


def test_a_key_that_is_shown_fails() -> None:
    contract = ProviderContract()
    with pytest.raises(AssertionError, match="the key is shown"):
        contract.test_shows_its_key_to_nobody(case(key=KEY), ScriptedProvider(answer, address=f"https://{KEY}@host"))
    told = ScriptedProvider([Rule(error="rate_limited", message=f"Not with {KEY}.")])
    with pytest.raises(AssertionError, match="the key is shown"):
        contract.test_shows_its_key_to_nobody(case(key=KEY), told)


def test_a_wrong_name_fails() -> None:
    wrong = case(name="other")
    with pytest.raises(AssertionError, match="is registered as 'other'"):
        ProviderContract().test_has_a_name_and_an_address(wrong, wrong.make())
