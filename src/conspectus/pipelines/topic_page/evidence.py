"""The fetched papers as evidence: what may be shown, how much of each, what it costs, and under which handles."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import chain
from typing import Literal

from conspectus.domain.document import Document, Place, SectionKind
from conspectus.domain.paper import Paper, PartialDate
from conspectus.domain.passage import Passage
from conspectus.domain.tasks import EvidenceItem, TopicPaper
from conspectus.foundation.text.normalise import match_key, one_line
from conspectus.foundation.text.tokens import content_stems
from conspectus.providers.token_counting import estimate_tokens

GAP = "[TRUNCATE]"
"""Stands for the sentences left out of a shortened abstract (TOPICAL)."""
FIRST, LAST = 3, 2
"""The sentences kept of an abstract with more than five (TOPICAL)."""
BODY_SENTENCES = 5
"""The most sentences of a full text that are shown beside the abstract."""
MOST_WHOLE = 4000
"""So many sentences of the papers found are at hand for the writer, whatever they say."""
MOST_NAMING = 4000
"""And so many of the other papers, if they name the topic."""
_BODY_ORDER = (SectionKind.INTRODUCTION, SectionKind.DISCUSSION, SectionKind.EXPERIMENT, SectionKind.COMMON)
_SUPPLEMENT = "supplementary"
"""How the heading of an abstract's section begins that says where more data are, and nothing of the topic."""
_LABEL = "Source 1000"
_MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")
_TAG = re.compile(r"\[[^\]]*\]")
_OPERATOR = re.compile(r"\b(?:AND|OR|NOT)\b|[()\"“”]")
_SPAN = re.compile(r"\b\d{4}(?:/\d\d?)*\s*:\s*\d{4}(?:/\d\d?)*")


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownText:
    """The sentences of a paper that the writer may see, with their headings.

    ``truncated_after`` is the number of them before the gap, None if nothing was left out; ``gap`` holds what was.
    """

    paper: Paper
    sentences: tuple[tuple[Passage, str], ...]
    truncated_after: int | None = None
    gap: tuple[tuple[Passage, str], ...] = ()

    @property
    def whole(self) -> tuple[tuple[Passage, str], ...]:
        """All sentences in reading order."""
        before = self.truncated_after or 0
        return (*self.sentences[:before], *self.gap, *self.sentences[before:])

    @property
    def tokens(self) -> int:
        """The tokens that it takes in a prompt, estimated, with its handles, the gap and the line break behind it."""
        lines = [f"{_LABEL} ({written_date(self.paper.date)}): {one_line(self.paper.title)}"]
        lines += [f"[p1000] {passage.quote}" for passage, _ in self.sentences]
        if self.truncated_after is not None:
            lines.append(GAP)
        return estimate_tokens("\n".join(lines) + "\n\n")


@dataclass(frozen=True, slots=True, kw_only=True)
class Sorted:
    """The fetched papers, sorted into those that may be shown and those that may not.

    ``usable`` is in order of relevance. ``off_topic`` papers name the topic nowhere; they are only set aside where
    most papers name it. ``repeated`` papers have the abstract of an earlier one, word for word.
    """

    usable: tuple[ShownText, ...]
    without_abstract: tuple[str, ...] = ()
    retracted: tuple[str, ...] = ()
    repeated: tuple[str, ...] = ()
    off_topic: tuple[str, ...] = ()
    naming: int = 0
    """How many of the papers that have a usable abstract name the topic."""


def sort_papers(
    papers: Iterable[Paper], names: Sequence[str], *, unit: Literal["abstract", "passage"] = "abstract"
) -> Sorted:
    """Sorts papers into those that may be evidence and those that may not, each once.

    Args:
        papers: In order of relevance; a paper given twice counts once.
        names: The topic's name and synonyms.
        unit: Whether full texts count beside abstracts.
    """
    without: list[str] = []
    retracted: list[str] = []
    repeated: list[str] = []
    texts: dict[str, ShownText] = {}
    for paper in {paper.id: paper for paper in papers}.values():
        if paper.is_retracted:
            retracted.append(paper.id)
            continue
        shown = shown_text(paper, names, unit=unit)
        if not shown.sentences:
            without.append(paper.id)
            continue
        key = one_line(paper.abstract or " ".join(passage.quote for passage, _ in shown.sentences)).casefold()
        if key in texts:
            repeated.append(paper.id)
        else:
            texts[key] = shown
    usable = list(texts.values())
    naming = [shown for shown in usable if names_topic(shown.paper, names)]
    off_topic: list[str] = []
    if 2 * len(naming) > len(usable):
        kept = {shown.paper.id for shown in naming}
        off_topic = [shown.paper.id for shown in usable if shown.paper.id not in kept]
        usable = naming
    return Sorted(
        usable=tuple(usable),
        without_abstract=tuple(without),
        retracted=tuple(retracted),
        repeated=tuple(repeated),
        off_topic=tuple(off_topic),
        naming=len(naming),
    )


def shown_text(
    paper: Paper, names: Sequence[str] = (), *, unit: Literal["abstract", "passage"] = "abstract"
) -> ShownText:
    """Gives what the writer may see of a paper: five sentences at most of its abstract, and of its full text if wanted.

    Args:
        paper: The paper.
        names: The topic's names; only sentences of the full text that hold one are shown.
        unit: ``abstract``, or ``passage`` for the full text as well.
    """
    document = paper.abstract_version
    abstract: list[tuple[Passage, str]] = []
    if document is not None:
        places = document.sentences(kinds=(SectionKind.ABSTRACT,))
        abstract = [
            (passage_at(paper, document, place), place.section.heading)
            for place in places
            if not place.section.heading.casefold().startswith(_SUPPLEMENT)
        ]
    after: int | None = None
    gap: list[tuple[Passage, str]] = []
    if len(abstract) > FIRST + LAST:
        gap = abstract[FIRST:-LAST]
        abstract, after = abstract[:FIRST] + abstract[-LAST:], FIRST
    body = _body_sentences(paper, names) if unit == "passage" else []
    return ShownText(paper=paper, sentences=(*abstract, *body), truncated_after=after, gap=tuple(gap))


def passage_at(paper: Paper, document: Document, place: Place) -> Passage:
    """Gives the passage at a place of a text of the paper."""
    quote = document.text[place.start : place.end]
    return Passage(paper=paper.id, version=document.version, address=place.address, quote=quote)


def names_topic(paper: Paper, names: Sequence[str]) -> bool:
    """Whether a name of the topic is in the title, in one sentence of the abstract, a heading or a keyword."""
    wanted = [set(content_stems(name)) or {match_key(name)} for name in names]
    document = paper.abstract_version
    sentences = (
        (document.text[place.start : place.end] for place in document.sentences(kinds=(SectionKind.ABSTRACT,)))
        if document is not None
        else ()
    )
    headings = (heading.descriptor for heading in paper.mesh)
    fields = chain((paper.title,), headings, paper.keywords, sentences)
    # A word begins as its stem does, but for the last letter: most texts need no stemming to be passed over.
    probes = [[stem[:-1] if len(stem) > 3 else stem[:2] for stem in name] for name in wanted]
    likely = (text for text in fields if not text.isascii() or _has_words(text, probes))
    return any(name <= found for found in (set(content_stems(text)) for text in likely) for name in wanted)


def topic_names(query: str, given: Sequence[str]) -> tuple[str, ...]:
    """Gives the topic's names: those given, and the query where it is plain words or alternatives of such.

    Alternatives ("asthma OR wheeze") are a name each. A query with field tags, AND or NOT says more than a name: it
    is one, without tags, quotes and operators, only where none is given.
    """
    named = {match_key(name): one_line(name) for name in reversed(given) if name.strip()}
    named = dict(reversed(named.items()))
    if named and (_TAG.search(query) or re.search(r"\b(?:AND|NOT)\b", query)):
        return tuple(named.values())
    plain = _SPAN.sub(" ", _TAG.sub(" ", query))
    parts = plain.split(" OR ") if not re.search(r"\b(?:AND|NOT)\b", plain) else [plain]
    bare = (one_line(_OPERATOR.sub(" ", part)) for part in parts)
    for name in bare:
        if name:
            named.setdefault(match_key(name), name)
    return tuple(named.values()) or (one_line(query),)


def with_handles(groups: Sequence[Sequence[ShownText]]) -> tuple[tuple[TopicPaper, ...], ...]:
    """Gives groups of papers as the writing task sees them; handles p1, p2 … run over all their sentences."""
    number = 0
    made: list[tuple[TopicPaper, ...]] = []
    for group in groups:
        papers = []
        for shown in group:
            items = []
            for passage, heading in shown.sentences:
                number += 1
                items.append(EvidenceItem(handle=f"p{number}", passage=passage, heading=heading))
            papers.append(_topic_paper(shown, tuple(items)))
        made.append(tuple(papers))
    return tuple(made)


def whole_papers(
    usable: Sequence[ShownText], names: Sequence[str], groups: Sequence[Sequence[TopicPaper]]
) -> tuple[TopicPaper, ...]:
    """Gives the papers with all their sentences; what groups show keeps its handle, the others have f1, f2 and so on.

    Beyond ``MOST_WHOLE`` sentences, papers that are not in a group hold only the sentences that have a name of the
    topic in them, with ``truncated_after`` 0; beyond ``MOST_NAMING`` of those, none.

    Args:
        usable: The papers in order of relevance.
        names: The topic's name and synonyms.
        groups: The papers that the writer is shown.
    """
    handles = {item.passage: item.handle for group in groups for paper in group for item in paper.evidence}
    in_groups = {paper.paper for group in groups for paper in group}
    wanted = tuple(words for name in names if (words := _long_words(name)))
    number = whole = naming = 0
    found = []
    for shown in usable:
        sentences = list(shown.whole)
        in_part = whole + len(sentences) > MOST_WHOLE and shown.paper.id not in in_groups
        if in_part:
            sentences = [item for item in sentences if _has_words(item[0].quote, wanted)][: MOST_NAMING - naming]
            naming += len(sentences)
        else:
            whole += len(sentences)
        items = []
        for passage, heading in sentences:
            number += passage not in handles
            items.append(EvidenceItem(handle=handles.get(passage, f"f{number}"), passage=passage, heading=heading))
        if items:
            found.append(replace(_topic_paper(shown, tuple(items)), truncated_after=0 if in_part else None))
    return tuple(found)


def _long_words(name: str) -> tuple[str, ...]:
    """The words of a name without their ends, which differ by number and spelling."""
    return tuple(word[: max(3, len(word) - 3)] for word in match_key(name).split() if len(word) > 1)


def _has_words(text: str, names: Sequence[Sequence[str]]) -> bool:
    lowered = text.lower()
    return any(all(word in lowered for word in words) for words in names)


def written_date(date: PartialDate | None) -> str:
    """Gives a date as exact as it is known ("2021 Mar 4"), "" if it is not."""
    if date is None:
        return ""
    month = _MONTHS[date.month - 1] if date.month and 1 <= date.month <= 12 else ""
    return " ".join(part for part in (str(date.year), month, str(date.day) if month and date.day else "") if part)


def _topic_paper(shown: ShownText, items: tuple[EvidenceItem, ...]) -> TopicPaper:
    paper = shown.paper
    return TopicPaper(
        paper=paper.id,
        title=one_line(paper.title),
        label=paper.label if paper.authors else "",
        plural=paper.is_plural,
        year=paper.year,
        date=written_date(paper.date),
        keywords=subject_headings(paper),
        evidence=items,
        truncated_after=shown.truncated_after,
    )


def subject_headings(paper: Paper) -> tuple[str, ...]:
    """Gives MeSH descriptors and keywords, each once."""
    found: dict[str, str] = {}
    for name in (*(heading.descriptor for heading in paper.mesh), *paper.keywords):
        if key := match_key(name):
            found.setdefault(key, one_line(name))
    return tuple(found.values())


def _body_sentences(paper: Paper, names: Sequence[str]) -> list[tuple[Passage, str]]:
    """Sentences of the full text that name the topic, those of introduction and discussion first, in reading order."""
    document = paper.document
    if document is None or not document.is_full_text:
        return []
    wanted = [set(content_stems(name)) for name in names]
    found: list[tuple[int, int, Place]] = []
    for number, place in enumerate(document.sentences()):
        if place.section.kind not in _BODY_ORDER:
            continue
        stems = set(content_stems(document.text[place.start : place.end]))
        if any(name and name <= stems for name in wanted):
            found.append((_BODY_ORDER.index(place.section.kind), number, place))
    chosen = sorted(sorted(found, key=lambda item: item[:2])[:BODY_SENTENCES], key=lambda item: item[1])
    return [(passage_at(paper, document, place), place.section.heading) for _, _, place in chosen]
