from __future__ import annotations

from dataclasses import dataclass

import pytest

from conspectus.readers.pdf_bylines import authors_of


@dataclass(frozen=True)
class Printed:
    """A line of one size."""

    size: float = 11.0


def named(*lines: str) -> list[str]:
    authors, _ = authors_of([Printed()] * len(lines), lines, 0, len(lines))
    return [f"{author.given} {author.family}" for author in authors]


@pytest.mark.parametrize("mark", ["*", "†", "\ufffd", "¹"])
def test_names_over_several_lines_are_all_found_whatever_marks_them(mark: str) -> None:
    lines = ("Anna Berg, Bo Fenn, Cai Moor,", f"Dara Heath,{mark} Elin Reed, and Finn Marsh", "anna@bog.example")
    assert named(*lines) == ["Anna Berg", "Bo Fenn", "Cai Moor", "Dara Heath", "Elin Reed", "Finn Marsh"]


def test_an_affiliation_ends_the_names() -> None:
    assert named("Anna Berg, Bo Fenn", "Institute of Bogs", "Marlow Valley") == ["Anna Berg", "Bo Fenn"]
