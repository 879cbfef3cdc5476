"""Readable text of formulas, subscripts and superscripts in JATS: MathML, TeX, or what stands in for them."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Any

from conspectus.foundation.text.normalise import one_line
from conspectus.readers.raised_text import subscript as subscript
from conspectus.readers.raised_text import superscript as superscript
from conspectus.readers.xml_hardened import attribute, local_name

# What is printed for a formula of which the file holds only a picture: an honest gap, not a silent one.
NO_TEXT = "[formula]"

_SPACED = frozenset("=<>≤≥≈∼≃≅≡≠∈∉⊂⊆∪∩→←↔⇒⇔∝≪≫⩽⩾±∓×·⋅÷+−∧∨≲≳")
_ACCENTS = {
    "¯": "\u0304", "‾": "\u0304", "_": "\u0304", "̅": "\u0304", "^": "\u0302", "ˆ": "\u0302", "˜": "\u0303",
    "~": "\u0303", "∼": "\u0303", "→": "\u20d7", "⃗": "\u20d7", "˙": "\u0307", ".": "\u0307", "¨": "\u0308",
}  # fmt: skip
_SIMPLE = re.compile(r"[\w.]+\Z|.\Z", re.DOTALL)
_TEX_BODY = re.compile(r"\\begin\{document\}(.*?)(?:\\end\{document\}|\Z)", re.DOTALL)


def formula_text(element: Any) -> str:
    """Gives the readable text of an ``inline-formula``, ``disp-formula`` or ``alternatives`` element.

    The plain-text form is preferred, then MathML, then TeX, then text of its own, then the alternative
    text of a picture; a bare picture gives ``NO_TEXT``. Labels are left out.
    """
    found = _by_name(element)
    for name, read in _FORMS:
        for candidate in found.get(name, ()):
            if text := one_line(read(candidate)):
                return text
    skipped = {"label", "graphic", "inline-graphic", "object-id", "alt-text", "long-desc", "abstract"}
    own = one_line("".join(_own_text(element, skipped)))
    if own:
        return own
    alternative = [one_line("".join(e.itertext())) for e in found.get("alt-text", ())]
    return next((text for text in alternative if text), NO_TEXT)


def mathml_text(element: Any) -> str:
    """Gives MathML as one line: ``x² + yᵢ``, ``(a + b)/c``, ``√(x)``, ``∑_(i=1)^(n)``."""
    return re.sub(r" {2,}", " ", _math(element)).strip()


def tex_text(source: str) -> str:
    """Gives TeX as one line without commands and without the preamble of a whole document."""
    from pylatexenc.latex2text import LatexNodes2Text

    body = _TEX_BODY.search(source)
    inner = body.group(1) if body else source
    if not body and "\\documentclass" in inner:
        return ""
    try:
        text = LatexNodes2Text(math_mode="text", keep_comments=False).latex_to_text(inner)
    except (ValueError, IndexError, KeyError, RecursionError):  # not TeX after all: its letters are still there
        text = re.sub(r"\\[A-Za-z]+|[{}$]", " ", inner)
    return one_line(text)


_FORMS: tuple[tuple[str, Callable[[Any], str]], ...] = (
    ("textual-form", lambda element: "".join(element.itertext())),
    ("math", mathml_text),
    ("tex-math", lambda element: tex_text("".join(element.itertext()))),
)


def _by_name(element: Any) -> dict[str, list[Any]]:
    found: dict[str, list[Any]] = {}
    for descendant in element.iter():
        found.setdefault(local_name(descendant), []).append(descendant)
    return found


def _own_text(element: Any, skipped: set[str]) -> list[str]:
    parts = [element.text or ""]
    for child in element:
        name = local_name(child)
        if name in {"sup", "sub"}:
            inner = "".join(_own_text(child, skipped))
            parts.append(superscript(inner) if name == "sup" else subscript(inner))
        elif name not in skipped and name not in {"math", "tex-math"}:
            parts += _own_text(child, skipped)
        parts.append(child.tail or "")
    return parts


def _math(element: Any) -> str:
    name = local_name(element)
    if name in {"mi", "mn", "mtext", "ms"}:
        inner = element.text or "".join(element.itertext())
        text = one_line(inner)
        if name == "mtext" and text:  # its own spaces part it from the signs around it
            return " " * inner[0].isspace() + text + " " * inner[-1].isspace()
        return text
    if name == "mo":
        return _operator(one_line("".join(element.itertext())))
    children = list(element)
    handler = _LAYOUTS.get(name)
    if handler is not None:
        return handler(element, children)
    return _row(children) if children else one_line(element.text or "")


def _operator(text: str) -> str:
    if text in _SPACED:
        return f" {text} "
    return f"{text} " if text in {",", ";"} else text


def _row(children: Sequence[Any]) -> str:
    parts: list[str] = []
    after_operator = True  # at the head of a row and after an operator, + and − are signs
    before_word = False
    for child in children:
        text = _math(child)
        if not text:
            continue
        name = local_name(child)
        is_word = name in {"mi", "mtext"} and len(text) > 1 and text[-1].isalnum()
        last = parts[-1][-1:] if parts else ""
        if text[0].isalnum() and ((last.isalnum() and (before_word or is_word)) or (last == ")" and is_word)):
            parts.append(" ")
        sign = name == "mo" and after_operator and text.strip() in {"+", "−", "-", "±", "∼", "~"}
        parts.append(text.strip() if sign else text)
        after_operator = name == "mo" and text.strip() not in {")", "]", "}", "|", "!", "′"}
        before_word = is_word
    return "".join(parts)


def _bracketed(text: str) -> str:
    text = text.strip()
    return text if _SIMPLE.match(text) else f"({text})"


def _fraction(_: Any, children: Sequence[Any]) -> str:
    parts = [_bracketed(_math(child)) for child in children]
    return "/".join(part for part in parts if part)


def _over(_: Any, children: Sequence[Any]) -> str:
    base, over = (*(_math(child).strip() for child in children), "", "")[:2]
    if over in _ACCENTS and base:
        return base + _ACCENTS[over] if len(base) == 1 else f"({base}){over}"
    return base + superscript(over)


def _scripts(kinds: str) -> Callable[[Any, Sequence[Any]], str]:
    def read(_: Any, children: Sequence[Any]) -> str:
        texts = [_math(child).strip() for child in children]
        base = texts[0] if texts else ""
        form = {"_": subscript, "^": superscript}
        return base + "".join(form[kind](text) for kind, text in zip(kinds, texts[1:], strict=False))

    return read


def _fenced(element: Any, children: Sequence[Any]) -> str:
    opening = attribute(element, "open") if element.get("open") is not None else "("
    closing = attribute(element, "close") if element.get("close") is not None else ")"
    separator = (element.get("separators") or ",").strip()[:1]
    return opening + (f"{separator} " if separator else " ").join(_math(c).strip() for c in children) + closing


def _table(_: Any, children: Sequence[Any]) -> str:
    rows = (", ".join(filter(None, (_math(cell).strip() for cell in row))) for row in children)
    return "; ".join(row for row in rows if row)


def _prescripted(_: Any, children: Sequence[Any]) -> str:
    names = [local_name(child) for child in children]
    cut = names.index("mprescripts") if "mprescripts" in names else len(children)

    def scripts(items: Sequence[Any]) -> str:
        forms = (subscript, superscript)
        return "".join(forms[place % 2](_math(item)) for place, item in enumerate(items))

    base = _math(children[0]) if children else ""
    return scripts(children[cut + 1 :]) + base + scripts(children[1:cut])


def _nothing(_: Any, __: Sequence[Any]) -> str:
    return ""


_LAYOUTS: dict[str, Callable[[Any, Sequence[Any]], str]] = {
    "mfrac": _fraction,
    "msup": _scripts("^"),
    "msub": _scripts("_"),
    "msubsup": _scripts("_^"),
    "munder": _scripts("_"),
    "munderover": _scripts("_^"),
    "mover": _over,
    "msqrt": lambda _, children: f"√({_row(children).strip()})",
    "mroot": lambda _, children: (
        "".join(superscript(_math(c)) for c in children[1:]) + f"√({_row(children[:1]).strip()})"
    ),
    "mfenced": _fenced,
    "mtable": _table,
    "mmultiscripts": _prescripted,
    "semantics": lambda _, children: _math(children[0]) if children else "",
    "mspace": lambda element, _: " ",
    "mphantom": _nothing,
    "none": _nothing,
    "annotation": _nothing,
    "annotation-xml": _nothing,
}
