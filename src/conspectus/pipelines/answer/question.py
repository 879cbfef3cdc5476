"""Step 1 of KGQP: what the question asks about."""

from __future__ import annotations

from conspectus.domain.answer_tasks import IdentifyQuestionEntitiesRequest, QuestionEntity
from conspectus.domain.engine import Engine
from conspectus.domain.entity_names import entity_key
from conspectus.foundation.errors import UsageError
from conspectus.foundation.text.normalise import clean_text, one_line

LONGEST = 20_000
"""Characters of a question; what is longer is a text, not a question."""


def readable_question(text: str) -> str:
    """Gives the question on one line, without characters that hide something.

    Raises:
        UsageError: There is no word in it, or it is longer than a question can be.
    """
    question = one_line(clean_text(text))
    if not any(map(str.isalnum, question)):
        raise UsageError("The question is empty.", hint='Ask in words, as in: conspectus write answer "What is …?".')
    if len(question) > LONGEST:
        raise UsageError(
            f"The question has {len(question):,} characters; at most {LONGEST:,} are read.",
            hint="Ask one question; add texts to the library with `conspectus add`.",
        )
    return question


def identify_entities(
    question: str, known: tuple[str, ...], engine: Engine
) -> tuple[tuple[QuestionEntity, ...], tuple[str, ...]]:
    """Gives the entities of a question, each once, and what went wrong on the way.

    Args:
        question: On one line.
        known: Labels of the graph that the question's words hold.
        engine: Who names them.
    """
    result = engine.identify_question_entities(IdentifyQuestionEntitiesRequest(question=question, known=known))
    entities: dict[str, QuestionEntity] = {}
    for entity in result.entities:
        text = one_line(entity.text)
        if text:
            entities.setdefault(entity_key(text) or text.casefold(), QuestionEntity(text=text, kind=entity.kind))
    return tuple(entities.values()), result.warnings
