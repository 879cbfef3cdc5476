"""The headings that databases and reference managers give to the columns of their tables."""

from __future__ import annotations

import re
from collections.abc import Sequence

from conspectus.foundation.text.normalise import match_key

# Field names are those of ``RecordDraft``; "kind" tells the kind of work, "source" is Embase's venue, volume and pages
# in one. The better heading comes first; case, punctuation and spaces do not count.
_LISTED = """
title: title; article title; document title; item title; primary title; paper title; titles; publication title full;
    titel; titre; citation title; study title; content title; name of article; ti
author: author full names; authors full names; authors full; full author names; authors; author; author names;
    author s; author list; first authors; authors names; creators; creator; autoren; auteurs; author s full names;
    author full name; author authors; au; primary authors
editor: editors; editor; book editors; secondary authors; volume editors; editor s
year: publication year; year; pub year; year of publication; publicationyear; yr; jahr; date published year; py;
    pubyear
date: publication date; date; date published; date of publication; cover date; pubdate; pub date; published;
    publication date print; online publication date; publication date online; alphadate; date of issue; issue date;
    online date; coverdate; entry date; published date; early access date
month: month
day: day
venue: source title; journal; journal title; journal book; publication name; pubtitle; journal name; source title
    anthology title; publication title; secondary title; source publication; full journal; source title journal;
    periodical; journaltitle; venue; source name; container title; publicationtitle; source; so; zeitschrift;
    publication
book_title: book title; booktitle; proceedings title; anthology title; parent title
conference: conference title; conference name; conference; event; meeting title; meeting name
venue_short: abbreviated source title; journal abbreviation; iso abbreviation; journal iso abbreviation; alternate
    title; short journal; alternate journal; journal abbrev
series: series title; series; book series title; tertiary title
volume: volume; journal volume; vol; volume number
issue: issue; journal issue; number; issue number; issue no
pages: pages; page range; pagination; page s; start page end page; page; page numbers
first_page: start page; page start; startpage; first page; begin page; beginning page; spage
last_page: end page; page end; endpage; last page; ending page; epage
article_number: article number; art no; article no; artnum
publisher: publisher; publishers; publisher name
place: publisher location; place published; place of publication; city; publisher city; place; publisher address
    city
edition: edition
issn: issn; issns; print issn; eissn; issn isbn; isbn issn; international standard serial number; electronic issn;
    online issn; e issn; issn print; issn online; issnprint; issnonline; issn l
isbn: isbn; isbns; isbn 13; isbn 10; isbn print; isbn online; eisbn
language: language; language of original document; languages; language of publication; article language
url: url; link; urls; doi link; article url; articleurl; full text link; full text url; fulltexturl; pdf link; uri;
    external url; links; document url; documenturl; source linked; web url; open url link; article link; best access
    link; links to full text; publication url; source url; pubmed url; doc url; docurl; external urls; website
doi: doi; digital object identifier; item doi; electronic resource number; digital object identifier doi; doi
    number; article doi; crossref doi; document object identifier
pmid: pmid; pubmed id; pubmed; pubmedid; medline pmid; pubmed id pmid; pm id; medline id; pubmed number; pubmed pmid
pmcid: pmcid; pmc id; pubmed central id; pmc; pmcid number; pubmed central identifier
arxiv: arxiv; arxiv id; arxivid; arxiv number; eprint
keyword: author keywords; keywords; keyword; index keywords; keywords plus; mesh terms; emtree medical index terms
    major focus; emtree medical index terms; emtree drug index terms major focus; emtree drug index terms; ieee
    terms; subjects; subject; manual tags; automatic tags; tags; identifiers keywords; descriptors; subject terms;
    mesh; identifier keyword; index terms; indexed terms; identifierkeywords; subject headings; fields of study;
    keywords author; emtree terms; mesh headings; key concepts; inspec controlled terms; inspec non controlled
    terms; subject descriptors; schlagworter; stichworter
abstract: abstract; abstract note; abstracts; summary; abstract text; description abstract; ab; zusammenfassung;
    resume; abstractnote; original abstract; abstract s
note: notes; note; extra; research notes; comments
key: citation key; citationkey; bibtexkey; bibtex key; cite key; citekey; label citation key; bibkey; citation label
type: document type; publication type s; publication types; documenttype; article type; subtype description; record
    type
kind: item type; document identifier; reference type; type of reference; content type; publication type; type; ref
    type; source type; entrytype; entry type; document type code; bibliographytype; type of work; sourcetype
funder: funding orgs; funder
"""
HEADINGS: dict[str, tuple[str, int]] = {
    key: (field, rank)
    for field, _, names in (row.partition(":") for row in re.split(r"\n(?=\S)", _LISTED.strip()))
    for rank, key in reversed(list(enumerate(match_key(name) for name in names.split(";"))))
    if key
}
"""A heading's key to its field and its rank among the headings of that field (0 is the best)."""

# Which columns beside a title make a table one of papers.
_OF_PAPERS = frozenset(
    {"author", "year", "date", "abstract", "doi", "pmid", "pmcid", "venue", "keyword", "issn", "isbn"}
)
_TOO_LONG = 80
_MOSTLY_UNIQUE = 0.8
_TWO_LETTERS = frozenset({"PT", "AU", "TI", "SO"})


def field_of(heading: str) -> str:
    """Gives the field that a heading names, or ""."""
    return HEADINGS.get(match_key(heading), ("", 0))[0]


def is_web_of_science(headings: Sequence[str]) -> bool:
    """Tells whether the headings are the two-letter tags of the Web of Science."""
    return _TWO_LETTERS.issubset(heading.strip() for heading in headings)


def worth(headings: Sequence[str]) -> int:
    """Gives how many headings are known, 0 if the row cannot head a table of papers.

    Such a row has a title and at least one more column that papers have; no cell of it is a sentence.
    """
    cells = [heading.strip() for heading in headings]
    if len(cells) < 2 or any(len(cell) > _TOO_LONG for cell in cells):
        return 0
    if is_web_of_science(cells):
        return len(cells)
    named = [cell for cell in cells if cell]
    if len(set(named)) < len(named) * _MOSTLY_UNIQUE:
        return 0
    fields = [field for cell in named if (field := field_of(cell))]
    if "title" not in fields or not _OF_PAPERS & set(fields) or fields.count("title") > 2:
        return 0
    return len(fields)
