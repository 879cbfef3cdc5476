"""Methods that summarise a benchmark item: conspectus with its ablations, and the baselines.

All of them tell first person as third in the same way, so that no figure rests on it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import partial

from conspectus.domain.document import SectionKind
from conspectus.domain.engine import Engine
from conspectus.engines.extractive.abbreviations import find_abbreviations
from conspectus.engines.extractive.authors_named import mentions_authors, told_of_authors
from conspectus.engines.extractive.centrality import lexrank_scores, textrank_scores
from conspectus.engines.extractive.cleaning import clean_sentence
from conspectus.engines.extractive.engine import ExtractiveEngine
from conspectus.evaluation.summaries.items import SummaryItem, SummaryMethod, SummaryOutput
from conspectus.foundation.errors import UnknownName
from conspectus.foundation.text.tokens import count_words
from conspectus.pipelines.paper_summary.pipeline import SummaryParts, write_summary
from conspectus.pipelines.paper_summary.request import SummaryRequest

BASELINES = ("lead", "conclusion-lead", "lexrank", "textrank", "lexrank-abstract", "textrank-abstract")
ABLATIONS = ("no-graph", "no-hierarchy", "no-grounding", "no-teacher")
"""The parts that are left out; without similar articles is what every benchmark runs with."""
_LEAST_WORDS = 6
_MOST_RANKED = 1500  # sentences; a matrix of all pairs is made


def summary_methods(engine: Engine | None = None) -> dict[str, SummaryMethod]:
    """Gives every method that asks no model of its own, by name.

    Args:
        engine: Who writes for conspectus; the extractive one if None.
    """
    writer = engine or ExtractiveEngine()
    methods: dict[str, SummaryMethod] = {"conspectus": partial(_conspectus, writer, frozenset())}
    methods |= {name: partial(_conspectus, writer, frozenset({name.removeprefix("no-")})) for name in ABLATIONS}
    methods |= {
        "lead": _lead,
        "conclusion-lead": _conclusion_lead,
        "lexrank": partial(_ranked, lexrank_scores, False),
        "textrank": partial(_ranked, textrank_scores, False),
        "lexrank-abstract": partial(_ranked, lexrank_scores, True),
        "textrank-abstract": partial(_ranked, textrank_scores, True),
    }
    return methods


def default_methods() -> tuple[str, ...]:
    """Gives the methods that run where none is named."""
    return ("conspectus", *BASELINES)


def method_named(name: str, methods: dict[str, SummaryMethod]) -> SummaryMethod:
    """Gives a method.

    Raises:
        UnknownName: There is none of this name.
    """
    if name not in methods:
        raise UnknownName(f"There is no method {name!r} for summaries.", hint=f"Known: {', '.join(methods)}.")
    return methods[name]


def tell(item: SummaryItem, order: Iterable[int]) -> SummaryOutput:
    """Gives the sentences of an item at these places, in the third person, with what they are."""
    evidence = item.evidence()
    sentences, addresses = [], []
    known = False
    for place in order:
        given = clean_sentence(evidence[place].passage.quote)
        told = told_of_authors(given, known=known)
        known = mentions_authors(given)
        sentences.append(told)
        addresses.append((evidence[place].passage.address,))
    return SummaryOutput(sentences=tuple(sentences), evidence=tuple(addresses))


def pack(item: SummaryItem, order: Iterable[int], words: int) -> list[int]:
    """Gives the first places of an order that fit a budget, in order of the text.

    Sentences of fewer than six words are passed over, and what does not fit is skipped. Where the set wants a fixed
    number of sentences, that many are taken and the budget does not count.
    """
    evidence = item.evidence()
    taken: list[int] = []
    used = 0
    for place in order:
        length = count_words(evidence[place].passage.quote)
        if length < _LEAST_WORDS:
            continue
        if item.sentences is not None:
            taken.append(place)
            if len(taken) == item.sentences:
                break
        elif used + length <= words:
            taken.append(place)
            used += length
    return sorted(taken)


def _lead(item: SummaryItem, words: int, seed: int, /) -> SummaryOutput:
    return tell(item, pack(item, range(len(item.evidence())), words))


def _conclusion_lead(item: SummaryItem, words: int, seed: int, /) -> SummaryOutput:
    """The conclusion from its beginning, then the text from its beginning; the last section stands in for one."""
    evidence = item.evidence()
    sections = item.document.sections
    last = next(
        (
            n
            for n in range(len(sections), 0, -1)
            if sections[n - 1].kind is SectionKind.DISCUSSION or "conclu" in sections[n - 1].heading.lower()
        ),
        len(sections),
    )
    closing = [place for place, e in enumerate(evidence) if e.passage.address.split(".")[0] == f"s{last}"]
    rest = [place for place in range(len(evidence)) if place not in set(closing)]
    return tell(item, pack(item, [*closing, *rest], words))


def _ranked(
    scores: Callable[[Sequence[str]], Iterable[float]], abstract: bool, item: SummaryItem, words: int, seed: int, /
) -> SummaryOutput:
    """The most central sentences of the paper, or of its abstract alone where it has one."""
    evidence = item.evidence()
    places = list(range(len(evidence)))
    if abstract:
        kinds = {f"s{n}": section.kind for n, section in enumerate(item.document.sections, 1)}
        inside = [p for p in places if kinds[evidence[p].passage.address.split(".")[0]] is SectionKind.ABSTRACT]
        places = inside or places
    places = places[:_MOST_RANKED]
    given = list(scores([evidence[place].passage.quote for place in places]))
    order = sorted(range(len(places)), key=lambda at: (-given[at], at))
    return tell(item, pack(item, [places[at] for at in order], words))


def _conspectus(engine: Engine, ablate: frozenset[str], item: SummaryItem, words: int, seed: int, /) -> SummaryOutput:
    request = SummaryRequest.model_validate(
        {"length": max(20, words), "ablate": ablate | {"similar"}, "seed": seed, "similar": 0}
    )
    parts = SummaryParts(
        abbreviations=lambda sentences: {a.short: a.long for a in find_abbreviations(sentences).values()}
    )
    product = write_summary(request, item.paper, engine, parts=parts)
    sentences = list(product.text.sentences())[: item.sentences]
    return SummaryOutput(
        sentences=tuple(sentence.bare_text for sentence in sentences),
        evidence=tuple(tuple(c.passage.address for c in sentence.citations) for sentence in sentences),
    )
