"""The task ``identify_question_entities`` with a language model (KGQP, step 1)."""

from __future__ import annotations

from conspectus.domain.answer_tasks import (
    IdentifyQuestionEntitiesRequest,
    IdentifyQuestionEntitiesResult,
    QuestionEntity,
)
from conspectus.domain.entity_names import entity_key
from conspectus.engines.extractive.question_entities import identify_question_entities as identify_by_rules
from conspectus.engines.generative.fencing import defuse, fence
from conspectus.engines.generative.prompt_templates import load_prompt
from conspectus.engines.generative.structure_answers import EntitiesAnswer, type_from_text
from conspectus.foundation.errors import ModelCallFailed
from conspectus.providers.client import ModelCall, ModelClient
from conspectus.providers.completion import Message

TASK = "identify_question_entities"
ROOM = 512
"""The most tokens of the answer."""
_MOST = 12
_MOST_KNOWN = 50
_LONGEST = 6000
"""Characters of a question that a model is shown."""


def question_messages(request: IdentifyQuestionEntitiesRequest) -> tuple[Message, ...]:
    """Gives the messages that ask for the entities of a question."""
    known = "\n".join(defuse(label) for label in request.known[:_MOST_KNOWN])
    return load_prompt(TASK).fill(
        question=fence("question", defuse(request.question[:_LONGEST])),
        known=fence("names", known) if known else "",
    )


def identify_question_entities(
    request: IdentifyQuestionEntitiesRequest, client: ModelClient
) -> IdentifyQuestionEntitiesResult:
    """Gives the entities that a model names and that stand in the question; those of rules where it names none.

    Raises:
        ModelStopped: No further call can succeed.
    """
    call = ModelCall(
        task=TASK, messages=question_messages(request), max_output_tokens=ROOM, prompt=load_prompt(TASK).label
    )
    try:
        answer = client.ask_for(call, EntitiesAnswer)
    except ModelCallFailed as error:
        client.count_fallback(TASK, error.message)
        return identify_by_rules(request)
    asked = f" {entity_key(request.question)} "
    entities: dict[str, QuestionEntity] = {}
    lost = 0
    for named in answer.entities:
        key = entity_key(named.name)
        if not key or not (key in asked or named.name.casefold() in request.question.casefold()):
            lost += 1
            continue
        entities.setdefault(key, QuestionEntity(text=named.name, kind=type_from_text(named.type)))
    if not entities:
        client.count_fallback(TASK, "it names nothing that the question holds")
        return identify_by_rules(request)
    warnings = () if not lost else ("The model named entities that the question does not hold; they were left out.",)
    return IdentifyQuestionEntitiesResult(entities=tuple(entities.values())[:_MOST], warnings=warnings)
