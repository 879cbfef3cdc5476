"""Agreement with people: rank correlation of the support of summaries with what people gave them, beside ROUGE's."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from conspectus.evaluation.verification.figures import spearman
from conspectus.evaluation.verification.judging import Judge
from conspectus.evaluation.verification.material import RatedSummary
from conspectus.foundation.text.rouge import rouge

NOTES: Mapping[str, str] = {
    "scholarsum": "people scored facets against the reference, not support alone; ROUGE is against the reference",
    "robust_long_summ": "the articles are not in the set: each summary is held to those of the other systems",
    "qags": "news; ROUGE is precision against the article",
    "finesure": "news; ROUGE is precision against the article",
}
"""What has to be known of a set to read its figures."""
_AGAINST_ARTICLE = frozenset({"qags", "finesure"})


@dataclass(frozen=True, slots=True, kw_only=True)
class PeopleFigures:
    """The rank correlation (Spearman) of one measure with people on one set; None if one side is all the same."""

    set_name: str
    measure: str
    n: int
    correlation: float | None

    def to_json(self) -> dict[str, Any]:
        """Gives the figures as plain JSON values."""
        return asdict(self)


def people_figures(
    set_name: str, summaries: Sequence[RatedSummary], judges: Mapping[str, Judge]
) -> list[PeopleFigures]:
    """Gives the correlations of each judge's mean support over a summary's sentences, and those of ROUGE."""
    ratings = [summary.rating for summary in summaries]
    values = {name: [_mean_support(summary, judge) for summary in summaries] for name, judge in judges.items()}
    precision = set_name in _AGAINST_ARTICLE
    scores = [rouge(" ".join(summary.sentences), summary.reference) for summary in summaries]
    for variant in ("rouge1", "rouge2", "rougeL"):
        values[variant] = [score[variant].precision if precision else score[variant].f1 for score in scores]
    return [
        PeopleFigures(set_name=set_name, measure=name, n=len(summaries), correlation=spearman(given, ratings))
        for name, given in values.items()
    ]


def _mean_support(summary: RatedSummary, judge: Judge) -> float:
    given = [judge(sentence, summary.evidence).score for sentence in summary.sentences if sentence.strip()]
    scores = [score for score in given if score is not None]
    return sum(scores) / len(scores) if scores else 0.0
