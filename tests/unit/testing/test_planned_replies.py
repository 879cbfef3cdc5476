from __future__ import annotations

import json
from dataclasses import replace

import pytest

from conspectus.providers.completion import CompletionRequest, Message, Rung
from conspectus.testing.planned_replies import Refusal, key_of, refuse_by_fault, refuse_by_plan, reply_to
from conspectus.testing.server_plan import Fault, ServerPlan

ASKED = CompletionRequest(model="m", messages=(Message("user", "Bees [p1] dance [p2]."),), max_output_tokens=7)
JSON = replace(ASKED, schema={"type": "object", "properties": {"n": {"type": "integer"}}}, rung=Rung.JSON_SCHEMA)


def refusal(
    plan: ServerPlan, request: CompletionRequest, body: dict[str, object] | None = None, key: str = ""
) -> Refusal:
    with pytest.raises(Refusal) as caught:
        refuse_by_plan(plan, body or {}, request, key)
    return caught.value


def test_a_plan_without_wishes_refuses_nothing() -> None:
    refuse_by_plan(ServerPlan(), {"max_tokens": 1, "temperature": 0}, JSON, "")


def test_what_a_plan_refuses() -> None:
    assert refusal(ServerPlan(key="k"), ASKED, key="j").status == 401
    assert refusal(ServerPlan(models=("n",)), ASKED).status == 404
    assert refusal(ServerPlan(temperature=False), ASKED, {"temperature": 0}).param == "temperature"
    limited = refusal(ServerPlan(limit_field="max_completion_tokens"), ASKED, {"max_tokens": 1})
    assert "max_completion_tokens" in limited.message
    assert refusal(ServerPlan(context_tokens=3), ASKED).code == "context_length_exceeded"
    assert refusal(ServerPlan(rungs=("tool",)), JSON).status == 400
    assert refusal(ServerPlan(rungs=("tool",), rung_refusal="500"), JSON).message == "Internal Server Error"
    refuse_by_plan(ServerPlan(rungs=("tool",), rung_refusal="ignore"), {}, JSON, "")


def test_faults_that_are_error_answers() -> None:
    for wait, header in ((3, "3"), (None, None), ("date:5", "GMT")):
        with pytest.raises(Refusal) as caught:
            refuse_by_fault(Fault(kind="rate_limited", retry_after=wait))
        assert caught.value.status == 429
        assert (header is None) is (caught.value.headers == {})
        assert header is None or header in caught.value.headers["Retry-After"]
    with pytest.raises(Refusal) as caught:
        refuse_by_fault(Fault(kind="server_error", status=503))
    assert caught.value.status == 503
    refuse_by_fault(Fault(kind="empty"))
    refuse_by_fault(None)


def test_answers_and_how_they_are_spoilt() -> None:
    def text(request: CompletionRequest, fault: Fault | None = None, **plan: str) -> object:
        return reply_to(ServerPlan(**plan), request, fault).text  # type: ignore[arg-type]

    assert text(ASKED) == "Echo: Bees [p1] dance [p2]."
    assert text(JSON) == '{"n": 0}'
    assert text(ASKED, answers="Always this.") == "Always this."
    assert text(ASKED, Fault(kind="empty")) == ""
    assert text(ASKED, Fault(kind="truncated")) == "Echo: Bees [p"
    assert text(ASKED, Fault(kind="wrong_types")) == 7
    assert text(ASKED, Fault(kind="invented_handles")) == "Echo: Bees [p1] dance [p9002]."
    assert text(JSON, Fault(kind="broken_json", how="missing_brace")) == '{"n": 0'
    assert text(JSON, Fault(kind="wrong_types")) == '{"n": [0]}'
    assert "Verfahren" in str(text(ASKED, Fault(kind="other_language")))
    assert json.loads(str(text(JSON, Fault(kind="other_language")))) == {"n": 0}
    assert text(ASKED, Fault(kind="refusal_field")) is None
    assert reply_to(ServerPlan(), ASKED, Fault(kind="refusal_field")).refusal
    assert reply_to(ServerPlan(), ASKED, Fault(kind="truncated")).finish == "length"
    assert reply_to(ServerPlan(finish=False), ASKED, None).finish is None
    assert reply_to(ServerPlan(cached_tokens=999), ASKED, None).cached == reply_to(ServerPlan(), ASKED, None).input


def test_the_scholar_answers_if_the_plan_says_so() -> None:
    assert str(reply_to(ServerPlan(answers="scholar"), ASKED, None).text).strip()


def test_where_a_key_stands() -> None:
    assert key_of({"authorization": "Bearer k"}) == key_of({"x-api-key": "k"}) == key_of({"api-key": "k"}) == "k"
    assert key_of({"accept": "k"}) == ""
