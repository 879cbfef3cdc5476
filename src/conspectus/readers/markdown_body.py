"""The body of a Markdown article: headings, paragraphs, lists, quotes, code, tables, figures, citations."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator

from conspectus.domain.document import ParagraphKind, PointerStyle, Reference
from conspectus.domain.document_building import FigureDraft, ParagraphDraft, PointerDraft, SectionDraft, TableDraft
from conspectus.domain.identifiers import normal_doi
from conspectus.foundation.text.normalise import match_key, one_line
from conspectus.readers.latex_text import latex_to_text

_ATX = re.compile(r" {0,3}(?P<marks>#{1,6})(?:[ \t](?P<text>.*))?\Z")
_ATTRIBUTES = re.compile(r"\{[^{}\n]{0,200}\}\Z")
_SETEXT = re.compile(r" {0,3}(=+|-{2,})[ \t]*\Z")
_FENCE = re.compile(r" {0,3}(?P<fence>`{3,}|~{3,})")
_ITEM = re.compile(r"(?P<indent>\s*)(?:[-*+]|\d{1,3}[.)])[ \t]+(?P<text>.*)\Z")
_RULE = re.compile(r" {0,3}(?:(?:\*[ \t]*){3,}|(?:_[ \t]*){3,}|(?:-[ \t]*){3,})\Z")
_TABLE_RULE = re.compile(r"\s*\|?\s*:?-{2,}:?\s*(?:\|\s*:?-{2,}:?\s*)*\|?\s*\Z")
_IMAGE_ALONE = re.compile(
    r"\s*!\[(?P<text>[^\]]{0,2000})\]\((?P<file>[^)\s]{0,500})(?:\s[^)\n]{0,300})?\)\s*(?:\{[^}]*\})?\s*\Z"
)
_TAG = re.compile(r"</?[A-Za-z][A-Za-z0-9-]*(?:\s[^<>\n]{0,300})?/?>")
_IMAGE = re.compile(r"!\[([^\]\n]{0,500})\]\([^()\n]{0,500}\)")
_LINK = re.compile(r"\[([^\[\]\n]{1,500})\]\((?:[^()\n]|\([^()\n]*\)){0,500}\)(?:\{[^}\n]*\})?")
_LINK_REF = re.compile(r"\[([^\[\]\n@^]{1,300})\]\[[^\[\]\n]{0,100}\]")
_DEFINITION = re.compile(r" {0,3}\[(?P<key>[^\]\n]{1,80})\]:[ \t]*(?P<text>.*)\Z")
_STRONG = re.compile(
    r"(?<![\\\w*])(\*{1,3})(?=\S)([^*\n]{1,400}?)(?<=\S)\1(?!\w)|"
    r"(?<![\\\w])(_{1,3})(?=\S)([^_\n]{1,400}?)(?<=\S)\3(?!\w)"
)
_CODE = re.compile(r"(`{1,3})([^`\n]{1,300}?)\1")
_ESCAPE = re.compile(r"\\([\\`*_{}\[\]()#+\-.!<>|~@$])")
_MATH = re.compile(r"(?<![\\$\w])\$(?=\S)([^$\n]{1,300}?)(?<=[^\s\\])\$(?!\d)")
_CITATION_KEY = r"@\{?(?P<key>[A-Za-z0-9_](?:[A-Za-z0-9_:.#$%&+?<>~/-]*[A-Za-z0-9_/])?)\}?"
_KEY = re.compile(rf"(?<![\w@.\\])-?{_CITATION_KEY}")
_GROUP = re.compile(r"\[(?=[^\[\]\n]*@)[^\[\]\n]{1,600}\]")
_FIGURE_KEY = re.compile(r"(?:fig|tbl|eq|sec|lst|tab):", re.IGNORECASE)
_LABEL = re.compile(r"\s*(?P<label>(?:Fig(?:ure|\.)?|Table|Tab\.)\s*[SA]?\d{1,3}[a-z]?)\b[.:|\s]*", re.IGNORECASE)
_REFERENCES = re.compile(r"(?:references?|bibliography|literature cited|works cited|literature)\Z")
_ENTRY = re.compile(r"\s*(?:\[?@?(?P<key>[\w:.-]{1,60})\]?[:.)]\s+)(?P<text>\S.*)\Z", re.DOTALL)


def plain_markdown(text: str) -> str:
    """Gives the text of inline Markdown: emphasis, links, code and tags resolved; citations stay as written."""
    text = without_comments(text)
    text = _TAG.sub(lambda tag: "\n" if tag.group()[:3].lower() == "<br" else "", text)
    text = _IMAGE.sub(r"\1", text)
    text = _LINK.sub(r"\1", text)
    text = _LINK_REF.sub(r"\1", text)
    text = _MATH.sub(lambda maths: latex_to_text(maths.group()), text)
    text = _CODE.sub(r"\2", text)
    for _ in range(2):  # strong inside emphasis
        text = _STRONG.sub(lambda found: found.group(2) or found.group(4), text)
    return html.unescape(_ESCAPE.sub(r"\1", text))


def without_comments(text: str) -> str:
    """Gives text without HTML comments, their line breaks kept; a comment that does not end stays."""
    parts: list[str] = []
    position = 0
    while (start := text.find("<!--", position)) >= 0 and (end := text.find("-->", start)) >= 0:
        parts += [text[position:start], "\n" * text.count("\n", start, end)]
        position = end + 3
    return "".join((*parts, text[position:]))


class MarkdownBody:
    """Sections, headings and references of Markdown.

    Args:
        text: The Markdown behind the front matter.
        title: The title, if the front matter gives it; else ``title`` is the first heading of the highest level.
    """

    def __init__(self, text: str, *, title: str = "") -> None:
        self.sections: list[SectionDraft] = []
        self.headings: list[str] = []
        self.title = title
        self._open: list[tuple[int, SectionDraft]] = []
        self._keys: dict[str, None] = {}
        self._entries: list[str] = []
        self._in_references = False
        blocks = list(_blocks(without_comments(text).split("\n")))
        self.headings = [one_line(plain_markdown(content)) for kind, _, content in blocks if kind == "heading"]
        levels = [level for kind, level, _ in blocks if kind == "heading"]
        self._title_level = 0 if title or not levels else min(levels)
        for kind, level, content in blocks:
            self._block(kind, level, content)

    def references(self) -> Iterator[Reference]:
        """Yields the entries under a heading "References", and what is cited without an entry by its key alone."""
        known: dict[str, str] = {}
        for number, entry in enumerate(self._entries, 1):
            found = _ENTRY.match(entry)
            key = found.group("key") if found else f"ref-{number}"
            known.setdefault(key, one_line(found.group("text") if found else entry))
        for key in self._keys:
            known.setdefault(key, "")
        for key, text in known.items():
            yield Reference(key=key, text=text, doi=normal_doi(text))

    def _section(self) -> SectionDraft:
        if not self._open:
            section = SectionDraft()
            self.sections.append(section)
            self._open.append((9, section))
        return self._open[-1][1]

    def _block(self, kind: str, level: int, content: str) -> None:
        if kind == "heading":
            self._heading(level, one_line(plain_markdown(content)))
        elif self._in_references and kind in {"text", "list"}:
            self._entries.append(plain_markdown(content))
        elif kind == "table":
            self._section().tables.append(_table(content))
        elif kind == "image":
            self._image(content)
        else:
            self._paragraph(kind, content)

    def _heading(self, level: int, text: str) -> None:
        if level == self._title_level and not self.title:
            self.title, self._title_level = text, 0
            return
        if not text or match_key(text) == match_key(self.title):
            return
        self._in_references = bool(_REFERENCES.match(match_key(text)))
        if self._in_references:
            return
        section = SectionDraft(heading=text)
        while self._open and self._open[-1][0] >= level:
            self._open.pop()
        (self._open[-1][1].sections if self._open else self.sections).append(section)
        self._open.append((level, section))

    def _image(self, content: str) -> None:
        found = _IMAGE_ALONE.match(content)
        if found:
            text = plain_markdown(found.group("text"))
            label = _LABEL.match(text)
            caption = text[label.end() :] if label and text[label.end() :].strip() else text
            drafts = [ParagraphDraft(caption, "caption")] if caption.strip() else []
            shown = label.group("label") if label else ""
            self._section().figures.append(FigureDraft(label=shown, caption=drafts, graphic=found.group("file")))

    def _paragraph(self, kind: str, content: str) -> None:
        kinds: dict[str, ParagraphKind] = {"list": "list", "quote": "quote", "code": "box", "math": "formula"}
        text = content if kind == "code" else plain_markdown(content)
        if kind == "math":
            text = latex_to_text(f"${content.strip().strip('$').strip()}$")
        pointers = list(self._pointers(text)) if kind != "code" else []
        if text.strip():
            self._section().paragraphs.append(ParagraphDraft(text, kinds.get(kind, "text"), pointers))

    def _pointers(self, text: str) -> Iterator[PointerDraft]:
        taken = 0
        for group in _GROUP.finditer(text):
            yield from self._single(text, taken, group.start())
            keys = [key.group("key") for key in _KEY.finditer(group.group())]
            keys = [key for key in keys if not _FIGURE_KEY.match(key)]
            if keys:
                self._keys.update(dict.fromkeys(keys))
                style: PointerStyle = "list" if len(keys) > 1 else "single"
                yield PointerDraft(group.start(), group.end(), style, tuple(dict.fromkeys(keys)))
            taken = group.end()
        yield from self._single(text, taken, len(text))

    def _single(self, text: str, start: int, end: int) -> Iterator[PointerDraft]:
        for key in _KEY.finditer(text, start, end):
            if not _FIGURE_KEY.match(key.group("key")):
                self._keys[key.group("key")] = None
                yield PointerDraft(key.start(), key.end(), "author-year", (key.group("key"),))


def _blocks(lines: list[str]) -> Iterator[tuple[str, int, str]]:
    """Yields (kind, level, content) of each block: heading, text, list, quote, code, math, table, image."""
    at, size = 0, len(lines)
    while at < size:
        line = lines[at]
        if not line.strip() or _RULE.match(line) or _DEFINITION.match(line):
            at += 1
        elif fence := _FENCE.match(line):
            end = next((i for i in range(at + 1, size) if lines[i].strip().startswith(fence.group("fence"))), size)
            yield "code", 0, "\n".join(lines[at + 1 : end])
            at = end + 1
        elif line.strip().startswith("$$"):
            rest = line.strip()[2:]
            end = at if rest.rstrip().endswith("$$") and rest.strip("$ ") else next(
                (i for i in range(at + 1, size) if "$$" in lines[i]), size - 1
            )  # fmt: skip
            yield "math", 0, "\n".join(lines[at : end + 1])
            at = end + 1
        elif atx := _ATX.match(line):
            yield "heading", len(atx.group("marks")), _heading_text(atx.group("text") or "")
            at += 1
        elif at + 1 < size and _SETEXT.match(lines[at + 1]) and not _ITEM.match(line) and "|" not in line:
            yield "heading", 1 if lines[at + 1].lstrip().startswith("=") else 2, line
            at += 2
        elif "|" in line and at + 1 < size and "|" in lines[at + 1] and _TABLE_RULE.match(lines[at + 1]):
            end = next((i for i in range(at, size) if "|" not in lines[i]), size)
            yield "table", 0, "\n".join(lines[at:end])
            at = end
        elif _IMAGE_ALONE.match(line):
            yield "image", 0, line
            at += 1
        else:
            end = _end_of_paragraph(lines, at)
            content = lines[at:end]
            at = end
            yield from _paragraph_blocks(content)


def _heading_text(text: str) -> str:
    text = text.strip()
    if text.endswith("}"):
        text = _ATTRIBUTES.sub("", text).rstrip()
    bare = text.rstrip("#")
    return bare.rstrip() if bare.endswith((" ", "\t")) or not bare else text


def _end_of_paragraph(lines: list[str], at: int) -> int:
    end = at + 1
    while end < len(lines) and lines[end].strip():
        line = lines[end]
        if _ATX.match(line) or _FENCE.match(line) or (_SETEXT.match(line) and end == at + 1):
            break
        if _ITEM.match(line) or line.lstrip().startswith(">") != lines[at].lstrip().startswith(">"):
            break
        end += 1
    return end


def _paragraph_blocks(content: list[str]) -> Iterator[tuple[str, int, str]]:
    if item := _ITEM.match(content[0]):
        yield "list", 0, "\n".join((item.group("text"), *content[1:]))
    elif content[0].lstrip().startswith(">"):
        yield "quote", 0, "\n".join(re.sub(r"^\s*>+ ?", "", line) for line in content)
    elif content[0].startswith(("    ", "\t")):
        yield "code", 0, "\n".join(content)
    else:
        yield "text", 0, "\n".join(content)


def _table(content: str) -> TableDraft:
    rows = []
    for number, line in enumerate(content.split("\n")):
        if number != 1:
            cells = re.split(r"(?<!\\)\|", line.strip().removeprefix("|").removesuffix("|"))
            rows.append([one_line(plain_markdown(cell)) for cell in cells])
    return TableDraft(rows=rows, header_rows=1)
