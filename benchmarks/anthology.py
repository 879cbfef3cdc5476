"""Papers with abstracts from the XML of the ACL Anthology, where a folder of it is at hand."""

from __future__ import annotations

import gzip
import random
from collections.abc import Iterator
from pathlib import Path

from lxml import etree

from conspectus.domain.document_building import abstract_document
from conspectus.domain.paper import Author, Paper, PartialDate, with_id

LEAST_WORDS = 60
FOLDER = "acl_anthology_xml"
_PARSER = etree.XMLParser(resolve_entities=False, no_network=True, load_dtd=False)


def anthology_files(folder: Path) -> list[bytes]:
    """Gives the XML of every collection file in a folder, unpacked."""
    return [_unpacked(path) for path in sorted(folder.glob("*.xml*"))]


def anthology_papers(folder: Path, count: int, *, seed: int = 0) -> list[Paper]:
    """Gives so many papers with an abstract of at least 60 words, drawn from the whole folder, or all there are."""
    found = [paper for path in sorted(folder.glob("*.xml*")) for paper in _papers_of(path)]
    random.Random(seed).shuffle(found)
    return [_paper(element, year) for element, year in found[:count]]


def _papers_of(path: Path) -> Iterator[tuple[etree._Element, str]]:
    for volume in etree.fromstring(_unpacked(path), _PARSER).iter("volume"):
        year = volume.findtext("meta/year", "")
        for element in volume.iter("paper"):
            if len(_text(element, "abstract").split()) >= LEAST_WORDS:
                yield element, year


def _unpacked(path: Path) -> bytes:
    return gzip.decompress(path.read_bytes()) if path.suffix == ".gz" else path.read_bytes()


def _paper(element: etree._Element, year: str) -> Paper:
    authors = (
        Author(family=author.findtext("last") or "", given=author.findtext("first") or "")
        for author in element.findall("author")
    )
    return with_id(
        Paper(
            id="",
            title=_text(element, "title"),
            authors=tuple(authors),
            date=PartialDate(year=int(year)) if year.isdigit() else None,
            documents=(abstract_document(_text(element, "abstract")),),
        )
    )


def _text(element: etree._Element, name: str) -> str:
    found = element.find(name)
    return "" if found is None else " ".join("".join(found.itertext()).split())
