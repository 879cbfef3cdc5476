"""Papers from a source into the library, one record at a time, as files are added."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from typing import Any

from conspectus.collection.matching import settle
from conspectus.collection.notices import apply_notices
from conspectus.collection.reindex import TextProjection
from conspectus.collection.report import FailedItem
from conspectus.domain.paper import Paper
from conspectus.foundation.errors import InputError, LibraryError, NothingFound
from conspectus.foundation.events import Events
from conspectus.library.store import Library
from conspectus.sources.searching import Fetched, SearchOutcome, SearchQuery, Source

STAGE = "add"


@dataclass(slots=True, kw_only=True)
class FetchReport:
    """What fetching did: hits of the source, papers by what became of them, and what is missing, with reasons.

    ``papers`` are the ids in the library, in order. ``complete`` is False where the source stopped half way.
    """

    source: str
    found: int = 0
    translation: str = ""
    added: int = 0
    merged: int = 0
    unchanged: int = 0
    missing: list[tuple[str, str]] = field(default_factory=list)
    failed: list[FailedItem] = field(default_factory=list)
    warnings: list[str] = field(default_factory=list)
    papers: list[str] = field(default_factory=list)
    complete: bool = True

    @property
    def in_part(self) -> bool:
        """Whether something that was asked for did not come."""
        return bool(self.missing or self.failed or not self.complete)

    def to_json(self) -> dict[str, Any]:
        """Gives the report as plain JSON values."""
        missing = [{"id": name, "reason": reason} for name, reason in self.missing]
        return {**asdict(self), "missing": missing}


def search_and_fetch(source: Source, query: SearchQuery, events: Events) -> tuple[SearchOutcome, Fetched]:
    """Gives what a source found and the papers behind it.

    Raises:
        NothingFound: The query has no hits.
        UsageError: The source does not understand the query.
        SourceFailed: The source cannot be reached, or failed before it gave anything.
    """
    with events.stage("search"):
        outcome = source.search(query)
    if not outcome.ids:
        told = f" Did you mean {outcome.spelling!r}?" if outcome.spelling else ""
        raise NothingFound(
            f"{source.label} has no papers on {query.text!r}.{told}",
            hint="Look at the spelling, use fewer words, or allow more years.",
        )
    with events.stage("fetch", len(outcome.ids)):
        return outcome, source.fetch(outcome.ids)


def add_fetched(
    library: Library,
    source: str,
    fetched: Fetched,
    *,
    outcome: SearchOutcome | None = None,
    events: Events | None = None,
) -> FetchReport:
    """Stores fetched papers, each as a new paper or merged with those of the same work.

    Args:
        library: Open for writing.
        source: The source's name for the report.
        fetched: What the source gave.
        outcome: The search behind it, if there was one.
        events: Told of the progress, as stage "add".

    Raises:
        LibraryError: The library itself cannot be written to; what was added before stays.
    """
    events = events or Events()
    report = FetchReport(
        source=source,
        found=len(fetched.papers) if outcome is None else outcome.total,
        translation="" if outcome is None else outcome.translation,
        missing=list(fetched.missing),
        warnings=[*(() if outcome is None else outcome.warnings), *fetched.notes],
        complete=fetched.complete and (outcome is None or outcome.complete),
    )
    with events.stage(STAGE, len(fetched.papers)):
        _settle_all(library, fetched.papers, report, events)
    apply_notices(library, dict.fromkeys(report.papers))
    try:
        TextProjection(library, events).complete()
    except LibraryError as error:
        report.warnings.append(f"{error} {error.hint}")
    current = (library.current_id(name) for name in report.papers)
    report.papers = list(dict.fromkeys(name for name in current if name))
    return report


def _settle_all(library: Library, papers: Sequence[Paper], report: FetchReport, events: Events) -> None:
    for number, paper in enumerate(papers, 1):
        try:
            settled = settle(library, paper)
        except InputError as error:
            failed = FailedItem(source=report.source, record=number, line=0, reason=error.message, hint=error.hint)
            report.failed.append(failed)
        else:
            setattr(report, settled.outcome, getattr(report, settled.outcome) + 1)
            report.papers.append(settled.paper)
            if settled.warning and settled.warning not in report.warnings:
                report.warnings.append(settled.warning)
        events.advance(STAGE)
