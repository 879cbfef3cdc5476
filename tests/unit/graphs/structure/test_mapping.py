from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import pytest
from made_graph_papers import (
    cited_paper,
    heath_annotations,
    heath_document,
    heath_paper,
    heath_triples,
    node,
    objects,
    of_class,
    term,
    values,
)

from conspectus.domain.document_building import abstract_document
from conspectus.domain.paper import Notice, Paper, PartialDate
from conspectus.domain.scientific_entities import EntityLink, ScientificType
from conspectus.domain.structure_graph import XSD, Iri, Literal, Triple
from conspectus.graphs.scientific_entities.library_entities import LibraryEntity
from conspectus.graphs.structure.citations import KnownWorks
from conspectus.graphs.structure.mapping import MappingOptions, paper_triples
from conspectus.graphs.structure.node_names import NodeNames, entity_iri, keyword_iri, paper_iri
from conspectus.graphs.structure.vocabulary import TYPE

TRIPLES = heath_triples()
DOCUMENT = heath_document()


def linked(link: EntityLink) -> list[Triple]:
    found = heath_annotations()
    entity = replace(found.entities[0], link=link)
    return list(paper_triples(heath_paper(), annotations=replace(found, entities=(entity,))))


def test_the_record_of_a_paper() -> None:
    paper = node()
    assert objects(TRIPLES, paper, "dc:title") == [Literal('Moss "found" by {HeathNet}', language="en")]
    assert objects(TRIPLES, paper, "askg:publicationYear") == [Literal("2021", XSD + "gYear")]
    wanted = {"doi": "10.1000/heath", "pmid": "77", "arxiv": "2101.00001", "volume": "7", "issue": "2",
              "pages": "11-19", "startingPage": "11", "endingPage": "19", "source": "heath.xml",
              "appearsIn": "Journal of Heaths", "publisher": "Bog Press"}  # fmt: skip
    assert {name: values(TRIPLES, paper, f"askg:{name}") for name in wanted} == {k: [v] for k, v in wanted.items()}
    assert values(TRIPLES, paper, "askg:hasKeyword") == ["moss", "bog"]
    assert values(TRIPLES, paper, "askg:isRetracted") == []
    assert objects(TRIPLES, paper, "askg:hasAuthor") == [node("author1"), node("author2")]
    assert [values(TRIPLES, node(f"author{n}"), "rdfs:label") for n in (1, 2)] == [["Ann Moor"], ["The Peat Group"]]
    assert [values(TRIPLES, node(f"author{n}"), "askg:index") for n in (1, 2)] == [["1"], ["2"]]


def test_a_paper_of_which_nothing_is_known_has_its_class_id_and_kind() -> None:
    options = MappingOptions(alignments=frozenset())
    assert list(paper_triples(Paper(id="p"), options=options)) == [
        Triple(paper_iri("p"), Iri(TYPE), term("askg:Paper")),
        Triple(paper_iri("p"), term("askg:id"), Literal("p")),
        Triple(paper_iri("p"), term("dc:type"), Literal("document")),
    ]


def test_a_retracted_paper_says_so() -> None:
    paper = replace(heath_paper(), notices=(Notice(kind="retraction"),))
    assert objects(paper_triples(paper), node(), "askg:isRetracted") == [Literal("true", XSD + "boolean")]


def test_sections_nest_and_keep_their_order() -> None:
    assert values(TRIPLES, node(), "askg:hasSection") == [node(s).value for s in ("s1", "s2", "s2.1", "s2.1.1")]
    assert {s: values(TRIPLES, node(s), "askg:index") for s in ("s1", "s2", "s2.1", "s2.1.1")} == {
        "s1": ["1"], "s2": ["2"], "s2.1": ["1"], "s2.1.1": ["1"]
    }  # fmt: skip
    assert node("s2.1") in objects(TRIPLES, node("s2"), "domo:contains")
    assert node("s2.1.1") in objects(TRIPLES, node("s2.1"), "domo:contains")
    assert node("s2.1.1") not in objects(TRIPLES, node("s2"), "domo:contains")
    assert not [t for t in TRIPLES if t.predicate == term("domo:contains") and t.object in (node("s1"), node("s2"))]
    assert values(TRIPLES, node("s2.1"), "askg:heading") == ["Data"]
    assert values(TRIPLES, node("s2.1"), "askg:number") == ["2.1"]
    assert term("askg:Abstract") in objects(TRIPLES, node("s1"), "a")
    assert term("askg:Methodology") in objects(TRIPLES, node("s2.1"), "a")


def test_every_place_of_the_document_is_one_node_with_its_text() -> None:
    classes = {"section": "Section", "paragraph": "Paragraph", "sentence": "Sentence", "figure": "Figure",
               "table": "Table"}  # fmt: skip
    for kind, name in classes.items():
        places = [place for place in DOCUMENT.places() if place.kind == kind]
        assert places
        assert sorted(of_class(TRIPLES, f"askg:{name}")) == sorted(node(p.address).value for p in places)
        for place in places if kind in ("paragraph", "sentence") else ():
            text = DOCUMENT.text[place.start : place.end]
            assert objects(TRIPLES, node(place.address), "askg:hasText") == [Literal(text, language="en")]
            assert values(TRIPLES, node(place.address), "nif:beginIndex") == [str(place.start)]
            assert values(TRIPLES, node(place.address), "nif:endIndex") == [str(place.end)]


def test_sentences_are_counted_within_their_paragraph() -> None:
    sentences = objects(TRIPLES, node("s2.p1"), "askg:hasSentence")
    assert sentences == [node(f"s2.p1.t{n}") for n in (1, 2, 3)]
    assert objects(TRIPLES, node("s2.p1"), "domo:contains") == sentences
    assert [values(TRIPLES, s, "askg:index") for s in sentences if isinstance(s, Iri)] == [["1"], ["2"], ["3"]]
    begins = [int(values(TRIPLES, s, "nif:beginIndex")[0]) for s in sentences if isinstance(s, Iri)]
    assert all(one < other for one, other in pairwise(begins))


def test_a_sentence_knows_every_page_that_it_is_on() -> None:
    pages = {n: values(TRIPLES, node(f"s2.p1.t{n}"), "askg:onPage") for n in (1, 2, 3)}
    assert pages == {1: ["3"], 2: ["3", "4"], 3: ["4"]}
    unprinted = replace(heath_paper(), documents=(replace(DOCUMENT, layout=()),))
    assert not [t for t in paper_triples(unprinted) if t.predicate == term("askg:onPage")]


def test_pointers_lead_to_the_entries_that_exist() -> None:
    one, two = node("s2.p1.t1.r1"), node("s2.p1.t2.r1")
    assert objects(TRIPLES, node("s2.p1.t1"), "askg:hasInTextReference") == [one]
    assert values(TRIPLES, one, "rdfs:label") == ["[1]"]
    assert objects(TRIPLES, one, "askg:denotes") == [node("reference-r1")]
    assert objects(TRIPLES, one, "c4o:denotes") == [node("reference-r1")]
    assert objects(TRIPLES, one, "c4o:hasContext") == [node("s2.p1.t1")]
    assert objects(TRIPLES, node("s2.p1.t1"), "askg:hasReference") == [node("reference-r1")]
    # The list "[2, 9]" has a number that no entry has; its words stay.
    assert values(TRIPLES, two, "rdfs:label") == ["[2, 9]"]
    assert objects(TRIPLES, two, "askg:denotes") == [node("reference-r2")]


def test_references_are_listed_in_order() -> None:
    listed = node("references")
    assert objects(TRIPLES, node(), "askg:hasReferenceList") == [listed]
    assert objects(TRIPLES, listed, "domo:contains") == [node("reference-r1"), node("reference-r2")]
    first = node("reference-r1")
    assert values(TRIPLES, first, "dc:description") == ["1"]
    assert values(TRIPLES, first, "askg:hasText") == ["Moor. Bogs and how to map them. 2015."]
    assert values(TRIPLES, node("reference-r2"), "dc:description") == ["r2"]
    assert values(TRIPLES, node("reference-r2"), "dc:title") == ["A survey of bogs without any water"]
    assert values(TRIPLES, node("reference-r2"), "askg:publicationYear") == ["2016"]


@pytest.mark.parametrize("legacy", [False, True])
def test_papers_of_the_library_cite_each_other(legacy: bool) -> None:
    options = MappingOptions(legacy=legacy)
    citing, cited = heath_paper(), cited_paper()
    triples = list(paper_triples(citing, known=KnownWorks([citing, cited]), options=options))
    me, other = (NodeNames(paper, legacy=legacy) for paper in (citing, cited))
    for predicate in ("askg:cites", "cito:cites", "schema:citation"):
        assert objects(triples, me.paper, predicate) == [other.paper]
    assert objects(triples, me.node("reference-r1"), "askg:refersTo") == [other.paper]
    assert not objects(triples, me.node("reference-r2"), "askg:refersTo")
    # What a cited paper is, its own graph says.
    assert other.paper in {t.subject for t in paper_triples(cited, options=options)}


def test_no_paper_cites_itself() -> None:
    paper = heath_paper()
    twin = replace(paper, identifiers=cited_paper().identifiers)
    assert not [t for t in paper_triples(twin, known=KnownWorks([twin])) if t.predicate == term("askg:cites")]


def test_figures_and_tables_have_captions_and_cells() -> None:
    figure, table = node("s2.f1"), node("s2.b1")
    assert {figure, table} <= set(objects(TRIPLES, node("s2"), "domo:contains"))
    assert values(TRIPLES, figure, "rdfs:label") == ["Fig. 1"]
    assert values(TRIPLES, figure, "askg:caption") == ["A bog. HeathNet drew it."]
    assert objects(TRIPLES, figure, "askg:hasParagraph") == [node("s2.f1.p1")]
    assert values(TRIPLES, table, "askg:caption") == ["Moss by plot."]
    assert values(TRIPLES, node("s2.b1.p2"), "askg:hasText") == ["South was dry."]
    cells = list(of_class(TRIPLES, "askg:Cell"))
    # The empty cell is none; row and column keep the others' places.
    assert cells == [node(f"s2.b1.c{at}").value for at in ("1-1", "1-2", "2-1", "2-2", "3-1")]
    corner = node("s2.b1.c2-2")
    assert [values(TRIPLES, corner, f"askg:{p}") for p in ("hasText", "row", "column")] == [["{7}"], ["2"], ["2"]]
    headed = {t.subject for t in TRIPLES if t.predicate == term("askg:isHeader")}
    assert headed == {node("s2.b1.c1-1"), node("s2.b1.c1-2")}


def test_entities_are_named_typed_and_mentioned() -> None:
    entity = entity_iri("heathnet")
    assert objects(TRIPLES, entity, "rdfs:label") == [Literal("HeathNet", language="en")]
    assert values(TRIPLES, entity, "skos:altLabel") == ["Heath Net"]
    assert Literal("heath net") in objects(TRIPLES, entity, "skos:hiddenLabel")
    assert objects(TRIPLES, entity, "skos:broader") == [term(f"askg:{ScientificType.METHOD.value}")]
    assert objects(TRIPLES, entity, "owl:sameAs") == [term("wd:Q42")]
    assert objects(TRIPLES, node(), "askg:mentionsEntity") == [entity, entity_iri("peatset")]
    excerpt = node("s2.p1.t3.e1")
    assert objects(TRIPLES, excerpt, "askg:mentions") == [entity]
    assert objects(TRIPLES, node("s2.p1.t3"), "askg:mentions") == [entity]
    assert objects(TRIPLES, excerpt, "askg:inSentence") == [node("s2.p1.t3")]
    assert objects(TRIPLES, node("s2.p1"), "askg:hasExcerpt") == [excerpt]
    assert excerpt in objects(TRIPLES, node("s2"), "askg:hasExcerpt")
    # An excerpt of a caption belongs to the section of its figure.
    assert node("s2.f1.p1.t2.e1") in objects(TRIPLES, node("s2"), "askg:hasExcerpt")
    assert objects(TRIPLES, node("s2.1"), "askg:hasExcerpt") == [node("s2.1.p1.t1.e1")]


def test_excerpts_have_offsets_of_characters_and_words() -> None:
    excerpt = node("s2.p1.t3.e1")
    begin, end = (int(values(TRIPLES, excerpt, f"askg:charIndex{which}")[0]) for which in ("From", "To"))
    assert DOCUMENT.text[begin:end] == "HeathNet" == values(TRIPLES, excerpt, "askg:hasText")[0]
    words = [values(TRIPLES, node("s2.f1.p1.t2.e1"), f"askg:wordIndex{which}") for which in ("From", "To")]
    assert words == [["0"], ["0"]]
    paper = replace(heath_paper(), documents=(abstract_document("We map moss with the HeathNet model daily."),))
    document = paper.document
    assert document is not None
    found = heath_annotations()
    start = document.text.index("HeathNet")
    mention = replace(found.entities[0].mentions[0], address="s1.p1.t1", start=start, end=start + len("HeathNet model"))
    entity = replace(found.entities[0], mentions=(mention,))
    triples = list(
        paper_triples(paper, annotations=replace(found, version=document.version, entities=(entity,), sections=()))
    )
    words = [values(triples, node("s1.p1.t1.e1"), f"askg:wordIndex{which}") for which in ("From", "To")]
    assert words == [["5"], ["6"]]


@pytest.mark.parametrize(
    "link, predicate, wanted",
    [
        (EntityLink(iri="Q42", label="x", how="exact"), "owl:sameAs", Iri("http://www.wikidata.org/entity/Q42")),
        (EntityLink(iri="http://example.org/ä", label="x", how="lemma"), "owl:sameAs", Iri("http://example.org/ä")),
        # The best of several is not the same thing.
        (EntityLink(iri="urn:x", label="x", how="first", score=0.4), "skos:closeMatch", Iri("urn:x")),
        (EntityLink(iri="D012345", label="x", how="exact"), "skos:notation", Literal("D012345")),
        (EntityLink(iri="heath {net}", label="x", how="exact"), "skos:notation", Literal("heath {net}")),
    ],
)
def test_links_of_every_table_are_kept(link: EntityLink, predicate: str, wanted: Iri | Literal) -> None:
    triples = linked(link)
    found = {p: objects(triples, entity_iri("heathnet"), p) for p in ("owl:sameAs", "skos:closeMatch", "skos:notation")}
    assert found == {p: [wanted] if p == predicate else [] for p in found}


def test_merged_entities_are_one_node_with_every_name() -> None:
    united = LibraryEntity(
        key="moss network", label="Moss Network", kind=ScientificType.METHOD, labels=(), aliases=("HeathNet", "MN"),
        keys=("heathnet", "moss network"), members=(),
    )  # fmt: skip
    triples = list(paper_triples(heath_paper(), annotations=heath_annotations(), canonical={"heathnet": united}))
    entity = entity_iri("moss network")
    assert values(triples, entity, "rdfs:label") == ["Moss Network"]
    assert values(triples, entity, "skos:altLabel") == ["HeathNet", "MN", "Heath Net"]
    assert objects(triples, node("s1.p1.t1"), "askg:mentions") == [entity]
    assert not objects(triples, entity_iri("heathnet"), "rdfs:label")


def test_sections_have_keywords_with_scores_and_a_summary() -> None:
    keyword = node("s2.k1")
    assert objects(TRIPLES, node("s2"), "askg:hasKeywordOfSection") == [keyword]
    assert objects(TRIPLES, keyword, "askg:similarityScore") == [Literal("0.7500", XSD + "float")]
    assert objects(TRIPLES, keyword, "askg:correspondsTo") == [keyword_iri("moss map")]
    assert values(TRIPLES, keyword_iri("moss map"), "rdfs:label") == ["moss map"]
    assert values(TRIPLES, node("s2"), "askg:summary") == ["Bogs were mapped."]
    assert values(TRIPLES, node("s1"), "askg:summary") == []
    # DOMO has keywords as text of the document; only whoever asks gets them.
    assert not objects(TRIPLES, node(), "domo:keyword")
    assert values(heath_triples(MappingOptions(compatible=True)), node(), "domo:keyword") == ["moss map"]


def test_annotations_of_another_version_are_left_out() -> None:
    other = replace(heath_annotations(), version="00000000")
    triples = list(paper_triples(heath_paper(), annotations=other))
    assert not of_class(triples, "askg:AcademicEntity")
    assert of_class(triples, "askg:Sentence")


@pytest.mark.parametrize(
    "language, tag",
    [("de", "de"), ("eng", "en"), ("pt-BR", "pt-BR"), ("pt_BR", "pt-BR"), ("", ""), ("English", ""), ("no code!", "")],
)
def test_texts_have_the_tag_of_their_language(language: str, tag: str) -> None:
    triples = list(paper_triples(heath_paper(language=language)))
    for subject, predicate in ((node(), "dc:title"), (node("s1.p1"), "askg:hasText"), (node("s2"), "askg:heading")):
        assert [o.language for o in objects(triples, subject, predicate) if isinstance(o, Literal)] == [tag]
    assert values(triples, node(), "dc:language") == ([language] if language else [])


def test_offsets_stay_when_nif_is_left_out() -> None:
    triples = heath_triples(MappingOptions(alignments=frozenset()))
    place = DOCUMENT.at("s2.p1.t2")
    assert values(triples, node("s2.p1.t2"), "askg:charIndexFrom") == [str(place.start)]
    assert values(triples, node("s2.p1.t2"), "askg:charIndexTo") == [str(place.end)]
    assert not objects(triples, node("s2.p1.t2"), "nif:beginIndex")


def test_the_fullest_text_is_mapped() -> None:
    paper = replace(heath_paper(), documents=(abstract_document("A short abstract."), DOCUMENT))
    assert len(of_class(paper_triples(paper), "askg:Section")) == 4


def test_years_have_four_digits() -> None:
    paper = replace(heath_paper(), date=PartialDate(year=987))
    assert values(paper_triples(paper), node(), "askg:publicationYear") == ["0987"]


def test_the_same_paper_gives_the_same_triples() -> None:
    assert heath_triples() == TRIPLES
    legacy = heath_triples(MappingOptions(legacy=True))
    assert len(legacy) == len(TRIPLES)
    assert not {t.subject for t in legacy} & {node("s1"), node("s1.p1.t1"), node()}
