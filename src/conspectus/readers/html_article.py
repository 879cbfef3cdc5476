"""HTML pages that hold a scholarly article: metadata from the head, text from the body.

A page is taken for an article if its metadata say so, or if its body has the sections of one, or a longer
``<article>`` under a heading; every other page is skipped with the reason, and so are error pages and pages
that ask for a sign-in. Scripts are never run, and nothing that a page points at is fetched.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from conspectus.domain.document import SectionKind
from conspectus.domain.document_building import ParagraphDraft, SectionDraft, build_document
from conspectus.domain.section_typing import section_kind
from conspectus.foundation.text.normalise import one_line
from conspectus.readers.decoding import decode
from conspectus.readers.html_body import ArticleBody, article_element, without_page
from conspectus.readers.html_hardened import parse_html
from conspectus.readers.html_metadata import PageMetadata, page_abstract, page_metadata, page_paper, page_references
from conspectus.readers.notices import told_notices
from conspectus.readers.reading import ReadItem, ReadPaper, Skipped
from conspectus.readers.sniffing import Head
from conspectus.readers.structured_abstract import abstract_sections

_START = re.compile(
    r"\s*(?:<\?xml[^>]*\?>\s*)?(?:<!--(?:(?!-->).)*-->\s*)*<(?:!doctype\s+html|html|head|body)\b", re.I | re.S
)
_ERROR = re.compile(
    r"\b(?:4\d\d|50\d)\b.{0,40}(?:error|not found|forbidden|unavailable|denied|bad gateway|too many)|"
    r"\b(?:page not found|not found|access denied|forbidden|just a moment|attention required|captcha|"
    r"are you a robot|robot check|service unavailable|internal server error|bad gateway|request rejected|"
    r"error \d\d\d|sign in|log ?in|login|session expired|unauthori[sz]ed|too many requests)\b",
    re.IGNORECASE,
)
_SHORT_PAGE = 300
_LONG_ARTICLE = 200


class HtmlArticleReader:
    """Reads an HTML page as one paper.

    Example:
        >>> page = b"<html><head><meta name='citation_title' content='On bees'></head><body></body></html>"
        >>> next(iter(HtmlArticleReader().read(page))).paper.title
        'On bees'
    """

    name = "html_article"
    label = "HTML article"
    is_text = True

    def recognise(self, head: Head) -> str:
        """Gives why the content is HTML: its document type or its first tag."""
        return "begins as an HTML page" if _START.match(head.text[:4000]) else ""

    def read(self, data: bytes) -> Iterator[ReadItem]:
        """Yields the page's paper, or why it holds none."""
        root = parse_html(_text(data))
        if root is None:
            yield Skipped(reason="The HTML page is empty.", record=1, line=1)
            return
        yield _item(root)


def _text(data: bytes) -> str:
    decoded = decode(data)
    if not decoded.certain:
        declared = re.search(rb"<meta[^>]{0,100}?charset\s*=\s*[\"']?\s*([A-Za-z0-9_-]{2,30})", data[:4096], re.I)
        if declared:
            try:
                return data.decode(declared.group(1).decode("ascii"), "replace")
            except LookupError:
                return decoded.text
    return decoded.text


def _item(root: Any) -> ReadItem:
    meta = page_metadata(root)
    shown = one_line("".join(next(iter(root.iter("title")), root.makeelement("title")).itertext()))
    whole = next(root.iter("body"), root)
    words = len("".join(whole.itertext()).split())
    heading = next((text for h in root.iter("h1") if (text := one_line("".join(h.itertext())))), "")
    if not meta.sign and words < _SHORT_PAGE and (told := _ERROR.search(f"{shown} \n {heading}")):
        return Skipped(reason=f"An error page or a sign-in, no article ({_brief(told.string)}).", record=1, line=1)
    without_page(root)
    element = article_element(root)
    own = next((text for h in element.iter("h1") if (text := one_line("".join(h.itertext())))), "")
    paper = page_paper(meta, heading=own or heading, shown=shown)
    body = ArticleBody(element, title=paper.title)
    sign = meta.sign or _sign_of_body(body.sections, element)
    if not sign:
        return Skipped(
            reason=f"The HTML page shows no sign of an article ({_brief(shown or heading)}).", record=1, line=1
        )
    sections = _with_abstract(body.sections, meta)
    document = build_document(
        sections, references=tuple(body.references) or page_references(meta), origin=_origin(sections)
    )
    if not paper.title and not document.sections:
        return Skipped(reason="The HTML page has neither a title nor text.", record=1, line=1)
    return ReadPaper(
        paper=replace(
            paper,
            documents=(document,) if document.sections or document.references else (),
            notices=told_notices(paper.title),
        ),
        record=1,
        line=1,
    )


def _with_abstract(sections: Sequence[SectionDraft], meta: PageMetadata) -> list[SectionDraft]:
    """Gives the sections with the abstract of the metadata before them, unless they have one of their own."""
    abstract = page_abstract(meta)
    if not abstract or any(section_kind(draft.heading) is SectionKind.ABSTRACT for draft in _all(sections)):
        return list(sections)
    parts = abstract_sections(abstract)
    whole = SectionDraft(kind=SectionKind.ABSTRACT, sections=parts)
    if not parts:
        whole.paragraphs = [ParagraphDraft(abstract)]
    return [whole, *sections]


def _sign_of_body(sections: Sequence[SectionDraft], element: Any) -> str:
    kinds = {kind for draft in _all(sections) if (kind := section_kind(draft.heading)) and draft.heading}
    if SectionKind.ABSTRACT in kinds or len(kinds) >= 3:
        return "sections of an article"
    words = sum(len(paragraph.text.split()) for draft in _all(sections) for paragraph in draft.paragraphs)
    return "a longer <article>" if element.tag == "article" and words >= _LONG_ARTICLE else ""


def _all(sections: Sequence[SectionDraft]) -> Iterator[SectionDraft]:
    for draft in sections:
        yield draft
        yield from _all(draft.sections)


def _origin(sections: Sequence[SectionDraft]) -> str:
    only = all(draft.kind is SectionKind.ABSTRACT or section_kind(draft.heading) is SectionKind.ABSTRACT
               for draft in sections)  # fmt: skip
    return "abstract" if only else "HTML full text"


def _brief(text: str) -> str:
    return f"it says: {one_line(text)[:150]}" if text.strip() else "it has no title"
