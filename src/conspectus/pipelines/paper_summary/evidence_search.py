"""Finds the evidence of a claim in its paper (methods 4.4d): 0.5 cosine + 0.3 entities + 0.2 BM25, the best five."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from conspectus.domain.entity_graph import EntityGraph
from conspectus.domain.minigraph import concept_key
from conspectus.domain.tasks import EvidenceItem
from conspectus.foundation.text.tokens import content_stems

TOP, LEAST = 5, 0.35
_COSINE, _ENTITIES, _BM25 = 0.5, 0.3, 0.2
_K1, _B = 1.2, 0.75
Vectors = np.ndarray
Embed = Callable[[Sequence[str]], Vectors]
"""Gives unit vectors of texts, one a row."""
_WORD = re.compile(r"\w+")


@dataclass(frozen=True, slots=True)
class Found:
    """A sentence found for a claim, with its score in [0, 1]."""

    item: EvidenceItem
    score: float


class EvidenceSearch:
    """Searches the sentences of one paper.

    Args:
        graph: The paper's graph; its entities link a claim to the units that may support it.
        evidence: The paper's sentences under handles.
        embed: Gives vectors of texts; by default the paper's own words weighed by TF-IDF.
    """

    def __init__(self, graph: EntityGraph, evidence: Sequence[EvidenceItem], embed: Embed | None = None) -> None:
        self._evidence = list(evidence)
        self._stems = [Counter(content_stems(item.passage.quote)) for item in self._evidence]
        self._idf = _idf(self._stems)
        self._mean = sum(sum(c.values()) for c in self._stems) / max(1, len(self._stems))
        self._embed = embed
        self._rows = embed([item.passage.quote for item in self._evidence]) if embed and self._evidence else None
        self._norms = [self._norm(stems) for stems in self._stems]
        self._graph = graph
        self._names: dict[str, str] = {}
        for entity in graph.entities:
            for name in (entity.name, *entity.aliases):
                if key := concept_key(name):
                    self._names.setdefault(key, entity.id)
        self._longest = max((len(key.split()) for key in self._names), default=0)
        at = {item.passage.address: index for index, item in enumerate(self._evidence)}
        self._sentences_of = {
            unit.id: [at[address] for address in unit.sentences if address in at] for unit in graph.units
        }
        self._units_of = {entity.id: entity.units for entity in graph.entities}
        self._keys_of = [frozenset(self._linked(item.passage.quote)) for item in self._evidence]
        self._near: dict[str, set[str]] = {entity.id: {entity.id} for entity in graph.entities}
        for relation in graph.relations:
            self._near[relation.source].add(relation.target)
            self._near[relation.target].add(relation.source)

    def find(
        self, claim: str, *, top: int = TOP, least: float = LEAST, without: frozenset[str] = frozenset()
    ) -> tuple[Found, ...]:
        """Gives the sentences that may support a claim, the best first.

        Candidates are the sentences of units that name an entity of the claim, or one within one hop of it; of all
        units where the claim names none.

        Args:
            claim: A sentence.
            top: Most sentences.
            least: The lowest score, in [0, 1].
            without: Handles that are not looked at.
        """
        linked = self._linked(claim)
        candidates = self._candidates(linked)
        if not candidates:
            return ()
        stems = Counter(content_stems(claim))
        lexical = [self._bm25(stems, index) for index in candidates]
        most = max(lexical) or 1.0
        cosines = self._cosines(claim, stems, candidates)
        found = []
        for index, bm25, cosine in zip(candidates, lexical, cosines, strict=True):
            item = self._evidence[index]
            if item.handle in without:
                continue
            shared = len(linked & self._keys_of[index]) / len(linked) if linked else 0.0
            score = _COSINE * cosine + _ENTITIES * shared + _BM25 * bm25 / most
            if score >= least:
                found.append((round(score, 6), index, item))
        found.sort(key=lambda entry: (-entry[0], entry[1]))
        return tuple(Found(item, score) for score, _, item in found[:top])

    def _linked(self, text: str) -> set[str]:
        """The entities that a text names, longest names first."""
        found: set[str] = set()
        tokens = _WORD.findall(text)
        position = 0
        while position < len(tokens):
            for size in range(min(self._longest, len(tokens) - position), 0, -1):
                entity = self._names.get(concept_key(" ".join(tokens[position : position + size])))
                if entity is not None:
                    found.add(entity)
                    position += size - 1
                    break
            position += 1
        return found

    def _candidates(self, linked: set[str]) -> list[int]:
        if not linked:
            return list(range(len(self._evidence)))
        near = {other for entity in linked for other in self._near[entity]}
        units = {unit for entity in near for unit in self._units_of[entity]}
        return sorted({index for unit in units for index in self._sentences_of[unit]})

    def _cosines(self, claim: str, stems: Counter[str], candidates: Sequence[int]) -> list[float]:
        if self._embed is not None and self._rows is not None:
            row = self._embed([claim])[0]
            return [float(max(0.0, min(1.0, self._rows[index] @ row))) for index in candidates]
        norm = self._norm(stems)
        if not norm:
            return [0.0] * len(candidates)
        return [self._dot(stems, index) / (norm * self._norms[index] or 1.0) for index in candidates]

    def _dot(self, stems: Counter[str], index: int) -> float:
        other = self._stems[index]
        return sum(
            count * other[stem] * self._idf.get(stem, self._unseen) ** 2
            for stem, count in stems.items()
            if stem in other
        )

    @property
    def _unseen(self) -> float:
        return math.log(1 + len(self._stems) / 0.5)

    def _norm(self, stems: Counter[str]) -> float:
        return math.sqrt(sum((n * self._idf.get(stem, self._unseen)) ** 2 for stem, n in stems.items()))

    def _bm25(self, stems: Counter[str], index: int) -> float:
        own = self._stems[index]
        length = sum(own.values())
        total = 0.0
        for stem in stems:
            if (count := own[stem]) > 0:
                weight = count * (_K1 + 1) / (count + _K1 * (1 - _B + _B * length / (self._mean or 1)))
                total += self._idf[stem] * weight
        return total


def _idf(stems: Sequence[Counter[str]]) -> dict[str, float]:
    seen: Counter[str] = Counter()
    for counts in stems:
        seen.update(counts.keys())
    return {stem: math.log(1 + (len(stems) - n + 0.5) / (n + 0.5)) for stem, n in seen.items()}
