from __future__ import annotations

import csv
import io

import pytest
from hypothesis import given
from hypothesis import strategies as st
from lxml import etree

from conspectus.domain.structure_graph import XSD, Iri, Literal, Term
from conspectus.graphs.structure.solutions import answer_text, read_solutions, solutions_table, solutions_text
from conspectus.graphs.structure.vocabulary import ASKG_2024

ROWS: list[dict[str, Term]] = [
    {"a": Iri("https://www.anu.edu.au/onto/scholarly#Paper"), "b": Literal('He said "no", twice', language="en")},
    {"a": Literal("7", XSD + "int")},
]
text = st.text(st.characters(codec="utf-8"), max_size=30)


def test_json_is_read_back() -> None:
    assert read_solutions(solutions_text(["a", "b"], ROWS, "json")) == (["a", "b"], ROWS)


def test_csv_has_a_line_for_each_row_and_an_empty_cell_for_no_value() -> None:
    found = list(csv.reader(io.StringIO(solutions_text(["a", "b"], ROWS, "csv"))))
    assert found == [["a", "b"], ["https://www.anu.edu.au/onto/scholarly#Paper", 'He said "no", twice'], ["7", ""]]


def test_tsv_writes_terms_as_turtle_does() -> None:
    lines = solutions_text(["a", "b"], ROWS, "tsv").splitlines()
    assert lines[0] == "?a\t?b"
    assert lines[2] == f'"7"^^<{XSD}int>\t'
    assert '"He said \\"no\\", twice"@en' in lines[1]


def test_xml_is_well_formed_and_holds_the_terms() -> None:
    tree = etree.fromstring(solutions_text(["a", "b"], [{"a": Literal("x\x0by & z")}], "xml").encode())
    (literal,) = tree.iter("{http://www.w3.org/2005/sparql-results#}literal")
    assert literal.text == "x\ufffdy & z"


@pytest.mark.parametrize(
    "form, wanted", [("json", '"boolean": true'), ("csv", "true"), ("xml", "<boolean>true</boolean>")]
)
def test_the_answer_of_ask(form: str, wanted: str) -> None:
    assert wanted in answer_text(True, form)


def test_a_table_shortens_iris_and_marks_what_it_cuts() -> None:
    lines = solutions_table(["a", "b"], [{"a": ROWS[0]["a"], "b": Literal("long " * 40)}], ASKG_2024)
    assert lines[1].startswith("askg:Paper  long")
    assert lines[1].endswith("…")


@pytest.mark.parametrize("broken", ["[]", "{}", '{"head": {}, "results": 3}', "no"])
def test_what_is_no_result_is_an_error(broken: str) -> None:
    with pytest.raises(ValueError, match=r"."):
        read_solutions(broken)


@given(st.lists(st.fixed_dictionaries({"a": st.builds(Literal, text)}), max_size=5))
def test_json_loses_no_text(rows: list[dict[str, Term]]) -> None:
    assert read_solutions(solutions_text(["a"], rows, "json"))[1] == rows
