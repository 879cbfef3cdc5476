"""Terms of other vocabularies: every one that is written exists, and each vocabulary can be left out."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from conspectus.domain.document import Document, Figure, Paragraph, Pointer, Reference, Section, SectionKind, Sentence
from conspectus.domain.document import Table as DocumentTable
from conspectus.domain.identifiers import Identifiers
from conspectus.domain.paper import Author, Paper, PartialDate
from conspectus.domain.scientific_entities import (
    EntityLink,
    Mention,
    PaperAnnotations,
    ScientificEntity,
    ScientificType,
    SectionDescription,
    SectionKeyword,
)
from conspectus.domain.structure_graph import Iri, Triple
from conspectus.graphs.structure.alignments import ALIGNMENTS, Alignment
from conspectus.graphs.structure.citations import KnownWorks
from conspectus.graphs.structure.mapping import MappingOptions, paper_triples
from conspectus.graphs.structure.vocabulary import ASKG_2024, SHARED_PREFIXES

_FILE = Path(__file__).resolve().parents[3] / "fixtures" / "vocabulary_terms.toml"
TERMS = {space: set(entry["terms"].split()) for space, entry in tomllib.loads(_FILE.read_text("utf-8")).items()}
# Namespaces whose terms one alignment brings in, and no other part of the graph uses.
ONLY_WITH: dict[Alignment, tuple[str, ...]] = {
    "spar": ("doco", "deo", "c4o", "fabio", "biro", "cito"),
    "bibo": ("bibo",),
    "nif": ("nif",),
    "schema": ("schema",),
    "prov": ("prov",),
}


def sample(kind: str = "article-journal") -> tuple[Paper, PaperAnnotations, KnownWorks]:
    """A paper with a section of each type, a figure, a table, a reference, an entity, a keyword and a summary."""
    text = "We use PigeonNet [1]. It flies.\n" * len(SectionKind) + "A pigeon.\nA table.\n"
    width = len("We use PigeonNet [1]. It flies.\n")
    sections = []
    for place, section_kind in enumerate(SectionKind):
        at = place * width
        pointers = (Pointer(start=at + 17, end=at + 20, style="single", targets=("1",)),)
        sentences = (Sentence(start=at, end=at + 21, pointers=pointers), Sentence(start=at + 22, end=at + 31))
        paragraph = Paragraph(start=at, end=at + 31, sentences=sentences)
        sections.append(
            Section(start=at, end=at + 31, heading=section_kind.value, kind=section_kind, paragraphs=(paragraph,))
        )
    captions = []
    for words in ("A pigeon.", "A table."):
        at = text.index(words)
        inside = (Sentence(start=at, end=at + len(words)),)
        captions.append(Paragraph(start=at, end=at + len(words), sentences=inside, kind="caption"))
    last = sections.pop()
    sections.append(
        Section(
            start=last.start,
            end=last.end,
            heading=last.heading,
            kind=last.kind,
            paragraphs=last.paragraphs,
            figures=(Figure(label="Fig. 1", caption=(captions[0],)),),
            tables=(
                DocumentTable(label="Table 1", caption=(captions[1],), rows=(("a", "b"), ("1", "2")), header_rows=1),
            ),
        )
    )
    reference = Reference(
        key="1", text="Dove: Birds. 2001.", title="Birds of the far north", year=2001, doi="10.1000/birds"
    )
    document = Document(text=text, sections=tuple(sections), references=(reference,))
    paper = Paper(
        id="doi-10.1000_pigeon",
        title="Pigeons",
        authors=(Author(family="Cooper", given="Ann", affiliations=("Loft College",), orcid="0000-0001-2345-6789"),),
        date=PartialDate(year=2003),
        kind=kind,
        venue="Journal of Lofts",
        language="en",
        keywords=("birds",),
        identifiers=Identifiers(doi="10.1000/pigeon"),
        documents=(document,),
    )
    mention = Mention(address="s1.p1.t1", start=7, end=16, surface="PigeonNet")
    entity = ScientificEntity(
        label="PigeonNet",
        kind=ScientificType.METHOD,
        aliases=("PN",),
        mentions=(mention,),
        link=EntityLink(iri="Q42", label="PigeonNet", how="exact"),
    )
    described = SectionDescription(address="s1", keywords=(SectionKeyword(text="pigeon", score=0.5),), summary="Birds.")
    annotations = PaperAnnotations(paper=paper.id, version=document.version, entities=(entity,), sections=(described,))
    cited = Paper(id="doi-10.1000_birds", title="Birds of the far north", identifiers=Identifiers(doi="10.1000/birds"))
    return paper, annotations, KnownWorks((paper, cited))


def triples(alignments: frozenset[Alignment] = frozenset(ALIGNMENTS), kind: str = "article-journal") -> list[Triple]:
    paper, annotations, known = sample(kind)
    options = MappingOptions(alignments=alignments)
    return list(paper_triples(paper, annotations=annotations, known=known, options=options))


def terms_of(found: list[Triple]) -> set[str]:
    """The predicates, and the classes of nodes."""
    names = {triple.predicate.value for triple in found}
    return names | {t.object.value for t in found if t.predicate.value.endswith("#type") and isinstance(t.object, Iri)}


@pytest.mark.parametrize(
    "kind", ["article-journal", "paper-conference", "article", "book", "chapter", "thesis", "report"]
)
def test_every_term_of_another_vocabulary_exists_there(kind: str) -> None:
    """A misspelt class is an IRI like any other, and nobody would ever find its nodes."""
    foreign = [t for t in terms_of(triples(kind=kind)) if not t.startswith((ASKG_2024.askg, ASKG_2024.domo))]
    assert len(foreign) > 30
    for term in foreign:
        space = next((space for space in TERMS if term.startswith(space)), "")
        assert space, f"{term} is in no vocabulary that is listed"
        assert term.removeprefix(space) in TERMS[space], f"{term} is not a term of {space}"


def test_the_list_would_show_a_misspelt_term() -> None:
    """A list that holds everything proves nothing."""
    assert "Paragraph" in TERMS[SHARED_PREFIXES["doco"]]
    assert not {"Paragraphs", "paragraph", "Caption"} & TERMS[SHARED_PREFIXES["doco"]]


@pytest.mark.parametrize("alignment, prefixes", ONLY_WITH.items())
def test_a_vocabulary_that_is_left_out_leaves_no_term_behind(alignment: Alignment, prefixes: tuple[str, ...]) -> None:
    spaces = tuple(SHARED_PREFIXES[prefix] for prefix in prefixes)
    assert any(term.startswith(spaces) for term in terms_of(triples(frozenset({alignment}))))
    without = terms_of(triples(frozenset(ALIGNMENTS) - {alignment}))
    assert not [term for term in without if term.startswith(spaces)]


def test_alignments_only_add_triples() -> None:
    """Whoever switches them off gets the same graph with fewer names for it, the names of offsets aside."""
    offsets = ("beginIndex", "endIndex", "charIndexFrom", "charIndexTo")
    bare = {t for t in triples(frozenset()) if not t.predicate.value.endswith(offsets)}
    assert bare <= set(triples())


def test_nodes_have_the_classes_of_the_table_of_alignments() -> None:
    prefixes, found = ASKG_2024.prefixes, {(t.subject.value, t.object.value) for t in triples()}
    data = f"{ASKG_2024.data}doi-10.1000_pigeon"
    for node, name in (
        ("", "fabio:JournalArticle"), ("", "schema:ScholarlyArticle"), ("", "nif:Context"),
        ("", "bibo:AcademicArticle"),
        ("#s1", "doco:Abstract"), ("#s2", "deo:Introduction"), ("#s3", "deo:RelatedWork"), ("#s4", "deo:Methods"),
        ("#s5", "deo:Results"), ("#s6", "deo:Discussion"), ("#s7", "doco:Section"), ("#s1.p1", "doco:Paragraph"),
        ("#s1.p1.t1", "nif:Sentence"), ("#s7.f1.p1", "deo:Caption"),
        ("#references", "doco:ListOfReferences"), ("#s7.f1", "doco:FigureBox"), ("#s7.b1", "doco:TableBox"),
    ):  # fmt: skip
        prefix, _, local = name.partition(":")
        assert (data + node, prefixes[prefix] + local) in found, f"{node or 'the paper'} is no {name}"
    assert (data, f"{ASKG_2024.data}doi-10.1000_birds") in found, "the citation is missing"
