from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from asked_server import AskedServer, FakeClock, call, models_of, prices_in

from conspectus.foundation.cache import Cache
from conspectus.foundation.errors import ServerFailed, UnknownName, UsageError
from conspectus.foundation.events import Events
from conspectus.providers.completion import Message
from conspectus.providers.models import ModelOptions, Models, split_label
from conspectus.providers.prices import Price
from conspectus.providers.structured_output import schema_of


def test_each_task_has_its_model_and_clients_are_shared() -> None:
    shop, mill = AskedServer("from the shop"), AskedServer("from the mill", address="http://mill")
    models = models_of(shop, others={"mill": mill}, for_task={"extract": "mill:small", "merge": "shop:wise"})
    assert models.names == "shop:wise, mill:small"
    assert models.for_task("write").ask(call()).text == "from the shop"
    assert models.for_task("extract").ask(call(task="extract")).text == "from the mill"
    assert models.for_task("merge") is models.for_task("write")
    assert mill.requests[0].model == "small"
    assert list(models.usage_by_task()) == ["extract", "write_chunk"]


def test_the_address_and_the_key_file_are_for_the_default_provider_alone() -> None:
    shop, mill = AskedServer("a"), AskedServer("b")
    models = models_of(
        shop,
        others={"mill": mill},
        for_task={"extract": "mill:small", "merge": "shop:other"},
        base_url="http://127.0.0.1:1/v1",
        key_file="key",
        environment={"SHOP_KEY": "sesame"},
        timeout=7.0,
        stream=True,
    )
    models.for_task("write")
    models.for_task("merge")
    assert mill.made_with == []  # on first use, so that no other key is asked for
    models.for_task("extract")
    (of_shop,), (of_mill,) = shop.made_with, mill.made_with
    assert (of_shop.base_url, of_shop.key_file) == ("http://127.0.0.1:1/v1", "key")
    assert (of_mill.base_url, of_mill.key_file) == ("", "")
    assert (of_shop.timeout, of_shop.stream, of_shop.environment) == (7.0, True, {"SHOP_KEY": "sesame"})
    models.close()
    assert shop.closed
    assert mill.closed


def test_options_do_not_show_the_keys_of_the_environment() -> None:
    assert "sesame" not in repr(ModelOptions(model="a:b", environment={"SHOP_KEY": "sesame"}))


@pytest.mark.parametrize("label", ["gpt-4o", ":x", "openai:", ""])
def test_a_model_is_named_with_its_provider(label: str) -> None:
    with pytest.raises(UsageError, match="does not name a model"):
        split_label(label)
    assert split_label("ollama:llama3:8b") == ("ollama", "llama3:8b")


def test_what_cannot_be_is_said_before_anything_is_sent(tmp_path: Path) -> None:
    server = AskedServer("a")
    with pytest.raises(UnknownName, match="no provider called 'shoop'") as unknown:
        models_of(server, model="shoop:wise")
    assert "openai" in unknown.value.hint
    with pytest.raises(UsageError, match="No model is named for write") as unnamed:
        models_of(server, model="", for_task={"extract": "shop:wise"}).for_task("write")
    assert "--model-for write=PROVIDER:NAME" in unnamed.value.hint
    with pytest.raises(UsageError, match="price of shop:wise is not known") as unpriced:
        models_of(server, max_cost=1.0)
    assert "--prices" in unpriced.value.hint
    models_of(server, max_cost=1.0, prices_file=prices_in(tmp_path))
    for wrong in ({"retries": -1}, {"max_calls": -1}, {"timeout": 0}, {"side_by_side": 0}, {"max_cost": float("nan")}):
        with pytest.raises(UsageError, match=f"{next(iter(wrong))} is "):
            models_of(server, prices_file=prices_in(tmp_path), **wrong)
    assert server.made_with == []


def test_prices_are_known_by_label(tmp_path: Path) -> None:
    models = models_of(AskedServer("a"), prices_file=prices_in(tmp_path))
    assert models.price_of("shop:wise") == Price(input=1e6, cached_input=1e5, output=1e7)
    assert models.price_of("shop:other") is None
    assert models_of(AskedServer("a")).prices_noted
    models = models_of(AskedServer("a"))
    models.for_task("t").ask(call())
    assert models.usage().cost is None


def test_tokens_are_counted_with_the_schema_where_there_is_one() -> None:
    from pydantic import BaseModel

    class Found(BaseModel):
        words: list[str]

    client = models_of(AskedServer("a")).for_task("t")
    messages = [Message("user", "Bees dance.")]
    assert client.count_tokens(messages) == 3 + 4 + 3
    assert client.count_tokens(messages, answer=Found) > 20
    assert client.counts_with == "estimate"
    assert schema_of(Found) is schema_of(Found)


def test_models_of_one_server_share_its_pace() -> None:
    clock = FakeClock()
    models = models_of(AskedServer("a"), clock=clock, requests_per_minute=30, for_task={"merge": "shop:other"})
    for number, task in enumerate(("write", "merge", "write")):
        models.for_task(task).ask(call(str(number)))
    assert clock.time == 104.0


def test_answers_are_recorded_for_replay_whole_and_replayed_alike(tmp_path: Path) -> None:
    record = tmp_path / "answers.jsonl"
    cache = Cache(tmp_path / "cache.sqlite")
    models_of(AskedServer("They do."), cache=cache).for_task("t").ask(call())
    server = AskedServer("They do.", "So do ants.")
    models = models_of(server, cache=cache, record=str(record))
    answers = [models.for_task("t").ask(call(text)).text for text in ("Do bees dance?", "Do ants?")]
    models.close()
    # What was kept is not paid again, and is in the record all the same.
    assert len(server.requests) == 1
    replayed = Models(ModelOptions(model=f"replay:{record}"), cache=None, events=Events())
    assert [replayed.for_task("t").ask(call(text)).text for text in ("Do bees dance?", "Do ants?")] == answers
    assert replayed.usage().tokens == models.usage().tokens
    assert replayed.usage().cost == 0.0


def test_importing_the_client_loads_no_sdk_and_nothing_heavy() -> None:
    code = (
        "import sys, time\n"
        "import conspectus.providers.models, conspectus.providers.examination\n"
        "heavy = {'openai', 'anthropic', 'pydantic', 'sqlite3', 'tiktoken', 'httpx', 'httpx2', 'numpy', 'requests'}\n"
        "print(sorted(heavy & set(sys.modules)))\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, env={**os.environ})
    assert done.stdout.strip() == "[]"


def test_doubles_never_open_the_cache(tmp_path: Path) -> None:
    def refuse() -> Cache:
        raise AssertionError("opened")

    server = AskedServer("They do.", is_local_double=True)
    models = Models(
        ModelOptions(model="shop:wise"), cache=refuse, events=Events(), clock=FakeClock(), makers={"shop": server.make}
    )
    assert models.for_task("t").ask(call()).text == "They do."


def test_a_run_with_a_record_pays_for_nothing_twice_and_records_all(tmp_path: Path) -> None:
    cache = Cache(tmp_path / "cache.sqlite")
    questions = ("Do bees dance?", "Do ants?", "Do bees dance?")
    accounts = []
    for number, server in enumerate((AskedServer("They do.", "", "So do ants."), AskedServer(ServerFailed("Down.")))):
        record = tmp_path / f"{number}.jsonl"
        models = models_of(server, cache=cache, record=str(record))
        assert [models.for_task("t").ask(call(each)).text for each in questions] == [
            "They do.",
            "So do ants.",
            "They do.",
        ]
        assert len(server.requests) == (3, 0)[number]
        accounts.append(models.usage().tokens)
        models.close()
        replayed = Models(ModelOptions(model=f"replay:{record}"), cache=None, events=Events())
        assert [replayed.for_task("t").ask(call(each)).text for each in questions] == [
            "They do.",
            "So do ants.",
            "They do.",
        ]
        accounts.append(replayed.usage().tokens)
    assert len((tmp_path / "1.jsonl").read_text("utf-8").splitlines()) == 2
    assert len(set(accounts)) == 1
