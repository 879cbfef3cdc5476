from __future__ import annotations

from pathlib import Path

import pytest

from conspectus.domain.document_building import abstract_document
from conspectus.domain.paper import Paper
from conspectus.engines.extractive.engine import ExtractiveEngine
from conspectus.foundation.events import Events
from conspectus.graphs.scientific_entities.keeping import annotate_library, annotations_of, keep_new, made_by
from conspectus.library.store import Library


def paper(name: str, text: str) -> Paper:
    return Paper(id=name, title=name, documents=(abstract_document(text),))


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    with Library(tmp_path, writable=True) as library:
        library.put(paper("one", "We train a bog parser."))
        library.put(Paper(id="silent", title="No text"))
        library.put(paper("two", "We train a moss classifier."))
    return tmp_path


def test_what_is_kept_is_not_made_again(folder: Path) -> None:
    engine, events = ExtractiveEngine(), Events()
    with Library(folder) as library:
        first = annotate_library(library, engine, events)
    assert [a.paper for a in first.annotations] == [a.paper for a in first.new] == ["one", "two"]
    with Library(folder, writable=True) as library:
        keep_new(library, first.new, engine)
        again = annotate_library(library, engine)
        assert again.annotations == first.annotations
        assert again.new == ()
        # Another text of a paper is annotated anew, the other paper is not.
        library.put(paper("two", "We train a heather classifier."))
        later = annotate_library(library, engine)
        assert [a.paper for a in later.new] == ["two"]
        assert {e.label for e in later.annotations[1].entities} == {"heather classifier"}
        keep_new(library, later.new, engine)
    assert "naming entities" in events.seconds


def test_one_paper(folder: Path) -> None:
    with Library(folder) as library:
        found = library.get("one")
        assert found is not None
        assert [e.label for e in annotations_of(library, found, ExtractiveEngine()).entities] == ["bog parser"]


def test_papers_that_have_left_are_skipped(folder: Path) -> None:
    engine = ExtractiveEngine()
    with Library(folder, writable=True) as library:
        found = annotate_library(library, engine)
        library.put(Paper(id="one"), replacing=("two",))
        keep_new(library, found.new, engine)
        # "two" is "one" now: annotations under the old name are not taken for it.
        assert all(a.paper == "one" for a in annotate_library(library, engine).annotations)


def test_an_engine_is_named_with_what_decides_its_output() -> None:
    class Asking(ExtractiveEngine):
        name = "asking"
        model = "a:b"

    assert made_by(ExtractiveEngine()) == "extractive 1"
    assert made_by(Asking()).startswith("asking 1 ")
    assert made_by(Asking()) == made_by(Asking())
