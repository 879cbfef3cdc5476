"""What is measured of topic pages, without the rules of the engine that wrote them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from conspectus.domain.document import SectionKind
from conspectus.domain.paper import Paper
from conspectus.evaluation.topic_pages.naming import forms_of, is_on_topic
from conspectus.evaluation.topic_pages.written import WrittenPage, WrittenSentence
from conspectus.foundation.text.normalise import level_text, match_key, one_line
from conspectus.foundation.text.tokens import content_stems
from conspectus.pipelines.topic_page.page import DEFINITION, FUTURE, MAIN

_STATES = (
    "is|are|refers? to|denotes?|means|describes?|comprises?|consists? of|includes?|involves?|represents?|constitutes?|"
    "occurs?|affects?|causes?|remains?|has|have|plays?|accounts? for|results? from"
)
_NEOPLASM = re.compile(r"neoplasms?", re.IGNORECASE)
_BRACKETED = re.compile(r"\([^()]*\)")
RANGES = {DEFINITION: (1, 2), MAIN: (5, 8), FUTURE: (0, 1)}
"""The least and the most sentences of each section (TOPICAL; future directions may be absent)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PageFigures:
    """The counts of one page, from which all shares are made.

    ``supported`` are cited sentences all of whose content words stand in the sentences cited or, for an acronym
    that is spelled out and a name, elsewhere in the paper cited; ``invalid`` are citations of no paper at hand or of
    words that are not in it. ``on_topic`` papers hold a name in title, abstract or MeSH headings, ``named`` ones in
    title or abstract. ``clusters_cited`` of ``clusters`` have a paper that is cited. ``unsaid`` holds the sections that
    the papers found cannot fill: no sentence of theirs opens with the topic and says what it is, or fewer than the
    section needs name it.
    """

    in_range: dict[str, bool]
    sentences: int
    cited_sentences: int
    supported: int
    citations: int
    invalid: int
    papers: int
    on_topic: int
    named: int
    clusters: int
    clusters_cited: int
    unsaid: tuple[str, ...] = ()


def judge_page(page: WrittenPage, papers: Mapping[str, Paper], found: Iterable[Paper] = ()) -> PageFigures:
    """Gives the figures of a page.

    Args:
        page: The page.
        papers: The papers at hand by id.
        found: Those that the search for the topic found.
    """
    cited = [pair for sentence in page.sentences for pair in sentence.cited]
    known = [papers[name] for name in page.cited_papers if name in papers]
    cited_papers = frozenset(page.cited_papers)
    claims = [sentence for sentence in page.sentences if sentence.cited]
    return PageFigures(
        in_range={
            heading: least <= len(page.sections.get(heading, ())) <= most for heading, (least, most) in RANGES.items()
        },
        sentences=len(page.sentences),
        cited_sentences=len(claims),
        supported=sum(is_supported(sentence, papers) for sentence in claims),
        citations=len(cited),
        invalid=sum(not _is_valid(paper, quote, papers) for paper, quote in cited),
        papers=len(page.cited_papers),
        on_topic=sum(is_on_topic(paper, page.names) for paper in known),
        named=sum(is_on_topic(paper, page.names, headings=False) for paper in known),
        clusters=len(page.clusters),
        clusters_cited=sum(not cited_papers.isdisjoint(cluster) for cluster in page.clusters),
        unsaid=unsaid_sections(found, page.names),
    )


def unsaid_sections(found: Iterable[Paper], names: Sequence[str]) -> tuple[str, ...]:
    """Gives the sections for which the abstracts found hold no sentence, or too few.

    A definition needs one that opens with the topic and goes on with a verb that says what it is; the main content
    needs as many that name the topic as it has sentences at least.
    """
    spoken = (_NEOPLASM.sub(word, name) for name in names for word in ("cancer", "tumor", "tumour"))
    forms = forms_of((*names, *spoken))
    defined = naming = 0
    for paper in found:
        document = paper.abstract_version
        if document is None or paper.is_retracted:
            continue
        for place in document.sentences(kinds=(SectionKind.ABSTRACT,)):
            key = f" {match_key(level_text(_BRACKETED.sub(' ', document.text[place.start : place.end])))} "
            naming += any(f" {form} " in key for form in forms)
            defined += any(
                re.match(rf" (?:the |an? )?(?:term )?{re.escape(form)} (?:{_STATES}) ", key) for form in forms
            )
    return (*([] if defined else [DEFINITION]), *([] if naming >= RANGES[MAIN][0] else [MAIN]))


def is_supported(sentence: WrittenSentence, papers: Mapping[str, Paper]) -> bool:
    """Whether every content word of a cited sentence comes from what it cites."""
    said: set[str] = set()
    for name, quote in sentence.cited:
        if _is_valid(name, quote, papers):
            paper = papers[name]
            said.update(content_stems(f"{quote} {paper.title} {paper.abstract} {paper.label}"))
    return bool(sentence.cited) and set(content_stems(sentence.text)) <= said


def _is_valid(name: str, quote: str, papers: Mapping[str, Paper]) -> bool:
    paper = papers.get(name)
    return paper is not None and any(one_line(quote) in one_line(document.text) for document in paper.documents)
