"""The rehearsal of a run: which calls to models it takes and what they cost, with nothing sent.

The prompts are those of the real run; the extractive engine stands in for the model, so that later prompts, which
hold earlier answers, are of a realistic size.
"""

from __future__ import annotations

import json
import threading
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

from conspectus.domain.answer_tasks import (
    AnswerDraft,
    ComposeAnswerRequest,
    IdentifyQuestionEntitiesRequest,
    IdentifyQuestionEntitiesResult,
)
from conspectus.domain.draft_text import render_draft
from conspectus.domain.minigraph import Minigraph, concept_key
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
    DraftSentence,
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
from conspectus.engines.generative.answer_writing import AnswerText, answer_messages, answer_room
from conspectus.engines.generative.engine import GenerativeEngine, prompt_materials
from conspectus.engines.generative.minigraph_answer import MinigraphAnswer
from conspectus.engines.generative.paper_entities import (
    ENTITIES,
    PAIRS,
    pair_messages,
    pair_parts,
    pair_room,
)
from conspectus.engines.generative.paper_entities import entity_messages as unit_messages
from conspectus.engines.generative.paper_entities import entity_room as unit_room
from conspectus.engines.generative.question_entities import ROOM as QUESTION_ROOM
from conspectus.engines.generative.question_entities import TASK as QUESTION
from conspectus.engines.generative.question_entities import question_messages
from conspectus.engines.generative.relation_extraction import TASK, extraction_messages, extraction_room
from conspectus.engines.generative.review_writing import Request, assign, writing_room, writing_task
from conspectus.engines.generative.scientific_entities import TASK as SCIENTIFIC_ENTITIES
from conspectus.engines.generative.scientific_entities import entity_messages, entity_parts, entity_room
from conspectus.engines.generative.section_description import TASK as SECTION
from conspectus.engines.generative.section_description import section_messages, section_room
from conspectus.engines.generative.structure_answers import EntitiesAnswer, SectionAnswer
from conspectus.engines.generative.summary_answers import PairsAnswer, ReviewAnswer, RevisedAnswer, TextAnswer
from conspectus.engines.generative.summary_reviewing import REVIEW, review_messages, review_room
from conspectus.engines.generative.summary_writing import (
    INTEGRATE,
    REVISE,
    SUBSUMMARY,
    integration_messages,
    integration_room,
    revising_messages,
    revising_room,
    subsummary_messages,
    subsummary_room,
)
from conspectus.engines.generative.topic_page_writing import TASK as TOPIC_PAGE
from conspectus.engines.generative.topic_page_writing import topic_page_messages, topic_page_room
from conspectus.foundation.text.counting import counted
from conspectus.providers.completion import Message, Usage
from conspectus.providers.structured_output import schema_of

if TYPE_CHECKING:
    from conspectus.providers.models import Models

_SHORTEST = 0.5  # of the stand-in's answer: what a terse model may well write


@dataclass(frozen=True, slots=True, kw_only=True)
class RehearsedTask:
    """The calls of one task to one model.

    The tokens of the answers lie between ``output_from`` and ``output_to``, the limit that each call sets; so does
    the cost in US dollars, which is None where the price is not known.
    """

    task: str
    model: str
    calls: int
    input_tokens: int
    output_from: int
    output_to: int
    cost_from: float | None
    cost_to: float | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Rehearsal:
    """What a run would ask of models if every answer were usable at once, task by task.

    Answers that are asked for again come on top; answers kept from earlier runs cost nothing.
    """

    tasks: tuple[RehearsedTask, ...] = ()

    @property
    def calls(self) -> int:
        """All calls."""
        return sum(task.calls for task in self.tasks)

    @property
    def input_tokens(self) -> int:
        """The tokens of all prompts, estimated."""
        return sum(task.input_tokens for task in self.tasks)

    @property
    def output_tokens(self) -> tuple[int, int]:
        """The least tokens of all answers that can be expected, and the most that are allowed."""
        return sum(task.output_from for task in self.tasks), sum(task.output_to for task in self.tasks)

    @property
    def cost(self) -> tuple[float, float] | None:
        """From how many US dollars to how many, None where the price of a model is not known."""
        lower, upper = 0.0, 0.0
        for task in self.tasks:
            if task.cost_from is None or task.cost_to is None:
                return None
            lower, upper = lower + task.cost_from, upper + task.cost_to
        return lower, upper

    def lines(self) -> tuple[str, ...]:
        """Gives the rehearsal in words, a line for each task and one for all."""
        lower, upper = self.output_tokens
        whole = (
            f"{counted(self.calls, 'call')}, about {self.input_tokens:,} tokens in, {lower:,} to {upper:,} out, "
            f"{_money(self.cost)}; nothing was sent"
        )
        return (
            *(
                f"{task.task}: {counted(task.calls, 'call')} to {task.model}, about {task.input_tokens:,} tokens in, "
                f"{task.output_from:,} to {task.output_to:,} out, {_money(_range(task))}"
                for task in self.tasks
            ),
            whole,
        )

    def json_form(self) -> dict[str, Any]:
        """Gives the rehearsal as plain JSON values."""
        lower, upper = self.output_tokens
        return {
            "calls": self.calls,
            "input_tokens": self.input_tokens,
            "output_tokens": [lower, upper],
            "cost": None if self.cost is None else list(self.cost),
            "tasks": [asdict(task) for task in self.tasks],
        }


class RehearsalEngine:
    """Performs the tasks extractively and notes the calls to models that they would take.

    Args:
        models: Who would answer; none is asked.
    """

    name = GenerativeEngine.name
    version = GenerativeEngine.version
    asks_models = True
    side_by_side = 1

    def __init__(self, models: Models) -> None:
        self._models = models
        self._stand_in = ExtractiveEngine()
        self._tasks: dict[tuple[str, str], RehearsedTask] = {}
        self._lock = threading.Lock()
        self.model = models.names

    def rehearsal(self) -> Rehearsal:
        """Gives what was noted so far."""
        with self._lock:
            return Rehearsal(tasks=tuple(self._tasks.values()))

    def usage(self) -> ModelUsage:
        """Gives nothing but zeros: no model is asked."""
        return ModelUsage()

    def materials(self) -> tuple[tuple[str, str], ...]:
        """Gives each prompt with its version and hash."""
        return prompt_materials()

    def extract_relations(self, request: ExtractRelationsRequest, /) -> ExtractRelationsResult:
        """Extends a minigraph by rules, and notes the call."""
        result = self._stand_in.extract_relations(request)
        messages, room = extraction_messages(request), extraction_room(request)
        tokens = self._models.counter_for(TASK).count(messages, schema_of(MinigraphAnswer))
        self._note(TASK, tokens, _answer_of(result.minigraph), room)
        return result

    def write_chunk(self, request: WriteChunkRequest, /) -> DraftText:
        """Writes about a chunk by rules, and notes the call."""
        return self._written(request, self._stand_in.write_chunk(request))

    def merge_chunks(self, request: MergeChunksRequest, /) -> DraftText:
        """Writes a review by rules, and notes the call."""
        return self._written(request, self._stand_in.merge_chunks(request))

    def write_topic_page(self, request: WriteTopicPageRequest, /) -> TopicPageDraft:
        """Writes a topic page by rules, and notes the call."""
        draft = self._stand_in.write_topic_page(request)
        tokens = self._models.counter_for(TOPIC_PAGE).count(topic_page_messages(request))
        sections = (draft.definition, draft.main, draft.future)
        answer = "\n\n".join(render_draft(section.sentences) for section in sections)
        self._note(TOPIC_PAGE, tokens, answer, topic_page_room(request))
        return draft

    def name_scientific_entities(self, request: NameScientificEntitiesRequest, /) -> NameScientificEntitiesResult:
        """Names entities by rules, and notes a call for each part of the paper."""
        result = self._stand_in.name_scientific_entities(request)
        for part in entity_parts(request):
            inside = {sentence.address for sentence in part}
            named = [
                {"name": entity.label, "type": entity.kind.value}
                for entity in result.entities
                if any(mention.address in inside for mention in entity.mentions)
            ]
            tokens = self._models.counter_for(SCIENTIFIC_ENTITIES).count(
                entity_messages(request, part), schema_of(EntitiesAnswer)
            )
            answer = json.dumps({"entities": named}, ensure_ascii=False)
            self._note(SCIENTIFIC_ENTITIES, tokens, answer, entity_room(part))
        return result

    def describe_section(self, request: DescribeSectionRequest, /) -> SectionDescription:
        """Describes a section by rules, and notes the call."""
        described = self._stand_in.describe_section(request)
        tokens = self._models.counter_for(SECTION).count(section_messages(request), schema_of(SectionAnswer))
        keywords = [asdict(keyword) for keyword in described.keywords]
        answer = json.dumps({"keywords": keywords, "summary": [{"sentence": described.summary}]}, ensure_ascii=False)
        self._note(SECTION, tokens, answer, section_room(request))
        return described

    def extract_entities(self, request: ExtractEntitiesRequest, /) -> ExtractEntitiesResult:
        """Names entities by rules, and notes the call."""
        result = self._stand_in.extract_entities(request)
        named = {entity.name: {"name": entity.name, "type": entity.kind.value} for entity in result.entities}
        tokens = self._models.counter_for(ENTITIES).count(unit_messages(request), schema_of(EntitiesAnswer))
        answer = json.dumps({"entities": list(named.values())}, ensure_ascii=False)
        self._note(ENTITIES, tokens, answer, unit_room(request))
        return result

    def classify_pairs(self, request: ClassifyPairsRequest, /) -> ClassifyPairsResult:
        """Classifies pairs by rules, and notes a call for each part of them."""
        result = self._stand_in.classify_pairs(request)
        by_id = {entity.id: entity.name for entity in request.entities}
        stated = {frozenset((relation.source, relation.target)): relation for relation in result.relations}
        for pairs in pair_parts(request):
            found = [
                {"pair": n, "relation": relation.kind.value, "source": by_id[relation.source]}
                for n, pair in enumerate(pairs, 1)
                if (relation := stated.get(frozenset((pair.first, pair.second)))) is not None
            ]
            tokens = self._models.counter_for(PAIRS).count(pair_messages(request, pairs), schema_of(PairsAnswer))
            self._note(PAIRS, tokens, json.dumps({"relations": found}, ensure_ascii=False), pair_room(pairs))
        return result

    def write_subsummary(self, request: WriteSubsummaryRequest, /) -> DraftText:
        """Writes about a thread by rules, and notes the call."""
        draft = self._stand_in.write_subsummary(request)
        if request.thread.evidence:
            tokens = self._models.counter_for(SUBSUMMARY).count(subsummary_messages(request), schema_of(TextAnswer))
            self._note(SUBSUMMARY, tokens, _text_answer(draft.sentences), subsummary_room(request))
        return draft

    def integrate(self, request: IntegrateRequest, /) -> DraftText:
        """Writes one text by rules, and notes the call."""
        draft = self._stand_in.integrate(request)
        tokens = self._models.counter_for(INTEGRATE).count(integration_messages(request), schema_of(TextAnswer))
        self._note(INTEGRATE, tokens, _text_answer(draft.sentences), integration_room(request))
        return draft

    def revise_sentences(self, request: ReviseSentencesRequest, /) -> ReviseSentencesResult:
        """Revises by rules, and notes the call."""
        result = self._stand_in.revise_sentences(request)
        tokens = self._models.counter_for(REVISE).count(revising_messages(request), schema_of(RevisedAnswer))
        kept = [revised.sentence for revised in result.sentences if revised.sentence is not None]
        self._note(REVISE, tokens, _text_answer(kept), revising_room(request))
        return result

    def review_draft(self, request: ReviewDraftRequest, /) -> DraftReview:
        """Judges by rules, and notes the call."""
        review = self._stand_in.review_draft(request)
        if request.draft.sentences:
            tokens = self._models.counter_for(REVIEW).count(review_messages(request), schema_of(ReviewAnswer))
            issues = [{"kind": issue.kind, "claim": issue.claim, "advice": issue.advice} for issue in review.issues]
            answer = {"coherence": review.coherence, "style": review.style, "issues": issues}
            self._note(REVIEW, tokens, json.dumps(answer, ensure_ascii=False), review_room(request))
        return review

    def identify_question_entities(self, request: IdentifyQuestionEntitiesRequest, /) -> IdentifyQuestionEntitiesResult:
        """Names the entities of a question by rules, and notes the call."""
        result = self._stand_in.identify_question_entities(request)
        tokens = self._models.counter_for(QUESTION).count(question_messages(request), schema_of(EntitiesAnswer))
        named = [{"name": each.text, "type": each.kind.value if each.kind else ""} for each in result.entities]
        self._note(QUESTION, tokens, json.dumps({"entities": named}, ensure_ascii=False), QUESTION_ROOM)
        return result

    def compose_answer(self, request: ComposeAnswerRequest, /) -> AnswerDraft:
        """Answers by rules, and notes the call."""
        draft = self._stand_in.compose_answer(request)
        if request.paragraphs:
            tokens = self._models.counter_for(ANSWER).count(answer_messages(request), schema_of(AnswerText))
            self._note(ANSWER, tokens, _text_answer(draft.text.sentences), answer_room(request))
        return draft

    def _written(self, request: Request, draft: DraftText) -> DraftText:
        task = writing_task(request)
        tokens = self._models.counter_for(task).count(assign(request).messages)
        self._note(task, tokens, render_draft(draft.sentences), writing_room(request))
        return draft

    def _note(self, task: str, tokens: int, answer: str, room: int) -> None:
        counter = self._models.counter_for(task)
        # What a message adds besides its words is in both counts.
        written = counter.count([Message("assistant", answer)]) - counter.count([Message("assistant", "")])
        shortest = min(room, round(_SHORTEST * written))
        price = self._models.price_of(counter.label)
        costs = [
            None if price is None else price.cost(Usage(input=tokens, output=output)) for output in (shortest, room)
        ]
        with self._lock:
            noted = self._tasks.get((task, counter.label))
            self._tasks[task, counter.label] = RehearsedTask(
                task=task,
                model=counter.label,
                calls=1 + (noted.calls if noted else 0),
                input_tokens=tokens + (noted.input_tokens if noted else 0),
                output_from=shortest + (noted.output_from if noted else 0),
                output_to=room + (noted.output_to if noted else 0),
                cost_from=_sum(costs[0], noted.cost_from if noted else 0.0),
                cost_to=_sum(costs[1], noted.cost_to if noted else 0.0),
            )


def _answer_of(minigraph: Minigraph) -> str:
    """The JSON that a model would write for a minigraph, with the concepts of its relations only."""
    named = minigraph.by_key()
    ends = dict.fromkeys(concept_key(end) for r in minigraph.relations for end in (r.head, r.tail))
    concepts = [{"name": named[key].name, "type": named[key].kind.value} for key in ends if key in named]
    relations = [
        {"head": r.head, "relation": r.kind.value, "tail": r.tail, "evidence": ["p1"]} for r in minigraph.relations
    ]
    return json.dumps({"concepts": concepts, "relations": relations}, ensure_ascii=False)


def _text_answer(sentences: Iterable[DraftSentence]) -> str:
    """The JSON that a model would write for sentences."""
    written = [
        {"sentence": "".join(p for p in s.parts if isinstance(p, str)), "evidence": list(s.handles)} for s in sentences
    ]
    return json.dumps({"sentences": written}, ensure_ascii=False)


def _sum(first: float | None, second: float | None) -> float | None:
    return None if first is None or second is None else first + second


def _range(task: RehearsedTask) -> tuple[float, float] | None:
    return None if task.cost_from is None or task.cost_to is None else (task.cost_from, task.cost_to)


def _money(cost: tuple[float, float] | None) -> str:
    return "at a price that is not known" if cost is None else f"{cost[0]:.4f} to {cost[1]:.4f} USD"
