"""The packaged word lists, read once, and the inflected forms of verbs."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache
from importlib import resources

_SIBILANT_END = re.compile(r"(?:s|x|z|ch|sh)$")
_CONSONANT_Y = re.compile(r"[^aeiou]y$")
_DOUBLES = re.compile(r"(?<![aeiou])[aeiou][bdgmnprt]$")


@cache
def word_list(name: str) -> frozenset[str]:
    """Gives the words of a packaged list: one lower-cased word a line, ``#`` opens a comment.

    Args:
        name: The file's name in ``word_lists`` without its ending.
    """
    text = (resources.files("conspectus.engines.extractive") / "word_lists" / f"{name}.txt").read_text("utf-8")
    lines = (line.partition("#")[0].strip() for line in text.splitlines())
    return frozenset(line for line in lines if line)


def s_forms(lemmas: Iterable[str]) -> frozenset[str]:
    """Gives the third person singular of each verb lemma ("applies")."""
    return frozenset(_s_form(lemma) for lemma in lemmas)


def ed_forms(lemmas: Iterable[str]) -> frozenset[str]:
    """Gives the regular past forms of each verb lemma, with and without a doubled consonant ("planned")."""
    return frozenset(_ed_form(stem) for lemma in lemmas for stem in _stems(lemma))


def ing_forms(lemmas: Iterable[str]) -> frozenset[str]:
    """Gives the forms in -ing of each verb lemma, with and without a doubled consonant ("planning")."""
    return frozenset(stem + "ing" for lemma in lemmas for stem in _stems(lemma))


def finite_forms(lemmas: Iterable[str]) -> frozenset[str]:
    """Gives the lemmas with their forms in -s and -ed."""
    return _finite_forms(frozenset(lemmas))


def all_forms(lemmas: Iterable[str]) -> frozenset[str]:
    """Gives the lemmas with all their regular forms."""
    lemmas = tuple(lemmas)
    return finite_forms(lemmas) | ing_forms(lemmas)


@cache
def _finite_forms(lemmas: frozenset[str]) -> frozenset[str]:
    return lemmas | s_forms(lemmas) | ed_forms(lemmas)


def _s_form(lemma: str) -> str:
    if _SIBILANT_END.search(lemma):
        return lemma + "es"
    return lemma[:-1] + "ies" if _CONSONANT_Y.search(lemma) else lemma + "s"


def _ed_form(stem: str) -> str:
    return (stem[:-1] + "i" if _CONSONANT_Y.search(stem) else stem) + "ed"


def _stems(lemma: str) -> list[str]:
    stems = [lemma[:-1] if lemma.endswith("e") and not lemma.endswith("ee") else lemma]
    if _DOUBLES.search(lemma):
        stems.append(lemma + lemma[-1])
    return stems
