"""Authors and editors of a JATS article with their affiliations."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from conspectus.domain.paper import Author, unique
from conspectus.foundation.text.normalise import one_line
from conspectus.readers.jats_text import plain_text
from conspectus.readers.names import normal_orcid, parse_name, person, spell_initials
from conspectus.readers.xml_hardened import attribute

_NOT_IN_AFFILIATION = {"label", "sup", "email", "fax", "phone", "ext-link", "uri", "institution-id", "target"}
_SPACE_BEFORE = re.compile(r"\s+([,;.])")
_DOUBLED = re.compile(r"([,;])(?:\s*[,;])+")


def people(meta: Any) -> tuple[tuple[Author, ...], tuple[Author, ...]]:
    """Gives (authors, editors) of an ``article-meta`` or ``front-stub``.

    Names keep their order; members listed inside a collaboration are left to the collaboration; reviewers
    and translators are neither.
    """
    if meta is None:
        return (), ()
    affiliations = {attribute(aff, "id"): affiliation(aff) for aff in meta.iter("aff") if aff.get("id")}
    authors: list[Author] = []
    editors: list[Author] = []
    for group in meta.iterchildren("contrib-group"):
        shared = [affiliation(aff) for aff in group.iterchildren("aff")]
        # An affiliation of a group counts for all only if nobody in it points at one.
        pointed = any(x.get("ref-type") == "aff" for x in group.iter("xref"))
        for contrib in group.iterchildren("contrib"):
            kind = _role(contrib, group)
            if kind == "author":
                authors += _named(contrib, affiliations, [] if pointed else shared)
            elif kind == "editor":
                editors += _named(contrib, affiliations, [] if pointed else shared)
    return tuple(dict.fromkeys(authors)), tuple(dict.fromkeys(editors))


def affiliation(aff: Any) -> str:
    """Gives an affiliation on one line, its parts parted by commas, without label and addresses for mail."""
    parts = [aff.text or ""]
    for child in aff:
        if child.tag not in _NOT_IN_AFFILIATION:
            parts.append(_institution(child))
            following = child.getnext()
            if following is not None and not (child.tail or "").strip() and child.tag != "label":
                parts.append(", ")
        parts.append(child.tail or "")
    text = _DOUBLED.sub(r"\1", _SPACE_BEFORE.sub(r"\1", one_line("".join(parts))))
    return text.strip(" ,;").removesuffix(".").strip()


def _institution(element: Any) -> str:
    if element.tag != "institution-wrap":
        return plain_text(element)
    return ", ".join(filter(None, (plain_text(e) for e in element if e.tag not in _NOT_IN_AFFILIATION)))


def _role(contrib: Any, group: Any) -> str:
    kind = f"{contrib.get('contrib-type') or ''} {contrib.get('contrib-role') or ''}".lower()
    role = " ".join(plain_text(e).lower() for e in contrib.iterchildren("role"))
    holder = (group.get("content-type") or "").lower()
    if "editor" in kind or (not kind.strip() and ("editor" in role or "editor" in holder)):
        return "editor"
    if any(word in kind or word in holder for word in ("reviewer", "translator", "assignee", "non-byline")):
        return ""
    return "author"


def _named(contrib: Any, affiliations: dict[str, str], shared: list[str]) -> Iterator[Author]:
    own = [affiliations.get(rid, "") for x in contrib.iter("xref") for rid in _affiliation_ids(x)]
    nested = [affiliation(aff) for aff in contrib.iter("aff")]
    places = unique((*own, *nested)) or unique(shared)
    orcid = next((o for e in contrib.iterchildren("contrib-id") if (o := normal_orcid(plain_text(e)))), "")
    if not orcid:
        links = (e for e in contrib.iter("uri", "ext-link") if "orcid" in attribute(e, "href"))
        orcid = next((o for e in links if (o := normal_orcid(attribute(e, "href")))), "")
    for author in _names(contrib):
        yield replace(author, affiliations=places, orcid=orcid)


def _affiliation_ids(xref: Any) -> list[str]:
    return attribute(xref, "rid").split() if attribute(xref, "ref-type") == "aff" else []


def _names(contrib: Any) -> Iterator[Author]:
    names = list(contrib.iterchildren("name", "string-name"))
    if not names and (wrap := contrib.find("name-alternatives")) is not None:
        names = list(wrap.iterchildren("name", "string-name"))[:1]
    for element in names[:1]:
        if author := _person(element):
            yield author
    if names:
        return
    for collab in (*contrib.iterchildren("collab"), *contrib.iterfind("collab-alternatives/collab")):
        parts = [collab.text or ""]
        for child in collab:
            if child.tag not in {"contrib-group", "xref", "email", "address", "aff"}:
                parts.append(plain_text(child))
            parts.append(child.tail or "")
        if literal := one_line("".join(parts)).strip(" ,;"):
            yield Author(literal=literal)
    if contrib.find("collab") is None and (literal := plain_text(contrib.find("on-behalf-of"))):
        yield Author(literal=literal)


def _person(element: Any) -> Author | None:
    family, given = plain_text(element.find("surname")), plain_text(element.find("given-names"))
    suffix = plain_text(element.find("suffix"))
    if not family and not given:
        return parse_name(plain_text(element))
    given = spell_initials(given, longest=3)
    prefix = plain_text(element.find("prefix"))
    if prefix and prefix == prefix.lower() and not prefix.endswith("."):
        family = f"{prefix} {family}"  # "van" as a prefix is a particle; "Dr." is not
    return person(family, given, suffix=suffix) if family else Author(family=given, suffix=suffix)
