"""What PubMed's codes and short forms mean: kinds, languages, notices, page ranges, titles, abstract labels."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Literal, NamedTuple

from conspectus.domain.document import SectionKind
from conspectus.domain.document_building import ParagraphDraft, SectionDraft
from conspectus.domain.identifiers import normal_pmid
from conspectus.domain.paper import Funding, Notice, unique
from conspectus.domain.section_typing import section_kind
from conspectus.foundation.text.normalise import clean_text, match_key, one_line
from conspectus.readers.structured_abstract import abstract_sections, split_notice

# ISO 639-2 (bibliographic and terminological codes) to ISO 639-1 and an English name.
_LANGUAGES_LISTED = """
    afr:af:Afrikaans alb:sq:Albanian sqi:sq:Albanian ara:ar:Arabic arm:hy:Armenian hye:hy:Armenian
    aze:az:Azerbaijani baq:eu:Basque eus:eu:Basque bel:be:Belarusian ben:bn:Bengali bos:bs:Bosnian
    bul:bg:Bulgarian cat:ca:Catalan chi:zh:Chinese zho:zh:Chinese cze:cs:Czech ces:cs:Czech dan:da:Danish
    dut:nl:Dutch nld:nl:Dutch eng:en:English epo:eo:Esperanto est:et:Estonian fin:fi:Finnish fre:fr:French
    fra:fr:French gla:gd:Gaelic gle:ga:Irish glg:gl:Galician geo:ka:Georgian kat:ka:Georgian ger:de:German
    deu:de:German gre:el:Greek ell:el:Greek heb:he:Hebrew hin:hi:Hindi hrv:hr:Croatian hun:hu:Hungarian
    ice:is:Icelandic isl:is:Icelandic ind:id:Indonesian ita:it:Italian jpn:ja:Japanese kaz:kk:Kazakh
    kin:rw:Kinyarwanda kir:ky:Kyrgyz kor:ko:Korean lat:la:Latin lav:lv:Latvian lit:lt:Lithuanian
    mac:mk:Macedonian mkd:mk:Macedonian mal:ml:Malayalam mao:mi:Maori mri:mi:Maori may:ms:Malay msa:ms:Malay
    nor:no:Norwegian nob:nb:Norwegian nno:nn:Norwegian per:fa:Persian fas:fa:Persian pol:pl:Polish
    por:pt:Portuguese pus:ps:Pushto rum:ro:Romanian ron:ro:Romanian rus:ru:Russian san:sa:Sanskrit
    slo:sk:Slovak slk:sk:Slovak slv:sl:Slovenian spa:es:Spanish srp:sr:Serbian swe:sv:Swedish swa:sw:Swahili
    tha:th:Thai tur:tr:Turkish ukr:uk:Ukrainian urd:ur:Urdu vie:vi:Vietnamese wel:cy:Welsh cym:cy:Welsh
"""
_LANGUAGES = {code: (short, name) for code, short, name in (row.split(":") for row in _LANGUAGES_LISTED.split())}
_NAMES = dict(_LANGUAGES.values())
_BY_NAME = {name.lower(): short for short, name in _NAMES.items()}

_KINDS = (
    ("preprint", "article"),
    ("dataset", "dataset"),
    ("book chapter", "chapter"),
    ("academic dissertation", "thesis"),
    ("dissertation", "thesis"),
    ("newspaper article", "article-newspaper"),
)
# Only where there is no journal: PubMed also uses these types for articles in journals.
_KINDS_WITHOUT_JOURNAL = (
    ("technical report", "report"),
    ("congress", "paper-conference"),
    ("clinical conference", "paper-conference"),
    ("book", "book"),
    ("handbook", "book"),
)

_LABEL_KINDS = {
    "background": SectionKind.INTRODUCTION,
    "objective": SectionKind.INTRODUCTION,
    "methods": SectionKind.METHODOLOGY,
    "results": SectionKind.EXPERIMENT,
    "conclusions": SectionKind.DISCUSSION,
}

_NoticeKind = Literal["retraction", "correction", "expression-of-concern", "update"]
_Direction = Literal["received", "issued"]


class _NoticeType(NamedTuple):
    name: str
    tag: str
    kind: _NoticeKind
    direction: _Direction
    text: str = ""


_NOTICE_TYPES = (
    _NoticeType("RetractionIn", "RIN", "retraction", "received"),
    _NoticeType("RetractionOf", "ROF", "retraction", "issued"),
    _NoticeType("PartialRetractionIn", "PRIN", "correction", "received", "Partial retraction"),
    _NoticeType("PartialRetractionOf", "PROF", "correction", "issued", "Partial retraction"),
    _NoticeType("RetractedandRepublishedIn", "RRI", "retraction", "received", "Retracted and republished"),
    _NoticeType("RetractedandRepublishedFrom", "RRF", "update", "issued", "Republished after retraction"),
    _NoticeType("CorrectedandRepublishedIn", "CRI", "correction", "received", "Corrected and republished"),
    _NoticeType("CorrectedandRepublishedFrom", "CRF", "correction", "issued", "Corrected and republished"),
    _NoticeType("ErratumIn", "EIN", "correction", "received"),
    _NoticeType("ErratumFor", "EFR", "correction", "issued"),
    _NoticeType("ExpressionOfConcernIn", "ECI", "expression-of-concern", "received"),
    _NoticeType("ExpressionOfConcernFor", "ECF", "expression-of-concern", "issued"),
    _NoticeType("UpdateIn", "UIN", "update", "received"),
    _NoticeType("UpdateOf", "UOF", "update", "issued"),
)
_NOTICES = {key.lower(): entry for entry in _NOTICE_TYPES for key in (entry.name, entry.tag)}

_RANGE = re.compile(r"(?P<head>[A-Za-z]*)(?P<first>\d+)\s*[-–—]\s*(?P<tail>[A-Za-z]*)(?P<last>\d+)(?![\w.])")
_ENDS_WITH_SHORT_FORM = re.compile(r"(?:\.\.|\b[A-Z]\.|\b(?:etc|al|vs|spp?|var|Inc|Ltd|Co|Jr|Sr|St|No|U\.S|Ph\.D)\.)\Z")


def normal_language(code: str) -> str:
    """Gives the ISO 639-1 code of a language given by any ISO 639 code or its English name; others stay as given."""
    bare = one_line(code).lower()
    if bare in _LANGUAGES:
        return _LANGUAGES[bare][0]
    return _BY_NAME.get(bare, bare)


def language_name(code: str) -> str:
    """Gives the English name of a language given by code, the code itself if it is not known."""
    return _NAMES.get(normal_language(code), one_line(code))


def kind_of(publication_types: Iterable[str], *, has_journal: bool) -> str:
    """Gives the CSL type of a record from its publication types; without any hint, an article in a journal."""
    keys = {match_key(value) for value in publication_types}
    table = _KINDS if has_journal else (*_KINDS, *_KINDS_WITHOUT_JOURNAL)
    return next(
        (kind for name, kind in table if name in keys), "article-journal" if has_journal or keys else "document"
    )


def notice_of(name: str, citation: str = "", pmid: str = "", note: str = "") -> Notice | None:
    """Gives the notice of a relation between records, or None if the relation is no notice (a comment, say).

    Args:
        name: A ``RefType`` ("RetractionIn") or a MEDLINE tag ("RIN").
        citation: The other record as printed.
        pmid: Its PMID; it becomes the target, else the citation does.
        note: What the source says about it.
    """
    entry = _NOTICES.get(name.strip().lower())
    if entry is None:
        return None
    number = normal_pmid(pmid)
    citation = one_line(citation)
    text = ". ".join(unique((entry.text, citation if number else "", one_line(note))))
    return Notice(
        kind=entry.kind, direction=entry.direction, target=f"pmid:{number}" if number else citation, text=text
    )


def notices_with_types(notices: Sequence[Notice], publication_types: Iterable[str]) -> tuple[Notice, ...]:
    """Gives the notices, and those that only the publication types tell of ("Retracted Publication")."""
    keys = {match_key(value) for value in publication_types}
    found = list(notices)
    told: tuple[tuple[str, _NoticeKind, _Direction], ...] = (
        ("retracted publication", "retraction", "received"),
        ("retraction of publication", "retraction", "issued"),
        ("published erratum", "correction", "issued"),
        ("expression of concern", "expression-of-concern", "issued"),
    )
    for name, kind, direction in told:
        if name in keys and not any(n.kind == kind and n.direction == direction for n in found):
            found.append(Notice(kind=kind, direction=direction, text=f"Publication type: {name}"))
    return tuple(dict.fromkeys(found))


def full_pages(pages: str) -> str:
    """Gives page ranges with their last page in full: "123-9" is "123-129", "S12-5" is "S12-S15"."""

    def spelled(found: re.Match[str]) -> str:
        head, first, tail, last = found.group("head", "first", "tail", "last")
        if tail and tail != head:
            return found.group()
        if len(last) < len(first):
            last = first[: len(first) - len(last)] + last
        return f"{head}{first}-{head}{last}"

    return _RANGE.sub(spelled, one_line(pages))


def plain_title(title: str) -> str:
    """Gives a title without the closing full stop and without the brackets that PubMed sets around translations."""
    text = one_line(title)
    bare = text.rstrip(".").rstrip()
    if bare.startswith("[") and bare.endswith("]") and _closes_at_end(bare):
        text = bare[1:-1].strip()
    if text.endswith(".") and not _ENDS_WITH_SHORT_FORM.search(text):
        text = text[:-1].rstrip()
    return text


def is_no_title(title: str) -> bool:
    """Tells whether a title only says that there is none ("[Not Available].", "[In Process Citation]")."""
    return match_key(title) in {"", "not available", "in process citation", "no title available"}


def typed_label(section: SectionDraft, category: str = "") -> SectionDraft:
    """Gives the section of a structured abstract with its kind, by NLM's category or else by its label."""
    kind = _LABEL_KINDS.get(match_key(category)) or section_kind(section.heading)
    # "Background" opens a structured abstract; as a heading of a paper it is related work.
    return replace(section, kind=SectionKind.INTRODUCTION if kind is SectionKind.RELATED_WORK else kind)


def grouped_funding(grants: Iterable[tuple[str, str]]) -> tuple[Funding, ...]:
    """Gives the funders in order, each with its awards, from (funder, award) pairs."""
    awards: dict[str, list[str]] = {}
    for funder, award in grants:
        if funder or award:
            awards.setdefault(one_line(funder), []).append(one_line(award))
    return tuple(Funding(funder=funder, awards=unique(numbers)) for funder, numbers in awards.items())


def _closes_at_end(text: str) -> bool:
    depth = 0
    for index, char in enumerate(text):
        depth += (char == "[") - (char == "]")
        if depth == 0:
            return index == len(text) - 1
    return False


def abstract_draft(text: str) -> tuple[SectionDraft | None, str]:
    """Gives (section, publisher's notice) of an abstract in one string; labels become nested sections.

    The section is None if the text is empty; the notice is "" if there is none.
    """
    abstract, notice = split_notice(text)
    parts = [typed_label(section) for section in abstract_sections(abstract)]
    whole = SectionDraft(kind=SectionKind.ABSTRACT)
    if parts and not parts[0].heading:
        whole.paragraphs = parts.pop(0).paragraphs
    whole.sections = parts
    if not parts:
        paragraphs = re.split(r"\n\s*\n", clean_text(abstract))
        whole.paragraphs = [ParagraphDraft(part) for part in paragraphs if part.strip()]
    return (whole if whole.paragraphs or parts else None), one_line(notice)
