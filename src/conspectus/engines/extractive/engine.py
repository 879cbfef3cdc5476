"""The extractive engine: performs the tasks of the products from the papers' own sentences, without a model."""

from __future__ import annotations

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
from conspectus.engines.extractive.minigraph_extraction import extract_relations
from conspectus.engines.extractive.review_writer import write_review
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
