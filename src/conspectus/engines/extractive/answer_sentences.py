"""The sentences of paragraphs that may answer a question, judged by how directly they do."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from conspectus.domain.answer_tasks import AnswerParagraph
from conspectus.domain.tasks import EvidenceItem
from conspectus.engines.extractive.answer_kinds import Wanted, number_in
from conspectus.engines.extractive.question_content import QuestionContent, stems_of

_OWN, _AROUND, _RANK, _KIND, _FINDING = 1.0, 0.35, 0.30, 0.35, 0.15
_FOUND = re.compile(
    r"\b(?:we (?:find|found|show|showed|observe[ds]?|conclude[ds]?|demonstrate[ds]?|use[ds]?|propose[ds]?|present|"
    r"collect(?:ed)?|evaluate[ds]?)|results? (?:show|indicate|suggest|demonstrate)\w*|in conclusion|consists? of|"
    r"significant(?:ly)?|outperform\w*|is defined as|refers? to)\b",
    re.IGNORECASE,
)
_LEAST_OF_NAMED_PAPERS = 0.3
_RESULT, _AIM = 0.15, 0.3
_TELLS_RESULT = re.compile(
    r"\b(?:p\s*[<=>]\s*0?\.\d|significant\w*|we (?:found|find|observed?|show(?:ed)?|conclude)|in conclusion|results? "
    r"(?:show|indicate|suggest)\w*|reduc\w+|increas\w+|improv\w+|no (?:difference|effect|evidence)|associated with)\b",
    re.IGNORECASE,
)
_TELLS_AIM = re.compile(
    r"\b(?:aim(?:s|ed)?|objectives?|purpose|goal|hypothes\w+|predicted that|expect(?:ed)? that|we (?:examined?|"
    r"investigated?|stud(?:y|ied)|asked?|test(?:ed)? whether)|to (?:determine|assess|investigate|examine|evaluate)|"
    r"whether|would like|remains? (?:unclear|unknown))\b",
    re.IGNORECASE,
)
_POINTS = re.compile(r"\b(?:see|shown in|listed in|given in)\s+(?:fig|table|section|appendix)|^(?:fig|table)", re.I)
_BECAUSE = re.compile(
    r"\b(?:because|since|due to|owing to|reason|so that|in order to|therefore|caus\w+|lead\w* to)\b", re.I
)


@dataclass(frozen=True, slots=True, kw_only=True)
class AnswerSentence:
    """A sentence that may answer: its paragraph by rank, its place there, and how directly it answers.

    ``covered`` is the share of the question's content that it says itself, by weight.
    """

    rank: int
    place: int
    item: EvidenceItem
    score: float
    covered: float
    stems: frozenset[str]


def answer_sentences(
    content: QuestionContent, wanted: Wanted, paragraphs: Sequence[AnswerParagraph]
) -> list[AnswerSentence]:
    """Gives the sentences of the paragraphs, the most direct answer first; of equals the earlier one."""
    found: list[AnswerSentence] = []
    for rank, paragraph in enumerate(paragraphs):
        around = stems_of(f"{paragraph.title} {paragraph.heading}")
        stems = [stems_of(item.passage.quote) for item in paragraph.evidence]
        for place, item in enumerate(paragraph.evidence):
            near = around.union(*stems[max(0, place - 1) : place + 2])
            own = content.covered(stems[place])
            score = (
                _OWN * own
                + _AROUND * content.covered(near)
                + _RANK / (1 + rank)
                + _KIND * _kind_match(content.question, wanted, item.passage.quote)
                + (_FINDING if _FOUND.search(item.passage.quote) else 0.0)
                + _result_sign(wanted, item.passage.quote)
                - (_FINDING if _POINTS.search(item.passage.quote) else 0.0)
            )
            found.append(
                AnswerSentence(rank=rank, place=place, item=item, score=score, covered=own, stems=stems[place])
            )
    found.sort(key=lambda sentence: (-sentence.score, sentence.rank, sentence.place))
    return found


def holds_an_answer(
    content: QuestionContent, paragraphs: Sequence[AnswerParagraph], *, of_papers: bool = False
) -> bool:
    """Whether a paragraph, with its title and heading, speaks of enough of what the question asks about.

    It must hold half of the names of the question (words with a capital inside it, with a digit or in capitals),
    and the more of the other words, the fewer there are. Of papers that were named less is asked: there the subject
    goes without saying.
    """
    least = _LEAST_OF_NAMED_PAPERS if of_papers else content.least
    return any(
        content.covered(whole) >= least and (of_papers or 2 * len(content.names & whole) >= len(content.names))
        for whole in (_whole(paragraph) for paragraph in paragraphs)
    )


def _whole(paragraph: AnswerParagraph) -> frozenset[str]:
    quotes = " ".join(item.passage.quote for item in paragraph.evidence)
    return stems_of(f"{paragraph.title} {paragraph.heading} {quotes}")


def _result_sign(wanted: Wanted, sentence: str) -> float:
    """What a result adds, and an aim or an expectation takes away, where the question wants to know how things are."""
    if wanted is Wanted.SENTENCE:
        return 0.0
    sign = _RESULT if _TELLS_RESULT.search(sentence) else 0.0
    return sign - (_AIM if _TELLS_AIM.search(sentence) else 0.0)


def _kind_match(question: str, wanted: Wanted, sentence: str) -> float:
    if wanted is Wanted.NUMBER:
        if number_in(question, sentence):
            return 1.0
        return 0.4 if re.search(r"\d", sentence) else 0.0
    lowered = question.lower()
    if lowered.startswith("why") or "reason" in lowered:
        return 1.0 if _BECAUSE.search(sentence) else 0.0
    defined = re.match(r"what (?:is|are) (?:an? |the )?([\w -]{2,50})\?*$", lowered.strip())
    if defined is not None:
        name = re.escape(defined.group(1).strip())
        return (
            2.0 if re.search(rf"\b{name}\b(?:\s*\([^)]*\))?\s+(?:is|are|refers?|consists?)\b", sentence, re.I) else 0.0
        )
    return 0.0
