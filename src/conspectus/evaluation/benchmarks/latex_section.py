r"""Plain text of a LaTeX section, with its ``\cite`` keys kept as markers."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Any

from conspectus.foundation.text.normalise import clean_text

_COMMENT = re.compile(r"(?<!\\)%[^\n]*")
_FLOATS = re.compile(
    r"\\begin\{(?P<kind>(?:figure|table|tabular|tabularx|algorithm|equation|align|tikzpicture|wrapfigure|wraptable)\*?)\}"
    r".*?\\end\{(?P=kind)\}",
    re.DOTALL,
)
_HEADING = re.compile(r"\\(?:part|chapter|(?:sub)*section|(?:sub)?paragraph)\*?\s*(?:\[[^\]]*\])?\s*\{([^{}]*)\}")
_WITHOUT_TEXT = re.compile(
    r"\\(?:label|vspace|hspace|includegraphics|input|include|bibliography|bibliographystyle|setlength|addtolength)\*?"
    r"\s*(?:\[[^\]]*\])?(?:\{[^{}]*\})+"
)
_CITE = re.compile(r"\\[A-Za-z]*cite[A-Za-z]*\*?\s*(?:\[[^\]]*\]\s*)*\{(?P<keys>[^{}]*)\}")
_HELD = re.compile(r"QCITE(\d+)Q")
# A macro of the authors' own without an argument is mostly the name of their system.
_BARE_MACRO = re.compile(r"\\([A-Za-z]{2,})(?![A-Za-z{\[])\s?")
_LAYOUT = frozenset(
    "noindent par smallskip medskip bigskip newline linebreak newpage clearpage centering small footnotesize "
    "normalsize large bf it em rm tt sc bfseries itshape item vfill hfill indent quad qquad maketitle xspace "
    "left right".split()
)
_GAP_BEFORE_POINT = re.compile(r"[^\S\n]+(?=[.,;:)])")
_SPACES = re.compile(r"[^\S\n]+")
_GAPS = re.compile(r" *\n[ \n]*\n *")


def latex_to_text(latex: str) -> str:
    r"""Gives the running text of a piece of LaTeX; paragraphs are parted by an empty line.

    Citations of every command stay as ``\cite{key,key}``; headings become paragraphs; comments, labels,
    floats and displayed formulae go; an author's own macro without arguments gives its name.
    """
    text = _COMMENT.sub("", latex.replace("\r\n", "\n"))
    text = _FLOATS.sub("\n", text)
    text = _HEADING.sub(r"\n\n\1.\n\n", _WITHOUT_TEXT.sub(" ", text))
    held: list[str] = []

    def hold(found: re.Match[str]) -> str:
        held.append(f"\\cite{{{','.join(key.strip() for key in found['keys'].split(',') if key.strip())}}}")
        return f"QCITE{len(held) - 1}Q"

    text = _BARE_MACRO.sub(_name_of, _CITE.sub(hold, text))
    text = _converter().latex_to_text(text.replace("~", " "))
    text = _HELD.sub(lambda found: held[int(found.group(1))], clean_text(text))
    paragraphs = _GAPS.split(_SPACES.sub(" ", _GAP_BEFORE_POINT.sub("", text)).strip())
    return "\n\n".join(" ".join(part.split()).replace("..", ".") for part in paragraphs if part.strip(" .\n"))


def cited_keys(latex: str) -> tuple[str, ...]:
    """Gives the citation keys in order of first appearance, each once."""
    keys = (key.strip() for found in _CITE.finditer(_COMMENT.sub("", latex)) for key in found["keys"].split(","))
    return tuple(dict.fromkeys(key for key in keys if key))


def _name_of(found: re.Match[str]) -> str:
    name = found.group(1)
    if name in _LAYOUT:
        return " "
    known = _text_macros().get_macro_spec(name) is not None
    return found.group() if known else found.group().replace("\\", "", 1)


@lru_cache(maxsize=1)
def _text_macros() -> Any:
    from pylatexenc.latex2text import get_default_latex_context_db

    return get_default_latex_context_db()


@lru_cache(maxsize=1)
def _converter() -> Any:
    from pylatexenc.latex2text import LatexNodes2Text

    return LatexNodes2Text(math_mode="text", keep_comments=False, strict_latex_spaces=False)
