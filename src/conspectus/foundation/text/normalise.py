"""Normal forms of text: clean white space, keys for comparison, characters that do no harm."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

# Control characters (but tab and line feed), zero-width marks, byte order marks, soft hyphens and
# direction overrides, which hide text from a reader.
_HARMFUL = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u00ad\u200b\u200e\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff\ufff9-\ufffb\U000e0000-\U000e007f]"
)
_SURROGATE = re.compile("[\ud800-\udfff]")
_SPACE = re.compile(r"\s+")
_NOT_WORD = re.compile(r"[\W_]+")
_SCRIPTS = {
    code: unicodedata.normalize("NFKC", chr(code))
    for code in (0xB2, 0xB3, 0xB9, *range(0x2070, 0x209D))
    if chr(code).isprintable()
}


# A paragraph is cleaned at every stage on its way into a document; short strings are cleaned as fast as looked up.
_REMEMBERED = range(100, 20_000)


def clean_text(text: str) -> str:
    """Gives ``text`` without control characters, lone surrogates or invisible marks, NFC composed.

    Line ends become line feeds; a lone surrogate becomes U+FFFD so that its place stays visible.
    """
    return _cleaned_before(text) if len(text) in _REMEMBERED else _cleaned(text)


def _cleaned(text: str) -> str:
    if text.isprintable():
        # Neither line ends nor anything harmful can be in it; most text is of this kind.
        return text if text.isascii() else unicodedata.normalize("NFC", text)
    text = text.replace("\r\n", "\n").replace("\r", "\n").replace("\x0b", "\n").replace("\x0c", "\n")
    text = text.replace("\u2028", "\n").replace("\u2029", "\n").replace("\x85", "\n")
    text = _SURROGATE.sub("\ufffd", text)
    return unicodedata.normalize("NFC", _HARMFUL.sub("", text))


_cleaned_before = lru_cache(maxsize=16)(_cleaned)


def one_line(text: str) -> str:
    """Gives clean text with every run of white space as one space, trimmed."""
    return _lined_before(text) if len(text) in _REMEMBERED else _lined(text)


def _lined(text: str) -> str:
    if "  " not in text and text.isprintable():
        # The only white space that is printable is the space itself.
        return (text if text.isascii() else unicodedata.normalize("NFC", text)).strip()
    return _SPACE.sub(" ", _cleaned(text)).strip()


_lined_before = lru_cache(maxsize=16)(_lined)


def level_text(text: str) -> str:
    """Gives ``text`` with its superscripts and subscripts on the line ("CO₂" is "CO2"), for searching and comparing."""
    return text if text.isascii() else text.translate(_SCRIPTS)


def match_key(text: str) -> str:
    """Gives a key that is equal for texts differing only in case, accents, punctuation and spacing."""
    if text.isascii():
        return _NOT_WORD.sub(" ", clean_text(text).lower()).strip()
    # Compatibility forms hide capitals ("㎆", "™"), so that case is folded after they are taken apart.
    decomposed = unicodedata.normalize("NFKD", unicodedata.normalize("NFKD", clean_text(text)).casefold())
    bare = "".join(char for char in decomposed if not unicodedata.combining(char))
    return _NOT_WORD.sub(" ", bare).strip()


def slug(text: str, *, longest: int = 60) -> str:
    """Gives a file-name-safe form of ``text`` of at most ``longest`` characters, "untitled" if nothing is left."""
    ascii_only = match_key(text).encode("ascii", "ignore").decode()
    return re.sub(r"[^a-z0-9]+", "-", ascii_only).strip("-")[:longest].strip("-") or "untitled"
