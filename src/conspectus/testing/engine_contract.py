"""What every engine must do, as tests to inherit."""

from __future__ import annotations

import re
from collections.abc import Sequence

from conspectus.domain.answer_tasks import AnswerParagraph, ComposeAnswerRequest, IdentifyQuestionEntitiesRequest
from conspectus.domain.engine import Engine
from conspectus.domain.minigraph import Minigraph
from conspectus.domain.run_record import Product
from conspectus.domain.structure_tasks import DescribeSectionRequest, NameScientificEntitiesRequest
from conspectus.domain.tasks import (
    DraftText,
    EvidenceItem,
    ExtractRelationsRequest,
    MergeChunksRequest,
    ReferenceAbstract,
    RelationConstraints,
    TopicPageDraft,
    TopicPaper,
    WriteChunkRequest,
    WriteTopicPageRequest,
)
from conspectus.grounding.attach import attach
from conspectus.pipelines.literature_review.pipeline import write_review
from conspectus.pipelines.literature_review.references import given_references
from conspectus.pipelines.literature_review.request import ReviewRequest
from conspectus.testing.material import made_papers
from conspectus.testing.summary_contract import SummaryContract

WORDS = 120
SENTENCES = (2, 3)  # of the main content of a topic page: there are four papers


class EngineContract(SummaryContract):
    """Derive a test class from this and give it a fixture ``engine`` that returns an engine.

    An engine that asks a language model is tested with recorded or scripted answers.
    """

    def test_has_a_name_and_a_version(self, engine: Engine) -> None:
        """Both are written into run records."""
        assert re.fullmatch(r"[a-z][a-z0-9_-]*", engine.name), f"not a plain name: {engine.name!r}"
        assert engine.version.strip(), "the version is empty"

    def test_a_minigraph_is_well_formed_and_rests_on_the_abstracts(self, engine: Engine) -> None:
        """Every relation has its ends among the concepts and its sentences among those given."""
        references = _references()
        minigraph = _minigraph(engine, references)
        given = {item.passage for reference in references for item in reference.evidence}
        named = minigraph.by_key()
        assert minigraph.concepts, "abstracts that name methods and data give no concept"
        for relation in minigraph.relations:
            head, _, tail = relation.key
            assert head != tail, f"{relation.head!r} is related to itself"
            assert {head, tail} <= set(named), f"an end of {relation.key} is no concept"
            assert set(relation.support) <= given, f"{relation.key} rests on sentences that were not given"

    def test_the_volume_is_kept(self, engine: Engine) -> None:
        """CKMAs, 3.2: at most m relations."""
        for volume in (0, 1, 2):
            minigraph = _minigraph(engine, _references(), volume=volume)
            assert len(minigraph.relations) <= volume, f"{len(minigraph.relations)} relations, at most {volume}"

    def test_a_minigraph_grows_over_chunks(self, engine: Engine) -> None:
        """CKMAs, Eq. 1: the second chunk extends what the first has given."""
        first, second = _references()[:2], _references()[2:]
        before = _minigraph(engine, first)
        after = engine.extract_relations(ExtractRelationsRequest(abstracts=second, previous=before)).minigraph
        kept = {concept.key for concept in after.concepts} & {concept.key for concept in before.concepts}
        assert kept, "nothing of the previous minigraph is left"

    def test_a_draft_cites_only_what_was_given(self, engine: Engine) -> None:
        """A handle that names no evidence is an invented citation."""
        references = _references()
        known = {item.handle for reference in references for item in reference.evidence}
        for draft in _drafts(engine, references):
            used = {handle for sentence in draft.sentences for handle in sentence.handles}
            assert used, "the draft cites nothing"
            assert used <= known, f"unknown handles: {sorted(used - known)}"

    def test_a_draft_accounts_for_every_reference(self, engine: Engine) -> None:
        """Those that are not cited are listed with a reason, or are at least not cited under another name."""
        references = _references()
        papers = {reference.paper for reference in references}
        for draft in _drafts(engine, references):
            for paper, reason in draft.left_out:
                assert paper in papers, f"{paper!r} is left out but was not given"
                assert reason.strip(), f"{paper} is left out without a reason"

    def test_the_word_budget_is_kept(self, engine: Engine) -> None:
        """The budget counts words of the text; names that citations print come on top."""
        for words in (40, WORDS):
            draft = engine.write_chunk(_chunk(_references(), words))
            written = sum(len(_words(sentence.parts)) for sentence in draft.sentences)
            assert written <= words, f"{written} words, at most {words}"

    def test_the_same_request_gives_the_same_result(self, engine: Engine) -> None:
        """Same input, same seed, same output."""
        references = _references()
        assert _drafts(engine, references) == _drafts(engine, references)
        assert _minigraph(engine, references) == _minigraph(engine, references)

    def test_a_topic_page_cites_only_what_was_given(self, engine: Engine) -> None:
        """Whatever a section says rests on evidence; the definition's citations are there, though not printed."""
        request = _topic_request()
        evidence = [item for group in request.groups for paper in group for item in paper.evidence]
        known = {item.handle for item in evidence}
        page = engine.write_topic_page(request)
        for name, draft in _sections(page):
            for sentence in draft.sentences:
                assert sentence.handles, f"a sentence of the {name} cites nothing"
                assert set(sentence.handles) <= known, f"unknown handles: {sorted(set(sentence.handles) - known)}"
            attach(draft, evidence)

    def test_a_topic_page_has_sections_of_the_right_length(self, engine: Engine) -> None:
        """TOPICAL: one or two sentences define, the main content keeps its bounds, one sentence looks ahead."""
        request = _topic_request()
        page = engine.write_topic_page(request)
        least, most = request.sentences
        assert len(page.definition.sentences) <= 2, f"{len(page.definition.sentences)} sentences define"
        count = len(page.main.sentences)
        assert least <= count <= most, f"{count} sentences of main content, not {least} to {most}"
        assert len(page.future.sentences) <= 1, f"{len(page.future.sentences)} sentences look ahead"
        assert (page.definition_status == "found") == bool(page.definition.sentences), "the status is wrong"
        assert (page.future_status == "found") == bool(page.future.sentences), "the status of the future is wrong"

    def test_a_topic_page_says_one_thing_of_each_paper(self, engine: Engine) -> None:
        """Where there are enough papers, no sentence of the main content rests only on one that is cited already."""
        request = _topic_request()
        papers = {item.handle: paper.paper for group in request.groups for paper in group for item in paper.evidence}
        seen: set[str] = set()
        for sentence in engine.write_topic_page(request).main.sentences:
            cited = {papers[handle] for handle in sentence.handles if handle in papers}
            assert not cited <= seen, f"two sentences rest on {sorted(cited)} alone"
            seen |= cited

    def test_the_same_topic_gives_the_same_page(self, engine: Engine) -> None:
        """Same input, same seed, same output; and without any paper an empty page."""
        assert engine.write_topic_page(_topic_request()) == engine.write_topic_page(_topic_request())
        empty = engine.write_topic_page(WriteTopicPageRequest(
            names=("retrieval",), groups=(), sizes=(), clustered=False, end_year=2024
        ))  # fmt: skip
        assert all(not draft.sentences for _, draft in _sections(empty)), "a page without papers says something"

    def test_entities_stand_where_their_mentions_say(self, engine: Engine) -> None:
        """PARSE: the offsets of every mention are those of its surface, inside the sentence at its address."""
        named = 0
        for paper in made_papers():
            document = paper.document
            if document is None:
                continue
            request = NameScientificEntitiesRequest(paper=paper.id, document=document, title=paper.title)
            entities = engine.name_scientific_entities(request).entities
            named += len(entities)
            assert len({entity.key for entity in entities}) == len(entities), "two entities have one key"
            for entity in entities:
                assert entity.mentions, f"{entity.label!r} has no mention"
                for mention in entity.mentions:
                    sentence = document.at(mention.address)
                    assert sentence.start <= mention.start < mention.end <= sentence.end, "outside its sentence"
                    assert document.text[mention.start : mention.end] == mention.surface, "another surface"
            assert entities == engine.name_scientific_entities(request).entities, "another time another result"
        assert named, "abstracts that name methods and data give no entity"

    def test_a_section_is_described_within_bounds(self, engine: Engine) -> None:
        """PARSE: few short keywords with scores in [0, 1]; a section below the minimum length has no summary."""
        document = next(paper.document for paper in made_papers() if paper.document is not None)
        for least, has_summary in ((10_000, False), (5, True)):
            request = DescribeSectionRequest(paper="p", document=document, address="s1", keywords=2, least_words=least)
            found = engine.describe_section(request)
            assert 0 < len(found.keywords) <= 2, f"{len(found.keywords)} keywords, at most 2"
            for keyword in found.keywords:
                assert 0.0 <= keyword.score <= 1.0, f"{keyword.text!r} scores {keyword.score}"
                assert 1 <= len(keyword.text.split()) <= 3, f"{keyword.text!r} is no keyword of one to three words"
            assert bool(found.summary) is has_summary, f"a summary of {least} words at least: {found.summary!r}"

    def test_an_answer_rests_on_the_paragraphs_given(self, engine: Engine) -> None:
        """KGQP: every sentence cites evidence of the request; without paragraphs the answer is refused."""
        request = _answer_request()
        known = {item.handle for paragraph in request.paragraphs for item in paragraph.evidence}
        draft = engine.compose_answer(request)
        assert draft.refused == (not draft.text.sentences), "refused with an answer, or neither"
        for sentence in draft.text.sentences:
            assert sentence.handles, "a sentence of the answer cites nothing"
            assert set(sentence.handles) <= known, f"unknown handles: {sorted(set(sentence.handles) - known)}"
        for paper, reason in draft.text.left_out:
            assert reason.strip(), f"{paper} is left out without a reason"
        assert engine.compose_answer(request) == draft, "another time another answer"
        empty = engine.compose_answer(ComposeAnswerRequest(question=request.question, paragraphs=()))
        assert empty.refused, "an answer from nothing"
        assert not empty.text.sentences, "an answer from nothing"

    def test_entities_of_a_question_are_its_own_words(self, engine: Engine) -> None:
        """KGQP, step 1: each entity once, as the question writes it."""
        question = "Does the sparse retriever improve recall on trial reports?"
        asked = IdentifyQuestionEntitiesRequest(question=question, known=("sparse retriever",))
        entities = engine.identify_question_entities(asked).entities
        assert entities, "a question that names things has no entity"
        keys = [entity.text.casefold() for entity in entities]
        assert len(set(keys)) == len(keys), "an entity twice"
        assert all(key in question.casefold() for key in keys), f"not in the question: {keys}"

    def test_a_review_by_it_is_grounded(self, engine: Engine) -> None:
        """The whole product: every quote is verbatim in its paper, every paper is accounted for."""
        papers = {paper.id: paper for paper in made_papers()}
        product: Product = write_review(ReviewRequest(chunk_size=2), list(papers.values()), engine)
        cited = {citation.passage for sentence in product.text.sentences() for citation in sentence.citations}
        assert cited, "the review cites nothing"
        for passage in cited:
            document = papers[passage.paper].version(passage.version)
            assert document is not None, f"{passage.id} is of no text version of the paper"
            assert passage.quote in document.text, f"{passage.id} is not verbatim"
        accounted = {*product.text.cited_papers(), *(left.paper for left in product.not_cited)}
        assert accounted == set(papers), f"not accounted for: {sorted(set(papers) - accounted)}"


def _answer_request() -> ComposeAnswerRequest:
    paragraphs = tuple(
        AnswerParagraph(
            paper=reference.paper,
            title=reference.title,
            label=reference.label,
            plural=reference.plural,
            year=reference.year,
            heading="Abstract",
            evidence=reference.evidence,
        )
        for reference in _references()
    )
    question = "Does the sparse retriever improve recall on trial reports?"
    return ComposeAnswerRequest(question=question, paragraphs=paragraphs, language="en")


def _references() -> tuple[ReferenceAbstract, ...]:
    return given_references(made_papers()).usable


def _minigraph(engine: Engine, references: tuple[ReferenceAbstract, ...], *, volume: int = 32) -> Minigraph:
    constraints = RelationConstraints(volume=volume)
    return engine.extract_relations(ExtractRelationsRequest(abstracts=references, constraints=constraints)).minigraph


def _chunk(references: tuple[ReferenceAbstract, ...], words: int) -> WriteChunkRequest:
    return WriteChunkRequest(own_abstract="", references=references, minigraph=Minigraph(), words=words)


def _drafts(engine: Engine, references: tuple[ReferenceAbstract, ...]) -> tuple[DraftText, DraftText]:
    minigraph = _minigraph(engine, references)
    summary = engine.write_chunk(_chunk(references, WORDS))
    merged = engine.merge_chunks(
        MergeChunksRequest(own_abstract="", chunks=(summary,), references=references, minigraph=minigraph, words=WORDS)
    )
    evidence: list[EvidenceItem] = [item for reference in references for item in reference.evidence]
    for draft in (summary, merged):
        attach(draft, evidence)
    return summary, merged


def _topic_request() -> WriteTopicPageRequest:
    papers = tuple(
        TopicPaper(
            paper=reference.paper,
            title=reference.title,
            label=reference.label,
            plural=reference.plural,
            year=reference.year,
            date=str(reference.year or ""),
            keywords=("Retrieval",),
            evidence=reference.evidence,
        )
        for reference in _references()
    )
    return WriteTopicPageRequest(
        names=("sparse retriever", "retrieval"),
        groups=(papers[:2], papers[2:]),
        sizes=(7, 5),
        clustered=True,
        end_year=2024,
        per_year=((2020, 5), (2021, 7)),
        total=12,
        sentences=SENTENCES,
    )


def _sections(page: TopicPageDraft) -> tuple[tuple[str, DraftText], ...]:
    return (("definition", page.definition), ("main content", page.main), ("future directions", page.future))


def _words(parts: Sequence[object]) -> list[str]:
    # A full stop behind a mark stands alone and is no word.
    text = "".join(part for part in parts if isinstance(part, str))
    return [word for word in text.split() if any(map(str.isalnum, word))]
