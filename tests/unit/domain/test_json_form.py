from __future__ import annotations

import json
from enum import Enum
from types import UnionType
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic import ValidationError

from conspectus.domain.document import Document
from conspectus.domain.document_building import abstract_document
from conspectus.domain.json_form import document_from_json, document_to_json, paper_from_json, paper_to_json
from conspectus.domain.paper import Author, Paper

TEXT = st.text(st.characters(exclude_categories=["Cs"]), max_size=5)
LEAVES: dict[Any, st.SearchStrategy[Any]] = {
    str: TEXT,
    int: st.integers(-5, 3000),
    bool: st.booleans(),
    type(None): st.none(),
}


def any_of(kind: Any, depth: int = 3) -> st.SearchStrategy[Any]:
    """Draws a value of a type from the type alone, so that a new field of a noun is tested on the day it comes."""
    if kind in LEAVES:
        return LEAVES[kind]
    origin, inner = get_origin(kind), get_args(kind)
    if origin is Literal:
        return st.sampled_from(inner)
    if origin in (Union, UnionType):
        return st.one_of([any_of(part, depth) for part in inner])
    if origin is tuple and inner[-1] is Ellipsis:
        longest = 2 if depth > 2 else min(depth, 1)
        return st.lists(any_of(inner[0], depth - 1), max_size=longest).map(tuple) if longest else st.just(())
    if origin is tuple:
        return st.tuples(*(any_of(part, depth) for part in inner))
    if isinstance(kind, type) and issubclass(kind, Enum):
        return st.sampled_from(kind)
    return st.builds(kind, **{name: any_of(hint, depth) for name, hint in get_type_hints(kind).items()})


@settings(max_examples=50, deadline=None)
@given(any_of(Paper))
def test_a_paper_comes_back_exactly(paper: Paper) -> None:
    data = paper_to_json(paper)
    assert paper_from_json(data) == paper
    assert paper_from_json(data.decode("utf-8")) == paper
    assert paper_to_json(paper_from_json(data)) == data


@settings(max_examples=50, deadline=None)
@given(any_of(Document))
def test_a_text_comes_back_exactly(document: Document) -> None:
    assert document_from_json(document_to_json(document)) == document


def test_what_is_at_its_default_is_not_written() -> None:
    paper = Paper(id="pmid-1", title="Über", authors=(Author(family="Ng"),))
    assert json.loads(paper_to_json(paper)) == {"id": "pmid-1", "title": "Über", "authors": [{"family": "Ng"}]}
    assert "Über".encode() in paper_to_json(paper)


def test_versions_survive() -> None:
    document = abstract_document("Größe ≥ 5 µm, i.e. 𝛼. We parse.")
    assert document_from_json(document_to_json(document)).version == document.version


@pytest.mark.parametrize("data", [b"", b"{}", b"[]", b'{"id": 1}', b'{"id": "x", "kind": null}', b"\xff"])
def test_what_is_no_paper_is_refused(data: bytes) -> None:
    with pytest.raises(ValidationError):
        paper_from_json(data)
