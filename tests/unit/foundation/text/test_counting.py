"""One of a thing is singular, none and several are plural."""

from __future__ import annotations

import pytest

from conspectus.foundation.text.counting import counted


@pytest.mark.parametrize("number, said", [(0, "0 papers"), (1, "1 paper"), (2, "2 papers"), (21, "21 papers")])
def test_a_noun_that_takes_an_s(number: int, said: str) -> None:
    assert counted(number, "paper") == said


@pytest.mark.parametrize("number, said", [(0, "0 records have"), (1, "1 record has"), (3, "3 records have")])
def test_a_noun_with_what_belongs_to_it(number: int, said: str) -> None:
    assert counted(number, "record has", "records have") == said
