"""The sentences of a paper in which entities are looked for: all but thanks, duties and money."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from conspectus.domain.document import Document, Section
from conspectus.engines.extractive.lexicon import word_list
from conspectus.foundation.text.normalise import one_line


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadSentence:
    """A sentence with its address and offset in the document's text, and the heading of its section."""

    address: str
    start: int
    text: str
    heading: str


def read_sentences(document: Document) -> tuple[ReadSentence, ...]:
    """Gives the sentences of a document in reading order, captions included, sections of back matter left out."""
    left_out = _back_matter_addresses(document)
    return tuple(
        ReadSentence(
            address=place.address,
            start=place.start,
            text=document.text[place.start : place.end],
            heading=place.section.heading,
        )
        for place in document.sentences(captions=True)
        if not _lies_in(place.address, left_out)
    )


def is_back_matter(heading: str) -> bool:
    """Whether a heading opens a section that holds no science ("Acknowledgements", "Funding")."""
    bare = one_line(heading).casefold().lstrip("0123456789. ").replace("’", "'")
    return bare.startswith(tuple(word_list("back_matter")))


def headings(document: Document) -> tuple[str, ...]:
    """Gives the headings of all sections."""
    return tuple(section.heading for _, section in _sections(document) if section.heading)


def _back_matter_addresses(document: Document) -> frozenset[str]:
    return frozenset(address for address, section in _sections(document) if is_back_matter(section.heading))


def _lies_in(address: str, sections: frozenset[str]) -> bool:
    return any(address == section or address.startswith(section + ".") for section in sections)


def _sections(document: Document) -> Iterator[tuple[str, Section]]:
    open_ = [(f"s{number}", section) for number, section in enumerate(document.sections, 1)]
    while open_:
        address, section = open_.pop(0)
        yield address, section
        open_ += [(f"{address}.{number}", nested) for number, nested in enumerate(section.sections, 1)]
