"""What exporters of reference managers' formats have in common: abstracts as text, and whose an extra field is."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from conspectus.domain.document import Document, Section, SectionKind
from conspectus.domain.kept_fields import ABSTRACT, EXTRA, AbstractPart, abstract_outline, json_line, outlined_text
from conspectus.domain.paper import Author, Paper

# Labels that every reader knows again in running text, in capitals or with one.
_LABELS_LISTED = """
    aim aims background conclusion conclusions design discussion findings funding interpretation introduction
    limitations methods objective objectives participants patients purpose results setting significance
"""
_LABELS = frozenset(_LABELS_LISTED.split())
_LABEL_LIKE = re.compile(
    r"(?:^|[.!?;)\]%\"”’]\s?)[A-Z](?:[A-Z'’&/,()\- ]{2,70}|[A-Za-z'’&/, -]{2,70})\s?(?::|\s[-–—]\s)|^[A-Z]{4,}\s"
)
_OTHER = re.compile(r"Abstract \((.+)\)\Z")
_SENTENCE_END = re.compile(r"[.!?]\Z")
NOTICE_FIELDS = ("abstract notice", "CI")
"""Names under which a publisher's notice at the end of an abstract is kept."""

# Tags that RIS and MEDLINE both have, or that are MEDLINE's alone; all others of two characters are RIS tags.
_MEDLINE_TAGS_LISTED = """
    AA AB AD AID AU AUID BTI CA CDAT CI CIN CN COI COIS CON CP CRDT CRF CRI CTDT CTI DA DCOM DDIN DDIO DEP DP DRIN DRDT
    ECF ECI ED EDAT EFR EIN EN ETH FAU FED FIR FPS FSR FIN GN GR GS IP IR IRAD IS ISBN ISSN JC JID JT LA LID LR MH MHDA
    MID NM OAB OABL OCI OID ORI OT OTO OWN PA PB PG PHST PL PMC PMCR PMID PRIN PROF PS PST PT RCD RF RIN RN ROF RPF RPI
    RRF RRI SB SFM SI SO SPIN STAT TA TI TT UIN UOF UI VI VTI YNG
"""
_MEDLINE_TAGS = frozenset(_MEDLINE_TAGS_LISTED.split())
_SUFFIX = re.compile(r"(?:jr|sr|ii|iii|iv|vi{0,3}|2nd|3rd|4th)\.?\Z", re.IGNORECASE)
# Words at the end of a given name that readers may take for a suffix or a particle, or leave out.
_ODD_END = re.compile(
    r"(?:^|\s)(?:[js]n?r|junior|senior|i{2,3}|iv|vi{0,3}|\d\w\w|esq|et al|others|(?-i:[a-z']+))\.?\Z", re.IGNORECASE
)
_PLAIN_BODY = re.compile(r"(?:[\w'’&()/.+-]+ )+[\w'’&()/.+-]+\Z")
_NOBODY = re.compile(r"anonym|^anon\b|unknown|no author|\bothers\b|\bet\.? al", re.IGNORECASE)
_PLAIN_PAGES = re.compile(r"(?:[A-Za-z]{0,3}\d+[a-z]?(?:-[A-Za-z]{0,3}\d+[a-z]?)?)?\Z")
_FAMILY_OF_READER = {"ris": "ris", "medline": "medline", "pubmed_xml": "medline", "bibtex": "bibtex"}


@dataclass(frozen=True, slots=True)
class AbstractText:
    """An abstract to be written: its text, paragraphs parted by blank lines, and its outline if readers need one."""

    text: str = ""
    outline: str = ""
    parts: tuple[AbstractPart, ...] = ()

    def kept(self) -> list[tuple[str, str]]:
        """Gives the outline as a kept field."""
        return [(ABSTRACT, self.outline)] if self.outline else []


def abstract_text(paper: Paper, *, one_block: bool = False) -> AbstractText:
    """Gives the paper's abstract with its labels, and behind it the publisher's notice that once stood there.

    Args:
        paper: The paper.
        one_block: The format joins lines, so that labels must be known behind the end of a sentence.
    """
    document = paper.abstract_version
    if document is None:
        return AbstractText()
    parts = tuple(_parts(document))
    outline = "" if _speaks_for_itself(parts, one_block=one_block) else abstract_outline(parts)
    if outline:
        text = outlined_text(parts)
    else:
        between = " " if one_block else "\n"
        blocks = (outlined_text([part]) for part in parts)
        text = between.join(blocks)
    notices = [value for name, value in paper.extra if name == "abstract notice"]
    return AbstractText(text="\n\n".join([text, *notices[:1]]), outline=outline, parts=parts)


def _parts(document: Document) -> Iterator[AbstractPart]:
    for section in document.sections:
        if section.kind is SectionKind.ABSTRACT:
            is_title = section.heading.casefold() in ("", "abstract")
            yield from _section_parts(document, section, "" if is_title else section.heading)


def other_abstracts(paper: Paper) -> Iterator[tuple[str, str]]:
    """Yields (language, text) of the abstracts in other languages; the language is "" if it is not known."""
    document = paper.abstract_version
    for section in document.sections if document else ():
        found = _OTHER.match(section.heading)
        if found and section.kind is not SectionKind.ABSTRACT:
            parts = list(_section_parts(document, section, "")) if document else []
            yield ("" if found.group(1) == "other" else found.group(1)), " ".join(outlined_text([p]) for p in parts)


def _section_parts(document: Document, section: Section, heading: str) -> Iterator[AbstractPart]:
    if section.paragraphs:
        yield heading, [document.text[p.start : p.end] for p in section.paragraphs]
    for nested in section.sections:
        yield from _section_parts(document, nested, f"{nested.number} {nested.heading}".strip())


def _speaks_for_itself(parts: Sequence[AbstractPart], *, one_block: bool) -> bool:
    """Whether readers find the same labels in the text without being told."""
    headings = [heading for heading, _ in parts]
    texts = [text for _, paragraphs in parts for text in paragraphs]
    found = sum(len(_LABEL_LIKE.findall(text)) for text in texts)
    if not any(headings):
        return len(parts) == 1 and found < 2 and not texts[0].lower().startswith("abstract")
    known = all(heading.lower() in _LABELS for heading in headings if heading) and all(headings)
    alike = all(heading.isupper() for heading in headings) or all(heading.istitle() for heading in headings)
    ended = not one_block or all(
        len(paragraphs) == 1 and _SENTENCE_END.search(paragraphs[-1]) for _, paragraphs in parts
    )
    return known and alike and ended and not found and len(set(headings)) == len(headings) > 1


def parted_extra(paper: Paper, family: str) -> tuple[list[tuple[str, str]], list[tuple[str, str]]]:
    """Gives (the extra fields that are fields of this format, the others) in order.

    Args:
        paper: The paper.
        family: "ris", "medline" or "bibtex".
    """
    readers = {_FAMILY_OF_READER.get(stamp.reader, "") for stamp in paper.provenance} - {""}
    own: list[tuple[str, str]] = []
    others: list[tuple[str, str]] = []
    for name, value in paper.extra:
        (own if family in _families(name, readers) else others).append((name, value))
    return own, others


def _families(name: str, readers: set[str]) -> set[str]:
    """The formats that may have a field of this name, those from which the paper came first."""
    if re.fullmatch(r"[A-Z][A-Z0-9]{1,4}", name):
        by_name = {"medline"} if name in _MEDLINE_TAGS else set()
        by_name |= {"ris"} if len(name) == 2 else set()
        if not by_name:
            by_name = {"ris", "medline"} if len(name) <= 4 else {"medline"}
        return (by_name | ({"bibtex"} & readers)) & readers or by_name
    return {"bibtex"}


def kept_extra(pairs: Iterable[tuple[str, str]]) -> list[tuple[str, str]]:
    """Gives the extra fields that are none of the format's as a kept field."""
    found = [[name, value] for name, value in pairs]
    return [(EXTRA, json_line(found))] if found else []


def venue_unsaid(paper: Paper, *, is_book: bool = False) -> Iterator[str]:
    """Yields the fields of the venue that readers change: a short form alone, equal to the full one, or of a book."""
    if paper.venue_short and (is_book or paper.venue in ("", paper.venue_short)):
        if not is_book and not paper.venue:
            yield "venue"
        yield "venue_short"


def names_unsaid(people: Sequence[Author]) -> bool:
    """Whether readers, who have to guess, might take one of the names for another, or two of them for one."""
    names = [person.full for person in people]
    return len(names) > len(set(names)) or any(_is_odd(person) for person in people)


def _is_odd(person: Author) -> bool:
    if person.literal:
        return (
            not _PLAIN_BODY.match(person.literal)
            or bool(_NOBODY.search(person.literal))
            or person != Author(literal=person.literal, affiliations=person.affiliations, orcid=person.orcid)
        )
    if not person.family or not person.given:
        return True
    words = person.family.split()
    return (
        bool(re.search(r"[,;{}\d]", person.full))
        or len(words) > 2
        or words[0].islower()
        or not all(word.islower() for word in person.particle.split())
        or (bool(person.suffix) and not _SUFFIX.match(person.suffix))
        or bool(_ODD_END.search(person.given) if person.given.split()[1:] else _SUFFIX.match(person.given))
        or (person.given.isupper() and not person.given.endswith("."))
        or bool(re.search(r"\w\.\w", person.given))
        or bool(_NOBODY.search(person.full))
    )


def pages_unsaid(pages: str) -> bool:
    """Whether readers might spell the pages otherwise."""
    return not _PLAIN_PAGES.match(pages)


def keywords_unsaid(keywords: Sequence[str]) -> bool:
    """Whether readers might part the keywords elsewhere, or find markup in several of them together."""
    return any(sign in word for word in keywords for sign in ";$\\") or any(
        word != word.strip("* ,") for word in keywords
    )
