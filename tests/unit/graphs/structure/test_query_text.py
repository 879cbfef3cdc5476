from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from conspectus.graphs.structure.query_text import bare_query


@pytest.mark.parametrize(
    "query, word, is_there",
    [
        ("SELECT * { SERVICE <x:y> {} }", "SERVICE", True),
        ("SELECT * { ?s ?p 'SERVICE' }", "SERVICE", False),
        ('SELECT * { ?s ?p "a \\" SERVICE" }', "SERVICE", False),
        ('SELECT * { ?s ?p """a " SERVICE""" }', "SERVICE", False),
        ("SELECT * { ?s ?p '''it's SERVICE''' }", "SERVICE", False),
        ("SELECT * { ?s <x:SERVICE> ?o }", "SERVICE", False),
        ("# SERVICE\nSELECT * { ?s ?p ?o }", "SERVICE", False),
        ("# it's\nSELECT * { SERVICE ?s {} }", "SERVICE", True),
        ("SELECT * { ?s <x:y#> ?o . SERVICE ?s {} }", "SERVICE", True),
        ("SELECT * { FILTER(?a < 3) SERVICE ?s {} FILTER(?b > 3) }", "SERVICE", True),
        ('SELECT ("" AS ?a) { SERVICE ?s {} }', "SERVICE", True),
    ],
)
def test_only_words_of_the_query_itself_are_left(query: str, word: str, is_there: bool) -> None:
    assert (word in bare_query(query)) is is_there


@given(st.text(alphabet="\"'<>#\\ \nab{"))
def test_places_stay_the_same(query: str) -> None:
    bare = bare_query(query)
    assert len(bare) == len(query)
    assert all(new in (old, " ") for old, new in zip(query, bare, strict=True))
