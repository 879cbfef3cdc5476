from __future__ import annotations

from conspectus.collection.demonstration import demo_files, subjects
from conspectus.domain.paper import Paper


def test_the_bundled_files_are_there_and_in_a_fixed_order() -> None:
    with demo_files() as paths:
        assert [path.name for path in paths] == sorted(path.name for path in paths)
        assert sum(path.suffix == ".bib" for path in paths) == 1
        assert sum(path.suffix == ".xml" for path in paths) == 3
        assert all(path.stat().st_size > 1000 for path in paths)


def test_the_first_keyword_is_the_subject() -> None:
    papers = [
        Paper(id="a", keywords=("rain", "snow")),
        Paper(id="b", keywords=("snow",)),
        Paper(id="c", keywords=("rain",)),
        Paper(id="d"),
    ]
    found = subjects(papers)
    assert {name: [paper.id for paper in members] for name, members in found.items()} == {
        "Rain": ["a", "c"],
        "Snow": ["b"],
        "Other subjects": ["d"],
    }
