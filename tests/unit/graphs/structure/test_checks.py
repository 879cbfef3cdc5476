from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from made_graph_papers import heath_paper, heath_triples, node, term

from conspectus.domain.document_building import abstract_document
from conspectus.domain.paper import Paper
from conspectus.domain.structure_graph import XSD, Iri, Literal, Term, Triple
from conspectus.foundation.errors import UsageError
from conspectus.graphs.structure.checks import Violation, check_triples, check_with_shacl, checks_of, shape_checks
from conspectus.graphs.structure.mapping import MappingOptions, paper_triples
from conspectus.graphs.structure.node_names import entity_iri, keyword_iri
from conspectus.graphs.structure.vocabulary import ASKG_2024, PROFILES, SH, TYPE, Profile, vocabulary_text
from conspectus.readers.reading import ReadPaper, read_bytes
from conspectus.testing.full_paper import made_full_paper

TRIPLES = heath_triples()
DATA = Path(__file__).resolve().parents[4].parent / "shared" / "data" / "jats"
Change = Callable[[list[Triple]], list[Triple]]


def without(subject: Iri, predicate: str) -> Change:
    return lambda triples: [t for t in triples if t.subject != subject or t.predicate != term(predicate)]


def plus(subject: Iri, predicate: str, value: Term) -> Change:
    predicate_iri = Iri(TYPE) if predicate == "a" else term(predicate)
    return lambda triples: [*triples, Triple(subject, predicate_iri, value)]


def instead(subject: Iri, predicate: str, value: Term) -> Change:
    return lambda triples: plus(subject, predicate, value)(without(subject, predicate)(triples))


def classless(subject: Iri, short: str) -> Change:
    return lambda triples: [t for t in triples if t != Triple(subject, Iri(TYPE), term(short))]


def number(value: str, kind: str = "int") -> Literal:
    return Literal(value, XSD + kind)


S, P, T, E, K, C = (node(a) for a in ("s2", "s2.p1", "s2.p1.t3", "s2.p1.t3.e1", "s2.k1", "s2.b1.c2-2"))
ENTITY, REFERENCE, OTHER = entity_iri("heathnet"), node("reference-r1"), Iri("urn:other")
BROKEN: dict[str, tuple[Change, str, Iri]] = {
    "section without index": (without(S, "askg:index"), "A section has one index, from 1.", S),
    "section with two indices": (plus(S, "askg:index", number("9")), "A section has one index, from 1.", S),
    "section numbered in words": (instead(S, "askg:index", Literal("two")), "A section has one index, from 1.", S),
    "index of another kind": (instead(S, "askg:index", number("2", "integer")), "A section has one index, from 1.", S),
    "index that is no number": (instead(S, "askg:index", number("two")), "A section has one index, from 1.", S),
    "index that is a node": (instead(S, "askg:index", OTHER), "A section has one index, from 1.", S),
    "section zero": (instead(S, "askg:index", number("0")), "A section has one index, from 1.", S),
    "two headings": (plus(S, "askg:heading", Literal("Other")), "A section has at most one heading.", S),
    "paragraph without text": (without(P, "askg:hasText"), "A paragraph has one text.", P),
    "paragraph with two texts": (plus(P, "askg:hasText", Literal("x")), "A paragraph has one text.", P),
    "paragraph without sentence": (without(P, "askg:hasSentence"), "A paragraph has a sentence.", P),
    "sentence that is none": (plus(P, "askg:hasSentence", OTHER), "A paragraph has a sentence.", P),
    "paragraph without index": (without(P, "askg:index"), "A paragraph has one index, from 1.", P),
    "paragraph with two indices": (plus(P, "askg:index", number("8")), "A paragraph has one index, from 1.", P),
    "sentence without text": (without(T, "askg:hasText"), "A sentence has one text.", T),
    "sentence with two texts": (plus(T, "askg:hasText", Literal("x")), "A sentence has one text.", T),
    "sentence without index": (without(T, "askg:index"), "A sentence has one index, from 1.", T),
    "sentence below zero": (instead(T, "askg:index", number("-1")), "A sentence has one index, from 1.", T),
    "pointing at nothing": (
        plus(T, "askg:hasReference", OTHER), "A sentence points at entries of the list of references.", T
    ),
    "mentioning no entity": (plus(T, "askg:mentions", OTHER), "A sentence mentions entities.", T),
    "excerpt without entity": (without(E, "askg:mentions"), "An excerpt mentions an entity.", E),
    "excerpt without sentence": (without(E, "askg:inSentence"), "An excerpt is in one sentence.", E),
    "excerpt in two sentences": (plus(E, "askg:inSentence", node("s1.p1.t1")), "An excerpt is in one sentence.", E),
    "excerpt in no sentence": (instead(E, "askg:inSentence", OTHER), "An excerpt is in one sentence.", E),
    "excerpt without begin": (without(E, "askg:charIndexFrom"), "An excerpt has its first offset.", E),
    "excerpt with two ends": (plus(E, "askg:charIndexTo", number("1")), "An excerpt has its last offset.", E),
    "entity without label": (without(ENTITY, "rdfs:label"), "An entity has a label.", ENTITY),
    "keyword without score": (without(K, "askg:similarityScore"), "A keyword has one score in [0, 1].", K),
    "score of 1.2": (
        instead(K, "askg:similarityScore", number("1.2", "float")), "A keyword has one score in [0, 1].", K
    ),
    "score below zero": (
        instead(K, "askg:similarityScore", number("-0.5", "float")), "A keyword has one score in [0, 1].", K
    ),
    "score of another kind": (
        instead(K, "askg:similarityScore", number("0.5", "decimal")), "A keyword has one score in [0, 1].", K
    ),
    "keyword of nothing": (without(K, "askg:correspondsTo"), "A keyword of a section is a keyword.", K),
    "keyword that is none": (
        classless(keyword_iri("moss map"), "askg:Keyword"), "A keyword of a section is a keyword.", K
    ),
    "reference without number": (without(REFERENCE, "dc:description"), "A reference has its number or key.", REFERENCE),
    "cell without row": (without(C, "askg:row"), "A cell has one row.", C),
    "cell in two columns": (plus(C, "askg:column", number("5")), "A cell has one column.", C),
    "cell in row zero": (instead(C, "askg:row", number("0")), "A cell has one row.", C),
    "section that is none": (plus(node(), "askg:hasSection", OTHER), "A paper has sections.", node()),
    "two lists of references": (
        plus(node(), "askg:hasReferenceList", OTHER), "A paper has one list of references.", node()
    ),
    "two sentences of one index": (
        instead(T, "askg:index", number("1")), "No two children of one kind have one index.", P
    ),
    "two paragraphs of one index": (
        instead(node("s2.p2"), "askg:index", number("1")), "No two children of one kind have one index.", S
    ),
    "two sections of one index": (
        instead(S, "askg:index", number("1")), "No two sections of a paper have one index.", node()
    ),
}  # fmt: skip


def test_made_papers_fit_the_shapes() -> None:
    assert check_triples(TRIPLES) == []
    assert check_triples([]) == []
    assert check_triples(paper_triples(Paper(id="p"))) == []


@pytest.mark.parametrize("case", BROKEN)
def test_what_is_broken_is_found_and_pyshacl_agrees(case: str) -> None:
    change, message, focus = BROKEN[case]
    triples = change(TRIPLES)
    found = check_triples(triples)
    assert (message, focus.value) in {(v.message, v.focus) for v in found}
    assert found == check_with_shacl(triples)


def test_every_constraint_is_broken_once() -> None:
    """A constraint that no case breaks could be one that nothing can break."""
    seen = {(v.shape, v.path, v.message) for change, _, _ in BROKEN.values() for v in check_triples(change(TRIPLES))}
    assert {(c.shape, c.path, c.message) for c in shape_checks()} == seen


def test_a_violation_says_where_and_what() -> None:
    (found,) = check_triples(BROKEN["score of 1.2"][0](TRIPLES))
    assert found == Violation(
        shape=ASKG_2024.askg + "KeywordShape",
        focus=K.value,
        path=ASKG_2024.askg + "similarityScore",
        message="A keyword has one score in [0, 1].",
        value="1.2",
    )


@pytest.mark.parametrize("profile", PROFILES.values(), ids=str)
@pytest.mark.parametrize("legacy", [False, True])
def test_every_profile_has_its_own_checks(profile: Profile, legacy: bool) -> None:
    options = MappingOptions(profile=profile, legacy=legacy)
    triples = heath_triples(options)
    assert check_triples(triples, profile) == []
    sentences = [t.subject for t in triples if t.object == Iri(profile.askg + "Sentence")]
    doubled = [t for t in triples if t.predicate.value != profile.askg + "index" or t.subject not in sentences]
    doubled += [Triple(s, Iri(profile.askg + "index"), number("1")) for s in sentences]
    found = check_triples(doubled, profile)
    assert found
    assert {v.message for v in found} == {"No two children of one kind have one index."}
    # Whoever looks with the shapes of another profile sees none of our classes.
    other = next(p for p in PROFILES.values() if p is not profile)
    assert check_triples(doubled, other) == []


def made_papers() -> list[Paper]:
    texts = [abstract_document(f"Bog {n} was mapped. It has moss." + " It is wet." * n) for n in range(16)]
    return [
        heath_paper(),
        heath_paper(language="de"),
        made_full_paper(),
        Paper(id="bare", title="No text"),
        *(Paper(id=f"p{n}", title=f"Bog {n}", documents=(text,)) for n, text in enumerate(texts)),
    ]


def test_both_agree_on_twenty_made_papers() -> None:
    papers = made_papers()
    assert len(papers) == 20
    for paper in papers:
        triples = list(paper_triples(paper))
        assert check_triples(triples) == check_with_shacl(triples) == []


def test_both_agree_on_real_papers() -> None:
    folder = DATA / "jats4r_fragments"
    if not folder.is_dir():
        pytest.skip("the folder of JATS files is not there")
    checked = 0
    for path in sorted(folder.rglob("*.xml")):
        for item in read_bytes(path.read_bytes(), source=path.name).items:
            triples = list(paper_triples(item.paper)) if isinstance(item, ReadPaper) else []
            if 100 < len(triples) < 1500 and checked < 6:
                assert check_triples(triples) == check_with_shacl(triples) == []
                checked += 1
    assert checked


def test_a_part_of_shacl_that_is_not_known_is_refused() -> None:
    text = vocabulary_text("shapes")
    with pytest.raises(UsageError, match="do not know sh:maxLength") as caught:
        checks_of(text.replace("sh:maxCount 1", "sh:maxLength 1", 1))
    assert "sh:maxCount" in caught.value.hint
    with pytest.raises(UsageError, match="no single property"):
        checks_of(text.replace("sh:path askg:heading", "sh:path [ sh:inversePath askg:heading ]"))
    with pytest.raises(UsageError, match="2 values of sh:minCount"):
        checks_of(text.replace("sh:minCount 1 ", "sh:minCount 1 , 2 ", 1))


def test_every_shape_becomes_checks() -> None:
    names = {check.shape for check in shape_checks()}
    assert len(names) == vocabulary_text("shapes").count("a sh:NodeShape")
    assert not [check for check in shape_checks() if SH in check.message]


def test_pyshacl_is_asked_for_with_a_hint(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyshacl", None)
    with pytest.raises(UsageError, match="pyshacl") as caught:
        check_with_shacl([])
    assert "conspectus[shacl]" in caught.value.hint


def test_texts_of_every_kind_are_no_violation() -> None:
    document = abstract_document('He said "moss {map}" \\ and\ttab. Ünïcode 苔 😀 too.')
    paper = replace(heath_paper(), documents=(document,), title="a\ud800b")
    assert check_triples(paper_triples(paper)) == []
