"""The sentences of a topic's papers that could be findings: worded for a page, judged one by one."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from enum import IntEnum

from conspectus.domain.tasks import HandleMark, ReferenceAbstract, TopicPaper
from conspectus.engines.extractive.antecedents import definite_things, points_back
from conspectus.engines.extractive.attribution import Parts, at_end
from conspectus.engines.extractive.candidates import Candidate, candidates
from conspectus.engines.extractive.cleaning import is_usable
from conspectus.engines.extractive.openers import strip_lead_ins
from conspectus.engines.extractive.sentence_roles import Role
from conspectus.engines.extractive.statements import Subject, capital
from conspectus.engines.extractive.subjects import analyse
from conspectus.engines.extractive.topic_page_names import TopicalPaper
from conspectus.engines.extractive.topic_page_wording import (
    ALSO,
    COUNTS,
    EMPTY,
    FRAME,
    FUTURE,
    ONE_PATIENT,
    P_VALUES,
    SAYS,
    UNMET,
)
from conspectus.foundation.text.tokens import content_stems

_ROLES = {
    Role.CONCLUSION: 1.0,
    Role.RESULT: 0.7,
    Role.OWN: 0.35,
    Role.UNKNOWN: 0.3,
}
_MANY_DIGITS = 6
_LONG = 38  # words
_SHORT = 9
_LONGEST = 60
_OPENING = 8  # words
_BRACKETED = re.compile(r"\([^()]*\)|\[[^\[\]]*\]")
BEARABLE = 1.2  # what a finding loses that serves only where a page would be too short without it
MENTIONED = 0.45  # a finding that names the topic itself
TITLE_SHARE = 0.25
"""The share of a title's content from which a sentence says what the title says."""
IN_TITLE = 0.35  # of a paper whose title names it
AT_ONCE = 0.3  # that names it among its first words, where the subject stands
IN_BRACKETS = 0.3  # and less if it names it only in brackets, or not at all
IN_TEXT = 0.1  # for each time that its other sentences name it, up to three


class Nearness(IntEnum):
    """How near a finding is to the topic, the nearest highest."""

    OF_PAPER = 0
    """Its paper is about the topic, and that is all."""
    IN_KEYWORDS = 1
    """It says what the title of its paper says, which has the topic only among its headings."""
    IN_TEXT = 2
    """It says what the title of its paper says, and other sentences of the abstract name the topic."""
    IN_TITLE = 3
    """The title of its paper names the topic."""
    TITLE_SAID = 4
    """The title of its paper names the topic, and it says what the title says."""
    NAMED = 5
    """It names the topic itself."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """A sentence that a page may say: its words with the citation behind, and how well it serves.

    ``handles`` are all that it cites, ``stems`` the content of its words, ``worth`` about 0 to 2.5, ``text`` the words
    without citations, ``nearness`` how sure it is that it is about the topic.
    """

    topical: TopicalPaper
    parts: Parts
    text: str
    role: Role
    stems: frozenset[str]
    worth: float
    nearness: Nearness

    @property
    def handles(self) -> tuple[str, ...]:
        """The handles cited."""
        return tuple(h for part in self.parts if isinstance(part, HandleMark) for h in part.handles)


def findings_of(topical: TopicalPaper) -> list[Finding]:
    """Gives the findings that a paper's sentences state, each complete by itself, the best first."""
    found = [finding for candidate in sentences_of(topical) if (finding := _finding(topical, candidate))]
    return sorted(found, key=lambda finding: -finding.worth)


def sentences_of(topical: TopicalPaper) -> list[Candidate]:
    """Gives the sentences of a paper as candidates, in the forms in which a review would use them."""
    return candidates([as_reference(topical.paper)])[0]


def as_reference(paper: TopicPaper) -> ReferenceAbstract:
    """Gives a paper as the review tasks see it."""
    return ReferenceAbstract(
        paper=paper.paper,
        title=paper.title,
        label=paper.label,
        plural=paper.plural,
        year=paper.year,
        evidence=paper.evidence,
    )


def worded(topical: TopicalPaper, candidate: Candidate) -> Iterator[tuple[str, Parts]]:
    """Yields a sentence (words, words with citation) as a page can say it: without its frame, else attributed.

    Nothing is yielded for a sentence that leans on another one or tells what was done.
    """
    mark = HandleMark((candidate.item.handle,))
    bare = strip_lead_ins(P_VALUES.sub("", candidate.text))[0]
    framed = FRAME.match(bare)
    statement = analyse(capital(framed["rest"])) if framed else candidate.statement
    if statement.subject is Subject.OTHER and not statement.refers_back and (framed or not statement.setting):
        text = ALSO.sub(" ", P_VALUES.sub("", capital(statement.plural.strip())))
        text = re.sub(r"^(In|On|By) the (?=(?:multi|uni)vari\w+ analys[ei]s)", r"\1 ", text)
        if not (points_back(statement) or definite_things(statement)) and is_usable(text):
            yield text, at_end(text, mark)
    if framed or candidate.opening is None or not topical.paper.label or candidate.points_back or candidate.presumes:
        return
    verb = candidate.statement.plural
    if candidate.names_authors and (candidate.statement.setting or SAYS.match(verb)):
        parts = tuple(P_VALUES.sub("", part) if isinstance(part, str) else part for part in candidate.opening)
        yield "".join(part for part in parts if isinstance(part, str)), parts


def stands_alone(text: str) -> bool:
    """Whether a finding needs nothing of the study it comes from to be understood, and is more than a count."""
    if len(text.split()) > _LONGEST or (" and that " in text and text.count(" that ") == 1):
        return False
    return not any(pattern.search(text) for pattern in (UNMET, COUNTS, EMPTY, ONE_PATIENT))


def _finding(topical: TopicalPaper, candidate: Candidate) -> Finding | None:
    role = _role(candidate)
    if role not in _ROLES or candidate.needs_predecessor or FUTURE.search(candidate.text):
        return None
    last = candidate.order >= len(topical.paper.evidence) - 2
    told = role in (Role.RESULT, Role.CONCLUSION)
    if not told and (not last or candidate.item.heading):
        return None
    for text, parts in worded(topical, candidate):
        if not stands_alone(text):
            continue
        nearness = _nearness(topical, candidate, text)
        worth = _worth(topical, candidate, role, text)
        return Finding(
            topical=topical,
            parts=parts,
            text=text,
            role=role,
            stems=frozenset(content_stems(text)),
            worth=worth if told and nearness > Nearness.OF_PAPER else worth - BEARABLE,
            nearness=nearness,
        )
    return None


def _nearness(topical: TopicalPaper, candidate: Candidate, text: str) -> Nearness:
    if topical.names.mentioned_in(text):
        return Nearness.NAMED
    says_title = candidate.title_share >= TITLE_SHARE
    if topical.in_title:
        return Nearness.TITLE_SAID if says_title else Nearness.IN_TITLE
    if says_title:
        return Nearness.IN_TEXT if topical.in_text else Nearness.IN_KEYWORDS
    return Nearness.OF_PAPER


def _role(candidate: Candidate) -> Role:
    """What stands under "Measurements and main results" is a result, unless it says what was done."""
    if candidate.role is Role.METHOD and re.search(r"result|finding", candidate.item.heading, re.IGNORECASE):
        return Role.RESULT
    return candidate.role


def _worth(topical: TopicalPaper, candidate: Candidate, role: Role, text: str) -> float:
    words, digits = len(text.split()), sum(char.isdigit() for char in text)
    worth = _ROLES[role] + 0.5 * candidate.title_share
    worth += MENTIONED * topical.names.mentioned_in(text) + IN_TITLE * topical.in_title
    worth += IN_TEXT * min(3, sum(topical.names.count_in(item.passage.quote) for item in topical.paper.evidence))
    worth += AT_ONCE * topical.names.mentioned_in(" ".join(text.split()[:_OPENING]))
    worth -= IN_BRACKETS * (not topical.names.mentioned_in(_BRACKETED.sub(" ", text)))
    worth += 0.1 * (candidate.order >= len(topical.paper.evidence) - 2)
    worth -= 0.02 * max(0, words - _LONG) + 0.05 * max(0, _SHORT - words)
    worth -= 0.06 * max(0, digits - _MANY_DIGITS)
    return worth - 0.15 * candidate.names_authors * (candidate.text != text)
