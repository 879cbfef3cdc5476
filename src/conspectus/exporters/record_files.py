"""What exporters of files of records, one behind the other, have in common: the way from papers to the file."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Sequence

from conspectus.domain.paper import Paper


class RecordFileExporter(ABC):
    """References as a file of records that stand by themselves; a format says how one record is written.

    Args:
        abstracts: Whether abstracts are included.
    """

    name: str
    label: str
    suffix: str

    def __init__(self, *, abstracts: bool = True) -> None:
        self.abstracts = abstracts

    def export(self, papers: Sequence[Paper]) -> str:
        """Gives a record for each paper in the order given."""
        return "".join(self.pieces(papers))

    def pieces(self, papers: Iterable[Paper], *, own_keys: Iterable[str] = ()) -> Iterator[str]:
        """Yields the file piece by piece, so that many papers need little memory.

        Args:
            papers: The papers, taken one by one.
            own_keys: Of no account here, where nothing asks that keys differ.
        """
        for number, paper in enumerate(papers):
            yield self._record(paper, is_first=not number)

    @abstractmethod
    def _record(self, paper: Paper, *, is_first: bool) -> str:
        """Gives the text of one record, with what parts it from the one before or behind."""
