"""The text of a JATS article as section drafts: abstracts, body, back matter, floats in their places.

Where things go:

- The main abstract is one section of kind Abstract, its parts nested in it. Other abstracts (graphical,
  teaser, plain-language, an executive or author summary) are sections of kind Common beside it.
- Untitled text before the first titled section of a body is its introduction, if it has none by name.
- A formula set apart is a paragraph of its own, so the sentence around it becomes two paragraphs.
- A box with a title or with sections is a nested section of kind Common; any other box is paragraphs.
- A figure or table kept at the end of the file goes to the section that first mentions it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Any, TypeVar

from conspectus.domain.document import ParagraphKind, SectionKind
from conspectus.domain.document_building import FigureDraft, ParagraphDraft, SectionDraft, TableDraft, split_number
from conspectus.domain.section_typing import section_kind
from conspectus.foundation.text.normalise import one_line
from conspectus.readers import jats_floats
from conspectus.readers.jats_math import formula_text
from conspectus.readers.jats_text import CitationKeys, TextRun, plain_text

_T = TypeVar("_T")
_BLOCKS = frozenset(
    ["p", "list", "def-list", "disp-quote", "verse-group", "boxed-text", "disp-formula", "disp-formula-group", "fig",
     "fig-group", "table-wrap", "table-wrap-group", "supplementary-material", "media", "preformat", "code",
     "statement", "speech", "fn", "fn-group", "chem-struct-wrap", "array", "table", "graphic", "sec", "explanation",
     "question-wrap", "answer", "answer-set", "question", "ref-list", "glossary", "app"]
)  # fmt: skip
_SECTIONS = frozenset(["sec", "app", "glossary", "ack", "notes", "bio", "taxon-treatment", "app-group"])
_SILENT = frozenset(
    ["title", "label", "sec-meta", "object-id", "ref-list", "alt-text", "long-desc", "permissions", "treatment-meta",
     "processing-meta", "kwd-group"]
)  # fmt: skip
_KIND_OF_TYPE = {
    "intro": SectionKind.INTRODUCTION, "introduction": SectionKind.INTRODUCTION,
    "background": SectionKind.RELATED_WORK, "related-work": SectionKind.RELATED_WORK,
    "materials": SectionKind.METHODOLOGY, "methods": SectionKind.METHODOLOGY, "subjects": SectionKind.METHODOLOGY,
    "results": SectionKind.EXPERIMENT, "cases": SectionKind.EXPERIMENT, "findings": SectionKind.EXPERIMENT,
    "discussion": SectionKind.DISCUSSION, "conclusions": SectionKind.DISCUSSION,
    "conclusion": SectionKind.DISCUSSION, "limitations": SectionKind.DISCUSSION,
    "supplementary-material": SectionKind.COMMON, "data-availability": SectionKind.COMMON,
    "ethics-statement": SectionKind.COMMON, "additional-information": SectionKind.COMMON,
    "acknowledgments": SectionKind.COMMON, "acknowledgements": SectionKind.COMMON,
}  # fmt: skip
_BACK_HEADINGS = {
    "ack": "Acknowledgments", "glossary": "Glossary", "fn-group": "Notes", "notes": "Notes", "app": "Appendix",
}  # fmt: skip
_ABSTRACT_HEADINGS = {
    "graphical": "Graphical abstract", "teaser": "Teaser", "toc": "Table-of-contents summary",
    "executive-summary": "Executive summary", "plain-language-summary": "Plain-language summary",
    "author-highlights": "Highlights", "key-points": "Key points", "editor": "Editor's summary",
    "editors-summary": "Editor's summary", "web-summary": "Web summary", "summary": "Summary",
    "video": "Video abstract", "stereochemical": "Stereochemical abstract", "precis": "Précis",
}  # fmt: skip
# A line that only repeats the identifier of the abstract, figure or box it stands in.
_OWN_DOI = re.compile(r"DOI:? ?(?:https?://(?:dx\.)?doi\.org/)?10\.\d{4,9}/\S+\Z")
# Deeper sections are laid beside their parent: no printed article goes so deep, and recursion stays bounded.
_DEEPEST = 12


class BodyReader:
    """Reads the text of one article, sharing its reference list and its floats' places."""

    def __init__(self, keys: CitationKeys) -> None:
        self.keys = keys
        self.mentions: dict[str, SectionDraft] = {}
        self._sections: list[SectionDraft] = []

    def abstracts(self, elements: Sequence[Any]) -> list[SectionDraft]:
        """Gives the sections of an article's ``abstract`` elements, the main one first."""
        main = main_abstract(elements)
        drafts: list[SectionDraft] = []
        for element in elements:
            kind = SectionKind.ABSTRACT if element is main else SectionKind.COMMON
            name = _ABSTRACT_HEADINGS.get(_abstract_type(element), "" if element is main else "Summary")
            draft = self.section(element, kind=kind, heading="" if element is main else name)
            if kind is SectionKind.COMMON:
                _set_kind(draft, SectionKind.COMMON)
            drafts.insert(0, draft) if element is main else drafts.append(draft)
        return drafts

    def body(self, element: Any) -> list[SectionDraft]:
        """Gives the sections of a ``body``, with untitled text between them as untitled sections."""
        drafts: list[SectionDraft] = []
        loose: list[Any] = []
        for child in element:
            if child.tag in _SECTIONS:
                drafts += self._untitled(loose)
                loose = []
                drafts.append(self.section(child))
            else:
                loose.append(child)
        drafts += self._untitled(loose)
        named = {draft.kind or section_kind(draft.heading) for draft in drafts}
        first = drafts[0] if drafts else None
        if first and not first.heading and len(drafts) > 1 and SectionKind.INTRODUCTION not in named:
            first.kind = first.kind or SectionKind.INTRODUCTION
        return drafts

    def back(self, element: Any) -> list[SectionDraft]:
        """Gives the sections of a ``back``; they are Common unless their own heading is typed."""
        drafts: list[SectionDraft] = []
        for child in _unwrapped(element):
            if child.tag in _SILENT:
                continue
            heading = _BACK_HEADINGS.get(child.tag, "")
            if child.tag in _SECTIONS or child.tag == "fn-group":
                draft = self.section(child, heading=heading)
            else:
                draft = next(iter(self._untitled([child])), SectionDraft())
            draft.kind = draft.kind or section_kind(draft.heading) or SectionKind.COMMON
            drafts.append(draft)
        return drafts

    def floats(self, element: Any) -> list[SectionDraft]:
        """Puts the floats of a ``floats-group`` where they are first mentioned; gives what is mentioned nowhere."""
        rest = SectionDraft(kind=SectionKind.COMMON)
        for child in element:
            ids = [e.get("id") for e in child.iter() if e.get("id")]
            home = next((self.mentions[rid] for rid in ids if rid in self.mentions), rest)
            self._sections.append(home)
            self._block(child, home, "text")
            self._sections.pop()
        return [rest]

    def section(
        self, element: Any, *, kind: SectionKind | None = None, heading: str = "", depth: int = 0
    ) -> SectionDraft:
        """Gives the draft of a section-like element.

        Args:
            element: A ``sec``, ``abstract``, ``ack``, ``app``, ``glossary`` or the like.
            kind: The kind, where it is known from elsewhere.
            heading: The heading if the element has no title of its own.
            depth: How many sections it lies in.
        """
        label = plain_text(element.find("label")).rstrip(".:")
        title = plain_text(_title(element))
        draft = SectionDraft(heading=title or heading, number=label if title else "", kind=kind)
        if label and not title:
            draft.heading = label if not heading or label.lower().startswith(heading.lower()) else f"{heading} {label}"
        if kind is None:
            # What the heading names is told where sections are typed, with regard to the section it lies in.
            named = section_kind(split_number(draft.heading)[1])
            draft.kind = None if named else _kind_of_type(element.get("sec-type") or "")
        self._sections.append(draft)
        self._fill(element, draft, "text", depth)
        self._sections.pop()
        return draft

    def paragraphs(self, element: Any, kind: ParagraphKind = "caption") -> list[ParagraphDraft]:
        """Gives the paragraphs of a caption, note or the like, its title first; floats in it go to the section."""
        draft = SectionDraft()
        if element.tag in _BLOCKS:
            self._block(element, draft, kind)
        else:
            _append(draft.paragraphs, self._line(element.find("title"), kind))
            self._fill(element, draft, kind, _DEEPEST)
        if self._sections:
            self._sections[-1].figures += draft.figures
            self._sections[-1].tables += draft.tables
            self._sections[-1].sections += draft.sections
        return draft.paragraphs

    def _untitled(self, children: Sequence[Any]) -> list[SectionDraft]:
        draft = SectionDraft()
        self._sections.append(draft)
        for child in children:
            if child.tag not in _SILENT:
                self._block(child, draft, "text")
        self._sections.pop()
        return [draft] if draft.paragraphs or draft.figures or draft.tables or draft.sections else []

    def _fill(self, element: Any, draft: SectionDraft, kind: ParagraphKind, depth: int) -> None:
        """Adds the content of a block element to a section draft: inline text and blocks in any mixture."""
        run = TextRun(self.keys)
        run.add(element.text or "")
        for child in element:
            if child.tag in _SECTIONS:
                self._flush(run, draft, kind)
                self._nested(child, draft, depth)
                run = TextRun(self.keys)
            elif child.tag in _BLOCKS:
                self._flush(run, draft, kind)
                self._block(child, draft, kind, depth=depth)
                run = TextRun(self.keys)
            elif child.tag not in _SILENT:
                run.add_element(child)
            run.add(child.tail or "")
        self._flush(run, draft, kind)

    def _nested(self, element: Any, draft: SectionDraft, depth: int) -> None:
        if depth >= _DEEPEST:
            if paragraph := self._line(_title(element), "text"):
                draft.paragraphs.append(paragraph)
            self._fill(element, draft, "text", depth)
            return
        heading = _BACK_HEADINGS.get(element.tag, "")
        draft.sections.append(self.section(element, heading=heading, depth=depth + 1))

    def _flush(self, run: TextRun, draft: SectionDraft, kind: ParagraphKind) -> None:
        if (paragraph := run.paragraph(kind)) and not _OWN_DOI.match(paragraph.text):
            draft.paragraphs.append(paragraph)
        for rid in run.mentions:
            if self._sections:
                self.mentions.setdefault(rid, self._sections[-1])

    def _line(self, element: Any, kind: ParagraphKind, lead: str = "") -> ParagraphDraft | None:
        if element is None:
            return None
        run = TextRun(self.keys, lead=lead)
        run.add_content(element)
        return run.paragraph(kind)

    def _block(self, element: Any, draft: SectionDraft, kind: ParagraphKind, *, lead: str = "", depth: int = 0) -> None:
        name = element.tag
        if name in {"list", "def-list"}:
            self._list(element, draft, "caption" if kind == "caption" else "list")
        elif name in {"disp-formula", "disp-formula-group"}:
            self._formula(element, draft)
        elif name in {"fig", "chem-struct-wrap", "graphic"}:
            _append(draft.figures, jats_floats.figure(element, self.paragraphs))
            for inner in element.iterchildren("fig", "table-wrap"):
                self._block(inner, draft, kind)
        elif name in {"table-wrap", "table", "array"}:
            _append(draft.tables, jats_floats.table(element, self.paragraphs))
        elif name in {"fig-group", "table-wrap-group"}:
            self._group(element, draft)
        elif name in {"supplementary-material", "media"}:
            self._supplement(element, draft, depth)
        elif name == "boxed-text":
            self._box(element, draft, depth)
        elif name in {"fn", "statement", "speech"}:
            self._labelled(element, draft, kind)
        elif name in {"disp-quote", "verse-group"}:
            self._content(element, draft, "quote", lead, depth)
        elif name in {"fn-group", "ref-list"}:
            if name == "fn-group":
                self._content(element, draft, kind, lead, depth)
        else:
            self._content(element, draft, kind, lead, depth)

    def _content(self, element: Any, draft: SectionDraft, kind: ParagraphKind, lead: str, depth: int) -> None:
        if element.tag != "p" and element.find("title") is not None:
            _append(draft.paragraphs, self._line(element.find("title"), kind))
        before = len(draft.paragraphs)
        self._fill(element, draft, kind, depth)
        if lead:
            _lead(draft.paragraphs, before, lead, kind)

    def _labelled(self, element: Any, draft: SectionDraft, kind: ParagraphKind) -> None:
        """Adds an element whose label and title stand at the head of its first paragraph."""
        parts = (plain_text(element.find(name)) for name in ("label", "title", "speaker"))
        before = len(draft.paragraphs)
        self._fill(element, draft, kind, _DEEPEST)
        _lead(draft.paragraphs, before, " ".join(part for part in parts if part), kind)

    def _list(self, element: Any, draft: SectionDraft, kind: ParagraphKind) -> None:
        _append(draft.paragraphs, self._line(element.find("title"), kind))
        for item in element:
            before = len(draft.paragraphs)
            if item.tag == "list-item":
                lead = plain_text(item.find("label"))
                self._fill(item, draft, kind, _DEEPEST)
                self._title_of_item(item, draft, before, kind)
                _lead(draft.paragraphs, before, lead, kind)
            elif item.tag == "def-item":
                for definition in item.iterchildren("def"):
                    self._fill(definition, draft, kind, _DEEPEST)
                term = ", ".join(filter(None, map(plain_text, item.iterchildren("term"))))
                _lead(draft.paragraphs, before, f"{term}:" if len(draft.paragraphs) > before and term else term, kind)
            elif item.tag in {"list", "def-list"}:
                self._list(item, draft, kind)

    def _title_of_item(self, item: Any, draft: SectionDraft, before: int, kind: ParagraphKind) -> None:
        if title := self._line(item.find("title"), kind):
            draft.paragraphs.insert(before, title)

    def _formula(self, element: Any, draft: SectionDraft) -> None:
        inner = list(element.iterchildren("disp-formula"))
        if inner:
            for child in inner:
                self._formula(child, draft)
            return
        label = plain_text(element.find("label"))
        text = one_line(f"{formula_text(element)} {label}")
        if text:
            draft.paragraphs.append(ParagraphDraft(text, "formula"))

    def _group(self, element: Any, draft: SectionDraft) -> None:
        label = plain_text(element.find("label"))
        caption = [p for child in element.iterchildren("caption") for p in self.paragraphs(child)]
        if label or caption:
            if element.tag == "fig-group":
                draft.figures.append(FigureDraft(label=label, caption=caption))
            else:
                draft.tables.append(TableDraft(label=label, caption=caption))
        for child in element:
            if child.tag in _BLOCKS:
                self._block(child, draft, "text")

    def _supplement(self, element: Any, draft: SectionDraft, depth: int) -> None:
        """Adds the label and caption of a supplement; figures and tables inside it stay what they are."""
        before = len(draft.paragraphs)
        for child in element:
            if child.tag == "caption":
                draft.paragraphs += self.paragraphs(child)
            elif child.tag in _BLOCKS and child.tag != "graphic":
                self._block(child, draft, "caption", depth=depth)
        inline = TextRun(self.keys)
        inline.add(element.text or "")
        for child in element:
            if child.tag not in _BLOCKS and child.tag not in _SILENT and child.tag not in {"caption", "alternatives"}:
                inline.add_element(child)
            inline.add(child.tail or "")
        self._flush(inline, draft, "caption")
        _lead(draft.paragraphs, before, plain_text(element.find("label")), "caption")

    def _box(self, element: Any, draft: SectionDraft, depth: int) -> None:
        title = plain_text(_title(element))
        label = plain_text(element.find("label")).rstrip(".:")
        has_sections = element.find("sec") is not None
        if (title or label or has_sections) and depth < _DEEPEST:
            heading = ": ".join(part for part in (label, title) if part)
            box = SectionDraft(heading=heading, kind=SectionKind.COMMON)
            draft.sections.append(box)
        else:
            box = draft
            _append(draft.paragraphs, self._line(_title(element), "box"))
        for caption in element.iterchildren("caption"):
            self._fill(caption, box, "box", _DEEPEST)
        self._fill_box(element, box, depth + 1)

    def _fill_box(self, element: Any, box: SectionDraft, depth: int) -> None:
        loose = SectionDraft()
        for child in element:
            if child.tag in _SILENT or child.tag == "caption":
                continue
            self._block_or_section(child, loose, depth)
        _set_paragraph_kind([loose], "box")
        box.paragraphs += loose.paragraphs
        box.figures += loose.figures
        box.tables += loose.tables
        box.sections += loose.sections

    def _block_or_section(self, element: Any, draft: SectionDraft, depth: int) -> None:
        if element.tag in _SECTIONS:
            self._nested(element, draft, depth)
        else:
            self._block(element, draft, "box", depth=depth)


def main_abstract(elements: Sequence[Any]) -> Any:
    """Gives the abstract that stands for the article: the first without a type, else the first that summarises."""
    for element in elements:
        if _abstract_type(element) in {"", "abstract", "structured", "section", "main", "normal", "full"}:
            return element
    for wanted in ("summary", "executive-summary", "short", "web-summary", "key-points", "toc"):
        for element in elements:
            if _abstract_type(element) == wanted:
                return element
    return None


def _abstract_type(element: Any) -> str:
    return (element.get("abstract-type") or "").strip().lower()


def _kind_of_type(sec_type: str) -> SectionKind | None:
    for part in sec_type.lower().replace(" ", "-").split("|"):
        if part in _KIND_OF_TYPE:
            return _KIND_OF_TYPE[part]
    return None


def _title(element: Any) -> Any:
    title = element.find("title")
    return element.find("caption/title") if title is None and element.tag == "boxed-text" else title


def _unwrapped(element: Any) -> Iterable[Any]:
    for child in element:
        if child.tag in {"app-group"}:
            yield from child
        else:
            yield child


def _set_kind(draft: SectionDraft, kind: SectionKind) -> None:
    draft.kind = kind
    for nested in draft.sections:
        _set_kind(nested, kind)


def _set_paragraph_kind(drafts: Iterable[SectionDraft], kind: ParagraphKind) -> None:
    for draft in drafts:
        for paragraph in draft.paragraphs:
            if paragraph.kind == "text":
                paragraph.kind = kind
        _set_paragraph_kind(draft.sections, kind)


def _lead(paragraphs: list[ParagraphDraft], first: int, lead: str, kind: ParagraphKind) -> None:
    """Puts a label at the head of the paragraph at index ``first``, moving its pointers along."""
    if not lead:
        return
    if first >= len(paragraphs):
        paragraphs.append(ParagraphDraft(lead, kind))
        return
    paragraph = paragraphs[first]
    paragraph.text = f"{lead} {paragraph.text}"
    for pointer in paragraph.pointers:
        pointer.start += len(lead) + 1
        pointer.end += len(lead) + 1


def _append(items: list[_T], item: _T | None) -> None:
    if item is not None:
        items.append(item)
