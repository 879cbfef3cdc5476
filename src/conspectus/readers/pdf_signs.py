"""What the character codes of a PDF's fonts mean: ligatures, known private and control codes, spaced accents."""

from __future__ import annotations

import re
import unicodedata

UNKNOWN = "\ufffd"
CUT = "\u00ad"
"""What stands for a hyphen that pdfium takes for one at which a word is cut."""

LIGATURES = {
    "\ufb00": "ff", "\ufb01": "fi", "\ufb02": "fl", "\ufb03": "ffi", "\ufb04": "ffl", "\ufb05": "st", "\ufb06": "st",
}  # fmt: skip
# The codes of the Symbol font, which programs move to U+F000 where a font says nothing better.
_SYMBOL = dict(
    zip(
        "ABGDEZHQIKLMNXOPRSTUFCYWabgdezhqiklmnxoprstufcywVJj",
        "ΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩαβγδεζηθικλμνξοπρστυφχψωςϑϕ",
        strict=True,
    )
)
_SYMBOL_CODES = {
    0xA3: "≤", 0xB3: "≥", 0xB1: "±", 0xB4: "×", 0xB7: "•", 0xB8: "÷", 0xB9: "≠", 0xBA: "≡", 0xBB: "≈", 0xA5: "∞",
    0xB0: "°", 0xB5: "∝", 0xB6: "∂", 0xC5: "⊕", 0xC7: "∩", 0xC8: "∪", 0xCE: "∈", 0xD1: "∇", 0xD5: "∏", 0xD6: "√",
    0xE5: "∑", 0xF2: "∫", 0xAE: "→", 0xAC: "←", 0xAB: "↔", 0xA2: "′", 0xB2: "″", 0xD7: "⋅", 0xA7: "▪", 0xD8: "➢",
    0xFC: "✓", 0x2D: "−", 0x2A: "∗", 0x7E: "∼",
}  # fmt: skip
# TeX's text fonts where nothing says what their codes mean.
_TEX_TEXT = {
    0x00: "Γ", 0x01: "Δ", 0x02: "Θ", 0x03: "Λ", 0x04: "Ξ", 0x05: "Π", 0x06: "Σ", 0x07: "Υ", 0x08: "Φ", 0x0B: "ff",
    0x0C: "fi", 0x0E: "ffi", 0x0F: "ffl", 0x10: "ı", 0x19: "ß", 0x1A: "æ", 0x1B: "œ", 0x1C: "ø",
}  # fmt: skip
_TEX_SIGNS = {0x00: "−", 0x01: "·", 0x02: "×", 0x03: "∗", 0x06: "±", 0x0E: "◦", 0x0F: "•", 0x14: "≤", 0x15: "≥",
              0x18: "∼", 0x19: "≈"}  # fmt: skip
_TEX_BRACKETS = {
    code: bracket
    for bracket, codes in {"(": (0, 16, 18), ")": (1, 17, 19), "[": (2,), "]": (3,), "{": (8, 26), "}": (9, 27)}.items()
    for code in codes
}
_TEX_LETTERS = {0x0B + place: letter for place, letter in enumerate("αβγδϵζηθικλμνξπρστυφχ")}
_ACCENTS = {
    "´": "\u0301", "`": "\u0300", "¨": "\u0308", "^": "\u0302", "ˆ": "\u0302", "˜": "\u0303", "ˇ": "\u030c",
    "˘": "\u0306", "˚": "\u030a", "¸": "\u0327", "˝": "\u030b", "¯": "\u0304",
}  # fmt: skip
_BEFORE = re.compile(r"(?<![\d])(?P<accent>[´`¨ˆ˜ˇ˘˚˝]) ?(?P<letter>[A-Za-zı])(?![´`¨ˆ˜ˇ˘˚˝])")
_BEHIND = re.compile(r"(?P<letter>[A-Za-zı])(?P<accent>[¸])")
_LATIN_TO_ARABIC = re.compile("(?<=[A-Za-z0-9])(?=[\u0620-\u064a]{2})")
_WIDE = re.compile(r"(?<!\S)(?:[^\W\d_] ){3,}[^\W\d_](?!\S)")


def meaning(code: int, font: str) -> str:
    """Gives the text of a character code that is no ordinary one, U+FFFD if nobody can know it.

    Args:
        code: A control or private-use code, or that of a ligature.
        font: The name of the font, in small letters.
    """
    if code < 32:
        if "cmsy" in font or "mt2sy" in font:
            return _TEX_SIGNS.get(code, UNKNOWN)
        if "cmex" in font:
            return _TEX_BRACKETS.get(code, UNKNOWN)
        if "cmmi" in font:
            return _TEX_LETTERS.get(code, UNKNOWN)
        return _TEX_TEXT.get(code, UNKNOWN) if "cmr" in font or "cmbx" in font or "cmti" in font else UNKNOWN
    if 0xF000 <= code <= 0xF0FF:
        low = code - 0xF000
        if known := _SYMBOL_CODES.get(low):
            return known
        if "wingdings" not in font and "webdings" not in font and "awesome" not in font:
            is_symbol = "symbol" in font
            return (_SYMBOL.get(chr(low)) if is_symbol else None) or (
                chr(low) if 0x20 < low < 0x7F and is_symbol else UNKNOWN
            )
        return UNKNOWN
    return LIGATURES.get(chr(code), UNKNOWN)


def mended_signs(text: str) -> str:
    """Gives text with accents that were printed beside their letters put on them ("M¨uller" is "Müller")."""
    if text.isascii():
        return text
    text = _LATIN_TO_ARABIC.sub(" ", _BEFORE.sub(_composed, text))
    return unicodedata.normalize("NFC", _BEHIND.sub(_composed, text))


def closed_up(text: str) -> str:
    """Gives text with a word that was printed with spaces between its letters closed ("A B S T R A C T")."""
    return _WIDE.sub(lambda found: found.group().replace(" ", ""), text)


def _composed(found: re.Match[str]) -> str:
    letter = found.group("letter").replace("ı", "i")
    composed = unicodedata.normalize("NFC", letter + _ACCENTS[found.group("accent")])
    return composed if len(composed) == 1 else found.group()
