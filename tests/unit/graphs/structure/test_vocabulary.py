from __future__ import annotations

import pyoxigraph as ox
import pytest
from made_graph_papers import heath_triples

from conspectus.domain.structure_graph import Iri
from conspectus.foundation.errors import UnknownName
from conspectus.graphs.structure.mapping import MappingOptions, mapping_rows
from conspectus.graphs.structure.vocabulary import (
    ASKG_2024,
    DOMO_2020,
    OWL,
    PROFILES,
    RDFS,
    TYPE,
    W3ID,
    Profile,
    integer_datatypes,
    profile_named,
    vocabulary_text,
)

_PROPERTIES = {OWL + "ObjectProperty", OWL + "DatatypeProperty"}
# What methods of the paper's ontology name; the wording of the map is kept where it does not contradict the data.
_ASKED = """Paper Section Paragraph Sentence Abstract Introduction RelatedWork Experiment Methodology Discussion Common
    Excerpt AcademicEntity ScientificType Dataset Language Method ResearchProblem Resource Solution Tool Keyword
    KeywordOfSection Author Researcher Organisation University College Grant Journal Conference FieldOfStudy
    hasSection hasParagraph hasSentence index hasText hasReference summary contents hasKeywordOfSection
    similarityScore correspondsTo hasExcerpt mentions inSentence wordIndexFrom wordIndexTo charIndexFrom charIndexTo
    id source publicationYear publicationDate citationCount volume issue startingPage endingPage doi hasKeyword hasURL
    publisher hasAuthor appearsInJournal presentedIn hasDiscipline funder principalInvestigator hasSubject""".split()
_DOMO = """Document Model DocumentModelStructuralItem DocumentModelElement DocumentModelComponent DocumentModelObject
    DocumentModelContainer DocumentModelProperty DocumentModelMethod Content Text Binary Reference modeledBy defines
    modeledAs composedBy contains hasProperty hasMethod hasValue keyword""".split()


def declared(profile: Profile = ASKG_2024) -> dict[str, dict[str, list[str]]]:
    found: dict[str, dict[str, list[str]]] = {}
    for name in ("domo", "askg"):
        for triple in ox.parse(vocabulary_text(name, profile).encode(), ox.RdfFormat.TURTLE):
            if isinstance(triple.subject, ox.NamedNode):
                values = found.setdefault(triple.subject.value, {})
                values.setdefault(triple.predicate.value, []).append(str(getattr(triple.object, "value", "")))
    return found


@pytest.mark.parametrize("profile", PROFILES.values(), ids=str)
def test_every_term_is_described(profile: Profile) -> None:
    for iri, values in declared(profile).items():
        assert values.get(RDFS + "label"), iri
        assert values.get(RDFS + "comment"), iri
        if _PROPERTIES & set(values[TYPE]):
            assert len(values.get(RDFS + "domain", ())) == 1, iri
            assert len(values.get(RDFS + "range", ())) == 1, iri


@pytest.mark.parametrize("profile", PROFILES.values(), ids=str)
@pytest.mark.parametrize("legacy", [False, True])
def test_every_term_of_ours_in_a_graph_is_declared(profile: Profile, legacy: bool) -> None:
    terms = declared(profile)
    options = MappingOptions(profile=profile, legacy=legacy, compatible=True)
    used: set[str] = set()
    for triple in heath_triples(options):
        used.add(triple.predicate.value)
        if triple.predicate == Iri(TYPE):
            used.add(triple.object.value)
    ours = {iri for iri in used if iri.startswith((profile.askg, profile.domo))}
    assert len(ours) > 40
    assert ours <= set(terms)
    assert {profile.askg + "index", profile.domo + "contains"} <= ours


def test_every_row_of_the_mapping_is_declared_or_of_a_known_vocabulary() -> None:
    terms = declared()
    kinds = [kind for kind in mapping_rows() if kind != "classes"]
    assert set(kinds) <= set(mapping_rows()["classes"])
    for kind in kinds:
        for predicate in mapping_rows()[kind]:
            if predicate.startswith(("askg:", "domo:")):
                assert ASKG_2024.iri(predicate) in terms, predicate
            else:
                assert predicate.partition(":")[0] in ("dc", "rdfs", "nif")
    for short in mapping_rows()["classes"].values():
        assert ASKG_2024.iri(str(short)) in terms, short


def test_nothing_of_the_published_ontologies_is_missing() -> None:
    terms = declared()
    assert not [name for name in _ASKED if ASKG_2024.askg + name not in terms]
    assert not [name for name in _DOMO if ASKG_2024.domo + name not in terms]


def test_domains_and_ranges_are_terms_too() -> None:
    terms = declared()
    for iri, values in terms.items():
        for predicate in (RDFS + "domain", RDFS + "range", RDFS + "subClassOf"):
            for other in values.get(predicate, ()):
                if other.startswith((ASKG_2024.askg, ASKG_2024.domo)):
                    assert other in terms, (iri, other)


def test_both_iris_of_domo_are_called_equivalent() -> None:
    terms = declared()
    for name in _DOMO:
        values = terms[ASKG_2024.domo + name]
        which = "Class" if name[0].isupper() else "Property"
        assert values[f"{OWL}equivalent{which}"] == [DOMO_2020 + name]


@pytest.mark.parametrize("name", ["domo", "askg", "shapes"])
def test_a_profile_leaves_nothing_of_another(name: str) -> None:
    text = vocabulary_text(name, W3ID)
    assert f"<{W3ID.askg}" in text or name == "domo"
    for namespace in (ASKG_2024.askg, ASKG_2024.domo, ASKG_2024.data):
        assert f"<{namespace}" not in text
    default = len(list(ox.parse(vocabulary_text(name).encode(), ox.RdfFormat.TURTLE)))
    assert len(list(ox.parse(text.encode(), ox.RdfFormat.TURTLE))) == default


def test_names_become_iris_and_back() -> None:
    assert ASKG_2024.iri("askg:Paper") == "https://www.anu.edu.au/onto/scholarly#Paper"
    assert ASKG_2024.shortened("https://www.anu.edu.au/onto/scholarly#Paper") == "askg:Paper"
    # Of the namespaces that fit, the longest is meant.
    assert ASKG_2024.shortened("https://www.anu.edu.au/onto/scholarly/x") == "askg-data:x"
    assert ASKG_2024.shortened("urn:other") == "urn:other"
    with pytest.raises(UnknownName, match="no prefix 'asgk'") as caught:
        ASKG_2024.iri("asgk:Paper")
    assert "askg" in caught.value.hint
    assert profile_named("w3id") is W3ID
    with pytest.raises(UnknownName) as unknown:
        profile_named("w4id")
    assert "askg-2024" in unknown.value.hint


@pytest.mark.parametrize("profile", PROFILES.values(), ids=str)
def test_the_integers_that_a_store_would_change_are_known(profile: Profile) -> None:
    kinds = integer_datatypes(profile)
    assert kinds[profile.askg + "index"] == profile.iri("xsd:int")
    assert kinds[profile.iri("nif:beginIndex")] == profile.iri("xsd:nonNegativeInteger")
    assert profile.askg + "similarityScore" not in kinds
