"""Characters that XML cannot hold, or does not keep, written so that they survive.

``U+241B`` (␛, the symbol for escape), the character's code in hexadecimal, and a semicolon: the control character
U+0001 is "␛1;". The symbol itself is written "␛241B;", so that every text is read back as it was.
"""

from __future__ import annotations

import re

_ESCAPE = "\u241b"
# What XML 1.0 forbids, carriage returns (parsers turn them into line feeds) and C1 controls (decoders turn them
# into other characters).
_FORBIDDEN = "\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\ud800-\udfff\ufeff\ufffe\uffff" + _ESCAPE
_IN_TEXT = re.compile(f"[{_FORBIDDEN}]")
# Parsers turn line feeds and tabs in attributes into spaces.
_IN_ATTRIBUTES = re.compile(f"[\t\n{_FORBIDDEN}]")
_WRITTEN = re.compile(f"{_ESCAPE}([0-9A-F]{{1,6}});")
_LAST = 0x10FFFF


def xml_text(text: str) -> str:
    """Gives the text as it may stand in an element; markup is not escaped."""
    return _IN_TEXT.sub(_escaped, text)


def xml_attribute(text: str) -> str:
    """Gives the text as it may stand in an attribute; markup and quotes are not escaped."""
    return _IN_ATTRIBUTES.sub(_escaped, text)


def from_xml(text: str) -> str:
    """Gives the text of which ``xml_text`` or ``xml_attribute`` made this one."""
    if _ESCAPE not in text:
        return text
    return _WRITTEN.sub(lambda found: chr(code) if (code := int(found[1], 16)) <= _LAST else found[0], text)


def _escaped(found: re.Match[str]) -> str:
    return f"{_ESCAPE}{ord(found[0]):X};"
