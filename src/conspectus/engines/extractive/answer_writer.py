"""Answers a question with sentences of the paragraphs, the most direct first, or refuses (KGQP, step 5)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from conspectus.domain.answer_tasks import AnswerDraft, AnswerParagraph, ComposeAnswerRequest
from conspectus.domain.question_language import ENGLISH, question_language
from conspectus.domain.tasks import DraftSentence, DraftText, HandleMark
from conspectus.engines.extractive.answer_kinds import Wanted, number_in, wanted_first
from conspectus.engines.extractive.answer_polarity import polarity
from conspectus.engines.extractive.answer_sentences import (
    AnswerSentence,
    answer_sentences,
    holds_an_answer,
)
from conspectus.engines.extractive.antecedents import points_back
from conspectus.engines.extractive.attribution import Parts, at_end, first_mention, later_mention
from conspectus.engines.extractive.authors_named import told_of_authors
from conspectus.engines.extractive.cleaning import clean_sentence, is_usable
from conspectus.engines.extractive.openers import leans_backward
from conspectus.engines.extractive.question_content import QuestionContent
from conspectus.engines.extractive.statements import Subject
from conspectus.engines.extractive.subjects import analyse
from conspectus.engines.extractive.third_person import speaks_of_people_in_general
from conspectus.foundation.text.normalise import one_line
from conspectus.foundation.text.tokens import count_words

LEAST_OF_SENTENCE = 0.2
"""The share that the first sentence of an answer must say itself."""
_MOST_SENTENCES = 4
_WORTH = 0.7  # of the best score, that a further sentence must have
_ALIKE = 0.7  # of the words of the shorter of two sentences that say the same
_LOOKED_AT = 30
_PLACEHOLDER = re.compile(r"\s*\(?\b(?:BIBREF|INLINEFORM|DISPLAYFORM|TABREF|FIGREF|SECREF)\d+\b\)?")
_LOWERED = re.compile(
    r"^(?:The|A|An|All|Most|Many|Some|Both|There|No|Only|In|On|For|Of|After|During|When|While|Their|They)\b"
)
_NUMBERS = re.compile(r"\s*\[\d+(?:\s*[,;–-]\s*\d+)*\](?:\s*[,;–-]?\s*\[\d+(?:\s*[,;–-]\s*\d+)*\])*")
_FLOATS = re.compile(
    r"\s*\((?:and |see |see also |cf\. )?(?:Fig(?:ure)?s?|Tables?|Text|Movie|Supplementary)\b[^()]*\)", re.I
)
_NOTE_MARK = re.compile(r"^(?:[a-z*†‡§]\s?[:.)]|[*†‡§]+)\s+(?=[A-Z])")
_FORMULA = re.compile(r"\\[a-z]{3,}|\$[^$]*\$")


@dataclass(frozen=True, slots=True, kw_only=True)
class _Chosen:
    """A sentence that is told, with the paragraph that it is from."""

    sentence: AnswerSentence
    paragraph: AnswerParagraph
    parts: Parts


def compose_answer(request: ComposeAnswerRequest) -> AnswerDraft:
    """Gives the answer, from the paragraphs only; refused where they do not speak of what is asked.

    The number asked for stands first, then the sentences in order of directness, each attributed to its
    paper.
    """
    content = QuestionContent(request.question)
    left_out = tuple((paragraph.paper, "no sentence of it answers") for paragraph in request.paragraphs)
    if not request.paragraphs or not content.total:
        return AnswerDraft(text=DraftText(), refused=True)
    if not holds_an_answer(content, request.paragraphs, of_papers=request.of_papers):
        return AnswerDraft(text=DraftText(left_out=_once(left_out)), refused=True)
    wanted = wanted_first(request.question)
    ranked = answer_sentences(content, wanted, request.paragraphs)
    if not any(sentence.covered >= LEAST_OF_SENTENCE for sentence in ranked):
        return AnswerDraft(text=DraftText(left_out=_once(left_out)), refused=True)
    chosen = _choose(ranked, request)
    if not chosen:
        return AnswerDraft(text=DraftText(left_out=_once(left_out)), refused=True)
    short, chosen = _short_answer(request, content, wanted, chosen)
    # Yes and no are guesses that no sentence proves: they are kept, and not told (decision 15).
    sentences = _written(chosen, short if wanted is Wanted.NUMBER else "")
    cited = {each.paragraph.paper for each in chosen}
    unused = _once(pair for pair in left_out if pair[0] not in cited)
    return AnswerDraft(text=DraftText(sentences=sentences, left_out=unused), short=short)


def _without_pointers(quote: str) -> str:
    """The sentence without numbers of references, pointers to floats in brackets, and marks of table notes."""
    text = _PLACEHOLDER.sub("", _NOTE_MARK.sub("", quote))
    text = _FLOATS.sub("", _NUMBERS.sub("", text))
    return re.sub(r"\s+([,.;:])", r"\1", text)


def _once(pairs: Iterable[tuple[str, str]]) -> tuple[tuple[str, str], ...]:
    return tuple(dict.fromkeys(pairs))


def _choose(ranked: Sequence[AnswerSentence], request: ComposeAnswerRequest) -> list[_Chosen]:
    """The sentences that are told: direct, complete, unlike each other, within the length."""
    told: list[_Chosen] = []
    left = request.words
    best = ranked[0].score
    named: set[str] = set()
    for sentence in ranked[:_LOOKED_AT]:
        if len(told) == _MOST_SENTENCES or (told and sentence.score < _WORTH * best):
            break
        if told and sentence.covered < LEAST_OF_SENTENCE:
            continue
        if any(_alike(sentence, other.sentence) for other in told):
            continue
        paragraph = request.paragraphs[sentence.rank]
        parts = tell(sentence, paragraph, named=paragraph.paper in named)
        length = 0 if parts is None else count_words("".join(part for part in parts if isinstance(part, str)))
        if parts is None or (length > left and told) or length > 2 * request.words:
            continue
        told.append(_Chosen(sentence=sentence, paragraph=paragraph, parts=parts))
        named.add(paragraph.paper)
        left -= length
    return told


def tell(sentence: AnswerSentence, paragraph: AnswerParagraph, *, named: bool) -> Parts | None:
    """Gives a source sentence as it is told of its paper, None where a reader would be lost.

    Args:
        sentence: Of the paragraph.
        paragraph: With what names its paper.
        named: Whether the answer has named the paper's authors before.
    """
    mark = HandleMark((sentence.item.handle,))
    quote = one_line(_without_pointers(sentence.item.passage.quote))
    if question_language(quote) not in ("", ENGLISH):
        # The rules for attribution are those of English; other sentences stay as they are, with their source.
        return at_end(quote, mark) if len(quote.split()) >= 4 else None
    text = clean_sentence(quote)
    if not is_usable(text) or len(_FORMULA.findall(text)) > 1 or speaks_of_people_in_general(text):
        return None
    statement = analyse(text)
    if statement.subject is Subject.BACKWARD or points_back(statement) or leans_backward(text):
        return None
    if named and statement.subject is not Subject.OTHER:
        return at_end(told_of_authors(text, known=False), mark)
    if not named:
        told = first_mention(statement, mark, plural=paragraph.plural)
        if told is not None:
            return told
    if statement.subject is Subject.OTHER and not statement.refers_back:
        return later_mention(statement, mark, plural=paragraph.plural)
    return at_end(told_of_authors(text, known=False), mark)


def _short_answer(
    request: ComposeAnswerRequest, content: QuestionContent, wanted: Wanted, chosen: list[_Chosen]
) -> tuple[str, list[_Chosen]]:
    """The answer in a word, "" where none is asked for or known, and the sentences with the one that holds it first."""
    if wanted is Wanted.NUMBER:
        for place, each in enumerate(chosen):
            number = number_in(request.question, each.sentence.item.passage.quote)
            if number:
                return number, [each, *chosen[:place], *chosen[place + 1 :]]
        return "", chosen
    if wanted is Wanted.POLARITY:
        return polarity(content, _by_paper(request.paragraphs)).value, chosen
    return "", chosen


def _by_paper(paragraphs: Sequence[AnswerParagraph]) -> list[list[str]]:
    """The sentences of the paragraphs in the order of the text, paper by paper."""
    by_paper: dict[str, list[AnswerParagraph]] = {}
    for paragraph in paragraphs:
        by_paper.setdefault(paragraph.paper, []).append(paragraph)
    return [
        [item.passage.quote for paragraph in sorted(mine, key=_place) for item in paragraph.evidence]
        for mine in by_paper.values()
    ]


def _place(paragraph: AnswerParagraph) -> tuple[int, ...]:
    if not paragraph.evidence:
        return ()
    return tuple(int(number) for number in re.findall(r"\d+", paragraph.evidence[0].passage.address))


def _written(chosen: Sequence[_Chosen], short: str) -> tuple[DraftSentence, ...]:
    sentences = []
    for place, each in enumerate(chosen):
        parts = each.parts
        if place == 0 and short:
            parts = _behind(short[:1].upper() + short[1:], parts)
        sentences.append(DraftSentence(parts=parts, opens_paragraph=place == 0))
    return tuple(sentences)


def _behind(word: str, parts: Parts) -> Parts:
    """The sentence behind the short answer and a colon."""
    first = parts[0]
    if not isinstance(first, str):
        return (f"{word}: ", *parts)
    lowered = first[:1].lower() + first[1:] if _LOWERED.match(first) else first
    return (f"{word}: {lowered}", *parts[1:])


def _alike(one: AnswerSentence, other: AnswerSentence) -> bool:
    small = min(len(one.stems), len(other.stems))
    return small == 0 or len(one.stems & other.stems) >= _ALIKE * small
