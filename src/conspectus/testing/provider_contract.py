"""What every provider of language models must do, as tests to inherit."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from typing import Any

import pytest

from conspectus.foundation.errors import ModelError, ModelStopped, RungUnsupported
from conspectus.providers.completion import Completion, CompletionRequest, FinishReason, Message, Provider, Rung

TEXT_REQUEST = CompletionRequest(
    model="any",
    messages=(Message("system", "You are a scholar."), Message("user", "Say in one sentence how bees dance.")),
    max_output_tokens=200,
)
"""The contract's request for text."""

JSON_REQUEST = CompletionRequest(
    model="any",
    messages=(Message("system", "You are a scholar."), Message("user", "Name one dance of bees.")),
    max_output_tokens=200,
    schema={
        "type": "object",
        "properties": {"name": {"type": "string"}, "turns": {"type": "integer"}},
        "required": ["name", "turns"],
        "additionalProperties": False,
    },
    schema_name="dance",
)
"""The contract's request for JSON, which is made by each rung in turn."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ProviderCase:
    """How to make a provider, and what is known of it.

    ``make`` gives a provider that answers ``TEXT_REQUEST`` and ``JSON_REQUEST``. ``key`` is the key that it was
    given, "" for none. ``failing`` holds requests that it fails with, by the kind of error that must come of it.
    """

    name: str
    make: Callable[[], Provider]
    key: str = ""
    failing: Mapping[type[ModelError], CompletionRequest] = field(default_factory=dict)


class ProviderContract:
    """Derive a test class from this and give it a fixture ``case`` that returns a ``ProviderCase``.

    A provider that asks a server is tested with a local one, such as ``running_server`` gives.
    """

    @pytest.fixture
    def provider(self, case: ProviderCase) -> Any:
        """The provider of the case, closed at the end."""
        provider = case.make()
        yield provider
        provider.close()

    def test_has_a_name_and_an_address(self, case: ProviderCase, provider: Provider) -> None:
        """Both are part of what a kept answer is known by."""
        assert re.fullmatch(r"[a-z][a-z0-9_-]*", provider.name), f"not a plain name: {provider.name!r}"
        assert provider.name == case.name, f"is registered as {case.name!r} and says {provider.name!r}"
        assert provider.address.strip(), "the address is empty"
        assert isinstance(provider.is_local_double, bool), "does not say whether it is a double"

    def test_answers_with_text_and_usage(self, provider: Provider) -> None:
        """Money is reckoned from these numbers."""
        completion = provider.complete(TEXT_REQUEST)
        assert completion.text.strip(), "the answer is empty"
        assert completion.finish is FinishReason.STOP, f"finished with {completion.finish}"
        assert completion.model.strip(), "does not say which model answered"
        usage = completion.usage
        assert usage.input > 0, "no tokens were read"
        assert usage.output > 0, "no tokens were written"
        assert 0 <= usage.cached <= usage.input, f"{usage.cached} of {usage.input} tokens had been kept"

    def test_gives_json_on_some_rung(self, provider: Provider) -> None:
        """The ladder tries them in this order, and goes on only where it is told that a rung is unknown."""
        completion = _on_the_first_rung(provider)
        answer = json.loads(completion.text)
        assert isinstance(answer.get("name"), str), f"not of the schema: {completion.text!r}"
        assert isinstance(answer.get("turns"), int), f"not of the schema: {completion.text!r}"

    def test_failures_are_errors_of_ours(self, case: ProviderCase, provider: Provider) -> None:
        """Who asks decides by the kind of error whether to ask again, and shows its hint."""
        assert case.failing, "the case has no failing request"
        for kind, request in case.failing.items():
            with pytest.raises(ModelError) as caught:
                provider.complete(request)
            assert type(caught.value) is kind, f"{type(caught.value).__name__} instead of {kind.__name__}"
            assert str(caught.value).strip(), f"{kind.__name__} says nothing"
            assert caught.value.hint or not isinstance(caught.value, ModelStopped), f"{kind.__name__} has no hint"

    def test_shows_its_key_to_nobody(self, case: ProviderCase, provider: Provider) -> None:
        """Addresses, names and errors go into logs, records and bug reports."""
        if not case.key:
            return
        seen = [repr(provider), str(provider), provider.address, repr(getattr(provider, "__dict__", ""))]
        for request in case.failing.values():
            with pytest.raises(ModelError) as caught:
                provider.complete(request)
            error: BaseException | None = caught.value
            while error is not None:
                seen += [str(error), repr(error), repr(error.args), getattr(error, "hint", "")]
                error = error.__cause__ or (None if error.__suppress_context__ else error.__context__)
        assert not [text for text in seen if case.key in text], "the key is shown"

    def test_answers_several_threads(self, provider: Provider) -> None:
        """Chunks are written side by side."""
        with ThreadPoolExecutor(4) as pool:
            answers = list(pool.map(provider.complete, [TEXT_REQUEST] * 8))
        assert all(answer.text.strip() for answer in answers), "a thread got an empty answer"

    def test_can_be_closed_twice(self, case: ProviderCase) -> None:
        """Who tidies up need not know who did so before."""
        provider = case.make()
        provider.complete(TEXT_REQUEST)
        provider.close()
        provider.close()


def _on_the_first_rung(provider: Provider) -> Completion:
    for rung in Rung:
        try:
            return provider.complete(replace(JSON_REQUEST, rung=rung))
        except RungUnsupported:
            continue
    raise AssertionError("no rung gives JSON")
