"""What a sentence does in its abstract: state a problem, a contribution, a way of working, a result."""

from __future__ import annotations

import re
from collections.abc import Sequence
from enum import Enum

from conspectus.engines.extractive.statements import Statement, Subject
from conspectus.foundation.text.normalise import match_key


class Role(Enum):
    """The discourse role of a sentence."""

    BACKGROUND = "background"
    AIM = "aim"
    CONTRIBUTION = "contribution"
    METHOD = "method"
    RESULT = "result"
    CONCLUSION = "conclusion"
    OWN = "own"  # said of the paper's own work, without a cue to what it does
    UNKNOWN = "unknown"


_CONTRIBUTION = re.compile(
    r"\b(?:propos|present|introduc|develop|describ|design|devis|formulat|construct|build|built|creat|offer|outlin|"
    r"extend|adapt|implement|establish|provid|release|collect|compil|survey|review|defin|deriv)\w*\b",
    re.IGNORECASE,
)
_AIM = re.compile(
    r"\b(?:aim|investigat|examin|explor|stud(?:y|ies|ied)\b|address|assess|evaluat|compar|consider|tackl|analy[sz]|"
    r"seek|"
    r"sought|test(?:s|ed)?\b|determin|focus)\w*",
    re.IGNORECASE,
)
_RESULT = re.compile(
    r"\b(?:outperform|achiev|improv|surpass|exceed|obtain|yield|result(?:s|ed)? (?:show|indicat|demonstrat|suggest|in)|"
    r"demonstrat|show(?:s|ed|n)?\b|found\b|find that|observ|reveal|significant(?:ly)?\b|reduc(?:ed|es|tion)|"
    r"increas(?:ed|es)|"
    r"state.of.the.art|accuracy|confidence interval|\bCI\b|p\s*[<=]\s*0?\.\d)",
    re.IGNORECASE,
)
_BACKGROUND = re.compile(
    r"\b(?:has been (?:widely|extensively|a)|have been (?:widely|extensively|proposed|used)|in recent years|"
    r"recent(?:ly)?\b|"
    r"is (?:a|an) (?:\w+ ){0,3}(?:task|problem|challenge|issue|topic|area|field)\b|(?:is|are|remains?) (?:widely|"
    r"commonly|often|"
    r"usually|still|not well|poorly|largely|unclear|unknown|challenging|difficult)|traditional(?:ly)?|existing|"
    r"previous(?:ly)?|"
    r"most (?:existing|current|previous)|little is known|growing|increasing(?:ly)? (?:important|popular|number))",
    re.IGNORECASE,
)
# What was done in a study, said without its authors; and the story of a case.
_DONE = re.compile(
    r"\b(?:was|were)\s+(?:\w+ly\s+|then\s+|also\s+)?(?:used|performed|conducted|included|collected|measured|recorded|"
    r"enrolled|"
    r"analy[sz]ed|administered|obtained|reviewed|classified|grouped|cultured|implemented|assessed|randomi[sz]ed|"
    r"divided|"
    r"assigned|searched|screened|treated|recruited|selected|applied|carried out|evaluated|examined|interviewed|"
    r"extracted|"
    r"presented|admitted|diagnosed|followed)\b|\bsearch (?:strategy|identified|yielded)|^an? \d+[- ]year[- ]old|"
    r"\bpresented (?:to|with|at)\b|^(?:a total of )?\w+ (?:patients|participants|subjects|articles|studies) (?:were|"
    r"had|met)\b",
    re.IGNORECASE,
)
_CONCLUDES = re.compile(
    r"\b(?:conclusion|conclude|suggest|should|may (?:be|have|help)|is (?:a|an) (?:\w+ ){0,2}(?:effective|promising|"
    r"useful|safe|"
    r"feasible|important)|appears? to|need for)\b",
    re.IGNORECASE,
)
_BY_HEADING = {
    Role.BACKGROUND: ("background", "introduction", "context", "rationale", "importance", "motivation"),
    Role.AIM: ("objective", "objectives", "aim", "aims", "purpose", "hypothesis"),
    Role.METHOD: (
        "method",
        "methods",
        "design",
        "setting",
        "participants",
        "patients",
        "intervention",
        "measurements",
        "materials",
        "data",
        "procedure",
    ),
    Role.RESULT: ("result", "results", "findings", "outcome", "outcomes"),
    Role.CONCLUSION: ("conclusion", "conclusions", "interpretation", "discussion", "significance", "implications"),
}


def roles(statements: Sequence[Statement], texts: Sequence[str], headings: Sequence[str]) -> list[Role]:
    """Gives the role of each sentence of one abstract.

    A sentence with a third subject counts as the paper's own claim only after the paper has begun to speak of
    its work, or under a heading of results or conclusions; before that it is background.

    Args:
        statements: The analysed sentences in order.
        texts: The cleaned sentences.
        headings: The heading over each sentence, "" if none.
    """
    speaks = [s.subject in (Subject.AUTHORS, Subject.THEIRS) or s.of_this_paper for s in statements]
    first_own = speaks.index(True) if any(speaks) else None
    return [
        _role(statement, text, heading_role(heading), index, first_own)
        for index, (statement, text, heading) in enumerate(zip(statements, texts, headings, strict=True))
    ]


def heading_role(heading: str) -> Role | None:
    """Gives the role that a heading of a structured abstract names, or None."""
    for word in match_key(heading).split():
        for role, names in _BY_HEADING.items():
            if word in names:
                return role
    return None


def _role(statement: Statement, text: str, named: Role | None, index: int, first_own: int | None) -> Role:
    own = statement.subject in (Subject.AUTHORS, Subject.THEIRS) or statement.of_this_paper
    opening = text[: len(text) // 2 + 20]
    if own:
        if statement.subject is not Subject.THEIRS and _CONTRIBUTION.search(opening) and named is not Role.RESULT:
            return Role.CONTRIBUTION
        if named in (Role.RESULT, Role.CONCLUSION, Role.METHOD):
            return named
        if _RESULT.search(opening):
            return Role.RESULT
        return Role.AIM if _AIM.search(opening) or named is Role.AIM else Role.OWN
    if named is not None:
        return named
    if _DONE.search(text):
        return Role.METHOD
    if first_own is None:
        if index == 0:
            return Role.BACKGROUND if _BACKGROUND.search(text) else Role.UNKNOWN
        if _RESULT.search(text):
            return Role.RESULT
        return Role.CONCLUSION if _CONCLUDES.search(text) else Role.UNKNOWN
    if index < first_own:
        return Role.BACKGROUND
    return Role.RESULT if _RESULT.search(text) else Role.OWN
