"""What authors say of themselves, told of "the authors" in running text about one paper."""

from __future__ import annotations

import re

from conspectus.engines.extractive.openers import strip_lead_ins
from conspectus.engines.extractive.statements import WORK, capital
from conspectus.engines.extractive.third_person import third_person_words

_FIRST = re.compile(r"\b(?:We|we|Our|our|Us|us)\b(?!['’])")
_NAMED = {"we": "the authors", "our": "the authors’", "us": "the authors"}
_OURS_OF_ALL = re.compile(
    r"\bour (?:current |present )?(?:understanding|knowledge|ability|view|perception|awareness)\b"
)
_MENTIONS = re.compile(r"\bthe authors?\b|\bthey\b|\btheir\b", re.IGNORECASE)


def told_of_authors(sentence: str, *, known: bool) -> str:
    """Gives a cleaned source sentence in the third person: "we" becomes "the authors", later ones "they".

    Only the subject and pronouns change; lead-ins such as "In this paper" go.

    Args:
        sentence: A cleaned source sentence.
        known: Whether the sentence before speaks of the authors, so that "they" is understood.
    """
    text, _, _ = strip_lead_ins(sentence)
    text = re.sub(rf"^([^,]{{3,90}},) in (?:this|the present|the current) {WORK}, (?=we\b)", r"\1 ", text, flags=re.I)
    if not known:
        found = next((m for m in _FIRST.finditer(text) if not _OURS_OF_ALL.match(text, m.start())), None)
        if found is not None:
            named = _NAMED[found.group().lower()]
            named = capital(named) if found.group()[0].isupper() or found.start() == 0 else named
            text = text[: found.start()] + named + text[found.end() :]
    return capital(third_person_words(text))


def mentions_authors(text: str) -> bool:
    """Whether a told sentence speaks of the authors."""
    return bool(_MENTIONS.search(text))
