"""Articles in Markdown: YAML front matter, headings, paragraphs, lists, tables, pandoc citations.

- Without a title in the front matter, the first heading of the highest level is the title.
- ``[@key]`` and ``@key`` are pointers; the keys become references, with the text of a definition under a
  heading "References" where an entry begins with the key. Footnotes stay where they are written.
- Fenced code is kept as a box. HTML comments and tags are left out; images become figures.
- Licences, READMEs, changelogs and logs are skipped with the reason, unless they have front matter with authors
  or a date and a title.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from conspectus.domain.document import SectionKind
from conspectus.domain.document_building import ParagraphDraft, SectionDraft, build_document
from conspectus.domain.identifiers import Identifiers, normal_arxiv, normal_doi, normal_pmcid, normal_pmid
from conspectus.domain.paper import Author, Paper, unique
from conspectus.foundation.text.normalise import one_line
from conspectus.readers.decoding import decode
from conspectus.readers.front_matter import split_front_matter
from conspectus.readers.json_fields import list_of
from conspectus.readers.latex_text import latex_to_text
from conspectus.readers.markdown_body import MarkdownBody, plain_markdown
from conspectus.readers.names import normal_orcid, parse_name, person
from conspectus.readers.notices import told_notices
from conspectus.readers.partial_dates import parse_date
from conspectus.readers.pubmed_terms import normal_language
from conspectus.readers.reading import ReadItem, ReadPaper, Skipped
from conspectus.readers.record_fields import page_range, split_keywords, title_text
from conspectus.readers.sniffing import Head
from conspectus.readers.structured_abstract import abstract_sections
from conspectus.readers.text_signs import no_article

_HEADING = re.compile(r"^#{1,6}[ \t]+\S.*$|^\S.{0,200}\n(?:={3,}|-{3,})[ \t]*$", re.MULTILINE)
_MARKS = re.compile(r"\]\(|^```|\*\*\w|\[@\w", re.MULTILINE)
_KNOWN = frozenset(
    """title subtitle author authors date year abstract doi keywords tags lang language journal venue publisher volume
    issue pages url pmid pmcid arxiv container-title""".split()
)
_FEWEST_WORDS = 40


class MarkdownArticleReader:
    r"""Reads a Markdown file as one paper.

    Example:
        >>> data = b"---\ntitle: On bees\nauthor: Ada Moor\n---\nThey fly."
        >>> next(iter(MarkdownArticleReader().read(data))).paper.title
        'On bees'
    """

    name = "markdown_article"
    label = "Markdown article"
    is_text = True

    def recognise(self, head: Head) -> str:
        """Gives why the content is Markdown: front matter, or headings of its own kind."""
        text = head.text
        if "\x00" in text or text.lstrip()[:1] in {"<", "{"} or _is_code(text):
            return ""
        if re.match(r"\ufeff?\s*---[ \t]*\r?\n", text) and split_front_matter(text)[0]:
            return "has YAML front matter"
        headings = _HEADING.findall(text)
        hashes = sum(1 for heading in headings if heading.startswith("#"))
        if hashes >= 2 or (hashes == 1 and text.lstrip().startswith("#")) or (headings and _MARKS.search(text)):
            return "has Markdown headings"
        return ""

    def read(self, data: bytes) -> Iterator[ReadItem]:
        """Yields the file's paper, or why it is none."""
        text = decode(data).text.replace("\r\n", "\n").replace("\r", "\n")
        matter, rest, lines = split_front_matter(text)
        body = MarkdownBody(rest, title=one_line(plain_markdown(_text(matter.get("title")))))
        told = _has_author(matter)
        if not told and (what := no_article(rest, body.headings)):
            yield Skipped(reason=f"The file is {what}, no article.", record=1, line=lines + 1)
            return
        yield _item(matter, body, rest)


def _is_code(text: str) -> bool:
    # In scripts "# " opens a comment.
    return text.startswith("#!") or no_article(text) in {"source code", "a log"}


def _has_author(matter: dict[str, Any]) -> bool:
    return bool(matter.get("title") and (matter.keys() & {"author", "authors", "date", "doi", "abstract"}))


def _item(matter: dict[str, Any], body: MarkdownBody, rest: str) -> ReadItem:
    paper = _paper(matter, body)
    sections = [*_abstract(_text(matter.get("abstract"))), *body.sections]
    document = build_document(sections, references=tuple(body.references()), origin="Markdown")
    words = len(document.text.split())
    if not matter and (words < _FEWEST_WORDS or not paper.title):
        return Skipped(reason="The Markdown is too short for an article, or has no title.", record=1, line=1)
    if not paper.title and not document.sections:
        return Skipped(reason="The Markdown has neither a title nor text.", record=1, line=1)
    if document.sections and not document.is_full_text:
        document = replace(document, origin="abstract")
    return ReadPaper(paper=replace(paper, documents=(document,) if document.sections else ()), record=1, line=1)


def _paper(matter: dict[str, Any], body: MarkdownBody) -> Paper:
    title = one_line(plain_markdown(_text(matter.get("title")))) or body.title
    subtitle = one_line(plain_markdown(_text(matter.get("subtitle"))))
    if subtitle and matter.get("title"):
        title = f"{title.rstrip(':')}: {subtitle}"
    venue = _text(matter.get("journal")) or _text(matter.get("container-title")) or _text(matter.get("venue"))
    date = parse_date(_text(matter.get("date"))) or parse_date(_text(matter.get("year")))
    authors = _authors(matter.get("author") or matter.get("authors"))
    return Paper(
        id="",
        title=title_text(title),
        authors=authors,
        date=date,
        venue=one_line(venue),
        volume=_text(matter.get("volume")),
        issue=_text(matter.get("issue")),
        pages=page_range(_text(matter.get("pages"))),
        publisher=_text(matter.get("publisher")),
        kind="article-journal" if venue else "article",
        language=normal_language((_text(matter.get("lang")) or _text(matter.get("language"))).split("-")[0]),
        url=_text(matter.get("url")),
        identifiers=Identifiers(
            doi=normal_doi(_text(matter.get("doi"))),
            pmid=normal_pmid(_text(matter.get("pmid"))),
            pmcid=normal_pmcid(_text(matter.get("pmcid"))),
            arxiv=normal_arxiv(_text(matter.get("arxiv"))),
        ),
        keywords=unique((*_keywords(matter.get("keywords")), *_keywords(matter.get("tags")))),
        notices=told_notices(title),
        extra=tuple((name, shown) for name, value in matter.items()
                    if name not in _KNOWN and (shown := one_line(_text(value)))),
    )  # fmt: skip


def _abstract(text: str) -> list[SectionDraft]:
    text = plain_markdown(text)
    if not text.strip():
        return []
    parts = abstract_sections(text)
    whole = SectionDraft(kind=SectionKind.ABSTRACT, sections=parts)
    if not parts:
        whole.paragraphs = [ParagraphDraft(part) for part in re.split(r"\n\s*\n", text)]
    return [whole]


def _text(value: Any) -> str:
    """Gives a value of front matter as text; the parts of a list or an object joined by "; "."""
    if isinstance(value, str):
        return latex_to_text(value.strip()) if "\\" in value else value.strip()
    if isinstance(value, list):
        return "; ".join(text for entry in value if (text := _text(entry)))
    if isinstance(value, dict):
        return "; ".join(text for entry in value.values() if (text := _text(entry)))
    return ""


def _authors(value: Any) -> tuple[Author, ...]:
    entries = value if isinstance(value, list) else [value]
    if isinstance(value, str):
        entries = re.split(r"\s*;\s*|\s+and\s+|\s+&\s+|\n", value)
        if len(entries) == 1 and value.count(",") >= 1 and all(len(p.split()) > 1 for p in value.split(",")):
            entries = value.split(",")
    return tuple(author for entry in entries if (author := _author(entry)) is not None)


def _author(entry: Any) -> Author | None:
    if not isinstance(entry, dict):
        return parse_name(plain_markdown(_text(entry)))
    family = _text(entry.get("family")) or _text(entry.get("last")) or _text(entry.get("surname"))
    given = _text(entry.get("given")) or _text(entry.get("first")) or _text(entry.get("given-names"))
    name = _text(entry.get("name")) or _text(entry.get("literal"))
    if not name and not family and len(entry) == 1:
        # "- Ada Moor: {affiliation: …}" names the author in the key.
        name = next(iter(entry)).title()
    author = person(family, given) if family else parse_name(name)
    if author is None:
        return None
    places = entry.get("affiliation") or entry.get("affiliations") or entry.get("institute")
    named = [_text(place) for place in list_of(places)] or [_text(places)]
    return replace(author, affiliations=unique(named), orcid=normal_orcid(_text(entry.get("orcid"))))


def _keywords(value: Any) -> list[str]:
    if isinstance(value, list):
        return [one_line(text) for entry in value if (text := _text(entry))]
    return split_keywords(_text(value), commas=True)
