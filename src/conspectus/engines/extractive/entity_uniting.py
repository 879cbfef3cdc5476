"""From places where something is named to the entities of a paper.

Forms that differ only in case, hyphens, number or spelling are one entity; so are a short form and what it stands
for at its place. Then every other place of the text that names an entity in one of its forms is found.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from conspectus.domain.entity_names import entity_key, joined_key, singular
from conspectus.domain.scientific_entities import Mention, ScientificEntity, ScientificType, mention_order
from conspectus.engines.extractive.entity_text import ReadSentence
from conspectus.engines.extractive.paper_abbreviations import PaperAbbreviations
from conspectus.engines.extractive.word_classes import is_acronym
from conspectus.engines.extractive.word_frequencies import inverse_frequency, maximum_inverse_frequency

_WORD = re.compile(r"[^\W_]+")
_JOINED_BEHIND = ("-", "/", "_", "–")
_JOINING = (*_JOINED_BEHIND, ".")
_LONGEST_FORM = 8
_FOUND_AGAIN = 0.8
# A capital at the beginning of a sentence says nothing about how a name is written.
_OPENING_WEIGHT = 0.1


@dataclass(frozen=True, slots=True, kw_only=True)
class Candidate:
    """A place where something is named; ``kind`` is None for what has no type by itself."""

    address: str
    start: int
    end: int
    surface: str
    kind: ScientificType | None
    score: float


class TakenPlaces:
    """Stretches of a text that are taken, none of which overlap."""

    def __init__(self) -> None:
        self._starts: list[int] = []
        self._ends: list[int] = []

    def take(self, start: int, end: int) -> bool:
        """Takes a stretch if it is free, and says whether it was."""
        place = bisect_right(self._starts, start)
        if (place and self._ends[place - 1] > start) or (place < len(self._starts) and self._starts[place] < end):
            return False
        self._starts.insert(place, start)
        self._ends.insert(place, end)
        return True


@dataclass(slots=True)
class Node:
    """An entity while it is put together: its mentions, and how often each type was found."""

    key: str
    order: int
    mentions: list[Mention] = field(default_factory=list)
    votes: dict[ScientificType, float] = field(default_factory=dict)
    long_form: str = ""

    @property
    def sentences(self) -> int:
        """In how many sentences it is named."""
        return len({mention.address for mention in self.mentions})

    @property
    def kind(self) -> ScientificType | None:
        """The type found most often, by sureness; what the paper itself offers is its solution."""
        if not self.votes:
            return None
        if ScientificType.SOLUTION in self.votes:
            return ScientificType.SOLUTION
        return max(self.votes, key=lambda kind: (self.votes[kind], kind.value))


def unite(
    candidates: Iterable[Candidate], abbreviations: PaperAbbreviations, sentences: Sequence[ReadSentence]
) -> list[Node]:
    """Gives the entities that candidates name, with every mention in the sentences, in order of first mention.

    Args:
        candidates: Places inside the sentences.
        abbreviations: Of the paper.
        sentences: All that is read of the paper.
    """
    nodes: dict[str, Node] = {}
    for candidate in candidates:
        _add(nodes, candidate, abbreviations)
    for definition in abbreviations.definitions():
        node = nodes.get(definition.key)
        if node is not None and not node.long_form:
            node.long_form = definition.long
    _find_again(nodes, abbreviations, sentences)
    found = [node for node in nodes.values() if node.mentions]
    for node in found:
        node.mentions[:] = mention_order(node.mentions)
    return sorted(found, key=lambda node: (node.mentions[0].start, node.mentions[0].end))


def entity_of(node: Node, kind: ScientificType, openings: frozenset[int], language: str) -> ScientificEntity:
    """Gives the entity of a node: its label is its commonest form, that of the long form if an abbreviation has one.

    Args:
        node: With mentions.
        kind: Its type.
        openings: The offsets at which sentences begin.
        language: Of the text.
    """
    weights: dict[str, float] = defaultdict(float)
    for mention in node.mentions:
        weights[mention.surface] += 1 if mention.start not in openings else _OPENING_WEIGHT
    key = joined_key(node.long_form) if node.long_form else ""
    written_out = [form for form in weights if joined_key(form) == key] or ([node.long_form] if key else list(weights))
    first = {mention.surface: -place for place, mention in reversed(list(enumerate(node.mentions)))}
    label = max(written_out, key=lambda form: (weights[form], first.get(form, 0), form))
    seen, aliases = {label.casefold()}, []
    for form in sorted(weights, key=lambda form: (-weights[form], form)):
        if form.casefold() not in seen:
            seen.add(form.casefold())
            aliases.append(form)
    return ScientificEntity(
        label=label, kind=kind, aliases=tuple(aliases), mentions=tuple(node.mentions), language=language or "en"
    )


def _add(nodes: dict[str, Node], candidate: Candidate, abbreviations: PaperAbbreviations) -> None:
    key = joined_key(abbreviations.expanded(candidate.surface, candidate.start))
    if not key:
        return
    node = nodes.setdefault(key, Node(key=key, order=len(nodes)))
    node.mentions.append(
        Mention(
            address=candidate.address,
            start=candidate.start,
            end=candidate.end,
            surface=candidate.surface,
            score=candidate.score,
        )
    )
    if candidate.kind is not None:
        node.votes[candidate.kind] = node.votes.get(candidate.kind, 0.0) + candidate.score


def _find_again(nodes: dict[str, Node], abbreviations: PaperAbbreviations, sentences: Sequence[ReadSentence]) -> None:
    """Adds the places where a form of an entity stands and nothing longer was found."""
    forms = _forms(nodes)
    taken: dict[str, list[tuple[int, int, str]]] = defaultdict(list)
    for node in nodes.values():
        for mention in node.mentions:
            taken[mention.address].append((mention.start, mention.end, node.key))
    for sentence in sentences:
        here = taken.get(sentence.address, [])
        spans = [*here, *_matches(sentence, forms, nodes, abbreviations)]
        kept: list[tuple[int, int, str]] = []
        places = TakenPlaces()
        mine = set(here)
        # The longest first; of equals, what the rules found.
        for start, end, key in sorted(spans, key=lambda span: (span[0] - span[1], span not in mine, span[0])):
            if places.take(start, end):
                kept.append((start, end, key))
        if set(kept) != mine:
            _settle(nodes, sentence, mine, kept)


def _settle(
    nodes: dict[str, Node],
    sentence: ReadSentence,
    before: set[tuple[int, int, str]],
    after: Sequence[tuple[int, int, str]],
) -> None:
    for start, end, key in sorted(before.difference(after)):
        nodes[key].mentions[:] = [m for m in nodes[key].mentions if (m.start, m.end) != (start, end)]
    for start, end, key in after:
        if (start, end, key) not in before:
            surface = sentence.text[start - sentence.start : end - sentence.start]
            nodes[key].mentions.append(
                Mention(address=sentence.address, start=start, end=end, surface=surface, score=_FOUND_AGAIN)
            )


@dataclass(frozen=True, slots=True)
class _Forms:
    """Forms to look for by their first word: the words behind it, the node, and whether case matters."""

    by_first: dict[str, list[tuple[tuple[str, ...], str]]]
    exact: dict[str, str]


def _forms(nodes: dict[str, Node]) -> _Forms:
    by_first: dict[str, list[tuple[tuple[str, ...], str]]] = defaultdict(list)
    exact: dict[str, str] = {}
    seen: set[tuple[str, ...]] = set()
    for node in nodes.values():
        surfaces = dict.fromkeys(mention.surface for mention in node.mentions)
        for surface in (*surfaces, *((node.long_form,) if node.long_form else ())):
            parts = tuple(_level(word) for word in _WORD.findall(surface))
            if not parts or len(parts) > _LONGEST_FORM:
                continue
            if len(parts) == 1:
                if is_acronym(surface):
                    exact.setdefault(surface, node.key)
                elif _is_telling(surface) and parts not in seen:
                    seen.add(parts)
                    by_first[parts[0]].append((parts[1:], node.key))
            elif parts not in seen:
                seen.add(parts)
                by_first[parts[0]].append((parts[1:], node.key))
    for given in by_first.values():
        given.sort(key=lambda form: (-len(form[0]), form))
    return _Forms(by_first=dict(by_first), exact=exact)


def _matches(
    sentence: ReadSentence, forms: _Forms, nodes: dict[str, Node], abbreviations: PaperAbbreviations
) -> Iterator[tuple[int, int, str]]:
    found = [(match.start(), match.end(), match.group()) for match in _WORD.finditer(sentence.text)]
    levels = [_level(word) for _, _, word in found]
    for index, (start, end, word) in enumerate(found):
        meant = abbreviations.meaning(word, sentence.start + start) if abbreviations else None
        key = meant.key if meant else forms.exact.get(word) or forms.exact.get(word.removesuffix("s"))
        if key in nodes and not _is_part(sentence.text, start, end):
            yield sentence.start + start, sentence.start + end, key
        for rest, other in forms.by_first.get(levels[index], ()):
            last = index + len(rest)
            if tuple(levels[index + 1 : last + 1]) == rest and _is_one_name(sentence.text, found[index : last + 1]):
                yield sentence.start + start, sentence.start + found[last][1], other
                break


def _is_part(text: str, start: int, end: int) -> bool:
    """Whether a word is joined to another by a hyphen, a slash, an underscore or a dot, as a part of a name."""
    if start and text[start - 1] in _JOINING:
        return text[start - 1] != "." or text[start - 2 : start - 1].isalnum()
    return text[end : end + 1] in _JOINED_BEHIND or (text[end : end + 1] == "." and text[end + 1 : end + 2].isalnum())


def _is_one_name(text: str, found: Sequence[tuple[int, int, str]]) -> bool:
    """Whether only spaces and hyphens stand between the words."""
    if _is_part(text, found[0][0], found[-1][1]):
        return False
    return all(text[left[1] : right[0]].strip() in ("", "-", "–") for left, right in pairwise(found))


def _level(word: str) -> str:
    lower = word.lower()
    return lower if word.isupper() else entity_key(singular(lower))


def _is_telling(word: str) -> bool:
    """Whether one word names something wherever it stands: a name, or a word that general science hardly uses."""
    return "-" in word or word[:1].isupper() or inverse_frequency(word) >= maximum_inverse_frequency() - 1
