"""Plain text from field values that carry HTML or JATS tags and character references."""

from __future__ import annotations

import html
import re

_ATTRIBUTES = r"""(?:\s+[\w:-]+\s*=\s*(?:"[^"<>]*"|'[^'<>]*'|[^\s<>"']+))*\s*/?"""
_NAMES = (
    "p|br|div|li|ul|ol|h[1-6]|title|sec|i|b|u|em|strong|italic|bold|sub|sup|small|span|font|a|sc|scp|tt|inf|"
    r"underline|jats:[\w-]+|mml:\w+|math|m[inost]|mrow|msub|msup|mfrac|msubsup|mover|mtext|mspace|mstyle"
)
_TAG = re.compile(rf"</?(?P<name>{_NAMES}){_ATTRIBUTES}>", re.IGNORECASE)
_POWER = re.compile(r"(?<=\d)<(?:jats:)?sup>(?=[-−+]?[\w{])", re.IGNORECASE)
_REFERENCE = re.compile(r"&(?:#\d{1,7}|#x[0-9a-f]{1,6}|[a-z][a-z0-9]{1,31});", re.IGNORECASE)
_BREAKING = frozenset({"p", "br", "div", "li", "title", "sec", "jats:p", "jats:title", "jats:sec"})


def plain(text: str) -> str:
    """Gives ``text`` without the tags that titles and abstracts carry, and with character references resolved.

    Paragraph tags become line breaks; a superscript after a digit becomes "^" ("10<sup>3</sup>" is "10^3").
    Only known tags are taken for tags, so "p<0.05 and x>3" stays as it is.
    """
    if "&" in text:
        # Some exports escape twice ("&amp;lt;i&amp;gt;").
        for _ in range(2):
            text = _REFERENCE.sub(lambda found: html.unescape(found.group()), text)
    if "<" not in text:
        return text
    text = _POWER.sub("^", text)
    return _TAG.sub(lambda found: "\n" if found.group("name").lower() in _BREAKING else "", text)
