"""Superscripts and subscripts as plain text, in the same form in every reader."""

from __future__ import annotations

import re

from conspectus.foundation.text.normalise import one_line

_SUPERSCRIPTS = str.maketrans(
    "0123456789+-−–=()abcdefghijklmnoprstuvwxyzABDEGHIJKLMNOPRTUVWβγδθφχ",
    "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻⁻⁼⁽⁾ᵃᵇᶜᵈᵉᶠᵍʰⁱʲᵏˡᵐⁿᵒᵖʳˢᵗᵘᵛʷˣʸᶻᴬᴮᴰᴱᴳᴴᴵᴶᴷᴸᴹᴺᴼᴾᴿᵀᵁⱽᵂᵝᵞᵟᶿᵠᵡ",
)
_SUBSCRIPTS = str.maketrans("0123456789+-−–=()aehijklmnoprstuvxβγρφχ", "₀₁₂₃₄₅₆₇₈₉₊₋₋₋₌₍₎ₐₑₕᵢⱼₖₗₘₙₒₚᵣₛₜᵤᵥₓᵦᵧᵨᵩᵪ")
# Marks that are raised by nature: they need neither a superscript form nor a caret.
_RAISED = frozenset("*†‡§¶#®™′″‴°,|∗⁎◦∘•\"'’©ªº⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻")
# Raised words that are read without being raised: ordinals behind a digit, marks of trade.
_ORDINAL = re.compile(r"(?:st|nd|rd|th)\Z", re.IGNORECASE)
_SIGNS = {"(R)": "®", "TM": "™", "SM": "℠", "o": "°"}


def superscript(text: str) -> str:
    """Gives raised text: in Unicode superscripts where all its characters have one, else as ``^(…)``."""
    return _script(text, _SUPERSCRIPTS, "^")


def subscript(text: str) -> str:
    """Gives lowered text: in Unicode subscripts where all its characters have one, else as ``_(…)``."""
    return _script(text, _SUBSCRIPTS, "_")


def raised(text: str, *, after: str) -> str:
    """Gives what a ``<sup>`` holds, given what stands before it: "10" and "3" are "10³", "1" and "st" are "1st".

    Args:
        text: What is raised.
        after: The text before it; of "TM" behind a letter, and of "o" behind a digit, the sign is given.
    """
    bare, last = one_line(text), after[-1:]
    if _ORDINAL.match(bare) and last.isdigit():
        return bare
    if (sign := _SIGNS.get(bare)) is not None and (last.isdigit() if bare == "o" else last.isalpha()):
        return sign
    return superscript(bare)


def _script(text: str, table: dict[int, int], mark: str) -> str:
    text = one_line(text)
    if not text:
        return ""
    if all(char in _RAISED or ord(char) in table for char in text):
        return text.translate(table)
    if not any(char.isalnum() for char in text) or (text[0] == "[" and text[-1] == "]"):
        return text  # a mark, or a note's number that has its own brackets
    return f"{mark}({text})"
