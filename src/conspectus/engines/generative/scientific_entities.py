"""The task ``name_scientific_entities`` with a language model (PARSE, methods 3.4).

A paper is read in parts. What a model names counts only where it stands in the text: offsets are found there and never
taken from an answer. A part without a usable answer is read with rules.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence

from conspectus.domain.scientific_entities import ScientificType
from conspectus.domain.structure_tasks import NameScientificEntitiesRequest, NameScientificEntitiesResult
from conspectus.engines.extractive.entity_talk import is_talk
from conspectus.engines.extractive.entity_text import ReadSentence, read_sentences
from conspectus.engines.extractive.entity_uniting import Candidate
from conspectus.engines.extractive.scientific_entities import abbreviations_of, candidates_in, entities_from
from conspectus.engines.generative.fencing import defuse, fence
from conspectus.engines.generative.prompt_templates import load_prompt
from conspectus.engines.generative.shrinking import ask_fitting, pick_evenly, shrinking_warnings
from conspectus.engines.generative.structure_answers import AnswerEntity, EntitiesAnswer, type_from_text
from conspectus.foundation.errors import ModelCallFailed
from conspectus.foundation.text.counting import counted
from conspectus.foundation.text.tokens import count_words
from conspectus.providers.client import ModelCall, ModelClient
from conspectus.providers.completion import Message

TASK = "name_scientific_entities"
_WORDS_AT_ONCE = 2_500
_LEAST_TOKENS = 512
_TOKENS_FOR_A_SENTENCE = 60  # two entities
_SURE = 0.95
_UNTYPED = ScientificType.RESEARCH_PROBLEM
_LONGEST_NAME = 120


def entity_parts(request: NameScientificEntitiesRequest) -> tuple[tuple[ReadSentence, ...], ...]:
    """Gives the sentences of a paper in parts, each for one question to a model."""
    parts: list[list[ReadSentence]] = []
    words = 0
    for sentence in read_sentences(request.document):
        length = count_words(sentence.text)
        if not parts or words + length > _WORDS_AT_ONCE:
            parts.append([])
            words = 0
        parts[-1].append(sentence)
        words += length
    return tuple(map(tuple, parts))


def entity_messages(
    request: NameScientificEntitiesRequest, sentences: Sequence[ReadSentence], share: float = 1.0
) -> tuple[Message, ...]:
    """Gives the messages that ask for the entities of a part.

    Args:
        request: The task's request.
        sentences: The part.
        share: The share of its sentences that the model is shown.
    """
    lines = (f"[p{n}] {defuse(s.text)}" for n, s in enumerate(pick_evenly(sentences, share), 1))
    title = fence("title", defuse(request.title)) if request.title.strip() else ""
    return load_prompt(TASK).fill(title=title, evidence=fence("sentences", "\n".join(lines)))


def entity_room(sentences: Sequence[ReadSentence]) -> int:
    """Gives the most tokens that the answer for a part may have."""
    return _LEAST_TOKENS + _TOKENS_FOR_A_SENTENCE * len(sentences)


def name_scientific_entities(
    request: NameScientificEntitiesRequest, client: ModelClient
) -> NameScientificEntitiesResult:
    """Gives the entities that a model names and the text has, with every mention; rules stand in where it fails.

    Raises:
        ModelStopped: No further call can succeed.
    """
    parts = entity_parts(request)
    sentences = [sentence for part in parts for sentence in part]
    abbreviations = abbreviations_of(sentences)
    candidates: list[Candidate] = []
    warnings: list[str] = []
    for number, part in enumerate(parts, 1):
        where = f"part {number} of {len(parts)} of {request.paper}" if len(parts) > 1 else request.paper
        try:
            named, told = _ask(request, part, client, where)
        except ModelCallFailed as error:
            client.count_fallback(TASK, error.message)
            warnings.append(f"The entities of {where} were named by rules: {error.message}")
            candidates += candidates_in(part, abbreviations)
            continue
        warnings += told
        found = list(_places(named, part, wrong := Counter[str]()))
        warnings += _warnings(wrong, where)
        if not found:
            client.count_fallback(TASK, "the answer names nothing that stands in the text")
            warnings.append(f"The entities of {where} were named by rules: the model named none that the text has.")
            found = list(candidates_in(part, abbreviations))
        candidates += found
    return NameScientificEntitiesResult(
        entities=entities_from(candidates, request, sentences, abbreviations), warnings=tuple(warnings)
    )


def _ask(
    request: NameScientificEntitiesRequest, part: Sequence[ReadSentence], client: ModelClient, where: str
) -> tuple[Sequence[AnswerEntity], tuple[str, ...]]:
    def send(messages: tuple[Message, ...], allowed: int) -> EntitiesAnswer:
        call = ModelCall(task=TASK, messages=messages, max_output_tokens=allowed, prompt=load_prompt(TASK).label)
        return client.ask_for(call, EntitiesAnswer)

    fitted = ask_fitting(
        lambda share: entity_messages(request, part, share),
        send,
        count_tokens=client.count_tokens,
        room=entity_room(part),
    )
    shown = len(pick_evenly(part, fitted.share))
    return fitted.answer.entities, tuple(f"{told} ({where})" for told in shrinking_warnings(shown, len(part)))


def _places(
    named: Sequence[AnswerEntity], sentences: Sequence[ReadSentence], wrong: Counter[str]
) -> Iterator[Candidate]:
    """The places in a part where a name of the answer stands, in whatever case."""
    for entity in named:
        if not entity.name or len(entity.name) > _LONGEST_NAME or is_talk(entity.name):
            wrong["talk"] += 1
            continue
        kind = type_from_text(entity.type)
        wrong["type"] += kind is None
        pattern = _pattern(entity.name)
        found = False
        for sentence in sentences:
            for match in pattern.finditer(sentence.text):
                found = True
                yield Candidate(
                    address=sentence.address,
                    start=sentence.start + match.start(),
                    end=sentence.start + match.end(),
                    surface=match.group(),
                    kind=kind or _UNTYPED,
                    score=_SURE,
                )
        wrong["missing"] += not found


def _pattern(name: str) -> re.Pattern[str]:
    words = r"[\s-]+".join(re.escape(word) for word in name.split())
    return re.compile(rf"(?<![^\W_]){words}(?![^\W_])", re.IGNORECASE)


def _warnings(wrong: Counter[str], where: str) -> Iterator[str]:
    if wrong["missing"]:
        yield f"{counted(wrong['missing'], 'entity', 'entities')} that the text does not have left out ({where})."
    if wrong["talk"]:
        yield f"{counted(wrong['talk'], 'empty or general name')} left out ({where})."
    if wrong["type"]:
        yield f"{counted(wrong['type'], 'entity', 'entities')} of unknown type taken as ResearchProblem ({where})."
