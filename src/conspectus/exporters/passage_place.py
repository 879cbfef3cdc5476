"""Where a passage stands in its paper, for people: section, page, and the whole paragraph around it."""

from __future__ import annotations

from dataclasses import dataclass

from conspectus.domain.document import Document, Place
from conspectus.domain.paper import Paper
from conspectus.domain.passage import Passage


@dataclass(frozen=True, slots=True, kw_only=True)
class PassagePlace:
    """The place of a passage: headings from the outermost section in, the page or pages as printed in the file, and
    the paragraph before and after the passage's own words.
    """

    sections: tuple[str, ...]
    page: str
    before: str
    after: str

    @property
    def words(self) -> str:
        """Section and page in words, "" where neither is known."""
        section = " › ".join(self.sections)
        page = f"page {self.page}" if self.page and "–" not in self.page else f"pages {self.page}" if self.page else ""
        return ", ".join(part for part in (section, page) if part)


def passage_place(paper: Paper | None, passage: Passage) -> PassagePlace | None:
    """Gives where a passage stands, None if its version of the text is not at hand or says something else there."""
    document = None if paper is None else paper.version(passage.version)
    if document is None:
        return None
    try:
        place = document.at(passage.address)
    except KeyError:
        return None
    if document.text[place.start : place.end] != passage.quote:
        return None
    paragraph = place.paragraph
    return PassagePlace(
        sections=_headings(document, passage.address),
        page=_page(document, place),
        before="" if paragraph is None else document.text[paragraph.start : place.start].strip(),
        after="" if paragraph is None else document.text[place.end : paragraph.end].strip(),
    )


def _page(document: Document, place: Place) -> str:
    pages = sorted({box.page for box in document.boxes_of(place.start, place.end)})
    if not pages:
        return ""
    return str(pages[0]) if len(pages) == 1 else f"{pages[0]}–{pages[-1]}"


def _headings(document: Document, address: str) -> tuple[str, ...]:
    """The headings of the sections on the way to an address, those without one left out."""
    parts = address.split(".")
    ends = [n for n in range(1, len(parts) + 1) if n == 1 or parts[n - 1].isdigit()]
    headings = []
    for end in ends:
        try:
            heading = document.at(".".join(parts[:end])).section.heading
        except KeyError:
            break
        if heading:
            headings.append(heading)
    return tuple(headings)
