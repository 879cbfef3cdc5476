"""Fields of a paper that a reference format has no place for, as named texts that travel in it and come back.

A file in RIS, BibTeX, CSL-JSON or MEDLINE carries them as fields of its own called "conspectus-mesh",
"conspectus-funding" and so on, which other programs pass over or keep as they are.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Sequence
from dataclasses import fields, replace
from typing import Any

from conspectus.domain.document import Document, SectionKind
from conspectus.domain.document_building import ParagraphDraft, SectionDraft, build_document
from conspectus.domain.json_form import paper_from_json, paper_to_json
from conspectus.domain.paper import Author, Paper, unique
from conspectus.foundation.text.normalise import clean_text, one_line

PREFIX = "conspectus-"
"""What the names of kept fields begin with in every format."""

ABSTRACT = "abstract"
PEOPLE = "people"
ARXIV = "arxiv"
EXTRA = "extra"
RETRACTED = "Retracted publication"
"""The note that stands beside kept notices, for people and other programs."""

_EMPTY = '""'
_NOT_KEPT = frozenset({"id", "identifiers", "aliases", "documents", "provenance"})
_NAMES = {field.name for field in fields(Paper)} - _NOT_KEPT

_LINE = re.compile(rf"{PREFIX}([a-z-]+): (.*)\Z", re.DOTALL)

AbstractPart = tuple[str, Sequence[str]]


def kept_text(paper: Paper, name: str) -> str:
    """Gives a field of the paper as text on one line, from which ``with_kept`` gives the same field.

    Args:
        paper: The paper.
        name: The name of a field of ``Paper``, or "people" for what is known of authors and editors beside
            their names, or "arxiv".
    """
    if name == ARXIV:
        return paper.identifiers.arxiv
    if name == PEOPLE:
        known = [
            {"role": role, "name": person.full, "orcid": person.orcid, "affiliations": list(person.affiliations)}
            for role, people in (("author", paper.authors), ("editor", paper.editors))
            for person in people
            if person.orcid or person.affiliations
        ]
        return json_line(known) if known else ""
    value = getattr(paper, name)
    if isinstance(value, str):
        return value or _EMPTY
    if value == getattr(Paper(id=""), name):
        return ""
    whole = json.loads(paper_to_json(replace(Paper(id=""), **{name: value})))
    return json_line(whole.get(name, value))


def with_kept(paper: Paper, kept: Iterable[tuple[str, str]]) -> Paper:
    """Gives the paper with its kept fields restored; what cannot be restored joins ``extra`` under its name.

    Args:
        paper: The paper as read from the format's own fields.
        kept: (name, text) pairs; names without the prefix.
    """
    for name, text in kept:
        try:
            paper = _with_one(paper, name, text)
        except (ValueError, TypeError, KeyError, AttributeError):
            paper = replace(paper, extra=(*paper.extra, (field_name(name), one_line(text))))
    return paper


def field_name(name: str) -> str:
    """Gives the name under which a field is kept: "conspectus-venue-short"."""
    return PREFIX + name.replace("_", "-")


def kept_line(name: str, text: str) -> str:
    """Gives a kept field as one value, for formats whose tags are too short for its name."""
    return f"{field_name(name)}: {text}"


def kept_pair(line: str) -> tuple[str, str] | None:
    """Gives the (name, text) of a value made by ``kept_line``, or None if it is something else."""
    found = _LINE.match(line.strip())
    return (found.group(1).replace("-", "_"), found.group(2)) if found else None


def _with_one(paper: Paper, name: str, text: str) -> Paper:
    if name == ARXIV:
        return replace(paper, identifiers=replace(paper.identifiers, arxiv=one_line(text)))
    if name == PEOPLE:
        return _with_people(paper, json.loads(text))
    if name not in _NAMES:
        raise ValueError(name)
    default = getattr(Paper(id=""), name)
    if isinstance(default, str):
        given: dict[str, Any] = {name: "" if text == _EMPTY else one_line(text)}
        return replace(paper, **given)
    value = getattr(paper_from_json(json.dumps({"id": "", name: json.loads(text)})), name)
    if name == EXTRA:
        value = tuple(dict.fromkeys((*paper.extra, *value)))
    return replace(paper, **{name: value})


def _with_people(paper: Paper, known: list[dict[str, Any]]) -> Paper:
    waiting = [(str(entry.get("role", "")), str(entry["name"]), entry) for entry in known]

    def completed(person: Author, role: str) -> Author:
        found = next((told for told in waiting if told[:2] == (role, person.full)), None)
        if found is None:
            return person
        waiting.remove(found)
        given = tuple(str(text) for text in found[2].get("affiliations", ()))
        orcid = person.orcid or str(found[2].get("orcid", ""))
        return replace(person, orcid=orcid, affiliations=unique((*person.affiliations, *given)))

    authors = tuple(completed(person, "author") for person in paper.authors)
    editors = tuple(completed(person, "editor") for person in paper.editors)
    left = tuple((field_name(PEOPLE), json_line(told[2])) for told in waiting)
    return replace(paper, authors=authors, editors=editors, extra=(*paper.extra, *left))


def json_line(value: Any) -> str:
    """Gives JSON on one line that cleaning and folding at single spaces leave as it is."""
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    if one_line(text) == text:
        return text
    text = json.dumps(value, separators=(",", ":"))
    text = re.sub(r"(?<= ) ", lambda _: "\\u0020", text)
    return text.replace("\x7f", "\\u007f")


def abstract_outline(parts: Sequence[AbstractPart]) -> str:
    """Gives the labels of an abstract's parts and how many paragraphs each has, as text on one line."""
    return json_line([[heading, len(paragraphs)] for heading, paragraphs in parts])


def outlined_text(parts: Sequence[AbstractPart]) -> str:
    """Gives an abstract as paragraphs parted by blank lines, each label before its first one: "AIM: We …"."""
    texts = []
    for heading, paragraphs in parts:
        first, *others = paragraphs
        texts += [f"{heading}: {first}" if heading else first, *others]
    return "\n\n".join(texts)


def outlined_section(text: str, outline: str) -> SectionDraft | None:
    """Gives the section of an abstract written by ``outlined_text``, or None if text and outline do not agree."""
    paragraphs = [one_line(part) for part in re.split(r"\n\s*\n", clean_text(text)) if part.strip()]
    try:
        parts = [(str(heading), int(count)) for heading, count in json.loads(outline)]
    except (ValueError, TypeError):
        return None
    if sum(count for _, count in parts) != len(paragraphs) or any(count < 1 for _, count in parts):
        return None
    whole = SectionDraft(kind=SectionKind.ABSTRACT)
    for place, (heading, count) in enumerate(parts):
        own, paragraphs = paragraphs[:count], paragraphs[count:]
        if heading and not own[0].startswith(f"{heading}: "):
            return None
        own[0] = own[0][len(heading) + 2 :] if heading else own[0]
        drafts = [ParagraphDraft(paragraph) for paragraph in own]
        if place == 0 and not heading:
            whole.paragraphs = drafts
        else:
            whole.sections.append(SectionDraft(heading=heading, paragraphs=drafts))
    return whole


def outlined_document(text: str, outline: str, *, origin: str = "abstract") -> Document | None:
    """Gives the document of ``outlined_section``, or None."""
    section = outlined_section(text, outline)
    return None if section is None else build_document([section], origin=origin)
