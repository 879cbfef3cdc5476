"""Names of journals, in full and abbreviated."""

from __future__ import annotations

import pytest

from conspectus.domain.venue_names import same_venue
from conspectus.foundation.text.normalise import match_key

SAME = [
    ("Curr Opin Pomol", "Current Opinion in Pomology"),
    ("J. Orchard Res.", "Journal of Orchard Research"),
    ("PNAS", "Proceedings of the National Academy of Sciences"),
    ("The Orchard", "Orchard"),
    ("Orchards. Conference: Annual Meeting of Growers 2014", "Orchards"),
    ("Natl Apple Rev", "National Apple Review"),
]
OTHER = [
    ("Heart", "European Heart Journal"),
    ("Journal of Orchard Research", "Journal of Garden Research"),
    ("Apples", "Pears"),
    ("Annals of Pomology", "Annals of Botany"),
    ("Orchard", "Orchard Letters and Reports of Growers"),
]


@pytest.mark.parametrize("first, second", SAME)
def test_one_journal(first: str, second: str) -> None:
    assert same_venue(match_key(first), match_key(second))
    assert same_venue(match_key(second), match_key(first))


@pytest.mark.parametrize("first, second", OTHER)
def test_two_journals(first: str, second: str) -> None:
    assert not same_venue(match_key(first), match_key(second))
    assert not same_venue(match_key(second), match_key(first))
