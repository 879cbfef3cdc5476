"""Notices in the library reach the papers they concern: a retraction notice marks the retracted paper.

The order of arrival does not matter, and doing it again changes nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from conspectus.domain.identifiers import Identifiers
from conspectus.domain.paper import Notice, Paper
from conspectus.library.store import Library
from conspectus.readers.notices import has_identifier


def apply_notices(library: Library, met: Iterable[str]) -> list[str]:
    """Marks the papers that notices concern, by the identifier each notice names, and gives the ids of those changed.

    Args:
        library: Open for writing.
        met: Ids, or former ids, of the papers that have come or changed; only notices by them and about them are
            looked at.

    Raises:
        LibraryError: The library cannot be written to.
    """
    new = {current for name in met if (current := library.current_id(name))}
    if not new:
        return []
    changed: dict[str, None] = {}
    for notifier in library.notifiers():
        for notice in notifier.notices:
            concerned = _concerned(library, notice)
            if not concerned or not (notifier.id in new or concerned in new):
                continue
            paper = library.get(concerned)
            if paper is None or _knows(paper, notice, notifier):
                continue
            received = Notice(kind=notice.kind, target=_name_of(notifier), text=notifier.title or notice.text)
            library.put(replace(paper, notices=(*paper.notices, received)))
            changed[paper.id] = None
    return list(changed)


def _concerned(library: Library, notice: Notice) -> str:
    """Gives the id of the stored paper that a notice is about, or ""."""
    if notice.direction != "issued" or not has_identifier(notice.target):
        return ""
    scheme, _, value = notice.target.partition(":")
    named = {
        "doi": Identifiers(doi=value),
        "pmid": Identifiers(pmid=value),
        "pmcid": Identifiers(pmcid=value),
        "arxiv": Identifiers(arxiv=value),
    }
    return next(iter(library.find_by_identifiers(named[scheme])), "")


def _knows(paper: Paper, notice: Notice, notifier: Paper) -> bool:
    """Tells whether a paper has received the notice already, under any name of the notifier."""
    names = {*_names_of(notifier)}
    return any(n.kind == notice.kind and n.direction == "received" and n.target in names for n in paper.notices)


def _names_of(paper: Paper) -> Iterator[str]:
    yield from paper.identifiers.strong()
    yield from (paper.id, *paper.aliases)
    if paper.title:
        yield paper.title


def _name_of(paper: Paper) -> str:
    return next(iter(paper.identifiers.strong()), paper.id)
