"""The only concurrency in conspectus: a bounded map whose results never depend on timing."""

from __future__ import annotations

import pickle
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from dataclasses import dataclass
from typing import Generic, Literal, TypeVar

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
    pool: Executor = ThreadPoolExecutor(workers) if over == "threads" else ProcessPoolExecutor(workers)
    with pool:
        yield from _in_order(pool, function, items, workers * ahead)


def _in_order(
    pool: Executor, function: Callable[[Item], Value], items: Iterable[Item], limit: int
) -> Iterator[Outcome[Item, Value]]:
    run = _Portable(function) if isinstance(pool, ProcessPoolExecutor) else function
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


def _settle(item: Item, future: Future[Value]) -> Outcome[Item, Value]:
    try:
        return Outcome(item, value=future.result())
    except Exception as error:
        return Outcome(item, error=error)
