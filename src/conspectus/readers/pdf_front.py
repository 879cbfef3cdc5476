"""Title, authors, abstract and identifiers from the printed lines of a paper's first page.

The title is the largest print that is no banner; names stand between it and the abstract; the abstract has its
heading, or is the running text before the introduction. Nothing is guessed: what cannot be told stays empty.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from conspectus.domain.identifiers import Identifiers, normal_doi
from conspectus.domain.paper import Author
from conspectus.foundation.text.normalise import one_line
from conspectus.readers.pdf_bylines import authors_of
from conspectus.readers.record_fields import arxiv_in, doi_in, pmcid_in, pmid_in, split_keywords, title_text
from conspectus.readers.reference_lines import joined_lines

_BANNER = re.compile(
    r"(?:(?:original|full[- ]length|regular|invited|short)?\s*"
    r"(?:research|review|data|methods?|software|technical|case)?\s*"
    r"(?:articles?|papers?|reports?|notes?|communications?|letters?)|research|review|mini[- ]?review|systematic review|"
    r"methodology|database|software|correspondence|commentary|editorial|perspective|opinion|protocol|study protocol|"
    r"open access|brief report|case study|hypothesis|news|viewpoint|letter to the editor|debate)"
    r"(?:\s+open access)?\W*\Z",
    re.IGNORECASE,
)
_NO_TITLE = re.compile(
    r"(?:https?:|www\.|doi\b|10\.\d{4}|arxiv:|issn\b|isbn\b|©|copyright\b|received\b|accepted\b|published\b|"
    r"available online|"
    r"vol(?:ume|\.)\s*\d|proceedings of\b|journal homepage|contents lists|downloaded from|page \d|abstract\b|"
    r"keywords\b|\d+ of \d+|preprint\b.*\d{4})",
    re.IGNORECASE,
)
_ABSTRACT = re.compile(
    r"(?:abstract|summary|synopsis|a\s?b\s?s\s?t\s?r\s?a\s?c\s?t|zusammenfassung|résumé|resumen)\s*[.:—–-]*\Z", re.I
)
_ABSTRACT_RUN = re.compile(
    r"(?:abstract|summary)\s?[.:—–-]+\s*(?=\S)|(?:Abstract|ABSTRACT)\s+(?=[A-Z“\"])", re.IGNORECASE
)
_KEYWORDS = re.compile(
    r"(?:key\s?-?words?(?: and phrases)?|index terms|key\s?terms)\s*(?:[.:—–-]+\s*|\Z|(?=\s[A-Za-z]))", re.IGNORECASE
)
_AFTER_ABSTRACT = re.compile(
    r"(?:(?:ccs|acm)\s+(?:concepts|reference)|categories and subject|general terms|msc\b|jel\b|pacs\b|citation:|"
    r"how to cite|copyright\b|©|permission to make|funding:|competing interests|\*\s?correspond|correspondence:|"
    r"e-?mail:|editor:|received\b|subjects\b|abbreviations?\b:?)",
    re.IGNORECASE,
)
_OPENS_BODY = re.compile(
    r"(?:(?:1|I)\s?[.:]?\s+)?(?:introduction|background|motivation|introduction and\b.{0,40})\s*[.:]?\Z", re.IGNORECASE
)
_NUMBERED_ONE = re.compile(r"(?:1|I)[.:]?\s+[A-Z][^.]{2,60}\Z")
_LABEL = re.compile(
    r"(?:background|aims?|objectives?|purpose|methods?|methodology|design|setting|participants|patients|results?|findings|"
    r"conclusions?|interpretation|significance|context|introduction)"
    r"(?:[/ ,&]+(?:and )?(?:principal )?\w+){0,3}\s*[.:]?\Z",
    re.IGNORECASE,
)
_YEAR_MARKS = (
    re.compile(r"published(?: online)?:?\s.{0,30}?((?:19|20)\d\d)", re.IGNORECASE),
    re.compile(r"(?:proceedings|conference|volume|vol\.|journal)\b.{0,120}?\b((?:19|20)\d\d)\b", re.IGNORECASE),
    re.compile(r"(?:©|\(c\)|copyright)\s*(?:©\s*)?((?:19|20)\d\d)", re.IGNORECASE),
    re.compile(r"\b((?:19|20)\d\d)\s(?:Association|The Authors?|Elsevier|Springer|IEEE|ACM|by the)\b"),
    re.compile(r"arxiv:\S+.{0,30}?\s((?:19|20)\d\d)\b", re.IGNORECASE),
    re.compile(r"\baccepted:?\s.{0,24}?((?:19|20)\d\d)", re.IGNORECASE),
)
_BARE_DOI = re.compile(r"(?<![\w/.])10\.\d{4,9}/\S+")
_STAMP = re.compile(r"arXiv:\s?(?:\d{4}\.\d{4,5}|[a-z-]+/\d{7})(?:v\d+)?\s*\[", re.IGNORECASE)
_LINE_GAP = 2.3
_LONGEST_TITLE = 400
_FEWEST_LETTERS = 6


@dataclass(frozen=True, slots=True, kw_only=True)
class FrontLine:
    """A printed line: ``size`` of most of its letters and ``top`` in points, ``page`` 1-based."""

    text: str
    size: float
    bold: bool = False
    top: float = 0.0
    page: int = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class FrontMatter:
    """What the first page says about the paper, with the lines that say it.

    Ranges are (first, past the last) among the lines given. ``abstract`` leaves out a heading that stands alone;
    ``abstract_lead`` counts the characters of its first line that are the heading ("Abstract—"). ``body`` is the first
    line of the running text, ``title_lines`` and ``author_lines`` say what is to be left out before it.
    """

    title: str = ""
    authors: tuple[Author, ...] = ()
    year: int | None = None
    keywords: tuple[str, ...] = ()
    identifiers: Identifiers = Identifiers()
    title_lines: tuple[int, int] | None = None
    author_lines: tuple[int, ...] = ()
    abstract: tuple[int, int] | None = None
    abstract_lead: int = 0
    keyword_lines: tuple[int, int] | None = None
    body: int = 0


def front_matter(lines: Sequence[FrontLine]) -> FrontMatter:
    """Gives the front matter of a paper.

    Args:
        lines: The lines of its first page in reading order, and of the second if the abstract may go on there.
    """
    if not lines:
        return FrontMatter()
    plain = [one_line(line.text) for line in lines]
    body_size = _body_size(lines)
    title_at = _title_lines(lines, plain, body_size)
    title_end = title_at[1] if title_at else 0
    opening = _opening(lines, plain, title_end, body_size)
    abstract, lead = _abstract(lines, plain, title_end, opening)
    names_end = min(end for end in ((abstract[0] if abstract else len(lines)), opening, title_end + 80) if end >= 0)
    authors, author_lines = authors_of(lines, plain, title_end, names_end) if title_at else ((), ())
    keyword_lines = _keyword_lines(lines, plain, title_end, opening)
    body = max((span[1] for span in (title_at, abstract, keyword_lines) if span), default=0)
    if author_lines and not abstract:
        body = max(body, author_lines[-1] + 1)
    return FrontMatter(
        title=_title(plain[title_at[0] : title_at[1]]) if title_at else "",
        authors=authors,
        year=_year(plain),
        keywords=_keywords(plain, keyword_lines),
        identifiers=_identifiers(plain),
        title_lines=title_at,
        author_lines=author_lines,
        abstract=abstract,
        abstract_lead=lead,
        keyword_lines=keyword_lines,
        body=opening if opening >= 0 else body,
    )


def _body_size(lines: Sequence[FrontLine]) -> float:
    letters: Counter[float] = Counter()
    for line in lines:
        letters[round(line.size, 1)] += len(line.text)
    return letters.most_common(1)[0][0]


def _title_lines(lines: Sequence[FrontLine], plain: Sequence[str], body_size: float) -> tuple[int, int] | None:
    groups = _groups(lines, plain)
    large = [group for group in groups if lines[group[0]].size > body_size * 1.12]
    best = max(large, key=lambda group: (_looks(plain, group), round(lines[group[0]].size, 1), -group[0]), default=None)
    if best is None or not _looks(plain, best):
        # Print of one size: the title is set in bold above everything else.
        bold = [group for group in groups if lines[group[0]].bold and _looks(plain, group)]
        best = bold[0] if bold and bold[0][0] <= len(lines) // 4 else best
    return best


def _looks(plain: Sequence[str], group: tuple[int, int]) -> int:
    """How much lines look like a title: 2 with several words, 1 with one or two, 0 if they are none."""
    text = " ".join(plain[group[0] : group[1]])
    if sum(char.isalpha() for char in text) < _FEWEST_LETTERS or len(text) > _LONGEST_TITLE:
        return 0
    if _ABSTRACT.match(text) or _OPENS_BODY.match(text) or _STAMP.search(text):
        return 0
    return 2 if len(text.split()) > 2 else 1


def _groups(lines: Sequence[FrontLine], plain: Sequence[str]) -> list[tuple[int, int]]:
    """Gives runs of lines of one size that stand right below each other, banners left out."""
    groups: list[tuple[int, int]] = []
    start = -1
    for at, line in enumerate(lines):
        is_part = line.page == lines[0].page and not _is_banner(plain[at])
        if start >= 0 and is_part and _goes_on(lines[at - 1], line):
            continue
        if start >= 0:
            groups.append((start, at))
        start = at if is_part else -1
    if start >= 0:
        groups.append((start, len(lines)))
    return groups


def _goes_on(before: FrontLine, line: FrontLine) -> bool:
    gap = line.top - before.top
    return abs(line.size - before.size) < 0.06 * line.size and -1 <= gap < _LINE_GAP * line.size


def _is_banner(text: str) -> bool:
    bare = re.sub(r"(?<=\b\w)\s(?=\w\b)", "", text) if re.match(r"(?:\w{1,3}\s){4}", text) else text
    closed = re.sub(r"\s", "", text).lower()
    spaced = re.match(
        r"(?:research|review|data|case|software|methodology)(?:article|report|paper)?(?:openaccess)?\Z", closed
    )
    return bool(spaced or _BANNER.match(bare) or _NO_TITLE.match(text))


def _title(texts: Sequence[str]) -> str:
    joined = re.sub(r"(?<=[^\W\d_])[\s]?[*†‡∗§¶⋆]+\Z", "", joined_lines(texts))
    return title_text(joined)


def _opening(lines: Sequence[FrontLine], plain: Sequence[str], start: int, body_size: float) -> int:
    """Gives the line of the heading that opens the running text, -1 if there is none."""
    labelled = [at for at in range(start, len(lines)) if _ABSTRACT.match(plain[at]) or _ABSTRACT_RUN.match(plain[at])]
    after = labelled[0] + 1 if labelled else start
    usual = [at for at in range(after, len(lines)) if _OPENS_BODY.match(plain[at])]
    if usual:
        # "Background" may be a label within the abstract; an introduction, or a heading in larger print, is none.
        sure = [at for at in usual if not _LABEL.match(plain[at]) or "introduction" in plain[at].lower()]
        late = [at for at in usual if labelled and at > after + 3]
        return (sure or late or usual)[0] if sure or late or not labelled else -1
    for at in range(after, len(lines)):
        if _NUMBERED_ONE.match(plain[at]) and (lines[at].bold or lines[at].size > body_size * 1.04):
            return at
    return -1


def _abstract(
    lines: Sequence[FrontLine], plain: Sequence[str], start: int, opening: int
) -> tuple[tuple[int, int] | None, int]:
    stop = opening if opening >= 0 else len(lines)
    for at in range(start, stop):
        if _ABSTRACT.match(plain[at]) and at + 1 < stop:
            end = _abstract_end(lines, plain, at + 1, stop)
            return ((at + 1, end), 0) if end > at + 1 else (None, 0)
        if found := _ABSTRACT_RUN.match(plain[at]):
            return (at, _abstract_end(lines, plain, at, stop)), found.end()
    return (_unlabelled(lines, plain, start, opening), 0) if opening > start else (None, 0)


def _abstract_end(lines: Sequence[FrontLine], plain: Sequence[str], start: int, stop: int) -> int:
    size = lines[start].size
    for at in range(start, stop):
        text, line = plain[at], lines[at]
        if _KEYWORDS.match(text) or _AFTER_ABSTRACT.match(text):
            return at
        if at > start and abs(line.size - size) > 0.12 * size and not _LABEL.match(text) and len(text) > 3:
            return at
        is_apart = at > start and line.top - lines[at - 1].top > 1.3 * line.size and len(text) < 70
        if is_apart and line.bold and not lines[start].bold and not _LABEL.match(text) and text[-1:] not in ".,;:":
            return at
    return stop


def _unlabelled(lines: Sequence[FrontLine], plain: Sequence[str], start: int, opening: int) -> tuple[int, int] | None:
    """Gives the last paragraph of running text before the introduction, if it is one."""
    end = opening
    while end > start and (_KEYWORDS.match(plain[end - 1]) or len(plain[end - 1]) < 4):
        end -= 1
    for at in range(start, end):
        if _KEYWORDS.match(plain[at]):
            end = at
            break
    first = end - 1
    while first > start and _goes_on_closely(lines[first - 1], lines[first]):
        first -= 1
    words = " ".join(plain[first:end]).split()
    small = sum(1 for word in words if word[:1].islower())
    return (first, end) if end - first > 2 and len(words) > 50 and small > 0.6 * len(words) else None


def _goes_on_closely(before: FrontLine, line: FrontLine) -> bool:
    return abs(line.size - before.size) < 0.3 and -1 <= line.top - before.top < 1.5 * line.size


def _keyword_lines(
    lines: Sequence[FrontLine], plain: Sequence[str], start: int, opening: int
) -> tuple[int, int] | None:
    stop = opening if opening >= 0 else len(lines)
    for at in range(start, stop):
        if found := _KEYWORDS.match(plain[at]):
            end = at + 1
            if found.end() >= len(plain[at]) and end < stop:
                end += 1
            while end < min(stop, at + 8) and _goes_on_closely(lines[end - 1], lines[end]):
                if _AFTER_ABSTRACT.match(plain[end]) or lines[end].bold or plain[end - 1].endswith("."):
                    break
                end += 1
            return at, end
    return None


def _keywords(plain: Sequence[str], span: tuple[int, int] | None) -> tuple[str, ...]:
    if span is None:
        return ()
    text = joined_lines(plain[span[0] : span[1]])
    found = _KEYWORDS.match(text)
    listed = re.sub(r"\s*[·•|∙⋅]\s*", "; ", text[found.end() if found else 0 :]).rstrip(".")
    return tuple(word.strip(" .") for word in split_keywords(listed, commas=True) if 1 < len(word) < 80)


def _identifiers(plain: Sequence[str]) -> Identifiers:
    whole = joined_lines(plain)
    doi = doi_in([whole])
    if not doi and (bare := _BARE_DOI.search(whole)):
        doi = normal_doi(bare.group())
    stamps = [line for line in plain if _STAMP.search(line)]
    return Identifiers(doi=doi, arxiv=arxiv_in(stamps or plain), pmid=pmid_in(plain), pmcid=pmcid_in(plain))


def _year(plain: Sequence[str]) -> int | None:
    for pattern in _YEAR_MARKS:
        for line in plain:
            if found := pattern.search(line):
                return int(found.group(1))
    return None
