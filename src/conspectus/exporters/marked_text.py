"""Text with italics, bold and raised parts, in a form that survives string operations and cannot hide markup.

A marked text is a string in which private-use characters open and close a format. It is rendered as HTML,
Markdown or plain text only at the end, so that what the user's records say is always escaped, and what a
citation style says never is.
"""

from __future__ import annotations

import re

from conspectus.foundation.text.normalise import one_line

_FORMATS = ("italic", "bold", "superscript", "subscript", "small-caps", "underline")
_FIRST = 0xE010
_OPEN = {name: chr(_FIRST + 2 * index) for index, name in enumerate(_FORMATS)}
_CLOSE = {name: chr(_FIRST + 2 * index + 1) for index, name in enumerate(_FORMATS)}
_MARKS = re.compile(f"[{chr(_FIRST)}-{chr(_FIRST + 2 * len(_FORMATS) - 1)}]")
_HTML = {
    "italic": ("<i>", "</i>"),
    "bold": ("<b>", "</b>"),
    "superscript": ("<sup>", "</sup>"),
    "subscript": ("<sub>", "</sub>"),
    "small-caps": ('<span class="small-caps">', "</span>"),
    "underline": ("<u>", "</u>"),
}
_MARKDOWN = {"italic": ("*", "*"), "bold": ("**", "**"), "small-caps": ("", ""), "underline": ("", "")}
# Characters that XML 1.0, and with it HTML in practice, cannot hold.
_NOT_XML = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")
_MARKDOWN_SPECIAL = re.compile(r"([\\`*_\[\]<>|])")
_LINE_START = re.compile(r"^(\s*)([#+\-=~]|\d+[.)](?=\s))", re.MULTILINE)
_WEB = re.compile(r"https?://[^\s<>\"]+[^\s<>\".,;:)\]’”]")


def marked(text: str, form: str) -> str:
    """Gives the text in a format: italic, bold, superscript, subscript, small-caps or underline."""
    return f"{_OPEN[form]}{text}{_CLOSE[form]}"


def unmarked(text: str) -> str:
    """Gives clean one-line text that holds none of the format characters; for what comes from records."""
    return _MARKS.sub("", one_line(text))


def unformatted(text: str) -> str:
    """Gives the text as it is, but for format characters that may hide in it; for what is quoted to the letter."""
    return _MARKS.sub("", text)


def to_plain(text: str) -> str:
    """Gives a marked text without its formats."""
    return _MARKS.sub("", text)


def to_html(text: str, *, links: bool = False) -> str:
    """Gives a marked text as HTML, everything but the formats escaped.

    Args:
        text: A marked text.
        links: Whether web addresses in it become links.
    """
    escaped = _linked(text) if links else escape(text)
    for form, (start, end) in _HTML.items():
        escaped = escaped.replace(_OPEN[form], start).replace(_CLOSE[form], end)
    return escaped


def to_markdown(text: str, *, whole_line: bool = False) -> str:
    """Gives a marked text as Markdown, everything but the formats and web addresses escaped.

    Args:
        text: A marked text.
        whole_line: Whether it may stand at the start of a line; see ``escape_markdown``.
    """
    pieces = []
    end = 0
    for found in _WEB.finditer(text):
        pieces.append(escape_markdown(text[end : found.start()], whole_line=whole_line and end == 0))
        pieces.append(f"<{_MARKS.sub('', found.group())}>")
        end = found.end()
    pieces.append(escape_markdown(text[end:], whole_line=whole_line and end == 0))
    escaped = "".join(pieces)
    for form in _FORMATS:
        start, close = _MARKDOWN.get(form, _HTML[form])
        escaped = escaped.replace(_OPEN[form], start).replace(_CLOSE[form], close)
    return escaped


def escape(text: str) -> str:
    """Gives text safe in HTML and XML, in content and in quoted attributes; what XML cannot hold is left out."""
    safe = _NOT_XML.sub("", text)
    for char, entity in (("&", "&amp;"), ("<", "&lt;"), (">", "&gt;"), ('"', "&quot;"), ("'", "&#39;")):
        safe = safe.replace(char, entity)
    return safe


def escape_markdown(text: str, *, whole_line: bool = True) -> str:
    """Gives text in which Markdown and HTML see no markup.

    Args:
        text: Plain or marked text.
        whole_line: Whether the text may stand at the start of a line, where list and heading signs count.
    """
    safe = _MARKDOWN_SPECIAL.sub(r"\\\1", _NOT_XML.sub("", text)).replace("&", "&amp;")
    return _LINE_START.sub(_escaped_start, safe) if whole_line else safe


def _escaped_start(found: re.Match[str]) -> str:
    sign = found.group(2)
    return f"{found.group(1)}\\{sign}" if len(sign) == 1 else f"{found.group(1)}{sign[:-1]}\\{sign[-1]}"


def _linked(text: str) -> str:
    pieces = []
    end = 0
    for found in _WEB.finditer(text):
        address = escape(_MARKS.sub("", found.group()))
        pieces.append(escape(text[end : found.start()]))
        pieces.append(f'<a href="{address}" rel="noreferrer">{escape(found.group())}</a>')
        end = found.end()
    pieces.append(escape(text[end:]))
    return "".join(pieces)
