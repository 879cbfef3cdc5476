"""Which projections (the full-text index, later others) hold which papers.

A projection is up to date with a paper if it holds the paper's present revision. What is missing, stale or
left over is known from here alone, so that a projection can be completed after any interruption.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from conspectus.library.database import Database


@dataclass(frozen=True, slots=True)
class Stamp:
    """A paper at one revision."""

    paper: str
    revision: int


class Projections:
    """The book of projections of one library."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def missing(self, projection: str, limit: int = -1) -> list[Stamp]:
        """Gives papers whose present revision a projection does not hold, in library order.

        Args:
            projection: Its name ("text").
            limit: At most so many; all if negative.
        """
        rows = self._database.rows(
            "SELECT papers.id, papers.revision FROM papers LEFT JOIN projections AS held"
            " ON held.projection = ? AND held.paper = papers.id AND held.revision = papers.revision"
            " WHERE held.paper IS NULL ORDER BY papers.position LIMIT ?",
            (projection, limit),
        )
        return [Stamp(paper, revision) for paper, revision in rows]

    def missing_among(self, projection: str, papers: Iterable[str]) -> list[Stamp]:
        """Gives those of some papers whose present revision a projection does not hold, in the given order.

        Args:
            projection: Its name ("text").
            papers: Their ids; those that no paper has are left out.
        """
        found: list[Stamp] = []
        for name in papers:
            rows = self._database.rows(
                "SELECT papers.id, papers.revision FROM papers LEFT JOIN projections AS held"
                " ON held.projection = ? AND held.paper = papers.id AND held.revision = papers.revision"
                " WHERE papers.id = ? AND held.paper IS NULL",
                (projection, name),
            )
            found += [Stamp(paper, revision) for paper, revision in rows]
        return found

    def present(self) -> list[Stamp]:
        """Gives every paper at its present revision, in library order."""
        rows = self._database.rows("SELECT id, revision FROM papers ORDER BY position")
        return [Stamp(paper, revision) for paper, revision in rows]

    def state(self) -> tuple[int, int, int]:
        """Gives three numbers that are others once a paper came, went or changed."""
        counts = "count(*), coalesce(sum(revision), 0), coalesce(sum(revision * position), 0)"
        ((papers, revisions, weighted),) = self._database.rows(f"SELECT {counts} FROM papers")
        return int(papers), int(revisions), int(weighted)

    def count_missing(self, projection: str) -> int:
        """Gives how many papers ``missing`` would list."""
        return int(
            self._database.value(
                "SELECT count(*) FROM papers LEFT JOIN projections AS held"
                " ON held.projection = ? AND held.paper = papers.id AND held.revision = papers.revision"
                " WHERE held.paper IS NULL",
                (projection,),
            )
        )

    def left_over(self, projection: str) -> list[str]:
        """Gives ids that a projection may hold though no paper has them any more."""
        rows = self._database.rows(
            "SELECT held.paper FROM projections AS held LEFT JOIN papers ON papers.id = held.paper"
            " WHERE held.projection = ? AND papers.id IS NULL ORDER BY held.paper",
            (projection,),
        )
        return [row[0] for row in rows]

    def mark(self, projection: str, stamps: Iterable[Stamp], gone: Iterable[str] = ()) -> None:
        """Notes what a projection holds now, and which ids it has let go."""
        with self._database.transaction():
            self._database.execute_many(
                "INSERT OR REPLACE INTO projections VALUES (?, ?, ?)",
                [(projection, stamp.paper, stamp.revision) for stamp in stamps],
            )
            self._database.execute_many(
                "DELETE FROM projections WHERE projection = ? AND paper = ?", [(projection, paper) for paper in gone]
            )

    def reset(self, projection: str, stamps: Iterable[Stamp] = ()) -> None:
        """Notes that a projection was made anew and holds these papers and nothing else."""
        with self._database.transaction():
            self._database.execute("DELETE FROM projections WHERE projection = ?", (projection,))
            self.mark(projection, stamps)

    def retire(self, projections: Iterable[str], paper: str) -> None:
        """Notes that an id is no longer a paper's, so that each projection lets it go."""
        self._database.execute_many(
            "INSERT OR IGNORE INTO projections VALUES (?, ?, 0)", [(projection, paper) for projection in projections]
        )
