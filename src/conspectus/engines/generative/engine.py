"""The generative engine: performs the tasks of the products with language models."""

from __future__ import annotations

from typing import TYPE_CHECKING

from conspectus.domain.run_record import ModelUsage
from conspectus.domain.tasks import (
    DraftText,
    ExtractRelationsRequest,
    ExtractRelationsResult,
    MergeChunksRequest,
    TopicPageDraft,
    WriteChunkRequest,
    WriteTopicPageRequest,
)
from conspectus.engines.extractive.engine import ExtractiveEngine
from conspectus.engines.generative.prompt_templates import PROMPTS, load_prompt
from conspectus.engines.generative.relation_extraction import extract_relations
from conspectus.engines.generative.review_writing import write, writing_task
from conspectus.engines.generative.topic_page_writing import TASK as TOPIC_PAGE
from conspectus.engines.generative.topic_page_writing import write_topic_page

if TYPE_CHECKING:
    from conspectus.providers.models import Models


class GenerativeEngine:
    """Writes with language models, and lets the extractive engine write where a model does not.

    Threads may share it. Whatever a model answers, a draft cites only evidence of its request.

    Args:
        models: Who answers, by task.
    """

    name = "generative"
    version = "1"
    asks_models = True

    def __init__(self, models: Models) -> None:
        self._models = models
        self._fallback = ExtractiveEngine()
        self.model = models.names
        self.side_by_side = models.side_by_side

    def usage(self) -> ModelUsage:
        """Gives what the models were asked for so far."""
        return self._models.usage()

    def materials(self) -> tuple[tuple[str, str], ...]:
        """Gives each prompt with its version and hash."""
        return prompt_materials()

    def extract_relations(self, request: ExtractRelationsRequest, /) -> ExtractRelationsResult:
        """Extends a minigraph by what a model finds in a chunk; without an answer it stays as it was.

        Raises:
            ModelStopped: No further call can succeed.
        """
        return extract_relations(request, self._models.for_task("extract_relations"))

    def write_chunk(self, request: WriteChunkRequest, /) -> DraftText:
        """Writes about the references of a chunk.

        Raises:
            ModelStopped: No further call can succeed.
        """
        return write(request, self._models.for_task(writing_task(request)), self._fallback)

    def merge_chunks(self, request: MergeChunksRequest, /) -> DraftText:
        """Writes one review over all chunks, in the order of the path.

        Raises:
            ModelStopped: No further call can succeed.
        """
        return write(request, self._models.for_task(writing_task(request)), self._fallback)

    def write_topic_page(self, request: WriteTopicPageRequest, /) -> TopicPageDraft:
        """Writes a topic page; sections that the model does not write are extractive.

        Raises:
            ModelStopped: No further call can succeed.
        """
        return write_topic_page(request, self._models.for_task(TOPIC_PAGE), self._fallback)


def prompt_materials() -> tuple[tuple[str, str], ...]:
    """Gives each prompt by name with its version and hash, for run records."""
    prompts = (load_prompt(name) for name in PROMPTS)
    return tuple((f"prompt {prompt.name}", f"{prompt.version} sha256:{prompt.hash}") for prompt in prompts)
