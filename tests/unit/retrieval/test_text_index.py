"""The full-text index finds papers by their words and says how to mend it."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from conspectus.domain.document_building import ParagraphDraft, SectionDraft, build_document
from conspectus.domain.paper import Author, MeshHeading, Paper, PartialDate
from conspectus.foundation.errors import LibraryError
from conspectus.retrieval.text_index import TextIndex, create_index, open_index, rebuilt_index


def paper(name: str, title: str, text: str = "", author: str = "", year: int | None = None) -> Paper:
    document = build_document([SectionDraft(heading="Abstract", paragraphs=[ParagraphDraft(text=text)])])
    return Paper(
        id=name,
        title=title,
        authors=(Author(family=author),) if author else (),
        date=PartialDate(year=year) if year else None,
        documents=(document,) if text else (),
    )


PAPERS = [
    paper("a", "Graphs of knowledge", "Nodes and edges describe retrieval.", "Müller", 2019),
    paper("b", "A cooking book", "Graphs are nowhere in soups.", "Smith", 2020),
    paper("c", "Soups", "Carrots boil.", "Jones", 2019),
]


@pytest.fixture
def index(tmp_path: Path) -> TextIndex:
    made = create_index(tmp_path / "text")
    made.update(PAPERS)
    return made


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("graph", ["a", "b"]),  # the title counts more than the text
        ("GRAPHS", ["a", "b"]),  # stems, in any case
        ("carrots", ["c"]),
        ("müller", ["a"]),
        ("smith 2020", ["b"]),
        ("unheard", []),
        ("", []),
        ("(((", []),
    ],
)
def test_words_find_papers(index: TextIndex, query: str, expected: list[str]) -> None:
    assert [name for name, _ in index.search(query)] == expected


@pytest.mark.parametrize(
    "query",
    [
        'title:graph AND NOT "',
        "graph^",
        "id:[a TO *]",
        "-graph +x",
        "graph~2 ||",
        "\\",
        "a" * 10_000,
        "x " * 5000,
        "\ud800",
    ],
)
def test_operators_are_only_words(index: TextIndex, query: str) -> None:
    for name, score in index.search(query):
        assert name in "abc"
        assert score > 0


@settings(max_examples=100, deadline=None)
@given(query=st.text(max_size=60))
def test_no_query_breaks_the_search(tmp_path_factory: pytest.TempPathFactory, query: str) -> None:
    made = create_index(tmp_path_factory.mktemp("any") / "text")
    assert made.search(query) == []


def test_limit_and_order(index: TextIndex) -> None:
    hits = index.search("graph soups carrots 2019", 2)
    assert len(hits) == 2
    assert hits == sorted(hits, key=lambda hit: (-hit[1], hit[0]))
    assert index.search("graph", 0) == []


def test_update_replaces_and_lets_go(index: TextIndex) -> None:
    index.update([paper("a", "Potatoes")], gone=["b", "never there"])
    assert index.count() == 2
    assert index.search("graph") == []
    assert [name for name, _ in index.search("potatoes")] == ["a"]


def test_another_opening_sees_what_was_committed(index: TextIndex) -> None:
    reader = open_index(index.folder)
    index.update([paper("d", "Zebras")])
    assert [name for name, _ in reader.search("zebra")] == ["d"]


def test_a_missing_index_says_how_to_make_it(tmp_path: Path) -> None:
    with pytest.raises(LibraryError, match="missing") as caught:
        open_index(tmp_path / "text")
    assert "conspectus reindex" in caught.value.hint


@pytest.mark.parametrize("name", ["meta.json", "conspectus.json", "*.term", "*.store"])
def test_a_damaged_index_says_how_to_make_it(index: TextIndex, name: str) -> None:
    for path in index.folder.glob(name):
        path.write_bytes(b"?")
    with pytest.raises(LibraryError, match="cannot be used") as caught:
        open_index(index.folder)
    assert "conspectus reindex" in caught.value.hint


def test_an_index_of_another_form_is_refused(index: TextIndex) -> None:
    (index.folder / "conspectus.json").write_text('{"format": 0}')
    with pytest.raises(LibraryError, match="another version"):
        open_index(index.folder)


def test_rebuilding_swaps_only_at_the_end(index: TextIndex) -> None:
    with rebuilt_index(index.folder) as fresh:
        fresh.update([PAPERS[2]])
        assert open_index(index.folder).count() == 3
    assert open_index(index.folder).count() == 1

    def fail() -> None:
        with rebuilt_index(index.folder):
            raise RuntimeError("stop")

    with pytest.raises(RuntimeError, match="stop"):
        fail()
    assert open_index(index.folder).count() == 1
    with rebuilt_index(index.folder) as fresh:
        fresh.update(PAPERS)
    assert sorted(path.name for path in index.folder.parent.iterdir()) == ["text"]


def test_headings_and_keywords_are_found_and_count_less_than_words_of_the_text(index: TextIndex) -> None:
    index.update(
        [
            replace(paper("m", "Broth", "Onions."), mesh=(MeshHeading(descriptor="Carrots, Wild"),)),
            replace(paper("k", "Stock", "Leeks."), keywords=("carrot",)),
        ]
    )
    found = [name for name, _ in index.search("carrots")]
    assert found[0] == "c"
    assert set(found) == {"c", "m", "k"}
    assert [name for name, _ in index.search("wild carrots onions", all_words=True)] == ["m"]
