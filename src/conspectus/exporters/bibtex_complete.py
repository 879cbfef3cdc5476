"""What an entry holds beyond what a bibliography prints, for other programs and for reading it back."""

from __future__ import annotations

import re
from collections.abc import Iterator

from conspectus.domain.kept_fields import PEOPLE, RETRACTED, field_name, kept_text
from conspectus.domain.paper import Paper
from conspectus.exporters.bibtex_text import escaped
from conspectus.exporters.record_parts import (
    NOTICE_FIELDS,
    kept_extra,
    keywords_unsaid,
    names_unsaid,
    pages_unsaid,
    parted_extra,
    venue_unsaid,
)

_TYPES = {
    "article-journal": "article", "paper-conference": "inproceedings", "book": "book", "chapter": "incollection",
    "thesis": "phdthesis", "report": "techreport", "dataset": "dataset", "software": "software", "webpage": "online",
    "patent": "patent", "standard": "standard", "manuscript": "unpublished", "pamphlet": "booklet", "periodical":
    "periodical", "entry-encyclopedia": "inreference", "personal_communication": "letter", "motion_picture": "video",
    "song": "audio", "graphic": "artwork", "legislation": "legislation", "legal_case": "jurisdiction",
    "document": "misc",
}  # fmt: skip
_ARTICLES = frozenset({"article-journal", "article-magazine", "article-newspaper"})
_PARTS = frozenset({"paper-conference", "chapter", "entry-encyclopedia"})
# Kinds that readers take for a preprint where there is an arXiv id.
_PERHAPS_PREPRINTS = frozenset({"document", "webpage", "manuscript"})
_ARXIV_VENUE = re.compile(r"\W*(?:arxiv|corr)\b", re.IGNORECASE)
_WEB = re.compile(r"(?:https?|ftp)://[^\s{}\\]+\Z")
_FIELD_NAME = re.compile(r"[A-Za-z][\w:.+-]*\Z")
# Fields that readers understand, so that an odd value of one cannot go back under its name.
_UNDERSTOOD_LISTED = """
    author editor title subtitle booktitle booksubtitle maintitle journal journaltitle journalsubtitle shortjournal
    journal-iso journal_abbr journalabbr abbrev_source_title series year month day date volume number issue pages eid
    article-number art_number articleno publisher institution school organization organisation address location city
    place edition doi url bdsk-url-1 ee link eprint arxivid arxiv eprinttype archiveprefix pmid pubmedid pubmed_id
    pmcid pmc isbn issn eissn language langid keywords keyword author_keywords keywords-plus tags type document_type
    documenttype document-type abstract ids crossref xdata entrysubtype
"""
_UNDERSTOOD = frozenset(_UNDERSTOOD_LISTED.split())


def complete_fields(paper: Paper, key: str, printed: dict[str, str]) -> tuple[str, dict[str, str]]:
    """Gives (entry type, fields): those that a bibliography prints, named as readers know them, and all others.

    Args:
        paper: The paper.
        key: Its key in the file.
        printed: The fields of ``BibtexExporter`` for print.
    """
    own, others = parted_extra(paper, "bibtex")
    unknown = next((value for name, value in own if name == "entry type" and paper.kind == "document"), "")
    is_article = paper.kind in _ARTICLES
    kind = unknown or ("article" if is_article else _TYPES.get(paper.kind, "misc"))
    venue = "journal" if paper.kind not in _PARTS else "booktitle"
    words = "; ".join(paper.keywords) + (";" if len(paper.keywords) == 1 and "," in paper.keywords[0] else "")
    fields = {name: text for name, text in printed.items() if name not in _RENAMED}
    fields |= {
        venue: escaped(paper.venue or paper.venue_short),
        "shortjournal": escaped(paper.venue_short) if paper.venue_short != paper.venue and paper.venue else "",
        "day": str(paper.date.day) if paper.date and paper.date.day else "",
        "number" if is_article else "issue": escaped(paper.issue),
        _publisher_field(paper.kind): escaped(paper.publisher),
        "type": escaped(paper.publication_types[0]) if len(paper.publication_types) == 1 else "",
        "url": printed["url"] if _WEB.match(paper.url) else "",
        "keywords": escaped(words),
        "ids": escaped(", ".join(_other_keys(paper, key))),
        "note": RETRACTED if paper.is_retracted else "",
    }
    kept = [(name, kept_text(paper, name)) for name in _unsaid(paper, key)]
    left = []
    for name, value in own:
        if name in NOTICE_FIELDS or (name == "entry type" and unknown):
            continue
        is_free = _FIELD_NAME.match(name) and name.lower() not in _UNDERSTOOD | {
            n.lower() for n, t in fields.items() if t
        }
        if is_free:
            fields[name] = escaped(value)
        else:
            left.append((name, value))
    kept += kept_extra([*left, *((name, value) for name, value in others if name not in NOTICE_FIELDS)])
    fields |= {field_name(name): escaped(text) for name, text in kept}
    return kind, fields


_RENAMED = frozenset({"journal", "booktitle", "howpublished", "number", "publisher", "school", "institution"})


def _publisher_field(kind: str) -> str:
    return {"thesis": "school", "report": "institution"}.get(kind, "publisher")


def _other_keys(paper: Paper, key: str) -> tuple[str, ...]:
    return paper.keys[1:] if paper.keys and paper.keys[0] == key and not _keys_unsaid(paper, key) else ()


def _keys_unsaid(paper: Paper, key: str) -> bool:
    return bool(paper.keys) and (paper.keys[0] != key or any(re.search(r"[,{}\\]", other) for other in paper.keys))


def _unsaid(paper: Paper, key: str) -> Iterator[str]:
    """The fields of the paper that entries do not hold, or not exactly."""
    arxiv = paper.identifiers.arxiv
    taken_for_preprint = bool(arxiv) and (
        paper.kind in _PERHAPS_PREPRINTS or (paper.kind in _ARTICLES and bool(_ARXIV_VENUE.match(paper.venue)))
    )
    said = paper.kind in _TYPES or (paper.kind == "article" and bool(arxiv))
    for name, unsaid in (
        ("authors", names_unsaid(paper.authors)),
        ("editors", names_unsaid(paper.editors)),
        ("keywords", keywords_unsaid(paper.keywords)),
        ("pages", pages_unsaid(paper.pages)),
        ("kind", not said or taken_for_preprint),
        ("keys", _keys_unsaid(paper, key)),
        ("date", bool(paper.date and paper.date.text)),
        ("url", bool(paper.url) and not _WEB.match(paper.url)),
        ("publication_types", len(paper.publication_types) > 1),
        ("mesh", bool(paper.mesh)),
        ("funding", bool(paper.funding)),
        ("notices", bool(paper.notices)),
        (PEOPLE, True),
        ("paraphrase", paper.paraphrase),
    ):
        if unsaid and kept_text(paper, name):
            yield name
    yield from venue_unsaid(paper)
