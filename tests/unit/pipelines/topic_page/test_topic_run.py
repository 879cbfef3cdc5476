from __future__ import annotations

from conspectus.pipelines.topic_page.topic_run import Found
from conspectus.sources.searching import Fetched, SearchOutcome


def test_what_was_found_is_complete_only_if_search_and_fetch_are() -> None:
    whole = SearchOutcome(ids=("1",), total=1)
    half = SearchOutcome(ids=("1",), total=2, complete=False)
    assert Found(outcome=whole, fetched=Fetched(papers=()), retrieved_at="").complete
    assert not Found(outcome=half, fetched=Fetched(papers=()), retrieved_at="").complete
    assert not Found(outcome=whole, fetched=Fetched(papers=(), complete=False), retrieved_at="").complete
