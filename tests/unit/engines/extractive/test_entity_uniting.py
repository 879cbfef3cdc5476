from __future__ import annotations

from conspectus.domain.document_building import abstract_document
from conspectus.domain.scientific_entities import ScientificType
from conspectus.engines.extractive.entity_text import read_sentences
from conspectus.engines.extractive.entity_uniting import Candidate, Node, TakenPlaces, entity_of, unite
from conspectus.engines.extractive.paper_abbreviations import paper_abbreviations

M, D, S = ScientificType.METHOD, ScientificType.DATASET, ScientificType.SOLUTION


def united(text: str, *names: tuple[str, ScientificType | None]) -> list[Node]:
    """The nodes of the first place of each name in a text."""
    document = abstract_document(text)
    sentences = read_sentences(document)
    candidates = []
    for name, kind in names:
        sentence = next(s for s in sentences if name in s.text)
        start = sentence.start + sentence.text.index(name)
        candidates.append(
            Candidate(address=sentence.address, start=start, end=start + len(name), surface=name, kind=kind, score=0.9)
        )
    return unite(candidates, paper_abbreviations((s.start, s.text) for s in sentences), sentences)


def surfaces(node: Node) -> list[str]:
    return [mention.surface for mention in node.mentions]


def test_forms_are_united_and_found_again() -> None:
    (node,) = united("The bog-parsers of old. A bog parser is here; Bog Parser too.", ("bog parser", M))
    assert surfaces(node) == ["bog-parsers", "bog parser", "Bog Parser"]
    assert node.sentences == 2


def test_the_longest_form_takes_the_place() -> None:
    nodes = united(
        "A deep bog parser and a bog parser. The deep bog parser wins.", ("deep bog parser", M), ("bog parser", M)
    )
    assert [surfaces(node) for node in nodes] == [["deep bog parser", "deep bog parser"], ["bog parser"]]


def test_the_type_found_most_is_kept_but_a_solution_wins() -> None:
    (node,) = united("The moor set. The moor set. The moor set.", ("moor set", D), ("moor set", M), ("moor set", D))
    assert node.kind is D
    node.votes[S] = 0.1
    assert node.kind is S
    assert Node(key="x", order=0).kind is None


def test_the_label_is_the_commonest_form_and_no_opening_capital() -> None:
    text = "Bog parsers win. We like a bog parser. Bog parsers lose."
    (node,) = united(text, ("bog parser", M))
    openings = frozenset(s.start for s in read_sentences(abstract_document(text)))
    entity = entity_of(node, M, openings, "")
    assert (entity.label, entity.aliases, entity.language) == ("bog parser", ("Bog parsers",), "en")


def test_the_label_is_the_long_form_even_where_the_short_form_is_commoner() -> None:
    text = "The bog parser network (BPN) wins. BPN is good. BPN is fast."
    (node,) = united(text, ("bog parser network", M), ("BPN", M))
    entity = entity_of(node, M, frozenset(), "en")
    assert (entity.label, entity.aliases) == ("bog parser network", ("BPN",))
    assert len(entity.mentions) == 4


def test_parts_of_joined_names_are_left() -> None:
    text = "MOSS wins. MOSS-2 and x/MOSS and www.MOSS.org lose. MOSS."
    (node,) = united(text, ("MOSS", M))
    assert [mention.start for mention in node.mentions] == [0, text.rindex("MOSS")]


def test_places_are_taken_once() -> None:
    places = TakenPlaces()
    assert [places.take(*span) for span in [(5, 9), (0, 5), (8, 12), (0, 1), (9, 10), (2, 20)]] == [
        True, True, False, False, True, False,
    ]  # fmt: skip
