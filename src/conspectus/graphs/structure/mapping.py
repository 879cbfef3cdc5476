"""From a paper, its text and its annotations to triples, as ``mapping.toml`` says (methods 3.3)."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from conspectus.domain.document import Document, Figure, Paragraph, Reference, Section, Sentence, Table
from conspectus.domain.entity_names import entity_key
from conspectus.domain.paper import Paper
from conspectus.domain.scientific_entities import EntityLink, PaperAnnotations, SectionDescription
from conspectus.domain.structure_graph import XSD, Iri, Literal, Term, Triple
from conspectus.graphs.scientific_entities.annotating import language_of
from conspectus.graphs.scientific_entities.library_entities import LibraryEntity
from conspectus.graphs.structure import alignments
from conspectus.graphs.structure.alignments import ALIGNMENTS, Alignment, classes_of
from conspectus.graphs.structure.citations import KnownWorks
from conspectus.graphs.structure.node_names import NodeNames, entity_iri, keyword_iri, legacy_paper_iri, paper_iri
from conspectus.graphs.structure.publication import day_of, first_and_last_page, publication_triples
from conspectus.graphs.structure.vocabulary import ASKG_2024, Profile
from conspectus.graphs.structure.vocabulary import TYPE as RDF_TYPE

Value = str | int | bool | None
_TAG = re.compile(r"[A-Za-z]{1,8}(?:-[A-Za-z0-9]{1,8})*")
_WIKIDATA = re.compile(r"Q[1-9]\d*")
_OFFSETS = {"nif:beginIndex": "askg:charIndexFrom", "nif:endIndex": "askg:charIndexTo"}
TYPE, LABEL = Iri(RDF_TYPE), Iri("http://www.w3.org/2000/01/rdf-schema#label")


@dataclass(frozen=True, slots=True, kw_only=True)
class MappingOptions:
    """How papers become triples: namespaces, the legacy naming of nodes, and the alignments that are emitted.

    ``compatible`` adds the keyword triples of DOMO's own file, where the keyword of a document is text.
    """

    profile: Profile = ASKG_2024
    legacy: bool = False
    alignments: frozenset[Alignment] = frozenset(ALIGNMENTS)
    compatible: bool = False


@cache
def mapping_rows() -> Mapping[str, Mapping[str, list[str] | str]]:
    """Gives the rows of the packaged mapping by kind of node."""
    text = (files("conspectus.graphs.structure") / "mapping.toml").read_text("utf-8")
    rows: Mapping[str, Mapping[str, list[str] | str]] = tomllib.loads(text)
    return rows


def paper_triples(
    paper: Paper,
    *,
    annotations: PaperAnnotations | None = None,
    known: KnownWorks | None = None,
    options: MappingOptions | None = None,
    canonical: Mapping[str, LibraryEntity] | None = None,
) -> Iterator[Triple]:
    """Yields the triples of a paper: its data, the tree of its fullest text, references, entities and keywords.

    Args:
        paper: The paper.
        annotations: Its entities, keywords and summaries; those of another version of the text are left out.
        known: The works that its references may be, for ``cito:cites``.
        options: How triples are made.
        canonical: The united entity of each entity's key, where variants were merged over the library.
    """
    yield from _Mapper(paper, annotations, known, options or MappingOptions(), canonical or {}).triples()


class _Mapper:
    def __init__(
        self,
        paper: Paper,
        annotations: PaperAnnotations | None,
        known: KnownWorks | None,
        options: MappingOptions,
        canonical: Mapping[str, LibraryEntity],
    ) -> None:
        self._paper, self._known, self._options, self._canonical = paper, known, options, canonical
        self._profile = options.profile
        self._names = NodeNames(paper, options.profile, legacy=options.legacy)
        self._document = paper.document
        self._language = _language_tag(paper)
        self._starts: dict[str, int] = {}
        self._keys = {reference.key for reference in self._document.references} if self._document else set()
        fitting = (
            annotations if self._document and annotations and annotations.version == self._document.version else None
        )
        self._annotations = fitting
        self._described = {d.address: d for d in fitting.sections} if fitting else {}
        self._classes: Mapping[str, list[str] | str] = mapping_rows()["classes"]

    def triples(self) -> Iterator[Triple]:
        paper, me = self._paper, self._names.paper
        yield from self._node("paper", me, self._paper_values())
        if paper.kind in alignments.KINDS_OF_PAPER and "spar" in self._options.alignments:
            yield Triple(me, TYPE, Iri(alignments.KINDS_OF_PAPER[paper.kind]))
        for place, author in enumerate(paper.authors, 1):
            node = self._names.node(f"author{place}")
            yield Triple(me, self._askg("hasAuthor"), node)
            yield from self._node("author", node, {})
            yield Triple(node, LABEL, Literal(author.full))
            yield Triple(node, self._askg("index"), _int(place))
        yield from publication_triples(paper, self._names, self._profile)
        if self._document is None:
            return
        for place, section in enumerate(self._document.sections, 1):
            yield from self._section(me, section, f"s{place}", place, self._document)
        if "nif" in self._options.alignments:
            yield Triple(me, Iri(alignments.WHOLE), self._text(self._document.text))
        if "bibo" in self._options.alignments and paper.abstract:
            yield Triple(me, Iri(alignments.ABSTRACT), self._text(paper.abstract))
        yield from self._references(self._document)
        yield from self._entities(self._document)
        if "prov" in self._options.alignments:
            text = self._names.node(f"text-{self._document.version}")
            yield Triple(me, self._term("prov:wasDerivedFrom"), text)
            yield Triple(text, TYPE, self._term("prov:Entity"))
            for stamp in paper.provenance:
                yield Triple(text, LABEL, Literal(stamp.source))

    def _paper_values(self) -> dict[str, list[Value]]:
        paper, found = self._paper, self._paper.identifiers
        mesh = [heading.descriptor for heading in paper.mesh]
        first, last = first_and_last_page(paper.pages)
        return {
            "id": [paper.id],
            "kind": [paper.kind],
            "day": [day_of(paper)],
            "first page": [first],
            "last page": [last],
            "url": [paper.url],
            "sources": list(dict.fromkeys(stamp.source for stamp in paper.provenance)),
            "pmcid": [found.pmcid],
            "title": [paper.title],
            "year": [f"{paper.year:04d}" if paper.year is not None else None],
            "doi": [found.doi],
            "pmid": [found.pmid],
            "arxiv": [found.arxiv],
            "volume": [paper.volume],
            "issue": [paper.issue],
            "pages": [paper.pages],
            "venue": [paper.venue],
            "publisher": [paper.publisher],
            "language": [paper.language],
            "keywords": list(dict.fromkeys((*paper.keywords, *mesh))),
            "retracted": [True if paper.is_retracted else None],
        }

    def _section(self, parent: Iri, section: Section, address: str, place: int, document: Document) -> Iterator[Triple]:
        node = self._names.node(address)
        described = self._described.get(address)
        values: dict[str, list[Value]] = {
            "heading": [section.heading],
            "number": [section.number],
            "index": [place],
            "summary": [described.summary if described else ""],
            "contents": ["\n".join(document.text[p.start : p.end] for p in section.paragraphs)],
        }
        yield from self._node("section", node, values)
        yield Triple(node, TYPE, self._askg(section.kind.value))
        for other in classes_of(section.kind.value, self._options.alignments):
            yield Triple(node, TYPE, other)
        if "." in address:
            yield Triple(parent, self._domo("contains"), node)
        yield Triple(self._names.paper, self._askg("hasSection"), node)
        for number, paragraph in enumerate(section.paragraphs, 1):
            yield from self._paragraph(node, paragraph, f"{address}.p{number}", number, document)
        for number, figure in enumerate(section.figures, 1):
            yield from self._figure(node, figure, f"{address}.f{number}", number, document)
        for number, table in enumerate(section.tables, 1):
            yield from self._table(node, table, f"{address}.b{number}", number, document)
        if described is not None:
            yield from self._keywords(node, address, described)
        for number, nested in enumerate(section.sections, 1):
            yield from self._section(node, nested, f"{address}.{number}", number, document)

    def _paragraph(
        self, parent: Iri, paragraph: Paragraph, address: str, place: int, document: Document
    ) -> Iterator[Triple]:
        node = self._names.node(address)
        text = document.text[paragraph.start : paragraph.end]
        if not text.strip():
            return
        values: dict[str, list[Value]] = {
            "text": [text],
            "index": [place],
            "begin": [paragraph.start],
            "end": [paragraph.end],
        }
        yield from self._node("paragraph", node, values)
        for other in classes_of(paragraph.kind, self._options.alignments):
            yield Triple(node, TYPE, other)
        yield Triple(parent, self._domo("contains"), node)
        yield Triple(parent, self._askg("hasParagraph"), node)
        yield Triple(self._names.paper, self._askg("hasParagraph"), node)
        yield from self._text_elsewhere(node, text)
        targets = dict.fromkeys(key for s in paragraph.sentences for p in s.pointers for key in p.targets)
        for key in filter(self._keys.__contains__, targets):
            yield Triple(node, self._askg("hasReference"), self._names.node(f"reference-{key}"))
        for number, sentence in enumerate(paragraph.sentences, 1):
            yield from self._sentence(node, sentence, f"{address}.t{number}", number, document)

    def _sentence(
        self, parent: Iri, sentence: Sentence, address: str, place: int, document: Document
    ) -> Iterator[Triple]:
        node = self._names.node(address)
        text = document.text[sentence.start : sentence.end]
        pages = sorted({box.page for box in document.boxes_of(sentence.start, sentence.end)})
        values: dict[str, list[Value]] = {
            "text": [text],
            "index": [place],
            "begin": [sentence.start],
            "end": [sentence.end],
            "pages": list(pages),
        }
        yield from self._node("sentence", node, values)
        yield from self._text_elsewhere(node, text)
        yield Triple(parent, self._domo("contains"), node)
        yield Triple(parent, self._askg("hasSentence"), node)
        for number, pointer in enumerate(sentence.pointers, 1):
            mark = self._names.node(f"{address}.r{number}")
            yield from self._node("pointer", mark, {})
            for other in classes_of(f"pointer {pointer.style}", self._options.alignments):
                yield Triple(mark, TYPE, other)
            yield Triple(mark, LABEL, Literal(document.text[pointer.start : pointer.end]))
            yield Triple(node, self._askg("hasInTextReference"), mark)
            if "spar" in self._options.alignments:
                yield Triple(mark, Iri(alignments.IN_CONTEXT), node)
            for target in pointer.targets:
                if target not in self._keys:
                    continue
                reference = self._names.node(f"reference-{target}")
                yield Triple(node, self._askg("hasReference"), reference)
                yield Triple(mark, self._askg("denotes"), reference)
                if "spar" in self._options.alignments:
                    yield Triple(mark, Iri(alignments.DENOTES), reference)

    def _text_elsewhere(self, node: Iri, text: str) -> Iterator[Triple]:
        """The text of a paragraph or sentence as other vocabularies have it."""
        if "spar" in self._options.alignments:
            yield Triple(node, Iri(alignments.CONTENT), self._text(text))
        if "nif" in self._options.alignments:
            yield Triple(node, Iri(alignments.ANCHOR), self._text(text))
            yield Triple(node, Iri(alignments.CONTEXT), self._names.paper)

    def _figure(self, parent: Iri, figure: Figure, address: str, place: int, document: Document) -> Iterator[Triple]:
        node = self._names.node(address)
        caption = " ".join(document.text[p.start : p.end] for p in figure.caption)
        yield from self._node("figure", node, {"label": [figure.label], "caption": [caption], "index": [place]})
        yield Triple(parent, self._domo("contains"), node)
        for number, paragraph in enumerate(figure.caption, 1):
            yield from self._paragraph(node, paragraph, f"{address}.p{number}", number, document)

    def _table(self, parent: Iri, table: Table, address: str, place: int, document: Document) -> Iterator[Triple]:
        node = self._names.node(address)
        caption = " ".join(document.text[p.start : p.end] for p in table.caption)
        yield from self._node("table", node, {"label": [table.label], "caption": [caption], "index": [place]})
        yield Triple(parent, self._domo("contains"), node)
        for number, paragraph in enumerate((*table.caption, *table.notes), 1):
            yield from self._paragraph(node, paragraph, f"{address}.p{number}", number, document)
        for row, cells in enumerate(table.rows, 1):
            for column, text in enumerate(cells, 1):
                if not text.strip():
                    continue
                cell = self._names.node(f"{address}.c{row}-{column}")
                yield from self._node("cell", cell, {})
                yield Triple(node, self._domo("contains"), cell)
                yield Triple(cell, self._askg("hasText"), self._text(text))
                yield Triple(cell, self._askg("row"), _int(row))
                yield Triple(cell, self._askg("column"), _int(column))
                if row <= table.header_rows:
                    yield Triple(cell, self._askg("isHeader"), Literal("true", XSD + "boolean"))

    def _keywords(self, section: Iri, address: str, described: SectionDescription) -> Iterator[Triple]:
        for place, keyword in enumerate(described.keywords, 1):
            node = self._names.node(f"{address}.k{place}")
            word = keyword_iri(keyword.text, self._profile)
            yield from self._node("section_keyword", node, {})
            yield Triple(section, self._askg("hasKeywordOfSection"), node)
            yield Triple(node, self._askg("similarityScore"), Literal(f"{keyword.score:.4f}", XSD + "float"))
            yield Triple(node, self._askg("correspondsTo"), word)
            yield from self._node("keyword", word, {})
            yield Triple(word, LABEL, self._text(keyword.text))
            if self._options.compatible:
                yield Triple(self._names.paper, self._domo("keyword"), self._text(keyword.text))

    def _references(self, document: Document) -> Iterator[Triple]:
        if not document.references:
            return
        listed = self._names.node("references")
        yield Triple(listed, TYPE, self._domo("DocumentModelContainer"))
        if "spar" in self._options.alignments:
            yield Triple(listed, TYPE, Iri(alignments.BIBLIOGRAPHY))
            yield Triple(listed, TYPE, Iri(alignments.LIST_OF_REFERENCES))
        yield Triple(self._names.paper, self._askg("hasReferenceList"), listed)
        for place, reference in enumerate(document.references, 1):
            node = self._names.node(f"reference-{reference.key}")
            yield from self._node("reference", node, _reference_values(reference, place))
            yield Triple(listed, self._domo("contains"), node)
            cited = self._known.find(reference) if self._known is not None else ""
            if cited and cited != self._paper.id:
                other = self._other(cited)
                yield Triple(node, self._askg("refersTo"), other)
                yield Triple(self._names.paper, self._askg("cites"), other)
                if "spar" in self._options.alignments:
                    yield Triple(self._names.paper, Iri(alignments.CITES), other)
                if "schema" in self._options.alignments:
                    yield Triple(self._names.paper, Iri(alignments.CITATION), other)

    def _other(self, name: str) -> Iri:
        """Another paper of the library."""
        if self._options.legacy and self._known is not None:
            return legacy_paper_iri(self._known.label(name), self._profile)
        return paper_iri(name, self._profile)

    def _entities(self, document: Document) -> Iterator[Triple]:
        if self._annotations is None:
            return
        counts: dict[str, int] = {}
        self._starts.update((p.address, p.start) for p in document.places() if p.kind == "sentence")
        for entity in self._annotations.entities:
            united = self._canonical.get(entity.key) or entity
            node = entity_iri(entity_key(united.label), self._profile)
            yield from self._node("entity", node, {})
            language = entity.language if _is_tag(entity.language) else "en"
            yield Triple(node, LABEL, Literal(united.label, language=language))
            for alias in dict.fromkeys((*united.aliases, *entity.aliases)):
                yield Triple(node, self._term("skos:altLabel"), Literal(alias, language=language))
            # In small letters and without a language, a name is found at once; a filter would look at every label.
            for form in dict.fromkeys(name.lower() for name in (united.label, *united.aliases, *entity.aliases)):
                yield Triple(node, self._term("skos:hiddenLabel"), Literal(form))
            yield Triple(node, self._term("skos:broader"), self._askg(entity.kind.value))
            yield Triple(self._askg(entity.kind.value), self._term("skos:narrower"), node)
            yield Triple(self._names.paper, self._askg("mentionsEntity"), node)
            if entity.link is not None:
                yield self._link(node, entity.link)
            for mention in entity.mentions:
                counts[mention.address] = counts.get(mention.address, 0) + 1
                name = f"{mention.address}.e{counts[mention.address]}"
                yield from self._excerpt(node, name, mention.address, (mention.start, mention.end), document)

    def _link(self, node: Iri, link: EntityLink) -> Triple:
        """What a table of labels says an entity is; tables may have codes where IRIs are wanted."""
        from conspectus.graphs.structure.terms import is_iri

        same = self._term(f"wd:{link.iri}") if _WIKIDATA.fullmatch(link.iri) else Iri(link.iri)
        if not is_iri(same.value):
            return Triple(node, self._term("skos:notation"), Literal(link.iri))
        return Triple(node, self._term("owl:sameAs" if link.is_exact else "skos:closeMatch"), same)

    def _excerpt(
        self, entity: Iri, name: str, address: str, span: tuple[int, int], document: Document
    ) -> Iterator[Triple]:
        node, sentence = self._names.node(name), self._names.node(address)
        paragraph = self._names.node(address.rpartition(".")[0])
        section = self._names.node(address.split(".p")[0].split(".f")[0].split(".b")[0])
        yield from self._node("excerpt", node, {})
        yield Triple(node, self._askg("mentions"), entity)
        yield Triple(sentence, self._askg("mentions"), entity)
        yield Triple(paragraph, self._askg("hasExcerpt"), node)
        yield Triple(section, self._askg("hasExcerpt"), node)
        yield Triple(node, self._askg("inSentence"), sentence)
        yield Triple(node, self._askg("hasText"), self._text(document.text[span[0] : span[1]]))
        yield Triple(node, self._askg("charIndexFrom"), _int(span[0]))
        yield Triple(node, self._askg("charIndexTo"), _int(span[1]))
        before = len(document.text[self._starts[address] : span[0]].split())
        words = len(document.text[span[0] : span[1]].split())
        yield Triple(node, self._askg("wordIndexFrom"), _int(before))
        yield Triple(node, self._askg("wordIndexTo"), _int(before + max(words, 1) - 1))

    def _node(self, kind: str, node: Iri, values: Mapping[str, list[Value]]) -> Iterator[Triple]:
        """The classes of a node, and its properties by the rows of the mapping."""
        yield Triple(node, TYPE, self._term(str(self._classes[kind])))
        for other in classes_of(kind, self._options.alignments):
            yield Triple(node, TYPE, other)
        for predicate, row in mapping_rows().get(kind, {}).items():
            name, datatype = row[0], row[1]
            if predicate in _OFFSETS and "nif" not in self._options.alignments:
                predicate, datatype = _OFFSETS[predicate], "xsd:int"
            for value in values.get(name, ()):
                if value is None or value == "":
                    continue
                yield Triple(node, self._term(predicate), self._literal(value, datatype))

    def _literal(self, value: Value, datatype: str) -> Term:
        text = str(value).lower() if isinstance(value, bool) else str(value)
        if datatype == "xsd:string":
            return Literal(text)
        return Literal(text, self._term(datatype).value) if datatype else self._text(text)

    def _text(self, text: str) -> Literal:
        return Literal(text, language=self._language)

    def _term(self, short: str) -> Iri:
        return Iri(self._profile.iri(short))

    def _askg(self, name: str) -> Iri:
        return Iri(self._profile.askg + name)

    def _domo(self, name: str) -> Iri:
        return Iri(self._profile.domo + name)


def _reference_values(reference: Reference, place: int) -> dict[str, list[Value]]:
    return {
        "label": [reference.label or reference.key],
        "text": [reference.text],
        "title": [reference.title],
        "year": [f"{reference.year:04d}" if reference.year is not None else None],
        "doi": [reference.doi],
        "index": [place],
    }


def _language_tag(paper: Paper) -> str:
    """The tag of a paper's language with its region, "" where the record says none or no code."""
    tag = paper.language.strip().replace("_", "-")
    code, _, region = tag.partition("-")
    if not _is_tag(tag) or not 2 <= len(code) <= 3:
        return ""
    return "-".join(filter(None, (language_of(paper), region)))


def _is_tag(language: str) -> bool:
    return _TAG.fullmatch(language) is not None


def _int(value: int) -> Literal:
    return Literal(str(value), XSD + "int")
