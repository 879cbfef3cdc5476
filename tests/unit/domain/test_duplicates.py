"""What the judge says of pairs made by hand, and what holds for every pair."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from conspectus.domain.duplicate_traits import Traits, traits_of
from conspectus.domain.duplicates import Judgement, compare, judge, judge_works, surely_two


def _table() -> Any:
    spec = importlib.util.spec_from_file_location("duplicate_pairs", Path(__file__).with_name("duplicate_pairs.py"))
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


TABLE = _table()
WORDS = ("apple", "orchard", "winter", "light", "part", "ii", "2", "erratum", "to", "editorial", "of", "reply", "tree")


@pytest.mark.parametrize("name", TABLE.PAIRS)
def test_the_verdict_on_each_pair(name: str) -> None:
    first, second, verdict = TABLE.PAIRS[name]
    found = compare(TABLE.made(**first), TABLE.made(**second))
    assert found.verdict == verdict, found


def test_the_table_holds_enough_of_each_verdict() -> None:
    verdicts = [verdict for _, _, verdict in TABLE.PAIRS.values()]
    assert len(verdicts) >= 60
    assert {verdict: verdicts.count(verdict) >= 12 for verdict in verdicts} == dict.fromkeys(verdicts, True)


@st.composite
def traits(draw: st.DrawFn) -> Traits:
    title = " ".join(draw(st.lists(st.sampled_from(WORDS), max_size=7)))
    changes: dict[str, Any] = {
        "title": title or None,
        "authors": draw(st.sampled_from([None, ("Berg, A",), ("Moreau, L", "Berg, A")])),
        "year": draw(st.sampled_from([None, 2013, 2014, 2019])),
        "venue": draw(st.sampled_from([None, "Apples", "Journal of Orchard Research", "bioRxiv"])),
        "volume": draw(st.sampled_from([None, "3", "31"])),
        "pages": draw(st.sampled_from([None, "112-129", "S14"])),
        "abstract": draw(st.sampled_from([None, TABLE.ABSTRACT, TABLE.OTHER_ABSTRACT])),
        "doi": draw(st.sampled_from([None, "10.5555/a", "10.5555/b", "10.1101/2013.05.06.070809"])),
        "pmid": draw(st.sampled_from([None, "7", "8"])),
    }
    return traits_of(TABLE.made(**changes))


@given(traits(), traits())
def test_the_order_of_the_two_does_not_matter(first: Traits, second: Traits) -> None:
    found = judge(first, second)
    assert found == judge(second, first) == judge(first, second)
    low, high = {"different": (0, 0.49), "uncertain": (0.5, 0.89), "same": (0.9, 1)}[found.verdict]
    assert low <= found.score <= high
    assert found.reasons
    assert found.final <= (found.verdict == "different")


@given(traits())
def test_a_record_is_itself(one: Traits) -> None:
    assert judge(one, one) == Judgement(verdict="same", score=1.0, reasons=("equal records",))
    assert Traits.from_json(one.to_json()) == one


@given(traits(), traits())
def test_two_dois_of_journals_are_never_the_same(first: Traits, second: Traits) -> None:
    if first.doi and second.doi and first.doi != second.doi and first.preprint == second.preprint:
        assert not judge(first, second).is_same


@given(traits(), traits())
def test_what_is_surely_two_is_called_different(first: Traits, second: Traits) -> None:
    if surely_two(first, second):
        assert surely_two(second, first)
        assert judge(first, second).verdict == "different"


def test_two_dois_are_surely_two_unless_something_else_is_shared() -> None:
    one = Traits(title="apples", doi="10.5555/a", pmid="7", page="3", volume="1")
    assert surely_two(one, Traits(title="apples", doi="10.5555/b", pmid="8", page="3", volume="2"))
    assert not surely_two(one, Traits(doi="10.5555/b", pmid="7"))
    assert not surely_two(one, Traits(doi="10.5555/b", page="3", volume="1"))
    assert not surely_two(one, Traits(doi="10.5555/b", preprint=True))
    assert not surely_two(one, Traits(doi="10.5555/a"))
    assert not surely_two(one, Traits(title="pears"))


@given(st.lists(traits(), min_size=1, max_size=3), st.lists(traits(), min_size=1, max_size=3))
def test_works_are_judged_by_their_records_in_any_order(first: list[Traits], second: list[Traits]) -> None:
    found = judge_works(first, second)
    assert found == judge_works(second[::-1], first[::-1])


def test_a_third_record_unites_two_works_by_identifiers_but_never_two_dois() -> None:
    made, bare = TABLE.made, TABLE.BARE
    pmid = traits_of(made(**{**bare, "title": "Apples", "pmid": "7"}))
    doi = traits_of(made(**{**bare, "title": "On pruning trees", "doi": "10.5555/a"}))
    both = traits_of(made(**{**bare, "title": "On pruning trees", "doi": "10.5555/a", "pmid": "7"}))
    assert judge_works((both,), (doi, pmid)).is_same
    other = traits_of(made(**{**bare, "title": "On pruning trees", "doi": "10.5555/b", "pmid": "7"}))
    assert judge_works((both, other), (doi,)).verdict == "uncertain"


def test_the_reasons_say_what_led_to_the_verdict() -> None:
    found = compare(TABLE.made(), TABLE.made(**TABLE.PREPRINT))
    assert found.reasons[0] == "a preprint and its journal version"
    assert "years 1 apart" in found.reasons
    assert "same first author" in found.reasons
