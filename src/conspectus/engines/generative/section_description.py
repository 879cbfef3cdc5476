"""The task ``describe_section`` with a language model (PARSE, methods 3.4): keywords and a summary of a section.

Keywords must stand in the section, sentences of the summary must rest on sentences of it; what is missing then is
extractive.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from conspectus.domain.entity_names import entity_key
from conspectus.domain.scientific_entities import SectionDescription, SectionKeyword
from conspectus.domain.structure_tasks import DescribeSectionRequest
from conspectus.engines.extractive.entity_talk import is_talk
from conspectus.engines.extractive.section_keywords import LONGEST_KEYWORD, apart
from conspectus.engines.extractive.section_summaries import describe_section as describe_by_rules
from conspectus.engines.extractive.section_summaries import section_sentences
from conspectus.engines.generative.fencing import defuse, fence
from conspectus.engines.generative.prompt_templates import load_prompt
from conspectus.engines.generative.shrinking import ask_fitting, pick_evenly
from conspectus.engines.generative.structure_answers import AnswerSentence, SectionAnswer
from conspectus.foundation.errors import ModelCallFailed
from conspectus.foundation.text.normalise import one_line
from conspectus.foundation.text.tokens import content_stems, count_words
from conspectus.providers.client import ModelCall, ModelClient
from conspectus.providers.completion import Message

TASK = "describe_section"
_LEAST_TOKENS = 256
_TOKENS_FOR_A_WORD = 4
_LEAST_SHARED = 0.3  # of the content of a sentence that the sentences it names must say, too


def section_messages(request: DescribeSectionRequest, share: float = 1.0) -> tuple[Message, ...]:
    """Gives the messages that ask for the description of a section.

    Args:
        request: The task's request.
        share: The share of the section's sentences that the model is shown.

    Raises:
        KeyError: There is no section at the address.
    """
    texts = _texts(request)
    lines = (f"[p{n}] {defuse(text)}" for n, text in pick_evenly(list(enumerate(texts, 1)), share))
    heading = request.document.at(request.address).section.heading
    return load_prompt(TASK).fill(
        keywords=request.keywords,
        words=_summary_words(request, texts),
        heading=fence("heading", defuse(heading)) if heading.strip() else "",
        evidence=fence("sentences", "\n".join(lines)),
    )


def section_room(request: DescribeSectionRequest) -> int:
    """Gives the most tokens that the answer may have."""
    return _LEAST_TOKENS + _TOKENS_FOR_A_WORD * request.summary_words


def describe_section(request: DescribeSectionRequest, client: ModelClient) -> SectionDescription:
    """Gives the keywords and the summary that a model writes, filled up with those of rules where they fall short.

    Raises:
        KeyError: There is no section at the address.
        ModelStopped: No further call can succeed.
    """
    by_rules = describe_by_rules(request)
    if not _texts(request):
        return by_rules

    def send(messages: tuple[Message, ...], allowed: int) -> SectionAnswer:
        call = ModelCall(task=TASK, messages=messages, max_output_tokens=allowed, prompt=load_prompt(TASK).label)
        return client.ask_for(call, SectionAnswer)

    try:
        answer = ask_fitting(
            lambda share: section_messages(request, share),
            send,
            count_tokens=client.count_tokens,
            room=section_room(request),
        ).answer
    except ModelCallFailed as error:
        client.count_fallback(TASK, error.message)
        return by_rules
    summary, addresses = _summary(answer.summary, request)
    if not summary and by_rules.summary:
        client.count_fallback(TASK, "the summary rests on no sentence of the section")
        summary, addresses = by_rules.summary, by_rules.summary_from
    given = (SectionKeyword(text=k.text, score=k.score) for k in answer.keywords)
    keywords = apart((*_standing(given, request), *by_rules.keywords), most=request.keywords)
    return SectionDescription(address=request.address, keywords=keywords, summary=summary, summary_from=addresses)


def _texts(request: DescribeSectionRequest) -> list[str]:
    places = section_sentences(request.document, request.address)
    return [one_line(request.document.text[place.start : place.end]) for place in places]


def _summary_words(request: DescribeSectionRequest, texts: Sequence[str]) -> int | None:
    """How long the summary may be, None for a section that is too short to have one."""
    return request.summary_words if sum(map(count_words, texts)) >= request.least_words else None


def _standing(keywords: Iterable[SectionKeyword], request: DescribeSectionRequest) -> Iterator[SectionKeyword]:
    """The keywords that stand in the section or its heading."""
    heading = request.document.at(request.address).section.heading
    text = f" {' '.join(entity_key(text) for text in (*_texts(request), heading))} "
    for keyword in keywords:
        key = entity_key(keyword.text)
        if key and len(keyword.text.split()) <= LONGEST_KEYWORD and not is_talk(keyword.text) and key in text:
            yield keyword


def _summary(sentences: Sequence[AnswerSentence], request: DescribeSectionRequest) -> tuple[str, tuple[str, ...]]:
    """The sentences that rest on what they name, within the length asked for, and the addresses."""
    places = section_sentences(request.document, request.address)
    texts = _texts(request)
    left = _summary_words(request, texts)
    kept: list[str] = []
    addresses: dict[str, None] = {}
    for sentence in sentences:
        numbers = [int(handle[1:]) - 1 for handle in sentence.evidence]
        numbers = [number for number in numbers if 0 <= number < len(texts)]
        said = set(content_stems(sentence.sentence))
        named = {stem for number in numbers for stem in content_stems(texts[number])}
        length = count_words(sentence.sentence)
        if left is None or not said or len(said & named) < _LEAST_SHARED * len(said) or (kept and length > left):
            continue
        left -= length
        kept.append(one_line(sentence.sentence))
        addresses.update((places[number].address, None) for number in numbers)
    return " ".join(kept), tuple(addresses)
