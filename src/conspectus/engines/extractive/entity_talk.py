"""Names that name nothing: filler of academic prose, numbers and units, symbols, organisations."""

from __future__ import annotations

import re

from conspectus.domain.entity_names import singular
from conspectus.engines.extractive.lexicon import word_list
from conspectus.engines.extractive.word_frequencies import inverse_frequency, maximum_inverse_frequency

_MOST_WORDS = 8
_COMMON = 2.0  # below the maximum of inverse frequency: words of everyday science
_JUNK = re.compile(r"[=<>±×%°$^\\{}|~]|https?:|www\.|@|\d{5,}|^[\d.,\s/-]+$|\.(?:csv|xml|txt|pdf|xlsx?|zip)$")
_INITIALS = re.compile(r"^(?:[A-Z]\.){2,}|^(?:[A-Z]\.-?)+$")
_QUANTITY = re.compile(r"^[\d.,]+\s?[a-zA-Zµμ]{1,3}$")
_ADJECTIVE = re.compile(
    r"-(?:induced|based|dependent|mediated|like|related|specific|driven|free|associated|derived|treated|type)$"
)
_OWNER = re.compile(r"\b(?:his|her|their|its|our|my|your|these|those|this|such|more|an?|each|any|all)\b", re.IGNORECASE)
_UNITS = frozenset(
    """mmhg µm μm nm cm mm m km kg g mg µg μg ng l ml µl μl nl s ms min h d mol mmol nmol pmol bp kb mb da kda hz khz
    mhz v mv pa kpa k °c""".split()
)
# Symbols of formulae: letters with indexes, differences, single Greek letters.
_SYMBOL = re.compile(r"^[∆Δ∇∑∂]|^\w{0,3}[₀-₉ₐ-ₜᵢ-ᵪ⁰-⁹²³¹ᴬ-ᵪ]+\S{0,2}$|^[α-ωΑ-Ω]\S?$")
_NUMBERED = re.compile(
    r"^(?:fig(?:ure)?s?|tables?|eqs?|equations?|sections?|appendix|step|type|group|case|box|text|movie|video|note|panel|lane|file)\.?\s+\S{1,4}$",
    re.IGNORECASE,
)


def is_talk(name: str) -> bool:
    """Whether a name says nothing by itself: filler of academic prose, a number, a pointer to a figure or a table."""
    lower = name.lower().strip()
    if len(lower) < 2 or lower in word_list("entity_filler") or _JUNK.search(name):
        return True
    if _NUMBERED.match(name) or _QUANTITY.match(name) or _is_unit(lower):
        return True
    words = lower.split()
    if any(map(_SYMBOL.search, name.split())) or name.count("(") != name.count(")") or len(words) > _MOST_WORDS:
        return True
    if words[-1] == "et" or _INITIALS.match(name) or (len(words) > 1 and _is_unit(words[0])) or _is_organisation(name):
        return True
    if len(words) == 1:
        if lower == "understanding" or _ADJECTIVE.search(lower) or singular(lower) in word_list("not_resources"):
            return True
        return any(lower in word_list(name) for name in ("generic_terms", "weak_lone_words", "filler_heads"))
    if _OWNER.search(name) or words[0] == "understanding" or "understanding of" in lower:
        return True
    empty = word_list("generic_modifiers") | word_list("generic_terms")
    return all(word in empty and is_everyday(word) for word in words)


def _is_organisation(name: str) -> bool:
    """Whether a name is that of an organisation or a place: "Peat Institute", "Department of Bogs"."""
    words, listed = name.split(), word_list("organisation_heads")
    if words[-1].lower() in listed and (words[-1][0].isupper() or len(words) == 1):
        return True
    return len(words) > 2 and words[0][0].isupper() and words[0].lower() in listed and words[1] in {"of", "for"}


def _is_unit(name: str) -> bool:
    """Whether a word is a unit or a quotient of units ("mmHg/cm")."""
    return all(part in word_list("units") or part in _UNITS for part in name.split("/"))


def is_everyday(word: str) -> bool:
    """Says whether a word is common in all of science."""
    return inverse_frequency(word) < maximum_inverse_frequency() - _COMMON


def is_vague(name: str) -> bool:
    """Says whether every word of a name is one of everyday science ("complex architecture", "standard method")."""
    words = name.lower().split()
    return (
        len(words) > 1
        and words[-1] in word_list("filler_heads") | word_list("generic_terms")
        and all(map(is_everyday, words))
    )


def ends_in_a_verb(name: str) -> bool:
    """Says whether a phrase ends in a word in -ing that is no noun ("processes operating")."""
    last = name.lower().rsplit(None, 1)[-1]
    return " " in name and last.endswith("ing") and last not in word_list("nominal_ing") and "-" not in last
