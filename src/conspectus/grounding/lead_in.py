"""Takes out of a claim what it does not say: who says it, when, how many do, and long forms spelled out for readers."""

from __future__ import annotations

import re
from collections.abc import Sequence

from conspectus.engines.extractive.abbreviations import find_abbreviations
from conspectus.foundation.text.normalise import match_key

_NAME = r"[A-ZÀ-ÖØ-Þ][\w'’-]+"
_YEAR = r"(?:1[89]|20)\d\d[a-z]?"
_IN_BRACKETS = re.compile(
    rf"\s*[(\[](?:(?:see(?: also)?|e\.g\.|cf\.|i\.e\.),? )?{_NAME}(?:[^()\[\]]{{0,80}}?\bet al\b[^()\[\]]{{0,80}}?|"
    rf"[^()\[\]]{{0,60}}?),? {_YEAR}[^()\[\]]{{0,120}}?[)\]]"
)
_NAMED = re.compile(
    rf"(?:In {_YEAR},?\s)?{_NAME}(?:,? {_NAME}){{0,2}}(?:,? (?:and|&) {_NAME})?,?\s(?:et al\b\.?|and (?:colleagues|"
    rf"coworkers|co-workers))(?:['’]s?)?(?:,?\s*[(\[]?{_YEAR}[)\]]?)?"
)
_NAMED_WITH_YEAR = re.compile(rf"{_NAME}(?: (?:and|&) {_NAME})?(?:['’]s)?\s[(\[]{_YEAR}[)\]]")
_COUNTED = re.compile(
    r"^\s*(?:Two|Three|Four|Five|Six|Seven|Eight|Nine|Ten|Several|Some|Both|Many)\s(?:of (?:the|these)\s)?(?:other\s)?"
    r"(?:studies|papers|works|articles|reports|publications|authors|teams|groups|references)\b"
)


def without_lead_in(text: str) -> str:
    """Gives a claim in which "Kim et al. (2020)", "(Kim, 2020)" and "Three studies" are "they" or nothing."""
    return _COUNTED.sub("They", without_citations(text))


def without_citations(text: str) -> str:
    """Gives a text in which "Kim et al. (2020)" is "they" and "(Kim, 2020)" is nothing."""
    text = _IN_BRACKETS.sub("", text)
    text = _NAMED.sub("they", text)
    return _NAMED_WITH_YEAR.sub("they", text)


def with_short_forms(claim: str, evidence: Sequence[str]) -> str:
    """Gives a claim in which "heart failure (HF)" is "HF" where the evidence has the short form alone."""
    if "(" not in claim:
        return claim
    keys = [f" {match_key(text)} " for text in evidence]
    for pair in find_abbreviations([claim]).values():
        short, long = f" {match_key(pair.short)} ", f" {match_key(pair.long)} "
        if any(short in key for key in keys) and not any(long in key for key in keys):
            claim = re.sub(rf"{re.escape(pair.long)}\s*\(\s*{re.escape(pair.short)}\s*\)", pair.short, claim)
            claim = re.sub(rf"{re.escape(pair.short)}\s*\(\s*{re.escape(pair.long)}\s*\)", pair.short, claim)
    return claim
