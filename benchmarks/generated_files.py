"""Files of the bibliographic formats, made from made-up records, for readers to read."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from xml.sax.saxutils import escape

from benchmarks.synthetic_abstracts import MadeRecord


def ris_file(records: Sequence[MadeRecord]) -> bytes:
    """Gives the records as RIS."""
    return "".join(_ris(record) for record in records).encode()


def write_ris(path: Path, records: Iterable[MadeRecord]) -> None:
    """Writes the records as RIS, one at a time."""
    with path.open("w", encoding="utf-8", newline="") as file:
        file.writelines(_ris(record) for record in records)


def bibtex_file(records: Sequence[MadeRecord]) -> bytes:
    """Gives the records as BibTeX."""
    return "\n".join(_bibtex(record) for record in records).encode()


def medline_file(records: Sequence[MadeRecord]) -> bytes:
    """Gives the records as PubMed saves them in the format PubMed."""
    return "\n".join(_medline(record) for record in records).encode()


def pubmed_xml_file(records: Sequence[MadeRecord]) -> bytes:
    """Gives the records as a PubmedArticleSet."""
    body = "\n".join(_pubmed(record) for record in records)
    return f'<?xml version="1.0" encoding="UTF-8"?>\n<PubmedArticleSet>\n{body}\n</PubmedArticleSet>\n'.encode()


def jats_file(records: Sequence[MadeRecord]) -> bytes:
    """Gives the records as JATS articles with full text, whose sections are the abstracts of all the others in turn."""
    body = "\n".join(_jats(at, records) for at in range(len(records)))
    return f'<?xml version="1.0" encoding="UTF-8"?>\n<articles>\n{body}\n</articles>\n'.encode()


FILES: dict[str, Callable[[Sequence[MadeRecord]], bytes]] = {
    "ris": ris_file,
    "bibtex": bibtex_file,
    "medline": medline_file,
    "pubmed_xml": pubmed_xml_file,
    "jats": jats_file,
}


def _ris(record: MadeRecord) -> str:
    fields = [
        ("TY", "JOUR"),
        ("TI", record.title),
        *(("AU", f"{family}, {given}") for family, given in record.authors),
        ("PY", str(record.year)),
        ("JO", record.journal),
        ("AB", record.abstract),
        *(("KW", keyword) for keyword in record.keywords),
        ("DO", record.doi),
        ("ER", ""),
    ]
    return "".join(f"{tag}  - {value}\n" for tag, value in fields) + "\n"


def _bibtex(record: MadeRecord) -> str:
    authors = " and ".join(f"{family}, {given}" for family, given in record.authors)
    abstract = record.abstract.replace("%", r"\%")
    return (
        f"@article{{made{record.number},\n  title = {{{record.title}}},\n  author = {{{authors}}},\n"
        f"  year = {{{record.year}}},\n  journal = {{{record.journal}}},\n  abstract = {{{abstract}}},\n"
        f"  keywords = {{{', '.join(record.keywords)}}},\n  doi = {{{record.doi}}}\n}}\n"
    )


def _medline(record: MadeRecord) -> str:
    fields = [
        ("PMID", str(10_000_000 + record.number)),
        ("DP", str(record.year)),
        ("TI", f"{record.title}."),
        ("LID", f"{record.doi} [doi]"),
        ("AB", record.abstract),
        *(("FAU", f"{family}, {given}") for family, given in record.authors),
        ("LA", "eng"),
        ("PT", "Journal Article"),
        ("JT", record.journal),
        *(("OT", keyword) for keyword in record.keywords),
    ]
    return "".join(f"{tag:<4}- {_wrapped(value)}\n" for tag, value in fields)


def _wrapped(value: str, width: int = 80) -> str:
    lines, line = [], ""
    for word in value.split(" "):
        if line and len(line) + len(word) >= width:
            lines.append(line)
            line = word
        else:
            line = f"{line} {word}" if line else word
    return "\n      ".join([*lines, line])


def _pubmed(record: MadeRecord) -> str:
    authors = "".join(
        f'<Author ValidYN="Y"><LastName>{escape(family)}</LastName><ForeName>{escape(given)}</ForeName></Author>'
        for family, given in record.authors
    )
    keywords = "".join(f'<Keyword MajorTopicYN="N">{escape(keyword)}</Keyword>' for keyword in record.keywords)
    pmid = 10_000_000 + record.number
    return (
        f'<PubmedArticle><MedlineCitation Status="MEDLINE"><PMID Version="1">{pmid}</PMID>'
        f'<Article PubModel="Print"><Journal><JournalIssue CitedMedium="Print"><PubDate><Year>{record.year}</Year>'
        f"</PubDate></JournalIssue><Title>{escape(record.journal)}</Title></Journal>"
        f"<ArticleTitle>{escape(record.title)}.</ArticleTitle>"
        f"<Abstract><AbstractText>{escape(record.abstract)}</AbstractText></Abstract>"
        f'<AuthorList CompleteYN="Y">{authors}</AuthorList><Language>eng</Language></Article>'
        f'<KeywordList Owner="NOTNLM">{keywords}</KeywordList></MedlineCitation><PubmedData><ArticleIdList>'
        f'<ArticleId IdType="pubmed">{pmid}</ArticleId><ArticleId IdType="doi">{record.doi}</ArticleId>'
        f"</ArticleIdList></PubmedData></PubmedArticle>"
    )


_HEADINGS = ("Introduction", "Methods", "Results", "Discussion", "Conclusions")


def _jats(at: int, records: Sequence[MadeRecord]) -> str:
    record = records[at]
    people = "".join(
        f'<contrib contrib-type="author"><name><surname>{escape(family)}</surname>'
        f"<given-names>{escape(given)}</given-names></name></contrib>"
        for family, given in record.authors
    )
    cited = [records[(at + step) % len(records)] for step in range(1, 16)]
    sections = []
    for place, heading in enumerate(_HEADINGS):
        paragraphs = (
            f'<p>{escape(cited[number].abstract)} This agrees with <xref ref-type="bibr" rid="r{number}">[{number + 1}]'
            "</xref>.</p>"
            for number in range(3 * place, 3 * place + 3)
        )
        sections.append(f"<sec><title>{heading}</title>{''.join(paragraphs)}</sec>")
    references = "".join(
        f'<ref id="r{number}"><element-citation publication-type="journal"><article-title>{escape(other.title)}'
        f"</article-title><source>{escape(other.journal)}</source><year>{other.year}</year>"
        f'<pub-id pub-id-type="doi">{other.doi}</pub-id></element-citation></ref>'
        for number, other in enumerate(cited)
    )
    return (
        '<article article-type="research-article"><front><journal-meta><journal-title-group><journal-title>'
        f"{escape(record.journal)}</journal-title></journal-title-group></journal-meta><article-meta>"
        f'<article-id pub-id-type="doi">{record.doi}</article-id><title-group><article-title>{escape(record.title)}'
        f"</article-title></title-group><contrib-group>{people}</contrib-group>"
        f'<pub-date pub-type="epub"><year>{record.year}</year></pub-date><abstract><p>{escape(record.abstract)}</p>'
        f"</abstract></article-meta></front><body>{''.join(sections)}</body><back><ref-list>{references}</ref-list>"
        "</back></article>"
    )
