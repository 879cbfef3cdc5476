"""Semantic Scholar's JSON: the open corpus, S2ORC with and without full text, and records of the Graph API.

One record a line, an array, or a reply with ``data``. What a record is, its keys tell:

- ``paperAbstract``: the Open Research Corpus (2017 to 2021).
- ``paper_id`` with ``abstract``, ``body_text``, ``pdf_parse``, ``latex_parse`` or ``grobid_parse``: S2ORC and its
  converter. Files of ``pdf_parses`` have no titles; their papers are known by their alias ``s2orc:<id>`` only.
- ``paperId`` or ``corpusid``: the Graph API and the data sets of the service.

Ids of Semantic Scholar become aliases (``s2:<40 hex digits>``, ``s2orc:<number>``). Lists of citing papers are
not kept; how many there are is (``citations``, ``references`` in ``extra``).
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from conspectus.domain.document import Document
from conspectus.domain.identifiers import Identifiers, normal_arxiv, normal_doi, normal_pmcid, normal_pmid
from conspectus.domain.paper import Paper, PartialDate, unique
from conspectus.foundation.errors import BrokenRecord
from conspectus.readers.json_fields import list_of, object_of, raw_of, text_of, texts_of, year_of
from conspectus.readers.json_records import JsonRecord, json_text, json_values, record_keys
from conspectus.readers.partial_dates import parse_date
from conspectus.readers.reading import ReadItem, ReadPaper, Skipped
from conspectus.readers.record_fields import abstract_documents, page_range, title_text
from conspectus.readers.s2orc_text import authors_of, full_text
from conspectus.readers.sniffing import Head

_PARSES = ("pdf_parse", "latex_parse", "grobid_parse")
_S2ORC = frozenset({*_PARSES, "body_text", "_pdf_hash", "mag_id", "has_pdf_parse", "pdf_hash"})
_RECORD_KEYS = frozenset({"title", "paperAbstract", "abstract", "body_text", *_PARSES})
_KINDS = {
    "journalarticle": "article-journal", "conference": "paper-conference", "review": "article-journal",
    "book": "book", "booksection": "chapter", "dataset": "dataset",
}  # fmt: skip


class S2orcReader:
    """Reads records of Semantic Scholar: the corpus, S2ORC, the Graph API.

    Example:
        >>> items = list(S2orcReader().read(b'{"id": "ab", "title": "Bees", "paperAbstract": "They fly."}'))
        >>> items[0].paper.abstract
        'They fly.'
    """

    name = "s2orc"
    label = "Semantic Scholar JSON (S2ORC)"

    def recognise(self, head: Head) -> str:
        """Gives why the content comes from Semantic Scholar: keys that nobody else has."""
        if not head.text.lstrip().startswith(("{", "[")):
            return ""
        outer, inner = record_keys(head.text)
        for keys in (outer, inner if "data" in outer else frozenset[str]()):
            if "paperAbstract" in keys and "title" in keys:
                return "has the key paperAbstract"
            if "paper_id" in keys and "metadata" not in keys and keys & _S2ORC:
                return f"has the keys paper_id and {sorted(keys & _S2ORC)[0]}"
            if "corpusid" in keys or ("paperId" in keys and keys & {"title", "abstract", "externalIds"}):
                return "has the ids of Semantic Scholar"
        return ""

    def read(self, data: bytes) -> Iterator[ReadItem]:
        """Yields each paper in order; what is broken or is no paper is yielded as such."""
        number = 0
        for record in json_values(json_text(data)):
            if isinstance(record, BrokenRecord):
                number += 1
                yield BrokenRecord(record.message, record=number, line=record.line, hint=record.hint)
                continue
            inner = record.value.get("data") if isinstance(record.value, dict) else None
            for value in inner if isinstance(inner, list) else [record.value]:
                number += 1
                yield _item(JsonRecord(value=value, record=number, line=record.line))


def _item(record: JsonRecord) -> ReadItem:
    entry = object_of(record.value)
    if not entry.keys() & _RECORD_KEYS:
        return Skipped(reason="The record is no paper of Semantic Scholar.", record=record.record, line=record.line)
    paper = _paper(entry)
    if not paper.title and not paper.documents:
        return Skipped(reason="The record has neither a title nor text.", record=record.record, line=record.line)
    return ReadPaper(paper=paper, record=record.record, line=record.line)


def _paper(entry: dict[str, Any]) -> Paper:
    documents, notice = _documents(entry)
    journal = entry.get("journal")
    named = object_of(journal)
    venue = text_of(entry.get("journalName")) or text_of(named.get("name")) or text_of(journal)
    kinds = [kind for name in _types(entry) if (kind := _KINDS.get(name.lower()))]
    place = text_of(entry.get("venue"))
    extra = [("copyright", notice)] if notice else []
    extra += [("field of study", name) for name in _fields(entry)]
    if venue and place and place != venue:
        extra.append(("venue", place))
    return Paper(
        id="",
        title=title_text(text_of(entry.get("title"))),
        authors=authors_of(entry.get("authors")),
        date=_date(entry),
        venue=venue or place,
        volume=text_of(entry.get("journalVolume")) or text_of(named.get("volume")),
        pages=page_range(text_of(entry.get("journalPages")) or text_of(named.get("pages"))),
        kind=kinds[0] if kinds else "article-journal" if venue else "document",
        publication_types=tuple(_types(entry)),
        url=text_of(entry.get("s2Url")) or text_of(entry.get("url")),
        identifiers=_identifiers(entry),
        aliases=_aliases(entry),
        documents=documents,
        extra=(*extra, *_counts(entry)),
    )


def _documents(entry: dict[str, Any]) -> tuple[tuple[Document, ...], str]:
    texts: list[Document] = []
    # The text of a PDF and that of its LaTeX source are two versions of one text.
    for parse in (entry, *(object_of(entry.get(name)) for name in _PARSES)):
        if list_of(parse.get("body_text")) or list_of(parse.get("abstract")):
            document = full_text(parse, origin="S2ORC full text")
            if document and document.sections:
                texts.append(document if document.is_full_text else replace(document, origin="abstract"))
    abstract = raw_of(entry.get("paperAbstract")) or raw_of(entry.get("abstract"))
    own, notice = abstract_documents(abstract)
    return (*own, *texts), notice


def _date(entry: dict[str, Any]) -> PartialDate | None:
    told = text_of(entry.get("publicationDate")) or text_of(entry.get("publicationdate"))
    year = year_of(entry.get("year"))
    return (parse_date(told) if told else None) or (PartialDate(year=year) if year else None)


def _identifiers(entry: dict[str, Any]) -> Identifiers:
    ids = {name.lower(): value for name, value in object_of(entry.get("externalIds")).items()}
    ids |= {name.lower(): value for name, value in object_of(entry.get("externalids")).items()}
    ids |= {name.lower(): value for name, value in object_of(entry.get("identifiers")).items()}
    ids |= {name: entry[name] for name in ("doi", "pmid", "pubmed_id", "pmc_id", "arxiv_id") if entry.get(name)}
    pmcid = text_of(ids.get("pmc_id")) or text_of(ids.get("pubmedcentral")) or text_of(ids.get("pmcid"))
    return Identifiers(
        doi=normal_doi(text_of(ids.get("doi"))),
        pmid=normal_pmid(text_of(ids.get("pmid")) or text_of(ids.get("pubmed_id")) or text_of(ids.get("pubmed"))),
        pmcid=normal_pmcid(pmcid),
        arxiv=normal_arxiv(text_of(ids.get("arxiv_id")) or text_of(ids.get("arxiv"))),
    )


def _aliases(entry: dict[str, Any]) -> tuple[str, ...]:
    hexes = [text_of(entry.get("id")), text_of(entry.get("paperId"))]
    numbers = [text_of(entry.get("corpusid")), text_of(entry.get("corpusId")), text_of(entry.get("paper_id"))]
    return unique((*(f"s2:{value}" for value in hexes if value), *(f"s2orc:{value}" for value in numbers if value)))


def _fields(entry: dict[str, Any]) -> list[str]:
    given = entry.get("fieldsOfStudy") or entry.get("mag_field_of_study")
    return texts_of(given) if isinstance(given, list) else [text for text in (text_of(given),) if text]


def _types(entry: dict[str, Any]) -> list[str]:
    return texts_of(entry.get("publicationTypes") or entry.get("publicationtypes"))


def _counts(entry: dict[str, Any]) -> Iterator[tuple[str, str]]:
    for name, shown in (("inCitations", "citations"), ("outCitations", "references")):
        if isinstance(entry.get(name), list) and entry[name]:
            yield shown, str(len(entry[name]))
    for name, shown in (("acl_id", "acl-anthology"), ("magId", "mag"), ("mag_id", "mag"), ("_pdf_hash", "pdf-sha1")):
        if value := text_of(entry.get(name)):
            yield shown, value
    urls = texts_of(entry.get("pdfUrls"))
    yield from (("pdf", url) for url in urls)
    entities = entry.get("entities")
    if isinstance(entities, list) and entities:
        yield "entities", json.dumps(entities, ensure_ascii=False)[:2000]
