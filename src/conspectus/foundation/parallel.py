"""The only concurrency in conspectus: a bounded map whose results never depend on timing."""

from __future__ import annotations

import pickle
import threading
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor, wait
from dataclasses import dataclass
from queue import SimpleQueue
from typing import Any, Generic, Literal, Protocol, TypeVar, cast

Item = TypeVar("Item")
Value = TypeVar("Value")


@dataclass(frozen=True, slots=True)
class Outcome(Generic[Item, Value]):
    """What became of one item: its value, or the error it raised."""

    item: Item
    value: Value | None = None
    error: Exception | None = None


def bounded_map(
    function: Callable[[Item], Value],
    items: Iterable[Item],
    *,
    workers: int = 1,
    over: Literal["threads", "processes"] = "threads",
    ahead: int = 2,
) -> Generator[Outcome[Item, Value], None, None]:
    """Yields the outcome of ``function`` for each item, in the order of the items.

    One failing item does not stop the others: its error is in its outcome. ``items`` is consumed
    lazily, with at most ``workers * ahead`` items in flight, so a stream of any length is
    processed in bounded memory. With one worker nothing is started and the call is plain. When ``items``
    itself raises, the outcomes of all items before come first, then the error.

    Threads are abandoned, not waited for, when the generator is closed or interrupted: what has not begun never
    begins, and a call that hangs neither holds the caller nor the end of the program. Processes finish the items
    in hand.

    Args:
        function: Called once for each item; must be picklable when run over processes.
        items: The items, possibly endless.
        workers: How many run side by side, at least 1.
        over: Threads for waiting work, processes for computing work.
        ahead: Items in flight for each worker, at least 1.

    Raises:
        ValueError: ``workers`` or ``ahead`` is below 1.
    """
    if workers < 1 or ahead < 1:
        raise ValueError("workers and ahead must be at least 1")
    if workers == 1:
        for item in items:
            yield _attempt(function, item)
        return
    if over == "processes":
        with ProcessPoolExecutor(workers) as processes:
            yield from _in_order(processes, _Portable(function), items, workers * ahead)
        return
    threads = _DaemonThreads(workers)
    try:
        yield from _in_order(threads, function, items, workers * ahead)
    finally:
        threads.let_go()


def mapped(
    function: Callable[[Item], Value], items: Iterable[Item], *, workers: int = 1
) -> Generator[Value, None, None]:
    """Yields ``function`` of each item in the order of the items, several at a time in threads.

    Unlike ``bounded_map`` it stops at the first item that fails.

    Raises:
        Exception: What the first failing item raised; the items after it are given up.
    """
    for outcome in bounded_map(function, items, workers=workers):
        if outcome.error is not None:
            raise outcome.error
        yield cast(Value, outcome.value)


class _Pool(Protocol):
    def submit(self, function: Callable[[Any], Any], item: Any, /) -> Future[Any]:
        """Has ``function`` called with an item."""
        ...


class _DaemonThreads:
    """Threads that the end of the program does not wait for, unlike those of ``ThreadPoolExecutor``."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._threads: list[threading.Thread] = []
        self._work: SimpleQueue[tuple[Future[Any], Callable[[Any], Any], Any] | None] = SimpleQueue()

    def submit(self, function: Callable[[Any], Any], item: Any, /) -> Future[Any]:
        future: Future[Any] = Future()
        self._work.put((future, function, item))
        if len(self._threads) < self._most:
            thread = threading.Thread(target=_serve, args=(self._work,), daemon=True, name="conspectus worker")
            self._threads.append(thread)
            thread.start()
        return future

    def let_go(self) -> None:
        """Lets each thread end after what it has in hand."""
        for _ in self._threads:
            self._work.put(None)


def _serve(work: SimpleQueue[tuple[Future[Any], Callable[[Any], Any], Any] | None]) -> None:
    while (taken := work.get()) is not None:
        future, function, item = taken
        if future.set_running_or_notify_cancel():
            try:
                future.set_result(function(item))
            except BaseException as error:
                future.set_exception(error)
        # What an idle thread still names would be kept alive by it.
        del taken, future, function, item


def _in_order(
    pool: _Pool, run: Callable[[Item], Value], items: Iterable[Item], limit: int
) -> Iterator[Outcome[Item, Value]]:
    waiting: deque[tuple[Item, Future[Value]]] = deque()
    source = iter(items)
    broken: Exception | None = None
    try:
        while True:
            try:
                item = next(source)
            except StopIteration:
                break
            except Exception as error:
                broken = error
                break
            waiting.append((item, pool.submit(run, item)))
            if len(waiting) >= limit:
                yield _settle(*waiting.popleft())
        while waiting:
            yield _settle(*waiting.popleft())
    finally:
        for _, future in waiting:
            future.cancel()
    if broken is not None:
        raise broken


@dataclass(frozen=True, slots=True)
class _Portable(Generic[Item, Value]):
    """A function for another process, whose errors can be sent back.

    An error that cannot be unpickled (lxml's syntax errors, say) would break the pool and every item in it.
    """

    function: Callable[[Item], Value]

    def __call__(self, item: Item) -> Value:
        try:
            return self.function(item)
        except Exception as error:
            try:
                pickle.loads(pickle.dumps(error))
            except Exception:
                raise RuntimeError(f"{type(error).__name__}: {error}") from None
            raise


def _attempt(function: Callable[[Item], Value], item: Item) -> Outcome[Item, Value]:
    try:
        return Outcome(item, value=function(item))
    except Exception as error:
        return Outcome(item, error=error)


# Some systems deliver an interrupt only between waits; half a second is soon enough for a person.
_LONGEST_SLEEP = 0.5


def _settle(item: Item, future: Future[Value]) -> Outcome[Item, Value]:
    while not future.done():
        wait((future,), timeout=_LONGEST_SLEEP)
    try:
        return Outcome(item, value=future.result())
    except Exception as error:
        return Outcome(item, error=error)
