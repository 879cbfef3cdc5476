"""What authors say of themselves, told of "the authors" in running text about one paper."""

from __future__ import annotations

import re

from conspectus.engines.extractive.openers import strip_lead_ins
from conspectus.engines.extractive.statements import WORK, Subject, capital, spaced
from conspectus.engines.extractive.subjects import analyse
from conspectus.engines.extractive.third_person import third_person_words

_FIRST = re.compile(r"\b(?:We|we|Our|our|Us|us)\b(?!['’])")
_NAMED = {"we": "the authors", "our": "the authors’", "us": "the authors"}
_OURS_OF_ALL = re.compile(
    r"(?<![Tt]o )\bour (?:current |present )?(?:understanding|knowledge|ability|view|perception|awareness)\b"
)
_ALONE = re.compile(r"I\b(?=\s+(?!and\b)[a-z]{3,})")
_NAMED_ALREADY = re.compile(r"\bthe authors?\b", re.IGNORECASE)


def told_of_authors(sentence: str, *, known: bool) -> str:
    """Gives a cleaned source sentence in the third person: "we" becomes "the authors", later ones "they".

    Only the subject and pronouns change; lead-ins such as "In this paper" go. A single author ("I argue") becomes "the
    author".

    Args:
        sentence: A cleaned source sentence.
        known: Whether the sentence before speaks of the authors, so that "they" is understood.
    """
    text, _, _ = strip_lead_ins(sentence)
    text = re.sub(rf"^([^,]{{3,90}},) in (?:this|the present|the current) {WORK}, (?=we\b)", r"\1 ", text, flags=re.I)
    alone = analyse(text) if _ALONE.search(text) else None
    if alone is not None and alone.subject is Subject.AUTHORS and alone.singular is not None and _ALONE.match(text):
        return capital(f"{alone.before}{'the' if alone.before else 'The'} author{spaced(alone.singular)}")
    if not known:
        found = next((m for m in _FIRST.finditer(text) if not _OURS_OF_ALL.match(text, m.start())), None)
        if found is not None:
            named = _NAMED[found.group().lower()]
            named = capital(named) if found.group()[0].isupper() or found.start() == 0 else named
            text = text[: found.start()] + named + text[found.end() :]
    return capital(third_person_words(text))


def mentions_authors(sentence: str) -> bool:
    """Whether a cleaned source sentence speaks of its authors, so that "they" is understood in the next one."""
    return bool(_FIRST.search(sentence) or _ALONE.search(sentence) or _NAMED_ALREADY.search(sentence))
