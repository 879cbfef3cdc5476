from __future__ import annotations

import pytest

from conspectus.engines.extractive.authors_named import mentions_authors, told_of_authors


@pytest.mark.parametrize(
    "source, told",
    [
        ("We propose a model.", "The authors propose a model."),
        ("In this paper, we propose a model.", "The authors propose a model."),
        ("Our results show that bogs burn.", "The authors’ results show that bogs burn."),
        ("Bogs burn in summer.", "Bogs burn in summer."),
        ("I argue that bogs burn.", "The author argues that bogs burn."),
        ("For bogs, in this study, we measured fluxes.", "For bogs, the authors measured fluxes."),
    ],
)
def test_authors_are_told_in_the_third_person(source: str, told: str) -> None:
    assert told_of_authors(source, known=False) == told


def test_once_known_the_authors_are_they() -> None:
    assert told_of_authors("We also release the data.", known=True) == "They also release the data."


def test_our_knowledge_is_not_the_authors_own() -> None:
    assert "authors" not in told_of_authors("This changes our understanding of bogs.", known=False)


def test_who_speaks_of_the_authors() -> None:
    assert mentions_authors("We propose a model.")
    assert mentions_authors("The authors propose a model.")
    assert not mentions_authors("Bogs burn in summer.")
    assert not mentions_authors("The US army left.")
