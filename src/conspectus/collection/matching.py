"""Which stored papers are the same work as a record, and the one paper that they make together.

The judge of ``domain/duplicates.py`` decides, on the records that are in each paper. Papers that it calls the same
as a record become one with it, unless two of them cannot be one work: then the record goes to the one with which
it shares an identifier, else it stays alone. Pairs that are uncertain are offered.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, fields, is_dataclass, replace
from typing import Any

from conspectus.collection.report import Outcome
from conspectus.collection.uniting import own_id, unite
from conspectus.domain.duplicate_traits import Traits, traits_of
from conspectus.domain.duplicates import Judgement, judge_works, surely_two
from conspectus.domain.json_form import paper_to_json
from conspectus.domain.paper import Paper, unique
from conspectus.foundation.errors import InputError
from conspectus.foundation.text.tokens import content_stems
from conspectus.library.duplicate_book import DuplicatePair, Merge, MergedPart
from conspectus.library.store import Library

_NAME_IT = "Give the record a title or a DOI, and add it again."
_SURROGATE = re.compile("[\ud800-\udfff]")
_PREPARED_AT_ONCE = 200


@dataclass(frozen=True, slots=True, kw_only=True)
class Settled:
    """What became of a record: the paper that holds it, how, how many pairs it offers, and a warning or ""."""

    paper: str
    outcome: Outcome
    warning: str = ""
    uncertain: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Candidate:
    """A stored paper that a record may be: its place, the traits of its records, and what the judge says."""

    position: int
    paper: Paper
    traits: tuple[Traits, ...]
    judgement: Judgement

    @property
    def shares_identifier(self) -> bool:
        """Whether an identifier of the record is one of the paper."""
        return any(reason.startswith("share ") for reason in self.judgement.reasons)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Matches:
    """The papers that are the record, oldest first; those to offer; and those kept apart by their DOI."""

    same: tuple[Candidate, ...] = ()
    offered: tuple[Candidate, ...] = ()
    apart: tuple[Candidate, ...] = ()
    known: bool = False


def settle(library: Library, record: Paper) -> Settled:
    """Stores a record as a new paper or merges it with the papers of the same work, in one transaction.

    Args:
        library: Open for writing.
        record: A paper as a reader gave it, with its id.

    Raises:
        InputError: The record has nothing that could name a paper.
    """
    record = without_surrogates(record)
    named = bool(record.identifiers.strong() or record.title.strip())
    if not named and not record.authors:
        raise InputError("The record has neither a title nor an author nor an identifier.", hint=_NAME_IT)
    # In a transaction of its own: what is noted of older papers stays though the record be refused.
    prepare(library)
    with library.transaction():
        traits = traits_of(record)
        matches = _matches(library, record, traits) if named else _namesake(library, record, traits)
        papers = [candidate.paper for candidate in matches.same]
        warning = _apart_warning(record, matches.apart) or _title_warning(record, papers)
        if not papers:
            record = own_id(library, record)
            library.put(record)
            outcome: Outcome = "added"
        else:
            merged = own_id(library, unite((*papers, record), in_order=matches.known), stored=papers)
            if not named and merged != replace(papers[0], provenance=merged.provenance, keys=merged.keys):
                raise InputError(
                    f"The record has no title and cannot be told apart from {papers[0].id}.", hint=_NAME_IT
                )
            outcome = "unchanged" if len(papers) == 1 and merged == papers[0] else "merged"
            if outcome == "merged":
                library.put(merged, replacing=tuple(paper.id for paper in papers))
                _log(library, merged, matches.same, record, traits)
            record = merged
        position = library.position(record.id)
        if position is not None and not matches.known:
            library.duplicates.add_traits(position, (traits,))
        _offer(library, record.id, matches.offered)
        return Settled(paper=record.id, outcome=outcome, warning=warning, uncertain=len(matches.offered))


def prepare(library: Library) -> int:
    """Notes the traits of papers that came into the library without being judged; gives how many there were."""
    number = 0
    while positions := library.duplicates.without_traits(_PREPARED_AT_ONCE):
        with library.transaction():
            for position in positions:
                known_traits(library, position)
                number += 1
    return number


def known_traits(library: Library, position: int) -> tuple[Traits, ...]:
    """Gives the traits of the records that are in a paper; those of the paper itself if none were noted."""
    known = library.duplicates.traits(position)
    if known:
        return known
    paper = library.get(library.id_at(position))
    assert paper is not None
    library.duplicates.add_traits(position, (traits_of(paper),))
    return library.duplicates.traits(position)


def without_surrogates(paper: Paper) -> Paper:
    """Gives the paper with every lone surrogate as U+FFFD, so that it can be stored; lengths stay."""
    try:
        paper_to_json(paper)
    except ValueError:
        return _mapped(paper)  # type: ignore[no-any-return]
    return paper


def _mapped(value: Any) -> Any:
    if isinstance(value, str):
        return _SURROGATE.sub("\ufffd", value)
    if isinstance(value, tuple):
        return tuple(_mapped(item) for item in value)
    if is_dataclass(value) and not isinstance(value, type):
        return replace(value, **{field.name: _mapped(getattr(value, field.name)) for field in fields(value)})
    return value


def _namesake(library: Library, record: Paper, traits: Traits) -> _Matches:
    """A record without title and identifiers is only ever the paper that its author and year name."""
    paper = library.get(record.id) if library.current_id(record.id) else None
    if paper is None:
        return _Matches()
    judgement = Judgement(verdict="same", score=1.0, reasons=("one author and year, and no title",))
    position = library.position(paper.id)
    assert position is not None
    return _Matches(same=(Candidate(position=position, paper=paper, traits=(traits,), judgement=judgement),))


def _matches(library: Library, record: Paper, traits: Traits) -> _Matches:
    book = library.duplicates
    names = unique((*library.find_by_identifiers(record.identifiers), library.current_id(record.id)))
    named = {position for name in names if (position := library.position(name)) is not None}
    candidates: list[Candidate] = []
    near = sorted(named.union(book.candidates(traits)))
    noted = book.traits_at(near)
    for position in near:
        known = noted.get(position) or known_traits(library, position)
        if position not in named and all(surely_two(traits, one) for one in known):
            continue
        judgement = judge_works((traits,), known)
        if judgement.verdict == "different" and position not in named:
            continue
        paper = library.get(library.id_at(position))
        assert paper is not None
        candidate = Candidate(position=position, paper=paper, traits=known, judgement=judgement)
        if traits in known:
            # Known records stay where they are, whatever else has come to be like them.
            return _Matches(same=(candidate,), known=True)
        candidates.append(candidate)
    same = [candidate for candidate in candidates if candidate.judgement.is_same]
    chosen = _compatible(library, record, same)
    left = [candidate for candidate in same if candidate not in chosen]
    uncertain = [candidate for candidate in candidates if candidate.judgement.verdict == "uncertain"]
    doi = record.identifiers.doi
    apart = [
        candidate
        for candidate in candidates
        if candidate.position in named and candidate not in chosen and doi
        if candidate.paper.identifiers.doi not in ("", doi)
    ]
    return _Matches(same=tuple(chosen), offered=(*left, *uncertain), apart=tuple(apart))


def _compatible(library: Library, record: Paper, same: Sequence[Candidate]) -> list[Candidate]:
    """Gives those of the candidates that can be one work together.

    Of others it gives the one that bears the record's name, else those that share an identifier with it, else none.
    """
    if are_one(library, same):
        return list(same)
    if named := [one for one in same if record.id in (one.paper.id, *one.paper.aliases)]:
        return named
    sharing = [candidate for candidate in same if candidate.shares_identifier]
    if not sharing or are_one(library, sharing):
        return sharing
    return [max(sharing, key=lambda candidate: (candidate.judgement.score, -candidate.position))]


def are_one(library: Library, candidates: Sequence[Candidate]) -> bool:
    """Says whether papers, each the same as one record, can be one work: neither a person nor the judge forbids it."""
    for number, one in enumerate(candidates):
        for other in candidates[number + 1 :]:
            if library.duplicates.are_apart(one.paper, other.paper):
                return False
            judgement = judge_works(one.traits, other.traits)
            bridged = one.shares_identifier and other.shares_identifier
            if judgement.final or (judgement.disputed and not bridged):
                return False
    return True


def _log(library: Library, merged: Paper, same: Sequence[Candidate], record: Paper, traits: Traits) -> None:
    """Keeps what was merged; a record of a paper's own name is kept only where it might have to be split off again."""
    book = library.duplicates
    position = library.position(merged.id)
    assert position is not None
    names = {name for candidate in same for name in (candidate.paper.id, *candidate.paper.aliases)}
    other_title = bool(_title_warning(record, [candidate.paper for candidate in same]))
    joined = len(same) > 1 or record.id not in names or other_title
    if not joined and not book.is_joined(position):
        return
    reasons = unique(reason for candidate in same for reason in candidate.judgement.reasons)
    own = MergedPart(paper=record, traits=(traits,))
    stored = tuple(MergedPart(paper=candidate.paper, traits=candidate.traits) for candidate in same)
    book.log_merge(
        position,
        Merge(
            number=0,
            kind="joined" if joined else "enriched",
            result=merged.id,
            decided_by="conspectus",
            reasons=reasons,
            parts=(*stored, own) if joined else (own,),
        ),
    )
    # A record without identifiers may bear the id of another paper of the same description.
    told = joined and library.current_id(record.id) in ("", merged.id)
    for candidate in same if told else ():
        book.record_pair(
            DuplicatePair(
                first=candidate.paper.id,
                second=record.id,
                state="merged",
                score=candidate.judgement.score,
                reasons=candidate.judgement.reasons,
            )
        )


def _offer(library: Library, name: str, candidates: Sequence[Candidate]) -> None:
    for candidate in candidates:
        library.duplicates.record_pair(
            DuplicatePair(
                first=name,
                second=candidate.paper.id,
                state="offered",
                score=candidate.judgement.score,
                reasons=candidate.judgement.reasons,
            )
        )


def _title_warning(record: Paper, same: Sequence[Paper]) -> str:
    """An identifier that stands in the wrong record unites works that are not one; the titles tell."""
    mine = set(content_stems(record.title)) if same else set()
    for paper in same:
        theirs = set(content_stems(paper.title))
        if len(mine & theirs) * 2 < min(len(mine), len(theirs)):
            return f"{paper.id}: merged by identifier, but the titles differ: {paper.title!r} and {record.title!r}."
    return ""


def _apart_warning(record: Paper, apart: Sequence[Candidate]) -> str:
    if not apart:
        return ""
    papers = [candidate.paper for candidate in apart]
    shared = [name for name in record.identifiers.strong() if any(name in p.identifiers.strong() for p in papers)]
    return f"{record.id} and {', '.join(paper.id for paper in papers)} have different DOIs and were kept apart" + (
        f", though they share {', '.join(shared)}." if shared else "."
    )
