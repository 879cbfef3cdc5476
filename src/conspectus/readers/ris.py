"""Papers from RIS files, in the dialects of reference managers and databases."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from conspectus.domain.identifiers import Identifiers, normal_arxiv, normal_doi, normal_pmcid, normal_pmid
from conspectus.domain.kept_fields import ABSTRACT, RETRACTED, kept_pair, with_kept
from conspectus.domain.paper import Author, Paper, PartialDate, unique
from conspectus.foundation.errors import BrokenRecord
from conspectus.foundation.text.normalise import match_key, one_line
from conspectus.readers.author_lists import is_comma_list, parse_names
from conspectus.readers.decoding import decode
from conspectus.readers.dialects import ris_dialect
from conspectus.readers.empty_runs import empty_records
from conspectus.readers.inline_markup import plain
from conspectus.readers.names import parse_name
from conspectus.readers.notices import told_notices
from conspectus.readers.partial_dates import parse_date
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
from conspectus.readers.ris_records import EmptyRun, RisRecord, Stray, looks_like_ris, ris_records
from conspectus.readers.sniffing import Head

_KINDS = {
    "ABST": "article-journal", "ADVS": "motion_picture", "ANCIENT": "classic", "ART": "graphic", "BILL": "bill",
    "BLOG": "post-weblog", "BOOK": "book", "CASE": "legal_case", "CHAP": "chapter", "COMP": "software",
    "CONF": "paper-conference", "CPAPER": "paper-conference", "CTLG": "book", "DATA": "dataset", "DBASE": "dataset",
    "DICT": "entry-dictionary", "EBOOK": "book", "ECHAP": "chapter", "EDBOOK": "book", "EJOUR": "article-journal",
    "ELEC": "webpage", "ENCYC": "entry-encyclopedia", "GOVDOC": "report", "HEAR": "hearing", "ICOMM":
    "personal_communication", "INPR": "article-journal", "JFULL": "article-journal", "JOUR": "article-journal",
    "LEGAL": "legislation", "MANSCPT": "manuscript", "MAP": "map", "MGZN": "article-magazine", "MPCT":
    "motion_picture", "MULTI": "webpage", "MUSIC": "musical_score", "NEWS": "article-newspaper", "PAMP": "pamphlet",
    "PAT": "patent", "PCOMM": "personal_communication", "PREP": "article", "PREPRINT": "article", "RPRT": "report",
    "SER": "book", "SLIDE": "speech", "SOUND": "song", "STAND": "standard", "STAT": "legislation", "STD": "standard",
    "THES": "thesis", "UNBILL": "bill", "UNPB": "manuscript", "UNPD": "manuscript", "VIDEO": "motion_picture",
    "WEB": "webpage", "GEN": "document", "GENERIC": "document",
}  # fmt: skip
_PARTS = frozenset({"chapter", "paper-conference", "entry-dictionary", "entry-encyclopedia"})
_BOOKS = frozenset({"book", "report", "thesis"})
_LONG_LIST = 4
# A comma behind a whole name of several words marks a body, as EndNote writes it; braces do too.
_BODY = re.compile(r"[^,;\n{}]+\s[^,;\n{}]+,\Z|\{[^{}\n]+\}\Z")


class RisReader:
    r"""Reads RIS as written by EndNote, Zotero, Mendeley, Scopus, Web of Science, Embase, Ovid, PubMed and others.

    Example:
        >>> item = next(RisReader().read(b"TY  - JOUR\nTI  - A title\nER  - \n"))
        >>> item.paper.title
        'A title'
    """

    name = "ris"
    label = "RIS"

    def recognise(self, head: Head) -> str:
        """Gives "has TY tags" if a record opens among the first lines and has a second tag."""
        if head.is_xml:
            return ""
        lines = [line.lstrip("\ufeff") for line in head.lines]
        first = next((line for line in lines if line.strip()), "")
        if re.match(r"%[0-9A-Z] |PMID-|FN [A-Z]|PT [A-Z]|@\w+\s*[{(]", first):
            return ""
        for place, line in enumerate(lines):
            if re.match(r"PMID ?- |%0 |PT [A-Z]\b", line):
                return ""
            if looks_like_ris(line):
                tag = re.compile(r"\s{0,4}[A-Za-z][A-Za-z0-9]{1,3}\s{0,4}-(?:\s|\Z)")
                return "has TY tags" if any(tag.match(other) for other in lines[place + 1 : place + 8]) else ""
        return ""

    def dialect(self, head: Head) -> str:
        """Gives the program or database that wrote the file, "" if nothing tells."""
        return ris_dialect(head.text)

    def read(self, data: bytes) -> Iterator[ReadItem]:
        """Yields the papers in order; a record without title, author and identifier is broken."""
        for found in ris_records(decode(data).text):
            if isinstance(found, EmptyRun):
                yield empty_records(found.count, record=found.number, line=found.line)
                continue
            if isinstance(found, Stray):
                start = one_line(found.text)[:60]
                yield Skipped(reason=f"text outside of records, beginning {start!r}", line=found.line)
                continue
            # A record without any field is told at once: there are files of nothing else.
            paper = _Fields(found).paper() if found.fields else None
            if paper is not None and (paper.identifiers != Identifiers() or paper.title or paper.authors):
                yield ReadPaper(paper=paper, record=found.number, line=found.line)
            else:
                yield BrokenRecord(
                    "The record has no title, no author and no identifier.",
                    record=found.number,
                    line=found.line,
                    hint="Look it up in the program that exported it, and export it again.",
                )


class _Fields:
    """A record's fields, each taken once; what nobody takes goes to ``extra``."""

    def __init__(self, record: RisRecord) -> None:
        self.record = record
        pairs = [(tag, value) for tag, value in record.fields if value.strip()]
        self.kept = dict(pair for tag, value in pairs if tag == "U5" and (pair := kept_pair(value)))
        self.left = [(tag, value) for tag, value in pairs if tag != "U5" or not kept_pair(value)]
        if "notices" in self.kept:
            self.left = [pair for pair in self.left if pair != ("N1", RETRACTED)]
        self.extra: list[tuple[str, str]] = []

    def take(self, *tags: str) -> list[str]:
        """Gives the values of the tags, in the order of the tags, and removes them."""
        found = [value for tag in tags for name, value in self.left if name == tag]
        self.left = [(name, value) for name, value in self.left if name not in tags]
        return found

    def first(self, *tags: str) -> str:
        """Gives the first value as one plain line; further, different values go to ``extra``."""
        given = [(tag, one_line(plain(value))) for tag in tags for name, value in self.left if name == tag]
        self.left = [(name, value) for name, value in self.left if name not in tags]
        given = [(tag, value) for tag, value in given if value]
        if not given:
            return ""
        best = given[0][1]
        self.extra.extend((tag, value) for tag, value in given[1:] if match_key(value) != match_key(best))
        return best

    def peek(self, *tags: str) -> list[str]:
        """Gives the values of the tags without removing them."""
        return [value for name, value in self.left if name in tags]

    def paper(self) -> Paper:
        kind = self.kind()
        notes = self.peek("N1", "U1", "U2", "U3", "U4", "U5", "M1", "M3", "UR", "L1", "L2", "L3", "LK", "AN", "ID")
        identifiers = self.identifiers(notes)
        title = title_text(self.first("TI", "T1", "CT", *(("BT",) if kind in _BOOKS else ()), "TT"))
        short = self.first("ST")
        if short and not title:
            title = title_text(short)
        elif short and match_key(short) != match_key(title):
            self.extra.append(("ST", short))
        venue, venue_short, series = self.venue(kind)
        pages = self.pages()
        documents, notice = abstract_documents(self.abstract(), outline=self.kept.pop(ABSTRACT, ""))
        if notice:
            self.extra.append(("abstract notice", one_line(notice)))
        types = unique(one_line(value) for value in self.take("M3", "PT"))
        url = self.url()
        paper = Paper(
            id="",
            title=title,
            authors=self.authors("AU", "A1"),
            editors=self.authors("A2", "ED"),
            date=self.date(),
            venue=venue,
            venue_short=venue_short,
            series=series,
            volume=self.first("VL", "VO"),
            issue=self.issue(kind, pages),
            pages=pages,
            publisher=self.first("PB"),
            place=self.first("CY", "PP"),
            edition=self.first("ET") if kind not in ("article-journal",) else "",
            issn=self.issn(),
            kind=kind,
            publication_types=types,
            language=normal_language(self.first("LA")),
            url=url,
            identifiers=identifiers,
            keywords=unique(word for value in self.take("KW", "DE") for word in split_keywords(value)),
            notices=told_notices(title, types, notes),
            keys=unique(one_line(value) for value in self.take("ID", "LB")),
            documents=documents,
        )
        return self.with_extra(paper)

    def with_extra(self, paper: Paper) -> Paper:
        rest = [(tag, one_line(plain(value))) for tag, value in self.left]
        paper = replace(paper, extra=tuple(dict.fromkeys(pair for pair in (*self.extra, *rest) if pair[1])))
        return with_kept(paper, self.kept.items())

    def kind(self) -> str:
        written = self.record.type.strip().upper()
        kind = _KINDS.get(written)
        if kind is None and written:
            self.extra.append(("TY", self.record.type.strip()))
        return kind or "document"

    def identifiers(self, notes: list[str]) -> Identifiers:
        given = self.take("DO", "DI")
        doi = next((doi for value in given if (doi := normal_doi(value))), "")
        self.extra.extend(("DO", one_line(value)) for value in given if not normal_doi(value))
        for value in self.peek("M3"):
            if (bare := normal_doi(value)) and not match_key(value).startswith("http"):
                doi = doi or bare
                self.left.remove(("M3", value))
        accessions = self.peek("AN")
        from_medline = bool(re.search(r"medline|pubmed|\bnlm\b", " ".join(self.peek("DB", "DP")), re.IGNORECASE))
        in_scopus = any("scopus" in value.lower() for value in self.peek("DB"))
        pmid = next((p for value in self.take("PMID") if (p := normal_pmid(value))), "") or pmid_in(notes)
        for tag, trusted in (("AN", from_medline), ("C2", in_scopus)):
            for value in self.peek(tag):
                bare = value.strip()
                if trusted and re.fullmatch(r"[1-9]\d{4,7}", bare):
                    pmid = pmid or bare
                    self.left.remove((tag, value))
        pmcids = [value for value in (*accessions, *self.peek("C2")) if re.fullmatch(r"PMC\d{3,9}", value.strip())]
        isbn = unique(found for value in self.peek("SN", "BN") for found in isbns_in(value))
        arxiv = next((a for value in self.take("ARXI") if (a := normal_arxiv(value))), "") or arxiv_in(
            [*notes, *self.peek("JO", "JF", "T2", "PB")]
        )
        pmcid = (
            next((p for v in self.take("PMCI") if (p := normal_pmcid(v))), "")
            or next(iter(pmcids), "").strip()
            or pmcid_in(self.peek("U1", "U2", "N1", "UR", "L1", "L2"))
        )
        # A value that is nothing but one of these has its home now.
        told = {("AN", f"PMID: {pmid}"), ("AN", f"arXiv:{arxiv}"), ("AN", pmcid), ("C2", pmcid)}
        self.left = [(tag, value) for tag, value in self.left if (tag, value.strip()) not in told]
        return Identifiers(doi=doi or doi_in(notes), pmid=pmid, pmcid=pmcid, arxiv=arxiv, isbn=isbn)

    def issn(self) -> tuple[str, ...]:
        found: list[str] = []
        for value in self.take("SN", "BN"):
            numbers = issns_in(value)
            found.extend(numbers)
            if not numbers and not isbns_in(value):
                self.extra.append(("SN", one_line(value)))
        return unique(found)

    def authors(self, *tags: str) -> tuple[Author, ...]:
        values = [(tag, value) for tag, value in self.left if tag in tags]
        self.left = [(tag, value) for tag, value in self.left if tag not in tags]
        found: list[Author | None] = []
        for tag, value in values:
            text = plain(value)
            if _BODY.match(text.strip()):
                found.append(parse_name(f"{{{text.strip().strip('{},')}}}"))
            elif ";" not in text and "\n" not in text and is_comma_list(text):
                found.extend(parse_names(text))
            elif text.count(",") >= _LONG_LIST and ";" not in text and "\n" not in text:
                self.extra.append((tag, one_line(text)))
            else:
                found.extend(map(parse_name, re.split(r"\s*[;\n]\s*", text)))
        return tuple(dict.fromkeys(author for author in found if author is not None))

    def date(self) -> PartialDate | None:
        given = [(tag, value) for tag in ("PY", "Y1", "DA", "YR") for name, value in self.left if name == tag]
        self.left = [pair for pair in self.left if pair[0] not in ("PY", "Y1", "DA", "YR")]
        best: PartialDate | None = None
        for tag, value in given:
            date = parse_date(value, year=best.year if best else None)
            if date is None:
                self.extra.append((tag, one_line(value)))
            elif best is None or (date.year == best.year and _precision(date) > _precision(best)):
                best = date
            elif date.year != best.year:
                self.extra.append((tag, one_line(value)))
        return best

    def venue(self, kind: str) -> tuple[str, str, str]:
        """Gives (venue, abbreviated venue, series)."""
        if kind in _BOOKS:
            series = self.first("T2", "T3", "JF", "JO")
            return "", "", series
        if kind in _PARTS:
            full = self.first("BT", "T2", "C3", "JF", "JO", "SO")
        else:
            full = self.first("JF", "T2", "JO", "BT", "SO")
        short = self.first("JA", "J2", "J1")
        # JO is the full name for some programs and the abbreviation for others.
        for tag, value in list(self.extra):
            if tag == "JO" and not short and len(value) < len(full):
                short = value
                self.extra.remove((tag, value))
        if short == full:
            short = ""
        return full or short, short if full else "", self.first("T3")

    def pages(self) -> str:
        first, last = self.first("SP"), self.first("EP")
        pages = page_range(first, last)
        if not pages and (first or last):
            self.extra.append(("SP", f"{first} {last}".strip()))
        return pages or page_range(self.first("C7"))

    def issue(self, kind: str, pages: str) -> str:
        issue = self.first("IS", "CP")
        number = one_line(next(iter(self.peek("M1")), ""))
        if not issue and kind == "article-journal" and pages and re.fullmatch(r"\d{1,3}(?:[-/]\d{1,3})?", number):
            issue = self.first("M1")
        return issue

    def url(self) -> str:
        addresses = [
            (tag, piece)
            for tag in ("UR", "LK", "L2", "L1")
            for name, value in self.left
            if name == tag
            for piece in re.split(r"[\s;]+(?=https?://)", value.strip())
        ]
        best = next((piece for _, piece in addresses if re.match(r"https?://\S+\Z", piece)), "")
        if best:
            self.left = [(n, v) for n, v in self.left if n not in ("UR", "LK", "L2", "L1")]
            self.extra.extend((tag, one_line(piece)) for tag, piece in addresses if piece != best)
        return best

    def abstract(self) -> str:
        paragraphs = self.take("AB")
        others = self.take("N2")
        if not paragraphs:
            return "\n\n".join(others)
        if others:
            known = match_key(" ".join(paragraphs))
            self.extra.extend(("N2", one_line(plain(other))) for other in others if match_key(other) not in known)
        return "\n\n".join(paragraphs)


def _precision(date: PartialDate) -> int:
    return (date.month is not None) + (date.day is not None)
