from __future__ import annotations

from dataclasses import replace

from conspectus.domain.document_building import abstract_document
from conspectus.domain.identifiers import Identifiers
from conspectus.domain.paper import Paper
from conspectus.pipelines.paper_summary.similar_abstracts import target_words, without_leaks

OWN = "Barn owls hunt voles at night because their ears place a rustle to a degree."


def paper(name: str, abstract: str, *, doi: str = "", title: str = "") -> Paper:
    documents = (abstract_document(abstract),) if abstract else ()
    return Paper(id=name, title=title or f"Title of {name}", identifiers=Identifiers(doi=doi), documents=documents)


SOURCE = paper("own", OWN, doi="10.1000/own", title="How owls hear")


def kept(*candidates: tuple[Paper, float], barred: frozenset[str] = frozenset()) -> list[str]:
    return [example.paper for example in without_leaks(SOURCE, candidates, barred=barred)]


def test_other_papers_stay_in_their_order() -> None:
    other, third = paper("b", "Ferries keep time by tides."), paper("a", "Trains are late in snow.")
    assert kept((other, 0.2), (third, 0.9)) == ["b", "a"]


def test_the_paper_itself_is_never_an_example() -> None:
    ferries = "Ferries keep time by tides."
    assert kept((SOURCE, 0.1)) == []
    assert kept((paper("x", ferries, doi="10.1000/own"), 0.1)) == []
    assert kept((paper("x", ferries, title="How Owls Hear."), 0.1)) == []


def test_nearly_the_same_text_is_a_leak() -> None:
    other = paper("x", "Ferries keep time by tides.")
    assert kept((other, 0.95)) == []
    assert kept((other, 0.9499)) == ["x"]
    copied = "As said elsewhere, barn owls hunt voles at night because their ears are good."
    assert kept((paper("x", copied), 0.1)) == []  # nine words in a row
    assert kept((paper("x", "Barn owls hunt voles at night because they are hungry."), 0.1)) == ["x"]  # seven


def test_barred_retracted_and_empty_papers_are_left_out() -> None:
    other = paper("x", "Ferries keep time by tides.")
    assert kept((other, 0.1), barred=frozenset({"x"})) == []
    assert kept((replace(other, documents=()), 0.1)) == []


def test_the_length_is_the_mean_of_the_examples_within_bounds() -> None:
    def words(count: int) -> Paper:
        return paper(f"w{count}", " ".join(f"w{n}{count}" for n in range(count)) + ".")

    examples = without_leaks(SOURCE, [(words(150), 0.0), (words(170), 0.0)])
    assert target_words(examples) == 160
    assert target_words(without_leaks(SOURCE, [(words(20), 0.0)])) == 120
    assert target_words(without_leaks(SOURCE, [(words(900), 0.0)])) == 300
    assert target_words(()) == 200
