"""What an engine is: everything that it can be asked for."""

from __future__ import annotations

from typing import Protocol

from conspectus.domain.run_record import ModelUsage
from conspectus.domain.tasks import ExtractRelations, MergeChunks, WriteChunk, WriteTopicPage


class Engine(Protocol):
    """Everything an engine can be asked for; ``name`` and ``version`` go into run records.

    ``model`` names the language model or models that it asks, "" for none. ``side_by_side`` is how many tasks
    that do not depend on each other may be performed at a time, from several threads.
    """

    name: str
    version: str
    model: str
    side_by_side: int

    def usage(self) -> ModelUsage:
        """Gives what models were asked for so far."""
        ...

    def materials(self) -> tuple[tuple[str, str], ...]:
        """Gives what else decides the output, by name and version: word lists, prompts with their hashes."""
        ...

    @property
    def extract_relations(self) -> ExtractRelations:
        """Extends a minigraph."""
        ...

    @property
    def write_chunk(self) -> WriteChunk:
        """Writes the summary of a chunk."""
        ...

    @property
    def merge_chunks(self) -> MergeChunks:
        """Writes a review from chunk summaries."""
        ...

    @property
    def write_topic_page(self) -> WriteTopicPage:
        """Writes a topic page."""
        ...
