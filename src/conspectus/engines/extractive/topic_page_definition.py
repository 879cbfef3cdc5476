"""What a topic is, in the words of papers about it: sentences whose subject is the topic and that say what kind."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from conspectus.domain.tasks import HandleMark
from conspectus.engines.extractive.attribution import Parts, at_end
from conspectus.engines.extractive.centrality import lexrank_scores
from conspectus.engines.extractive.cleaning import clean_sentence, is_usable
from conspectus.engines.extractive.lexicon import s_forms, word_list
from conspectus.engines.extractive.openers import strip_lead_ins
from conspectus.engines.extractive.sentence_roles import Role, heading_role
from conspectus.engines.extractive.statements import capital
from conspectus.engines.extractive.topic_page_kinds import is_plural, kinds_in_passing
from conspectus.engines.extractive.topic_page_names import TopicalPaper, TopicNames
from conspectus.engines.extractive.topic_page_wording import ONE_PATIENT
from conspectus.foundation.text.tokens import content_stems

MOST = 2
_ALIKE = 0.5
_LONGEST = 45
_ADVERB = r"(?:(?:generally|commonly|usually|typically|often|also|currently|now|clinically|broadly|traditionally)\s+)?"
# What says of what kind a thing is, from the surest wording down.
_KINDS = (
    (rf"(?:is|are)\s+{_ADVERB}defined\s+(?:as|by)\b|{_ADVERB}refers?\s+to\b|\bdenotes?\b", 1.0),
    (rf"(?:is|are)\s+{_ADVERB}recogni[sz]ed\s+(?:in\s+[^,;]{{3,30}}\s+)?as\s+(?:an?|the)\b", 0.85),
    (rf"(?:is|are)\s+{_ADVERB}(?:characteri[sz]ed|marked)\s+by\b", 0.9),
    (rf"(?:is|are)\s+{_ADVERB}(?:an?|any|the|one\s+of)\s+(?=[\w-]+)", 0.8),
    (
        rf"(?:is|are)\s+{_ADVERB}(?:caused|produced|composed|made up|classified|found|used|divided|derived|"
        r"synthesi[sz]ed|located|performed|considered|known\s+(?:as|for)|described|regarded|named|diagnosed|measured|estimated)\b",
        0.45,
    ),
    (r"(?:consists?\s+of|comprises?|includes?|involves?|describes?|encompass(?:es)?|represents?|constitutes?)\b", 0.6),
    (r"(?:occurs?|affects?|results?\s+from|arises?|belongs?\s+to|accounts?\s+for|causes?|plays?)\b", 0.35),
    (
        r"are\s+(?!not\b|more\b|less\b|at\b|in\b|to\b|under\b|on\b|often\b|likely\b|able\b)(?:\w+\s+){0,4}?"
        r"[a-z]{3,}s\b(?=\s+(?:that|which|of|in|with|and|for|used|found|from)\b)",
        0.55,
    ),
    (rf"(?:is|are|remains?)\s+{_ADVERB}(?:\w+\s+)?(?:common|prevalent|frequent|rare|widespread|widely)\b", 0.3),
)
# What is said of the topic in general, where no paper says of what kind it is.
_GENERAL = re.compile(r"(?:is|are|has|have|remains?|leads?|contributes?|requires?|provides?|allows?)\b")
_ONLY_OPINION = re.compile(
    r"\b(?:should|could|might|whether|recommended|controvers\w+|debated?|unclear|unknown|poorly|neglected|promising|safe|"
    r"analy[sz]ed|examined|investigated|explored|discussed|presented|compared|studied|assessed|evaluated|addressed|"
    r"effective|superior|inferior|better|worse|interest|not|no|however|believed|suggested|reported|shown|proposed|emerged|preferred)\b",
    re.IGNORECASE,
)
# A verdict of one study, not what the thing is.
_VERDICT = re.compile(
    r"\b(?:predictors?|risk factors?|effective|safe|feasible|reliable|valuable|viable|promising|appropriate|suitable|"
    r"superior|inferior|better|worse|higher|lower|preferred|method of choice|alternative|option|useful|beneficial|"
    r"helpful|adequate|acceptable|accurate|sensitive|specific marker|independent|significant|associated|correlat\w+|"
    r"contraindicat\w+|justified|recommended|should|could|may be (?:a|an)|might|whether|reduc\w+|improv\w+|"
    r"controvers\w+|debated?|unclear|unknown|poorly|challeng\w+|interest|growing|difficult|neglected|concern|"
    r"good|poor|simple|cause of (?:our|this)|predict\w*|problem)\b",
    re.IGNORECASE,
)
_OF_A_STUDY = re.compile(
    r"\b(?:we|our|us|this|these|here|study|studies|studied|patients in|participants|enrolled|cohort|sample|trial|"
    r"was|were|had|did|compared|versus|vs|P|CI|herein)\b|\d+\s?%|\b\d+\s+(?:patients|subjects|cases|women|men)\b"
)
_NO_PART = re.compile(r"^(?:not|no longer|never)\b")
_WITHOUT_TAIL = re.compile(
    r"(?P<said>.{30,}?),\s+(?:and|but|although|while|which|with|affecting|accounting|occurring|ranging|estimated)\s"
)
# Behind these words stands what is held to be so.
_HELD = re.compile(
    r"^(?:There is (?:\w+ )?(?:recognition|agreement|consensus)|It is (?:\w+ )?(?:known|recogni[sz]ed|accepted|"
    r"established|agreed)) that (?P<said>.+)$|^(?:In recent years|Increasingly|Globally|Worldwide), (?P<then>.+)$|"
    r"^[^:;]{10,}[:;] (?P<clause>[A-Z].{30,})$"
)
_PLACE = re.compile(
    r"\b(?:New Zealand|Austral|America|British|Britain|England|English|Scot|Canad|Chin(?:a|ese)\b|Japan|India|Africa|"
    r"Asian?\b|Europe|Jordan|Korea|Finnish|Finland|Swed|Norw|Danish|Denmark|German|French|France|Ital(?:y|ian)|Spain|Spanish|"
    r"Brazil|Turk|Iran|Hispanic)\w*"
)
_SETTING = re.compile(r"[Ii]n (?:this|our|the present)\b")


@dataclass(frozen=True, slots=True, kw_only=True)
class Definition:
    """A sentence that says what the topic is, with the paper that says it."""

    topical: TopicalPaper
    text: str
    parts: Parts
    worth: float


def define(papers: Sequence[TopicalPaper], names: TopicNames, *, most: int = MOST) -> list[Definition]:
    """Gives up to ``most`` sentences on what a topic is, the best first, of different papers; none if no paper says.

    Their subject is the topic by one of its names; they state no result and no population of a study. Among equal
    wordings the one that says most of what the others say (LexRank) comes first.
    """
    found = [each for topical in papers for each in _definitions(topical, names)]
    if not found:
        return []
    central = lexrank_scores([each.text for each in found])
    ranked = sorted(range(len(found)), key=lambda i: (-found[i].worth - 0.3 * float(central[i] / central.max()), i))
    chosen: list[Definition] = []
    for each in (found[i] for i in ranked):
        if len(chosen) < most and all(_differ(each, other) for other in chosen):
            if chosen and each.worth < 0.5:
                continue
            chosen.append(each)
    return chosen


def _definitions(topical: TopicalPaper, names: TopicNames) -> Iterator[Definition]:
    last = len(topical.paper.evidence) - 1
    for order, item in enumerate(topical.paper.evidence):
        if not names.mentioned_in(item.passage.quote):
            continue
        role = heading_role(item.heading)
        concludes = role is Role.CONCLUSION or (role is None and 0 < order == last)
        clean = clean_sentence(item.passage.quote)
        found = list(_said_in_passing(clean, names))
        if role not in (Role.RESULT, Role.METHOD) and not _OF_A_STUDY.match(clean) and not _SETTING.match(clean):
            background = role in (Role.BACKGROUND, Role.AIM) or (role is None and order == 0)
            stated = next(_stated(_held(strip_lead_ins(clean)[0]), names, background=background), None)
            found += [stated] if stated else []
        for written, sure in found:
            worth = sure - 0.35 * concludes + 0.15 * topical.in_title + 0.1 * (role is Role.BACKGROUND)
            worth -= 0.02 * max(0, len(written.split()) - 30)
            yield Definition(
                topical=topical, text=written, parts=at_end(written, HandleMark((item.handle,))), worth=worth
            )


def _said_in_passing(text: str, names: TopicNames) -> Iterator[tuple[str, float]]:
    for written, sure in kinds_in_passing(text, names.pattern):
        if not (_OF_A_STUDY.search(written) or _VERDICT.search(written) or _is_local(written)):
            yield written, sure


def _stated(text: str, names: TopicNames, *, background: bool) -> Iterator[tuple[str, float]]:
    """Yields what a sentence says the topic is, and how surely that is a definition, the surest first."""
    subject = re.match(
        rf"(?:(?:The|A|An)\s+(?:term\s+|word\s+|use of\s+)?['\"“‘]?)?(?P<name>{names.pattern})['\"”’]?(?!\w)"
        r"(?:\s*\([^()]{1,60}\))?"
        r"(?:,?\s+(?:or|also (?:known|called|termed|referred to)(?: as)?|commonly called|formerly)\s+[^,]{3,60},?)?\s*",
        text,
    )
    if not subject:
        return
    if not _is_general(text) and (whole := _WITHOUT_TAIL.match(text)):
        text = f"{whole['said']}."
    rest = text[subject.end() :]
    for pattern, sure in _KINDS:
        kind = re.match(pattern, rest)
        if kind and not _NO_PART.match(rest[kind.end() :].lstrip()) and _may_define(text):
            yield capital(text), sure
            return
    if not _is_general(text) or _ONLY_OPINION.search(text):
        return
    if background and _GENERAL.match(rest):
        yield capital(text), 0.1
    elif background and _in_present(rest, plural=is_plural(subject["name"])):
        yield capital(text), 0.05


def _held(text: str) -> str:
    held = _HELD.match(text)
    return capital(next(filter(None, held.groups()))) if held else text


def _in_present(rest: str, *, plural: bool) -> bool:
    """Whether a clause without its subject opens with a verb in the present."""
    verb = re.match(r"(?:\w+ly\s+)?([a-z]+)\b", rest)
    verbs = word_list("verbs")
    return verb is not None and (verb[1] in verbs if plural else verb[1] in s_forms(verbs))


def _may_define(text: str) -> bool:
    return _is_general(text) and not _VERDICT.search(text)


def _is_general(text: str) -> bool:
    usable = is_usable(text) and len(text.split()) <= _LONGEST
    return usable and not (_OF_A_STUDY.search(text) or ONE_PATIENT.search(text) or _is_local(text))


def _is_local(text: str) -> bool:
    """Whether a sentence holds for one place, as "the most common cancer in Jordan" does."""
    return bool(_PLACE.search(text)) or (
        re.search(r"\b(?:in|among) (?:the )?(?:[A-Z][a-z]+|US|USA|UK)\b(?!['’]|\s+(?:disease|syndrome)\b)", text)
        is not None
    )


def _differ(one: Definition, other: Definition) -> bool:
    mine, theirs = set(content_stems(one.text)), set(content_stems(other.text))
    return one.topical.paper.paper != other.topical.paper.paper and len(mine & theirs) <= _ALIKE * min(
        len(mine), len(theirs)
    )
