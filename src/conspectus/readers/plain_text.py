"""Articles in plain text: a title, perhaps an abstract, headings alone on a line, paragraphs.

- Paragraphs are parted by blank lines or by indentation; line breaks inside them are joined again, and words
  that were hyphenated at the end of a line too ("mod-" and "els"), but not compounds in capitals or digits.
- A heading is a short line between paragraphs that is numbered, in capitals, or one of the usual ones.
- A text without a title is skipped, since nothing would tell what it is. So are licences, READMEs, changelogs,
  source code, logs, tables and letters. Text too short to be an article is not recognised at all.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from conspectus.domain.document import Reference, SectionKind
from conspectus.domain.document_building import ParagraphDraft, SectionDraft, build_document, split_number
from conspectus.domain.identifiers import Identifiers
from conspectus.domain.paper import Author, Paper
from conspectus.domain.section_typing import section_kind
from conspectus.foundation.text.normalise import clean_text, match_key, one_line
from conspectus.readers.decoding import decode
from conspectus.readers.names import parse_name
from conspectus.readers.notices import told_notices
from conspectus.readers.reading import ReadItem, ReadPaper, Skipped
from conspectus.readers.record_fields import arxiv_in, doi_in, split_keywords, title_text
from conspectus.readers.section_paths import SectionPaths
from conspectus.readers.sniffing import Head
from conspectus.readers.structured_abstract import abstract_sections
from conspectus.readers.text_signs import no_article

_FEWEST_WORDS = 120
# What a few words may be or not be; they are then of no format at all.
_BRIEF = frozenset(["a letter or a message", "a reply of a service"])
_WORD = re.compile(r"[^\W\d_]{2,}")
_TAGGED = re.compile(
    r"--[A-Z]{2,4}--|[A-Z%][A-Z0-9]{0,3}\s{0,2}[-~:]\s|%[A-Z0-9]\s|[A-Z][A-Z0-9] [^a-z]|\w{2,20}\s*=\s*[{\"]"
)
_NUMBER = re.compile(r"(?:\d{1,2}(?:\.\d{1,2}){0,3}|[IVX]{1,5}|[A-H])[.)]?\s+(?=[A-Z])")
_USUAL = re.compile(
    r"(?:abstract|summary|introduction|background|related work|previous work|methods?|methodology|"
    r"materials and methods|"
    r"data|experiments?|results?|results and discussion|evaluation|discussion|conclusions?|future work|limitations|"
    r"acknowledge?ments?|references|bibliography|appendix(?: [a-z])?|funding|supplementary material|keywords?)\Z"
)
_REFERENCES = re.compile(r"(?:references|bibliography|literature cited|works cited)\Z")
_ABSTRACT_RUN = re.compile(r"\s*abstract\s*[.:—–-]+\s*(?=\S)", re.IGNORECASE)
_KEYWORDS = re.compile(r"\s*(?:key\s?words?(?: and phrases)?|index terms)\s*[.:—–-]+\s*(?P<text>\S.*)\Z", re.I | re.S)
_REF_START = re.compile(r"\s*(?:\[(?P<bracket>[\w+-]{1,12})\]|(?P<number>\d{1,3})[.)])\s+(?=\S)")
_ENDS_SENTENCE = re.compile(r"[.!?:;,]['\"”)]*\Z")
_HYPHENATED = re.compile(r"[a-zß-öø-ÿ]-\Z")
_GOES_ON = re.compile(r"[a-zß-öø-ÿ]{2}")
_PARTICLES = frozenset(["van", "von", "de", "der"])
_MARK = re.compile(r"[*†‡§¶∗\d,]+\Z")


class PlainTextReader:
    r"""Reads a plain text as one paper.

    Example:
        >>> text = "On bees\n\nABSTRACT\n\n" + "We watched bees for a year. They fly. " * 20
        >>> next(iter(PlainTextReader().read(text.encode()))).paper.title
        'On bees'
    """

    name = "plain_text"
    label = "plain text"
    is_text = True

    def recognise(self, head: Head) -> str:
        """Gives why the content is running text: enough words, sentences and nothing of a data format; else ""."""
        text = head.text
        if "\x00" in text or "\ufffd" in text[:200] or text.lstrip()[:1] in {"<", "{", "[", "@", "%"}:
            return ""
        words = _WORD.findall(text)
        if (what := no_article(text)) and (len(words) >= _FEWEST_WORDS or what not in _BRIEF):
            return f"is {what}"
        if len(words) < _FEWEST_WORDS or sum(map(len, words)) < 0.55 * len(text.strip()):
            return ""
        if sum(1 for line in head.lines if _TAGGED.match(line)) > 0.3 * len(head.lines):
            return ""
        return "is running text" if len(re.findall(r"[.!?。]['\"”)]*(?:\s|\Z)", text)) >= 3 else ""

    def read(self, data: bytes) -> Iterator[ReadItem]:
        """Yields the file's paper, or why it is none."""
        text = clean_text(decode(data).text)
        blocks = _blocks(text)
        if what := no_article(text):
            yield Skipped(reason=f"The file is {what}, no article.", record=1, line=1)
        elif not blocks:
            yield Skipped(reason="The file holds no text.", record=1, line=1)
        else:
            yield _item(text, blocks)


@dataclass(frozen=True, slots=True)
class _Block:
    """A paragraph or a line that stands alone, its lines joined; ``lines`` is how many it had."""

    text: str
    lines: int


def _item(text: str, blocks: Sequence[_Block]) -> ReadItem:
    title, authors, rest = _front(blocks)
    if not title:
        reason = "The text has no title: put the title of the paper alone on the first line."
        return Skipped(reason=reason, record=1, line=1)
    layout = _Layout()
    for block in rest:
        layout.block(block)
    document = build_document(layout.sections(), references=layout.references, origin="plain text")
    first = text[:3000]
    paper = Paper(
        id="",
        title=title,
        authors=authors,
        kind="article",
        identifiers=Identifiers(doi=doi_in([first]), arxiv=arxiv_in([first])),
        keywords=tuple(layout.keywords),
        notices=told_notices(title),
        documents=(document,) if document.sections else (),
    )
    return ReadPaper(paper=paper, record=1, line=1)


def _blocks(text: str) -> list[_Block]:
    blocks: list[_Block] = []
    for chunk in re.split(r"\n[^\S\n]*\n\s*", text.strip("\n")):
        lines = [line for line in chunk.split("\n") if line.strip()]
        start = 0
        margin = min((len(line) - len(line.lstrip()) for line in lines), default=0)
        for place in range(1, len(lines) + 1):
            if place == len(lines) or _begins(lines, place, margin):
                blocks.append(_Block(_joined(lines[start:place]), place - start))
                start = place
    return blocks


def _begins(lines: Sequence[str], place: int, margin: int) -> bool:
    """Whether a line begins a block of its own: it is indented, an entry of a list, or beside a heading."""
    line, before = lines[place], lines[place - 1]
    deeper = len(line) - len(line.lstrip()) - margin
    shallow = len(before) - len(before.lstrip()) == margin
    if 1 < deeper <= 10 and shallow and _ENDS_SENTENCE.search(before.rstrip()):
        return True
    if _is_heading(before.strip()) or (_is_heading(line.strip()) and _ENDS_SENTENCE.search(before.rstrip())):
        return True
    return bool(_REF_START.match(line)) and bool(_REF_START.match(lines[0]))


def _joined(lines: Sequence[str]) -> str:
    parts = [lines[0].strip()]
    for line in lines[1:]:
        before, following = parts[-1], line.strip()
        if _HYPHENATED.match(before[-2:]) and _GOES_ON.match(following):
            parts[-1] = before[:-1]
        elif not before.endswith("-"):
            parts.append(" ")
        parts.append(following)
    return "".join(parts)


def _is_heading(text: str) -> bool:
    if not text or len(text) > 90 or len(text.split()) > 12 or (_REF_START.match(text) and len(text.split()) > 9):
        return False
    bare = _NUMBER.sub("", text, count=1)
    if _USUAL.match(match_key(bare)):
        return True
    if _ENDS_SENTENCE.search(text) or not _WORD.search(bare):
        return False
    letters = [char for char in bare if char.isalpha()]
    if len(letters) >= 4 and all(not char.islower() for char in letters):
        return any(char.isupper() for char in letters)
    return bare != text and bare[:1].isupper() and not re.search(r"[.!?]\s", bare)


def _front(blocks: Sequence[_Block]) -> tuple[str, tuple[Author, ...], Sequence[_Block]]:
    """Gives title, authors and the rest; a first block that reads like a sentence or a heading is no title."""
    first = blocks[0].text
    looks = blocks[0].lines <= 3 and len(first.split()) <= 30 and len(first) <= 250
    if not looks or _USUAL.match(match_key(_NUMBER.sub("", first, count=1))) or re.search(r"\.\s*\Z", first):
        return "", (), blocks
    at = 1
    authors: tuple[Author, ...] = ()
    while at < len(blocks) and at <= 4 and (found := _authors(blocks[at].text)):
        authors += found
        at += 1
    return title_text(one_line(first)), authors, blocks[at:]


def _authors(text: str) -> tuple[Author, ...]:
    """Gives the people that a short line names, "Ada Moor and Ben Hill", and nothing if it may be anything else."""
    if len(text) > 200 or re.search(r"[.!?:]\s+[a-z]|@|\d{4}", text):
        return ()
    listed = re.sub(r"^by\s+", "", text, flags=re.IGNORECASE)
    names = [_MARK.sub("", name.strip()) for name in re.split(r"\s*(?:,|;|\band\b|&)\s*", listed)]
    words = [name.split() for name in names if name]
    people = all(2 <= len(n) <= 4 and all(w[:1].isupper() or w in _PARTICLES for w in n) for n in words)
    if not words or not people or section_kind(text) or _is_heading(text):
        return ()
    found = tuple(author for name in names if name and (author := parse_name(name)) is not None)
    return () if any(author.literal for author in found) else found


class _Layout:
    """Puts blocks into sections; what stands under a heading "References" becomes the reference list."""

    def __init__(self) -> None:
        self.references: list[Reference] = []
        self.keywords: list[str] = []
        self._paths = SectionPaths()
        self._section: SectionDraft | None = None
        self._in_references = False

    def block(self, block: _Block) -> None:
        text = block.text
        if _is_heading(text) and block.lines <= 2:
            self._heading(text)
        elif self._in_references:
            self._reference(text)
        elif (found := _KEYWORDS.match(text)) and len(text) < 600:
            self.keywords += split_keywords(found.group("text").rstrip("."), commas=True)
        elif found := _ABSTRACT_RUN.match(text):
            self._section = self._paths.section("Abstract")
            self._section.paragraphs.append(ParagraphDraft(text[found.end() :]))
        else:
            if self._section is None:
                self._section = self._paths.section("")
            self._section.paragraphs.append(ParagraphDraft(text))

    def sections(self) -> list[SectionDraft]:
        """Gives the sections; a structured abstract is taken apart."""
        for section in self._paths.sections:
            if section_kind(section.heading) is SectionKind.ABSTRACT and section.paragraphs and not section.sections:
                parts = abstract_sections("\n".join(paragraph.text for paragraph in section.paragraphs))
                if parts:
                    section.paragraphs = parts.pop(0).paragraphs if not parts[0].heading else []
                    section.sections = parts
        return self._paths.sections

    def _heading(self, text: str) -> None:
        number, bare = split_number(text)
        self._in_references = bool(_REFERENCES.match(match_key(bare)))
        if not self._in_references:
            self._section = self._paths.section(bare, number=number)

    def _reference(self, text: str) -> None:
        found = _REF_START.match(text)
        label = (found.group("bracket") or found.group("number")) if found else ""
        key = f"ref-{len(self.references) + 1}"
        shown = one_line(text[found.end() :] if found else text)
        self.references.append(Reference(key=key, text=shown, label=label, doi=doi_in([text])))
