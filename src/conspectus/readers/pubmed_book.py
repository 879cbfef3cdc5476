"""From a PubmedBookArticle element (a book or a chapter of the NCBI Bookshelf) to a Paper."""

from __future__ import annotations

from typing import Any

from conspectus.domain.document_building import build_document
from conspectus.domain.identifiers import (
    Identifiers,
    first_valid,
    normal_doi,
    normal_isbn,
    normal_pmcid,
    normal_pmid,
)
from conspectus.domain.paper import Author, Paper, unique
from conspectus.foundation.errors import BrokenRecord
from conspectus.readers.pubmed_markup import text_at, text_of, texts_at
from conspectus.readers.pubmed_parts import (
    Extra,
    abstract_sections_of,
    article_ids,
    authors_of,
    date_of,
    iso_date,
    pages_of,
    references_of,
)
from conspectus.readers.pubmed_terms import full_pages, grouped_funding, normal_language, plain_title

_KEPT = (
    ("VernacularTitle", "VernacularTitle"),
    ("Abstract/CopyrightInformation", "CopyrightInformation"),
    ("LocationLabel", "LocationLabel"),
    ("Book/VolumeTitle", "VolumeTitle"),
    ("Book/Medium", "Medium"),
    ("Book/ReportNumber", "ReportNumber"),
    ("ItemList/Item", "Item"),
    ("Sections//SectionTitle", "SectionTitle"),
)


def book_paper(record: Any) -> Paper:
    """Gives the paper of a ``PubmedBookArticle`` or ``BookDocument`` element, its tags without namespaces.

    A record with an ``ArticleTitle`` is a chapter: its venue is the book, its date that of the contribution.

    Raises:
        BrokenRecord: The element holds neither a title nor an identifier.
    """
    document = record if record.tag == "BookDocument" else record.find("BookDocument")
    if document is None:
        raise BrokenRecord("The PubmedBookArticle has no BookDocument.", hint="Fetch the record from PubMed again.")
    book, extra = document.find("Book"), _kept(document)
    chapter, book_title = plain_title(text_at(document, "ArticleTitle")), plain_title(text_at(book, "BookTitle"))
    languages = texts_at(document, "Language")
    own, editors = _people(document, extra)
    of_book, book_editors = _people(book, extra)
    sections = abstract_sections_of(document, document, languages, extra)
    references = references_of(document) or references_of(record.find("PubmedBookData"))
    dates = (date_of(document.find("ContributionDate")), date_of(book.find("PubDate")) if book is not None else None)
    paper = Paper(
        id="",
        title=chapter or book_title,
        authors=own or of_book,
        editors=editors or book_editors,
        date=next((date for date in (dates if chapter else reversed(dates)) if date is not None), None),
        venue=book_title if chapter else "",
        volume=text_at(book, "Volume"),
        pages=full_pages(pages_of(document)),
        publisher=text_at(book, "Publisher/PublisherName"),
        place=text_at(book, "Publisher/PublisherLocation"),
        edition=text_at(book, "Edition"),
        series=text_at(book, "CollectionTitle"),
        kind="chapter" if chapter else "book",
        publication_types=unique(texts_at(document, "PublicationType")),
        language=normal_language(languages[0]) if languages else "",
        identifiers=_identifiers(record, document, extra),
        keywords=unique(texts_at(document, "KeywordList/Keyword")),
        funding=grouped_funding(
            (text_at(grant, "Agency") or text_at(grant, "Acronym"), text_at(grant, "GrantID"))
            for grant in document.iterfind("GrantList/Grant")
        ),
        documents=(build_document(sections, references=references, origin="abstract"),)
        if sections or references
        else (),
        extra=tuple(dict.fromkeys(extra)),
    )
    if not (paper.title or paper.documents or paper.identifiers.strong()):
        raise BrokenRecord(
            "The record has neither a title nor an abstract nor an identifier.",
            hint="Fetch the record from PubMed again.",
        )
    return paper


def _people(element: Any, extra: Extra) -> tuple[tuple[Author, ...], tuple[Author, ...]]:
    authors: list[Author] = []
    editors: list[Author] = []
    for author_list in element.iterfind("AuthorList") if element is not None else ():
        (editors if author_list.get("Type") == "editors" else authors).extend(authors_of(author_list, extra))
    return tuple(authors), tuple(editors)


def _identifiers(record: Any, document: Any, extra: Extra) -> Identifiers:
    ids = article_ids(document.find("ArticleIdList"), extra)
    ids = article_ids(record.find("PubmedBookData/ArticleIdList"), extra) | ids
    dois = [ids.get("doi", "")]
    for location in (*document.iterfind("ELocationID"), *document.iterfind("Book/ELocationID")):
        if location.get("EIdType") == "doi":
            dois.append(text_of(location))
        elif value := text_of(location):
            extra.append((f"ELocationID {location.get('EIdType', '')}".strip(), value))
    return Identifiers(
        doi=first_valid([normal_doi(doi) for doi in dois]),
        pmid=normal_pmid(text_at(document, "PMID")) or normal_pmid(ids.get("pubmed", "")),
        pmcid=normal_pmcid(ids.get("pmc", "")),
        isbn=unique(normal_isbn(isbn) for isbn in texts_at(document, "Book/Isbn")),
    )


def _kept(document: Any) -> Extra:
    extra: Extra = [(name, text) for path, name in _KEPT for text in texts_at(document, path)]
    for isbn in texts_at(document, "Book/Isbn"):
        if not normal_isbn(isbn):
            extra.append(("Isbn", isbn))
    for path in ("Book/BeginningDate", "Book/EndingDate", "DateRevised"):
        if date := iso_date(date_of(document.find(path))):
            extra.append((path.removeprefix("Book/"), date))
    return extra
