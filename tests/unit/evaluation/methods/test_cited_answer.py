from __future__ import annotations

import re

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from conspectus.evaluation.item import BenchmarkItem
from conspectus.evaluation.methods.cited_answer import in_wire_form, read_answer, without_citations
from conspectus.evaluation.methods.given_documents import given_documents


@pytest.mark.parametrize(
    "written, printed, cited, unknown",
    [
        ("Soil is measured [p1].", "Soil is measured [4].", (4,), 0),
        ("Soil is measured. [p1] Rain is seen [p2].", "Soil is measured [4]. Rain is seen [7].", (4, 7), 0),
        ("Soil and rain [p2, p1] matter.", "Soil and rain [7][4] matter.", (7, 4), 0),
        ("Soil and rain [p2][p1] matter.", "Soil and rain [7] [4] matter.", (7, 4), 0),
        ("All [p1-p3] matter.", "All [4][7][9] matter.", (4, 7, 9), 0),
        ("[p1, p3] propose probes.", "[4] and [9] propose probes.", (4, 9), 0),
        ("Soil [1] and rain [2, 3] matter.", "Soil [4] and rain [7][9] matter.", (4, 7, 9), 0),
        ("Soil [p9] is measured [p1, p8].", "Soil is measured [4].", (4,), 2),
        ("Soil is measured [9].", "Soil is measured.", (), 1),
        ("Nothing is cited.", "Nothing is cited.", (), 0),
        ("<think>[p1]!</think>Here is the paragraph:\n\nRain [P2].", "Rain [7].", (7,), 0),
        ("", "", (), 0),
    ],
)
def test_handles_become_the_numbers_of_references(
    three: BenchmarkItem, written: str, printed: str, cited: tuple[int, ...], unknown: int
) -> None:
    answer = read_answer(written, given_documents(three))
    assert answer.output.text == printed
    assert answer.output.cited == tuple(f"@cite_{number}" for number in cited)
    assert answer.output.unknown_citations == unknown
    assert answer.output.evidence == ()
    numbers = {"p1": 4, "p2": 7, "p3": 9}
    assert answer.uncited == tuple(handle for handle, number in numbers.items() if number not in cited)


def test_sentences_are_counted_and_the_wire_form_is_kept(three: BenchmarkItem) -> None:
    answer = read_answer("Soil is wet [1]. Rain falls [p2].", given_documents(three))
    assert answer.sentences == 2
    assert answer.wire == "Soil is wet [p1]. Rain falls [p2]."


@pytest.mark.parametrize(
    "text, wire",
    [("[ 3 ]", "[p3]"), ("[1,2 ;3]", "[p1, p2, p3]"), ("[1–3]", "[p1-p3]"), ("[P2]", "[p2]"), ("[GPU]", "[GPU]")],
)
def test_numbers_in_brackets_are_handles(text: str, wire: str) -> None:
    assert in_wire_form(text) == wire


def test_a_sentence_without_citations_is_the_bare_sentence() -> None:
    assert without_citations("Probes [p1] measure\nsoil (Hill, 2020) [2].") == "Probes measure soil."
    assert without_citations("[p1]") == ""


PIECES = st.sampled_from(
    ["Soil", "rain", "falls", "However,", ".", ". ", "\n\n", "[p1]", "[p3]", "[p9]", "[2]", "[7]", "[1, p8]", "[p1-p3]"]
)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None, max_examples=60)
@given(pieces=st.lists(PIECES, max_size=14))
def test_what_is_printed_is_what_is_cited(three: BenchmarkItem, pieces: list[str]) -> None:
    """The budget looks for the marks of what is cited, and a mark in the text that is not cited would be a lie."""
    output = read_answer(" ".join(pieces), given_documents(three)).output
    assert {f"@cite_{number}" for number in re.findall(r"\[(\d+)\]", output.text)} == set(output.cited)
    assert not re.search(r"\[p", output.text)
