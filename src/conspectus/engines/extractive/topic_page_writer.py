"""Writes a topic page offline: what the topic is, what was found, and what is open, in the papers' own sentences."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

from conspectus.domain.tasks import DraftSentence, DraftText, TopicPageDraft, WriteTopicPageRequest
from conspectus.engines.extractive.attribution import Parts
from conspectus.engines.extractive.topic_page_abbreviations import Abbreviations
from conspectus.engines.extractive.topic_page_definition import define
from conspectus.engines.extractive.topic_page_disagreement import disagreements, opposed
from conspectus.engines.extractive.topic_page_names import TopicalPaper, topic_names
from conspectus.engines.extractive.topic_page_questions import open_question
from conspectus.engines.extractive.topic_page_sentences import Finding, Nearness, findings_of
from conspectus.foundation.text.counting import counted
from conspectus.foundation.text.tokens import content_stems

UNCLUSTERED = 100  # papers that are in no cluster, the most relevant, that a page is also written from
ANY = -9.0
GOOD = 1.1  # worth from which a finding is written although the page has enough
NEW = 0.8  # how much likeness to what is said lessens the worth of a finding
REPEATED = 0.6  # share of the content from which two findings say the same
CENTRAL = 0.3  # what the centre of a cluster is worth more; further members less
UNEXPLAINED = 1.6  # what an abbreviation that no paper explains costs

OFF_TOPIC = "neither title, abstract nor keywords name the topic"
NO_FINDING = "no sentence shown states a finding that is complete by itself"
NO_ROOM = "the page has enough sentences"


def write_topic_page(request: WriteTopicPageRequest) -> TopicPageDraft:
    """Gives the three sections of a page about a topic; a section that no paper has a sentence for is empty."""
    whole = {paper.paper: paper for paper in request.whole}
    shown = [[whole.get(paper.paper, paper) for paper in group] for group in request.groups]
    in_groups = {paper.paper for group in shown for paper in group}
    others = [paper for paper in request.whole if paper.paper not in in_groups]
    every = [*(paper for group in shown for paper in group), *others]
    names = topic_names(request.names, every)
    groups = [[TopicalPaper(paper, names) for paper in group] for group in shown]
    further = [topical for paper in others if (topical := TopicalPaper(paper, names)).on_topic]
    on_topic = [topical for group in groups for topical in group if topical.on_topic]
    abbreviations = Abbreviations(every)
    defined = define([*on_topic, *further], names)
    said = {handle for each in defined for part in each.parts if not isinstance(part, str) for handle in part.handles}
    question = open_question(on_topic, end_year=request.end_year)
    entity = frozenset(stem for name in request.names for stem in content_stems(name))
    complete = [topical for topical in further if topical.paper.truncated_after is None]
    if request.clustered:
        # What is in no cluster comes last, and so is the more of the page the fewer clusters there are.
        groups = [*groups, complete[:UNCLUSTERED]]
    else:
        # Without clusters there is nothing that a sample stands for: every paper found is as good.
        groups = [[topical for group in (*groups, complete) for topical in group]]
    pool = _pool(groups, abbreviations, frozenset(said), entity)
    chosen = _choose(pool, request.sentences)
    definition = tuple(
        DraftSentence(parts=abbreviations.spelled_out(each.parts, each.topical.paper)) for each in defined
    )
    main = tuple(DraftSentence(parts=parts) for parts in _written(chosen, pool, abbreviations))
    future = (
        (DraftSentence(parts=abbreviations.spelled_out(question.parts, question.topical.paper)),) if question else ()
    )
    return TopicPageDraft(
        definition=DraftText(sentences=definition),
        main=DraftText(sentences=main, left_out=_left_out(groups, pool, main), warnings=_far(chosen)),
        future=DraftText(sentences=future),
        definition_status="found" if definition else "not_found",
        future_status="found" if future else "not_found",
    )


@dataclass(slots=True)
class _Pool:
    """The findings of each group, and those of them that stand against each other."""

    groups: list[list[Finding]]
    against: dict[int, Finding] = field(default_factory=dict)


def _pool(
    groups: Sequence[Sequence[TopicalPaper]], abbreviations: Abbreviations, said: frozenset[str], entity: frozenset[str]
) -> _Pool:
    """The findings by group, without what is ``said`` already; the words of the ``entity`` make none alike."""
    pool = _Pool(groups=[])
    for group in groups:
        found: list[tuple[float, Finding]] = []
        for place, topical in enumerate(group):
            if not topical.on_topic:
                continue
            for finding in findings_of(topical):
                if said.isdisjoint(finding.handles):
                    worth = finding.worth + (CENTRAL if place == 0 else CENTRAL / (2 + place))
                    worth -= UNEXPLAINED * len(abbreviations.unexplained(finding.text, topical.paper))
                    found.append((worth, finding))
        found.sort(key=lambda item: -item[0])
        pool.groups.append([replace(finding, worth=worth, stems=finding.stems - entity) for worth, finding in found])
    for yes, no in disagreements([finding for group in pool.groups for finding in group]):
        if id(yes) not in pool.against and id(no) not in map(id, pool.against.values()):
            pool.against[id(yes)] = no
    return pool


def _choose(pool: _Pool, bounds: tuple[int, int]) -> list[tuple[int, Finding]]:
    """Findings with the group of each: in turns, the biggest group first, each time what is worth most and is new.

    Beyond the least number only good ones are taken that are near to the topic. For the least number, nearer ones go
    before others, and a second one of a paper before one that is less near. A page is rather too short than filled
    with what is only of a paper about its topic: such findings are taken only where there is no other at all.
    """
    least, most = bounds
    chosen: list[tuple[int, Finding]] = []
    for nearness, once, bar, wanted in _turns(least, most):
        if nearness is Nearness.OF_PAPER and chosen:
            break
        going = True
        while going and len(chosen) < wanted:
            going = False
            for index in range(len(pool.groups)):
                best = _best(pool, index, chosen, once=once, nearness=nearness)
                if best is not None and best[0] >= bar and len(chosen) < wanted:
                    chosen.append((index, best[1]))
                    going = True
    return chosen


def _turns(least: int, most: int) -> Iterator[tuple[Nearness, bool, float, int]]:
    """Yields what is taken in turn: how near at least, whether once of a paper, from which worth, up to how many."""
    yield Nearness.TITLE_SAID, True, GOOD, most
    for once in (True, False):
        for nearness in (Nearness.TITLE_SAID, Nearness.IN_TITLE):
            yield nearness, once, ANY, least
    for nearness in (Nearness.IN_TEXT, Nearness.IN_KEYWORDS, Nearness.OF_PAPER):
        for once in (True, False):
            yield nearness, once, ANY, least


def _best(
    pool: _Pool, index: int, chosen: Sequence[tuple[int, Finding]], *, once: bool, nearness: Nearness
) -> tuple[float, Finding] | None:
    found: tuple[float, Finding] | None = None
    taken = [finding for _, finding in chosen]
    taken += [pool.against[id(finding)] for finding in taken if id(finding) in pool.against]
    papers = {finding.topical.paper.paper for finding in taken}
    handles = {handle for finding in taken for handle in finding.handles}
    for finding in pool.groups[index]:
        other = pool.against.get(id(finding))
        if (
            finding.nearness < nearness
            or not handles.isdisjoint(finding.handles)
            or (once and finding.topical.paper.paper in papers)
        ):
            continue
        if other is not None and other.topical.paper.paper in papers:
            continue
        likeness = max((_likeness(finding, said) for said in taken), default=0.0)
        if likeness > REPEATED:
            continue
        # What sources disagree on is worth a reader's attention.
        worth = finding.worth - NEW * likeness + (CENTRAL if other is not None else 0.0)
        if found is None or worth > found[0]:
            found = (worth, finding)
    return found


def _likeness(one: Finding, other: Finding) -> float:
    shorter = min(len(one.stems), len(other.stems))
    return len(one.stems & other.stems) / shorter if shorter else 0.0


def _written(chosen: Sequence[tuple[int, Finding]], pool: _Pool, abbreviations: Abbreviations) -> list[Parts]:
    """The chosen findings, the groups in their order, within a group the newest first."""
    ordered = sorted(chosen, key=lambda item: (item[0], -(item[1].topical.paper.year or 0)))
    written = []
    for _, finding in ordered:
        parts = abbreviations.spelled_out(finding.parts, finding.topical.paper)
        other = pool.against.get(id(finding))
        if other is not None:
            theirs = abbreviations.spelled_out(other.parts, other.topical.paper)
            parts = opposed(parts, theirs)
        written.append(parts)
    return written


def _far(chosen: Sequence[tuple[int, Finding]]) -> tuple[str, ...]:
    """Tells of findings whose paper has the topic only among its headings."""
    far = sum(finding.nearness <= Nearness.IN_KEYWORDS and not finding.topical.in_text for _, finding in chosen)
    if not far:
        return ()
    told = counted(far, "sentence is", "sentences are")
    return (f"{told} of papers that name the topic only in their headings or keywords.",)


def _left_out(
    groups: Sequence[Sequence[TopicalPaper]], pool: _Pool, main: Sequence[DraftSentence]
) -> tuple[tuple[str, str], ...]:
    cited = {handle for sentence in main for handle in sentence.handles}
    able = {finding.topical.paper.paper for group in pool.groups for finding in group}
    return tuple(
        (
            topical.paper.paper,
            OFF_TOPIC if not topical.on_topic else NO_ROOM if topical.paper.paper in able else NO_FINDING,
        )
        for group in groups
        for topical in group
        if cited.isdisjoint(item.handle for item in topical.paper.evidence)
    )
