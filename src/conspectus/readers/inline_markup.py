"""Plain text from field values that carry tags, character references, formulas or left-overs of LaTeX."""

from __future__ import annotations

import html
import re

from conspectus.foundation.errors import InputError
from conspectus.readers.jats_math import mathml_text
from conspectus.readers.latex_text import latex_to_text
from conspectus.readers.raised_text import raised, subscript
from conspectus.readers.xml_hardened import parse_xml

_ATTRIBUTES = r"""(?:\s+[\w:-]+\s*=\s*(?:"[^"<>]*"|'[^'<>]*'|[^\s<>"']+))*\s*/?"""
_NAMES = (
    "p|br|div|li|ul|ol|h[1-6]|title|sec|i|b|u|em|strong|italic|bold|sub|sup|small|span|font|a|sc|scp|tt|inf|"
    r"underline|jats:[\w-]+|mml:\w+|math|m[inost]|mrow|msub|msup|mfrac|msubsup|mover|mtext|mspace|mstyle"
)
_TAG = re.compile(rf"</?(?P<name>{_NAMES}){_ATTRIBUTES}>", re.IGNORECASE)
_SCRIPT = re.compile(
    rf"<(?P<tag>(?:jats:)?(?:sup|sub|inf)){_ATTRIBUTES}>(?P<inner>(?:(?!</?(?:jats:)?(?:sup|sub|inf)\b).){{0,200}}?)"
    r"</(?P=tag)\s*>",
    re.IGNORECASE | re.DOTALL,
)
_FORMULA = re.compile(rf"<(?:\w+:)?math{_ATTRIBUTES}>.{{0,20000}}?</(?:\w+:)?math\s*>", re.IGNORECASE | re.DOTALL)
_PREFIX = re.compile(r"(</?)\w+:(?=\w)")
_XML_ATTRIBUTE = re.compile(r"\s+xmlns(?::\w+)?\s*=\s*(?:\"[^\"]*\"|'[^']*')")
_ALONE = re.compile(r"&(?!(?:#\d{1,7}|#x[0-9a-f]{1,6}|amp|lt|gt|quot|apos);)", re.IGNORECASE)
_REFERENCE = re.compile(r"&(?:#\d{1,7}|#x[0-9a-f]{1,6}|[a-z][a-z0-9]{1,31});", re.IGNORECASE)
_BREAKING = frozenset({"p", "br", "div", "li", "title", "sec", "jats:p", "jats:title", "jats:sec"})
_ESCAPED_ROUNDS = 3
# Only what can be nothing but LaTeX: a formula with commands or scripts, a command with its argument, an accent.
_LATEX_LEFT = re.compile(
    r"\$(?=[^$\n]*[\\^_])(?![^$\n]*\s[A-Za-z]{4,}\s[A-Za-z]{3,}\s)[^\s$](?:[^$\n]{0,300}[^\s$])?\$"
    r"|\\(?:emph|text[a-z]{2,12}|math[a-z]{2,5}|mbox|ensuremath|underline)\s*\{(?:[^{}]|\{[^{}]*\}){0,300}\}"
    r"|\{\\[\"'`^~=.][A-Za-z]\}|\{\\[\"'`^~=.uvHcdbkr]\s?\{\\?[A-Za-z]\}\}|\\[\"'`^~=.uvHcdbkr]\{\\?[A-Za-z]\}"
    r"|\{\\(?:ss|o|O|l|L|ae|AE|oe|OE|aa|AA|i)\s?\}"
)


def plain(text: str) -> str:
    r"""Gives ``text`` without the markup that titles, names and abstracts carry.

    - Character references are resolved, also where an export escaped them twice or thrice.
    - Superscripts and subscripts become Unicode ones where every character has one ("Ca<sup>2+</sup>" is "Ca²⁺",
      "CO<sub>2</sub>" is "CO₂"), else "^(…)" and "_(…)"; ordinals stay ("1<sup>st</sup>" is "1st").
    - MathML becomes one line; LaTeX is resolved where it can be nothing else ("$\beta$", "\emph{in vivo}").
    - Paragraph tags become line breaks; other known tags vanish. Only known tags are taken for tags, so
      "p<0.05 and x>3" stays as it is.
    """
    if "&" in text:
        for _ in range(_ESCAPED_ROUNDS):
            unescaped = _REFERENCE.sub(lambda found: html.unescape(found.group()), text)
            if unescaped == text:
                break
            text = unescaped
    if "<" in text:
        if "math" in text:
            text = _FORMULA.sub(lambda found: _formula(found.group()), text)
        text = _SCRIPT.sub(lambda found: _scripted(found, text), text)
        text = _TAG.sub(lambda found: "\n" if found.group("name").lower() in _BREAKING else "", text)
    if "\\" in text or "$" in text:
        text = _LATEX_LEFT.sub(lambda found: latex_to_text(found.group()), text)
    return text


def _scripted(found: re.Match[str], text: str) -> str:
    inner = _TAG.sub("", found.group("inner"))
    if found.group("tag").lower().removeprefix("jats:") != "sup":
        return subscript(inner)
    return raised(inner, after=text[: found.start()][-1:])


def _formula(source: str) -> str:
    """Gives MathML as one line; where it is broken, its tags vanish and its letters stay."""
    bare = _ALONE.sub("&amp;", _PREFIX.sub(r"\1", _XML_ATTRIBUTE.sub("", source)))
    try:
        return mathml_text(parse_xml(bare.encode("utf-8", "replace")))
    except InputError:
        return re.sub(r"<[^<>]*>", "", source)
