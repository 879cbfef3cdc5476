"""Sentences with exact character offsets, for scientific prose.

The boundaries come from nupunkt (an unsupervised Punkt model) and are then mended by rules for what
scientific text does: "et al.", "Fig. 3", "p < 0.05", "E. coli", initials of authors, enumerations.
"""

from __future__ import annotations

import re

ABBREVIATIONS = frozenset(
    """al approx app ca cf ch chap col cor corr def dept diff dr ed eds eg e.g eq eqn eqs eqns esp est et etc ex
    exp fig figs ff ibid id i.e ie incl lem ln max min mr mrs ms nat no nos nr obs op p.a p pp par para pl prof
    prop prob ref refs rem resp rev sec secs sect sp spp st subsp supp suppl sci ser tab tabs thm theor viz vol
    vols vs var v biol chem comput clin conf dis engl eur int intl j jr med mol natl phys proc psychol res rep
    soc sr surg symp trans univ u.s u.k a.k.a w.r.t i.i.d s.t ph.d m.sc b.sc inc ltd co corp assn bros gov jan
    feb mar apr jun jul aug sep sept oct nov dec""".split()
)
# Abbreviations that may well end a sentence: a boundary after them stands when a capitalised common
# word follows that is not a number or a bracket.
MAY_END = frozenset(
    """etc al inc ltd co corp u.s u.k ph.d jr sr var min max sp spp no resp""".split()
)
_LAST_WORD = re.compile(r"([^\s(\[{<\"'“‘,;:/]+)\.[)\]\"'”’]*\s*$")
_OPENS_ALONE = re.compile(r"\s*[\[(]?\d")
_LOWER = re.compile(r"\s*[a-zß-öø-ÿ]")
_ENUMERATION = re.compile(r"^\s*(?:\(?(?:\d{1,2}|[a-z]|[ivx]{1,4})[.)])\s*$")
_STARTS_CAPITAL = re.compile(r"\s*[\"“'‘(\[]*[A-ZÀ-ÖØ-Þ]")
_AFTER_CITATION = re.compile(r"(?<=[a-z)%\]])[.?!](?:\[[\d,\s–-]+\]|\d{1,3}(?:[,–-]\d{1,3})*)\s+(?=[A-ZÀ-ÖØ-Þ])")
_MISSED = re.compile(
    r"(?<=[a-z\d)\]%])[.?!][\"”’)]*\s+(?=(?:We|Our|In|The|This|These|However|It|To|For|Here|Moreover|Furthermore)\b)"
)
_INITIAL = re.compile(r"(?:^|[\s(\[,;])(?:[A-Z]\.[\s-]?){0,3}[A-Z]\.\s*$")


def sentence_spans(text: str) -> list[tuple[int, int]]:
    """Gives the (start, end) offsets of the sentences of ``text``, in order, without outer white space.

    Every character outside the spans is white space, so the spans with their separators give back the
    text exactly. Text without letters or digits is one sentence; white space alone is none.

    Args:
        text: One paragraph of running text.
    """
    bare_start, bare_end = _trim(text, 0, len(text))
    if bare_start == bare_end:
        return []
    cuts = {end for _, end in _raw_spans(text)}
    cuts |= {match.end() for match in _AFTER_CITATION.finditer(text)}
    cuts |= {match.end() for match in _MISSED.finditer(text)}
    cuts |= {match.end() for match in re.finditer(r"\n\s*\n", text)}
    spans: list[tuple[int, int]] = []
    begin = bare_start
    for cut in sorted(cuts | {bare_end}):
        if cut <= begin:
            continue
        if cut < bare_end and not _is_boundary(text, begin, cut):
            continue
        start, end = _trim(text, begin, min(cut, bare_end))
        if start < end:
            spans.append((start, end))
        begin = cut
    return spans


def split_sentences(text: str) -> list[str]:
    """Gives the sentences of ``text`` as strings, in order."""
    return [text[start:end] for start, end in sentence_spans(text)]


def _raw_spans(text: str) -> list[tuple[int, int]]:
    from nupunkt import sent_spans

    return [(int(start), int(end)) for start, end in sent_spans(text)]


def _is_boundary(text: str, begin: int, cut: int) -> bool:
    before, after = text[begin:cut], text[cut:]
    if "\n" in before[len(before.rstrip()) :] and before[len(before.rstrip()) :].count("\n") > 1:
        return True
    stripped = before.rstrip()
    if not stripped or _ENUMERATION.match(stripped):
        return False
    if _LOWER.match(after) and not re.match(r"\s*[a-z]+[A-Z]|\s*(?:[mst]?RNA|p\d|i[A-Z]|e[A-Z])", after):
        return False
    if stripped[-1:] in ")]" and not re.search(r"[.?!][)\]\"'”’]+$", stripped):
        return False
    word = _LAST_WORD.search(before)
    if word is None:
        return True
    bare = word.group(1).lower().rstrip(".")
    if stripped.endswith(")") or stripped.endswith("]"):
        return bool(_STARTS_CAPITAL.match(after)) or not _OPENS_ALONE.match(after)
    if bare in ABBREVIATIONS:
        return bare in MAY_END and _may_end_here(bare, after)
    if _INITIAL.search(before):
        return not re.match(r"\s*(?:[A-Z][a-z]+|[A-Z]\.|and\b|&)", after)
    return True


def _may_end_here(bare: str, after: str) -> bool:
    if _OPENS_ALONE.match(after) or not _STARTS_CAPITAL.match(after):
        return False
    if bare == "al":
        return re.match(r"\s*(?:We|The|This|These|In|Our|However|For|To|It|They|Here|A|An)\b", after) is not None
    if bare in {"no", "sp", "spp", "var", "min", "max", "resp"}:
        return re.match(r"\s*(?:We|The|This|These|In|Our|However|For|It|They|A|An)\b", after) is not None
    return True


def _trim(text: str, start: int, end: int) -> tuple[int, int]:
    while start < end and text[start].isspace():
        start += 1
    while end > start and text[end - 1].isspace():
        end -= 1
    return start, end
