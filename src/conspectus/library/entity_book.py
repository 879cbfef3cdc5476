"""The library's book of entities: what was found in each paper, and which entities people merged or split.

Annotations are never changed by a decision: entities are united when they are looked at. So a decision can be taken
back at any time, and nothing is lost by it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal, get_args

from conspectus.domain.scientific_entities import PaperAnnotations, annotations_from_json, annotations_to_json
from conspectus.foundation.errors import UsageError
from conspectus.library.database import Database
from conspectus.library.paper_rows import storable

DecisionState = Literal["merged", "split"]
STATES: tuple[DecisionState, ...] = get_args(DecisionState)


@dataclass(frozen=True, slots=True, kw_only=True)
class EntityDecision:
    """What a person said of two entities, the lesser key first: that they are one ("merged") or not ("split")."""

    number: int
    first: str
    second: str
    state: DecisionState


class EntityBook:
    """The book of entities of one library; papers are named by position.

    Args:
        database: Of the library.
    """

    def __init__(self, database: Database) -> None:
        self._database = database

    def annotations(self, position: int, *, version: str, made_by: str) -> PaperAnnotations | None:
        """Gives what was found in a version of a paper's text by an engine, None if that is not in the book."""
        found = self._database.value(
            "SELECT annotations FROM entity_annotations WHERE paper = ? AND version = ? AND made_by = ?",
            (position, version, made_by),
        )
        if found is None:
            return None
        try:
            return annotations_from_json(found)
        except ValueError:
            # Written by another version of the program: it is made anew.
            return None

    def keep_annotations(self, position: int, annotations: PaperAnnotations, *, made_by: str) -> None:
        """Puts what was found in a paper in place of what was found before."""
        self._database.execute(
            "INSERT OR REPLACE INTO entity_annotations VALUES (?, ?, ?, ?)",
            (position, annotations.version, made_by, storable(annotations_to_json(annotations).decode("utf-8"))),
        )

    def decide(self, first: str, second: str, state: DecisionState) -> None:
        """Adds what a person decided about two entities to the log.

        Args:
            first: Key of an entity.
            second: Key of another.
            state: "merged" or "split".

        Raises:
            UsageError: The two are the same key.
        """
        one, other = sorted((storable(first), storable(second)))
        if one == other:
            raise UsageError(f"{first!r} is one entity already.", hint="Name two different entities.")
        self._database.execute(
            "INSERT INTO entity_decisions (first, second, state) VALUES (?, ?, ?)", (one, other, state)
        )

    def decisions(self) -> tuple[EntityDecision, ...]:
        """Gives the decision that counts for each pair, in the order in which they were made."""
        latest = {(decision.first, decision.second): decision for decision in self.log()}
        return tuple(sorted(latest.values(), key=lambda decision: decision.number))

    def log(self) -> Iterator[EntityDecision]:
        """Yields every decision ever made, oldest first."""
        for number, first, second, state in self._database.rows(
            "SELECT number, first, second, state FROM entity_decisions ORDER BY number"
        ):
            yield EntityDecision(number=number, first=first, second=second, state=state)
