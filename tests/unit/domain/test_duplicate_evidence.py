"""What speaks for and against two records being one work."""

from __future__ import annotations

from conspectus.domain.duplicate_evidence import evidence_of
from conspectus.domain.duplicate_traits import Traits

ONE = Traits(
    title="growing apples in winter", year=2001, authors=("lindqvist", "berg", "holm"), venues=("journal of fruit",),
    volume="3", page="17", doi="10.5555/a", pmid="7",
)  # fmt: skip


def test_what_is_not_known_speaks_neither_for_nor_against() -> None:
    found = evidence_of(ONE, Traits(title=ONE.title))
    assert (found.first_author, found.page, found.volume, found.venue, found.abstract) == (None,) * 5
    assert (found.year_gap, found.dois, found.shared, found.people_known) == (None, "", (), False)
    assert not found.contradicts
    assert not found.forbids
    assert found.weight == 1.0
    assert found.reasons() == ("titles 100 % alike",)


def test_people() -> None:
    def people(*names: str, given: str = "") -> tuple[bool | None, float]:
        found = evidence_of(ONE, Traits(authors=names, first_given=given))
        return found.first_author, found.author_share

    assert people("lindqvist", "berg") == (True, 1.0)
    assert people("lindquist") == (True, 1.0)
    assert people("lindqvistlarsson", "moreau") == (True, 0.5)
    assert people("berg", "lindqvist", "holm") == (True, 1.0)
    assert people("berg", "moreau") == (False, 0.5)
    assert people("moreau") == (False, 0.0)
    maja = Traits(authors=("lindqvist",), first_given="maja")
    assert evidence_of(maja, Traits(authors=("maja",), first_given="lindqvist")).first_author is True


def test_the_weight_is_a_mean_over_what_is_known() -> None:
    # The title counts 4 of 4 + 1 (year) + 1 (volume), and the volume speaks against.
    found = evidence_of(Traits(title="a b", year=1, volume="3"), Traits(title="a b", year=2, volume="4"))
    assert found.weight == (4 + 1) / 6
    assert found.contradicts


def test_proceedings_bear_many_names() -> None:
    meeting = Traits(venues=("lecture notes",), proceedings=True)
    assert evidence_of(meeting, Traits(venues=("meeting of growers",))).venue is None
    assert evidence_of(Traits(venues=("fruit",)), Traits(venues=("bees",))).venue is False
    assert evidence_of(Traits(venues=("a",), issn=("1",)), Traits(venues=("b",), issn=("1", "2"))).venue is True


def test_two_dois_forbid_but_not_between_preprint_and_journal() -> None:
    assert evidence_of(ONE, Traits(doi="10.5555/b")).forbids
    assert not evidence_of(ONE, Traits(doi="10.1101/123456", preprint=True)).forbids
    assert evidence_of(ONE, Traits(notice="reply")).forbids
    assert evidence_of(ONE, ONE).shared == ("doi:10.5555/a", "pmid:7")
