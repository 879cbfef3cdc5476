"""From a PubmedArticle or MedlineCitation element to a Paper."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from conspectus.domain.document import Document, Reference
from conspectus.domain.document_building import build_document
from conspectus.domain.identifiers import Identifiers, first_valid, normal_doi, normal_pmcid, normal_pmid
from conspectus.domain.paper import Author, MeshHeading, Notice, Paper, PartialDate, unique
from conspectus.foundation.errors import BrokenRecord
from conspectus.readers.pubmed_markup import text_at, text_of, texts_at
from conspectus.readers.pubmed_parts import (
    Extra,
    abstract_sections_of,
    article_ids,
    author_of,
    authors_of,
    date_of,
    iso_date,
    pages_of,
    references_of,
)
from conspectus.readers.pubmed_terms import (
    grouped_funding,
    is_no_title,
    kind_of,
    normal_language,
    notice_of,
    notices_with_types,
    plain_title,
)

# Elements of one text each that have no field of their own: (path below MedlineCitation, name in ``extra``).
_KEPT = (
    ("Article/VernacularTitle", "VernacularTitle"),
    ("Article/Abstract/CopyrightInformation", "CopyrightInformation"),
    ("MedlineJournalInfo/Country", "Country"),
    ("MedlineJournalInfo/NlmUniqueID", "NlmUniqueID"),
    ("CitationSubset", "CitationSubset"),
    ("GeneSymbolList/GeneSymbol", "GeneSymbol"),
    ("SupplMeshList/SupplMeshName", "SupplMeshName"),
    ("SpaceFlightMission", "SpaceFlightMission"),
    ("NumberOfReferences", "NumberOfReferences"),
    ("GeneralNote", "GeneralNote"),
    ("CoiStatement", "CoiStatement"),
)
_PEOPLE = (
    ("InvestigatorList/Investigator", "Investigator"),
    ("PersonalNameSubjectList/PersonalNameSubject", "PersonalNameSubject"),
)


def article_paper(record: Any) -> Paper:
    """Gives the paper of a ``PubmedArticle`` or ``MedlineCitation`` element, its tags without namespaces.

    Raises:
        BrokenRecord: The element holds neither a title nor an abstract nor an identifier.
    """
    citation = record if record.tag == "MedlineCitation" else record.find("MedlineCitation")
    if citation is None:
        raise BrokenRecord("The PubmedArticle has no MedlineCitation.", hint="Fetch the record from PubMed again.")
    article, journal = citation.find("Article"), citation.find("Article/Journal")
    extra: Extra = []
    types = unique(texts_at(article, "PublicationTypeList/PublicationType"))
    venue, short = text_at(journal, "Title"), text_at(journal, "ISOAbbreviation")
    languages = texts_at(article, "Language")
    paper = Paper(
        id="",
        title=_title(article),
        authors=_article_authors(article, extra),
        date=_date(article),
        venue=venue,
        venue_short=short or text_at(citation, "MedlineJournalInfo/MedlineTA"),
        volume=text_at(journal, "JournalIssue/Volume"),
        issue=text_at(journal, "JournalIssue/Issue"),
        pages=pages_of(article),
        issn=unique([*texts_at(journal, "ISSN"), *texts_at(citation, "MedlineJournalInfo/ISSNLinking")]),
        kind=kind_of(types, has_journal=journal is not None),
        publication_types=types,
        language=normal_language(languages[0]) if languages else "",
        identifiers=_identifiers(record, citation, extra),
        keywords=unique(texts_at(citation, "KeywordList/Keyword")),
        mesh=_mesh(citation),
        funding=grouped_funding(
            (text_at(grant, "Agency") or text_at(grant, "Acronym"), text_at(grant, "GrantID"))
            for grant in (article.iterfind("GrantList/Grant") if article is not None else ())
        ),
        notices=notices_with_types(_notices(citation, extra), types),
        documents=_documents(record, citation, article, languages, extra),
    )
    if not (paper.title or paper.documents or paper.identifiers.strong()):
        raise BrokenRecord(
            "The record has neither a title nor an abstract nor an identifier.",
            hint="Fetch the record from PubMed again.",
        )
    _keep(record, citation, languages, extra)
    return replace(paper, extra=tuple(dict.fromkeys(pair for pair in extra if pair[1])))


def _title(article: Any) -> str:
    title = text_at(article, "ArticleTitle")
    return plain_title(text_at(article, "VernacularTitle") or title if is_no_title(title) else title)


def _article_authors(article: Any, extra: Extra) -> tuple[Author, ...]:
    authors = authors_of(article.find("AuthorList"), extra) if article is not None else ()
    # Older records give one affiliation of the article: it is the first author's.
    if (shared := text_at(article, "Affiliation")) and authors and not authors[0].affiliations:
        authors = (replace(authors[0], affiliations=(shared,)), *authors[1:])
    return authors


def _date(article: Any) -> PartialDate | None:
    if article is None:
        return None
    return date_of(article.find("Journal/JournalIssue/PubDate")) or date_of(article.find("ArticleDate"))


def _identifiers(record: Any, citation: Any, extra: Extra) -> Identifiers:
    ids = article_ids(record.find("PubmedData/ArticleIdList"), extra)
    dois, pmcids = [ids.get("doi", "")], [ids.get("pmc", "")]
    for location in citation.iterfind("Article/ELocationID"):
        value = text_of(location)
        if location.get("EIdType") == "doi" and location.get("ValidYN", "Y") != "N":
            dois.append(value)
        elif value:
            extra.append((f"ELocationID {location.get('EIdType', '')}".strip(), value))
    for other in texts_at(citation, "OtherID"):
        if other.upper().startswith("PMC"):
            pmcids.append(other.split()[0])
        else:
            extra.append(("OtherID", other))
    return Identifiers(
        doi=first_valid([normal_doi(doi) for doi in dois]),
        pmid=normal_pmid(text_at(citation, "PMID")) or normal_pmid(ids.get("pubmed", "")),
        pmcid=first_valid([normal_pmcid(pmcid) for pmcid in pmcids]),
    )


def _mesh(citation: Any) -> tuple[MeshHeading, ...]:
    headings = []
    for element in citation.iterfind("MeshHeadingList/MeshHeading"):
        descriptor = element.find("DescriptorName")
        if not (name := text_of(descriptor)):
            continue
        qualifiers = element.findall("QualifierName")
        headings.append(
            MeshHeading(
                descriptor=name,
                qualifiers=unique(text_of(qualifier) for qualifier in qualifiers),
                major=any(part.get("MajorTopicYN") == "Y" for part in (descriptor, *qualifiers)),
                ui=descriptor.get("UI", ""),
            )
        )
    return tuple(headings)


def _relations(citation: Any) -> Iterator[tuple[str, str, str, str]]:
    """Yields (RefType, citation, PMID, note) of what PubMed says of other records."""
    for path in ("CommentsCorrectionsList/CommentsCorrections", "CommentsCorrections"):
        for element in citation.iterfind(path):
            yield (
                element.get("RefType", ""),
                text_at(element, "RefSource"),
                text_at(element, "PMID"),
                text_at(element, "Note"),
            )


def _notices(citation: Any, extra: Extra) -> list[Notice]:
    notices = []
    for name, source, pmid, note in _relations(citation):
        notice = notice_of(name, source, pmid, note)
        if notice is not None:
            notices.append(notice)
        elif name != "Cites":
            number = normal_pmid(pmid)
            value = ". ".join(part for part in (source.rstrip("."), f"PMID: {number}" if number else "", note) if part)
            extra.append((name, value))
    return notices


def _documents(
    record: Any, citation: Any, article: Any, languages: Sequence[str], extra: Extra
) -> tuple[Document, ...]:
    references = list(references_of(record.find("PubmedData")))
    if not references:
        cited = [(source, normal_pmid(pmid)) for name, source, pmid, _ in _relations(citation) if name == "Cites"]
        references = [
            Reference(key=f"r{number}", text=source, pmid=pmid) for number, (source, pmid) in enumerate(cited, 1)
        ]
    sections = abstract_sections_of(article, citation, languages, extra)
    if not sections and not references:
        return ()
    return (build_document(sections, references=references, origin="abstract"),)


def _keep(record: Any, citation: Any, languages: Sequence[str], extra: Extra) -> None:
    extra.extend(("Language", language) for language in languages[1:])
    for path, name in _KEPT:
        extra.extend((name, text) for text in texts_at(citation, path))
    for chemical in citation.iterfind("ChemicalList/Chemical"):
        number, name = text_at(chemical, "RegistryNumber"), text_at(chemical, "NameOfSubstance")
        extra.append(("Chemical", f"{name} ({number})" if number not in {"", "0"} else name))
    for bank in citation.iterfind("Article/DataBankList/DataBank"):
        name = text_at(bank, "DataBankName")
        numbers = texts_at(bank, "AccessionNumberList/AccessionNumber")
        extra.extend(("DataBank", f"{name}/{number}" if number else name) for number in numbers or [""])
    for path, name in _PEOPLE:
        people = (author_of(element) for element in citation.iterfind(path))
        extra.extend((name, someone.full) for someone in people if someone is not None)
    for element in citation.iterfind("Article/ArticleDate"):
        extra.append((f"ArticleDate {element.get('DateType', '')}".strip(), iso_date(date_of(element))))
    for element in record.iterfind("PubmedData/History/PubMedPubDate"):
        extra.append((f"History {element.get('PubStatus', '')}".strip(), iso_date(date_of(element))))
    if status := text_at(record, "PubmedData/PublicationStatus"):
        extra.append(("PublicationStatus", status))
