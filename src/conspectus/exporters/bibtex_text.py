"""Text as BibTeX holds it: UTF-8, escaped only where LaTeX or BibTeX would act on it."""

from __future__ import annotations

import re

from conspectus.exporters.marked_text import unmarked

_LATEX = {
    "\\": r"\textbackslash{}",
    "{": r"\{",
    "}": r"\}",
    "&": r"\&",
    "%": r"\%",
    "$": r"\$",
    "#": r"\#",
    "_": r"\_",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    "`": r"\`{}",
}
# BibTeX counts braces even behind a backslash.
_LATEX_UNBALANCED = _LATEX | {"{": r"\textbraceleft{}", "}": r"\textbraceright{}"}
# Between these, LaTeX would join two characters to one: a dash, a quotation mark.
_LIGATURE = re.compile(r"(?<=-)(?=-)|(?<=')(?=')")


def escaped(text: str) -> str:
    """Gives text on one line in which LaTeX acts on nothing, with as many opening braces as closing ones."""
    text = unmarked(text)
    table = _LATEX if _is_balanced(text) else _LATEX_UNBALANCED
    return _LIGATURE.sub("{}", "".join(table.get(char, char) for char in text))


def escaped_lines(text: str) -> str:
    """Gives text in which LaTeX acts on nothing, line ends and blank lines kept."""
    return "\n\n".join("\n".join(escaped(line) for line in part.split("\n")) for part in text.split("\n\n"))


def _is_balanced(text: str) -> bool:
    depth = 0
    for char in text:
        depth += (char == "{") - (char == "}")
        if depth < 0:
            return False
    return depth == 0


def address(text: str) -> str:
    """An address: processors set it as it is, so that only what would end the field is dangerous."""
    return unmarked(text).replace("\\", "%5C").replace("{", "%7B").replace("}", "%7D").replace("%", "\\%")
