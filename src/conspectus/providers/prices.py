"""What models cost: a packaged table that a user's file overrides; what is not in them is unknown, never guessed."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from conspectus.foundation.errors import UsageError
from conspectus.providers.completion import Usage

FREE_PROVIDERS = frozenset({"ollama", "vllm", "llamacpp", "lmstudio", "scripted", "replay"})
"""Servers of one's own, and doubles."""

# What may follow a listed name without making it another model: dates and builds ("-20250514", "-001"), "latest".
# One or two digits may be a new generation with a price of its own ("claude-opus-4-5").
_SAME_MODEL = re.compile(
    r"(?:[-@:](?:\d{4}-\d\d-\d\d|\d{8}|\d{3,4}|latest|(?:preview|exp)(?:-\d\d-\d\d(?:\d\d)?)?))*\Z"
)
_HINT = (
    'A prices file has tables by provider, such as [openai] with "gpt-4o" = {input = 2.5, cached = 1.25, output = 10}.'
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Price:
    """US dollars for a million tokens: read, read again from the server's own store, and written."""

    input: float
    cached_input: float
    output: float

    def cost(self, usage: Usage) -> float:
        """Gives the US dollars of a call."""
        cached = min(usage.cached, usage.input)
        dollars = (usage.input - cached) * self.input + cached * self.cached_input + usage.output * self.output
        return dollars / 1e6

    def worst(self, input_tokens: int, output_tokens: int) -> float:
        """Gives the most US dollars that a call with so many tokens can cost."""
        return (input_tokens * max(self.input, self.cached_input) + output_tokens * self.output) / 1e6


FREE = Price(input=0.0, cached_input=0.0, output=0.0)


@dataclass(frozen=True, slots=True, kw_only=True)
class PriceTable:
    """Prices by provider and name; ``noted`` is the day on which the packaged ones were looked up."""

    by_provider: Mapping[str, Mapping[str, Price]]
    noted: str = ""

    def price_of(self, provider: str, name: str) -> Price | None:
        """Gives the price of a model, None if it is not known.

        The longest listed name that the model's begins with counts, if what follows is a date or version;
        "gpt-4o-2024-08-06" is a "gpt-4o", "gpt-4o-mini" is not. A listed name that ends in ``*`` stands for
        all that begin so.
        """
        listed = self.by_provider.get(provider, {})
        fitting = [key for key in listed if _fits(key, name)]
        if fitting:
            return listed[max(fitting, key=lambda key: len(key.rstrip("*")))]
        return FREE if provider in FREE_PROVIDERS else None


def _fits(key: str, name: str) -> bool:
    stem = key.rstrip("*")
    return name.startswith(stem) and (key.endswith("*") or _SAME_MODEL.match(name[len(stem) :]) is not None)


def load_prices(file: str = "") -> PriceTable:
    """Gives the packaged prices, overridden name by name by those of a TOML file of the same form.

    Raises:
        UsageError: The file cannot be read, or does not have the form.
    """
    import tomllib
    from importlib import resources

    packaged = tomllib.loads((resources.files("conspectus.providers") / "prices.toml").read_text("utf-8"))
    noted = str(packaged.pop("noted"))
    tables = _checked(packaged, "prices.toml")
    if file:
        try:
            own = tomllib.loads(Path(file).expanduser().read_text("utf-8-sig"))
        except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
            raise UsageError(f"The prices file {file} cannot be read: {error}.", hint=_HINT) from None
        own.pop("noted", None)
        for provider, prices in _checked(own, file).items():
            tables[provider] = {**tables.get(provider, {}), **prices}
    return PriceTable(by_provider=tables, noted=noted)


def _checked(content: Mapping[str, Any], file: str) -> dict[str, dict[str, Price]]:
    tables: dict[str, dict[str, Price]] = {}
    for provider, entries in content.items():
        if not isinstance(entries, Mapping):
            raise UsageError(f"{file}: {provider} is not a table of prices.", hint=_HINT)
        tables[provider] = {name: _price(entry, f"{file}: {provider} {name}") for name, entry in entries.items()}
    return tables


def _price(entry: Any, place: str) -> Price:
    if not isinstance(entry, Mapping) or not {"input", "output"} <= set(entry) <= {"input", "cached", "output"}:
        raise UsageError(f"{place}: a price has input and output, and may have cached.", hint=_HINT)
    values = dict(entry)
    for key, value in values.items():
        if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value < 1e9:
            raise UsageError(f"{place}: {key} is not a number of dollars: {value!r}.", hint=_HINT)
    return Price(
        input=float(values["input"]),
        cached_input=float(values.get("cached", values["input"])),
        output=float(values["output"]),
    )
