"""The generative engine: performs the tasks of the products with language models."""

from __future__ import annotations

from typing import TYPE_CHECKING

from conspectus.domain.answer_tasks import (
    AnswerDraft,
    ComposeAnswerRequest,
    IdentifyQuestionEntitiesRequest,
    IdentifyQuestionEntitiesResult,
)
from conspectus.domain.run_record import ModelUsage
from conspectus.domain.scientific_entities import SectionDescription
from conspectus.domain.structure_tasks import (
    DescribeSectionRequest,
    NameScientificEntitiesRequest,
    NameScientificEntitiesResult,
)
from conspectus.domain.summary_tasks import (
    ClassifyPairsRequest,
    ClassifyPairsResult,
    DraftReview,
    ExtractEntitiesRequest,
    ExtractEntitiesResult,
    IntegrateRequest,
    ReviewDraftRequest,
    ReviseSentencesRequest,
    ReviseSentencesResult,
    WriteSubsummaryRequest,
)
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
from conspectus.engines.generative.answer_writing import TASK as ANSWER
from conspectus.engines.generative.answer_writing import compose_answer
from conspectus.engines.generative.paper_entities import ENTITIES, PAIRS, classify_pairs, extract_entities
from conspectus.engines.generative.prompt_templates import PROMPTS, load_prompt
from conspectus.engines.generative.question_entities import TASK as QUESTION
from conspectus.engines.generative.question_entities import identify_question_entities
from conspectus.engines.generative.relation_extraction import extract_relations
from conspectus.engines.generative.review_writing import write, writing_task
from conspectus.engines.generative.scientific_entities import TASK as SCIENTIFIC_ENTITIES
from conspectus.engines.generative.scientific_entities import name_scientific_entities
from conspectus.engines.generative.section_description import TASK as SECTION
from conspectus.engines.generative.section_description import describe_section
from conspectus.engines.generative.summary_reviewing import REVIEW, review_draft
from conspectus.engines.generative.summary_writing import (
    INTEGRATE,
    REVISE,
    SUBSUMMARY,
    integrate,
    revise_sentences,
    write_subsummary,
)
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

    def name_scientific_entities(self, request: NameScientificEntitiesRequest, /) -> NameScientificEntitiesResult:
        """Names the scientific entities of a text; where the model's answer cannot be used, rules name them.

        Raises:
            ModelStopped: No further call can succeed.
        """
        return name_scientific_entities(request, self._models.for_task(SCIENTIFIC_ENTITIES))

    def describe_section(self, request: DescribeSectionRequest, /) -> SectionDescription:
        """Describes a section; what the model does not give is extractive.

        Raises:
            ModelStopped: No further call can succeed.
        """
        return describe_section(request, self._models.for_task(SECTION))

    def extract_entities(self, request: ExtractEntitiesRequest, /) -> ExtractEntitiesResult:
        """Names the entities of units; where the model's answer cannot be used, rules name them.

        Raises:
            ModelStopped: No further call can succeed.
        """
        return extract_entities(request, self._models.for_task(ENTITIES), self._fallback)

    def classify_pairs(self, request: ClassifyPairsRequest, /) -> ClassifyPairsResult:
        """Says how entities are related; where the model's answer cannot be used, rules say it.

        Raises:
            ModelStopped: No further call can succeed.
        """
        return classify_pairs(request, self._models.for_task(PAIRS), self._fallback)

    def write_subsummary(self, request: WriteSubsummaryRequest, /) -> DraftText:
        """Writes about one thread of a paper.

        Raises:
            ModelStopped: No further call can succeed.
        """
        return write_subsummary(request, self._models.for_task(SUBSUMMARY), self._fallback)

    def integrate(self, request: IntegrateRequest, /) -> DraftText:
        """Writes one text from sub-summaries.

        Raises:
            ModelStopped: No further call can succeed.
        """
        return integrate(request, self._models.for_task(INTEGRATE), self._fallback)

    def revise_sentences(self, request: ReviseSentencesRequest, /) -> ReviseSentencesResult:
        """Writes flagged sentences anew.

        Raises:
            ModelStopped: No further call can succeed.
        """
        return revise_sentences(request, self._models.for_task(REVISE), self._fallback)

    def review_draft(self, request: ReviewDraftRequest, /) -> DraftReview:
        """Judges coherence and style, beside the rules.

        Raises:
            ModelStopped: No further call can succeed.
        """
        return review_draft(request, self._models.for_task(REVIEW), self._fallback)

    def identify_question_entities(self, request: IdentifyQuestionEntitiesRequest, /) -> IdentifyQuestionEntitiesResult:
        """Names the entities of a question; where the model's answer cannot be used, rules name them.

        Raises:
            ModelStopped: No further call can succeed.
        """
        return identify_question_entities(request, self._models.for_task(QUESTION))

    def compose_answer(self, request: ComposeAnswerRequest, /) -> AnswerDraft:
        """Answers from paragraphs, or refuses; where the model's answer cannot be used, the answer is extractive.

        Raises:
            ModelStopped: No further call can succeed.
        """
        return compose_answer(request, self._models.for_task(ANSWER))


def prompt_materials() -> tuple[tuple[str, str], ...]:
    """Gives each prompt by name with its version and hash, for run records."""
    prompts = (load_prompt(name) for name in PROMPTS)
    return tuple((f"prompt {prompt.name}", f"{prompt.version} sha256:{prompt.hash}") for prompt in prompts)
