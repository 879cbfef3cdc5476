"""Faults planted in good sentences: how many of each kind are found, and how many good ones are called faulty."""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from conspectus.engines.extractive.third_person import speaks_of_people_in_general, third_person_words
from conspectus.evaluation.comparison import Bootstrap, Interval
from conspectus.evaluation.verification.faults import KINDS, FaultPlanter
from conspectus.evaluation.verification.judging import Judge
from conspectus.evaluation.verification.material import SummarisedPaper

GOOD = "good"
"""The kind of a claim without a planted fault."""
SENTENCES_OF_A_PAPER = 4
# Summaries that people wrote are few, and few of them have a number or a name: such faults are drawn more than once.
DRAWS: Mapping[str, int] = {"number": 3, "entity": 3}
# What a judge has to say for a fault to be found as what it is.
NAMED_AS: Mapping[str, frozenset[str]] = {
    "number": frozenset({"number", "unit"}),
    "entity": frozenset({"name"}),
    "negation": frozenset({"negation", "direction"}),
    "comparison": frozenset({"direction", "negation", "comparison"}),
    "exchanged": frozenset({"comparison"}),
    "other_paper": frozenset({"source"}),
    "invented": frozenset({"source"}),
    "added_clause": frozenset({"source", "name", "number"}),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Case:
    """A claim with its evidence, and the kind of fault that was planted in it."""

    kind: str
    claim: str
    evidence: tuple[str, ...]
    paper: str


@dataclass(frozen=True, slots=True, kw_only=True)
class KindFigures:
    """Of the cases of one kind: how many are flagged at all, flagged as what they are, and found "partly" supported."""

    kind: str
    n: int
    flagged: Interval
    named: Interval
    in_part: float

    def to_json(self) -> dict[str, Any]:
        """Gives the figures as plain JSON values."""
        return {
            "kind": self.kind,
            "n": self.n,
            "flagged": _plain(self.flagged),
            "named": None if self.kind == GOOD else _plain(self.named),
            "in_part": self.in_part,
        }


def near_verbatim_cases(papers: Sequence[SummarisedPaper], *, seed: int) -> list[Case]:
    """Gives sentences of abstracts and conclusions in the third person, each with its source, and faults in them."""
    chance = random.Random(seed)
    good = []
    for paper in papers:
        usable = [sentence for sentence in paper.telling if not speaks_of_people_in_general(sentence)]
        for sentence in chance.sample(usable, min(SENTENCES_OF_A_PAPER, len(usable))):
            good.append((third_person_words(sentence), (sentence,), paper))
    return list(_with_faults(good, seed, {}))


def human_cases(papers: Sequence[SummarisedPaper], *, seed: int) -> list[Case]:
    """Gives people's summaries, each with the sentences they marked for it, and faults in them."""
    good = [(summary, evidence, paper) for paper in papers for summary, evidence in paper.summaries]
    return list(_with_faults(good, seed, DRAWS))


def figures_of(cases: Sequence[Case], judge: Judge, *, seed: int) -> list[KindFigures]:
    """Gives the figures of one judge, the good claims first, then the kinds in order."""
    hits: dict[str, list[tuple[bool, bool, bool]]] = defaultdict(list)
    for case in cases:
        judged = judge(case.claim, case.evidence)
        named = bool(judged.faults & NAMED_AS.get(case.kind, frozenset()))
        hits[case.kind].append((judged.flagged, named, judged.in_part))
    made = []
    for kind in (GOOD, *KINDS):
        if rows := hits.get(kind):
            draws = Bootstrap(len(rows), seed=seed)
            made.append(
                KindFigures(
                    kind=kind,
                    n=len(rows),
                    flagged=draws.interval([float(row[0]) for row in rows]),
                    named=draws.interval([float(row[1]) for row in rows]),
                    in_part=sum(row[2] for row in rows) / len(rows),
                )
            )
    return made


def _with_faults(
    good: Sequence[tuple[str, tuple[str, ...], SummarisedPaper]], seed: int, draws: Mapping[str, int]
) -> Iterator[Case]:
    planter, chance = FaultPlanter(seed), random.Random(seed + 1)
    by_paper: dict[str, list[str]] = defaultdict(list)
    for claim, _, paper in good:
        by_paper[paper.id].append(claim)
    for claim, evidence, paper in good:
        yield Case(kind=GOOD, claim=claim, evidence=evidence, paper=paper.id)
        elsewhere = [name for name in by_paper if name != paper.id]
        others = by_paper[chance.choice(elsewhere)] if elsewhere else []
        for kind in KINDS:
            spoilt = [planter.plant(kind, claim, paper.sentences, others) for _ in range(draws.get(kind, 1))]
            for text in dict.fromkeys(filter(None, spoilt)):
                yield Case(kind=kind, claim=text, evidence=evidence, paper=paper.id)


def _plain(interval: Interval) -> dict[str, float]:
    return {"mean": interval.mean, "low": interval.low, "high": interval.high}
