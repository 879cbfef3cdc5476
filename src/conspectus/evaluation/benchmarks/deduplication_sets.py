"""Records of which people have said which are one work: the labelled set of ASySD, and the pair of files of CoLRev.

The set of ASySD marks each record as the first of its work or as a duplicate, but not of which record. Which
work a duplicate belongs to is therefore worked out here, from all its fields, without the judge of conspectus.
"""

from __future__ import annotations

import csv
import gzip
import io
import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from rapidfuzz import fuzz

from conspectus.domain.identifiers import Identifiers, normal_doi
from conspectus.domain.paper import Paper, PartialDate, unique
from conspectus.foundation.errors import NothingFound, UnreadableFile
from conspectus.foundation.text.normalise import match_key
from conspectus.readers.decoding import decode
from conspectus.readers.names import parse_name
from conspectus.readers.reading import ReadPaper, read_bytes
from conspectus.readers.record_fields import abstract_documents, issns_in

_COLUMNS = {"record_id", "source", "title", "author", "year"}
_NEXT_AUTHOR = re.compile(r"(?<=[A-Z]\.)(?=[^\W\d_a-z])|\s*;\s*")
_ABSENT = {"", "NA", "na"}
_CANDIDATES = 20
_ONE_TITLE = 93.0
_FAMILY_INITIALS = re.compile(r"(?P<family>.*?\S)\s+(?P<initials>(?:[^\W\d_]\.[\s-]*)+)$")
_MARKUP = re.compile(r"</?\w+>|\.?\s*\[[A-Z][a-z]+\]$")
_EXPECTED = "records_expected.bib"
_RECORDS = "records.bib"


@dataclass(frozen=True, slots=True, kw_only=True)
class LabelledRecord:
    """A record and the work that it belongs to; ``is_first`` says that people kept it, None where they did not say."""

    id: str
    paper: Paper
    work: str
    is_first: bool | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class DeduplicationSet:
    """Records with their works, under the name of the set."""

    name: str
    records: tuple[LabelledRecord, ...]


def load_deduplication_sets(data: Path) -> list[DeduplicationSet]:
    """Gives the sets in a file or folder, known by their content, in the order of their names.

    Raises:
        NothingFound: There is none.
        UnreadableFile: A file cannot be read.
    """
    files = [data] if data.is_file() else sorted(path for path in data.rglob("*") if path.is_file())
    found = []
    for path in files:
        if path.name == _EXPECTED and path.with_name(_RECORDS).is_file():
            found.append(_colrev(path.with_name(_RECORDS), path))
        elif path.name.endswith((".csv", ".csv.gz")) and (records := _labelled_rows(path)):
            found.append(DeduplicationSet(name="asysd", records=_labelled(records)))
    if not found:
        raise NothingFound(
            f"{data} holds no labelled records.",
            hint="Name a CSV file with the columns record_id, source, title, author and year, or the folder of "
            f"{_RECORDS} and {_EXPECTED}.",
        )
    return sorted(found, key=lambda one: one.name)


def _bytes(path: Path) -> bytes:
    try:
        data = path.read_bytes()
        return gzip.decompress(data) if path.suffix == ".gz" else data
    except (OSError, EOFError) as error:
        raise UnreadableFile(f"{path} cannot be read: {error}.", hint="Fetch the file again.") from error


def _labelled_rows(path: Path) -> list[dict[str, str]]:
    rows = csv.DictReader(io.StringIO(decode(_bytes(path)).text, newline=""))
    if not set(rows.fieldnames or ()) >= _COLUMNS:
        return []
    return [{k: "" if (v or "").strip() in _ABSENT else (v or "").strip() for k, v in row.items() if k} for row in rows]


def _labelled(rows: Sequence[Mapping[str, str]]) -> tuple[LabelledRecord, ...]:
    firsts = [row for row in rows if row["source"] == "unique"]
    by_word: defaultdict[str, list[int]] = defaultdict(list)
    for place, row in enumerate(firsts):
        for word in set(_title_key(row).split()):
            by_word[word].append(place)
    records = []
    for row in rows:
        is_first = row["source"] == "unique"
        work = row["record_id"] if is_first else _work_of(row, firsts, by_word)
        records.append(LabelledRecord(id=row["record_id"], paper=_row_paper(row), work=work, is_first=is_first))
    return tuple(records)


def _work_of(row: Mapping[str, str], firsts: Sequence[Mapping[str, str]], by_word: Mapping[str, Sequence[int]]) -> str:
    """Gives the id of the first record that a duplicate is most like, or a name for all duplicates of its title."""
    shared = Counter(place for word in set(_title_key(row).split()) for place in by_word.get(word, ()))
    near = sorted(sorted(shared), key=lambda place: -shared[place])[:_CANDIDATES]
    best = max(near, key=lambda place: _likeness(row, firsts[place]), default=None)
    if best is None or fuzz.ratio(_title_key(row), _title_key(firsts[best])) < _ONE_TITLE:
        return "title " + _title_key(row)
    return firsts[best]["record_id"]


def _title_key(row: Mapping[str, str]) -> str:
    return match_key(_MARKUP.sub("", row["title"]))


def _likeness(row: Mapping[str, str], first: Mapping[str, str]) -> float:
    """How alike two rows are over all that they say; the title counts most."""
    weights = {"title": 8.0, "author": 2.0, "journal": 1.0, "pages": 1.0, "abstract": 1.0}
    total = 0.0
    for name, weight in weights.items():
        mine, theirs = row.get(name, "")[:300], first.get(name, "")[:300]
        total += weight * (fuzz.ratio(mine.lower(), theirs.lower()) / 100 if mine and theirs else 0.5)
    total += 1.0 * (row["year"] == first["year"])
    mine, theirs = normal_doi(row.get("doi", "")), normal_doi(first.get("doi", ""))
    return total + (2.0 * (mine == theirs) if mine and theirs else 1.0)


def _row_paper(row: Mapping[str, str]) -> Paper:
    names = (name.strip() for name in _NEXT_AUTHOR.split(row["author"]) if name.strip())
    authors = (parse_name(_FAMILY_INITIALS.sub(r"\g<family>, \g<initials>", name)) for name in names)
    documents, _ = abstract_documents(row.get("abstract", ""))
    return Paper(
        id=f"row-{row['record_id']}",
        title=row["title"],
        authors=tuple(author for author in authors if author),
        date=PartialDate(year=int(row["year"])) if row["year"].isdigit() else None,
        venue=row.get("journal", ""),
        volume=row.get("volume", ""),
        issue=row.get("number", ""),
        pages=row.get("pages", ""),
        issn=unique(issns_in(row.get("isbn", ""))),
        kind="article-journal",
        identifiers=Identifiers(doi=normal_doi(row.get("doi", ""))),
        documents=documents,
    )


def _colrev(records: Path, expected: Path) -> DeduplicationSet:
    """The expected file names for each work the origins of all records that are in it."""
    work_of = {origin: paper.keys[0] for paper in _papers(expected) for origin in _origins(paper.extra) if paper.keys}
    labelled = [
        LabelledRecord(id=paper.keys[0], paper=paper, work=works[0])
        for paper in _papers(records)
        if paper.keys and (works := [work_of[origin] for origin in _origins(paper.extra) if origin in work_of])
    ]
    return DeduplicationSet(name="colrev", records=tuple(labelled))


def _papers(path: Path) -> Iterable[Paper]:
    reading = read_bytes(_bytes(path), source=path.name)
    return [item.paper for item in reading.items if isinstance(item, ReadPaper)]


def _origins(extra: Sequence[tuple[str, str]]) -> list[str]:
    value = next((value for name, value in extra if name.lower() == "colrev_origin"), "")
    return [origin.strip() for origin in value.split(";") if origin.strip()]
