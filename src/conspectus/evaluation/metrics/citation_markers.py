"""Citation markers in running text, of every style that benchmarks and outputs use."""

from __future__ import annotations

import re

_LATEX = re.compile(r"~?\\[A-Za-z]*cite[A-Za-z]*\*?\s*(?:\[[^\]]*\]\s*)*\{[^{}]*\}")
_TOKEN = re.compile(r"@cite_\w+")
_NUMBERS = re.compile(r"\[\s*\d{1,4}(?:\s*[,;–—-]\s*\d{1,4})*\s*\]")
_ROUND = re.compile(r"\(([^()]{4,400})\)")
_YEARS = re.compile(
    r"(?:^|[\s,])(?:1[89]|20)\d{2}[a-z]?(?:\s*[,&]\s*(?:(?:1[89]|20)\d{2}[a-z]?|[a-z]))*(?:,\s*pp?\.\s*[\d–-]+)?$"
)
_NEXT_WORK = re.compile(r"((?:1[89]|20)\d{2}[a-z]?)\s*,\s*(?=[^\W\d_]{2})")
_LEAD = re.compile(r"^(?:(?:see|also|e\.?g\.?|i\.?e\.?|cf\.?|inter|alia)[\s,:]+)+", re.IGNORECASE)
_NAME = re.compile(r"[^\W\d_]+(?:[.'’´`¨-]+[^\W\d_]+)*[.´`¨]*")
_MOST_NAMES = 12
# Words that names do not hold: "(held in 2004)" is no citation.
_NOT_NAMES = frozenset(
    "a an as at before by between during for from in is of on or since than that the their this to until "
    "was were which with year years early late version".split()
)
# Stands where a marker was, until what joined the markers is gone as well.
_GONE = "\0"
_JOINED = re.compile(r"\0(?:\s*(?:[;,]|and)?\s*\0)+")
_EMPTY_BRACKETS = re.compile(r"[(\[]\s*\0\s*[)\]]")
_GAP = re.compile(r"\s*\0(?=\s*[,.;:!?)\]])|\0")


def strip_markers(text: str) -> str:
    r"""Gives ``text`` without its citation markers, on one line.

    Removed are ``[3]`` and ``[1, 2]``, ``@cite_5``, ``\cite{key}`` and its variants, ``(Author et al.,
    2020; Other 2021)`` in any case, and the bare year of ``Author et al. (2020)``. Names in running text
    stay, as do brackets that hold anything else.
    """
    text = text.replace(_GONE, " ")
    for pattern in (_LATEX, _TOKEN, _NUMBERS):
        text = pattern.sub(_GONE, text)
    text = _ROUND.sub(lambda found: _GONE if _is_citation(found.group(1)) else found.group(), text)
    text = _EMPTY_BRACKETS.sub(_GONE, _JOINED.sub(_GONE, text))
    return " ".join(_GAP.sub(lambda found: "" if found.group() != _GONE else " ", text).split())


def _is_citation(inside: str) -> bool:
    parts = [part for part in _NEXT_WORK.sub(r"\1;", inside.replace(_GONE, ";")).split(";") if part.strip()]
    return bool(parts) and all(_is_work(part.strip()) for part in parts)


def _is_work(part: str) -> bool:
    """Whether ``part`` is nothing but names and years, or years alone."""
    years = _YEARS.search(part)
    if not years:
        return False
    names = _LEAD.sub("", part[: years.start()]).strip(" ,")
    tokens = [token for token in re.split(r"[\s,&]+", names) if token]
    if len(tokens) > _MOST_NAMES or not all(map(_NAME.fullmatch, tokens)):
        return False
    return _NOT_NAMES.isdisjoint(token.lower() for token in tokens)
