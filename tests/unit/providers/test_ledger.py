from __future__ import annotations

import threading

import pytest

from conspectus.domain.run_record import ModelUsage
from conspectus.providers.completion import Usage
from conspectus.providers.ledger import USAGE_HEADINGS, CallTally, Ledger, usage_rows
from conspectus.providers.prices import Price

PRICES = {"a:x": Price(input=10.0, cached_input=1.0, output=100.0), "a:free": Price(input=0, cached_input=0, output=0)}


def tally(tokens: tuple[int, int, int] = (0, 0, 0), **fields: object) -> CallTally:
    given, made, kept = tokens
    return CallTally(usage=Usage(input=given, output=made, cached=kept), **fields)  # type: ignore[arg-type]


def test_the_account_of_a_run_by_hand() -> None:
    ledger = Ledger(PRICES.get)
    ledger.note("write", "a:x", tally((1000, 100, 0), requests=3, retries=2, waited=1.5, answered=2.0), answered=True)
    ledger.note("write", "a:x", tally((1000, 100, 500), reused=True), answered=True)
    ledger.note("extract", "a:free", tally((700, 70, 0), asked_again=1), answered=False)
    ledger.count_fallback("extract", "no answer")
    ledger.count_fallback("extract", "no answer")
    ledger.count_asked_again("write")
    # Sent: 1000 * 10 + 100 * 100 = 0.02 dollars; kept: 500 * 10 + 500 * 1 + 100 * 100 = 0.0155.
    assert ledger.usage() == ModelUsage(
        calls=2,
        reused=1,
        input_tokens=2700,
        output_tokens=270,
        cached_tokens=500,
        cost=pytest.approx(0.0355),
        paid=pytest.approx(0.02),
        retries=2,
        asked_again=2,
        fallbacks=2,
    )
    tasks = ledger.by_task()
    assert list(tasks) == ["extract", "write"]
    assert (tasks["extract"].failed, tasks["extract"].fallbacks) == (1, (("no answer", 2),))
    assert (tasks["write"].waited, tasks["write"].answered) == (1.5, 2.0)


def test_one_unknown_price_makes_the_sum_unknown_but_not_what_was_paid_before() -> None:
    ledger = Ledger(PRICES.get)
    ledger.note("write", "b:y", tally((10, 1, 0), reused=True), answered=True)
    ledger.note("write", "a:x", tally((1000, 100, 0)), answered=True)
    assert ledger.usage().cost is None
    assert ledger.usage().paid == pytest.approx(0.02)
    ledger.note("extract", "b:y", tally((10, 1, 0)), answered=True)
    assert ledger.usage().paid is None


def test_an_unknown_price_of_nothing_is_nothing() -> None:
    ledger = Ledger(PRICES.get)
    ledger.note("write", "b:y", tally(), answered=False)
    assert (ledger.usage().cost, ledger.usage().calls) == (0.0, 0)
    assert Ledger(PRICES.get).usage() == ModelUsage()


def test_threads_lose_nothing_and_money_does_not_depend_on_their_order() -> None:
    price = Price(input=0.1, cached_input=0.1, output=0.7)
    sums = set()
    for _ in range(3):
        ledger = Ledger(lambda label: price)

        def work(ledger: Ledger = ledger) -> None:
            for number in range(200):
                ledger.note("write", "a:x", tally((number, 1, 0), retries=1), answered=True)
                ledger.count_fallback("write", "why")

        threads = [threading.Thread(target=work) for _ in range(6)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        usage = ledger.usage()
        assert (usage.calls, usage.retries, usage.fallbacks) == (1200, 1200, 1200)
        assert usage.input_tokens == 6 * sum(range(200))
        sums.add(usage.cost)
    assert len(sums) == 1


def test_the_table_has_a_row_for_each_task_and_one_for_all() -> None:
    ledger = Ledger(PRICES.get)
    ledger.note("extract", "b:y", tally((1200, 30, 0), retries=1, answered=1.25), answered=True)
    ledger.note("write", "a:x", tally((1000, 100, 0)), answered=True)
    rows = usage_rows(ledger.by_task())
    assert [row[0] for row in rows] == ["extract", "write", "all"]
    assert all(len(row) == len(USAGE_HEADINGS) for row in rows)
    assert rows[0][1:8] == ("1", "0", "1,200", "0", "30", "unknown", "unknown")
    assert rows[1][6:8] == ("$0.0200", "$0.0200")
    assert rows[2] == ("all", "2", "0", "2,200", "0", "130", "unknown", "unknown", "1", "0", "0", "0.0 s", "1.2 s")
    assert [row[0] for row in usage_rows({"write": ledger.by_task()["write"]})] == ["write"]
