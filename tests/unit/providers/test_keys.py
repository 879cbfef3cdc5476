from __future__ import annotations

import os
import pickle
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from conspectus.foundation.errors import AuthenticationFailed, UsageError
from conspectus.providers.completion import Completion, ProviderOptions, Usage
from conspectus.providers.keys import HIDDEN, Key, find_key, harmless_answer, is_loopback, key_place, scrub_masked

TEXT = "sk-made-up-0123456789"
posix = pytest.mark.skipif(os.name != "posix", reason="permissions of this kind are POSIX")


def options(*, key_file: str = "", **environment: str) -> ProviderOptions:
    return ProviderOptions(environment=environment, key_file=key_file)


def key_file(folder: Path, content: str, mode: int = 0o600) -> str:
    path = folder / "key"
    path.write_text(content)
    path.chmod(mode)
    return str(path)


def test_a_key_is_shown_by_nothing() -> None:
    key = Key(TEXT)
    assert TEXT not in f"{key} {key!r} {[key]}"
    assert not hasattr(key, "__dict__")
    with pytest.raises(TypeError):
        pickle.dumps(key)
    assert key.reveal() == TEXT


@pytest.mark.parametrize(
    "said, shown",
    [
        (f"Bad key {TEXT}.", f"Bad key {HIDDEN}."),
        ("Incorrect API key provided: sk-made*******6789. See.", f"Incorrect API key provided: {HIDDEN} See."),
        ("key ends in 456789, sorry", f"key ends in {HIDDEN} sorry"),
        ("the model is fine", "the model is fine"),
        ("someone else's sk-other-key-value", f"someone else's {HIDDEN}"),
    ],
)  # fmt: skip
def test_what_servers_say_of_a_key_is_blotted_out(said: str, shown: str) -> None:
    assert Key(TEXT).scrub(said) == shown


@given(st.text(st.characters(codec="ascii", categories=["L", "N"]), min_size=6, max_size=40), st.text(), st.text())
def test_no_scrubbed_text_holds_the_key(key: str, before: str, after: str) -> None:
    if key not in HIDDEN:
        assert key not in Key(key).scrub(before + key + after)


def test_without_a_key_masked_keys_of_others_go_too() -> None:
    assert scrub_masked("Wrong: gsk_abcd****efgh") == f"Wrong: {HIDDEN}"
    assert scrub_masked("Wait for it...") == "Wait for it..."


def test_only_the_named_variable_is_looked_at() -> None:
    key = find_key(options(OPENAI_API_KEY="a-key", GROQ_API_KEY=" mine\n"), "GROQ_API_KEY", needed=True)
    assert key is not None
    assert key.reveal() == "mine"
    assert find_key(options(OPENAI_API_KEY="a-key"), "GROQ_API_KEY", needed=False) is None


def test_a_missing_key_names_the_variable() -> None:
    with pytest.raises(AuthenticationFailed, match="GROQ_API_KEY is not set") as caught:
        find_key(options(OPENAI_API_KEY="a-key"), "GROQ_API_KEY", needed=True)
    assert "--key-file" in caught.value.hint


def test_a_key_file_goes_before_the_variable(tmp_path: Path) -> None:
    chosen = options(key_file=key_file(tmp_path, f"\ufeff{TEXT}\n"), OPENAI_API_KEY="other")
    key = find_key(chosen, "OPENAI_API_KEY", needed=True)
    assert key is not None
    assert key.reveal() == TEXT
    assert key_place(chosen, "OPENAI_API_KEY").startswith("the key file ")
    assert key_place(options(), "OPENAI_API_KEY") == "the environment variable OPENAI_API_KEY"


@posix
@pytest.mark.parametrize("mode", [0o640, 0o604, 0o660, 0o601])
def test_a_key_file_that_others_can_use_is_refused(tmp_path: Path, mode: int) -> None:
    with pytest.raises(UsageError, match="can be read by others") as caught:
        find_key(options(key_file=key_file(tmp_path, TEXT, mode)), "OPENAI_API_KEY", needed=True)
    assert "chmod 600" in caught.value.hint
    assert TEXT not in str(caught.value)


@pytest.mark.parametrize("content", ["", " \n", "two words", "clé-secrète", "one\ntwo"])
def test_what_cannot_be_a_key_is_said_without_showing_it(tmp_path: Path, content: str) -> None:
    with pytest.raises(AuthenticationFailed) as caught:
        find_key(options(key_file=key_file(tmp_path, content)), "OPENAI_API_KEY", needed=True)
    assert not content.strip() or content not in str(caught.value) + caught.value.hint


def test_key_files_that_cannot_be_read(tmp_path: Path) -> None:
    for path in (tmp_path / "none", tmp_path):
        with pytest.raises(UsageError) as caught:
            find_key(options(key_file=str(path)), "OPENAI_API_KEY", needed=False)
        assert caught.value.hint
    with pytest.raises(UsageError, match="too large"):
        find_key(options(key_file=key_file(tmp_path, "k" * 20_000)), "OPENAI_API_KEY", needed=False)


@pytest.mark.parametrize(
    "url, here",
    [
        ("http://127.0.0.1:8000/v1", True),
        ("http://127.9.9.9", True),
        ("http://localhost/v1", True),
        ("http://[::1]:8000", True),
        ("http://127.0.0.1.evil.example/v1", False),
        ("http://localhost.example", False),
        ("http://192.168.0.4:8000/v1", False),
        ("https://api.example.org/v1", False),
    ],
)
def test_loopback_addresses(url: str, here: bool) -> None:
    assert is_loopback(url) is here


def test_an_answer_shows_neither_the_key_nor_half_a_character() -> None:
    key = Key("sk-made-up-for-this-test")
    answer = Completion(text="The key is sk-made-up-for-this-test, \ud800and 😀 stays.", usage=Usage())
    assert harmless_answer(answer, key).text == "The key is [key], \ufffdand 😀 stays."
    plain = Completion(text="Nothing to hide.", usage=Usage())
    assert harmless_answer(plain, key) is plain
    assert harmless_answer(answer, None).text.startswith("The key is sk-made-up")


def test_a_word_that_stands_for_a_key_is_no_secret() -> None:
    answer = Completion(text="An ollama is no llama.", usage=Usage())
    assert harmless_answer(answer, Key("ollama")) is answer


def test_a_key_is_hidden_within_json_and_in_the_name_of_the_model() -> None:
    answer = Completion(text='{"said": "made\\\\up\\"key"}', usage=Usage(), model='m-made\\up"key')
    found = harmless_answer(answer, Key('made\\up"key'))
    assert (found.text, found.model) == ('{"said": "[key]"}', "m-[key]")
