from __future__ import annotations

import json

from hypothesis import given, settings
from hypothesis import strategies as st

from conspectus.foundation.errors import BrokenRecord
from conspectus.readers.json_records import JsonRecord, json_members, json_text, json_values, record_keys

VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-(10**9), 10**9) | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner, max_size=3),
    max_leaves=8,
)
OBJECTS = st.dictionaries(st.text("abc", min_size=1, max_size=3), VALUES, min_size=1, max_size=3)


def values(text: str) -> list[object]:
    return [record.value if isinstance(record, JsonRecord) else record for record in json_values(text)]


@given(st.lists(OBJECTS, min_size=1, max_size=5), st.sampled_from(["lines", "array", "indented"]))
def test_every_form_gives_the_same_values(objects: list[dict[str, object]], form: str) -> None:
    if form == "lines":
        text = "\n".join(json.dumps(value) for value in objects)
    else:
        text = json.dumps(objects, indent=2 if form == "indented" else None)
    assert values(text) == objects


def test_records_have_numbers_and_lines() -> None:
    records = list(json_values('{"a": 1}\n\n{"a":\n2}\n{"a": 3}'))
    assert [(record.record, record.line) for record in records] == [(1, 1), (2, 3), (3, 5)]


@settings(max_examples=100)
@given(
    st.lists(st.tuples(st.integers(0, 9), st.sampled_from(["", "{", "]", '"', ",,", "nul"])), min_size=1, max_size=6)
)
def test_a_broken_line_costs_no_other(lines: list[tuple[int, str]]) -> None:
    text = "\n".join(f'{{"id": {number}{fault}}}' for number, fault in lines)
    found = list(json_values(text))
    assert len(found) == len(lines)
    for record, (number, fault) in zip(found, lines, strict=True):
        if fault:
            assert isinstance(record, BrokenRecord)
        else:
            assert isinstance(record, JsonRecord)
            assert record.value == {"id": number}


def test_a_broken_member_costs_no_other() -> None:
    text = '{"1": {"a": 1}, "2": {"a": [}, "3": {"a": 3}, "4": {"a": '
    found = list(json_members(text, r"\d+"))
    assert [type(record) for record in found] == [JsonRecord, BrokenRecord, JsonRecord, BrokenRecord]
    assert [record.key for record in found if isinstance(record, JsonRecord)] == ["1", "3"]
    assert all(record.hint for record in found if isinstance(record, BrokenRecord))


def test_what_the_parser_cannot_take_is_a_broken_record() -> None:
    deep, long = "[" * 100_000, "9" * 5_000
    found = list(json_values(f'{{"a": {deep}}}\n{{"a": {long}}}\n{{"a": 1}}'))
    assert isinstance(found[0], BrokenRecord)
    assert isinstance(found[-1], JsonRecord)
    assert found[-1].value == {"a": 1}


def test_reading_gives_up_where_nothing_is_json_any_more() -> None:
    found = list(json_values('{"a": 1}\n' + '{"a": [}\n' * 3000))
    assert len(found) == 1002
    assert "the rest of the file is not read" in str(found[-1])


def test_keys_are_seen_in_what_is_cut_off() -> None:
    assert record_keys('[{"a": {"b": [{"c": 1}], "d": "}"}, "e": "x') == ({"a", "e"}, {"b", "d"})
    assert record_keys("no JSON") == (frozenset(), frozenset())


def test_marks_of_the_encoding_are_no_text() -> None:
    assert json_text('\ufeff {"a": 1}\n'.encode()) == '{"a": 1}'
