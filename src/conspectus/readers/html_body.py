"""The text of an article in HTML: headings make sections, what is not of the article is left out."""

from __future__ import annotations

import re
from typing import Any

from conspectus.domain.document import ParagraphKind, Reference
from conspectus.domain.document_building import FigureDraft, ParagraphDraft, SectionDraft, TableDraft
from conspectus.domain.identifiers import normal_doi
from conspectus.foundation.text.normalise import match_key, one_line
from conspectus.readers.citation_spans import CitationSpan, pointers_of
from conspectus.readers.html_hardened import table_rows
from conspectus.readers.jats_math import mathml_text, subscript, superscript

_REMOVED = frozenset(
    """script style nav aside footer form button noscript iframe svg template select input textarea dialog object
    embed canvas audio video source link meta head map""".split()
)
_REMOVED_ROLES = frozenset("navigation complementary banner search contentinfo menu menubar dialog alert".split())
_REMOVED_CLASSES = frozenset(
    """nav navbar navigation menu sidebar side-bar breadcrumb breadcrumbs cookie cookies cookie-banner share sharing
    social social-share advert advertisement ads ad related-articles recommended recommendations comments
    comment-list skip-link toc table-of-contents newsletter paywall metrics altmetric print-hide no-print
    mathjax_preview sr-only visually-hidden screen-reader-text""".split()
)
_HEADINGS = {f"h{level}": level for level in range(1, 7)}
_BLOCKS = frozenset(
    """p div section article main ul ol dl table figure blockquote pre hr header details summary center address
    fieldset h1 h2 h3 h4 h5 h6 body li dd dt""".split()
)
_REFERENCES = re.compile(r"(?:references?|bibliography|literature cited|works cited|cited literature)(?: list)?\Z")
_LABEL = re.compile(r"\s*(?P<label>(?:Fig(?:ure|\.)?|Table|Tab\.|Scheme|Box)\s*[SA]?\d{1,3}[a-z]?)\b[.:|\s]*", re.I)
_REF_LABEL = re.compile(r"\s*\[?(\d{1,4})[\].)]\s+")
_MOST_SECTIONS = 2000


def without_page(root: Any) -> None:
    """Takes what belongs to the page and not to the article out of a tree: navigation, asides, scripts."""
    for element in list(root.iter()):
        if isinstance(element.tag, str) and element is not root and _is_of_page(element):
            _drop(element)


def article_element(root: Any) -> Any:
    """Gives the element that holds the article: the longest ``article``, ``main`` or marked body, else the body."""
    named = [
        *root.iter("article"),
        *root.iter("main"),
        *root.xpath("//*[@role='main' or @role='article' or @itemprop='articleBody']"),
    ]
    body = next(root.iter("body"), root)
    if not named:
        return body
    longest = max(named, key=lambda element: len("".join(element.itertext())))
    return longest if len("".join(longest.itertext()).split()) >= 20 else body


class ArticleBody:
    """Sections and references of an article element.

    Args:
        element: The element, rid of what belongs to the page.
        title: The title of the paper; a heading that repeats it makes no section.
    """

    def __init__(self, element: Any, *, title: str) -> None:
        self.references: list[Reference] = []
        self.sections: list[SectionDraft] = []
        self._title = match_key(title)
        self._open: list[tuple[int, SectionDraft]] = []
        self._keys = _reference_keys(element)
        self._in_references = False
        self._made = 0
        self._walk(element)

    def _section(self) -> SectionDraft:
        if not self._open:
            self._add(SectionDraft(), level=6)
        return self._open[-1][1]

    def _add(self, section: SectionDraft, *, level: int) -> None:
        while self._open and (self._open[-1][0] >= level or not self._open[-1][1].heading):
            self._open.pop()
        (self._open[-1][1].sections if self._open else self.sections).append(section)
        self._open.append((level, section))

    def _walk(self, element: Any) -> None:
        run = _Run(self._keys)
        run.text(element.text)
        for child in element:
            if child.tag in _BLOCKS or _holds_block(child):
                self._flush(run)
                self._block(child)
                run = _Run(self._keys)
            else:
                run.element(child)
            run.text(child.tail)
        self._flush(run)

    def _flush(self, run: _Run, kind: ParagraphKind = "text") -> None:
        text = "".join(run.parts)
        if not text.strip():
            return
        if self._in_references:
            self._reference(text, "")
        else:
            self._section().paragraphs.append(ParagraphDraft(text, kind, pointers_of(text, run.spans, self._keys)))

    def _block(self, element: Any) -> None:
        tag = element.tag
        if tag in _HEADINGS:
            self._heading(element, _HEADINGS[tag])
        elif tag == "figure" or (tag == "div" and _classes(element) & {"fig", "figure", "table-wrap"}):
            self._figure(element)
        elif tag == "table":
            self._table(element, "")
        elif tag == "pre":
            self._flush(_run_of(element, self._keys), "box")
        elif tag in {"ul", "ol", "dl"}:
            self._list(element)
        elif tag in {"p", "blockquote"} and not any(_holds_block(c) or c.tag in _BLOCKS for c in element):
            self._flush(_run_of(element, self._keys), "quote" if tag == "blockquote" else "text")
        else:
            self._walk(element)

    def _heading(self, element: Any, level: int) -> None:
        text = one_line("".join(_run_of(element, self._keys).parts))
        if not text or match_key(text) == self._title:
            return
        self._in_references = bool(_REFERENCES.match(match_key(text)))
        self._made += 1
        if not self._in_references and self._made <= _MOST_SECTIONS:
            self._add(SectionDraft(heading=text), level=level)

    def _list(self, element: Any) -> None:
        for child in element:
            nested = [e for e in child if e.tag in _BLOCKS and e.tag != "p"]
            run = _run_of(child, self._keys, without=frozenset(nested))
            text = "".join(run.parts)
            if (self._in_references or child.get("id") in self._keys) and text.strip():
                self._reference(text, child.get("id") or "")
            else:
                self._flush(run, "list")
            for inner in nested:
                self._block(inner)

    def _reference(self, text: str, key: str) -> None:
        found = _REF_LABEL.match(text)
        self.references.append(
            Reference(
                key=key or f"ref-{len(self.references) + 1}",
                text=one_line(text[found.end() :] if found else text),
                label=found.group(1) if found else "",
                doi=normal_doi(text),
            )
        )

    def _figure(self, element: Any) -> None:
        captions = [e for e in element.iter() if e.tag == "figcaption" or "caption" in _classes(e)]
        text = "".join(_run_of(captions[0], self._keys).parts) if captions else ""
        tables = list(element.iter("table"))
        if tables:
            self._table(tables[0], text)
            return
        image = next(element.iter("img"), None)
        if image is None and not text.strip():
            self._walk(element)
            return
        alternative = (image.get("alt") or "") if image is not None else ""
        label, caption = _caption(text or alternative)
        graphic = (image.get("src") or "") if image is not None else ""
        shown = "" if graphic.startswith("data:") else graphic
        self._section().figures.append(FigureDraft(label=label, caption=caption, graphic=shown))

    def _table(self, element: Any, caption: str) -> None:
        own = element.find("caption")
        text = caption or ("".join(_run_of(own, self._keys).parts) if own is not None else "")
        rows, heads = table_rows(element)
        if (element.get("role") or "") == "presentation" or not rows:
            self._walk(element)
            return
        label, drafts = _caption(text)
        self._section().tables.append(TableDraft(label=label, caption=drafts, rows=rows, header_rows=heads))


class _Run:
    """Running text from inline elements, with the spans that are links to the reference list."""

    def __init__(self, keys: dict[str, str]) -> None:
        self.parts: list[str] = []
        self.spans: list[CitationSpan] = []
        self._keys = keys
        self._length = 0

    def text(self, text: str | None) -> None:
        if text:
            self.parts.append(text)
            self._length += len(text)

    def element(self, element: Any, without: frozenset[Any] = frozenset()) -> None:
        tag = element.tag
        start = self._length
        target = (element.get("href") or "")[1:] if tag == "a" and (element.get("href") or "").startswith("#") else ""
        if tag == "br":
            self.text("\n")
        elif tag == "math":
            self.text(mathml_text(element) or element.get("alttext"))
        elif tag in {"sup", "sub"} and not len(element):
            self.text((superscript if tag == "sup" else subscript)((element.text or "").strip()))
        elif tag == "img":
            self.text(element.get("alt") if "math" in " ".join(_classes(element)) else "")
        else:
            self.text(element.text)
            for child in element:
                if child not in without:
                    self.element(child, without)
                    if child.tag in _BLOCKS:
                        self.text("\n")
                self.text(child.tail)
        if target in self._keys and self._length > start:
            self.spans.append(CitationSpan(start, self._length, target))


def _run_of(element: Any, keys: dict[str, str], without: frozenset[Any] = frozenset()) -> _Run:
    run = _Run(keys)
    run.text(element.text)
    for child in element:
        if child not in without:
            run.element(child, without)
            if child.tag in _BLOCKS:
                run.text("\n")
        run.text(child.tail)
    return run


def _reference_keys(element: Any) -> dict[str, str]:
    """Gives the ids of list items that stand under a heading of a reference list or are named like its entries."""
    keys: dict[str, str] = {}
    inside = False
    for child in element.iter():
        if child.tag in _HEADINGS:
            inside = bool(_REFERENCES.match(match_key("".join(child.itertext()))))
        elif child.tag in {"li", "p", "div", "dt", "dd"} and (own := child.get("id")):
            owner = child.getparent()
            listed = owner is not None and any("ref" in name or "bib" in name for name in _classes(owner))
            if child.tag == "li" and (inside or listed):
                keys[own] = own
    return keys


def _caption(text: str) -> tuple[str, list[ParagraphDraft]]:
    found = _LABEL.match(text)
    rest = text[found.end() :] if found and text[found.end() :].strip() else text
    return (found.group("label") if found else ""), [ParagraphDraft(rest, "caption")] if rest.strip() else []


def _classes(element: Any) -> set[str]:
    return set((element.get("class") or "").lower().split())


def _is_of_page(element: Any) -> bool:
    if element.tag in _REMOVED or (element.get("role") or "").lower() in _REMOVED_ROLES:
        return True
    if element.get("hidden") is not None or (element.get("aria-hidden") or "").lower() == "true":
        return True
    return bool(_classes(element) & _REMOVED_CLASSES)


def _drop(element: Any) -> None:
    """Takes an element out of the tree and leaves the text behind it in its place."""
    parent = element.getparent()
    if parent is None:
        return
    if element.tail:
        before = element.getprevious()
        if before is not None:
            before.tail = (before.tail or "") + element.tail
        else:
            parent.text = (parent.text or "") + element.tail
    parent.remove(element)


def _holds_block(element: Any) -> bool:
    return isinstance(element.tag, str) and any(child.tag in _BLOCKS for child in element.iterdescendants())
