"""Reference lists of JATS and the NLM DTDs, whichever of their citation elements is used."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from conspectus.domain.document import Reference
from conspectus.domain.identifiers import normal_arxiv, normal_doi, normal_pmcid, normal_pmid
from conspectus.foundation.text.normalise import one_line
from conspectus.readers.jats_text import CitationKeys, plain_text
from conspectus.readers.xml_hardened import attribute

_CITATIONS = ("element-citation", "mixed-citation", "nlm-citation", "citation", "product")
_TITLES = ("article-title", "chapter-title", "data-title", "part-title", "trans-title", "trans-article-title")
_YEAR = re.compile(r"(?<!\d)(1[5-9]\d\d|20\d\d)(?!\d)")
_OWN_YEAR = re.compile(r"\((1[5-9]\d\d|20\d\d)[a-z]?\)|(?<![\d/.-])(1[89]\d\d|20\d\d)(?=[a-z]?[.;,)])")
_FIRST_NUMBER = re.compile(r"\d{1,4}")
_OUTER = " .,;:[]()"


def references(article: Any) -> tuple[tuple[Reference, ...], CitationKeys]:
    """Gives the reference list of an article and what its citations need to know of it.

    The key of a reference is the XML id of its ``ref``; further citations in one ``ref`` get their own id,
    or ``<id>.2``. Authors are given as "Family, Given"; an entry without printed text gets its parts in
    order as text.

    Args:
        article: The ``article`` (or sub-article) whose own lists are read, those of sub-articles left out.
    """
    listed: list[Reference] = []
    keys: dict[str, tuple[str, ...]] = {}
    numbers: dict[int, str] = {}
    for position, ref in enumerate(_refs(article), 1):
        own = attribute(ref, "id") or f"ref-{position}"
        label = plain_text(ref.find("label")).strip(_OUTER)
        mine: list[str] = []
        for number, citation in enumerate(_citations(ref), 1):
            key = own if number == 1 else attribute(citation, "id") or f"{own}.{number}"
            mine.append(key)
            listed.append(_reference(citation, key=key, label=label))
            if citation.get("id"):
                keys[attribute(citation, "id")] = (key,)
        if not mine and (text := plain_text(ref)):
            mine.append(own)
            listed.append(Reference(key=own, label=label, text=text))
        if not mine:
            continue
        keys[own] = tuple(mine)
        printed = _FIRST_NUMBER.match(label)
        numbers.setdefault(int(printed.group()) if printed else position, own)
    labels = {reference.key: reference.label for reference in listed}
    order = tuple(reference.key for reference in listed)
    return tuple(listed), CitationKeys(keys=keys, order=order, numbers=numbers, labels=labels)


def _refs(article: Any) -> Iterator[Any]:
    for ref in article.iter("ref"):
        owner = next(ref.iterancestors("article", "sub-article", "response"), None)
        if owner is None or owner is article:
            yield ref


def _citations(ref: Any) -> Iterator[Any]:
    for child in ref:
        if child.tag == "citation-alternatives":
            inner = [e for name in _CITATIONS for e in child.iterchildren(name)]
            # The tagged form is the richer one, the printed form has the text: both are one citation.
            yield from inner[:1]
        elif child.tag in _CITATIONS:
            yield child


def _reference(citation: Any, *, key: str, label: str) -> Reference:
    title = _first(citation, _TITLES)
    source = _first(citation, ("source",))
    if not title and source:
        title, source = source, _first(citation, ("publisher-name", "conf-name", "series"))
    authors = _authors(citation)
    year = _year(citation)
    volume = _first(citation, ("volume",))
    pages = _pages(citation)
    text = _printed_text(citation) or _composed(authors, year, title, source, volume, pages)
    doi, pmid, pmcid, arxiv = _identifiers(citation, text)
    return Reference(
        key=key,
        text=text,
        label=label,
        title=title.rstrip(" .") if not title.endswith("...") else title,
        authors=authors,
        year=year,
        venue=source.rstrip(" ,;") if source else _first(citation, ("conf-name",)),
        volume=volume,
        pages=pages,
        doi=doi,
        pmid=pmid,
        pmcid=pmcid,
        arxiv=arxiv,
    )


def _first(citation: Any, names: tuple[str, ...]) -> str:
    for name in names:
        for element in citation.iter(name):
            if text := plain_text(element):
                return text
    return ""


def _authors(citation: Any) -> tuple[str, ...]:
    groups = list(citation.iter("person-group"))
    chosen = [g for g in groups if (g.get("person-group-type") or "author") in {"author", "allauthors", "inventor"}]
    people = [e for group in chosen or groups[:1] for e in group.iter("name", "string-name", "collab", "anonymous")]
    if not people:
        people = list(citation.iter("name", "string-name", "collab"))
    names = (_name(e) for e in people if e.getparent().tag != "string-name")
    return tuple(name for name in names if name)


def _name(element: Any) -> str:
    family, given = plain_text(element.find("surname")), plain_text(element.find("given-names"))
    if not family and not given:
        return plain_text(element).strip(" ,;")
    suffix = plain_text(element.find("suffix"))
    return ", ".join(part.strip(" ,") for part in (family, given, suffix) if part.strip(" ,"))


def _year(citation: Any) -> int | None:
    for element in (*citation.iter("year"), *citation.iter("date"), *citation.iter("date-in-citation")):
        if element.tag == "date-in-citation" and "access" in (element.get("content-type") or ""):
            continue
        found = _YEAR.search(attribute(element, "iso-8601-date") or "") or _YEAR.search(plain_text(element))
        found = _YEAR.search(plain_text(element)) or found
        if found:
            return int(found.group(1))
    if citation.tag in {"mixed-citation", "citation"}:
        years = [int(a or b) for a, b in _OWN_YEAR.findall(plain_text(citation))]
        return years[0] if years else None
    return None


def _pages(citation: Any) -> str:
    first, last = _first(citation, ("fpage",)), _first(citation, ("lpage",))
    if first:
        return f"{first}-{last}" if last and last != first else first
    return _first(citation, ("page-range", "elocation-id"))


def _printed_text(citation: Any) -> str:
    """Gives the entry as printed; "" where the parts stand side by side without punctuation."""
    if citation.tag in {"element-citation", "nlm-citation", "product"}:
        between = "".join((citation.text or "", *(child.tail or "" for child in citation)))
        if not re.search(r"[.,;:]", between):
            return ""
    return one_line(re.sub(r"\s+([.,;:])", r"\1", plain_text(citation)))


def _composed(authors: tuple[str, ...], year: int | None, title: str, source: str, volume: str, pages: str) -> str:
    people = ", ".join(author.replace(",", "") for author in authors)
    head = " ".join(part for part in (people, f"({year})" if year else "") if part)
    place = ":".join(part for part in (f"{source} {volume}".strip(), pages) if part)
    return " ".join(f"{part.rstrip('.')}." for part in (head, title, place) if part)


def _identifiers(citation: Any, text: str) -> tuple[str, str, str, str]:
    found = {"doi": "", "pmid": "", "pmcid": "", "arxiv": ""}
    forms = {"doi": normal_doi, "pmid": normal_pmid, "pmcid": normal_pmcid, "arxiv": normal_arxiv}
    names = {"pmc": "pmcid", "medline": "pmid", "pubmed": "pmid"}

    def note(scheme: str, value: str) -> None:
        scheme = names.get(scheme.lower(), scheme.lower())
        if scheme in forms and not found[scheme]:
            found[scheme] = forms[scheme](value)

    for element in citation.iter("pub-id", "object-id"):
        note(attribute(element, "pub-id-type"), plain_text(element) or attribute(element, "href"))
    for element in citation.iter("ext-link", "uri", "comment"):
        target = attribute(element, "href") or "".join(element.itertext())
        kind = attribute(element, "ext-link-type")
        note(kind, target)
        if "doi.org/" in target or re.search(r"\bdoi:", target, re.IGNORECASE):
            note("doi", target)
        elif "/pubmed/" in target or "pubmed.ncbi" in target:
            note("pmid", re.sub(r"^.*(?:/pubmed/|ncbi\.nlm\.nih\.gov/)(\d+).*$", r"\1", target))
        elif "/pmc/" in target or "PMC" in target:
            note("pmcid", target)
    if "arxiv" in text.lower():
        note("arxiv", text[text.lower().index("arxiv") :])
    if not found["doi"] and re.search(r"doi(?:\.org/|[:\s])", text, re.IGNORECASE):
        found["doi"] = normal_doi(text)
    return found["doi"], found["pmid"], found["pmcid"], found["arxiv"]
