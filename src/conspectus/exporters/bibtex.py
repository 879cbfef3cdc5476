"""References as BibTeX.

Text stays UTF-8, which every current BibTeX processor reads; only characters that LaTeX would act on are escaped.
Keys are the user's own; papers without one get author, year and first word of the title ("smith2020sparse").
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from conspectus.domain.paper import Author, Paper
from conspectus.exporters.marked_text import unmarked
from conspectus.foundation.text.normalise import match_key
from conspectus.foundation.text.tokens import STOPWORDS

_TYPES = {
    "article-journal": "article",
    "article-magazine": "article",
    "article-newspaper": "article",
    "paper-conference": "inproceedings",
    "book": "book",
    "chapter": "incollection",
    "thesis": "phdthesis",
    "report": "techreport",
}
_VENUE_FIELDS = {"article": "journal", "inproceedings": "booktitle", "incollection": "booktitle"}
_PUBLISHER_FIELDS = {"phdthesis": "school", "techreport": "institution"}
_LATEX = {
    "\\": r"\textbackslash{}",
    "{": r"\{",
    "}": r"\}",
    "&": r"\&",
    "%": r"\%",
    "$": r"\$",
    "#": r"\#",
    "_": r"\_",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
}
_KEY_UNSAFE = re.compile(r"[\s,{}()\"'#%~\\=@]+")
_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
# Titles are set in lower case by many styles; braces keep words with inner capitals ("BERT", "mRNA").
_KEEPS_CASE = re.compile(r"[\w\\{}-]*[^\W\d_][\w\\{}-]*")


class BibtexExporter:
    """References as a .bib file."""

    name = "bibtex"
    label = "BibTeX"
    suffix = ".bib"

    def export(self, papers: Sequence[Paper]) -> str:
        """Gives an entry for each paper in the order given, with unique keys."""
        keys = citation_keys(papers)
        return "\n".join(_entry(paper, key) for paper, key in zip(papers, keys, strict=True))


def citation_keys(papers: Sequence[Paper]) -> tuple[str, ...]:
    """Gives a unique BibTeX key for each paper: the user's first own key, else one made of author, year and title.

    Own keys are never changed for the sake of made ones; of equal keys the later get letters.
    """
    own = [_safe_key(paper.keys[0]) if paper.keys else "" for paper in papers]
    taken = {key.casefold() for key in own if key}
    used: set[str] = set()
    keys = []
    for paper, given in zip(papers, own, strict=True):
        stem = given or _made_key(paper)
        key, count = stem, 0
        while key.casefold() in used or (not (given and count == 0) and key.casefold() in taken):
            count += 1
            key = f"{stem}{_letters(count)}"
        used.add(key.casefold())
        keys.append(key)
    return tuple(keys)


def _letters(count: int) -> str:
    text = ""
    while count:
        count, rest = divmod(count - 1, 26)
        text = chr(ord("a") + rest) + text
    return text


def _safe_key(key: str) -> str:
    return _KEY_UNSAFE.sub("-", unmarked(key)).strip("-")


def _made_key(paper: Paper) -> str:
    names = [author.family or author.short for author in paper.authors if author.short]
    author = _ascii(names[0]) if names else "anon"
    year = str(paper.year) if paper.year is not None else "nd"
    word = next((w for w in match_key(paper.title).split() if w not in STOPWORDS and _ascii(w)), "")
    return f"{author or 'anon'}{year}{_ascii(word)}"


def _ascii(text: str) -> str:
    return re.sub(r"[^a-z0-9]", "", match_key(text))


def _entry(paper: Paper, key: str) -> str:
    kind = _TYPES.get(paper.kind, "misc")
    found = paper.identifiers
    fields = {
        "author": _names(paper.authors),
        "editor": _names(paper.editors),
        "title": _title(paper.title),
        _VENUE_FIELDS.get(kind, "howpublished"): _escaped(paper.venue),
        "series": _escaped(paper.series),
        "year": str(paper.year) if paper.year is not None else "",
        "month": _month(paper),
        "volume": _escaped(paper.volume),
        "number": _escaped(paper.issue),
        "pages": re.sub(r"\s*[-‐–]+\s*", "--", _escaped(paper.pages)),
        _PUBLISHER_FIELDS.get(kind, "publisher"): _escaped(paper.publisher),
        "address": _escaped(paper.place),
        "edition": _escaped(paper.edition),
        "doi": _address(found.doi),
        "url": _address(paper.url),
        "eprint": _address(found.arxiv),
        "eprinttype": "arxiv" if found.arxiv else "",
        "pmid": found.pmid,
        "pmcid": found.pmcid,
        "isbn": " ".join(found.isbn),
        "issn": " ".join(paper.issn),
        "language": _escaped(paper.language),
        "keywords": _escaped(", ".join(paper.keywords)),
        "note": "Retracted" if paper.is_retracted else "",
    }
    lines = [f"  {name} = {value if name == 'month' else f'{{{value}}}'}," for name, value in fields.items() if value]
    return "\n".join([f"@{kind}{{{key},", *lines, "}", ""])


def _month(paper: Paper) -> str:
    month = paper.date.month if paper.date else None
    return _MONTHS[month - 1] if month and month <= 12 else ""


def _names(authors: Sequence[Author]) -> str:
    names = []
    for author in authors:
        family = _escaped(f"{author.particle} {author.family}".strip())
        if author.literal or not author.family:
            name = f"{{{_escaped(author.full)}}}" if author.full else ""
        else:
            name = ", ".join(part for part in (family, _escaped(author.suffix), _escaped(author.given)) if part)
        # A name that holds the word "and" would be read as two.
        names.append(f"{{{name}}}" if re.search(r"\band\b", name, re.IGNORECASE) and name[:1] != "{" else name)
    return " and ".join(name for name in names if name)


def _title(text: str) -> str:
    def protected(found: re.Match[str]) -> str:
        word = found.group()
        return f"{{{word}}}" if any(char.isupper() for char in word[1:]) and "\\" not in word else word

    return _KEEPS_CASE.sub(protected, _escaped(text))


def _escaped(text: str) -> str:
    return "".join(_LATEX.get(char, char) for char in unmarked(text))


def _address(text: str) -> str:
    """An address: processors set it as it is, so that only what would end the field is dangerous."""
    return unmarked(text).replace("\\", "%5C").replace("{", "%7B").replace("}", "%7D").replace("%", "\\%")
