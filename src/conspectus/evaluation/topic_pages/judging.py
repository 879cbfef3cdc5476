"""What is measured of topic pages, without the rules of the engine that wrote them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from conspectus.domain.paper import Paper
from conspectus.evaluation.topic_pages.topics import natural_order
from conspectus.evaluation.topic_pages.written import WrittenPage, WrittenSentence
from conspectus.foundation.text.normalise import level_text, match_key, one_line
from conspectus.foundation.text.tokens import content_stems
from conspectus.pipelines.topic_page.page import DEFINITION, FUTURE, MAIN

RANGES = {DEFINITION: (1, 2), MAIN: (5, 8), FUTURE: (0, 1)}
"""The least and the most sentences of each section (TOPICAL; future directions may be absent)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PageFigures:
    """The counts of one page, from which all shares are made.

    ``supported`` are cited sentences all of whose content words stand in the sentences cited or, for an acronym
    that is spelled out and a name, elsewhere in the paper cited; ``invalid`` are citations of no paper at hand or of
    words that are not in it. ``on_topic`` papers hold a name in title, abstract or MeSH headings, ``named`` ones in
    title or abstract. ``clusters_cited`` of ``clusters`` have a paper that is cited.
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


def judge_page(page: WrittenPage, papers: Mapping[str, Paper]) -> PageFigures:
    """Gives the figures of a page.

    Args:
        page: The page.
        papers: The papers at hand by id.
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
    )


def is_on_topic(paper: Paper, names: Sequence[str], *, headings: bool = True) -> bool:
    """Whether a name stands, word for word, in title, abstract or MeSH headings; case, accents and marks do not count.

    Names and headings also count in natural order ("Neoplasms, Liver") and in singular or plural with a plain -s.
    Without ``headings`` only title and abstract count.
    """
    fields = [paper.title, paper.abstract]
    if headings:
        fields += [text for heading in paper.mesh for text in (heading.descriptor, natural_order(heading.descriptor))]
    keys = [f" {match_key(level_text(text))} " for text in fields]
    return any(f" {form} " in key for form in _forms(names) for key in keys)


def is_supported(sentence: WrittenSentence, papers: Mapping[str, Paper]) -> bool:
    """Whether every content word of a cited sentence comes from what it cites."""
    said: set[str] = set()
    for name, quote in sentence.cited:
        if _is_valid(name, quote, papers):
            paper = papers[name]
            said.update(content_stems(f"{quote} {paper.title} {paper.abstract} {paper.label}"))
    return bool(sentence.cited) and set(content_stems(sentence.text)) <= said


def _forms(names: Sequence[str]) -> set[str]:
    forms = {match_key(level_text(each)) for name in names for each in (name, natural_order(name))} - {""}
    return forms | {f"{form}s" for form in forms} | {form[:-1] for form in forms if form.endswith("s") and form[:-1]}


def _is_valid(name: str, quote: str, papers: Mapping[str, Paper]) -> bool:
    paper = papers.get(name)
    return paper is not None and any(one_line(quote) in one_line(document.text) for document in paper.documents)
