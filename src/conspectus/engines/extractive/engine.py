"""The extractive engine: performs the tasks of the products from the papers' own sentences, without a model."""

from __future__ import annotations

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
from conspectus.engines.extractive.answer_writer import compose_answer
from conspectus.engines.extractive.minigraph_extraction import extract_relations
from conspectus.engines.extractive.paper_entities import classify_pairs, extract_entities
from conspectus.engines.extractive.question_entities import identify_question_entities
from conspectus.engines.extractive.review_writer import write_review
from conspectus.engines.extractive.scientific_entities import name_scientific_entities
from conspectus.engines.extractive.section_summaries import describe_section
from conspectus.engines.extractive.summary_review import review_draft
from conspectus.engines.extractive.summary_writer import integrate, revise_sentences, write_subsummary
from conspectus.engines.extractive.topic_page_writer import write_topic_page


class ExtractiveEngine:
    """Chooses, attributes and orders sentences of the papers; never writes a claim that no paper makes."""

    name = "extractive"
    version = "1"
    model = ""
    # Its work is computing, which threads do not speed up.
    side_by_side = 1

    def usage(self) -> ModelUsage:
        """Gives nothing but zeros: no model is asked."""
        return ModelUsage()

    def materials(self) -> tuple[tuple[str, str], ...]:
        """Gives nothing: the word lists are those of the engine's version."""
        return ()

    def extract_relations(self, request: ExtractRelationsRequest, /) -> ExtractRelationsResult:
        """Extends a minigraph by a chunk with lexical and syntactic rules."""
        return extract_relations(request)

    def write_chunk(self, request: WriteChunkRequest, /) -> DraftText:
        """Writes about the references of a chunk, grouped along the minigraph."""
        return write_review(
            request.references,
            request.minigraph,
            own_abstract=request.own_abstract,
            words=request.words,
            grouped=bool(request.minigraph.concepts),
        )

    def merge_chunks(self, request: MergeChunksRequest, /) -> DraftText:
        """Writes one review over all chunks: the path fixes where the walk through the minigraph begins.

        The sentences that the chunk summaries chose are preferred over others of like worth.
        """
        preferred = frozenset(handle for chunk in request.chunks for s in chunk.sentences for handle in s.handles)
        return write_review(
            request.references,
            request.minigraph,
            own_abstract=request.own_abstract,
            words=request.words,
            preferred=preferred,
            grouped=bool(request.minigraph.concepts),
        )

    def write_topic_page(self, request: WriteTopicPageRequest, /) -> TopicPageDraft:
        """Writes a topic page of sentences that define, find or ask; a section without any stays empty."""
        return write_topic_page(request)

    def name_scientific_entities(self, request: NameScientificEntitiesRequest, /) -> NameScientificEntitiesResult:
        """Names the scientific entities of a text with rules and word lists."""
        return name_scientific_entities(request)

    def describe_section(self, request: DescribeSectionRequest, /) -> SectionDescription:
        """Describes a section by its own phrases and its most central sentences."""
        return describe_section(request)

    def extract_entities(self, request: ExtractEntitiesRequest, /) -> ExtractEntitiesResult:
        """Names the entities of a paper's units with rules and word lists."""
        return extract_entities(request)

    def classify_pairs(self, request: ClassifyPairsRequest, /) -> ClassifyPairsResult:
        """Says how entities are related by the words between them."""
        return classify_pairs(request)

    def write_subsummary(self, request: WriteSubsummaryRequest, /) -> DraftText:
        """Chooses the one or two sentences that tell a thread best."""
        return write_subsummary(request)

    def integrate(self, request: IntegrateRequest, /) -> DraftText:
        """Chooses and orders sentences: problem, approach, result, implication."""
        return integrate(request)

    def revise_sentences(self, request: ReviseSentencesRequest, /) -> ReviseSentencesResult:
        """Puts a sentence of the evidence in the place of each flagged one, or takes it out."""
        return revise_sentences(request)

    def review_draft(self, request: ReviewDraftRequest, /) -> DraftReview:
        """Judges coherence and style by rules."""
        return review_draft(request)

    def identify_question_entities(self, request: IdentifyQuestionEntitiesRequest, /) -> IdentifyQuestionEntitiesResult:
        """Names the known labels that a question holds, and the phrases between its function words."""
        return identify_question_entities(request)

    def compose_answer(self, request: ComposeAnswerRequest, /) -> AnswerDraft:
        """Answers with sentences of the paragraphs, the most direct first, or refuses."""
        return compose_answer(request)
