"""Everything that PARSE finds in a paper: entities with mentions and links, and what each section is about."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

from conspectus.domain.document import Document, Section
from conspectus.domain.scientific_entities import EntityLink, PaperAnnotations, ScientificEntity, SectionDescription
from conspectus.domain.structure_tasks import DescribeSectionRequest, NameScientificEntitiesRequest
from conspectus.engines.extractive.entity_text import is_back_matter
from conspectus.foundation.errors import UsageError
from conspectus.graphs.scientific_entities.variants import unite_variants

if TYPE_CHECKING:
    from conspectus.domain.engine import Engine
    from conspectus.domain.paper import Paper

Link = Callable[[ScientificEntity], EntityLink | None]


def annotate(
    paper: Paper,
    engine: Engine,
    *,
    link: Link | None = None,
    keywords: int = 5,
    least_words: int = 40,
    describe: bool = True,
) -> PaperAnnotations:
    """Gives what PARSE finds in the preferred text of a paper; the reference list is never part of that.

    The same paper and engine always give the same.

    Args:
        paper: With at least one text.
        engine: Who names entities and describes sections.
        link: Gives the entry of a label table for an entity, None for no linking.
        keywords: The most keywords of a section.
        least_words: A section of fewer words gets no summary.
        describe: Whether sections are described at all; entities alone are faster.

    Raises:
        UsageError: The paper has no text.
        ModelStopped: The engine asks a model, and no further call can succeed.
    """
    document = paper.document
    if document is None:
        raise UsageError(f"The paper {paper.id} has no text.", hint="Add its abstract or its full text.")
    found = engine.name_scientific_entities(
        NameScientificEntitiesRequest(
            paper=paper.id,
            document=document,
            language=language_of(paper),
            title=paper.title,
            keywords=paper.keywords,
            names=names_of_people(paper),
        )
    )
    entities = unite_variants(found.entities)
    if link is not None:
        entities = tuple(replace(entity, link=link(entity)) for entity in entities)
    sections: list[SectionDescription] = []
    if describe:
        for address in described_sections(document):
            request = DescribeSectionRequest(
                paper=paper.id, document=document, address=address, keywords=keywords, least_words=least_words
            )
            sections.append(engine.describe_section(request))
    return PaperAnnotations(
        paper=paper.id,
        version=document.version,
        entities=entities,
        sections=tuple(section for section in sections if section.keywords or section.summary),
        warnings=found.warnings,
    )


def described_sections(document: Document) -> tuple[str, ...]:
    """Gives the addresses of the sections that have text of their own or nested in them, in reading order.

    Back matter, such as thanks and statements about money, is left out.
    """
    return tuple(address for address, section in _sections(document) if _has_text(section))


def language_of(paper: Paper) -> str:
    """Gives the language of a paper's text as an ISO 639-1 code, "en" where the record does not say."""
    code = paper.language.strip().replace("_", "-").partition("-")[0].lower()
    return _TWO_LETTERS.get(code, code) if code.isalpha() and len(code) in (2, 3) else "en"


def names_of_people(paper: Paper) -> tuple[str, ...]:
    """Gives the names of a paper's people in every form in which its text may have them, and where they work."""
    names: dict[str, None] = {}
    for author in (*paper.authors, *paper.editors):
        initials = "".join(part[0] for part in author.given.replace(".", " ").split() if part)
        family = author.family or author.literal
        hyphened = "".join(part[0] for part in author.given.replace("-", " ").replace(".", " ").split() if part)
        last = "".join(part[0] for part in family.replace("-", " ").split() if part)
        short = (initials + last, hyphened + last, f"{initials} {family}")
        for name in (author.full, family, *short, *author.affiliations):
            if name:
                names[name] = None
    return tuple(names)


def _sections(document: Document) -> Iterator[tuple[str, Section]]:
    def nested(address: str, section: Section) -> Iterator[tuple[str, Section]]:
        if is_back_matter(section.heading):
            return
        yield address, section
        for number, inner in enumerate(section.sections, 1):
            yield from nested(f"{address}.{number}", inner)

    for number, section in enumerate(document.sections, 1):
        yield from nested(f"s{number}", section)


def _has_text(section: Section) -> bool:
    return bool(section.paragraphs) or any(map(_has_text, section.sections))


_TWO_LETTERS = {
    "chi": "zh", "cze": "cs", "dut": "nl", "eng": "en", "fre": "fr", "ger": "de", "ita": "it", "jpn": "ja",
    "kor": "ko", "por": "pt", "pol": "pl", "rus": "ru", "spa": "es", "tur": "tr", "ukr": "uk", "zho": "zh",
    "deu": "de", "fra": "fr", "nld": "nl", "ces": "cs",
}  # fmt: skip
