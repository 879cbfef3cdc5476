"""Steps 2 and 3 of KGQP: which paragraphs the question's entities lead to, by the graph and by the text.

Route G goes from an entity of the graph to the excerpts that mention it and on to their paragraphs; route T takes
the paragraphs whose text contains the entity. Labels are matched exactly first, then case-insensitively, then as
part of a label, then by likeness of vectors. Nothing of the user's words is pasted into a query: they are bound.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from conspectus.domain.answer_tasks import QuestionEntity
from conspectus.domain.entity_names import entity_key
from conspectus.domain.structure_graph import GraphQueries, Iri, Term
from conspectus.domain.structure_graph import Literal as GraphLiteral
from conspectus.pipelines.answer.graph_patterns import GRAPH_PATTERNS, GraphPatterns, place_of_iri
from conspectus.pipelines.answer.trace import EntityMatch, KgqpTrace, Level, Relaxation, TracedQuery
from conspectus.retrieval.paragraph_index import ParagraphIndex

Embed = Callable[[Sequence[str]], NDArray[np.float32]]
"""Gives one vector of length 1 (or 0) for each text."""

Locate = Callable[[str], tuple[str, str]]

_SURE: dict[Level, float] = {"exact": 1.0, "string": 0.8, "embedding": 0.6, "vector": 0.0}
_MOST_LABELS = 20
_SHORTEST_PART = 3
"""Characters from which a name is looked for as part of a label."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchOptions:
    """How far matching goes: entities and paragraphs that suffice, and the least likeness of names by vectors.

    ``locate`` gives the paper id and address of a paragraph from its IRI.
    """

    min_entities: int = 1
    min_paragraphs: int = 5
    threshold: float = 0.70
    embed: Embed | None = None
    locate: Locate = place_of_iri


@dataclass(slots=True)
class _Found:
    """What was found for one entity."""

    entity: QuestionEntity
    level: Level | None = None
    labels: dict[str, float] = field(default_factory=dict)
    iris: dict[str, float] = field(default_factory=dict)
    by_graph: set[int] = field(default_factory=set)
    by_text: set[int] = field(default_factory=set)

    @property
    def paragraphs(self) -> set[int]:
        return self.by_graph | self.by_text


@dataclass(frozen=True, slots=True, kw_only=True)
class Matched:
    """The paragraphs that entities lead to, by number, with the weight of what leads there.

    ``fulfilled`` are those that fulfil the question's patterns once they were relaxed as far as needed.
    """

    by_graph: dict[int, float]
    by_text: frozenset[int]
    fulfilled: frozenset[int]


class Matcher:
    """Matches the entities of one question, and writes down every query.

    Args:
        index: All paragraphs.
        trace: Where to write.
        graph: The structure graph, None where there is none: then only the text is looked at.
        options: How far to go.
        patterns: The queries.
    """

    def __init__(
        self,
        index: ParagraphIndex,
        trace: KgqpTrace,
        graph: GraphQueries | None,
        options: MatchOptions,
        patterns: GraphPatterns = GRAPH_PATTERNS,
    ) -> None:
        self._index = index
        self._trace = trace
        self._graph = graph
        self._options = options
        self._patterns = patterns
        self._labels: list[tuple[str, str]] | None = None
        self._vectors: NDArray[np.float32] | None = None

    def known_labels(self, question: str) -> tuple[str, ...]:
        """Gives the labels of the graph that stand in a question, case-insensitively."""
        rows = self._select("known labels", self._patterns.known, {"question": GraphLiteral(question.lower())})
        return tuple(dict.fromkeys(_text(row.get("label")) for row in rows if _text(row.get("label"))))

    def match(self, entities: Sequence[QuestionEntity]) -> Matched:
        """Gives the paragraphs of entities, and sets the trace's matches, relaxations and level."""
        found = [_Found(entity=entity) for entity in entities]
        for each in found:
            self._look_up(each, ("exact",))
        if not self._suffices(found):
            for each in found:
                if each.level is None:
                    self._look_up(each, ("string",))
        if not self._suffices(found):
            for each in found:
                if each.level is None:
                    self._look_up(each, ("embedding",))
        for each in found:
            if each.level is None and not each.by_text:
                self._look_for_parts(each)
            if each.level is None and each.by_text:
                each.level = "string"
        fulfilled = self._relaxed(found)
        levels = [each.level for each in found if each.level is not None and each.by_graph]
        if not levels:
            levels = [each.level for each in found if each.level is not None and each.by_text]
        self._trace.level = max(levels, key=lambda level: -_SURE[level], default="vector")
        self._trace.matches = [
            EntityMatch(
                entity=each.entity,
                level=each.level,
                labels=tuple(sorted(each.labels.items(), key=lambda pair: (-pair[1], pair[0]))[:_MOST_LABELS]),
                paragraphs=len(each.paragraphs),
            )
            for each in found
        ]
        return Matched(
            by_graph=self._weighted(found),
            by_text=frozenset(number for each in found for number in each.by_text),
            fulfilled=frozenset(fulfilled),
        )

    def _suffices(self, found: Sequence[_Found]) -> bool:
        if self._graph is None:
            return True
        named = sum(each.level is not None for each in found)
        paragraphs = set().union(*(each.paragraphs for each in found)) if found else set()
        return named >= max(self._options.min_entities, 1) and len(paragraphs) >= self._options.min_paragraphs

    def _look_up(self, each: _Found, steps: Iterable[Level]) -> None:
        for step in steps:
            for iri, label, score in self._entities(each.entity.text, step):
                each.level = each.level or step
                each.labels[label] = max(score, each.labels.get(label, 0.0))
                each.iris[iri] = max(score, each.iris.get(iri, 0.0))
            if step == "exact":
                each.by_text |= self._index.occurrences(each.entity.text).keys()
        for iri in each.iris:
            each.by_graph |= self._paragraphs_of(iri)

    def _look_for_parts(self, each: _Found) -> None:
        """Puts the longest parts of a name that stand in texts in its place: "malaria vaccines" for what has more."""
        words = each.entity.text.split()
        for length in range(len(words) - 1, 0, -1):
            parts = [" ".join(words[start : start + length]) for start in range(len(words) - length + 1)]
            found = {part: self._index.occurrences(part).keys() for part in parts if len(part) > _SHORTEST_PART}
            found = {part: numbers for part, numbers in found.items() if numbers}
            if found:
                each.by_text = set().union(*found.values())
                self._note("replacement", each.entity.text, len(each.by_text), by=", ".join(found))
                return

    def _entities(self, name: str, step: Level) -> Iterable[tuple[str, str, float]]:
        if self._graph is None:
            return
        wanted: dict[str, Term] = {"wanted": GraphLiteral(name)}
        if step == "exact":
            yield from self._rows("exact label", self._patterns.exact, wanted, 1.0)
        elif step == "string":
            found = list(self._rows("label in any case", self._patterns.any_case, wanted, 0.95))
            yield from (found or self._parts_of_labels(name))[:_MOST_LABELS]
        elif step == "embedding":
            yield from self._alike(name)

    def _parts_of_labels(self, name: str) -> list[tuple[str, str, float]]:
        """The entities that have a name as a part of a label; none for a very short name."""
        if len(name) < _SHORTEST_PART:
            return []
        return list(self._rows("part of label", self._patterns.part, {"wanted": GraphLiteral(name)}, 0.8))

    def _rows(self, step: str, query: str, bindings: dict[str, Term], score: float) -> Iterable[tuple[str, str, float]]:
        for row in self._select(step, query, bindings):
            entity, label = row.get("entity"), row.get("label")
            if isinstance(entity, Iri) and label is not None:
                yield entity.value, label.value, score

    def _alike(self, name: str) -> Iterable[tuple[str, str, float]]:
        """The entities whose labels have vectors like that of a name."""
        embed = self._options.embed
        if embed is None:
            return
        if self._labels is None:
            self._labels = [(iri, label) for iri, label, _ in self._rows("all labels", self._patterns.labels, {}, 1.0)]
            self._vectors = embed([label for _, label in self._labels]) if self._labels else None
        if self._vectors is None:
            return
        cosines = self._vectors @ embed([name])[0]
        for at in np.argsort(-cosines, kind="stable")[:_MOST_LABELS]:
            if float(cosines[at]) >= self._options.threshold - 1e-6:
                yield (*self._labels[int(at)], float(cosines[at]))

    def _paragraphs_of(self, iri: str) -> set[int]:
        numbers = set()
        for row in self._select("paragraphs of entity", self._patterns.paragraphs, {"entity": Iri(iri)}):
            number = self._index.numbers.get(self._options.locate(_text(row.get("paragraph"))))
            if number is not None:
                numbers.add(number)
        return numbers

    def _relaxed(self, found: Sequence[_Found]) -> set[int]:
        """The paragraphs that fulfil all patterns; these are replaced, then dropped, until enough paragraphs do."""
        patterns = {each.entity.text: each for each in found if each.paragraphs}
        wanted = self._options.min_paragraphs
        fulfilled = _conjunction(patterns.values())
        for text, each in patterns.items():
            if len(fulfilled) >= wanted or len(patterns) < 2:
                break
            if each.level == "exact" and self._graph is not None:
                before = set(each.by_graph)
                for iri, label, score in self._parts_of_labels(text):
                    each.labels[label] = max(score, each.labels.get(label, 0.0))
                    each.by_graph |= self._paragraphs_of(iri)
                if each.by_graph != before:
                    fulfilled = _conjunction(patterns.values())
                    others = sorted(label for label in each.labels if entity_key(label) != entity_key(text))
                    self._note("replacement", text, len(fulfilled), by=", ".join(others[:5]))
        while len(fulfilled) < wanted and len(patterns) > 1:
            # The pattern without which the most paragraphs are left is given up, the vaguer one of equals.
            left = {
                text: len(_conjunction(other for name, other in patterns.items() if name != text)) for text in patterns
            }
            dropped = max(patterns, key=lambda text: (left[text], len(patterns[text].paragraphs)))
            del patterns[dropped]
            fulfilled = _conjunction(patterns.values())
            self._note("deletion", dropped, len(fulfilled))
        return fulfilled

    def _note(self, kind: str, entity: str, paragraphs: int, by: str = "") -> None:
        made = Relaxation(
            kind="replacement" if kind == "replacement" else "deletion", entity=entity, by=by, paragraphs=paragraphs
        )
        self._trace.relaxations.append(made)

    def _weighted(self, found: Sequence[_Found]) -> dict[int, float]:
        """How much the graph speaks for each paragraph: the sum over entities, the rarer the more."""
        weights: dict[int, float] = {}
        most = math.log(1 + max(len(self._index), 1))
        for each in found:
            if not each.by_graph or each.level is None:
                continue
            weight = _SURE[each.level] * math.log(1 + len(self._index) / len(each.by_graph)) / most
            for number in each.by_graph:
                weights[number] = weights.get(number, 0.0) + weight
        return weights

    def _select(self, step: str, query: str, bindings: dict[str, Term]) -> list[dict[str, Term]]:
        if self._graph is None:
            return []
        rows = self._graph.select(query, bindings)
        self._trace.queries.append(
            TracedQuery(step=step, sparql=query, bindings=tuple(bindings.items()), rows=len(rows))
        )
        return rows


def _conjunction(patterns: Iterable[_Found]) -> set[int]:
    sets = [each.paragraphs for each in patterns]
    return set.intersection(*sets) if sets else set()


def _text(term: Term | None) -> str:
    return "" if term is None else term.value
