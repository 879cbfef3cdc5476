"""How many abstracts a second the offline extraction of concepts and relations takes, beside its baseline."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from benchmarks.anthology import anthology_papers
from benchmarks.outcome import Cell, Outcome, Scale, Table, ratio
from benchmarks.review import ANTHOLOGY
from benchmarks.synthetic_abstracts import made_papers, sentences_of
from benchmarks.timing import median_seconds
from conspectus.domain.paper import Paper
from conspectus.engines.extractive.extract import extract_abstract
from conspectus.evaluation.concept_baselines import Extractor, phrases_all_pairs

_METHODS: dict[str, Extractor] = {"conspectus": extract_abstract, "noun phrases, all pairs": phrases_all_pairs}
_COLUMNS = ("abstracts of", "method", "abstracts", "sentences", "seconds", "abstracts/s", "times baseline",
            "mentions", "relations")  # fmt: skip


def run(scale: Scale) -> Outcome:
    """Gives the rate of both methods over the same abstracts, warm."""
    count, times = scale.pick(500, 10), scale.pick(3, 1)
    rows = _rows("made-up", made_papers(count), times)
    skipped = []
    folder = scale.data / ANTHOLOGY
    if folder.is_dir():
        rows += _rows("ACL Anthology", anthology_papers(folder, count), times)
    else:
        skipped.append(f"Abstracts of the ACL Anthology: there is no folder {ANTHOLOGY} among the data.")
    return Outcome(
        tables=(Table(title="Concepts and relations", columns=_COLUMNS, rows=rows),),
        notes=("The baseline takes every run of words without a stopword for a concept and relates all pairs.",),
        skipped=tuple(skipped),
    )


def _rows(source: str, papers: Sequence[Paper], times: int) -> list[dict[str, Cell]]:
    abstracts = [sentences_of([paper]) for paper in papers]
    found = {name: [method(abstract) for abstract in abstracts] for name, method in _METHODS.items()}
    seconds = {name: median_seconds(partial(_each, method, abstracts), times) for name, method in _METHODS.items()}
    baseline = list(seconds.values())[-1]
    return [
        {
            "abstracts of": source,
            "method": name,
            "abstracts": len(abstracts),
            "sentences": sum(map(len, abstracts)),
            "seconds": seconds[name],
            "abstracts/s": ratio(len(abstracts), seconds[name]),
            "times baseline": ratio(seconds[name], baseline),
            "mentions": sum(len(extraction.mentions) for extraction in found[name]),
            "relations": sum(len(extraction.relations) for extraction in found[name]),
        }
        for name in _METHODS
    ]


def _each(method: Extractor, abstracts: Sequence[Sequence[str]]) -> None:
    for abstract in abstracts:
        method(abstract)
