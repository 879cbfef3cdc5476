from __future__ import annotations

import math
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from conspectus.foundation.errors import LibraryError
from conspectus.retrieval.paragraph_index import (
    IndexedPaper,
    ParagraphIndex,
    ParagraphText,
    build_index,
    open_index,
)
from conspectus.retrieval.paragraph_terms import counted_terms


def paper(name: str, *texts: str, title: str = "", revision: int = 1) -> IndexedPaper:
    paragraphs = tuple(ParagraphText(address=f"s1.p{n}", text=text) for n, text in enumerate(texts, 1))
    return IndexedPaper(paper=name, version="0" * 8, title=title, paragraphs=paragraphs, revision=revision)


def asked(question: str) -> dict[int, float]:
    return {number: float(count) for number, count in counted_terms(question).items()}


BEES = paper("bees", "Bees visit clover.", "Wasps visit figs. Figs need wasps.", title="On bees")
BOGS = paper("bogs", "Bogs store peat.", title="On peat")


def test_bm25_by_hand() -> None:
    """Three paragraphs of 3, 6 and 3 terms (mean 4); "fig" is in one of them, twice."""
    index = build_index([BEES, BOGS])
    idf = math.log(1 + (3 - 1 + 0.5) / (1 + 0.5))
    expected = idf * 2 * 2.2 / (2 + 1.2 * (1 - 0.75 + 0.75 * 6 / 4))
    assert index.lengths.tolist() == [3, 6, 3]
    assert index.bm25(asked("figs")) == pytest.approx([0.0, expected, 0.0])
    assert index.bm25(asked("nothing here")).tolist() == [0.0, 0.0, 0.0]


def test_the_title_makes_a_paper_alike() -> None:
    index = build_index([BEES, BOGS])
    bees, bogs = index.paper_likeness(asked("peat"))
    assert bees == 0
    # Terms of the paper: bog, store and peat (twice, once in the title); every idf is log(3 / 2) + 1.
    assert bogs == pytest.approx((1 + math.log(2)) / math.sqrt(2 + (1 + math.log(2)) ** 2))


def test_the_paper_helps_its_paragraphs() -> None:
    """Both paragraphs lack the word, but one of them stands in a paper that has it."""
    index = build_index([paper("a", "Peat is old.", "Bogs are wet."), paper("b", "Figs are sweet.")])
    scores = index.in_context(asked("peat"))
    assert scores[0] > scores[1] > scores[2]


def test_occurrences_are_those_of_strings() -> None:
    index = build_index([BEES, paper("nets", "Knowledge graph and graph, a paragraph.", "No such thing.")])
    assert index.occurrences("Graph") == {2: 3}
    assert index.occurrences("knowledge graph") == {2: 1}
    assert index.occurrences("clover.\nwasps") == {}
    assert index.occurrences("  ") == {}
    assert index.occurrences("[") == {}


def test_places_and_numbers_agree() -> None:
    index = build_index([BOGS, BEES])
    assert [(p.paper, p.address) for p in map(index.place, range(3))] == [
        ("bees", "s1.p1"), ("bees", "s1.p2"), ("bogs", "s1.p1"),
    ]  # fmt: skip
    assert index.numbers["bogs", "s1.p1"] == 2
    assert index.text(1) == "wasps visit figs. figs need wasps."


def test_words_found_with_a_paragraph_are_not_in_its_text() -> None:
    table = ParagraphText(address="s1.b1.p1", text="Yields of hives.", also="honey 12 kg")
    index = build_index([IndexedPaper(paper="t", version="0" * 8, title="", paragraphs=(table,))])
    assert index.bm25(asked("honey"))[0] > 0
    assert index.occurrences("honey") == {}


def same(one: ParagraphIndex, other: ParagraphIndex) -> bool:
    arrays = all(np.array_equal(one._arrays[name], other._arrays[name]) for name in one._arrays)
    texts = [one.text(n) for n in range(len(one))] == [other.text(n) for n in range(len(other))]
    return arrays and texts and one.papers == other.papers and list(one.addresses) == list(other.addresses)


@given(
    st.dictionaries(
        st.sampled_from("abcde"), st.lists(st.sampled_from(["bees fly", "bogs", "", "figs figs"])), max_size=5
    ),
    st.dictionaries(st.sampled_from("abcde"), st.lists(st.sampled_from(["bees fly", "wasps", "peat"])), max_size=3),
    st.sets(st.sampled_from("abcde")),
)
def test_the_history_of_an_index_does_not_matter(
    before: dict[str, list[str]], after: dict[str, list[str]], gone: set[str]
) -> None:
    gone -= set(after)
    former = build_index(paper(name, *texts) for name, texts in before.items())
    updated = build_index([paper(name, *texts) for name, texts in after.items()], former=former, gone=gone)
    final = {name: texts for name, texts in {**before, **after}.items() if name not in gone}
    assert same(updated, build_index(paper(name, *texts) for name, texts in final.items()))


def test_kept_and_opened(tmp_path: Path) -> None:
    index = build_index([BEES, BOGS])
    index.save(tmp_path / "paragraphs")
    build_index([BOGS]).save(tmp_path / "other")
    opened = open_index(tmp_path / "paragraphs")
    assert same(opened, index)
    assert opened.occurrences("visit") == {0: 1, 1: 1}
    opened.save(tmp_path / "other")
    assert len(open_index(tmp_path / "other")) == 3


def test_an_empty_index(tmp_path: Path) -> None:
    build_index([paper("silent")]).save(tmp_path / "p")
    index = open_index(tmp_path / "p")
    assert len(index) == 0
    assert index.bm25(asked("bees")).tolist() == [] == index.in_context(asked("bees")).tolist()
    assert index.paper_likeness(asked("bees")).tolist() == [0.0]
    assert index.occurrences("bees") == {}


def test_missing_and_damaged(tmp_path: Path) -> None:
    with pytest.raises(LibraryError, match="missing"):
        open_index(tmp_path / "p")
    build_index([BEES]).save(tmp_path / "p")
    (tmp_path / "p" / "docs.npy").write_bytes(b"no array")
    with pytest.raises(LibraryError, match="cannot be used") as told:
        open_index(tmp_path / "p")
    assert "reindex" in told.value.hint
    (tmp_path / "p" / "about.json").write_text('{"format": 0}')
    with pytest.raises(LibraryError, match="another version"):
        open_index(tmp_path / "p")
