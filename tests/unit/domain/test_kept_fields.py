from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from conspectus.domain.identifiers import Identifiers
from conspectus.domain.kept_fields import (
    ARXIV,
    PEOPLE,
    abstract_outline,
    json_line,
    kept_line,
    kept_pair,
    kept_text,
    outlined_document,
    outlined_text,
    with_kept,
)
from conspectus.domain.paper import Author, Funding, MeshHeading, Notice, Paper, PartialDate
from conspectus.foundation.text.normalise import one_line

BARE = Paper(id="x")


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("kind", "interview"),
        ("venue", ""),
        ("date", PartialDate(year=1999, text="Spring")),
        ("keys", ("a", "b, c")),
        ("mesh", (MeshHeading(descriptor="A/B", qualifiers=("c",), major=True, ui="D1"),)),
        ("funding", (Funding(funder="F", awards=("1",)),)),
        ("notices", (Notice(kind="update", text="Told."),)),
        ("extra", (("N1", "two  spaces\u00a0here"),)),
        ("paraphrase", True),
    ],
)
def test_a_field_comes_back(name: str, value: object) -> None:
    paper = Paper(id="x", **{name: value})  # type: ignore[arg-type]
    line = kept_line(name, kept_text(paper, name))
    assert one_line(line) == line
    pair = kept_pair(line)
    assert pair is not None
    assert with_kept(BARE, [pair]) == paper


def test_the_arxiv_id_and_what_is_known_of_people_come_back() -> None:
    twin = Author(family="Roe", given="Ann")
    known = Author(family="Roe", given="Ann", orcid="0000-0002-1825-0097", affiliations=("A House",))
    paper = Paper(id="x", authors=(known,), editors=(twin,), identifiers=Identifiers(arxiv="2101.00001"))
    lean = Paper(id="x", authors=(twin,), editors=(twin,))
    assert with_kept(lean, [(name, kept_text(paper, name)) for name in (PEOPLE, ARXIV)]) == paper


@pytest.mark.parametrize("pair", [("mesh", "[["), ("documents", "[]"), ("id", "y"), ("people", "[1]"), ("date", "3")])
def test_what_cannot_be_restored_is_kept_and_changes_nothing(pair: tuple[str, str]) -> None:
    paper = with_kept(BARE, [pair])
    assert paper.extra == ((f"conspectus-{pair[0]}", pair[1]),)
    assert (paper.id, paper.mesh, paper.documents, paper.date) == ("x", (), (), None)


@given(st.text())
def test_json_on_one_line_is_left_as_it_is_by_cleaning(text: str) -> None:
    assert one_line(json_line([text])) == json_line([text])


def test_an_abstract_with_labels_no_reader_knows() -> None:
    parts = [("", ["It begins."]), ("Why: how", ["We ask.", "We wait."])]
    document = outlined_document(outlined_text(parts), abstract_outline(parts))
    assert document is not None
    assert document.text == "It begins.\n\nWhy: how\n\nWe ask.\n\nWe wait."
    assert document.abstract_text() == "It begins. We ask. We wait."


def test_an_outline_that_does_not_fit_is_not_believed() -> None:
    parts = [("Why", ["We ask."])]
    text = outlined_text(parts)
    assert outlined_document(f"{text}\n\nMore.", abstract_outline(parts)) is None
    assert outlined_document("Other: We ask.", abstract_outline(parts)) is None
    assert outlined_document(text, "no JSON") is None
