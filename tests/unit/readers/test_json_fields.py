from __future__ import annotations

from typing import Any

import pytest

from conspectus.readers.json_fields import list_of, object_of, objects_of, raw_of, text_of, texts_of, year_of


@pytest.mark.parametrize("value, text, year", [
    ("  a \n b", "a b", None), (2019, "2019", 2019), (2019.0, "2019", 2019), ("2019-02-03", "2019-02-03", 2019),
    (["x", "y"], "x", None), (None, "", None), (True, "", None), ({}, "", None),
    ("３０００", "３０００", None), (1, "1", None),
    (1000, "1000", 1000), (999, "999", None), (2100, "2100", 2100), (2101, "2101", None), ("2999", "2999", None),
])  # fmt: skip
def test_a_value_is_given_in_the_type_that_is_wanted(value: Any, text: str, year: int | None) -> None:
    assert text_of(value) == text
    assert year_of(value) == year


def test_what_is_of_another_type_is_nothing() -> None:
    assert (raw_of(1), list_of({}), object_of([])) == ("", [], {})
    assert objects_of([{"a": 1}, None, "x"]) == [{"a": 1}]
    assert texts_of(["a", None, "", 3]) == ["a", "3"]
