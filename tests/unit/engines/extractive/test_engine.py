from __future__ import annotations

from conspectus.domain.engine import Engine
from conspectus.domain.minigraph import Minigraph
from conspectus.domain.tasks import (
    DraftText,
    ExtractRelationsRequest,
    MergeChunksRequest,
    ReferenceAbstract,
    WriteChunkRequest,
)
from conspectus.engines import ENGINES
from conspectus.engines.extractive.engine import ExtractiveEngine


def test_the_engine_is_registered_and_performs_every_task() -> None:
    engine: Engine = ENGINES.get("extractive")()
    assert (engine.name, engine.version) == ("extractive", "1")
    assert isinstance(engine, ExtractiveEngine)


def test_the_tasks_follow_each_other(references: tuple[ReferenceAbstract, ...]) -> None:
    engine = ExtractiveEngine()
    some = references[:4]
    graph = engine.extract_relations(ExtractRelationsRequest(abstracts=some)).minigraph
    assert graph.relations
    chunk = engine.write_chunk(WriteChunkRequest(own_abstract="", references=some, minigraph=graph, words=80))
    known = {item.handle for reference in some for item in reference.evidence}
    assert {handle for sentence in chunk.sentences for handle in sentence.handles} <= known
    review = engine.merge_chunks(
        MergeChunksRequest(own_abstract="", chunks=(chunk,), references=some, minigraph=graph, words=120)
    )
    assert review.sentences
    assert {handle for sentence in review.sentences for handle in sentence.handles} <= known


def test_the_merge_prefers_what_the_chunks_chose(references: tuple[ReferenceAbstract, ...]) -> None:
    engine = ExtractiveEngine()

    def merged(*chunks: DraftText) -> DraftText:
        return engine.merge_chunks(
            MergeChunksRequest(own_abstract="", chunks=chunks, references=references, minigraph=Minigraph(), words=200)
        )

    def chosen(draft: DraftText) -> set[str]:
        return {handle for sentence in draft.sentences for handle in sentence.handles}

    plain = merged()
    chunks = [
        engine.write_chunk(WriteChunkRequest(own_abstract="", references=(reference,), minigraph=Minigraph(), words=40))
        for reference in references
    ]
    summed = {handle for chunk in chunks for handle in chosen(chunk)}
    assert len(chosen(merged(*chunks)) & summed) >= len(chosen(plain) & summed)


def test_seeds_and_instructions_do_not_change_what_rules_write(references: tuple[ReferenceAbstract, ...]) -> None:
    engine = ExtractiveEngine()
    drafts = [
        engine.write_chunk(
            WriteChunkRequest(own_abstract="", references=references, minigraph=Minigraph(), words=120, seed=seed)
        )
        for seed in (0, 1)
    ]
    assert drafts[0] == drafts[1]
