"""Papers from BibTeX and BibLaTeX files."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from conspectus.domain.identifiers import Identifiers, normal_arxiv, normal_doi, normal_pmcid, normal_pmid
from conspectus.domain.kept_fields import ABSTRACT, PREFIX, RETRACTED, with_kept
from conspectus.domain.paper import Author, Paper, PartialDate, unique
from conspectus.foundation.errors import BrokenRecord
from conspectus.foundation.text.normalise import clean_text, match_key, one_line
from conspectus.readers.bibtex_entries import BibEntry, bib_entries
from conspectus.readers.bibtex_names import bibtex_names
from conspectus.readers.crossref_fields import with_inherited
from conspectus.readers.decoding import decode
from conspectus.readers.dialects import bibtex_dialect
from conspectus.readers.inline_markup import plain
from conspectus.readers.latex_text import latex_to_text
from conspectus.readers.notices import told_notices
from conspectus.readers.partial_dates import month_number, parse_date
from conspectus.readers.pubmed_terms import normal_language
from conspectus.readers.reading import ReadItem, ReadPaper, Skipped
from conspectus.readers.record_fields import (
    abstract_documents,
    arxiv_in,
    doi_in,
    isbns_in,
    issns_in,
    page_range,
    pmcid_in,
    pmid_in,
    split_keywords,
    title_text,
)
from conspectus.readers.sniffing import Head

_KINDS = {
    "article": "article-journal", "suppperiodical": "article-journal", "inproceedings": "paper-conference",
    "conference": "paper-conference", "incollection": "chapter", "inbook": "chapter", "suppbook": "chapter",
    "suppcollection": "chapter", "bookinbook": "chapter", "book_section": "chapter", "inreference":
    "entry-encyclopedia", "book": "book", "mvbook": "book", "booklet": "pamphlet", "collection": "book",
    "mvcollection": "book", "proceedings": "book", "mvproceedings": "book", "reference": "book", "mvreference":
    "book", "manual": "report", "techreport": "report", "report": "report", "phdthesis": "thesis", "mastersthesis":
    "thesis", "bachelorsthesis": "thesis", "thesis": "thesis", "unpublished": "manuscript", "preprint": "article",
    "online": "webpage", "electronic": "webpage", "www": "webpage", "web": "webpage", "web_page": "webpage",
    "dataset": "dataset", "data": "dataset", "software": "software", "patent": "patent", "standard": "standard",
    "periodical": "periodical", "magazine": "article-magazine", "magazine_article": "article-magazine",
    "newspaper": "article-newspaper", "newspaper_article": "article-newspaper", "letter": "personal_communication",
    "presentation": "speech", "video": "motion_picture", "movie": "motion_picture", "film": "motion_picture",
    "audio": "song", "music": "song", "image": "graphic", "artwork": "graphic", "legislation": "legislation",
    "jurisdiction": "legal_case", "misc": "document", "generic": "document",
}  # fmt: skip
_PARTS = frozenset({"paper-conference", "chapter", "entry-encyclopedia"})
_SUBTYPES = {"magazine": "article-magazine", "newspaper": "article-newspaper"}
# Names that LaTeX's babel has for languages beside the English ones.
_BABEL = {
    "ngerman": "de", "austrian": "de", "naustrian": "de", "american": "en", "british": "en", "usenglish": "en",
    "ukenglish": "en", "brazil": "pt", "brazilian": "pt", "portuges": "pt", "francais": "fr", "mexican": "es",
}  # fmt: skip
# Entries that hold data for other entries, and are no papers themselves.
_HELPERS = {"xdata": "data that other entries inherit", "set": "a set of other entries"}
_ENTRY = re.compile(
    r"^[ \t]*@[ \t]*(?P<type>[A-Za-z][\w:+-]*)[ \t]*(?P<bracket>[{(])\s*(?P<key>[^\s,={}]*)\s*(?P<next>[,=]|\s)", re.M
)
_FIELD_LINE = re.compile(r"[,{(\s][ \t]*[A-Za-z][\w:+-]*\s*=\s*[{\"\w]")
# What bibliographies without an entry have: JabRef's comments, a macro, a preamble.
_META = re.compile(
    r"\s*@\s*(?:comment\s*\{\s*jabref|string\s*[{(]\s*[\w:+-]+\s*=|preamble\s*[{(]\s*[{\"])", re.IGNORECASE
)
_VERBATIM = re.compile(r"\\([_%&#~$])|[{}]|\\url\b")
_SUBTITLE_JOIN = re.compile(r"[?!.:]\Z")


class BibtexReader:
    r"""Reads BibTeX and BibLaTeX: macros, cross-references, LaTeX in values, names by BibTeX's rules.

    Example:
        >>> item = next(BibtexReader().read(b'@article{k, title = {On {DNA}}, author = {G{\\"o}del, Kurt}}'))
        >>> item.paper.title, item.paper.authors[0].family
        ('On DNA', 'Gödel')
    """

    name = "bibtex"
    label = "BibTeX / BibLaTeX"

    def recognise(self, head: Head) -> str:
        """Gives "has an @article entry" (or another type) if a line opens an entry that goes on with fields."""
        # Fenced blocks are documentation that shows how to cite, not somebody's library.
        if head.is_xml or "```" in head.text:
            return ""
        for found in _ENTRY.finditer(head.text):
            kind = found.group("type").lower()
            if kind in ("string", "preamble", "comment", "prefix", "base"):
                if _META.match(head.text, found.start()):
                    return "has BibTeX's macros or comments"
                continue
            has_key = bool(found.group("key")) and found.group("next") == ","
            has_fields = bool(_FIELD_LINE.search(head.text, found.start("bracket"), found.end() + 2000))
            is_braced = found.group("bracket") == "{"
            if kind in _KINDS or kind in _HELPERS:
                if has_key or (is_braced and has_fields and found.group("next") in ",="):
                    return f"has an @{kind} entry"
            elif is_braced and has_key and has_fields:
                return f"has an @{kind} entry"
        return ""

    def dialect(self, head: Head) -> str:
        """Gives the program or database that wrote the file, "" if nothing tells."""
        return bibtex_dialect(head.text)

    def read(self, data: bytes) -> Iterator[ReadItem]:
        """Yields the papers in order; an entry that does not close, or says nothing, is broken."""
        items = list(bib_entries(decode(data).text))
        if not items:
            yield Skipped(reason="the file holds comments or macros, and no entry")
        by_key: dict[str, BibEntry] = {}
        for item in items:
            if isinstance(item, BibEntry) and item.key:
                by_key.setdefault(item.key, item)
                by_key.setdefault(item.key.lower(), item)
        for item in items:
            if isinstance(item, BrokenRecord):
                yield item
            elif item.type in _HELPERS:
                reason = f"@{item.type} {item.key!r} is {_HELPERS[item.type]}"
                yield Skipped(reason=reason, record=item.number, line=item.line)
            else:
                yield _read_entry(item, by_key)


def _read_entry(entry: BibEntry, by_key: dict[str, BibEntry]) -> ReadItem:
    # An entry without any field inherits nothing; it is told at once, since there are files of nothing else.
    paper = _Fields(with_inherited(entry, by_key)).paper() if entry.fields else Paper(id="")
    if paper.title or paper.authors or paper.editors or paper.identifiers != Identifiers():
        return ReadPaper(paper=paper, record=entry.number, line=entry.line)
    return BrokenRecord(
        f"The entry {entry.key!r} has no title, no author and no identifier.",
        record=entry.number,
        line=entry.line,
        hint="Complete the entry in the program that wrote it, and export it again.",
    )


class _Fields:
    """An entry's fields, each taken once; what nobody takes goes to ``extra`` under its own name."""

    def __init__(self, entry: BibEntry) -> None:
        self.entry = entry
        pairs = [(name, value) for name, value in entry.fields if value.strip()]
        self.kept = {
            name.lower().removeprefix(PREFIX).replace("-", "_"): latex_to_text(value)
            for name, value in pairs
            if name.lower().startswith(PREFIX)
        }
        self.left = [(name, value) for name, value in pairs if not name.lower().startswith(PREFIX)]
        if "notices" in self.kept:
            self.left = [pair for pair in self.left if pair != ("note", RETRACTED)]
        self.extra: list[tuple[str, str]] = []

    def raw(self, *names: str) -> str:
        """Gives the first value of the names in their order; other values that differ go to ``extra``."""
        given = [(n, v) for name in names for n, v in self.left if n.lower() == name]
        self.left = [(n, v) for n, v in self.left if n.lower() not in names]
        if not given:
            return ""
        best = match_key(given[0][1])
        self.extra.extend((n, _text(v)) for n, v in given[1:] if match_key(v) != best)
        return given[0][1]

    def text(self, *names: str) -> str:
        """Gives the first value of the names as one line of Unicode text."""
        return _text(self.raw(*names))

    def peek(self, *names: str) -> list[str]:
        """Gives the values of the names without taking them, addresses readable."""
        return [_address(value) for n, value in self.left if n.lower() in names]

    def paper(self) -> Paper:
        entry = self.entry
        notes = self.peek("note", "url", "howpublished", "annote", "journal", "ee", "eprint", "bdsk-url-1", "pages")
        identifiers = self.identifiers(notes)
        kind = self.kind(identifiers)
        title = title_text(self.titled("title", "subtitle") or (self.text("booktitle") if kind == "book" else ""))
        documents, notice = abstract_documents(
            clean_text(latex_to_text(self.raw("abstract"))), outline=self.kept.pop(ABSTRACT, "")
        )
        if notice:
            self.extra.append(("abstract notice", one_line(notice)))
        types = unique([self.text("type"), self.text("document_type", "documenttype", "document-type")])
        venue, venue_short, series = self.venue(kind)
        paper = Paper(
            id="",
            title=title,
            authors=self.names("author"),
            editors=self.names("editor"),
            date=self.date(),
            venue=venue,
            venue_short=venue_short,
            series=series,
            volume=self.text("volume"),
            issue=self.issue(kind),
            pages=self.pages(),
            publisher=self.text("publisher", "institution", "school", "organization", "organisation"),
            place=self.text("address", "location", "city", "place"),
            edition=self.text("edition"),
            issn=unique([*issns_in(self.raw("issn")), *issns_in(self.raw("eissn"))]),
            kind=kind,
            publication_types=types,
            language=self.language(),
            url=self.url(),
            identifiers=identifiers,
            keywords=unique(
                word
                for name in ("keywords", "keyword", "author_keywords", "keywords-plus", "tags")
                for word in split_keywords(latex_to_text(self.raw(name)), commas=True)
            ),
            notices=told_notices(title, types, self.peek("note")),
            keys=unique([entry.key, *(key.strip() for key in self.raw("ids").split(","))]),
            documents=documents,
        )
        rest = [(name, _text(value)) for name, value in self.left]
        paper = replace(paper, extra=tuple(dict.fromkeys(pair for pair in (*self.extra, *rest) if pair[1])))
        return with_kept(paper, self.kept.items())

    def kind(self, identifiers: Identifiers) -> str:
        written = self.entry.type
        kind = _KINDS.get(written, "")
        if not kind:
            self.extra.append(("entry type", written))
        subtype = self.entry.get("entrysubtype").lower()
        if kind == "article-journal" and subtype in _SUBTYPES:
            return _SUBTYPES[subtype]
        bare = kind in ("document", "webpage", "manuscript") or (kind == "article-journal" and self.is_arxiv_venue())
        return "article" if bare and identifiers.arxiv else kind or "document"

    def is_arxiv_venue(self) -> bool:
        venue = self.entry.get("journal") or self.entry.get("journaltitle")
        return bool(re.match(r"\W*(?:arxiv|corr)\b", venue, re.IGNORECASE))

    def identifiers(self, notes: list[str]) -> Identifiers:
        given = _address(self.raw("doi"))
        doi = normal_doi(given)
        if given and not doi:
            self.extra.append(("doi", given))
        pmid = normal_pmid(_text(self.raw("pmid", "pubmedid", "pubmed_id")))
        pmcid = normal_pmcid(_text(self.raw("pmcid", "pmc")))
        eprint = _address(self.raw("eprint", "arxivid", "arxiv"))
        scheme = self.raw("eprinttype", "archiveprefix").strip().lower()
        arxiv = ""
        if eprint and scheme in ("pubmed", "pmid"):
            pmid = pmid or normal_pmid(eprint)
        elif eprint and scheme in ("", "arxiv"):
            arxiv = normal_arxiv(eprint)
        if eprint and not arxiv and scheme not in ("pubmed", "pmid"):
            self.extra.append(("eprint", f"{scheme}:{eprint}" if scheme else eprint))
        isbns = self.raw("isbn")
        found = isbns_in(isbns)
        if isbns and not found:
            self.extra.append(("isbn", _text(isbns)))
        doi = doi or doi_in(notes)
        if not arxiv and doi.startswith("10.48550/arxiv."):
            arxiv = normal_arxiv(doi.removeprefix("10.48550/"))
        return Identifiers(
            doi=doi,
            pmid=pmid or pmid_in(notes),
            pmcid=pmcid or pmcid_in(notes),
            arxiv=arxiv or arxiv_in(notes),
            isbn=found,
        )

    def titled(self, name: str, subname: str) -> str:
        """Gives a title with its subtitle."""
        title, subtitle = self.text(name), self.text(subname)
        if not title or not subtitle:
            return title or subtitle
        return f"{title} {subtitle}" if _SUBTITLE_JOIN.search(title) else f"{title}: {subtitle}"

    def venue(self, kind: str) -> tuple[str, str, str]:
        """Gives (venue, abbreviated venue, series)."""
        short = self.text("shortjournal", "journal-iso", "journal_abbr", "journalabbr", "abbrev_source_title")
        series = self.text("series")
        if kind in _PARTS:
            venue = self.titled("booktitle", "booksubtitle") or self.text("journaltitle", "journal", "maintitle")
        else:
            venue = self.titled("journaltitle", "journalsubtitle") or self.text("journal", "booktitle")
        if short and not venue:
            venue, short = short, ""
        return venue, short if short != venue else "", series

    def names(self, name: str) -> tuple[Author, ...]:
        return bibtex_names(self.raw(name))

    def issue(self, kind: str) -> str:
        if kind.startswith("article"):
            return self.text("number", "issue")
        return self.text("issue")

    def language(self) -> str:
        written = self.text("language", "langid")
        return _BABEL.get(written.lower()) or normal_language(written)

    def pages(self) -> str:
        pages = page_range(self.text("pages"))
        return pages or self.text("eid", "article-number", "art_number", "articleno")

    def date(self) -> PartialDate | None:
        written, year = self.text("date"), self.text("year")
        month, day = self.text("month").strip(" .,"), self.text("day")
        for name, value in (("date", written), ("year", year)):
            date = parse_date(value) if value else None
            if value and date is None:
                self.extra.append((name, value))
            if date is not None:
                break
        else:
            if month:
                self.extra.append(("month", f"{month} {day}".strip()))
            return None
        if date.month is None and month:
            finer = parse_date(f"{month} {day}", year=date.year) if not month.isdecimal() else None
            number = finer.month if finer else month_number(month)
            last = int(day) if day.isdecimal() and 1 <= int(day) <= 31 else finer.day if finer else None
            note = date.text or (finer.text if finer else "")
            return replace(date, month=number, day=last if number else None, text=note)
        return date

    def url(self) -> str:
        addresses = [
            (name, _address(value)) for name, value in self.left if name.lower() in ("url", "bdsk-url-1", "ee", "link")
        ]
        best = next((value for _, value in addresses if re.match(r"(?:https?|ftp)://\S+\Z", value)), "")
        if best:
            self.left = [(n, v) for n, v in self.left if n.lower() not in ("url", "bdsk-url-1", "ee", "link")]
            self.extra.extend((name, value) for name, value in addresses if value != best)
            return best
        published = _address(next(iter(v for n, v in self.left if n.lower() == "howpublished"), ""))
        found = re.fullmatch(r"(?:available at:?\s*)?(https?://\S+?)\.?", published, re.IGNORECASE)
        if found:
            self.raw("howpublished")
            return found.group(1)
        return ""


def _text(value: str) -> str:
    return one_line(plain(latex_to_text(value)))


def _address(value: str) -> str:
    r"""Gives an address or identifier without braces, ``\url`` and the backslashes before special characters."""
    value = value.replace("\\textasciitilde", "~").replace("\\_", "_")
    return one_line(_VERBATIM.sub(lambda found: found.group(1) or "", value))
