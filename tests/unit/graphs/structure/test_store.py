from __future__ import annotations

import threading
import time
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from made_graph_papers import heath_paper, heath_triples, node, term

from conspectus.domain.document_building import abstract_document
from conspectus.domain.paper import Paper
from conspectus.domain.structure_graph import XSD, Iri, Literal, Triple
from conspectus.foundation.errors import LibraryError, UsageError
from conspectus.graphs.structure.mapping import MappingOptions, paper_triples
from conspectus.graphs.structure.node_names import graph_iri
from conspectus.graphs.structure.store import (
    FOLDER,
    GraphWriter,
    StructureStore,
    check_reads,
    discard,
    memory_store,
    open_path,
    open_snapshot,
    snapshot_path,
)
from conspectus.graphs.structure.vocabulary import W3ID

ONE, TWO = graph_iri("one"), graph_iri("two")


def say(text: str, name: str = "urn:a") -> list[Triple]:
    return [Triple(Iri(name), Iri("urn:says"), Literal(text))]


def said(store: StructureStore) -> list[str]:
    return sorted(t.object.value for t in store.triples())


def write(folder: Path, *papers: tuple[Iri, list[Triple]]) -> Path:
    with GraphWriter(folder) as writer:
        for graph, triples in papers:
            writer.replace(graph, triples)
        return writer.publish()


def test_everything_that_was_written_comes_back(tmp_path: Path) -> None:
    """The datatypes too, which pyoxigraph itself would make xsd:integer."""
    triples = heath_triples()
    write(tmp_path, (ONE, triples))
    store = open_snapshot(tmp_path)
    score = Triple(node("s2.k1"), term("askg:similarityScore"), Literal("0.7500", XSD + "float"))
    back = set(store.triples(ONE))
    assert set(triples) - back == {score}
    # Decimal places of a score that say nothing are dropped.
    assert back - set(triples) == {replace(score, object=Literal("0.75", XSD + "float"))}
    assert len(store) == len(set(triples))


def test_datatypes_come_back_in_every_profile(tmp_path: Path) -> None:
    triples = heath_triples(MappingOptions(profile=W3ID))
    back = set(memory_store(triples, W3ID).triples())
    assert [
        t for t in triples if isinstance(t.object, Literal) and t.object.datatype == XSD + "int" and t not in back
    ] == []


def test_a_paper_is_replaced_and_the_others_stay(tmp_path: Path) -> None:
    write(tmp_path, (ONE, say("old") + say("older")), (TWO, say("other", "urn:b")))
    write(tmp_path, (ONE, say("new")))
    store = open_snapshot(tmp_path)
    assert said(store) == ["new", "other"]
    assert store.graphs() == [ONE, TWO]
    assert [t.object.value for t in store.triples(TWO)] == ["other"]


def test_replacing_gives_the_number_of_triples_and_removing_takes_all(tmp_path: Path) -> None:
    with GraphWriter(tmp_path) as writer:
        assert writer.replace(ONE, say("a") + say("b")) == 2
        writer.remove(ONE)
        writer.remove(TWO)
        writer.publish()
    assert open_snapshot(tmp_path).graphs() == []


def test_a_paper_that_cannot_be_mapped_leaves_what_was_there(tmp_path: Path) -> None:
    def broken() -> list[Triple]:
        return [*say("half"), Triple(Iri("no iri"), Iri("urn:says"), Literal("x"))]

    with GraphWriter(tmp_path) as writer:
        writer.replace(ONE, say("old"))
        with pytest.raises(ValueError, match="IRI"):
            writer.replace(ONE, broken())
        writer.publish()
    assert said(open_snapshot(tmp_path)) == ["old"]


def test_what_two_papers_say_alike_is_one_answer(tmp_path: Path) -> None:
    write(tmp_path, (ONE, say("same")), (TWO, say("same")))
    store = open_snapshot(tmp_path)
    assert len(store) == 1
    assert len(store.select("SELECT ?text { ?who <urn:says> ?text }")) == 1
    assert len(store.select("SELECT ?text { GRAPH ?paper { ?who <urn:says> ?text } }")) == 2
    assert len(list(store.triples())) == 1


def test_what_another_paper_says_too_stays(tmp_path: Path) -> None:
    write(tmp_path, (ONE, say("same") + say("alone")), (TWO, say("same")))
    with GraphWriter(tmp_path) as writer:
        writer.remove(ONE)
        writer.publish()
    assert said(open_snapshot(tmp_path)) == ["same"]
    with GraphWriter(tmp_path) as writer:
        writer.remove(TWO)
        writer.publish()
    assert said(open_snapshot(tmp_path)) == []


def test_readers_see_the_state_that_they_opened(tmp_path: Path) -> None:
    write(tmp_path, (ONE, say("first")))
    reader = open_snapshot(tmp_path)
    with GraphWriter(tmp_path) as writer:
        writer.replace(ONE, say("second"))
        # Not published: nobody sees it, whenever they open.
        assert said(open_snapshot(tmp_path)) == ["first"]
        writer.publish()
        assert said(reader) == ["first"]
        assert said(open_snapshot(tmp_path)) == ["second"]


def test_readers_meet_a_whole_paper_while_a_writer_writes(tmp_path: Path) -> None:
    def state(number: int) -> list[Triple]:
        return [triple for place in range(50) for triple in say(str(number), f"urn:{place}")]

    write(tmp_path, (ONE, state(0)))
    failures: list[str] = []
    stop = threading.Event()

    def read() -> None:
        while not stop.is_set():
            found = said(open_snapshot(tmp_path))
            if len(found) != 50 or len(set(found)) != 1:
                failures.append(str(found))

    reader = threading.Thread(target=read)
    reader.start()
    with GraphWriter(tmp_path) as writer:
        for number in range(1, 6):
            writer.replace(ONE, state(number))
            writer.publish()
            time.sleep(0.02)
    stop.set()
    reader.join()
    assert failures == []
    assert set(said(open_snapshot(tmp_path))) == {"5"}


def test_old_snapshots_are_removed_but_for_one(tmp_path: Path) -> None:
    folders = [write(tmp_path, (ONE, say(str(number)))) for number in range(4)]
    assert [folder.exists() for folder in folders] == [False, False, True, True]
    assert snapshot_path(tmp_path) == folders[-1]
    assert said(open_path(folders[-2])) == ["2"]


def test_only_one_writes(tmp_path: Path) -> None:
    with GraphWriter(tmp_path), pytest.raises(LibraryError, match="cannot be opened for writing") as caught:
        GraphWriter(tmp_path)
    assert "wait" in caught.value.hint


def test_without_a_graph_the_hint_says_how_to_make_it(tmp_path: Path) -> None:
    with pytest.raises(LibraryError, match="no graph") as caught:
        open_snapshot(tmp_path)
    assert "graph stats" in caught.value.hint
    write(tmp_path, (ONE, say("x")))
    discard(tmp_path)
    discard(tmp_path)
    assert snapshot_path(tmp_path) is None


def test_a_damaged_snapshot_is_told(tmp_path: Path) -> None:
    path = write(tmp_path, (ONE, say("x")))
    (path / "CURRENT").write_text("nonsense")
    for opened in (lambda: open_snapshot(tmp_path), lambda: open_path(path)):
        with pytest.raises(LibraryError, match="cannot be opened") as caught:
            opened()
        assert "reindex" in caught.value.hint
    (tmp_path / FOLDER / "current").write_text("../elsewhere")
    assert snapshot_path(tmp_path) is None


NAMES = [
    'He said "moss"',
    "a {b} c",
    "back\\slash",
    "'; DROP ALL #",
    '"""',
    "new\nline",
    "} UNION { ?s ?p ?o",
    "?who",
    "",
]


@pytest.mark.parametrize("name", NAMES)
def test_any_name_can_be_bound(name: str) -> None:
    store = memory_store(say(name, "urn:it") + say("another", "urn:else"))
    query = "SELECT ?who { ?who <urn:says> ?text }"
    assert store.select(query, {"text": Literal(name)}) == [{"who": Iri("urn:it")}]
    filtered = "SELECT ?who { ?who <urn:says> ?text FILTER(STR(?text) = STR(?name)) }"
    assert store.select(filtered, {"name": Literal(name)}) == [{"who": Iri("urn:it")}]


def test_bindings_reach_queries_of_every_form() -> None:
    store = memory_store(say("a", "urn:1") + say("b", "urn:2"))
    bound = {"text": Literal("a")}
    assert store.select("# select {these}\nSELECT DISTINCT ?who { ?who <urn:says> ?text }", bound) == [
        {"who": Iri("urn:1")}
    ]
    assert [row["who"] for row in store.select("SELECT * { ?who <urn:says> ?text }", bound)] == [Iri("urn:1")]
    assert bool(store.query("ASK { ?who <urn:says> ?text }", bound)) is True
    counted = "SELECT ?text (COUNT(?who) AS ?n) { ?who <urn:says> ?text } GROUP BY ?text"
    assert [row["n"].value for row in store.select(counted, bound)] == ["1"]
    with pytest.raises(UsageError) as caught:
        store.select("SELECT (COUNT(?who) AS ?n) { ?who <urn:says> ?text }", bound)
    assert "group by" in caught.value.hint


def test_a_variable_without_a_value_is_absent() -> None:
    store = memory_store(say("a"))
    assert store.select("SELECT ?who ?no { ?who <urn:says> ?text OPTIONAL { ?who <urn:no> ?no } }") == [
        {"who": Iri("urn:a")}
    ]


def test_prefixes_need_not_be_declared() -> None:
    rows = memory_store(heath_triples()).select("SELECT ?s { ?s a askg:Section ; askg:index 1 ; a doco:Abstract }")
    assert [row["s"] for row in rows] == [node("s1")]


UPDATES = [
    "INSERT DATA { <urn:a> <urn:b> <urn:c> }",
    "  delete where { ?s ?p ?o }",
    "PREFIX a: <urn:a> PREFIX b: <urn:b>\nBASE <urn:c> DROP ALL",
    "# SELECT nothing\nCLEAR ALL",
    "WITH <urn:g> DELETE { ?s ?p ?o } WHERE { ?s ?p ?o }",
]


@pytest.mark.parametrize("query", UPDATES)
def test_updates_are_refused(query: str) -> None:
    store = memory_store(say("a"))
    with pytest.raises(UsageError, match="read-only") as caught:
        store.select(query)
    assert caught.value.hint
    assert said(store) == ["a"]


def test_an_update_behind_a_query_is_refused_too() -> None:
    store = memory_store(say("a"))
    for query in ("SELECT * { ?s ?p ?o } ; DROP ALL", "ASK {} DELETE WHERE { ?s ?p ?o }"):
        with pytest.raises(UsageError):
            store.query(query)
    assert said(store) == ["a"]


def test_words_of_updates_in_a_query_are_no_updates() -> None:
    check_reads("PREFIX add: <urn:add>\nSELECT ?insert { ?insert add:move ?drop }")
    check_reads("ASK { ?s ?p 'DELETE' }")


def test_many_prefixes_take_no_time() -> None:
    begun = time.perf_counter()
    check_reads("PREFIX a " * 2000 + "x")
    check_reads("PREFIX a: <urn:a> " * 2000 + "SELECT * {}")
    assert time.perf_counter() - begun < 1


@pytest.mark.parametrize("query", ["SELECT ?s { ?s ?p", "SELECT ?s { ?s nope:x ?o }", "find me papers", "SELECT"])
def test_what_cannot_be_read_is_told_with_a_hint(query: str) -> None:
    with pytest.raises(UsageError, match="cannot be read") as caught:
        memory_store([]).select(query)
    assert "SPARQL" in caught.value.hint


@pytest.mark.parametrize("query", ["", "  \n", "# only a remark"])
def test_an_empty_query_is_told(query: str) -> None:
    with pytest.raises(UsageError, match="empty") as caught:
        memory_store([]).select(query)
    assert "SELECT" in caught.value.hint


def test_another_form_is_not_selected() -> None:
    with pytest.raises(UsageError, match="no SELECT"):
        memory_store([]).select("ASK {}")


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(title=st.text(min_size=1), text=st.text(min_size=1))
def test_no_text_is_lost_or_changed_on_the_way_through_the_store(title: str, text: str) -> None:
    document = abstract_document(text)
    paper = Paper(id="p", title=title, documents=(document,))
    store = memory_store(paper_triples(paper))
    titles = [row["t"].value for row in store.select("SELECT ?t { ?p a askg:Paper ; dc:title ?t }")]
    assert titles == [title]
    for kind, name in (("paragraph", "hasParagraph"), ("sentence", "hasSentence")):
        rows = store.select(
            f"SELECT ?t ?b ?e {{ ?up askg:{name} ?it . ?it askg:hasText ?t ; nif:beginIndex ?b ; nif:endIndex ?e }}"
        )
        found = {(int(r["b"].value), int(r["e"].value)): r["t"].value for r in rows}
        assert found == {(p.start, p.end): document.text[p.start : p.end] for p in document.places() if p.kind == kind}


def test_lone_surrogates_reach_the_disk_as_replacement_characters(tmp_path: Path) -> None:
    write(tmp_path, (ONE, say("moss \ud800 map")))
    assert said(open_snapshot(tmp_path)) == ["moss � map"]


def test_two_papers_of_one_title_author_and_year_do_not_mix(tmp_path: Path) -> None:
    for legacy in (False, True):
        options = MappingOptions(legacy=legacy)
        write(
            tmp_path,
            *((graph_iri(name), list(paper_triples(heath_paper(name), options=options))) for name in ("one", "two")),
        )
        rows = open_snapshot(tmp_path).select("SELECT ?p (COUNT(?s) AS ?n) { ?p askg:hasSection ?s } GROUP BY ?p")
        assert [row["n"].value for row in rows] == ["4", "4"]
