"""The topics that pages are written about: MeSH headings of the papers at hand, drawn by a seed."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from conspectus.domain.paper import Paper
from conspectus.evaluation.topic_pages.naming import natural_order
from conspectus.foundation.text.normalise import match_key

LEAST_PAPERS = 8
"""A heading is a topic if so many papers with an abstract carry it."""
TOPICS = 20
"""How many topics are drawn where no number is given."""

CHECK_TAGS = frozenset(
    match_key(tag)
    for tag in (
        "Humans, Animals, Male, Female, Pregnancy, Cats, Cattle, Chick Embryo, Cricetinae, Dogs, Guinea Pigs, Mice, "
        "Rabbits, Rats, Swine, Sheep, Horses, Infant, Child, Adolescent, Adult, Aged, Adolescence, Fetus, Embryo"
    ).split(", ")
)
"""What indexers tick for every paper: sexes, ages, kinds of animal."""
_AGES_AND_STRAINS = ("Infant,", "Child,", "Aged,", "Middle Aged", "Young Adult", "Rats,", "Mice,", "Cells, Cultured")
_METHOD_WORDS = frozenset(
    """studies study factors factor models model method methods analysis statistics statistical results outcome time
    index rate rates ratio distribution probability risk incidence prevalence prognosis recurrence comorbidity
    sensitivity reproducibility predictive reference registries surveys survey questionnaires projects algorithms
    software internet databases data topic practice assessment measures scale scales severity stay staging random
    double-blind techniques technique sequence relationship kinetics differential complications competence attitude
    selection specificity weight size administration temperature concentration characteristics phenotype genotype
    expression binding line conformation simulation report reports""".split()
)
_PLACES = frozenset(
    """united states kingdom england scotland wales ireland australia canada netherlands sweden norway denmark finland
    france germany italy spain china japan india brazil africa europe asia israel taiwan turkey iran korea switzerland
    austria belgium greece poland zealand london california york ontario texas""".split()
)


def eligible_headings(papers: Iterable[Paper], *, least: int = LEAST_PAPERS) -> dict[str, int]:
    """Gives the MeSH headings that make a topic with how many papers carry each, in alphabetical order.

    At least ``least`` papers with an abstract, none of them retracted, carry the heading, and it is neither a check
    tag (sex, age, kind or strain of animal) nor a place nor a heading of method ("Follow-Up Studies", "Risk Factors").
    """
    counts: Counter[str] = Counter()
    for paper in papers:
        if paper.abstract and not paper.is_retracted:
            counts.update({heading.descriptor for heading in paper.mesh})
    return {heading: n for heading, n in sorted(counts.items()) if n >= least and not is_generic(heading)}


def is_generic(heading: str) -> bool:
    """Whether a heading is a check tag, a place or of method, so that no page can be about it."""
    words = set(match_key(heading).split())
    return (
        match_key(heading) in CHECK_TAGS
        or heading.startswith(_AGES_AND_STRAINS)
        or bool(words & _METHOD_WORDS)
        or bool(words & _PLACES)
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Topic:
    """What a page is about: a MeSH heading, the synonyms that are known of it, and its id if that is known."""

    name: str
    synonyms: tuple[str, ...] = ()
    mesh_id: str = ""

    @property
    def names(self) -> tuple[str, ...]:
        """The heading as it is spoken, as it is written, and the synonyms, each once."""
        return tuple(dict.fromkeys((natural_order(self.name), self.name, *self.synonyms)))


def draw_topics(papers: Iterable[Paper], *, count: int = TOPICS, seed: int = 0) -> tuple[str, ...]:
    """Gives ``count`` eligible headings drawn without replacement, all of them if there are fewer, by alphabet."""
    headings = list(eligible_headings(papers))
    return tuple(sorted(random.Random(seed).sample(headings, min(count, len(headings)))))
