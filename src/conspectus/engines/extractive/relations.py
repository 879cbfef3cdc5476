"""Relations between the concepts of a sentence.

Concepts joined only by commas, "and" or "or" form a group: neighbours in it are in Conjunction, and every
other relation holds for all members. Between neighbouring groups the first matching connective decides;
some phrases also reach past a group ("a parser for German using X").
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from conspectus.domain.minigraph import ConceptKind, RelationKind
from conspectus.engines.extractive.concepts import Span
from conspectus.engines.extractive.connectives import (
    Between,
    Verdict,
    decide,
    is_comparison,
    is_instrumental,
    measures_outcome,
)
from conspectus.engines.extractive.word_classes import (
    ADVERB,
    DETERMINER,
    GENERIC,
    NUMBER,
    PREPOSITION,
    VERB,
    TaggedSentence,
)

_BETWEEN_LISTED = frozenset({DETERMINER, GENERIC, NUMBER, ADVERB})
_SEPARATORS = frozenset(
    {(",",), ("and",), ("or",), ("&",), ("and/or",), (",", "and"), (",", "or")}
    # "as well as" without its adverb
    | {("as", "as"), (",", "as", "as")}
)
_OPENING_CLASSES = frozenset({PREPOSITION, VERB})
_OPENERS = frozenset({"using", "based", "by", "with", "through", "via"})
# Lists longer than any sentence of a paper has are not multiplied.
_MOST_COPIES = 400
_LATEST_OPENER_START = 6
_EXTENDABLE = frozenset({ConceptKind.METHOD, ConceptKind.GENERIC, ConceptKind.TASK, ConceptKind.OTHER})
_REACHED_THROUGH = frozenset({RelationKind.USED_FOR, RelationKind.FEATURE_OF, RelationKind.PART_OF})

Group = tuple[int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Link:
    """A relation between two concepts of a sentence by their positions in its list of spans."""

    head: int
    kind: RelationKind
    tail: int


def relation_links(tagged: TaggedSentence, spans: Sequence[Span]) -> list[Link]:
    """Gives the relations of a sentence, ordered by head and tail.

    Args:
        tagged: The sentence.
        spans: Its concepts in order, each with its kind.
    """
    groups = coordinated(tagged, spans)
    links: dict[tuple[int, RelationKind, int], None] = {}
    for group in groups:
        for left, right in pairwise(group):
            links[(left, RelationKind.CONJUNCTION, right)] = None
    for left_group, verdict, right_group in _verdicts(tagged, spans, groups):
        for left, right in _pairs(left_group, right_group, verdict):
            head, tail = (left, right) if verdict.forward else (right, left)
            links[(head, verdict.kind, tail)] = None
    ordered = sorted(links, key=lambda link: (link[0], link[2], link[1].value))
    return [Link(head=head, kind=kind, tail=tail) for head, kind, tail in ordered]


def coordinated(tagged: TaggedSentence, spans: Sequence[Span]) -> list[Group]:
    """Gives the groups of concepts, in order; a list held together by commas alone is no group."""
    groups: list[Group] = []
    members: list[int] = []
    joined = False
    for index in range(len(spans)):
        separator = _separator(tagged, spans[index - 1], spans[index]) if index else ()
        if index and separator in _SEPARATORS:
            joined = joined or separator != (",",)
            members.append(index)
            continue
        groups += _closed(members, joined=joined)
        members, joined = [index], False
    return groups + _closed(members, joined=joined)


def _closed(members: Sequence[int], *, joined: bool) -> list[Group]:
    if not members:
        return []
    return [tuple(members)] if joined or len(members) == 1 else [(member,) for member in members]


def _separator(tagged: TaggedSentence, left: Span, right: Span) -> tuple[str, ...]:
    return tuple(
        tagged.tokens.lower[index]
        for index in range(left.last + 1, right.first)
        if tagged.classes[index] not in _BETWEEN_LISTED
    )


def _pairs(left: Group, right: Group, verdict: Verdict) -> list[tuple[int, int]]:
    if verdict.kind is RelationKind.CONJUNCTION:
        return [(left[-1], right[0])]
    if len(left) * len(right) > _MOST_COPIES:
        return [(left[-1], right[0])]
    return [(a, b) for a in left for b in right]


def _verdicts(
    tagged: TaggedSentence, spans: Sequence[Span], groups: Sequence[Group]
) -> list[tuple[Group, Verdict, Group]]:
    """The verdict for each pair of groups that a connective links, or that a phrase reaches past a group."""
    found: list[tuple[Group, Verdict, Group]] = []
    if _opens_with_means(tagged, spans, groups):
        found.append((groups[0], Verdict(kind=RelationKind.USED_FOR, forward=True), groups[1]))
    neighbours: dict[int, Verdict] = {}
    for number in range(1, len(groups)):
        left, right = groups[number - 1], groups[number]
        verdict = decide(_between(tagged, spans[left[-1]], spans[right[0]]))
        if verdict and not _is_after_opening(tagged, spans[left[-1]], verdict):
            neighbours[number] = verdict
            found.append((left, verdict, right))
        if number > 1:
            reached = _reach(tagged, spans, groups[number - 2 : number + 1], neighbours.get(number - 1))
            if reached:
                found.append((groups[number - 2], reached, right))
    return found


def _opens_with_means(tagged: TaggedSentence, spans: Sequence[Span], groups: Sequence[Group]) -> bool:
    """Whether the sentence is of the form "Using X, ... Y", where X serves Y."""
    if len(groups) < 2 or tagged.tokens.lower[0] not in _OPENERS or spans[0].first > _LATEST_OPENER_START:
        return False
    return tagged.tokens.words[spans[groups[0][-1]].last + 1] == ","


def _is_after_opening(tagged: TaggedSentence, left: Span, verdict: Verdict) -> bool:
    """Whether "X, a Y" is no apposition because X ends an opening phrase: "In this study of X, a Y ..."."""
    if verdict.kind is not RelationKind.HYPONYM_OF or not verdict.forward or tagged.tokens.words[left.last + 1] != ",":
        return False
    return tagged.classes[0] in _OPENING_CLASSES and "," not in tagged.tokens.words[: left.last]


def _reach(
    tagged: TaggedSentence, spans: Sequence[Span], groups: Sequence[Group], inner: Verdict | None
) -> Verdict | None:
    """How the third of three groups is linked to the first, given the verdict between the first two."""
    first, middle, third = groups
    head = spans[first[-1]]
    phrase = _between(tagged, spans[middle[-1]], spans[third[0]])
    if phrase.left is ConceptKind.METRIC and head.kind is not ConceptKind.METRIC and is_comparison(phrase):
        # "X achieves a higher precision than Y"
        return Verdict(kind=RelationKind.COMPARE, forward=True)
    if inner is None:
        return None
    if inner.kind is RelationKind.COMPARE:
        # "X outperforms Y in precision"
        measured = measures_outcome(phrase)
        return Verdict(kind=RelationKind.EVALUATE_FOR, forward=False) if measured else None
    if inner.kind is RelationKind.HYPONYM_OF:
        # "a method, X, that does Y", "X is a method for Y": Y belongs to the first too.
        outer = decide(Between(left=head.kind, right=phrase.right, words=phrase.words, classes=phrase.classes).bare())
        return outer if outer and outer.kind is RelationKind.USED_FOR else None
    if inner.kind in _REACHED_THROUGH and inner.forward and head.kind in _EXTENDABLE and is_instrumental(phrase):
        return Verdict(kind=RelationKind.USED_FOR, forward=False)
    return None


def _between(tagged: TaggedSentence, left: Span, right: Span) -> Between:
    return Between(
        left=left.kind,
        right=right.kind,
        words=tagged.tokens.lower[left.last + 1 : right.first],
        classes=tagged.classes[left.last + 1 : right.first],
    )
