from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from pydantic import ValidationError

from conspectus.foundation.errors import UsageError
from conspectus.foundation.settings import load_settings


@pytest.fixture(autouse=True)
def no_user_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("platformdirs.user_config_dir", lambda *_: str(tmp_path / "nowhere"))


@pytest.fixture
def user_file(tmp_path: Path) -> Path:
    path = tmp_path / "conspectus.toml"
    path.write_text("[review]\nchunk_size = 4\nexperts = 4\nrelations = 4\n", encoding="utf-8")
    return path


def test_each_layer_wins_over_the_one_below(user_file: Path) -> None:
    bare = load_settings(environment={}).review
    settings = load_settings(
        user_file=user_file,
        environment={"CONSPECTUS_REVIEW_EXPERTS": "5", "CONSPECTUS_REVIEW_RELATIONS": "5"},
        arguments={"review.relations": 6},
    ).review
    assert (bare.chunk_size, bare.experts, bare.relations) == (3, 3, 32)
    assert (settings.chunk_size, settings.experts, settings.relations) == (4, 5, 6)
    assert settings.minigraph == bare.minigraph  # what no layer names keeps its default


def test_the_published_parameters_are_the_defaults() -> None:
    review = load_settings(environment={}).review
    assert (review.chunk_size, review.experts, review.relations) == (3, 3, 32)
    assert (review.minigraph, review.merge, review.router) == ("chain", "replace", "rouge1_recall")


def test_arguments_that_were_not_given_do_not_count(user_file: Path) -> None:
    settings = load_settings(user_file=user_file, environment={}, arguments={"review.experts": None})
    assert settings.review.experts == 4


def test_the_config_variable_names_the_user_file(user_file: Path) -> None:
    assert load_settings(environment={"CONSPECTUS_CONFIG": str(user_file)}).review.experts == 4


def test_the_file_of_the_user_configuration_folder_is_read(user_file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("platformdirs.user_config_dir", lambda *_: str(user_file.parent))
    assert load_settings(environment={}).review.experts == 4


def test_a_byte_order_mark_does_not_spoil_the_file(tmp_path: Path) -> None:
    path = tmp_path / "windows.toml"
    path.write_bytes(b"\xef\xbb\xbf[review]\r\nexperts = 7\r\n")
    assert load_settings(user_file=path, environment={}).review.experts == 7


def test_short_variables_name_the_library_and_the_cache() -> None:
    settings = load_settings(environment={"CONSPECTUS_LIBRARY": "/a/b", "CONSPECTUS_CACHE": "/c"})
    assert (settings.library.folder, settings.cache.folder) == ("/a/b", "/c")


def test_a_key_with_an_underscore_is_reached_from_the_environment() -> None:
    assert load_settings(environment={"CONSPECTUS_LIBRARY_LOCK_TIMEOUT": "1.5"}).library.lock_timeout == 1.5


def test_variables_of_others_and_of_unknown_sections_are_let_be() -> None:
    plain = load_settings(environment={})
    assert load_settings(environment={"HOME": "/x", "REVIEW_EXPERTS": "9", "CONSPECTUS_TOKEN_X": "y"}) == plain


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("CONSPECTUS_REVIEW_CHUNKSIZE", "4"),  # misspelt key of a known section
        ("CONSPECTUS_REVIEW", "4"),
        ("CONSPECTUS_REVIEW_CHUNK_SIZE", "0"),
        ("CONSPECTUS_REVIEW_CHUNK_SIZE", "three"),
        ("CONSPECTUS_REVIEW_CHUNK_SIZE", "2.5"),
        ("CONSPECTUS_REVIEW_CHUNK_SIZE", ""),
        ("CONSPECTUS_REVIEW_MINIGRAPH", "ring"),
        ("CONSPECTUS_ENGINE_SEED", "-1"),
        ("CONSPECTUS_LIBRARY_LOCK_TIMEOUT", "nan"),
    ],
)
def test_a_bad_variable_is_reported_with_its_place_and_the_manual(name: str, value: str) -> None:
    with pytest.raises(UsageError) as caught:
        load_settings(environment={name: value})
    section = name.split("_")[1].lower()
    assert f"Setting {section}" in str(caught.value)
    assert "docs/reference/settings.md" in caught.value.hint


@pytest.mark.parametrize(
    "text",
    [
        "[review]\nexpert = 3\n",
        "[revue]\nexperts = 3\n",
        "[review]\nexperts = -3\n",
        "experts = 3\n",
        "[[review]]\nexperts = 3\n",
        "[review]\nexperts = [3]\n",
    ],
)
def test_a_bad_file_is_reported_with_the_manual(tmp_path: Path, text: str) -> None:
    path = tmp_path / "bad.toml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(UsageError) as caught:
        load_settings(user_file=path, environment={})
    assert "docs/reference/settings.md" in caught.value.hint


@pytest.mark.parametrize("content", [b"[review\n", b"\xff\xfe\x00", b"a = 1\na = 2\n"])
def test_a_file_that_is_no_toml_is_named(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "broken.toml"
    path.write_bytes(content)
    with pytest.raises(UsageError, match=r"broken\.toml") as caught:
        load_settings(user_file=path, environment={})
    assert caught.value.hint


def test_a_named_file_that_is_missing_is_an_error_and_not_a_default(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=r"gone\.toml"):
        load_settings(environment={"CONSPECTUS_CONFIG": str(tmp_path / "gone.toml")})


@pytest.mark.parametrize("arguments", [{"review.expert": 3}, {"experts": 3}, {"review.experts": 0}])
def test_a_bad_argument_is_reported(arguments: dict[str, Any]) -> None:
    with pytest.raises(UsageError):
        load_settings(environment={}, arguments=arguments)


def test_settings_cannot_be_changed_afterwards() -> None:
    settings = load_settings(environment={})
    with pytest.raises(ValidationError):
        settings.review.experts = 9
