"""The clusters of the fetched papers, and what a reader sees of each: size, centre, titles, keywords."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from conspectus.domain.paper import Paper
from conspectus.embedders.embedding import ThresholdProfile, Vectors
from conspectus.foundation.text.counting import counted
from conspectus.foundation.text.normalise import match_key, one_line
from conspectus.foundation.text.tokens import STOPWORDS, words
from conspectus.pipelines.topic_page.evidence import subject_headings
from conspectus.retrieval.vector_communities import CommunityThreshold, search_communities

TITLES = 3
KEYWORDS = 5


@dataclass(frozen=True, slots=True, kw_only=True)
class PaperVectors:
    """Vectors of papers, one row each, with the identity of their space and its published thresholds."""

    vectors: Vectors
    identity: str
    profile: ThresholdProfile


Embed = Callable[[Sequence[Paper]], PaperVectors]


@dataclass(frozen=True, slots=True, kw_only=True)
class Clustering:
    """Clusters as numbers of papers, the centre first, the biggest cluster first; none if fewer than two were found.

    ``why_none`` says why there are none, "" if there are. ``threshold`` is None where none was tried.
    """

    clusters: tuple[tuple[int, ...], ...] = ()
    threshold: CommunityThreshold | None = None
    embedder: str = ""
    why_none: str = ""


def cluster_papers(embedded: PaperVectors, *, given: int | None, least: int) -> Clustering:
    """Gives the clusters of papers at the first threshold that gives at least two.

    Args:
        embedded: The papers' vectors.
        given: A first threshold in hundredths that the user wants.
        least: The fewest papers of a cluster.
    """
    search = search_communities(
        embedded.vectors,
        embedded.profile.topical,
        published_by=embedded.profile.published_by,
        given=given,
        least_size=least,
    )
    lowest = search.threshold.tried[-1] / 100
    return Clustering(
        clusters=tuple(community.members for community in search.communities),
        threshold=search.threshold,
        embedder=embedded.identity,
        why_none=""
        if search.communities
        else f"No two clusters of {counted(least, 'paper')} were found down to a similarity of {lowest:.2f}.",
    )


def describe_clusters(
    clusters: Sequence[Sequence[int]], papers: Sequence[Paper], shown: Sequence[Sequence[int]]
) -> list[dict[str, Any]]:
    """Gives each cluster as plain JSON values.

    Args:
        clusters: Numbers of papers, the centre first.
        papers: The papers by number.
        shown: The numbers of each cluster's papers that the writer saw.
    """
    everywhere = Counter(key for paper in papers for key in _terms(paper))
    described = []
    for cluster, drawn in zip(clusters, shown, strict=True):
        centre = papers[cluster[0]]
        described.append(
            {
                "size": len(cluster),
                "centre": {"paper": centre.id, "title": one_line(centre.title)},
                "titles": [one_line(papers[number].title) for number in cluster[:TITLES]],
                "keywords": _keywords([papers[number] for number in cluster], everywhere, len(papers)),
                "shown": [papers[number].id for number in drawn],
            }
        )
    return described


def threshold_object(clustering: Clustering) -> dict[str, Any] | None:
    """Gives the threshold as plain JSON values with similarities in [0, 1], None where none was tried."""
    threshold = clustering.threshold
    if threshold is None:
        return None
    return {
        "value": None if threshold.used is None else threshold.used / 100,
        "tried": [tried / 100 for tried in threshold.tried],
        "source": threshold.source,
        "published_by": threshold.published_by,
        "quantile": threshold.quantile,
        "pairs": threshold.pairs,
    }


def _terms(paper: Paper) -> dict[str, str]:
    """Subject headings by key; the words of the title where a paper has none."""
    named = subject_headings(paper) or tuple(
        word for word in words(paper.title) if len(word) > 3 and word.casefold() not in STOPWORDS
    )
    return {match_key(name): name for name in named if match_key(name)}


def _keywords(members: Sequence[Paper], everywhere: Counter[str], total: int) -> list[str]:
    """The terms that are frequent in a cluster and not everywhere, the most telling first."""
    names: dict[str, str] = {}
    inside: Counter[str] = Counter()
    for paper in members:
        for key, name in _terms(paper).items():
            names.setdefault(key, name)
            inside[key] += 1
    least = 2 if len(members) > 1 else 1
    scores = {
        key: count / len(members) * math.log((1 + total) / everywhere[key])
        for key, count in inside.items()
        if count >= least
    }
    best = sorted(scores, key=lambda key: (-round(scores[key], 9), key))[:KEYWORDS]
    return [names[key] for key in best]
