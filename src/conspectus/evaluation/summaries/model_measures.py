"""Measures that need the weights of a model: BERTScore and support as MiniCheck gives it. Pluggable, absent without."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from conspectus.evaluation.summaries.items import SummaryItem, SummaryOutput
from conspectus.foundation.registry import Registry
from conspectus.grounding.model_scoring import SupportModel, available_models


class SimilarityModel(Protocol):
    """Gives how alike a summary and a reference are in meaning, as BERTScore does (Zhang et al. 2020)."""

    @property
    def available(self) -> bool:
        """Whether its weights are there; what is not available is left out of every table."""
        ...

    def score(self, candidates: Sequence[str], references: Sequence[str]) -> Sequence[float]:
        """Gives F1 in [0, 1] for each candidate with the reference of the same place."""
        ...


SIMILARITY_MODELS = Registry("similarity model", {}, group="conspectus.similarity_models")
"""Callables without parameters that give a ``SimilarityModel``; other packages add theirs."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelMeasures:
    """The models whose weights are there, by the names under which their figures stand in tables."""

    similarity: Mapping[str, SimilarityModel] = field(default_factory=dict)
    support: Mapping[str, SupportModel] = field(default_factory=dict)

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the figures."""
        return (*self.similarity, *self.support)

    def measure(self, item: SummaryItem, output: SummaryOutput) -> dict[str, float]:
        """Gives each model's figure of an output: the best over references, the mean over sentences; 0 of nothing."""
        figures: dict[str, float] = {}
        for name, similarity in self.similarity.items():
            given = similarity.score([output.text] * len(item.references), item.references) if output.text else ()
            figures[name] = max(given, default=0.0)
        quotes = {place.address: item.document.text[place.start : place.end] for place in item.document.sentences()}
        for name, support in self.support.items():
            evidence = [self._evidence(number, output, quotes, item) for number in range(len(output.sentences))]
            scores = support.score(output.sentences, evidence) if output.sentences else ()
            figures[name] = sum(scores) / len(scores) if scores else 0.0
        return figures

    @staticmethod
    def _evidence(number: int, output: SummaryOutput, quotes: Mapping[str, str], item: SummaryItem) -> str:
        """What a sentence rests on; the whole paper where it names nothing."""
        addresses = output.evidence[number] if number < len(output.evidence) else ()
        return " ".join(quotes[a] for a in addresses if a in quotes) or item.document.text


def available_measures() -> ModelMeasures:
    """Gives the measures of the registered models whose weights are there."""
    made: dict[str, SimilarityModel] = {name: factory() for name, factory in SIMILARITY_MODELS.items()}
    similarity = {name: model for name, model in made.items() if model.available}
    return ModelMeasures(similarity=similarity, support=available_models())
