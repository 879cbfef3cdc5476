from __future__ import annotations

from importlib import resources

import pytest

from conspectus.engines.extractive.lexicon import all_forms, ed_forms, ing_forms, s_forms, word_list

LISTS = sorted(
    path.name.removesuffix(".txt")
    for path in (resources.files("conspectus.engines.extractive") / "word_lists").iterdir()
    if path.name.endswith(".txt")
)


def test_forms_follow_the_spelling_rules() -> None:
    assert s_forms(["apply", "match", "use", "play"]) == {"applies", "matches", "uses", "plays"}
    assert {"planned", "applied", "used"} <= ed_forms(["plan", "apply", "use"])
    assert {"planning", "using", "seeing"} <= ing_forms(["plan", "use", "see"])
    assert all_forms(["map"]) >= {"map", "maps", "mapped", "mapping"}


@pytest.mark.parametrize("name", LISTS)
def test_every_list_is_lower_case_sorted_by_word_and_says_what_it_is(name: str) -> None:
    text = (resources.files("conspectus.engines.extractive") / "word_lists" / f"{name}.txt").read_text("utf-8")
    lines = text.splitlines()
    words = [line for line in lines if not line.startswith("# ")]
    assert lines[0].startswith("# ")
    assert words == sorted(set(words))
    assert all(word == word.strip().lower() and word for word in words)
    assert word_list(name) == frozenset(words)


def test_comments_are_not_words() -> None:
    assert not any(word.startswith("#") for name in LISTS for word in word_list(name))
