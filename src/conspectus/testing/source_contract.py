"""What every source of papers must do, as tests to inherit."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

import pytest

from conspectus.domain.paper import id_of
from conspectus.foundation.errors import ConspectusError, SourceFailed, UsageError
from conspectus.sources.searching import SearchQuery, Source


@dataclass(frozen=True, slots=True, kw_only=True)
class SourceCase:
    """How to make a source, and what is known of the collection behind it.

    ``make`` gives a source that works, ``make_failing`` one whose service always fails. ``query`` finds more than
    ``page`` papers, which is more than come on one page of a search, and ``batch`` more than come in one request for
    records; ``no_hits`` finds none. ``malformed`` is a query
    that the service refuses, with a word of its message; "" if it refuses none. ``absent`` is an id that it has not.
    ``secrets`` are keys and mail addresses that the failing source was given. ``make_failing`` is None for a source
    that asks no service. ``origin`` is what papers say they come from, the source's name if empty.
    """

    name: str
    make: Callable[[], Source]
    make_failing: Callable[[], Source] | None
    query: str
    no_hits: str
    page: int
    batch: int
    absent: str
    malformed: tuple[str, str] = ("", "")
    secrets: tuple[str, ...] = ()
    origin: str = ""

    def failing(self) -> Source:
        """Gives the source whose service fails; the test is skipped where there is none."""
        if self.make_failing is None:
            pytest.skip("the source asks no service")
        return self.make_failing()


class SourceContract:
    """Derive a test class from this and give it a fixture ``case`` that returns a ``SourceCase``.

    A source that asks a service is tested with a local server, such as ``running_services`` gives.
    """

    def test_has_a_name_and_a_label(self, case: SourceCase) -> None:
        """A name is what options say, a label what people read."""
        source = case.make()
        assert re.fullmatch(r"[a-z][a-z0-9_]*", source.name), f"not a plain name: {source.name!r}"
        assert source.name == case.name, f"is registered as {case.name!r} and says {source.name!r}"
        assert source.label.strip(), "the label is empty"

    def test_finds_each_paper_once_up_to_the_limit(self, case: SourceCase) -> None:
        """The limit is met across pages, and a shorter search is the head of a longer one."""
        source = case.make()
        outcome = source.search(SearchQuery(text=case.query, limit=case.page + 1))
        assert len(outcome.ids) == case.page + 1, f"{len(outcome.ids)} ids instead of {case.page + 1}"
        assert len(set(outcome.ids)) == len(outcome.ids), "an id comes twice"
        assert outcome.total > case.page, f"{outcome.total} hits, though more than {case.page} came"
        assert outcome.complete, "is not complete, though nothing failed"
        short = source.search(SearchQuery(text=case.query, limit=3))
        assert short.ids == outcome.ids[:3], "another limit gives another order"
        assert short.total == outcome.total, "another limit gives another number of hits"

    def test_no_hits_are_no_failure(self, case: SourceCase) -> None:
        """An empty result says something about the topic, a failure does not."""
        outcome = case.make().search(SearchQuery(text=case.no_hits))
        assert (outcome.ids, outcome.total, outcome.complete) == ((), 0, True), f"gives {outcome}"

    def test_a_failure_is_said_and_hinted_at(self, case: SourceCase) -> None:
        """It names the service, and never looks like an empty result."""
        source = case.failing()
        for attempt in (lambda: source.search(SearchQuery(text=case.query)), lambda: source.fetch([case.absent])):
            with pytest.raises(SourceFailed) as caught:
                attempt()
            assert source.label in str(caught.value), f"does not name the service: {caught.value}"
            assert caught.value.hint, "has no hint"

    def test_shows_secrets_to_nobody(self, case: SourceCase) -> None:
        """Errors and representations go into logs and bug reports."""
        source = case.failing()
        seen = [repr(source), repr(getattr(source, "__dict__", ""))]
        with pytest.raises(ConspectusError) as caught:
            source.search(SearchQuery(text=case.query))
        error: BaseException | None = caught.value
        while error is not None:
            seen += [str(error), repr(error), getattr(error, "hint", "")]
            error = error.__cause__ or error.__context__
        assert not [text for text in seen for secret in case.secrets if secret in text], "a secret is shown"

    def test_an_impossible_query_is_a_usage_error(self, case: SourceCase) -> None:
        """Nothing to search for, no papers wanted, and years out of order are known before anyone is asked."""
        source = case.make()
        for query in (
            SearchQuery(text="  "),
            SearchQuery(text=case.query, limit=0),
            SearchQuery(text=case.query, start_year=2020, end_year=2010),
        ):
            with pytest.raises(UsageError):
                source.search(query)

    def test_a_query_that_is_refused_is_a_usage_error_in_the_service_s_words(self, case: SourceCase) -> None:
        """Only the service knows its syntax."""
        query, word = case.malformed
        if not query:
            pytest.skip("the service refuses no query")
        with pytest.raises(UsageError) as caught:
            case.make().search(SearchQuery(text=query))
        assert word in str(caught.value), f"does not repeat the service's message: {caught.value}"
        assert caught.value.hint, "has no hint"

    def test_years_bound_the_search(self, case: SourceCase) -> None:
        """A search of parts of time finds no more than that of all."""
        source = case.make()
        everything = source.search(SearchQuery(text=case.query, limit=1)).total
        old = source.search(SearchQuery(text=case.query, end_year=2015, limit=1)).total
        new = source.search(SearchQuery(text=case.query, start_year=2016, limit=1)).total
        assert 0 < old < everything, f"{old} of {everything} hits up to 2015"
        assert 0 < new < everything, f"{new} of {everything} hits from 2016"

    def test_fetches_in_the_order_of_the_ids_and_accounts_for_each(self, case: SourceCase) -> None:
        """Relevance is the order of ids; upstream lost it where batches came back out of order."""
        source = case.make()
        ids = source.search(SearchQuery(text=case.query, limit=case.batch + 1)).ids
        forth, back = source.fetch([*ids, case.absent, ids[0]]), source.fetch(ids[::-1])
        assert forth.complete, "is not complete, though nothing failed"
        assert [paper.id for paper in forth.papers] == [paper.id for paper in back.papers][::-1], "order is lost"
        missing = dict(forth.missing)
        assert len(forth.papers) + len(missing) == len(ids) + 1, "an id is neither a paper nor missing"
        assert missing.get(case.absent), "the id that is not there has no reason"

    def test_papers_carry_their_id_and_origin(self, case: SourceCase) -> None:
        """Ids are made of identifiers, and each record says which service it came from."""
        source = case.make()
        papers = source.fetch(source.search(SearchQuery(text=case.query, limit=20)).ids).papers
        assert papers, "nothing came"
        for paper in papers:
            assert paper.id == id_of(paper), f"{paper.id} is not made of what is known of the paper"
            origins = [stamp.source for stamp in paper.provenance]
            assert origins == [case.origin or case.name], f"{paper.id} has another origin"
            assert paper.title or paper.abstract, f"{paper.id} says nothing"
        assert any(paper.abstract for paper in papers), "no paper has an abstract"

    def test_nothing_is_fetched_for_no_ids(self, case: SourceCase) -> None:
        """An empty list is no reason to ask anyone."""
        fetched = (case.make_failing or case.make)().fetch([])
        assert (fetched.papers, fetched.missing, fetched.complete) == ((), (), True), f"gives {fetched}"
