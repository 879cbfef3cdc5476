"""The papers of a topic-page request as the fenced text that the prompt holds, grouped as they were sampled."""

from __future__ import annotations

from dataclasses import replace

from conspectus.domain.tasks import TopicPaper, WriteTopicPageRequest
from conspectus.engines.generative.fencing import defuse, fence
from conspectus.engines.generative.shrinking import pick_evenly
from conspectus.foundation.text.counting import counted

TRUNCATE = "[TRUNCATE]"
"""Stands where sentences of an abstract were left out (TOPICAL)."""


def shrink_papers(request: WriteTopicPageRequest, share: float) -> WriteTopicPageRequest:
    """Gives the request with a share of the sentences of each paper; none loses all."""
    if share >= 1:
        return request
    return replace(request, groups=tuple(tuple(_shrunk(paper, share) for paper in group) for group in request.groups))


def fenced_papers(request: WriteTopicPageRequest) -> str:
    """Gives the papers in a fence: each with date and title, then its sentences behind their handles.

    Where the groups are clusters, each has a heading with its number and its size before sampling.
    """
    blocks = []
    number = 0
    for index, (group, size) in enumerate(zip(request.groups, request.sizes, strict=True), start=1):
        lines = [f"cluster {index}: {counted(size, 'paper')}"] if request.clustered and group else []
        for paper in group:
            number += 1
            lines.append(f"paper {number}: {'. '.join(filter(None, map(defuse, (paper.date, paper.title))))}")
            for place, item in enumerate(paper.evidence):
                if place == paper.truncated_after:
                    lines.append(TRUNCATE)
                lines.append(f"[{item.handle}] {defuse(item.passage.quote)}")
        if lines:
            blocks.append("\n".join(lines))
    return fence("papers", "\n\n".join(blocks))


def publications_per_year(request: WriteTopicPageRequest) -> str:
    """Gives the publications per year in words, in the order of the years: "2019: 3, 2020: 12"."""
    return ", ".join(f"{year}: {count}" for year, count in sorted(request.per_year))


def _shrunk(paper: TopicPaper, share: float) -> TopicPaper:
    kept = pick_evenly(paper.evidence, share)
    if len(kept) == len(paper.evidence):
        return paper
    # Sentences are missing in several places then.
    return replace(paper, evidence=kept, truncated_after=None)
