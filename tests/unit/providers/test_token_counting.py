from __future__ import annotations

import hashlib
import sys
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from conspectus.providers import token_counting
from conspectus.providers.completion import Message
from conspectus.providers.token_counting import counter_for, estimate_tokens

PROSE = (
    "Honeybees tell their nestmates where nectar is to be found by dancing on the comb. The angle of the dance "
    "against the vertical gives the direction of the flowers from the sun, and its length gives the distance. We "
    "measured 214 dances of three colonies over two summers, and compared them with the places at which the "
    "dancers had been seen. Directions were right within ten degrees in most cases, whereas distances were "
    "systematically underestimated when the flight had crossed water. These results suggest that the visual flow "
    "experienced on the way serves as an odometer, and that monotonous surfaces deprive the bees of it."
)


@pytest.mark.parametrize(
    "text, tokens",
    [
        ("", 0),
        ("bees", 1),
        ("Bees dance.", 3),
        ("bibliometrics", 3),  # 1 + (13 - 6) / 6 = 2.17
        ("1234567", 3),  # 123 456 7
        ("a\n\nb", 3),
        ("x = y;", 4),
        ("蜜蜂", 2),
        ("пчела", 2),  # 5 / 2.5
        ("🐝", 2),
    ],
)
def test_each_kind_of_text_counts_as_documented(text: str, tokens: int) -> None:
    assert estimate_tokens(text) == tokens


def test_english_prose_has_the_known_characters_a_token() -> None:
    assert 4.0 <= len(PROSE) / estimate_tokens(PROSE) <= 5.0
    assert 0.65 <= len(PROSE.split()) / estimate_tokens(PROSE) <= 0.9


def test_symbols_and_numbers_take_more_tokens_than_prose() -> None:
    json = '{"head": "bees", "relation": "part-of", "share": 0.25, "ids": [12, 345, 6789]}'
    assert len(json) / estimate_tokens(json) < 3.5
    assert estimate_tokens("3.14159, 2.71828, 1.41421") > estimate_tokens("three words of prose text")


@settings(deadline=None)
@given(st.text(max_size=60), st.text(max_size=60))
def test_an_estimate_never_shrinks_as_a_text_grows_by_a_line(first: str, second: str) -> None:
    both = estimate_tokens(f"{first}\n{second}")
    assert both >= max(estimate_tokens(first), estimate_tokens(second)) - 1
    assert both == estimate_tokens(f"{first}\n{second}")
    assert both <= estimate_tokens(first) + estimate_tokens(second) + 1


def test_messages_cost_a_little_more_than_their_words() -> None:
    counter = counter_for("llama3:8b")
    assert counter.name == "estimate"
    # 3 for the request, and 4 with 1 and 3 tokens of text for the messages.
    assert counter.count_messages([Message("system", "Bees"), Message("user", "Bees dance.")]) == 3 + 5 + 7


def test_tiktoken_is_not_asked_where_its_table_is_missing_or_damaged(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TIKTOKEN_CACHE_DIR", str(tmp_path))
    monkeypatch.setitem(sys.modules, "tiktoken", None)  # importing it would raise
    token_counting._tiktoken_counter.cache_clear()
    assert counter_for("gpt-4o-mini").name == "estimate"
    table = token_counting._TABLES["o200k_base"]
    (tmp_path / table.file).write_bytes(b"half a table")
    token_counting._tiktoken_counter.cache_clear()
    assert counter_for("gpt-4o-mini").name == "estimate"
    assert (tmp_path / table.file).read_bytes() == b"half a table"
    token_counting._tiktoken_counter.cache_clear()


def test_tiktoken_counts_where_its_table_is_whole(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    class Encoding:
        def encode_ordinary(self, text: str) -> list[int]:
            return list(range(7))

    class Package:
        __spec__ = object()

        @staticmethod
        def get_encoding(name: str) -> Encoding:
            assert name == "cl100k_base"
            return Encoding()

    content = b"YQ== 0\n"
    whole = token_counting._Table(file="table", sha256=hashlib.sha256(content).hexdigest(), prefixes=("gpt-4",))
    (tmp_path / "table").write_bytes(content)
    monkeypatch.setenv("TIKTOKEN_CACHE_DIR", str(tmp_path))
    monkeypatch.setitem(token_counting._TABLES, "cl100k_base", whole)
    monkeypatch.setitem(sys.modules, "tiktoken", Package)  # type: ignore[arg-type]
    token_counting._tiktoken_counter.cache_clear()
    counter = counter_for("gpt-4-turbo")
    assert (counter.name, counter.count("Bees dance.")) == ("tiktoken cl100k_base", 7)
    token_counting._tiktoken_counter.cache_clear()


def test_the_files_are_those_that_tiktoken_looks_for() -> None:
    tiktoken = pytest.importorskip("tiktoken_ext.openai_public", reason="tiktoken is optional")
    source = Path(tiktoken.__file__).read_text("utf-8")
    for name, table in token_counting._TABLES.items():
        (address,) = {part for part in source.split('"') if part.endswith(f"/{name}.tiktoken")}
        assert hashlib.sha1(address.encode()).hexdigest() == table.file
        assert table.sha256 in source
