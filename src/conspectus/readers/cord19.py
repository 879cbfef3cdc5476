"""CORD-19's JSON parses of papers (``pdf_json`` and ``pmc_json``), one paper in a file or one on each line.

The ``paper_id`` is the SHA-1 of the PDF, or the PMC id; it becomes an alias of the paper, and the PMC id an
identifier too. A parse of a PDF often has no title: the title is then empty, and the text is still read.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from conspectus.domain.identifiers import Identifiers, normal_arxiv, normal_doi, normal_pmcid, normal_pmid
from conspectus.domain.paper import Paper, PartialDate
from conspectus.foundation.errors import BrokenRecord
from conspectus.readers.json_fields import object_of, text_of, year_of
from conspectus.readers.json_records import JsonRecord, json_text, json_values, record_keys
from conspectus.readers.reading import ReadItem, ReadPaper, Skipped
from conspectus.readers.record_fields import title_text
from conspectus.readers.s2orc_text import authors_of, full_text
from conspectus.readers.sniffing import Head

_PARTS = frozenset({"body_text", "bib_entries", "ref_entries", "abstract", "back_matter"})
_METADATA = frozenset({"title", "authors"})


class Cord19Reader:
    """Reads the JSON parses of CORD-19.

    Example:
        >>> items = list(Cord19Reader().read(b'{"paper_id": "PMC1", "metadata": {"title": "Bees", "authors": []},'
        ...     b'"body_text": [{"text": "Bees fly.", "section": "Introduction"}]}'))
        >>> items[0].paper.title
        'Bees'
    """

    name = "cord19"
    label = "CORD-19 JSON"

    def recognise(self, head: Head) -> str:
        """Gives why the content is a parse of CORD-19: its keys; that of unarXive has others inside ``metadata``."""
        if not head.text.lstrip().startswith(("{", "[")):
            return ""
        outer, inner = record_keys(head.text)
        if {"paper_id", "metadata"} <= outer and outer & _PARTS and inner & _METADATA and "authors_parsed" not in inner:
            return "has the keys paper_id, metadata and " + sorted(outer & _PARTS)[0]
        return ""

    def read(self, data: bytes) -> Iterator[ReadItem]:
        """Yields each paper; a record that is no parse, or is broken, is yielded as such."""
        for record in json_values(json_text(data)):
            yield record if isinstance(record, BrokenRecord) else _item(record)


def _item(record: JsonRecord) -> ReadItem:
    parse = object_of(record.value)
    if "metadata" not in parse and not parse.keys() & _PARTS:
        return Skipped(reason="The record is no CORD-19 parse.", record=record.record, line=record.line)
    paper = _paper(parse)
    if not paper.title and not paper.documents:
        return Skipped(reason="The parse has neither a title nor text.", record=record.record, line=record.line)
    return ReadPaper(paper=paper, record=record.record, line=record.line)


def _paper(parse: dict[str, Any]) -> Paper:
    metadata = object_of(parse.get("metadata"))
    own = text_of(parse.get("paper_id"))
    ids = {**metadata, **object_of(metadata.get("identifiers"))}
    document = full_text(parse, origin="CORD-19 full text")
    year = year_of(metadata.get("year"))
    return Paper(
        id="",
        title=title_text(text_of(metadata.get("title"))),
        authors=authors_of(metadata.get("authors")),
        date=PartialDate(year=year) if year else None,
        venue=text_of(metadata.get("venue")),
        kind="article-journal",
        identifiers=Identifiers(
            doi=normal_doi(text_of(ids.get("doi"))),
            pmid=normal_pmid(text_of(ids.get("pmid"))),
            pmcid=normal_pmcid(own) if re.fullmatch(r"PMC\d+", own, re.IGNORECASE) else "",
            arxiv=normal_arxiv(text_of(ids.get("arxiv_id"))),
        ),
        aliases=(own,) if own else (),
        documents=(document,) if document else (),
    )
