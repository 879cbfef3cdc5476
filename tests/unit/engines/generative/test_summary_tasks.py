from __future__ import annotations

import json
from typing import Any

import pytest

from conspectus.domain.entity_graph import EntityGraph, EntityKind, EntityRelation
from conspectus.domain.summary_tasks import (
    ClassifyPairsRequest,
    EntityPair,
    ExtractEntitiesRequest,
    IntegrateRequest,
    ReviewDraftRequest,
    ReviewIssue,
    ReviseSentencesRequest,
    SentenceToRevise,
    StyleExample,
    SummaryPaper,
    WriteSubsummaryRequest,
)
from conspectus.domain.tasks import DraftSentence, DraftText, HandleMark
from conspectus.engines.extractive.engine import ExtractiveEngine
from conspectus.engines.generative.summary_answers import (
    PairsAnswer,
    ReviewAnswer,
    RevisedAnswer,
    TextAnswer,
    entity_kind,
    entity_relation,
)
from conspectus.engines.generative.summary_asking import as_sentence, shares_words, supported_sentences
from conspectus.foundation.errors import ModelRefused, ServerFailed, TooManyFailures
from conspectus.graphs.entities.units import text_units
from conspectus.pipelines.paper_summary.pipeline import summary_paper
from conspectus.pipelines.paper_summary.plan import make_plan
from conspectus.testing.full_paper import made_full_paper

DOCUMENT: Any = made_full_paper().document
PAPER: SummaryPaper = summary_paper(made_full_paper(), DOCUMENT)
UNITS = text_units(DOCUMENT)
BY_RULES = ExtractiveEngine()
FOUND = BY_RULES.extract_entities(ExtractEntitiesRequest(units=UNITS)).entities
GRAPH = EntityGraph(paper="peat", version=DOCUMENT.version, units=UNITS)
DOWN = ServerFailed("Down.")
WORDS = "Drained peat bogs lose carbon to the air."


def plan() -> Any:
    from conspectus.graphs.entities.communities import find_communities

    communities = find_communities(UNITS, (), ())
    graph = EntityGraph(paper="peat", version=DOCUMENT.version, units=UNITS, communities=communities)
    return make_plan(graph, PAPER.evidence, words=200)


def sentences(*given: tuple[str, list[str]]) -> str:
    return json.dumps({"sentences": [{"sentence": text, "evidence": handles} for text, handles in given]})


def texts(draft: DraftText) -> list[str]:
    return ["".join(p for p in sentence.parts if isinstance(p, str)) for sentence in draft.sentences]


def integration(**more: Any) -> IntegrateRequest:
    return IntegrateRequest(**{
        "paper": PAPER, "graph": GRAPH, "plan": plan(), "subsummaries": (), "words": (20, 100), **more
    })  # fmt: skip


def draft(*given: tuple[str, str]) -> DraftText:
    return DraftText(sentences=tuple(DraftSentence(parts=(text, HandleMark((h,)))) for text, h in given))


class TestEntities:
    def test_what_a_model_names_is_placed_in_the_text(self, ask: Any) -> None:
        answer = {"entities": [{"name": "bogtrack model", "type": "Method"}, {"name": "Zebra", "type": "Task"}]}
        asked = ask(json.dumps(answer))
        found = asked.engine.extract_entities(ExtractEntitiesRequest(units=UNITS))
        (entity,) = found.entities
        assert (entity.name, entity.kind) == ("BogTrack model", EntityKind.METHOD)
        assert len(entity.mentions) == 5
        assert all(DOCUMENT.text[m.start : m.end] == m.surface for m in entity.mentions)
        assert found.warnings == ("1 entity that the text does not have left out.",)

    @pytest.mark.parametrize("answer", ["I cannot help with that.", "[]", '{"entities": "none"}', DOWN])
    def test_rules_stand_in_where_it_fails(self, ask: Any, answer: Any) -> None:
        asked = ask(answer)
        found = asked.engine.extract_entities(ExtractEntitiesRequest(units=UNITS))
        assert found.entities == FOUND
        assert found.warnings[0].startswith("Entities were named by rules: ")
        assert [task for task, _ in asked.client.fallbacks] == ["extract_entities"]

    def test_no_units_ask_nothing(self, ask: Any) -> None:
        asked = ask(DOWN)
        assert asked.engine.extract_entities(ExtractEntitiesRequest(units=())).entities == ()
        assert asked.client.calls == []


class TestPairs:
    def request(self, count: int = 1) -> ClassifyPairsRequest:
        by_name = {entity.name: entity for entity in FOUND}
        model, data = by_name["BogTrack model"], by_name["FenSet data set"]
        unit = next(u for u in UNITS if "BogTrack model" in u.text and "FenSet data set" in u.text)
        mine = [e for e in FOUND if e.mentions[0].unit == unit.id]
        first = next(e for e in mine if e.name == "BogTrack model") if any(
            e.name == "BogTrack model" for e in mine) else model  # fmt: skip
        second = next((e for e in mine if e.name == "FenSet data set"), data)
        pair = EntityPair(first=first.id, second=second.id, unit=unit.id)
        return ClassifyPairsRequest(units=UNITS, entities=(first, second), pairs=(pair,) * count)

    def test_a_relation_runs_from_the_entity_that_is_its_source(self, ask: Any) -> None:
        request = self.request()
        answer = {"relations": [{"pair": 1, "relation": "evaluates-on", "source": "FenSet data set"}]}
        (found,) = ask(json.dumps(answer)).engine.classify_pairs(request).relations
        pair = request.pairs[0]
        assert (found.source, found.kind, found.target) == (pair.second, EntityRelation.EVALUATES_ON, pair.first)
        unit = next(unit for unit in UNITS if unit.id == pair.unit)
        assert unit.start <= found.start < found.end <= unit.end

    def test_none_unknown_pairs_and_unknown_relations_are_no_edge(self, ask: Any) -> None:
        answer = [
            {"pair": 1, "relation": "none"}, {"pair": 9, "relation": "uses"}, {"pair": 1, "relation": "eats"},
            {"pair": "x", "relation": "uses"},
        ]  # fmt: skip
        assert ask(json.dumps({"relations": answer})).engine.classify_pairs(self.request()).relations == ()

    def test_sixty_pairs_are_asked_at_once(self, ask: Any) -> None:
        asked = ask('{"relations": []}')
        asked.engine.classify_pairs(self.request(121))
        assert len(asked.client.calls) == 3

    def test_rules_stand_in_where_it_fails(self, ask: Any) -> None:
        asked = ask(DOWN)
        found = asked.engine.classify_pairs(self.request())
        assert found.relations == BY_RULES.classify_pairs(self.request()).relations
        assert found.warnings == ("1 pair classified by rules: Down.",)
        assert asked.client.fallbacks == [("classify_pairs", "Down.")]


class TestWriting:
    def test_a_thread_is_told_in_two_sentences_at_most(self, ask: Any) -> None:
        thread = plan()[0]
        handle = thread.evidence[0].handle
        quote = thread.evidence[0].passage.quote
        asked = ask(sentences(*[(quote, [handle])] * 3))
        written = asked.engine.write_subsummary(WriteSubsummaryRequest(paper=PAPER, thread=thread))
        assert len(written.sentences) == 2

    def test_sentences_rest_on_what_was_shown(self, ask: Any) -> None:
        asked = ask(sentences((WORDS, ["p1"]), (WORDS, ["p999"]), (WORDS, []), ("Zebras sleep on Mars.", ["p1"])))
        written = asked.engine.integrate(integration())
        assert texts(written) == [WORDS]
        assert written.sentences[0].handles == ("p1",)
        assert written.warnings == (
            "2 sentences without evidence left out of the model's answer.",
            "1 sentence without a word of its evidence left out of the model's answer.",
        )

    def test_length_audience_wishes_and_issues_are_in_the_prompt(self, ask: Any) -> None:
        asked = ask(sentences((WORDS, ["p1"])))
        issue = ReviewIssue(kind="missing", claim="FenSet", advice="Tell how large it is.")
        asked.engine.integrate(
            integration(audience="newcomer", style="Be kind.", issues=(issue,), previous=draft((WORDS, "p1")))
        )
        prompt = "\n".join(message.content for message in asked.client.calls[0].messages)
        assert all(words in prompt for words in ("100", "20", "Be kind.", "Tell how large it is.", WORDS))
        assert asked.client.calls[0].temperature == 0.8

    @pytest.mark.parametrize("answer", [sentences((WORDS, ["p999"])), "No.", DOWN, ModelRefused("No.")])
    def test_the_extractive_engine_stands_in_and_says_so(self, ask: Any, answer: Any) -> None:
        asked = ask(answer)
        written = asked.engine.integrate(integration())
        assert texts(written) == texts(BY_RULES.integrate(integration()))
        assert written.warnings[0].startswith("The extractive engine wrote instead of the model (integrate): ")
        assert [task for task, _ in asked.client.fallbacks] == ["integrate"]

    def test_a_model_that_can_no_longer_answer_ends_the_run(self, ask: Any) -> None:
        with pytest.raises(TooManyFailures):
            ask(TooManyFailures("Stop.")).engine.integrate(integration())

    def test_commands_in_the_paper_stay_in_their_fence(self, ask: Any) -> None:
        asked = ask(sentences((WORDS, ["p1"])))
        asked.engine.integrate(integration(style="One line\nonly [p7]"))
        prompt = asked.client.calls[0].messages[-1].content
        assert "One line\nonly" not in prompt


class TestRevising:
    DRAFT = draft((WORDS, "p1"), ("Wrong words.", "p2"), ("More wrong words.", "p3"))

    def request(self) -> ReviseSentencesRequest:
        issue = ReviewIssue(kind="unsupported", claim="", advice="Find evidence.")
        evidence = (PAPER.evidence[4],)
        flagged = tuple(SentenceToRevise(index=index, issues=(issue,), evidence=evidence) for index in (1, 2))
        return ReviseSentencesRequest(paper=PAPER, draft=self.DRAFT, flagged=flagged)

    def test_flagged_sentences_only_are_taken_and_unsupported_ones_go(self, ask: Any) -> None:
        quote = PAPER.evidence[4].passage.quote
        answer = [
            {"number": 1, "sentence": "Changed though it was fine.", "evidence": ["p1"]},
            {"number": 2, "sentence": quote, "evidence": ["p5", "p77"]},
            {"number": 3, "sentence": "Zebras sleep on Mars.", "evidence": ["p5"]},
            {"number": 3, "sentence": quote, "evidence": ["p5"]},
        ]
        revised = ask(json.dumps({"sentences": answer})).engine.revise_sentences(self.request()).sentences
        assert [(each.index, each.sentence is None) for each in revised] == [(1, False), (2, True)]
        assert revised[0].sentence is not None
        assert revised[0].sentence.handles == ("p5",)

    def test_rules_revise_where_it_fails(self, ask: Any) -> None:
        found = ask(DOWN).engine.revise_sentences(self.request())
        assert found.sentences == BY_RULES.revise_sentences(self.request()).sentences
        assert "instead of the model: Down." in found.warnings[0]


class TestReviewing:
    DRAFT = draft((WORDS, "p1"), ("This is bad.", "p9"))

    def request(self, **more: Any) -> ReviewDraftRequest:
        return ReviewDraftRequest(paper=PAPER, plan=plan(), draft=self.DRAFT, **more)

    def test_a_model_s_marks_stand_beside_what_rules_find(self, ask: Any) -> None:
        issue = {"kind": "missing", "claim": "FenSet", "advice": "Tell it.", "query": "FenSet data set"}
        answer = {"coherence": 0.9, "style": 0.7, "issues": [issue, {"kind": "taste", "advice": "x"}]}
        review = ask(json.dumps(answer)).engine.review_draft(self.request())
        assert (review.coherence, review.style) == (0.9, 0.7)
        assert [found.kind for found in review.issues] == ["logic", "missing"]
        assert review.issues[1].retrieval_query == "FenSet data set"

    @pytest.mark.parametrize(
        "given, mark", [("85%", 0.85), (9, 0.9), (-3, 0.0), ("fine", 0.0), (250, 1.0), ("nan", 0.0), (None, 0.0)]
    )
    def test_marks_of_other_scales_and_nonsense(self, given: Any, mark: float) -> None:
        answer = ReviewAnswer.model_validate({"coherence": given if given is not None else "x", "style": 1})
        assert answer.coherence == mark

    @pytest.mark.parametrize("answer", ["I refuse.", '{"score": "great"}', "[1, 2]", DOWN])
    def test_a_teacher_that_answers_nonsense_is_replaced_by_rules(self, ask: Any, answer: Any) -> None:
        asked = ask(answer)
        review, by_rules = asked.engine.review_draft(self.request()), BY_RULES.review_draft(self.request())
        assert (review.coherence, review.style, review.issues) == (by_rules.coherence, by_rules.style, by_rules.issues)
        assert review.warnings[0].startswith("The teacher judged by rules alone: ")
        assert [task for task, _ in asked.client.fallbacks] == ["review_draft"]

    def test_similar_abstracts_are_marked_as_style_only(self, ask: Any) -> None:
        asked = ask('{"coherence": 1, "style": 1}')
        asked.engine.review_draft(self.request(examples=(StyleExample(paper="o", title="On moors", abstract="Wet."),)))
        prompt = "\n".join(message.content for message in asked.client.calls[0].messages)
        assert "On moors: Wet." in prompt
        assert "style" in prompt.lower()

    def test_an_empty_draft_asks_nothing(self, ask: Any) -> None:
        asked = ask(DOWN)
        asked.engine.review_draft(ReviewDraftRequest(paper=PAPER, plan=(), draft=DraftText()))
        assert asked.client.calls == []


def test_other_spellings_of_answers_are_understood() -> None:
    assert (entity_kind("corpus"), entity_kind("Research Problem")) == (EntityKind.DATASET, EntityKind.TASK)
    assert (entity_kind("animal"), entity_relation("eats")) == (None, None)
    assert entity_relation("Evaluates on") is EntityRelation.EVALUATES_ON
    assert PairsAnswer.model_validate([{"number": "pair 2", "type": "uses"}]).relations[0].pair == 1
    assert TextAnswer.model_validate([{"text": "A.", "handles": "p1, p2"}]).sentences[0].sentence == "A."
    (revised,) = RevisedAnswer.model_validate({"revisions": [{"index": "3", "new": "B."}]}).sentences
    assert (revised.number, revised.sentence, revised.evidence) == (2, "B.", [])
    assert (
        ReviewAnswer.model_validate({"coherence": 1, "style": 1, "problems": ["Too dry."]}).issues[0].kind == "missing"
    )


def test_sentences_end_as_sentences_and_hold_no_handles() -> None:
    assert as_sentence("Bogs burn [p1, p2]") == "Bogs burn."
    assert as_sentence("Do they?") == "Do they?"
    assert shares_words("Bogs burn.", ["The bogs are wet."])
    assert not shares_words("Zebras sleep quietly tonight somewhere else entirely.", ["The bogs are wet."])
    assert supported_sentences([], {}) == ((), ())
