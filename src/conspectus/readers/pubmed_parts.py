"""Parts that articles and books in PubMed's XML have in common: people, dates, pages, abstracts, references."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from conspectus.domain.document import Reference, SectionKind
from conspectus.domain.document_building import ParagraphDraft, SectionDraft
from conspectus.domain.identifiers import first_valid, normal_doi, normal_pmcid, normal_pmid
from conspectus.domain.paper import Author, PartialDate, unique
from conspectus.readers.names import normal_orcid, person, spell_initials
from conspectus.readers.pubmed_dates import date_of_parts, parse_date
from conspectus.readers.pubmed_markup import text_at, text_of, texts_at
from conspectus.readers.pubmed_terms import abstract_draft, full_pages, language_name, normal_language, typed_label

Extra = list[tuple[str, str]]


def authors_of(author_list: Any, extra: Extra) -> tuple[Author, ...]:
    """Gives the authors of an ``AuthorList`` element in order; superseded spellings go to ``extra``."""
    authors: list[Author] = []
    for element in author_list.iterfind("Author") if author_list is not None else ():
        author = author_of(element)
        if author is None:
            continue
        if element.get("ValidYN") == "N":
            extra.append(("Author ValidYN=N", author.full))
        else:
            authors.append(author)
    if author_list is not None and author_list.get("CompleteYN") == "N":
        extra.append(("AuthorList CompleteYN", "N"))
    return tuple(authors)


def author_of(element: Any) -> Author | None:
    """Gives the author of an element with ``LastName``, ``ForeName`` or ``CollectiveName``, None if it has no name."""
    affiliations = unique([*texts_at(element, "AffiliationInfo/Affiliation"), *texts_at(element, "Affiliation")])
    orcid = first_valid(
        [
            normal_orcid(text_of(identifier))
            for identifier in element.iterfind("Identifier")
            if identifier.get("Source", "").upper() == "ORCID"
        ]
    )
    if literal := text_at(element, "CollectiveName"):
        return Author(literal=literal, affiliations=affiliations, orcid=orcid)
    fore = text_at(element, "ForeName") or " ".join(
        part for part in (text_at(element, "FirstName"), text_at(element, "MiddleName")) if part
    )
    initials = text_at(element, "Initials")
    given = spell_initials(fore or initials, longest=4 if fore in {"", initials} else 1)
    family = text_at(element, "LastName")
    if not family and not given:
        return None
    named = person(family, given, suffix=text_at(element, "Suffix"))
    return replace(named, affiliations=affiliations, orcid=orcid)


def date_of(element: Any) -> PartialDate | None:
    """Gives the date of an element with ``Year``, ``Month``, ``Day``, ``Season`` or ``MedlineDate``, or None."""
    if element is None:
        return None
    if medline := text_at(element, "MedlineDate"):
        return parse_date(medline)
    year, month, day = (text_at(element, name) for name in ("Year", "Month", "Day"))
    return date_of_parts(year, month, day, season=text_at(element, "Season"))


def pages_of(article: Any) -> str:
    """Gives the pages of an element with a ``Pagination``, ranges in full."""
    if pages := text_at(article, "Pagination/MedlinePgn"):
        return full_pages(pages)
    first, last = text_at(article, "Pagination/StartPage"), text_at(article, "Pagination/EndPage")
    return full_pages(f"{first}-{last}" if first and last and first != last else first or last)


def abstract_section(abstract: Any, extra: Extra) -> SectionDraft | None:
    """Gives the section of an ``Abstract`` or ``OtherAbstract`` element, labels as nested sections; None if empty."""
    whole = SectionDraft(kind=SectionKind.ABSTRACT)
    elements = abstract.findall("AbstractText") if abstract is not None else []
    if len(elements) == 1 and not _label(elements[0]):
        draft, notice = abstract_draft(text_of(elements[0]))
        if notice:
            extra.append(("CopyrightInformation", notice))
        return draft
    for element in elements:
        label, text = _label(element), text_of(element)
        if not text:
            continue
        if not label and not whole.sections:
            whole.paragraphs.append(ParagraphDraft(text))
            continue
        section = SectionDraft(heading=label, paragraphs=[ParagraphDraft(text)])
        whole.sections.append(typed_label(section, element.get("NlmCategory", "")))
    return whole if whole.paragraphs or whole.sections else None


def abstract_sections_of(article: Any, citation: Any, languages: Sequence[str], extra: Extra) -> list[SectionDraft]:
    """Gives the abstract and, as sections of their own, the abstracts in other words or other languages.

    Without a main abstract, the first one in English or in the paper's language takes its place.
    """
    main = abstract_section(article.find("Abstract") if article is not None else None, extra)
    sections = [main] if main is not None else []
    own = {normal_language(language) for language in languages} | {"en"}
    for element in citation.iterfind("OtherAbstract"):
        other = abstract_section(element, extra)
        if notice := text_at(element, "CopyrightInformation"):
            extra.append(("CopyrightInformation", notice))
        if other is None:
            continue
        language, origin = normal_language(element.get("Language", "eng")), element.get("Type", "")
        if not sections and language in own:
            sections.append(other)
            continue
        told = language_name(language) if language != "en" else origin.replace("-", " ")
        other.heading, other.kind = f"Abstract ({told or 'other'})", SectionKind.COMMON
        sections.append(other)
    return sections


def references_of(element: Any) -> tuple[Reference, ...]:
    """Gives the entries of every ``ReferenceList`` directly below ``element``, nested lists included."""
    references: list[Reference] = []
    for reference_list in element.iterfind("ReferenceList") if element is not None else ():
        for entry in reference_list.iter("Reference"):
            ids = {
                identifier.get("IdType", ""): text_of(identifier)
                for identifier in entry.iterfind("ArticleIdList/ArticleId")
            }
            reference = Reference(
                key=f"r{len(references) + 1}",
                text=text_at(entry, "Citation"),
                doi=normal_doi(ids.get("doi", "")),
                pmid=normal_pmid(ids.get("pubmed", "")),
                pmcid=normal_pmcid(ids.get("pmc", "") or ids.get("pmcid", "")),
            )
            if reference.text or ids:
                references.append(reference)
    return tuple(references)


def article_ids(element: Any, extra: Extra) -> dict[str, str]:
    """Gives the ids of an ``ArticleIdList`` by type; those without a home in ``Identifiers`` go to ``extra``."""
    ids: dict[str, str] = {}
    for identifier in element.iterfind("ArticleId") if element is not None else ():
        kind, value = identifier.get("IdType", "pubmed"), text_of(identifier)
        if kind in {"pubmed", "doi", "pmc", "pmcid"}:
            ids.setdefault("pmc" if kind == "pmcid" else kind, value)
        elif value:
            extra.append((f"ArticleId {kind}", value))
    return ids


def _label(element: Any) -> str:
    label: str = element.get("Label", "").strip().rstrip(":").rstrip()
    return "" if label.upper() == "UNLABELLED" else label


def iso_date(date: PartialDate | None) -> str:
    """Gives a date as "2020-01-31" or as the source has it where that says more, "" for None."""
    if date is None:
        return ""
    parts = [f"{date.year:04d}", *(f"{part:02d}" for part in (date.month, date.day) if part)]
    return date.text or "-".join(parts)
