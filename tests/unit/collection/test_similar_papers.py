from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from conspectus.collection.fetching import add_fetched
from conspectus.collection.similar_papers import similar_papers
from conspectus.library.store import Library
from conspectus.retrieval.text_index import open_index
from conspectus.sources.searching import Fetched
from conspectus.testing.full_paper import made_full_paper
from conspectus.testing.topic_papers import topic_paper

ABSTRACTS = {
    1: "Drained peat bogs lose carbon to the air in warm summers.",
    2: "Carbon loss of drained bogs is estimated from the depth of drains.",
    3: "Ferries keep time by the tides.",
    4: "",
}


@pytest.fixture
def library(tmp_path: Path) -> Path:
    papers = tuple(topic_paper(n, text, title=f"Paper {n} on peat bogs") for n, text in ABSTRACTS.items())
    with Library(tmp_path / "lib", writable=True) as opened:
        add_fetched(opened, "made", Fetched(papers=papers))
    return tmp_path / "lib"


def found(folder: Path, count: int = 40, **more: object) -> list[tuple[str, float]]:
    with Library(folder) as library:
        index = open_index(folder / "text")
        near = similar_papers(made_full_paper(), library, index, count=count, **more)  # type: ignore[arg-type]
        return [(paper.id, cosine) for paper, cosine in near]


def test_papers_with_the_same_words_are_near_and_those_without_abstract_left_out(library: Path) -> None:
    near = found(library)
    assert {name for name, _ in near} >= {"pmid-1", "pmid-2"}
    assert "pmid-4" not in dict(near)
    assert set(dict(near).values()) == {0.0}
    assert len(found(library, count=1)) == 1


def test_vectors_order_what_words_propose(library: Path) -> None:
    def likeness(text: str, names: Sequence[str]) -> dict[str, float]:
        assert "Carbon loss of drained peat bogs" in text
        return {name: 0.9 if name == "pmid-2" else 0.2 for name in names}

    assert found(library, likeness=likeness)[0] == ("pmid-2", 0.9)
