"""Label tables: any CSV or TSV file, a SKOS file, or the MeSH descriptors, as one stream of entries.

The format is told by the content. Files are read as a stream and never as a whole.
"""

from __future__ import annotations

import csv
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from conspectus.foundation.errors import InputError, UnknownFormat, UnreadableFile
from conspectus.foundation.text.normalise import match_key, one_line

_SKOS = "http://www.w3.org/2004/02/skos/core#"
_RDFS_LABEL = "http://www.w3.org/2000/01/rdf-schema#label"
_TYPE = "http://www.w3.org/1999/02/22-rdf-syntax-ns#type"
_MESH = "http://id.nlm.nih.gov/mesh/"
_HEAD = 65_536
_LONGEST_CELL = 1 << 20
_DELIMITERS = "\t;,|"
_COLUMNS = {
    "label": ("label", "preflabel", "pref label", "preferred label", "name", "title", "term", "rdfs label"),
    "iri": ("iri", "uri", "id", "url", "identifier", "concept", "qid", "code"),
    "alias": ("alias", "aliases", "altlabel", "alt label", "altlabels", "synonym", "synonyms", "alternatives"),
    "kind": ("type", "kind", "class", "category"),
    "language": ("language", "lang"),
}
_ALIAS_SEPARATORS = ("|", ";")


@dataclass(frozen=True, slots=True, kw_only=True)
class LabelEntry:
    """An entry of a label table: an IRI or other id with its names, each with a language, "" where none is given.

    The first name is the preferred one.
    """

    iri: str
    names: tuple[tuple[str, str], ...]
    kind: str = ""

    @property
    def label(self) -> str:
        """The preferred name."""
        return self.names[0][0]


def read_label_table(path: Path) -> Iterator[LabelEntry]:
    """Yields the entries of a label table in the order of the file; entries without a name or an id are left out.

    Args:
        path: A CSV or TSV file whose first row names its columns (label, and iri, id or uri; alias or altLabel, type
            and language if there are), a SKOS file in Turtle, N-Triples or RDF/XML, or the MeSH descriptors in XML.

    Raises:
        UnreadableFile: The file cannot be opened.
        UnknownFormat: It is none of these formats.
        InputError: It is broken, or an XML file declares entities; the message names the place.
    """
    try:
        with path.open("rb") as file:
            head = file.read(_HEAD)
    except OSError as error:
        raise UnreadableFile(
            f"The label table {path} cannot be read: {error.strerror or error}.", hint="Name a file that exists."
        ) from None
    text = head.decode("utf-8-sig", "replace").lstrip()
    if not text:
        raise UnknownFormat(f"The label table {path} is empty.", hint="Name a CSV, SKOS or MeSH file.")
    if "<!ENTITY" in text:
        raise InputError(f"The label table {path} declares entities.", hint="Remove the DOCTYPE from the file.")
    if text.startswith("<"):
        if "DescriptorRecord" in text:
            return _mesh_entries(path)
        if "rdf:RDF" in text or "22-rdf-syntax-ns#" in text:
            return _skos_entries(path, xml=True)
    if path.suffix.lower() in (".ttl", ".nt", ".turtle") or text.startswith(("@prefix", "@base", "PREFIX", "<http")):
        return _skos_entries(path, xml=False)
    if text.startswith(("<", "{", "[")) or "\0" in text:
        raise UnknownFormat(
            f"{path} is no label table that can be read.",
            hint="Give a CSV or TSV file with the columns label and iri, a SKOS file, or MeSH descriptors in XML.",
        )
    return _delimited_entries(path, text)


def _delimited_entries(path: Path, head: str) -> Iterator[LabelEntry]:
    first = head.splitlines()[0]
    delimiter = max(_DELIMITERS, key=lambda char: (first.count(char), -_DELIMITERS.index(char)))
    with path.open(encoding="utf-8-sig", errors="replace", newline="") as file:
        old = csv.field_size_limit(_LONGEST_CELL)
        try:
            rows = csv.reader(file, delimiter=delimiter)
            columns = _columns(next(rows, []), path)
            for row in rows:
                entry = _entry_of_row(row, columns)
                if entry is not None:
                    yield entry
        except csv.Error as error:
            raise InputError(
                f"The label table {path} is broken near row {rows.line_num}: {error}.", hint="Mend that row."
            ) from None
        finally:
            csv.field_size_limit(old)


def _columns(row: list[str], path: Path) -> dict[str, list[int]]:
    heads = [match_key(cell) for cell in row]
    found = {role: [n for n, head in enumerate(heads) if head in names] for role, names in _COLUMNS.items()}
    if not found["label"]:
        raise InputError(
            f"The first row of {path} names no column for labels.",
            hint="Call one column label; others may be iri (or id, uri), alias (or altLabel), type, language.",
        )
    return found


def _entry_of_row(row: list[str], columns: dict[str, list[int]]) -> LabelEntry | None:
    def cells(role: str) -> list[str]:
        return [one_line(row[n]) for n in columns[role] if n < len(row) and one_line(row[n])]

    labels = cells("label")
    if not labels:
        return None
    aliases = [part for cell in cells("alias") for part in _parts(cell)]
    language = next(iter(cells("language")), "").lower()
    names = tuple((name, language) for name in dict.fromkeys((*labels, *aliases)))
    return LabelEntry(iri=next(iter(cells("iri")), "") or labels[0], names=names, kind=next(iter(cells("kind")), ""))


def _parts(cell: str) -> list[str]:
    separator = next((char for char in _ALIAS_SEPARATORS if char in cell), None)
    return [cell] if separator is None else [part.strip() for part in cell.split(separator) if part.strip()]


def _skos_entries(path: Path, *, xml: bool) -> Iterator[LabelEntry]:
    """Concepts in the order in which they first appear; statements of one concept may stand anywhere."""
    import pyoxigraph

    form = pyoxigraph.RdfFormat.RDF_XML if xml else pyoxigraph.RdfFormat.TURTLE
    names: dict[str, dict[tuple[str, str], int]] = {}
    kinds: dict[str, str] = {}
    ranks = {f"{_SKOS}prefLabel": 0, _RDFS_LABEL: 1, f"{_SKOS}altLabel": 2, f"{_SKOS}hiddenLabel": 3}
    try:
        with path.open("rb") as file:
            for statement in pyoxigraph.parse(file, format=form):
                if not isinstance(statement.subject, pyoxigraph.NamedNode):
                    continue
                subject, predicate, value = statement.subject.value, statement.predicate.value, statement.object
                if predicate in ranks and isinstance(value, pyoxigraph.Literal) and one_line(value.value):
                    name = (one_line(value.value), (value.language or "").lower())
                    names.setdefault(subject, {}).setdefault(name, ranks[predicate])
                elif predicate == _TYPE and isinstance(value, pyoxigraph.NamedNode) and _SKOS not in value.value:
                    kinds.setdefault(subject, value.value)
    except (SyntaxError, ValueError, OSError) as error:
        raise InputError(f"The SKOS file {path} is broken: {error}.", hint="Check it with another RDF tool.") from None
    for subject, given in names.items():
        ordered = sorted(given, key=lambda name: (given[name], name[1] not in ("en", ""), name[1]))
        yield LabelEntry(iri=subject, names=tuple(ordered), kind=kinds.get(subject, ""))


def _mesh_entries(path: Path) -> Iterator[LabelEntry]:
    from lxml import etree

    options: dict[str, Any] = {"resolve_entities": False, "load_dtd": False, "no_network": True, "huge_tree": False}
    try:
        with path.open("rb") as file:
            for _, record in etree.iterparse(file, tag="DescriptorRecord", **options):
                entry = _mesh_entry(record)
                _forget(record)
                if entry is not None:
                    yield entry
    except etree.XMLSyntaxError as error:
        raise InputError(f"The MeSH file {path} is broken: {error}.", hint="Download it again.") from None


def _mesh_entry(record: Any) -> LabelEntry | None:
    ui = one_line(record.findtext("DescriptorUI") or "")
    label = one_line(record.findtext("DescriptorName/String") or "")
    if not ui or not label:
        return None
    terms = (one_line(found.text or "") for found in record.iterfind("ConceptList/Concept/TermList/Term/String"))
    names = dict.fromkeys((label, *(term for term in terms if term), *_turned(label)))
    return LabelEntry(iri=f"{_MESH}{ui}", names=tuple((name, "en") for name in names), kind="MeSH descriptor")


def _turned(label: str) -> Iterator[str]:
    """The name as texts have it: "Neoplasms, Experimental" is "Experimental Neoplasms"."""
    parts = label.split(", ")
    if len(parts) == 2:
        yield f"{parts[1]} {parts[0]}"


def _forget(record: Any) -> None:
    """Frees what was read, so that a file of any size takes the memory of one record."""
    record.clear()
    parent = record.getparent()
    while parent is not None and record.getprevious() is not None:
        del parent[0]
