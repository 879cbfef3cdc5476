"""What a question wants first: a yes or no, a number, or a sentence; and the short answer that a sentence holds."""

from __future__ import annotations

import re
from enum import Enum

from conspectus.domain.question_language import ENGLISH, question_language
from conspectus.foundation.text.normalise import one_line
from conspectus.foundation.text.tokens import content_stems


class Wanted(Enum):
    """What stands first in the answer."""

    POLARITY = "polarity"
    NUMBER = "number"
    SENTENCE = "sentence"


_POLAR = {
    "en": re.compile(
        r"^(?:(?:and|but|so|or|then)\s+)?(?:is|are|was|were|do|does|did|can|could|has|have|had|should|would|will|may|might|must)"
        r"(?:n['’]t)?\b(?!.*\bor\b.{0,60}\?\s*$(?<!or not\?))",
        re.IGNORECASE,
    ),
    "de": re.compile(
        r"^(?:ist|sind|war|waren|kann|können|hat|haben|wird|werden|soll|sollte|gibt es|verbessert|führt|hilft)\b", re.I
    ),
    "fr": re.compile(r"^(?:est-ce que?|est-il|peut-on|y a-t-il|existe-t-il)\b", re.IGNORECASE),
    "es": re.compile(r"^¿?\s*(?:es|son|puede|pueden|hay|existe|mejora)\b", re.IGNORECASE),
}  # fmt: skip
_TITLE_POLAR = re.compile(
    r"(?:[:–—-]\s*|\.\s+)(?:is|are|was|were|do|does|did|can|could|has|have|should|will|may|might)\b[^?]*\?\s*$"
    r"|^(?!(?:what|which|who|whom|whose|where|when|why|how|is|are|was|were|do|does|did|can|could|has|have|had|should|"
    r"would|will|may|might|must|in|on|at|for|by|to|with|from|of)\b)[^?]{12,}\?\s*$",
    re.IGNORECASE,
)
_COUNT = re.compile(
    r"\b(?:how (?:many|much|big|large|long|often|old|far|high|fast|small)|what (?:is|was|are|were) the (?:\w+ ){0,3}?"
    r"(?:size|number|percentage|proportion|rate|share|fraction|amount|length|duration|accuracy|prevalence|incidence)|"
    r"what (?:percentage|proportion|share|fraction|number)|wie ?viele?|wie (?:groß|hoch|lang|oft)|combien|cuánt[oa]s?|"
    r"quant[ie]|quant[oa]s|hoeveel|ile|hur många)\b",
    re.IGNORECASE,
)
_NUMBER = r"(?:[<>≤≥~±]\s?)?(?:\d{1,3}(?:[, ]\d{3})+|\d+)(?:\.\d+)?(?:\s?(?:±|[-–])\s?\d+(?:\.\d+)?)?(?:\s?%|[kKMB]\b)?"
_WRITTEN = r"(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|twenty|thirty|forty|fifty|hundred)"
_ANY_NUMBER = re.compile(
    rf"(?<![\w.\[-])(?:{_NUMBER}|\b{_WRITTEN}\b)(?:\s(?:million|billion|thousand|hundred|percent))?", re.I
)
_ASKED_THING = re.compile(
    r"\bhow (?:many|much)\s+(?:(?:of|different|total|distinct|unique|more|other|the)\s+)*((?:[\w-]+\s+){0,2}?[\w-]+?)"
    r"(?=\s+(?:is|are|was|were|do|does|did|has|have|had|can|could|in|of|for|from|with|they|the|to|used|per|total)\b|\?|$)",
    re.IGNORECASE,
)
_CITED = re.compile(r"\b(?:BIBREF|INLINEFORM|DISPLAYFORM|TABREF|FIGREF|SECREF)\d+|\[\d+(?:[,–-]\s?\d+)*\]")
_YEAR = re.compile(r"(?:19|20)\d\d")


def wanted_first(question: str) -> Wanted:
    """Gives what a question wants first."""
    text = one_line(question)
    if _COUNT.search(text):
        return Wanted.NUMBER
    language = question_language(text) or ENGLISH
    pattern = _POLAR.get(language, _POLAR[ENGLISH])
    if pattern.match(text) or (language == ENGLISH and _TITLE_POLAR.search(text)):
        return Wanted.POLARITY
    return Wanted.SENTENCE


def number_in(question: str, sentence: str) -> str:
    """Gives the number that a sentence answers a question with, together with what it counts; "" if there is none.

    A number that stands just before the thing asked for ("how many patients": "600 patients") is that number; else
    the first number that is no year and no citation, if the sentence has only one.
    """
    text = _CITED.sub(lambda found: " " * len(found.group()), sentence)
    found = [match for match in _ANY_NUMBER.finditer(text) if _is_quantity(match.group())]
    thing = _ASKED_THING.search(question)
    if thing is not None:
        wanted = set(content_stems(thing.group(1)))
        for match in found:
            behind = re.match(r"(?:\s+[\w'’/-]+){1,5}", text[match.end() :])
            words = behind.group().split() if behind else []
            for place, word in enumerate(words, 1):
                if set(content_stems(word)) & wanted:
                    return one_line(f"{match.group()} {' '.join(words[:place])}")
    if re.search(r"percent|proportion|share|fraction|rate\b|accuracy", question, re.IGNORECASE):
        found = [match for match in found if "%" in match.group() or "percent" in match.group().lower()] or found
    if len(found) == 1 and thing is None:
        return one_line(found[0].group())
    return ""


def _is_quantity(text: str) -> bool:
    return not _YEAR.fullmatch(text.strip()) and text.strip().lower() != "one"
