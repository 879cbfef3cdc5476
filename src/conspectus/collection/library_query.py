"""Queries to the library: words that must all be there, phrases in quotes, OR between alternatives, NOT before words.

    "long covid" fatigue OR "post-acute sequelae" NOT children

A field tag of PubMed behind a word ("[Title]", "[MeSH]") is left out with a warning, and so are brackets, which the
library does not need: OR separates whole alternatives.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from conspectus.foundation.errors import UsageError
from conspectus.foundation.text.normalise import match_key, one_line
from conspectus.foundation.text.tokens import STOPWORDS

_PIECE = re.compile(r'"(?P<phrase>[^"]*)"|(?P<word>[^\s"()]+)')
_TAG = re.compile(r"\[[^\[\]]*\]")
_QUOTES = str.maketrans("“”„«»", '"' * 5)


@dataclass(frozen=True, slots=True, kw_only=True)
class Alternative:
    """What a paper must have: every word and every phrase, and none of the unwanted words and phrases."""

    words: tuple[str, ...]
    phrases: tuple[str, ...] = ()
    unwanted: tuple[str, ...] = ()

    @property
    def text(self) -> str:
        """The words sought, those of phrases included."""
        return " ".join((*self.words, *self.phrases))


@dataclass(frozen=True, slots=True, kw_only=True)
class LibraryQuery:
    """Alternatives, of which a paper must meet one, and what was not understood of the query."""

    alternatives: tuple[Alternative, ...]
    warnings: tuple[str, ...] = ()

    @property
    def translation(self) -> str:
        """The query as it was understood."""
        return " OR ".join(_written(alternative) for alternative in self.alternatives)


def parse_library_query(text: str) -> LibraryQuery:
    """Gives the query that a text means.

    Raises:
        UsageError: Quotes are not closed, or nothing is sought.
    """
    plain = one_line(text).translate(_QUOTES)
    warnings = []
    if _TAG.search(plain):
        warnings.append(f"The library has no field tags; these were left out: {', '.join(_TAG.findall(plain))}.")
        plain = _TAG.sub(" ", plain)
    if plain.count('"') % 2:
        raise UsageError(f"A quotation mark is not closed in {text!r}.", hint='Write phrases as in "long covid".')
    if re.search(r"[()]", re.sub(r'"[^"]*"', "", plain)):
        warnings.append("The library does not group by brackets; they were left out.")
    alternatives: list[Alternative] = []
    words: list[str] = []
    phrases: list[str] = []
    unwanted: list[str] = []
    negated = False

    def close() -> None:
        if words or phrases:
            alternatives.append(Alternative(words=tuple(words), phrases=tuple(phrases), unwanted=tuple(unwanted)))
        elif unwanted:
            raise UsageError(f"{text!r} says what is unwanted and not what is sought.", hint="Name a word to look for.")
        words.clear()
        phrases.clear()
        unwanted.clear()

    for found in _PIECE.finditer(plain):
        word, phrase = found.group("word"), found.group("phrase")
        if word == "OR":
            close()
        elif word == "NOT":
            negated = True
        elif word != "AND":
            key = match_key(word if phrase is None else phrase)
            if negated:
                unwanted.extend([key] if key else [])
            elif phrase is not None and " " in key:
                phrases.append(key)
            elif key and not (phrase is None and key in STOPWORDS):
                words.extend(part for part in key.split())
            negated = False
    close()
    if not alternatives:
        raise UsageError(f"Nothing is sought by {text!r}.", hint="Name a word other than 'the', 'of' and the like.")
    return LibraryQuery(alternatives=tuple(alternatives), warnings=tuple(warnings))


def _written(alternative: Alternative) -> str:
    parts = [*alternative.words, *(f'"{phrase}"' for phrase in alternative.phrases)]
    return " AND ".join(parts) + "".join(f' NOT "{name}"' for name in alternative.unwanted)
