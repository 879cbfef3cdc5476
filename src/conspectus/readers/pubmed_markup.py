"""Plain text of PubMed's XML: markup dropped, superscripts and subscripts readable (10³), formulas on one line."""

from __future__ import annotations

from typing import Any

from conspectus.foundation.text.normalise import one_line
from conspectus.readers.inline_markup import plain
from conspectus.readers.jats_math import mathml_text
from conspectus.readers.raised_text import raised, subscript


def text_of(element: Any) -> str:
    """Gives the text of an element on one line, "" for None; ``10<sup>3</sup>`` is "10³", italics are dropped."""
    if element is None:
        return ""
    parts: list[str] = []
    _walk(element, parts)
    # Some records hold markup as text, escaped once too often.
    return one_line(plain("".join(parts)))


def text_at(element: Any, path: str) -> str:
    """Gives the text of the first element at ``path`` below ``element``, "" if there is none."""
    return text_of(element.find(path)) if element is not None else ""


def texts_at(element: Any, path: str) -> list[str]:
    """Gives the texts of all elements at ``path`` below ``element``, without empty ones."""
    if element is None:
        return []
    return [text for found in element.findall(path) if (text := text_of(found))]


def _walk(element: Any, parts: list[str]) -> None:
    tag = element.tag
    if tag == "math":
        parts.append(f" {mathml_text(element)} ")
        return
    if tag in {"sup", "sub"}:
        inner: list[str] = [element.text or ""]
        _walk_children(element, inner)
        text = "".join(inner)
        before = next((part[-1] for part in reversed(parts) if part), "")
        parts.append(raised(text, after=before) if tag == "sup" else subscript(text))
        return
    parts.append(element.text or "")
    _walk_children(element, parts)


def _walk_children(element: Any, parts: list[str]) -> None:
    for child in element:
        if isinstance(child.tag, str):
            _walk(child, parts)
        parts.append(child.tail or "")
