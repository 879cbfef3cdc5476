"""References as BibTeX.

Text stays UTF-8, which every current BibTeX processor reads; only characters that LaTeX would act on are escaped.
Keys are the user's own; papers without one get author, year and first word of the title ("smith2020sparse").
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from conspectus.domain.kept_fields import field_name
from conspectus.domain.paper import Author, Paper
from conspectus.exporters.bibtex_complete import complete_fields
from conspectus.exporters.bibtex_text import address, escaped, escaped_lines
from conspectus.exporters.marked_text import unmarked
from conspectus.exporters.record_parts import abstract_text
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
_AND = re.compile(r"(?<!\S)and(?!\S)", re.IGNORECASE)
_KEY_UNSAFE = re.compile(r"[\s,{}\"#%~\\=]+")
_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
# Titles are set in lower case by many styles; braces keep words with inner capitals ("BERT", "mRNA").
_KEEPS_CASE = re.compile(r"[\w\\{}`-]*[^\W\d_][\w\\{}`-]*")


class BibtexExporter:
    """References as a .bib file.

    Args:
        abstracts: Whether abstracts are included.
        complete: Whether everything that is known of a paper is written, for other programs and for reading it
            back; else what a bibliography prints.
    """

    name = "bibtex"
    label = "BibTeX"
    suffix = ".bib"

    def __init__(self, *, abstracts: bool = False, complete: bool = False) -> None:
        self.abstracts = abstracts
        self.complete = complete

    def export(self, papers: Sequence[Paper]) -> str:
        """Gives an entry for each paper in the order given, with unique keys."""
        keys = (paper.keys[0] for paper in papers if paper.keys)
        return "\n".join(self._entries(papers, keys))

    def pieces(self, papers: Iterable[Paper], *, own_keys: Iterable[str] = ()) -> Iterator[str]:
        """Yields the file piece by piece, so that many papers need little memory.

        Args:
            papers: The papers, taken one by one.
            own_keys: The first own key of every paper that has one; made keys give way to them.
        """
        for number, entry in enumerate(self._entries(papers, own_keys)):
            yield f"\n{entry}" if number else entry

    def _entries(self, papers: Iterable[Paper], own_keys: Iterable[str]) -> Iterator[str]:
        keys = KeyMaker(own_keys)
        for paper in papers:
            key = keys.key_for(paper)
            fields = _fields(paper)
            if self.complete:
                entry_type, fields = complete_fields(paper, key, fields)
            else:
                entry_type = _type(paper)
            if self.abstracts:
                abstract = abstract_text(paper)
                fields["abstract"] = escaped_lines(abstract.text)
                fields |= {field_name(name): escaped(text) for name, text in abstract.kept()}
            yield _entry(entry_type, key, fields)


class KeyMaker:
    """Gives papers unique BibTeX keys, one after the other: the first own key, else one of author, year and title.

    Args:
        own_keys: The first own key of every paper that has one; they are never changed for the sake of made ones.
    """

    def __init__(self, own_keys: Iterable[str]) -> None:
        self._taken = {safe.casefold() for key in own_keys if (safe := safe_key(key))}
        self._used: set[str] = set()

    def key_for(self, paper: Paper) -> str:
        """Gives the key of the next paper; of equal own keys the later get letters."""
        given = safe_key(paper.keys[0]) if paper.keys else ""
        stem = given or _made_key(paper)
        key, count = stem, 0
        while key.casefold() in self._used or (not (given and count == 0) and key.casefold() in self._taken):
            count += 1
            key = f"{stem}{_letters(count)}"
        self._used.add(key.casefold())
        return key


def citation_keys(papers: Sequence[Paper]) -> tuple[str, ...]:
    """Gives a unique BibTeX key for each paper: the user's first own key, else one made of author, year and title.

    Own keys are never changed for the sake of made ones; of equal keys the later get letters.
    """
    keys = KeyMaker(paper.keys[0] for paper in papers if paper.keys)
    return tuple(keys.key_for(paper) for paper in papers)


def _letters(count: int) -> str:
    text = ""
    while count:
        count, rest = divmod(count - 1, 26)
        text = chr(ord("a") + rest) + text
    return text


def safe_key(key: str) -> str:
    """Gives the key with a hyphen for what no BibTeX key may hold."""
    return _KEY_UNSAFE.sub("-", unmarked(key)).strip("-")


def _made_key(paper: Paper) -> str:
    names = [author.family or author.short for author in paper.authors if author.short]
    author = _ascii(names[0]) if names else "anon"
    year = str(paper.year) if paper.year is not None else "nd"
    word = next((w for w in match_key(paper.title).split() if w not in STOPWORDS and _ascii(w)), "")
    return f"{author or 'anon'}{year}{_ascii(word)}"


def _ascii(text: str) -> str:
    return re.sub(r"[^a-z0-9]", "", match_key(text))


def _type(paper: Paper) -> str:
    return _TYPES.get(paper.kind, "misc")


def _fields(paper: Paper) -> dict[str, str]:
    kind = _type(paper)
    found = paper.identifiers
    return {
        "author": _names(paper.authors),
        "editor": _names(paper.editors),
        "title": _title(paper.title),
        _VENUE_FIELDS.get(kind, "howpublished"): escaped(paper.venue),
        "series": escaped(paper.series),
        "year": str(paper.year) if paper.year is not None else "",
        "month": _month(paper),
        "volume": escaped(paper.volume),
        "number": escaped(paper.issue),
        "pages": "--".join(escaped(part) for part in re.split(r"\s*[-‐–]+\s*", paper.pages)),
        _PUBLISHER_FIELDS.get(kind, "publisher"): escaped(paper.publisher),
        "address": escaped(paper.place),
        "edition": escaped(paper.edition),
        "doi": address(found.doi),
        "url": address(paper.url),
        "eprint": address(found.arxiv),
        "eprinttype": "arxiv" if found.arxiv else "",
        "pmid": found.pmid,
        "pmcid": found.pmcid,
        "isbn": " ".join(found.isbn),
        "issn": " ".join(paper.issn),
        "language": escaped(paper.language),
        "keywords": escaped(", ".join(paper.keywords)),
        "note": "Retracted" if paper.is_retracted else "",
    }


def _entry(kind: str, key: str, fields: dict[str, str]) -> str:
    lines = [f"  {name} = {value if name == 'month' else f'{{{value}}}'}," for name, value in fields.items() if value]
    return "\n".join([f"@{kind}{{{key},", *lines, "}", ""])


def _month(paper: Paper) -> str:
    month = paper.date.month if paper.date else None
    return _MONTHS[month - 1] if month and month <= 12 else ""


def _names(authors: Sequence[Author]) -> str:
    names = []
    for author in authors:
        if author.literal and author.suffix:
            name = f"{escaped(author.literal)}, {escaped(author.suffix)}"
        elif author.literal or not author.family:
            name = f"{{{_body(author.full)}}}" if author.full else ""
        else:
            family = _name_part(f"{author.particle} {author.family}".strip())
            if _is_to_the_letter(author) and family[:1] != "{":
                family = f"{{{family}}}"
            name = ", ".join(part for part in (family, _name_part(author.suffix), _name_part(author.given)) if part)
        names.append(name)
    return " and ".join(name for name in names if name)


def _is_to_the_letter(author: Author) -> bool:
    """Whether braces must keep readers from finding a particle in the family name, or initials in "JA"."""
    if author.particle or author.suffix or not author.given:
        return False
    return bool(re.match(r"[a-z']+\s", author.family)) or (author.given.isupper() and not author.given.endswith("."))


def _name_part(text: str) -> str:
    """A part of a name; one that holds a comma, or the word that parts names, is kept together by braces."""
    part = escaped(text)
    return f"{{{part}}}" if "," in part or _AND.search(part) else part


def _body(name: str) -> str:
    text = escaped(name)
    # Braces around "X, Y and Z, W" may stand for a list of people; braces around its "and" say that it is one name.
    return _AND.sub(lambda found: f"{{{found.group()}}}", text) if "," in text else text


def _title(text: str) -> str:
    def protected(found: re.Match[str]) -> str:
        word = found.group()
        return f"{{{word}}}" if any(char.isupper() for char in word[1:]) and "\\" not in word else word

    return _KEEPS_CASE.sub(protected, escaped(text))
