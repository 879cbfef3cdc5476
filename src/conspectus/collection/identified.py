"""Papers that are named by identifiers, looked up one by one."""

from __future__ import annotations

from collections.abc import Sequence

from conspectus.domain.paper import Paper
from conspectus.foundation.errors import NothingFound, SourceFailed
from conspectus.foundation.events import Events
from conspectus.sources.identifier_lookup import look_up, normal_identifier
from conspectus.sources.searching import Fetched
from conspectus.sources.service import SourceOptions

STAGE = "look up"


def look_up_all(identifiers: Sequence[str], options: SourceOptions, events: Events | None = None) -> Fetched:
    """Gives the papers of identifiers in their order; of the others it says why there is none.

    Args:
        identifiers: Each a scheme, a colon and a value.
        options: How services are asked; all are asked at their own addresses.
        events: Told of the progress, as stage "look up".

    Raises:
        UsageError: One of them is no identifier; nothing is asked then.
        SourceFailed: No paper came, and a service could not be asked.
    """
    events = events or Events()
    names = list(dict.fromkeys(normal_identifier(identifier) for identifier in identifiers))
    papers: list[Paper] = []
    missing: list[tuple[str, str]] = []
    failure: SourceFailed | None = None
    with events.stage(STAGE, len(names)):
        for name in names:
            try:
                papers.append(look_up(name, options))
            except NothingFound as error:
                missing.append((name, error.message))
            except SourceFailed as error:
                missing.append((name, error.message))
                failure = failure or error
            events.advance(STAGE, detail=name)
    if failure is not None and not papers:
        raise failure
    return Fetched(papers=tuple(papers), missing=tuple(missing), complete=failure is None)
