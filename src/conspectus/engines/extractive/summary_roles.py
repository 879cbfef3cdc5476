"""What a sentence of a paper does for a summary: problem, approach, result, implication; by cues and place.

The roles are those of the student's plan (methods 4.4a) told from the sentence itself: words that signal a lack or a
difficulty, verbs of proposing, outcomes with numbers, what follows. Where a paper's sections say where a sentence
stands, its place speaks too.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import Enum

from conspectus.domain.document import Document, Place, SectionKind
from conspectus.engines.extractive.sentence_roles import Role, heading_role
from conspectus.foundation.text.normalise import match_key


class Part(Enum):
    """The part of a paper that a sentence stands in."""

    ABSTRACT = "abstract"
    OPENING = "opening"
    MIDDLE = "middle"
    CLOSING = "closing"
    UNKNOWN = "unknown"


class Duty(Enum):
    """What a sentence of a summary is there for, in the order of telling."""

    PROBLEM = "problem"
    APPROACH = "approach"
    RESULT = "result"
    IMPLICATION = "implication"


@dataclass(frozen=True, slots=True, kw_only=True)
class Standing:
    """Where a sentence stands: its part, how far through that part in [0, 1], and the heading over it."""

    part: Part
    share: float
    heading: str = ""


def _cue(weight: float, *words: str) -> tuple[re.Pattern[str], float]:
    return re.compile(rf"\b(?:{'|'.join(words)})", re.IGNORECASE), weight


_MOST_OF_A_CUE = 2.5
_CUES: dict[Duty, tuple[tuple[re.Pattern[str], float], ...]] = {
    Duty.PROBLEM: (
        _cue(1.0, r"however\b", r"unfortunately\b", r"nevertheless\b", r"despite\b", r"yet\b"),
        _cue(1.0, r"challeng", r"problem", r"difficult", r"bottleneck", r"shortcoming", r"drawback", r"limitation",
             r"obstacle", r"gaps?\b", r"burden", r"threat"),
        _cue(1.0, r"lack", r"limited\b", r"scarc", r"insufficien", r"expensive\b", r"costly\b", r"suffer", r"fail",
             r"ignor", r"neglect", r"overlook", r"cannot\b", r"unable\b", r"hard to\b", r"rarely\b", r"poorly?\b",
             r"little is known", r"not (?:yet )?been\b", r"remains? (?:unclear|unknown|open|poorly|largely|to be)",
             r"under-?explored", r"under-?studied", r"inadequate", r"noisy\b", r"ambigu", r"spars", r"unclear\b",
             r"unknown\b", r"controversial\b", r"require\w* (?:large|much|a lot|many|extensive)"),
        _cue(0.7, r"(?:previous|existing|prior|most|current|traditional|conventional) (?:\w+ ){0,3}(?:work|methods?|"
             r"approach|stud|models?|systems?|datasets?|research|treatments?|therapies)"),
    ),
    Duty.APPROACH: (
        _cue(1.6, r"(?:we|the authors|this (?:paper|work|study|article)) (?:\w+ ){0,2}(?:propos|present|introduc|"
             r"describ|develop|investigat|explor|stud(?:y|ied)|address|design|buil[dt]|creat|construct|formulat|extend|"
             r"releas|tackl|examin|aim|assess|evaluat|compar|analy[sz]|test|conduct|perform|measur|sought|determin)"),
        _cue(0.8, r"in (?:this|the present|the current) (?:paper|work|study|article)"),
        _cue(0.7, r"our (?:\w+ ){0,2}(?:model|method|approach|framework|system|algorithm|architecture|dataset|corpus|"
             r"goal|aim|objective|study)"),
        _cue(0.6, r"novel\b", r"(?:is|are|was|were) (?:proposed|presented|introduced|developed|investigated)"),
        _cue(0.7, r"we (?:\w+ )?(?:us|employ|appl|adopt|leverag|train|combin|incorporat|utili)"),
        _cue(0.9, r"(?:aims?|objectives?|purpose|goal) of (?:this|the|our)"),
    ),
    Duty.RESULT: (
        _cue(0.8, r"outperform", r"surpass", r"state[- ]of[- ]the[- ]art", r"superior", r"gains?\b", r"improv",
             r"achiev", r"better than", r"reduc", r"increas", r"decreas", r"boost", r"effective", r"competitive",
             r"higher\b", r"lower\b"),
        _cue(1.5, r"(?:results?|experiments?|evaluations?|analys[ie]s|findings?|data) (?:\w+ ){0,5}(?:show|demonstrat|"
             r"indicat|suggest|reveal|confirm|verif)"),
        _cue(1.0, r"we (?:\w+ ){0,2}(?:show|find|found|demonstrat|observ|obtain|achiev|conclud|report|identif|detect)"),
        (re.compile(r"\d(?:\.\d+)?\s?(?:%|percent|points?\b|BLEU|F1|times\b|-fold|x\b)|\bp\s*[<=]\s*0?\.\d",
                    re.I), 0.8),
        _cue(0.5, r"significan", r"associat", r"correlat"),
    ),
    Duty.IMPLICATION: (
        _cue(1.0, r"suggest", r"impl(?:y|ies|ication)", r"future (?:work|research|studies)",
             r"can (?:be used|help|serve)", r"potential", r"may (?:help|be|provide)", r"benefi", r"useful\b",
             r"in conclusion", r"we conclude",
             r"applicab", r"generali[sz]", r"opens? up", r"should\b", r"provides? (?:a|an|new|the first|evidence)",
             r"highlight", r"importan"),
    ),
}  # fmt: skip
_AGAINST: tuple[tuple[re.Pattern[str], float], ...] = (
    (re.compile(r"\b(?:is|are) organi[sz]ed as follows|the (?:rest|remainder) of (?:this|the) (?:paper|"
                r"article)"), 3.0),
    (re.compile(r"\bin (?:the next |the following )?sections? (?:\d|[IVX]+\b)|\bsections? \d+ (?:describ|present|"
                r"discuss|review|introduc|show|report)", re.I), 3.0),
    (re.compile(r"^(?:figure|fig|table|algorithm|equation|see|for example|for instance|e\.g)\b", re.I), 2.0),
    (re.compile(r"\b(?:figure|table|fig\.?|eq\.?|equation|appendix) (?:\d|[A-Z]\b)", re.I), 1.0),
    (re.compile(r"\bthanks?\b|\bgrants?\b|supported by|github|https?:|footnote|"
                r"ethic\w* (?:committee|approval)", re.I), 2.0),
    (re.compile(r"\?\s*$"), 1.0),
)  # fmt: skip
_CITED = re.compile(r"\([^()]*\b(?:19|20)\d\d[a-z]?\s*\)|\bet al\b|\[\d+")
_LONG, _VERY_LONG, _SHORT = 40, 55, 8
_HEADED = {
    Role.BACKGROUND: Duty.PROBLEM,
    Role.AIM: Duty.APPROACH,
    Role.METHOD: Duty.APPROACH,
    Role.RESULT: Duty.RESULT,
    Role.CONCLUSION: Duty.IMPLICATION,
}
_HEADED_WEIGHT = 1.6


def cue_scores(sentence: str) -> dict[Duty, float]:
    """Gives how strongly the words of a source sentence signal each duty, each in [0, 2.5]."""
    return {
        duty: min(_MOST_OF_A_CUE, sum(weight for pattern, weight in cues if pattern.search(sentence)))
        for duty, cues in _CUES.items()
    }


_OF_THE_PAPER = re.compile(
    r"\b(?:we|this (?:paper|work|study|article)|our (?:work|paper|study|method|approach|model|goal|aim))\b",
    re.IGNORECASE,
)
_DOES = re.compile(
    r"\b(?:we|this (?:paper|work|study|article)|our (?:work|paper|study)) (?:\w+ ){0,2}(?:propos|introduc|present|"
    r"develop|show|demonstrat|stud|describ|investigat|provid|design|explor|prove|analy|address|consider|derive|find|found|examin|"
    r"establish|argue|compar|evaluat|report)",
    re.IGNORECASE,
)
_BRINGS = re.compile(
    r"\b(?:we|this (?:paper|work|study|article)) (?:\w+ ){0,2}(?:propos|introduc|present|develop|design|describ)",
    re.IGNORECASE,
)
_ENOUGH_WORDS = 12


def gist_score(quote: str, share: float, words: int) -> float:
    """Gives how well a source sentence alone says what its paper is about: what the paper does, early and briefly.

    Args:
        quote: The source sentence.
        share: How far through its part it stands, in [0, 1].
        words: Its length.
    """
    said = bool(_OF_THE_PAPER.search(quote)) + bool(_DOES.search(quote)) + 0.5 * bool(_BRINGS.search(quote))
    return said - 2.0 * share - 0.02 * max(0, words - _ENOUGH_WORDS)


def drawbacks(sentence: str) -> float:
    """Gives what speaks against a sentence whatever its duty: pointers, thanks, questions, length, others' work."""
    total = sum(weight for pattern, weight in _AGAINST if pattern.search(sentence))
    total += 0.5 * min(3, len(_CITED.findall(sentence)))
    length = len(sentence.split())
    total += 2.0 * (length < _SHORT) + 0.7 * (length > _LONG) + 1.0 * (length > _VERY_LONG)
    letters = sum(char.isalpha() for char in sentence)
    return total + 2.0 * (letters < 0.6 * len(sentence.replace(" ", "")))


def place_scores(standing: Standing) -> dict[Duty, float]:
    """Gives how well the place of a sentence suits each duty, about -0.8 to 1.6; zeros where it is unknown."""
    share = standing.share
    headed = _HEADED.get(role) if (role := heading_role(standing.heading)) is not None else None
    if standing.part is Part.ABSTRACT and headed is not None:
        return {duty: _HEADED_WEIGHT if duty is headed else -0.4 for duty in Duty}
    if standing.part is Part.ABSTRACT:
        values = (1.2 * (1 - share), 1.2 - abs(share - 0.4), 1.6 * share, 1.2 * share - 0.2)
    elif standing.part is Part.OPENING:
        values = (0.9 - max(0.0, share - 0.3), 0.9 if share > 0.4 else -0.1, 1.1 * (share - 0.3), 0.1)
    elif standing.part is Part.CLOSING:
        values = (-0.3, 1.5 - 1.5 * share, 0.9 - 0.6 * abs(share - 0.45), 0.4 + 0.6 * share)
    elif standing.part is Part.MIDDLE:
        values = (-0.8, -0.8, -0.6, -0.8)
    else:
        values = (0.4 * (1 - share), 0.3 - 0.3 * share, 0.3 * share, 0.3 * share)
    return dict(zip(Duty, values, strict=True))


_CLOSING = re.compile(r"\b(?:conclu\w+|summary|closing|final remarks|outlook)\b")
_NOT_TOLD = re.compile(
    r"\b(?:acknowledge?ments?|funding|references|bibliography|supplement\w*|appendi\w+|ethic\w*|competing interests?|"
    r"conflicts? of interest|author contributions?|data availability|availability|abbreviations|disclosures?|"
    r"supporting information|consent|footnotes|declarations?)\b"
)


def is_told(place: Place) -> bool:
    """Whether a sentence's section is part of what a paper says: no thanks, funding, appendices."""
    return not _NOT_TOLD.search(match_key(place.section.heading))


def standings(document: Document, places: list[Place]) -> list[Standing]:
    """Gives where each sentence stands.

    Introductions are openings, headed conclusions closings; where no section is a conclusion the discussion is. A
    text whose sections tell nothing has unknown parts, with the share of the whole text.
    """
    top = {place.address.split(".")[0]: document.sections[int(place.address.split(".")[0][1:]) - 1] for place in places}
    parts: dict[str, Part] = {}
    for address, section in top.items():
        key = match_key(section.heading)
        if section.kind is SectionKind.ABSTRACT:
            parts[address] = Part.ABSTRACT
        elif section.kind in (SectionKind.INTRODUCTION,):
            parts[address] = Part.OPENING
        elif _CLOSING.search(key):
            parts[address] = Part.CLOSING
        else:
            parts[address] = Part.MIDDLE
    if Part.CLOSING not in parts.values():
        for address, section in top.items():
            if parts[address] is Part.MIDDLE and section.kind is SectionKind.DISCUSSION:
                parts[address] = Part.CLOSING
    if not {Part.OPENING, Part.CLOSING, Part.ABSTRACT} & set(parts.values()):
        parts = dict.fromkeys(parts, Part.UNKNOWN)
    elif Part.OPENING not in parts.values():
        # Many journals leave the introduction without a heading.
        first = next((a for a, s in top.items() if parts[a] is Part.MIDDLE and not s.heading), None)
        if first is not None:
            parts[first] = Part.OPENING
    totals: dict[str, int] = {}
    for place in places:
        address = place.address.split(".")[0]
        totals[address] = totals.get(address, 0) + 1
    seen: dict[str, int] = {}
    found = []
    for index, place in enumerate(places):
        address = place.address.split(".")[0]
        here = seen.get(address, 0)
        seen[address] = here + 1
        if parts[address] is Part.UNKNOWN:
            share = index / max(1, len(places) - 1)
        else:
            share = here / max(1, totals[address] - 1)
        found.append(Standing(part=parts[address], share=share, heading=place.section.heading))
    return found
