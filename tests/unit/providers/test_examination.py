from __future__ import annotations

from typing import Any

import pytest
from asked_server import AskedServer, FakeClock

from conspectus.foundation.errors import AuthenticationFailed, ModelError, RungUnsupported, ServerFailed
from conspectus.providers.completion import Completion, CompletionRequest, Rung, Usage
from conspectus.providers.examination import ModelCheck, examine_model
from conspectus.providers.models import ModelOptions

OBJECT = '{"insects": ["bees"], "words": 3}'


def examine(server: AskedServer, **options: Any) -> dict[str, ModelCheck]:
    checks = list(
        examine_model(ModelOptions(model="shop:wise", **options), clock=FakeClock(), makers={"shop": server.make})
    )
    assert len({check.name for check in checks}) == len(checks)
    return {check.name: check for check in checks}


def test_a_model_that_can_do_everything() -> None:
    server = AskedServer(lambda request: OBJECT if request.rung else "ready")
    checks = examine(server)
    assert list(checks) == ["chat", "streaming", "structured output", "price"]
    assert all(check.ok for check in checks.values())
    assert checks["chat"].text == "shop:wise answers in 0.0 seconds, and says how many tokens it used."
    assert checks["structured output"].text == "JSON works by a JSON schema that the server enforces."
    assert "price is not known" in checks["price"].text
    assert [options.stream for options in server.made_with[:3]] == [False, True, False]
    assert len(server.requests) == 3


@pytest.mark.parametrize(
    "rung, words", [(Rung.JSON_OBJECT, "schema in words"), (Rung.TOOL, "tool call"), (Rung.PROMPT, "words alone")]
)
def test_the_way_of_asking_for_json_is_said(rung: Rung, words: str) -> None:
    def answer(request: CompletionRequest) -> str | Exception:
        if request.rung in (None, rung):
            return OBJECT
        return RungUnsupported("No.")

    assert words in examine(AskedServer(answer))["structured output"].text


def test_a_model_that_writes_no_json_is_well_otherwise() -> None:
    checks = examine(AskedServer("ready"))
    assert checks["chat"].ok
    assert not checks["structured output"].ok
    assert "No way of asking for JSON works" in checks["structured output"].text
    assert checks["structured output"].hint


def test_a_wrong_key_is_said_once_and_ends_the_checks() -> None:
    server = AskedServer(AuthenticationFailed("SHOP_KEY is wrong.", hint="Mend it."))
    checks = examine(server)
    assert list(checks) == ["model"]
    assert (checks["model"].ok, checks["model"].text, checks["model"].hint) == (False, "SHOP_KEY is wrong.", "Mend it.")
    assert len(server.requests) == 1


def test_a_server_that_is_down_is_said_of_each_thing_tried() -> None:
    checks = examine(AskedServer(ServerFailed("Nobody answers.", hint="Start it.")))
    assert [check.ok for check in checks.values()] == [False, False, False, True]
    assert checks["chat"].text == "Nobody answers."


def test_a_server_that_does_not_stream_or_tell_its_tokens() -> None:
    server = AskedServer("")

    def answer(request: CompletionRequest) -> Completion | ModelError:
        if server.made_with[-1].stream:
            return ServerFailed("The stream broke off.")
        return Completion(text=OBJECT, usage=Usage())

    server.steps = [answer]
    checks = examine(server)
    assert "does not say how many tokens" in checks["chat"].text
    assert checks["streaming"] == ModelCheck(name="streaming", ok=False, text="The stream broke off.", hint="")
    assert checks["structured output"].ok
