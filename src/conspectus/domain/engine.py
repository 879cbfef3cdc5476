"""What an engine is: everything that it can be asked for."""

from __future__ import annotations

from typing import Protocol

from conspectus.domain.answer_tasks import ComposeAnswer, IdentifyQuestionEntities
from conspectus.domain.run_record import ModelUsage
from conspectus.domain.structure_tasks import DescribeSection, NameScientificEntities
from conspectus.domain.summary_tasks import (
    ClassifyPairs,
    ExtractEntities,
    Integrate,
    ReviewDraft,
    ReviseSentences,
    WriteSubsummary,
)
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

    @property
    def name_scientific_entities(self) -> NameScientificEntities:
        """Names the scientific entities of a text."""
        ...

    @property
    def describe_section(self) -> DescribeSection:
        """Says what a section is about."""
        ...

    @property
    def extract_entities(self) -> ExtractEntities:
        """Names the entities of a paper's units."""
        ...

    @property
    def classify_pairs(self) -> ClassifyPairs:
        """Says how entities are related."""
        ...

    @property
    def write_subsummary(self) -> WriteSubsummary:
        """Writes about one thread of a paper."""
        ...

    @property
    def integrate(self) -> Integrate:
        """Writes one text from sub-summaries."""
        ...

    @property
    def revise_sentences(self) -> ReviseSentences:
        """Writes flagged sentences of a summary anew."""
        ...

    @property
    def review_draft(self) -> ReviewDraft:
        """Judges coherence and style of a summary."""
        ...

    @property
    def identify_question_entities(self) -> IdentifyQuestionEntities:
        """Names the entities of a question."""
        ...

    @property
    def compose_answer(self) -> ComposeAnswer:
        """Answers a question from paragraphs."""
        ...
