"""The open question that a recent paper on a topic names itself."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from conspectus.engines.extractive.attribution import Parts
from conspectus.engines.extractive.sentence_roles import Role
from conspectus.engines.extractive.topic_page_names import TopicalPaper
from conspectus.engines.extractive.topic_page_sentences import sentences_of, stands_alone, worded
from conspectus.engines.extractive.topic_page_wording import FUTURE
from conspectus.foundation.text.tokens import content_stems

RECENT = 10  # years before the end of the search
_OPEN = re.compile(r"\bremains?\b|\b(?:is|are) (?:still|yet)\b", re.IGNORECASE)
# Words of any call for research; what is left says what is open.
_GENERIC = frozenset(
    content_stems(
        "further future additional more larger studies study research work trials trial investigation investigations "
        "needed required warranted necessary confirm determine evaluate clarify establish assess results findings "
        "remain remains unclear unknown randomized randomised controlled prospective large scale multicenter well "
        "designed evidence data explore elucidate validate verify support these this future recommended clinical long "
        "term efforts important understand better examine investigate investigated explored focus"
    )
)
_LEAST_CONTENT = 4


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenQuestion:
    """A sentence that says what is still to be found out, with the paper that says so."""

    topical: TopicalPaper
    parts: Parts
    worth: float


def open_question(papers: Sequence[TopicalPaper], *, end_year: int) -> OpenQuestion | None:
    """Gives the most telling open question of the recent papers, None if none names one.

    Recent are the papers of the last ten years before ``end_year``; where there is none, the newer half. A call for
    more research counts only if it says into what, and what a paper calls unknown only where it concludes: before
    that, it is what the paper itself went to find out.
    """
    found = [question for topical in _recent(papers, end_year) for question in _questions(topical, end_year)]
    return max(found, key=lambda question: question.worth, default=None)


def _recent(papers: Sequence[TopicalPaper], end_year: int) -> list[TopicalPaper]:
    dated = [topical for topical in papers if topical.paper.year is not None]
    recent = [topical for topical in dated if (topical.paper.year or 0) >= end_year - RECENT]
    if recent:
        return recent
    years = sorted(topical.paper.year or 0 for topical in dated)
    return [topical for topical in dated if (topical.paper.year or 0) >= years[len(years) // 2]]


def _questions(topical: TopicalPaper, end_year: int) -> list[OpenQuestion]:
    found = []
    for candidate in sentences_of(topical):
        call = FUTURE.search(candidate.text)
        last = candidate.order >= len(topical.paper.evidence) - 1
        if not call or candidate.needs_predecessor or candidate.role in (Role.BACKGROUND, Role.AIM, Role.METHOD):
            continue
        if _OPEN.search(call.group()) and not (last or candidate.role is Role.CONCLUSION):
            continue
        for text, parts in worded(topical, candidate):
            content = set(content_stems(text)) - _GENERIC
            if len(content) < _LEAST_CONTENT or not stands_alone(text):
                continue
            named = topical.names.mentioned_in(text)
            if not (named or topical.in_title or candidate.title_share >= 0.25):
                continue
            worth = 0.6 * named + 0.3 * topical.in_title + 0.5 * candidate.title_share + 0.05 * min(10, len(content))
            worth -= 0.04 * (end_year - (topical.paper.year or 0)) + 0.02 * max(0, len(text.split()) - 35)
            found.append(OpenQuestion(topical=topical, parts=parts, worth=worth))
            break
    return found
