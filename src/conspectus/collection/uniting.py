"""One paper from the records of one work: what the published version says first, and nothing is lost."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import replace

from conspectus.domain.duplicate_traits import is_preprint_doi, is_preprint_venue, traits_of
from conspectus.domain.merging import merge_papers
from conspectus.domain.paper import Paper
from conspectus.foundation.text.normalise import match_key
from conspectus.library.paper_rows import OTHER_IDENTIFIER
from conspectus.library.store import Library

OTHER_TITLE = "other title"
"""Name in ``Paper.extra`` under which titles are kept that a merged paper does not bear."""
OTHER_VENUE = "other venue"
"""Name in ``Paper.extra`` under which the venue of a preprint is kept once its journal is known."""

_SCHEMES = ("doi", "pmid", "pmcid", "arxiv")


def unite(parts: Sequence[Paper], *, in_order: bool = False) -> Paper:
    """Gives one paper from the parts of one work, the oldest first; a published version goes before a preprint.

    Args:
        parts: At least one paper.
        in_order: Take the parts as they come, since the first is known to hold the others.
    """
    ordered = list(parts) if in_order else sorted(parts, key=lambda part: traits_of(part).preprint)
    united = ordered[0]
    for part in ordered[1:]:
        united = _merge(united, part)
    return united


def own_id(library: Library, paper: Paper, stored: Sequence[Paper] = ()) -> Paper:
    """Gives the paper under an id that no other paper has.

    Works that share a DOI, as the abstracts of one meeting, cannot share the id that it makes: the later one keeps
    the id that it has in the library, or gets one of a hash of its traits.

    Args:
        library: Where the ids are taken.
        paper: With the id that its identifiers make.
        stored: The papers in the library whose place it takes.
    """
    mine = {part.id for part in stored}
    taken = library.current_id(paper.id)
    if taken and taken not in mine:
        described = hashlib.sha256(traits_of(paper).to_json().encode("utf-8", "replace")).hexdigest()
        paper = replace(paper, id=stored[0].id if stored else f"hash-{described[:12]}")
    mine.add(paper.id)
    # A record without identifiers may bear the id of another paper of the same description.
    free = tuple(name for name in paper.aliases if name != paper.id and library.current_id(name) in ("", *mine))
    return paper if free == paper.aliases else replace(paper, aliases=free)


def _merge(first: Paper, second: Paper) -> Paper:
    """Merges, and keeps the titles, venues and identifiers that lose: a paper found by one stays found by it."""
    lost: list[tuple[str, str]] = []
    if _is_posted(second) and first.venue and not is_preprint_venue(first.venue):
        # A server's name and its numbers would else stand beside the volume and pages of the journal.
        lost += [(OTHER_VENUE, second.venue)] if second.venue and second.venue != first.venue else []
        second = replace(second, venue="", venue_short="", volume="", issue="", pages="", publisher="")
    merged = merge_papers(first, second)
    title = match_key(merged.title)
    lost += [
        (OTHER_TITLE, part.title)
        for part in (first, second)
        if part.title.strip() and not title.startswith(match_key(part.title))
    ]
    lost += [
        (OTHER_IDENTIFIER + scheme, value)
        for scheme in _SCHEMES
        for value in (getattr(first.identifiers, scheme), getattr(second.identifiers, scheme))
        if value and value != getattr(merged.identifiers, scheme)
    ]
    return replace(merged, extra=tuple(dict.fromkeys((*merged.extra, *lost)))) if lost else merged


def _is_posted(paper: Paper) -> bool:
    """Whether what the paper says of its place is said of a preprint."""
    return is_preprint_venue(paper.venue) or (traits_of(paper).preprint and is_preprint_doi(paper.identifiers.doi))
