"""Structured abstracts that came as running text: their labels become headings again.

Databases print structured abstracts in one string ("BACKGROUND: … METHODS: …"). A label counts only if all
its words belong to the vocabulary of abstract labels, and the text counts as structured only if it has at
least two different labels, so that ordinary colons do no harm. Publishers' notices at the end ("© 2019
Elsevier Ltd. All rights reserved.") are told apart from the text.
"""

from __future__ import annotations

import re

from conspectus.domain.document import Document, SectionKind
from conspectus.domain.document_building import ParagraphDraft, SectionDraft, build_document
from conspectus.foundation.text.normalise import clean_text

# A label has at least one word of the first set, and all its words are in one of the two.
_CORE_WORDS = """
    abstract aim aims analysis approach assessment background challenge challenges classification conclusion
    conclusions context data design discussion evaluation evidence experiment experiments extraction findings
    funding goal goals hypothesis implication implications importance impact innovation interpretation
    intervention interventions introduction investigation issue limitation limitations location material materials
    measure measurement measurements measures message method methodology methods motivation novelty objective
    objectives observations originality outcome outcomes outlook participant participants patients perspective
    perspectives population practice problem procedure procedures purpose question questions rationale
    recommendation recommendations registration relevance report result results review sample search selection
    setting settings significance sources statement study subject subjects summary synthesis value
"""
_JOINING_WORDS = """
    & a after and author author's authors authors' animal available before clinical case cohort collection
    criteria current database databases date dates description duration eligibility experimental
    exposure exposures first for from future general in included inclusion into is key known level levels
    issues addressed main methodological new number of on or other overall participating point points potential
    practical presentation primary process prospero public health research retrieval retrospective s scientific second
    secondary social statistical systematic take-home technology the this time to
    topic translation translational treatment trial trials type what with work
"""
_CORE = frozenset(_CORE_WORDS.split())
_WORDS = _CORE | frozenset(_JOINING_WORDS.split())
_SHORTEST_TEXT = 40
_LONGEST_NOTICE = 400

_UPPER = re.compile(
    r"(?:^|\n|(?<=[.!?;)\]%\"”’])|(?<=[.!?]\s))[ \t]*(?P<label>[A-Z][A-Z'’&/,()\- ]{2,70}?)[ \t]*(?::|\n|\s[-–—]\s)\s*"
)
_TITLE = re.compile(
    r"(?:^|\n|(?<=[.!?)\]%\"”’]\s))[ \t]*"
    r"(?P<label>[A-Z][a-z]{2,15}(?:[ /,&-]{1,3}[A-Za-z'’]{1,16}){0,6}?)[ \t]*(?::|\n)\s*"
)
# Some exports lose the colon: capital words of the vocabulary at the head of a sentence that begins behind them.
_CAPITALS = "|".join(sorted((re.escape(word.upper()) for word in _WORDS if len(word) > 1), key=len, reverse=True))
_BARE = re.compile(
    rf"(?:^|(?<=[.!?)\]%\"”’]\s))(?P<label>(?:{_CAPITALS})(?:[ /&]+(?:{_CAPITALS}))*)\s+"
    rf"(?=[A-Z0-9“\"(][^A-Z]|[A-Z]{{2,}}\b)"
)
_FEWEST_BARE = 3
_ASCII_DASHES = (" -", "\n-", "\t-")
_DASHES = (*_ASCII_DASHES, "–", "—", "\u00a0-", "\u2009-")
# What stands between a label in capitals and its text, with what can stand before it.
_UPPER_END = re.compile(r"[A-Z'’&/,()\- \t](?:[:\n]|\s[-–—]\s)")
_LABEL_WORD = re.compile(r"[A-Za-z'’-]+|&")

_NOTICE = re.compile(
    r"""(?:^|(?<=[.!?)\]%;"”’])\s*|\n\s*|\s{2,}|\s(?=(?:Copyright\s)?©\s?(?:19|20)\d\d))
    (?P<notice>[(\[]?(?i:
        (?:Crown\s+)?Copyright\s*,?\s*(?:©|\(c\)|(?:18|19|20)\d\d|of\b|is\b|held\b|Information\b)
      | (?:©|\(c\))\s*,?\s*(?:Copyright\b|(?:18|19|20)\d\d)
      | ©\s*\w
      | (?:PsycINFO|APA\ PsycInfo)\s+Database\s+Record\b
      | ABSTRACT\ FROM\ (?:AUTHOR|PUBLISHER)\b
      | Published\s+by\s+(?:Elsevier|Wiley|John\s+Wiley|Springer|Oxford|Cambridge|BMJ|Sage|SAGE|Taylor|Wolters)\b
      | (?:19|20)\d\d\ [^.!?]{3,60}(?:\.\w)?\.?\s*All\ rights\ reserved\b
      | All\ rights\ reserved\b
    ))""",
    re.VERBOSE,
)


def abstract_sections(text: str) -> list[SectionDraft]:
    """Gives the sections of a structured abstract, headings without their colon; none if it is not structured.

    Text before the first label becomes a first section without a heading. The sections carry no kind of their
    own: inside a section of kind Abstract they are typed by their headings. Every character of the text is in
    a heading or a paragraph, but for the colons.

    Args:
        text: The abstract as the source has it; lines may be kept or lost.
    """
    text = clean_text(text)
    # Most abstracts are not structured: what every label has is looked for before the labels themselves.
    stops = text.count(":") + text.count("\n")
    labels = _labels(text, _UPPER) if _may_have_labels(text, stops) else []
    if not _is_structure(labels):
        # A label with small letters counts only where the text begins with one.
        labels = _labels(text, _TITLE) if stops > 1 and (_TITLE.match(text) or _TITLE.match(text, 1)) else []
        if not _is_structure(labels) or labels[0].start() > 1:
            labels = _labels(text, _BARE) if text[:2].isupper() or text[1:3].isupper() else []
            if not _is_structure(labels, fewest=_FEWEST_BARE) or labels[0].start() > 1:
                return []
    sections = []
    if before := text[: labels[0].start()].strip():
        sections.append(SectionDraft(paragraphs=_paragraphs(before)))
    ends = [label.start() for label in labels[1:]] + [len(text)]
    for label, end in zip(labels, ends, strict=True):
        sections.append(
            SectionDraft(heading=label.group("label").strip(), paragraphs=_paragraphs(text[label.end() : end]))
        )
    return sections


def _may_have_labels(text: str, stops: int) -> bool:
    if stops < 2 and stops + sum(map(text.count, _ASCII_DASHES if text.isascii() else _DASHES)) < 2:
        return False
    return len(_UPPER_END.findall(text)) > 1


def structured_abstract_document(text: str, *, origin: str = "abstract") -> Document:
    """Gives the document of a paper known only by its abstract, with nested sections where it is structured."""
    sections = abstract_sections(text)
    whole = SectionDraft(kind=SectionKind.ABSTRACT)
    if sections and not sections[0].heading:
        whole.paragraphs = sections.pop(0).paragraphs
    whole.sections = sections
    if not sections:
        whole.paragraphs = _paragraphs(clean_text(text))
    return build_document([whole], origin=origin)


def split_notice(text: str) -> tuple[str, str]:
    """Gives (abstract, notice): a publisher's notice at the end is parted from the text; "" if there is none.

    Only the last 400 characters are searched, and only after the end of a sentence; an abstract that would
    be left with fewer than 40 characters is given whole.
    """
    stripped = text.rstrip()
    offset = max(0, len(stripped) - _LONGEST_NOTICE)
    tail = stripped[offset:].lower()
    if not any(word in tail for word in _NOTICE_WORDS):
        return text, ""
    for found in _NOTICE.finditer(stripped, offset):
        start = found.start("notice")
        if start < _SHORTEST_TEXT:
            return text, ""
        if start == offset and offset:
            continue
        if not _ends_as_notice(stripped[start:]):
            continue
        return stripped[:start].rstrip(), stripped[start:]
    return text, ""


# Every notice has one of these.
_NOTICE_WORDS = ("©", "(c)", "copyright", "psyc", "abstract from", "published", "reserved")
# Words that a publisher's notice does not hold, but a sentence of an abstract does.
_RUNNING_WORDS = re.compile(
    r"\b(?:we|our|were|was|showed|results?|this study|these|patients|conclude)\b", re.IGNORECASE
)


def _ends_as_notice(notice: str) -> bool:
    if notice[:9].lower().startswith(("copyright of", "[abstract", "abstract ", "(abstract", "(psyc", "psyc")):
        return True
    head = re.split(r"(?<=[.!?])\s", notice, maxsplit=1)[0]
    return "copyright of" in notice.lower() or not (
        _RUNNING_WORDS.search(notice.replace("All rights were reserved", "")) or len(head) > _LONGEST_NOTICE
    )


def _labels(text: str, pattern: re.Pattern[str]) -> list[re.Match[str]]:
    found = [match for match in pattern.finditer(text) if _is_label(match.group("label"))]
    ends = [match.start() for match in found[1:]] + [len(text)] * bool(found)
    # A label with nothing under it would vanish with its empty section: it stays in the running text.
    return [match for match, end in zip(found, ends, strict=True) if text[match.end() : end].strip()]


def _is_label(label: str) -> bool:
    words = [word.lower().replace("’", "'").strip("'-") for word in _LABEL_WORD.findall(label)]
    words = [word for word in words if word]
    return bool(words) and all(word in _WORDS for word in words) and any(word in _CORE for word in words)


def _is_structure(labels: list[re.Match[str]], *, fewest: int = 2) -> bool:
    return len({label.group("label").strip().lower() for label in labels}) >= fewest


def _paragraphs(text: str) -> list[ParagraphDraft]:
    return [ParagraphDraft(part) for part in re.split(r"\n\s*\n", text) if part.strip()]
