"""Collection files of the ACL Anthology: a collection holds volumes, a volume its data and its papers.

Decisions:

- Title and abstract are running text: ``<fixed-case>`` and fonts vanish, ``<tex-math>`` becomes Unicode.
- The volume gives editors, publisher, place, venue and the date; a paper's own values go first. A volume of
  type "journal" makes articles of a journal, all others papers of a conference.
- Front matter and keynote talks are skipped with the reason. Awards, attachments, code and data sets stay in
  ``extra``; the Anthology id is there too (``acl-anthology``) and makes the address of the paper's page.
- ``<retracted>`` and ``<removed>`` are retractions, ``<erratum>`` and a ``<revision>`` that says what it
  changed are corrections (its first revision is the paper as published and says nothing).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any, Literal

from conspectus.domain.identifiers import Identifiers, normal_arxiv, normal_doi, normal_isbn
from conspectus.domain.paper import Author, Notice, Paper, PartialDate
from conspectus.foundation.errors import BrokenRecord
from conspectus.foundation.text.normalise import one_line
from conspectus.readers.latex_text import latex_to_text
from conspectus.readers.names import person
from conspectus.readers.partial_dates import month_number, parse_date
from conspectus.readers.pubmed_terms import normal_language
from conspectus.readers.reading import ReadItem, ReadPaper, Skipped
from conspectus.readers.record_fields import abstract_documents, page_range
from conspectus.readers.sniffing import Head
from conspectus.readers.xml_hardened import stream_records

_RECORDS = ("meta", "frontmatter", "paper", "talk")
_INSIDE = ("collection", "volume")
_ID = re.compile(r"[A-Z]\d\d-\d{4,5}|\d{4}\.[\w.]+-[\w.]+")
_OLD_COLLECTION = re.compile(r"[A-Z]\d\d")
_PAGE = "https://aclanthology.org/"
# What a paper may hold, besides the fields that have a home; kept under these names.
_EXTRA = {
    "award": "award", "attachment": "attachment", "video": "video", "pwccode": "code", "pwcdataset": "dataset",
    "note": "note", "mrf": "mrf", "abstract": "abstract", "isbn": "isbn", "editor": "editor", "issue": "issue",
}  # fmt: skip
_HOMES = frozenset(
    """title author editor abstract pages doi url bibkey language retracted removed erratum revision year month
    booktitle publisher address journal issue""".split()
)
_ONLY_HOME = _HOMES - _EXTRA.keys()
_WHOLE = Paper(id="")

Fields = dict[str, list[Any]]


class AclAnthologyXmlReader:
    """Reads collection files of the ACL Anthology, one paper at a time.

    Example:
        >>> items = list(AclAnthologyXmlReader().read(b"<collection id='2020.bee'><volume id='1'><paper id='1'>"
        ...     b"<title>On <fixed-case>B</fixed-case>ees</title></paper></volume></collection>"))
        >>> items[0].paper.title
        'On Bees'
    """

    name = "acl_anthology_xml"
    label = "ACL Anthology XML"

    def recognise(self, head: Head) -> str:
        """Gives why the content is a collection of the Anthology: its root, and a volume or paper in it."""
        if head.root == "collection" and ("<volume" in head.text or "<paper" in head.text):
            return "has a <collection> root with volumes"
        if head.root == "volume" and "<paper" in head.text and ("<meta" in head.text or "<booktitle" in head.text):
            return "has a <volume> root with papers"
        return ""

    def read(self, data: bytes) -> Iterator[ReadItem]:
        """Yields the papers in order, each as soon as it is parsed; front matter and talks are skipped.

        Raises:
            InputError: The file is not well-formed and no record of it can be told from the others, or hostile.
        """
        volume = _Volume()
        number = 0
        for record in stream_records(data, _RECORDS, inside=_INSIDE, empty=("paper",)):
            if isinstance(record, BrokenRecord):
                count = record.records
                yield BrokenRecord(record.message, record=number + 1, line=record.line, hint=record.hint, records=count)
                number += count
                continue
            element = record.element
            if element.tag == "meta":
                if _is_volume(element.getparent()):
                    volume = _volume(element)
                continue
            number += 1
            yield _item(element, volume.of(element.getparent()), number, record.line)
        if number == 0:
            yield Skipped(reason="The collection holds no papers.")


@dataclass(frozen=True, slots=True, kw_only=True)
class _Volume:
    """What a volume tells of each of its papers, as a paper without title and authors."""

    collection: str = ""
    id: str = ""
    paper: Paper = _WHOLE

    def of(self, element: Any) -> _Volume:
        """Gives this volume, or an empty one if ``element`` is another (one without data of its own)."""
        if element is None or element.tag != "volume":
            return _Volume()
        collection = element.getparent()
        own = (collection.get("id", "") if collection is not None else "", element.get("id", ""))
        return self if own == (self.collection, self.id) else _Volume(collection=own[0], id=own[1])


def _is_volume(element: Any) -> bool:
    return element is not None and element.tag == "volume"


def _volume(meta: Any) -> _Volume:
    element = meta.getparent()
    collection = element.getparent()
    fields = _by_tag(meta)
    is_journal = element.get("type") == "journal" or "journal-title" in fields
    return _Volume(
        collection=collection.get("id", "") if collection is not None else "",
        id=element.get("id", ""),
        paper=Paper(
            id="",
            editors=tuple(_person(e) for e in fields.get("editor", ())),
            venue=_first(fields, "journal-title") or _first(fields, "booktitle"),
            venue_short=_first(fields, "shortbooktitle"),
            date=_date(fields),
            publisher=_first(fields, "publisher"),
            place=_first(fields, "address"),
            volume=_first(fields, "journal-volume"),
            issue=_first(fields, "journal-issue"),
            kind="article-journal" if is_journal else "paper-conference",
            identifiers=Identifiers(isbn=_isbns(fields)),
            extra=tuple(("venue", _text(venue)) for venue in fields.get("venue", ())),
        ),
    )


def _item(element: Any, volume: _Volume, number: int, line: int) -> ReadItem:
    fields = _by_tag(element)
    if element.tag == "frontmatter" or (element.get("id") == "0" and "author" not in fields):
        named = f" of {volume.paper.venue}" if volume.paper.venue else ""
        return Skipped(reason=f"The front matter{named} is no paper.", record=number, line=line)
    if element.tag == "talk":
        return Skipped(reason=f"A talk is no paper: {_first(fields, 'title')[:200]}.", record=number, line=line)
    title = _first(fields, "title")
    documents, notice = abstract_documents(_first(fields, "abstract"))
    if not title and not documents:
        return BrokenRecord(
            "The paper has neither a title nor an abstract.",
            record=number,
            line=line,
            hint="Mend the paper element at that line, or fetch the collection again.",
        )
    own_venue = _first(fields, "journal") or _first(fields, "booktitle")
    whole = volume.paper
    anthology = _anthology_id(fields, element, volume)
    paper = Paper(
        id="",
        kind=whole.kind,
        venue_short=whole.venue_short,
        volume=whole.volume,
        title=title,
        authors=tuple(_person(e) for e in fields.get("author", ())),
        editors=tuple(_person(e) for e in fields.get("editor", ())) or whole.editors,
        date=_date(fields) or whole.date,
        venue=own_venue or whole.venue,
        publisher=_first(fields, "publisher") or whole.publisher,
        place=_first(fields, "address") or whole.place,
        issue=_first(fields, "issue") or whole.issue,
        pages=page_range(_first(fields, "pages")),
        language=normal_language(_first(fields, "language")) if "language" in fields else "",
        url=_url(fields, anthology),
        identifiers=_identifiers(fields, whole.identifiers),
        keys=(key,) if (key := _first(fields, "bibkey")) else (),
        notices=tuple(_notices(fields)),
        documents=documents,
        extra=tuple(_extra(fields, whole, anthology, notice)),
    )
    return ReadPaper(paper=paper, record=number, line=line)


def _by_tag(element: Any) -> Fields:
    found: Fields = {}
    for child in element:
        tag = child.tag
        if tag in found:
            found[tag].append(child)
        else:
            found[tag] = [child]
    return found


def _text(element: Any) -> str:
    """Gives the running text of an element, formulas in Unicode, fonts left out."""
    if not len(element):
        text = element.text
        return one_line(text) if text else ""
    return one_line("".join(_parts(element)))


def _parts(element: Any) -> Iterator[str]:
    yield element.text or ""
    for child in element:
        tag = child.tag
        if tag == "tex-math":
            yield latex_to_text(f"${''.join(child.itertext())}$")
        elif tag == "br":
            yield "\n"
        elif len(child):
            yield from _parts(child)
        else:
            yield child.text or ""
        yield child.tail or ""


def _first(fields: Fields, name: str) -> str:
    elements = fields.get(name)
    return _text(elements[0]) if elements else ""


def _person(element: Any) -> Author:
    children = element.getchildren()
    if len(children) == 2 and not element.keys():
        first, last = children
        if first.tag == "first" and last.tag == "last" and not (len(first) or len(last)):
            given, family = first.text, last.text
            if given and family:
                return _named(family, given)
    parts = _by_tag(element)
    family, given = _first(parts, "last"), _first(parts, "first")
    if not family and not given:
        return Author(literal=_text(element))
    author = _named(family, given)
    affiliations = tuple(text for e in parts.get("affiliation", ()) if (text := _text(e)))
    orcid = element.get("orcid", "")
    return replace(author, affiliations=affiliations, orcid=orcid) if affiliations or orcid else author


@lru_cache(maxsize=8192)
def _named(family: str, given: str) -> Author:
    # Most people of the Anthology wrote more than one of its papers.
    return person(family, given) if family else Author(family=given)


def _date(fields: Fields) -> PartialDate | None:
    year, month = _first(fields, "year"), _first(fields, "month")
    if not year:
        return None
    if month.isalpha() or month.isdecimal():
        date = parse_date(year)
        return replace(date, month=month_number(month)) if date else None
    return parse_date(f"{month} {year}".strip())


def _isbns(fields: Fields) -> tuple[str, ...]:
    return tuple(isbn for e in fields.get("isbn", ()) if (isbn := normal_isbn(_text(e))))


def _anthology_id(fields: Fields, element: Any, volume: _Volume) -> str:
    """Gives the id under which the Anthology lists the paper, from its address or from where it stands."""
    for url in fields.get("url", ()):
        if found := _ID.fullmatch(_text(url)):
            return found.group()
    number = element.get("id", "")
    if not (volume.collection and volume.id and number):
        return ""
    if not _OLD_COLLECTION.fullmatch(volume.collection):
        return f"{volume.collection}-{volume.id}.{number}"
    wide = volume.collection[0] == "W" or volume.collection in {"C69", "D19"}
    return (
        f"{volume.collection}-{volume.id:0>2}{number:0>2}" if wide else f"{volume.collection}-{volume.id}{number:0>3}"
    )


def _url(fields: Fields, anthology: str) -> str:
    given = next((text for e in fields.get("url", ()) if "://" in (text := _text(e))), "")
    return given or (f"{_PAGE}{anthology}/" if anthology else "")


def _identifiers(fields: Fields, whole: Identifiers) -> Identifiers:
    urls = [text for e in fields.get("url", ()) if "arxiv.org" in (text := _text(e))]
    doi = normal_doi(_first(fields, "doi"))
    if not doi and not urls:
        return whole
    return Identifiers(doi=doi, arxiv=normal_arxiv(urls[0]) if urls else "", isbn=whole.isbn)


def _notices(fields: Fields) -> Iterator[Notice]:
    for name in ("retracted", "removed"):
        for element in fields.get(name, ()):
            told = _text(element) or name.capitalize()
            yield Notice(kind="retraction", text=_dated(told, element))
    for element in fields.get("erratum", ()):
        yield Notice(kind="correction", target=_text(element), text=_dated("Erratum", element))
    for element in fields.get("revision", ()):
        told = _text(element)
        if told or element.get("date"):
            kind: Literal["correction", "update"] = "correction" if told else "update"
            text = _dated(told or f"Revision {element.get('id', '')}".strip(), element)
            yield Notice(kind=kind, target=element.get("href", ""), text=text)


def _dated(text: str, element: Any) -> str:
    date = element.get("date", "")
    return f"{text} ({date})" if date else text


def _extra(fields: Fields, whole: Paper, anthology: str, notice: str) -> Iterator[tuple[str, str]]:
    if anthology:
        yield "acl-anthology", anthology
    yield from whole.extra
    if notice:
        yield "copyright", notice
    for name in ("author", "editor"):
        for element in fields.get(name, ()):
            if element.attrib or len(element) > 2:
                yield from _person_extra(element, name)
    for name, elements in fields.items():
        if name in _ONLY_HOME:
            continue
        for element in elements[1:] if name in _HOMES else elements:
            value = _text(element) or element.get("href", "") or element.get("url", "")
            kind = element.get("type", "")
            if value and name != "editor":
                yield _EXTRA.get(name, name), f"{kind}: {value}" if kind else value


def _person_extra(element: Any, role: str) -> Iterator[tuple[str, str]]:
    if element.get("id"):
        yield f"{role}-id", f"{_person(element).full} = {element.get('id')}"
    for variant in element.iterchildren("variant"):
        parts = _by_tag(variant)
        other = " ".join(part for part in (_first(parts, "last"), _first(parts, "first")) if part)
        if other:
            yield f"{role}-variant", f"{_person(element).full} = {other}"
