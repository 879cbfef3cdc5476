"""Searches that come page by page and records that come in batches: order, limits, and what a failure leaves."""

from __future__ import annotations

import hashlib
import threading
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from conspectus.domain.paper import Paper, unique
from conspectus.foundation.errors import BrokenRecord, SourceFailed, UsageError
from conspectus.foundation.events import Events
from conspectus.foundation.parallel import bounded_map
from conspectus.readers.reading import ReadItem, ReadPaper, Skipped, stamped
from conspectus.sources.searching import Fetched

# After so many failures the service is left alone: each of them was tried several times.
_MOST_FAILURES = 2


@dataclass(frozen=True, slots=True, kw_only=True)
class Page:
    """One page of a search; ``after`` is the cursor of the next one, "" at the end."""

    ids: tuple[str, ...]
    total: int
    after: str = ""
    translation: str = ""
    warnings: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Pages:
    """The pages of a search together; ``trouble`` is why the rest did not come, "" if all came."""

    ids: tuple[str, ...]
    total: int
    translation: str = ""
    warnings: tuple[str, ...] = ()
    trouble: str = ""


def all_pages(ask: Callable[[str, int], Page], *, first: str, limit: int) -> Pages:
    """Gives the ids of all pages, each once, up to the limit.

    Args:
        ask: Gives the page at a cursor, given also how many ids are wanted at most.
        first: The cursor of the first page.
        limit: The most ids.

    Raises:
        SourceFailed: The first page did not come.
        UsageError: The service does not understand the query.
    """
    start = ask(first, limit)
    ids = dict.fromkeys(start.ids)
    cursor, seen, trouble = start.after, {first}, ""
    while cursor and cursor not in seen and len(ids) < min(limit, start.total):
        seen.add(cursor)
        try:
            page = ask(cursor, limit - len(ids))
        except (SourceFailed, UsageError) as error:
            trouble = error.message
            break
        before = len(ids)
        ids.update(dict.fromkeys(page.ids))
        cursor = page.after if len(ids) > before else ""
    wanted = min(limit, start.total)
    if not trouble and len(ids) < wanted:
        trouble = f"The service gave {len(ids)} of {wanted} ids and no more."
    return Pages(
        ids=tuple(ids)[:limit],
        total=start.total,
        translation=start.translation,
        warnings=start.warnings,
        trouble=trouble,
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Batch:
    """The papers that came of a batch by id; ``reasons`` says of ids why there is none, ``notes`` what else is so."""

    papers: Mapping[str, Paper]
    reasons: Mapping[str, str] = field(default_factory=dict)
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Batches:
    """How records are fetched: the source's label, ids in one request, requests side by side, who is told."""

    label: str
    size: int
    side_by_side: int = 1
    events: Events | None = None

    def fetch(self, ids: Iterable[str], ask: Callable[[tuple[str, ...]], Batch]) -> Fetched:
        """Gives the papers behind ids in the order of the ids, however the replies come in.

        Args:
            ids: The ids; one that comes twice counts once.
            ask: Gives the papers of a batch.

        Raises:
            SourceFailed: No batch came.
        """
        wanted = unique(ids)
        batches = [wanted[start : start + self.size] for start in range(0, len(wanted), self.size)]
        failures = _Failures(self.label)
        papers: dict[str, Paper] = {}
        reasons: dict[str, str] = {}
        notes: list[str] = []
        for outcome in bounded_map(failures.guarded(ask), batches, workers=self.side_by_side):
            if isinstance(outcome.error, SourceFailed):
                reasons.update(dict.fromkeys(outcome.item, outcome.error.message))
            elif outcome.error is not None:
                raise outcome.error
            elif outcome.value is not None:
                papers.update(outcome.value.papers)
                reasons.update(outcome.value.reasons)
                notes.extend(outcome.value.notes)
            if self.events is not None:
                self.events.advance("fetch", len(outcome.item), self.label)
        if failures.errors and failures.came == 0:
            raise failures.errors[0]
        absent = f"{self.label} has no record of that id."
        return Fetched(
            papers=tuple(papers[name] for name in wanted if name in papers),
            missing=tuple((name, reasons.get(name, absent)) for name in wanted if name not in papers),
            notes=tuple(notes),
            complete=not failures.errors,
        )


class _Failures:
    """Counts batches that failed, and lets none be asked for once there were too many."""

    def __init__(self, label: str) -> None:
        self.errors: list[SourceFailed] = []
        self.came = 0
        self._label = label
        self._lock = threading.Lock()

    def guarded(self, ask: Callable[[tuple[str, ...]], Batch]) -> Callable[[tuple[str, ...]], Batch]:
        def guard(ids: tuple[str, ...]) -> Batch:
            if len(self.errors) >= _MOST_FAILURES:
                raise SourceFailed(
                    f"Not asked for, since {self._label} failed before: {self.errors[0].message}",
                    hint=self.errors[0].hint,
                )
            try:
                batch = ask(ids)
            except SourceFailed as error:
                with self._lock:
                    self.errors.append(error)
                raise
            with self._lock:
                self.came += 1
            return batch

        return guard


def read_records(
    records: Sequence[tuple[str, Callable[[], Paper]]], *, source: str, content: bytes
) -> tuple[dict[str, Paper], dict[str, str]]:
    """Gives papers by id, stamped with their origin, and why others could not be read.

    Args:
        records: For each record the id that was asked for and what reads it.
        source: The source's name.
        content: The reply that the records came in.
    """
    names: list[str] = []

    def items() -> Iterator[ReadItem]:
        for number, (name, read) in enumerate(records, 1):
            names.append(name)
            try:
                yield ReadPaper(paper=read(), record=number)
            except BrokenRecord as error:
                yield BrokenRecord(error.message, record=number, hint=error.hint)

    papers: dict[str, Paper] = {}
    reasons: dict[str, str] = {}
    digest = hashlib.sha256(content).hexdigest()
    for item in stamped(items(), source, digest, source):
        if isinstance(item, ReadPaper):
            papers.setdefault(names[-1], item.paper)
        else:
            reasons[names[-1]] = item.reason if isinstance(item, Skipped) else item.message
    return papers, reasons
