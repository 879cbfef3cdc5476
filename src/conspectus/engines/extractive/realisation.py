"""Writes the chosen sentences as one text: groups in order, honest connectives, references named once."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from conspectus.domain.minigraph import Concept, ConceptKind, Minigraph, concept_key
from conspectus.domain.tasks import DraftSentence, HandleMark, ReferenceAbstract
from conspectus.engines.extractive.attribution import Parts
from conspectus.engines.extractive.candidates import Candidate, count_parts
from conspectus.engines.extractive.lexicon import word_list
from conspectus.engines.extractive.reference_groups import ReferenceGroup, contrast
from conspectus.engines.extractive.sentence_roles import Role
from conspectus.engines.extractive.statements import Subject
from conspectus.foundation.text.normalise import match_key

_LONGEST_MERGED = 48
_SHORTEST_PARAGRAPH = 3
_TOPIC = {
    ConceptKind.TASK: "{Some} studies address {concept}",
    ConceptKind.METHOD: "{Some} studies involve {concept}",
}
# The last word of a name that makes it a task or method for sure, whatever the extractor took it for.
_HEADS = {ConceptKind.TASK: "task_heads", ConceptKind.METHOD: "method_heads"}
_NUMERALS = {2: "Two", 3: "Three", 4: "Four", 5: "Five", 6: "Six", 7: "Seven"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Topic:
    """A topic sentence for a group: its parts and the words it takes when printed."""

    parts: Parts
    length: int


@dataclass(slots=True)
class _Connectives:
    """How many connectives may still be written."""

    left: int

    def take(self) -> bool:
        """Takes one if there is one."""
        self.left -= 1
        return self.left >= 0


def topic_sentence(
    group: ReferenceGroup,
    references: Sequence[ReferenceAbstract],
    pool: Sequence[Sequence[Candidate]],
) -> Topic | None:
    """Gives a sentence that names what the references of a group share, citing each where it says so.

    Only a Task or Method of two or more words makes a topic; and only references whose title, contribution or aim
    names it are counted. None if fewer than two do (three for a Method), or if all references of several do, since
    what all share tells none apart.

    Args:
        group: The group.
        references: All references.
        pool: Their candidates.
    """
    concept = group.concept
    if concept is None or not _is_topic(concept) or len(group.core) == len(references) > 3:
        return None
    handles = [handle for member in group.core if (handle := _naming(concept, references[member], pool[member]))]
    if len(handles) < (2 if concept.kind is ConceptKind.TASK else 3):
        return None
    some = _NUMERALS.get(len(handles), "Several")
    words = _TOPIC[concept.kind].format(Some=some, concept=lower_first(concept.name))
    parts: Parts = (words + " ", HandleMark(tuple(handles), "parenthetical"), ".")
    return Topic(parts=parts, length=count_parts(parts, ""))


def realise(
    groups: Sequence[ReferenceGroup],
    chosen: dict[int, list[Candidate]],
    references: Sequence[ReferenceAbstract],
    minigraph: Minigraph,
    topics: dict[int, Topic],
    *,
    paragraphs: bool,
    connectives: int,
) -> list[DraftSentence]:
    """Gives the sentences of the review in order.

    Args:
        groups: The groups in the order of the walk.
        chosen: The chosen candidates of each reference, in the order of its abstract.
        references: All references.
        minigraph: What the references share and where they differ.
        topics: The topic sentence of each group that has one, by the group's place.
        paragraphs: Whether each group of at least two references opens a paragraph.
        connectives: The most connectives ("whereas", "and", "similarly"), one word each.
    """
    sentences: list[DraftSentence] = []
    budget = _Connectives(connectives)
    since_break = 0
    for place, group in enumerate(groups):
        members = [member for member in group.members if chosen.get(member)]
        if not members:
            continue
        opens = paragraphs and (not sentences or (len(members) > 1 and since_break >= _SHORTEST_PARAGRAPH))
        since_break = 0 if opens else since_break
        blocks = [(member, _reference_sentences(chosen[member], references[member])) for member in members]
        written: list[Parts] = []
        if place in topics:
            written.append(topics[place].parts)
        written.extend(_joined(blocks, references, minigraph, (group.concept, budget)))
        for index, parts in enumerate(written):
            sentences.append(DraftSentence(parts=parts, opens_paragraph=opens and index == 0))
        since_break += len(written)
    return sentences


def lower_first(name: str) -> str:
    """Gives a concept name as it stands inside a sentence: lower-cased unless it is a proper name or abbreviation."""
    first = name.split()[0] if name.split() else name
    if re.search(r"[A-Z].*[A-Z]|\d", first) or (len(name.split()) > 1 and all(w[:1].isupper() for w in name.split())):
        return name
    return name[:1].lower() + name[1:]


def _is_topic(concept: Concept) -> bool:
    words = concept_key(concept.name).split()
    return concept.kind in _TOPIC and len(words) >= 2 and _is_head(words[-1], concept.kind)


def _is_head(word: str, kind: ConceptKind) -> bool:
    heads = word_list(_HEADS[kind])
    return word in heads or f"{word}s" in heads or word.removesuffix("s") in heads


def _naming(concept: Concept, reference: ReferenceAbstract, found: Sequence[Candidate]) -> str | None:
    """The handle of the sentence in which a reference names a concept, own claims first; None if it does not."""
    keys = [concept_key(name) for name in (concept.name, *concept.aliases)]
    own = {c.item.handle for c in found if c.role in (Role.CONTRIBUTION, Role.AIM)}
    for item in sorted(reference.evidence, key=lambda item: item.handle not in own):
        text = f" {concept_key(item.passage.quote)} "
        if any(f" {key} " in text or f" {key}s " in text for key in keys):
            in_title = any(f" {key} " in f" {concept_key(reference.title)} " for key in keys)
            return item.handle if item.handle in own or in_title else None
    return None


def _reference_sentences(mine: Sequence[Candidate], reference: ReferenceAbstract) -> list[Parts]:
    """The sentences about one reference: the first names it, the others refer back where that is clear."""
    written: list[Parts] = []
    named = led_by_authors = False
    for index, candidate in enumerate(_opening_first(mine)):
        names_again = candidate.refers_to_authors and not named
        parts = candidate.following
        if candidate.opening is not None and (index == 0 or names_again):
            parts = candidate.opening
        elif not led_by_authors and isinstance(parts[0], str) and parts[0].startswith("They "):
            # Another subject stands between: "they" would be that.
            parts = ("The authors " + parts[0].removeprefix("They "), *parts[1:])
        named = named or any(isinstance(p, HandleMark) and p.mode == "narrative" for p in parts)
        led_by_authors = candidate.statement.subject is Subject.AUTHORS
        written.append(parts)
    return written


def _opening_first(mine: Sequence[Candidate]) -> list[Candidate]:
    """In the order of the abstract, but beginning with the one that introduces best; what leans on it stays behind."""
    ordered = sorted(mine, key=lambda c: c.order)
    openings = [place for place, c in enumerate(ordered) if c.opening is not None]
    start = min(openings, key=lambda place: (ordered[place].opening_tier, place), default=0)
    if start == 0:
        return ordered
    run = start + 1
    while run < len(ordered) and ordered[run].needs_predecessor:
        run += 1
    return ordered[start:run] + ordered[:start] + ordered[run:]


def _joined(
    blocks: Sequence[tuple[int, list[Parts]]],
    references: Sequence[ReferenceAbstract],
    minigraph: Minigraph,
    shared: tuple[Concept | None, _Connectives],
) -> list[Parts]:
    """The sentences of a group; two short openings in a row become one sentence where the minigraph allows it."""
    written: list[Parts] = []
    index = 0
    said_similarly = False
    concept, budget = shared
    while index < len(blocks):
        member, mine = blocks[index]
        if index + 1 < len(blocks) and len(mine) == 1:
            other, theirs = blocks[index + 1]
            merged = _merge(mine[0], theirs[0], references[member], references[other], minigraph, concept)
            if merged is not None and budget.take():
                written.append(merged)
                written.extend(theirs[1:])
                index += 2
                continue
        opening = mine[0]
        alike = (
            written
            and _begins_with_mark(written[-1])
            and concept is not None
            and _is_topic(concept)
            and _both_name(concept, written[-1], opening)
        )
        if alike and not said_similarly and _begins_with_mark(opening) and budget.take():
            opening = ("Similarly, ", *opening)
            said_similarly = True
        written.append(opening)
        written.extend(mine[1:])
        index += 1
    return written


def _merge(
    first: Parts,
    second: Parts,
    mine: ReferenceAbstract,
    theirs: ReferenceAbstract,
    minigraph: Minigraph,
    concept: Concept | None,
) -> Parts | None:
    """Two openings as one sentence: "whereas" where the minigraph knows a difference, "and" where it knows a share."""
    if not _begins_with_mark(first) or not _begins_with_mark(second):
        return None
    if count_parts(first, mine.label) + count_parts(second, theirs.label) > _LONGEST_MERGED:
        return None
    if any(";" in part for part in (*first, *second) if isinstance(part, str)):
        return None
    if contrast(mine, theirs, minigraph) is not None:
        joint = ", whereas "
    elif concept is not None and _both_name(concept, first, second):
        joint = ", and "
    else:
        return None
    last = first[-1]
    if not isinstance(last, str):
        return None
    return (*first[:-1], last.rstrip(".!? ") + joint, *second)


def _begins_with_mark(parts: Parts) -> bool:
    return isinstance(parts[0], HandleMark) and parts[0].mode == "narrative"


def _both_name(concept: Concept, first: Parts, second: Parts) -> bool:
    keys = [concept_key(name) for name in (concept.name, *concept.aliases)]
    return all(
        any(f" {key} " in f" {match_key(words)} " for key in keys)
        for words in (" ".join(p for p in parts if isinstance(p, str)) for parts in (first, second))
    )
