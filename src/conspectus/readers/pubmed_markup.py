"""Plain text of PubMed's XML: markup dropped, superscripts readable (10^3), formulas on one line."""

from __future__ import annotations

import re
from typing import Any

from conspectus.foundation.text.normalise import one_line

# Superscripts that are read without a mark: ordinals, trade marks.
_PLAIN_SUPERSCRIPT = re.compile(r"(?:st|nd|rd|th|tm|sm|r|®|™|©|[²³¹⁰-⁹ªº°])\Z", re.IGNORECASE)
# Markup that some records hold as text, escaped once too often.
_ESCAPED_SUPERSCRIPT = re.compile(r"<sup>([^<>]*)</sup>", re.IGNORECASE)
_ESCAPED_TAG = re.compile(r"</?(?:i|b|u|em|strong|sub|sup|italic|bold)>", re.IGNORECASE)
_MATH_PATTERNS = {"mfrac": "{}/{}", "msup": "{}^{}", "msub": "{}_{}", "msubsup": "{}_{}^{}"}
_NOT_SHOWN = frozenset({"annotation", "annotation-xml"})


def text_of(element: Any) -> str:
    """Gives the text of an element on one line, "" for None; ``10<sup>3</sup>`` is "10^3", italics are dropped."""
    if element is None:
        return ""
    parts: list[str] = []
    _walk(element, parts)
    text = "".join(parts)
    if "<" in text:
        text = _ESCAPED_SUPERSCRIPT.sub(lambda found: superscript(found.group(1), after=text[: found.start()]), text)
        text = _ESCAPED_TAG.sub("", text)
    return one_line(text)


def text_at(element: Any, path: str) -> str:
    """Gives the text of the first element at ``path`` below ``element``, "" if there is none."""
    return text_of(element.find(path)) if element is not None else ""


def texts_at(element: Any, path: str) -> list[str]:
    """Gives the texts of all elements at ``path`` below ``element``, without empty ones."""
    if element is None:
        return []
    return [text for found in element.findall(path) if (text := text_of(found))]


def superscript(text: str, *, after: str) -> str:
    """Gives a superscript as plain text, given what stands before it.

    Args:
        text: What is raised.
        after: The text before; a superscript at the head of a word ("¹⁸F") has no mark.
    """
    text = text.strip()
    if not text or not after or after[-1].isspace() or after[-1] in "([{" or _PLAIN_SUPERSCRIPT.match(text):
        return text
    return f"^({text})" if " " in text else f"^{text}"


def _walk(element: Any, parts: list[str]) -> None:
    tag = element.tag
    if tag == "math":
        parts.append(f" {_math(element)} ")
        return
    if tag == "sup":
        inner: list[str] = [element.text or ""]
        _walk_children(element, inner)
        parts.append(superscript("".join(inner), after="".join(parts)[-1:]))
        return
    parts.append(element.text or "")
    _walk_children(element, parts)


def _walk_children(element: Any, parts: list[str]) -> None:
    for child in element:
        if isinstance(child.tag, str):
            _walk(child, parts)
        parts.append(child.tail or "")


def _math(element: Any) -> str:
    if element.tag in _NOT_SHOWN:
        return ""
    children = [child for child in element if isinstance(child.tag, str)]
    if not children:
        return (element.text or "").strip() or ("∞" if element.tag == "infinity" else "")
    shown = [_math(child) for child in children]
    pattern = _MATH_PATTERNS.get(element.tag, "")
    if pattern.count("{}") == len(shown):
        return pattern.format(*(_bracketed(part) if " " in part else part for part in shown))
    text = " ".join(part for part in shown if part)
    return f"√({text})" if element.tag in {"msqrt", "mroot"} else text


def _bracketed(text: str) -> str:
    return f"({text})"
