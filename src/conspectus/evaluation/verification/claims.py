"""Claims that people labelled: balanced accuracy and AUROC, beside what the claim alone gives away.

The claims are divided by the documents they cite; thresholds, and the classifier that reads the claim alone, are
learned from the other parts. A claim-only row far from one half means that the labels leak.
"""

from __future__ import annotations

import math
import zlib
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from conspectus.evaluation.verification.figures import auroc, balanced_accuracy, best_threshold
from conspectus.evaluation.verification.judging import Judge
from conspectus.evaluation.verification.material import LabelledClaim
from conspectus.foundation.text.tokens import content_stems

FOLDS = 5
CLAIM_ONLY = "claim only"


@dataclass(frozen=True, slots=True, kw_only=True)
class ClaimFigures:
    """The figures of one judge on one set of labelled claims, out of fold."""

    set_name: str
    method: str
    n: int
    supported: int
    balanced_accuracy: float
    auroc: float

    def to_json(self) -> dict[str, Any]:
        """Gives the figures as plain JSON values."""
        return asdict(self)


def claim_figures(set_name: str, claims: Sequence[LabelledClaim], judges: Mapping[str, Judge]) -> list[ClaimFigures]:
    """Gives the figures of each judge and of the claim alone; none if the labels are all the same."""
    labels = [claim.is_supported for claim in claims]
    if len(set(labels)) < 2:
        return []
    folds = folds_by_document(claims)
    scores = {
        name: [judged.score or 0.0 for judged in (judge(claim.claim, claim.evidence) for claim in claims)]
        for name, judge in judges.items()
    }
    scores[CLAIM_ONLY] = _claim_only(claims, folds)
    return [
        ClaimFigures(
            set_name=set_name,
            method=name,
            n=len(claims),
            supported=sum(labels),
            balanced_accuracy=balanced_accuracy(_answers(values, labels, folds), labels),
            auroc=auroc(values, labels),
        )
        for name, values in scores.items()
    ]


def folds_by_document(claims: Sequence[LabelledClaim]) -> list[int]:
    """Gives the fold of each claim; claims that share a document, also by way of others, are in one fold."""
    leader: dict[str, str] = {}

    def find(name: str) -> str:
        while leader.setdefault(name, name) != name:
            name = leader[name]
        return name

    for claim in claims:
        for document in claim.documents[1:]:
            leader[find(document)] = find(claim.documents[0])
    return [zlib.crc32(find(claim.documents[0]).encode()) % FOLDS if claim.documents else 0 for claim in claims]


def _answers(scores: Sequence[float], labels: Sequence[bool], folds: Sequence[int]) -> list[bool]:
    answers = [False] * len(scores)
    for fold in set(folds):
        rest = [at for at, other in enumerate(folds) if other != fold]
        seen = [labels[at] for at in rest]
        threshold = best_threshold([scores[at] for at in rest], seen) if len(set(seen)) == 2 else 0.5
        for at, other in enumerate(folds):
            if other == fold:
                answers[at] = scores[at] >= threshold
    return answers


def _claim_only(claims: Sequence[LabelledClaim], folds: Sequence[int]) -> list[float]:
    """The log odds that naive Bayes over the stems of the claim gives, learned from the other folds."""
    stems = [frozenset(content_stems(claim.claim)) for claim in claims]
    scores = [0.0] * len(claims)
    for fold in set(folds):
        rest = [at for at, other in enumerate(folds) if other != fold]
        counts = {label: Counter(s for at in rest if claims[at].is_supported is label for s in stems[at])
                  for label in (True, False)}  # fmt: skip
        totals = {label: sum(claims[at].is_supported is label for at in rest) for label in (True, False)}
        for at, other in enumerate(folds):
            if other == fold:
                scores[at] = sum(
                    math.log((counts[True][stem] + 1) / (totals[True] + 2))
                    - math.log((counts[False][stem] + 1) / (totals[False] + 2))
                    for stem in stems[at]
                )
    return scores
