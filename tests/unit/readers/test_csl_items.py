from __future__ import annotations

import pytest

from conspectus.domain.paper import Author
from conspectus.foundation.errors import BrokenRecord
from conspectus.readers.csl_items import csl_paper


@pytest.mark.parametrize(
    ("written", "kind"),
    [
        ("article-journal", "article-journal"),
        ("article", "article"),
        ("posted-content", "article"),
        ("proceedings-article", "paper-conference"),
        ("dissertation", "thesis"),
        ("book-chapter", "chapter"),
        ("monograph", "book"),
    ],
)
def test_kinds_of_csl_and_crossref(written: str, kind: str) -> None:
    assert csl_paper({"title": "Wells", "type": written}).kind == kind


def test_an_unknown_kind_is_kept() -> None:
    found = csl_paper({"title": "Wells", "type": "sculpture"})
    assert (found.kind, found.extra) == ("document", (("type", "sculpture"),))


def test_a_dropping_particle_belongs_to_the_given_name() -> None:
    found = csl_paper({"title": "T", "author": [{"family": "Musset", "given": "Alfred", "dropping-particle": "de"}]})
    assert found.authors == (Author(family="Musset", given="Alfred de"),)


def test_nothing_is_no_paper() -> None:
    with pytest.raises(BrokenRecord):
        csl_paper({"type": "book", "publisher": "A House"})
