"""The form of DDM files: papers as plain values with the tree of the Deep Document Model, and back, exactly.

    {schema, …metadata…, documents: [{version, origin, text, section*, references*, layout*, loss}]}
    section    ID, index, start, end, heading, number, kind, paragraph*, figure*, table*, section*
    paragraph  ID, index, start, end, kind, sentence*
    sentence   ID, index, start, end, text, reference*
    reference  index, start, end, text, style, targets*        an in-text pointer
    figure     ID, index, label, graphic, paragraph*
    table      ID, index, label, header_rows, row*, paragraph*, note*

``ID`` is the address of a node ("s2.p3.t1"), ``index`` its 1-based place among its siblings of one kind, ``start``
and ``end`` are offsets of the document's ``text``. ``text`` of nodes repeats what stands there; a file in which the
two differ is refused. Where a document has no ``text``, it is made of its sentences.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import fields, is_dataclass, replace
from typing import Any, TypeVar

from conspectus.domain.document import Document, Figure, Paragraph, Section, Sentence, Table
from conspectus.domain.document_building import FigureDraft, ParagraphDraft, SectionDraft, TableDraft, build_document
from conspectus.domain.json_form import document_of_values, metadata_values, paper_of_values
from conspectus.domain.paper import Paper
from conspectus.foundation.errors import InputError

SCHEMA = "conspectus.ddm/1"
Values = dict[str, Any]
Made = TypeVar("Made")
_HINT = "Export the paper again with `conspectus show PAPER --format json` (or xml), and leave offsets as they are."


def ddm_values(paper: Paper) -> Values:
    """Gives a paper in the form of a DDM file; fields at their defaults are left out."""
    documents = [_document(document) for document in paper.documents]
    return {"schema": SCHEMA, **metadata_values(paper), "documents": documents}


def paper_of_ddm(values: Mapping[str, Any]) -> Paper:
    """Gives the paper of which ``ddm_values`` made the values.

    Raises:
        InputError: The values are of no DDM file, or their tree does not fit their text.
    """
    if values.get("schema") != SCHEMA:
        raise InputError(f"This is no file of the schema {SCHEMA}: it says {values.get('schema')!r}.", hint=_HINT)
    metadata = {name: value for name, value in values.items() if name not in {"schema", "documents"}}
    paper = _checked(paper_of_values, {"id": "", **metadata}, "metadata")
    documents = tuple(_document_of(document) for document in _objects(values, "documents"))
    return replace(paper, documents=documents)


# From trees to values.


def _document(document: Document) -> Values:
    text = document.text
    values: Values = {"version": document.version, "origin": document.origin, "text": text}
    values["section"] = [_section(text, section, f"s{i}", i) for i, section in enumerate(document.sections, 1)]
    values["references"] = [{"index": i, **_plain(entry)} for i, entry in enumerate(document.references, 1)]
    values["layout"] = [{**_plain(span), "box": list(span.box)} for span in document.layout]
    if document.loss is not None:
        values["loss"] = _plain(document.loss)
    return {name: value for name, value in values.items() if value or name == "text"}


def _section(text: str, section: Section, address: str, index: int) -> Values:
    values: Values = {"ID": address, "index": index, "start": section.start, "end": section.end}
    values |= {"heading": section.heading, "number": section.number, "kind": section.kind.value}
    values["paragraph"] = _paragraphs(text, section.paragraphs, address)
    values["figure"] = [_figure(text, one, f"{address}.f{i}", i) for i, one in enumerate(section.figures, 1)]
    values["table"] = [_table(text, one, f"{address}.b{i}", i) for i, one in enumerate(section.tables, 1)]
    values["section"] = [_section(text, one, f"{address}.{i}", i) for i, one in enumerate(section.sections, 1)]
    return _without_empty(values)


def _paragraphs(text: str, paragraphs: Sequence[Paragraph], address: str, first: int = 1) -> list[Values]:
    return [_paragraph(text, one, f"{address}.p{first + i}", i + 1) for i, one in enumerate(paragraphs)]


def _paragraph(text: str, paragraph: Paragraph, address: str, index: int) -> Values:
    values: Values = {"ID": address, "index": index, "start": paragraph.start, "end": paragraph.end}
    values["kind"] = paragraph.kind
    values["sentence"] = [_sentence(text, one, f"{address}.t{i}", i) for i, one in enumerate(paragraph.sentences, 1)]
    return _without_empty(values)


def _sentence(text: str, sentence: Sentence, address: str, index: int) -> Values:
    values: Values = {"ID": address, "index": index, "start": sentence.start, "end": sentence.end}
    values["text"] = text[sentence.start : sentence.end]
    values["reference"] = [
        {"index": i, "start": p.start, "end": p.end, "text": text[p.start : p.end], "style": p.style,
         **({"targets": list(p.targets)} if p.targets else {})}
        for i, p in enumerate(sentence.pointers, 1)
    ]  # fmt: skip
    return _without_empty(values)


def _figure(text: str, figure: Figure, address: str, index: int) -> Values:
    values: Values = {"ID": address, "index": index, "label": figure.label, "graphic": figure.graphic}
    return _without_empty({**values, "paragraph": _paragraphs(text, figure.caption, address)})


def _table(text: str, table: Table, address: str, index: int) -> Values:
    values: Values = {"ID": address, "index": index, "label": table.label, "header_rows": table.header_rows}
    values["paragraph"] = _paragraphs(text, table.caption, address)
    values["row"] = [list(row) for row in table.rows]
    # The addresses of notes go on from those of the caption's paragraphs.
    values["note"] = _paragraphs(text, table.notes, address, len(table.caption) + 1)
    return _without_empty(values)


def _plain(thing: Any) -> Values:
    """The fields of a flat dataclass that are not at their defaults."""
    assert is_dataclass(thing)
    held = ((field, getattr(thing, field.name)) for field in fields(thing))
    return {f.name: list(v) if isinstance(v, tuple) else v for f, v in held if v != f.default}


def _without_empty(values: Values) -> Values:
    return {name: value for name, value in values.items() if value not in ("", [])}


# From values to trees.


def _document_of(values: Values) -> Document:
    if not isinstance(values.get("text"), str):
        return _built(values)
    made = {
        "text": values["text"],
        "origin": values.get("origin", ""),
        "sections": [_section_of(section) for section in _objects(values, "section")],
        "references": [_without(entry, "index") for entry in _objects(values, "references")],
        "layout": _objects(values, "layout"),
        "loss": values.get("loss"),
    }
    document = _checked(document_of_values, made, "a document")
    _check_tree(document, values)
    return document


def _section_of(values: Values) -> Values:
    return {
        **_without(values, "ID", "index", "paragraph", "figure", "table", "section"),
        "paragraphs": [_paragraph_of(one) for one in _objects(values, "paragraph")],
        "figures": [
            {"label": "", **_without(one, "ID", "index", "paragraph"), "caption": _captions_of(one, "paragraph")}
            for one in _objects(values, "figure")
        ],
        "tables": [
            {
                "label": "",
                **_without(one, "ID", "index", "paragraph", "note", "row"),
                "caption": _captions_of(one, "paragraph"),
                "notes": _captions_of(one, "note"),
                "rows": one.get("row", []),
            }
            for one in _objects(values, "table")
        ],
        "sections": [_section_of(one) for one in _objects(values, "section")],
    }


def _captions_of(values: Values, name: str) -> list[Values]:
    return [_paragraph_of(one) for one in _objects(values, name)]


def _paragraph_of(values: Values) -> Values:
    sentences = [
        {
            **_without(one, "ID", "index", "text", "reference"),
            "pointers": [_without(pointer, "index", "text") for pointer in _objects(one, "reference")],
        }
        for one in _objects(values, "sentence")
    ]
    return {**_without(values, "ID", "index", "sentence"), "sentences": sentences}


def _check_tree(document: Document, values: Values) -> None:
    """Refuses offsets that lie outside the text, and sentences whose text is not what stands at their offsets."""
    length = len(document.text)
    said = _said_texts(values)
    for place in document.places():
        # Where a float stands follows from its caption.
        if place.kind not in {"figure", "table"} and not 0 <= place.start <= place.end <= length:
            raise InputError(f"{place.address} lies outside of its document's text.", hint=_HINT)
        if place.kind == "sentence" and place.paragraph is not None:
            if not place.paragraph.start <= place.start <= place.end <= place.paragraph.end:
                raise InputError(f"{place.address} lies outside of its paragraph.", hint=_HINT)
            if (text := next(said, None)) is not None and text != document.text[place.start : place.end]:
                raise InputError(f"The text of {place.address} is not what stands at its offsets.", hint=_HINT)
            for pointer in place.sentence.pointers if place.sentence else ():
                if not place.start <= pointer.start <= pointer.end <= place.end:
                    raise InputError(f"A reference of {place.address} lies outside of it.", hint=_HINT)
    for span in document.layout:
        if not 0 <= span.start <= span.end <= length:
            raise InputError(f"A place on page {span.page} lies outside of its document's text.", hint=_HINT)


def _said_texts(values: Values) -> Iterator[str | None]:
    """The text that each sentence says it has, in the order of ``Document.places``."""
    for section in _objects(values, "section"):
        for holder in (section, *_objects(section, "figure"), *_objects(section, "table")):
            for name in ("paragraph", "note"):
                for paragraph in _objects(holder, name):
                    for sentence in _objects(paragraph, "sentence"):
                        yield sentence.get("text")
        yield from _said_texts(section)


# Documents of other programs, without offsets.


def _built(values: Values) -> Document:
    drafts = [_draft(section) for section in _objects(values, "section")]
    named = _checked(document_of_values, {"text": "", "references": [
        _without(entry, "index") for entry in _objects(values, "references")]}, "the references")  # fmt: skip
    return build_document(drafts, references=named.references, origin=str(values.get("origin", "")))


def _draft(values: Values) -> SectionDraft:
    return SectionDraft(
        heading=str(values.get("heading", "")),
        number=str(values.get("number", "")),
        paragraphs=_paragraph_drafts(values, "paragraph"),
        figures=[
            FigureDraft(label=str(one.get("label", "")), caption=_paragraph_drafts(one, "paragraph"),
                        graphic=str(one.get("graphic", "")))
            for one in _objects(values, "figure")
        ],
        tables=[
            TableDraft(label=str(one.get("label", "")), caption=_paragraph_drafts(one, "paragraph"),
                       rows=[[str(cell) for cell in row] for row in one.get("row", []) if isinstance(row, list)],
                       notes=_paragraph_drafts(one, "note"))
            for one in _objects(values, "table")
        ],
        sections=[_draft(one) for one in _objects(values, "section")],
    )  # fmt: skip


def _paragraph_drafts(values: Values, name: str) -> list[ParagraphDraft]:
    return [
        ParagraphDraft(" ".join(str(sentence.get("text", "")) for sentence in _objects(paragraph, "sentence")))
        for paragraph in _objects(values, name)
    ]


def _objects(values: Mapping[str, Any], name: str) -> list[Values]:
    held = values.get(name, [])
    if not isinstance(held, list) or not all(isinstance(one, dict) for one in held):
        raise InputError(f"{name!r} is not a list of objects.", hint=_HINT)
    return held


def _without(values: Values, *names: str) -> Values:
    return {name: value for name, value in values.items() if name not in names}


def _checked(make: Callable[[Values], Made], values: Values, what: str) -> Made:
    try:
        return make(values)
    except ValueError as error:
        first = str(error).splitlines()
        where = f": {first[1][-80:]}: {first[2].strip()[:120]}" if len(first) > 2 else ""
        raise InputError(f"The values of {what} are not those of a DDM file{where}.", hint=_HINT) from None
