from __future__ import annotations

from pathlib import Path

import pytest

from conspectus.foundation.errors import UsageError
from conspectus.providers import PROVIDERS
from conspectus.providers.completion import Usage
from conspectus.providers.prices import FREE, FREE_PROVIDERS, Price, load_prices


def test_a_call_costs_its_tokens_and_kept_input_its_own_price() -> None:
    price = Price(input=2.0, cached_input=0.5, output=8.0)
    # (1000 - 400) * 2 + 400 * 0.5 + 100 * 8 = 2200 dollars for a million tokens each.
    assert price.cost(Usage(input=1000, cached=400, output=100)) == pytest.approx(0.0022)
    assert price.worst(1000, 100) == pytest.approx(0.0028)


@pytest.mark.parametrize(
    "model, output",
    [
        ("gpt-4o", 10.0),
        ("gpt-4o-2024-08-06", 10.0),
        ("gpt-4o-2024-05-13", 15.0),
        ("gpt-4o-mini-2024-07-18", 0.6),
        ("gpt-4.1-nano", 0.4),
        ("gpt-3.5-turbo-0125", 1.5),
        ("gpt-4o-realtime", None),
        ("gpt-4", None),
        ("gpt-4om", None),
        ("any", None),
    ],
)
def test_dates_and_builds_belong_to_a_model_and_other_names_do_not(model: str, output: float | None) -> None:
    price = load_prices().price_of("openai", model)
    assert (price.output if price else None) == output


def test_a_new_generation_is_not_billed_as_the_old_one() -> None:
    prices = load_prices()
    old = prices.price_of("anthropic", "claude-opus-4-20250514")
    assert old is not None
    assert old.output == 75.0
    assert prices.price_of("anthropic", "claude-opus-4-9") is None


def test_servers_of_ones_own_are_free_and_unknown_ones_unknown() -> None:
    prices = load_prices()
    assert prices.price_of("ollama", "llama3:8b") is FREE
    assert prices.price_of("openrouter", "some/model") is None
    assert prices.noted >= "2025-01-01"
    assert FREE_PROVIDERS | set(prices.by_provider) <= set(PROVIDERS.names())


def test_a_file_of_ones_own_overrides_name_by_name(tmp_path: Path) -> None:
    file = tmp_path / "prices.toml"
    file.write_text(
        'noted = 2026-01-01\n[openai]\n"gpt-4o" = {input = 1, output = 2}\n[openrouter]\n"some/*" = '
        "{input = 3, cached = 1, output = 4}\n[ollama]\nllama3 = {input = 0.5, output = 0.5}\n",
        "utf-8",
    )
    prices = load_prices(str(file))
    assert prices.price_of("openai", "gpt-4o-2024-08-06") == Price(input=1.0, cached_input=1.0, output=2.0)
    assert prices.price_of("openrouter", "some/model-70b") == Price(input=3.0, cached_input=1.0, output=4.0)
    assert prices.price_of("ollama", "llama3") == Price(input=0.5, cached_input=0.5, output=0.5)
    assert prices.price_of("openai", "gpt-4o-mini") == load_prices().price_of("openai", "gpt-4o-mini")


@pytest.mark.parametrize(
    "content, said",
    [
        ("[openai", "cannot be read"),
        ("openai = 3", "openai is not a table of prices"),
        ('[openai]\n"x" = 3', "openai x: a price has input and output"),
        ('[openai]\n"x" = {input = 1}', "openai x: a price has input and output"),
        ('[openai]\n"x" = {input = 1, output = 2, batch = 1}', "may have cached"),
        ('[openai]\n"x" = {input = -1, output = 2}', "input is not a number of dollars: -1"),
        ('[openai]\n"x" = {input = nan, output = 2}', "input is not a number of dollars"),
        ('[openai]\n"x" = {input = 1, output = "2"}', "output is not a number of dollars: '2'"),
        ('[openai]\n"x" = {input = true, output = 2}', "input is not a number of dollars"),
    ],
)
def test_a_file_that_is_wrong_is_refused_in_words(tmp_path: Path, content: str, said: str) -> None:
    file = tmp_path / "prices.toml"
    file.write_text(content, "utf-8")
    with pytest.raises(UsageError, match=said) as caught:
        load_prices(str(file))
    assert "gpt-4o" in caught.value.hint
    with pytest.raises(UsageError, match="cannot be read"):
        load_prices(str(tmp_path / "none.toml"))
