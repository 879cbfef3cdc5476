"""Retractions, corrections and expressions of concern as titles, publication types and notes tell them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Literal

from conspectus.domain.identifiers import normal_arxiv, normal_doi, normal_pmcid, normal_pmid
from conspectus.domain.paper import Notice, Paper
from conspectus.foundation.text.normalise import match_key, one_line

Kind = Literal["retraction", "correction", "expression-of-concern", "update"]

_QUOTE = "[\"“”„«‘’'‚<]"
_TAKEN_BACK = (
    r"retracted|withdrawn|removed|retirado|retractado|retratado|r[ée]tract[ée]e?|zur[üu]ckgezogen|ritirato|"
    r"retrait[ée]?(?=\s*:)"
)
_WORK = r"(?:\s+(?:article|paper|publication|chapter|manuscript|preprint|study))?"
_RETRACTED = re.compile(
    rf"\W*(?:(?:article|paper)\s+)?(?:{_TAKEN_BACK}){_WORK}\s*(?:\d{{4}})?\s*[:\])}}*|]"
    rf"|\W*retracted{_WORK}\s*[.–—-]\s+(?=\S)",
    re.IGNORECASE,
)
# Without a colon only in capitals, which the pattern above would not see.
_RETRACTED_CAPITALS = re.compile(r"(?:RETRACTED|WITHDRAWN)(?:\s+(?:ARTICLE|PAPER))?\s+(?=[A-Z][a-z\s])")
_RETRACTED_END = re.compile(
    rf"[(\[{{*]\s*(?:article\s+)?(?:retracted|withdrawn|retraction\s+in)\b[^)\]}}]*[)\]}}*]?\W*\Z"
    rf"|\s[–—-]\s*(?:retracted|withdrawn){_WORK}\W*\Z|\.\s*RETRACTED\W*\Z",
    re.IGNORECASE,
)
_ABOUT = rf"(?:\s*(?::|[-–—.](?=\s)|{_QUOTE})|\s+(?:to|of|for|on)\b\s*:?)"
# "To the paper", "of doi:…", "for Smith et al.", "to Smith (2020)": what follows cites a work.
_WORK_CITED = (
    rf"(?::|{_QUOTE}|(?=(?:the\s+|an?\s+)?(?:article|paper|publication|study)\b|doi\b|.{{0,80}}\bet al\b"
    r"|[^,]{0,80}\(\d{4}\)))"
)
_CITED = rf"(?:\s*:|\s+(?:to|of|for)\s*{_WORK_CITED})"
_RETRACTION = re.compile(
    r"\W*(?:(?:editorial|publisher'?s?|editor'?s?|author'?s?)\s+)?(?:"
    rf"(?:retraction|withdrawal|removal)\s+(?:note|notice|statement)(?:{_ABOUT}|\W*\Z)"
    r"|(?:notice|statement|note)\s+of\s+(?:retraction|withdrawal)\b"
    rf"|retraction\s*(?::|{_QUOTE}|\[|\Z)|retraction{_CITED}"
    r"|retraction\s+and\s+(?:replacement|republication)\b|withdrawal\s*:\s*(?=.*\bet al\b))",
    re.IGNORECASE,
)
_PARTIAL = re.compile(rf"\W*partial\s+retraction{_ABOUT}", re.IGNORECASE)
_CORRECTION = re.compile(
    rf"\W*(?:(?:author|publisher|editorial|editor)'?s?'?\s+)?(?:(?:erratum|errata|corrigend(?:um|a)|addendum)(?:{_ABOUT}|\W*\Z)"
    rf"|corrections?(?:{_CITED}|\W*\Z)|correction\s+notice\b|(?:author|publisher)'?s?\s+correction\b)",
    re.IGNORECASE,
)
_CONCERN = re.compile(
    rf"\W*(?:editorial\s+)?(?:(?:expression|note|notice)\s+of\s+(?:editorial\s+)?concern)(?:{_ABOUT}|\W*\Z)",
    re.IGNORECASE,
)

_ISSUING: tuple[tuple[Kind, re.Pattern[str]], ...] = (
    ("correction", _PARTIAL), ("retraction", _RETRACTION), ("expression-of-concern", _CONCERN),
    ("correction", _CORRECTION),
)  # fmt: skip
_RECEIVED_TYPES = frozenset(
    {
        "retracted",
        "retracted article",
        "retracted publication",
        "withdrawn",
        "withdrawn article",
        "withdrawn publication",
    }
)
_ISSUED_TYPES: dict[str, Kind] = {
    "retraction": "retraction", "retraction of publication": "retraction", "retraction notice": "retraction",
    "withdrawal notice": "retraction", "correction": "correction", "erratum": "correction",
    "corrigendum": "correction", "published erratum": "correction", "addendum": "correction",
    "expression of concern": "expression-of-concern",
}  # fmt: skip
_NOTE_RETRACTED = re.compile(
    r"(?:this|the)\s+(?:article|paper|publication|preprint|study|work)\s+(?:has\s+been|was|is)\s+(?:retracted|withdrawn)\b"
    r"|\A\W*retract(?:ed|ion)\s+(?:in|notice\s+in)\s*:?\s|\A\W*retracted\s*:\s*(?:true|yes|1)\W*\Z"
    r"|\A\W*(?:retracted(?:\s+(?:article|publication|paper))?|withdrawn)(?:\.\s+see\b.*|\W*)\Z",
    re.IGNORECASE | re.DOTALL,
)
_TELLS = re.compile(
    r"\bthis\s+(?P<what>retracts|corrects|updates)\s+the\s+article\b|\b(?P<other>retraction|correction|erratum|corrigendum)\s+(?:of|to|for)\s*:?\s*(?=doi|10\.)",
    re.IGNORECASE,
)
# Fields that hold no statement about the paper's fate though they may be named so.
_STATUS_FIELDS = re.compile(
    r"(?:status|retracted|retraction|note|notes|n1|custom|pubstate|publication type|type|crossmark)\W*\Z", re.IGNORECASE
)
# Every title that tells of a notice has one of these.
_SIGNS = (
    "ract", "withdraw", "remov", "retir", "retrat", "gezogen", "ritirat", "retrait", "errat", "corrigend", "addend",
    "correct", "concern", "notice", "statement", "note",
)  # fmt: skip
_TRUE = frozenset({"true", "yes", "1"})


def told_notices(title: str, types: Iterable[str] = (), notes: Iterable[str] = ()) -> tuple[Notice, ...]:
    """Gives the notice that a title, the publication types or notes tell, at most one.

    A notice itself ("Retraction note to: …", "Erratum for …") has the direction "issued" and what it concerns as
    target where the title says it; the paper concerned ("RETRACTED: …", "… [Withdrawn]") has "received". Titles
    about the matter ("Retraction of the uvula", "Correction for multiple testing") tell nothing.

    Args:
        title: As one line of plain text.
        types: Publication types ("Retracted Publication", "Published Erratum").
        notes: Other texts in which a retraction may be told.
    """
    notes = list(notes)
    if told := _told_by_title(title, notes):
        return (told,)
    for value in types:
        key = _type_key(value)
        if key in _RECEIVED_TYPES:
            return (Notice(kind="retraction", text=one_line(value)),)
        if (issued := _ISSUED_TYPES.get(key)) is not None:
            return (
                Notice(
                    kind=issued, direction="issued", target=_target(notes), text=f"Publication type: {one_line(value)}"
                ),
            )
    for text in notes:
        if _NOTE_RETRACTED.search(one_line(text)):
            return (Notice(kind="retraction", text=one_line(text)[:300]),)
    return ()


def _told_by_title(title: str, notes: Sequence[str]) -> Notice | None:
    lowered = title.lower()
    if title.isascii() and not any(sign in lowered for sign in _SIGNS):
        return None
    for kind, pattern in _ISSUING:
        if (found := pattern.match(title)) is not None:
            target = _target(notes) or _cited(title[found.end() :])
            return Notice(kind=kind, direction="issued", target=target, text=title)
    if _RETRACTED.match(title) or _RETRACTED_CAPITALS.match(title) or _RETRACTED_END.search(title):
        return Notice(kind="retraction", text=title)
    return None


_type_key = lru_cache(maxsize=1024)(match_key)


@lru_cache(maxsize=1024)
def _is_status(name: str) -> bool:
    return _STATUS_FIELDS.match(name) is not None


def with_told_notices(paper: Paper) -> Paper:
    """Gives the paper with the notice that its title, types and notes tell, unless it has one of that kind already.

    A notice that names no record takes its target from what the abstract or a note says ("[This retracts the
    article DOI: 10.1000/x.]").
    """
    status = [(name, value) for name, value in paper.extra if _is_status(name)]
    notes = [value for _, value in status if value.lower() not in _TRUE]
    if any(name.lower() in ("retracted", "retraction") and value.lower() in _TRUE for name, value in status):
        notes.append("Retracted.")
    told = told_notices(paper.title, paper.publication_types, notes)
    if not told and not paper.notices:
        return paper
    have = {(notice.kind, notice.direction) for notice in paper.notices}
    notices = (*paper.notices, *(notice for notice in told if (notice.kind, notice.direction) not in have))
    if any(notice.direction == "issued" and not has_identifier(notice.target) for notice in notices):
        target = _target([*(value for _, value in paper.extra), paper.abstract])
        if target:
            notices = tuple(
                replace(n, target=target) if n.direction == "issued" and not has_identifier(n.target) else n
                for n in notices
            )
    return paper if notices == paper.notices else replace(paper, notices=notices)


def has_identifier(target: str) -> bool:
    """Tells whether the target of a notice is an identifier ("doi:10.1000/x") and not a citation."""
    return target.startswith(("doi:", "pmid:", "pmcid:", "arxiv:"))


def _target(texts: Sequence[str]) -> str:
    """Gives the identifier behind "This retracts the article" or "Erratum for", or ""."""
    for text in texts:
        if (found := _TELLS.search(text)) is None:
            continue
        behind = text[found.end() : found.end() + 200]
        if doi := normal_doi(behind):
            return f"doi:{doi.rstrip(']')}"
        if "pmc" in behind.lower() and (pmcid := normal_pmcid(behind)):
            return f"pmcid:{pmcid}"
        if "pmid" in behind.lower() and (pmid := normal_pmid(behind)):
            return f"pmid:{pmid}"
        if "arxiv" in behind.lower() and (arxiv := normal_arxiv(behind)):
            return f"arxiv:{arxiv}"
    return ""


def _cited(rest: str) -> str:
    """Gives what the title says behind "Retraction note to:": an identifier if it has one, else the citation."""
    if doi := normal_doi(rest):
        return f"doi:{doi}"
    return one_line(rest).strip(" :-–—\"“”„«»‘’'‚<>")
