from __future__ import annotations

import pytest

from conspectus.readers.name_patterns import BODY, DEGREE, FAMILY_TOO, GIVEN_NAMES, MARKS, ORCID_BESIDE, SUFFIX, TITLE


@pytest.mark.parametrize("text", ["Jr", "Sr.", "III", "3rd", "Junior"])
def test_suffixes(text: str) -> None:
    assert SUFFIX.match(text)
    assert not SUFFIX.match(text + "x")


@pytest.mark.parametrize("text", ["MD", "M.D.", "PhD", "Ph.D.", "MPH", "MBBS", "DPhil"])
def test_degrees(text: str) -> None:
    assert DEGREE.match(text)
    assert not DEGREE.match("Smith " + text)


def test_titles_marks_and_orcids() -> None:
    assert [bool(TITLE.match(text)) for text in ("Dr. Berg", "Prof Berg", "Drake Berg")] == [True, True, False]
    assert [bool(MARKS.search(text)) for text in ("Berg1,2", "Berg*", "Berg¹", "Berg", "Berg 2020")] == [
        True,
        True,
        True,
        False,
        False,
    ]
    assert ORCID_BESIDE.search("Berg (0000-0002-1825-0097)")
    assert not ORCID_BESIDE.search("Berg 0000-0002")


def test_words_of_bodies() -> None:
    assert all(BODY.search(word) or word in {"team", "nations"} for word in FAMILY_TOO)
    assert not any(BODY.search(name) for name in GIVEN_NAMES)
