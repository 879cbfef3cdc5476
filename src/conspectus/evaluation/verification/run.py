"""The benchmark ``verification`` as ``conspectus evaluate`` asks for it: options in, a printable run out."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from conspectus.evaluation.benchmark_run import RunOptions
from conspectus.evaluation.benchmarks.data_file import files_under
from conspectus.evaluation.table_text import grid
from conspectus.evaluation.verification.claims import ClaimFigures, claim_figures
from conspectus.evaluation.verification.judging import Judge, judges
from conspectus.evaluation.verification.material import Material, load_material
from conspectus.evaluation.verification.people import NOTES, PeopleFigures, people_figures
from conspectus.evaluation.verification.planted import GOOD, KindFigures, figures_of, human_cases, near_verbatim_cases
from conspectus.foundation.errors import NothingFound, UnknownFormat, UnknownName, UsageError
from conspectus.foundation.events import Events

HELD_OUT = "val"
"""The split that figures are given for; the rules were tuned on the other one."""
PAPERS = 60
NEAR, HUMAN = "near-verbatim", "written by people"


@dataclass(frozen=True, slots=True, kw_only=True)
class PlantedFigures:
    """The figures of one judge on faults planted in one kind of summary."""

    summaries: str
    method: str
    papers: int
    kinds: tuple[KindFigures, ...]

    @property
    def faults(self) -> int:
        """How many faults were planted."""
        return sum(kind.n for kind in self.kinds if kind.kind != GOOD)

    def to_json(self) -> dict[str, Any]:
        """Gives the figures as plain JSON values."""
        return {
            "summaries": self.summaries,
            "method": self.method,
            "papers": self.papers,
            "faults": self.faults,
            "kinds": [kind.to_json() for kind in self.kinds],
        }


@dataclass(frozen=True, slots=True, kw_only=True)
class VerificationRun:
    """How well each judge finds planted faults, labels claims as people do, and ranks summaries as they do."""

    planted: tuple[PlantedFigures, ...]
    claims: tuple[ClaimFigures, ...]
    people: tuple[PeopleFigures, ...]
    is_partial: bool = False

    def json_form(self) -> dict[str, Any]:
        """Gives the figures for programs."""
        return {
            "benchmark": "verification",
            "planted": [figures.to_json() for figures in self.planted],
            "claims": [figures.to_json() for figures in self.claims],
            "people": [figures.to_json() for figures in self.people],
            "notes": {name: NOTES[name] for name in dict.fromkeys(f.set_name for f in self.people) if name in NOTES},
        }

    def output_lines(self) -> Iterator[str]:
        """Yields nothing: this benchmark has figures alone, and ``run`` refuses to be asked for outputs."""
        return iter(())

    def table(self) -> str:
        """Gives the figures for people: shares x 100 with 95 % intervals, correlations as they are."""
        lines: list[str] = []
        for planted in self.planted:
            lines += [f"Faults in summaries {planted.summaries} ({planted.papers} papers, {planted.faults} faults), "
                      f"{planted.method}; of the good ones, flagged is false alarms", ""]  # fmt: skip
            rows = [[k.kind, str(k.n), _percent(k.flagged.mean, k.flagged.low, k.flagged.high),
                     "" if k.kind == GOOD else _percent(k.named.mean, k.named.low, k.named.high),
                     f"{100 * k.in_part:.1f}"] for k in planted.kinds]  # fmt: skip
            lines += [*grid(["kind", "n", "flagged", "named as what it is", "only partly"], rows), ""]
        if self.claims:
            lines += ["Labelled claims, supported against the rest, by document", ""]
            rows = [[f.set_name, f.method, str(f.n), f"{f.balanced_accuracy:.3f}", f"{f.auroc:.3f}"]
                    for f in self.claims]  # fmt: skip
            lines += [*grid(["set", "method", "n", "balanced accuracy", "AUROC"], rows), ""]
        if self.people:
            lines += ["Rank correlation with people", ""]
            rows = [[f.set_name, f.measure, str(f.n), "-" if f.correlation is None else f"{f.correlation:.3f}"]
                    for f in self.people]  # fmt: skip
            lines += [*grid(["set", "measure", "n", "Spearman"], rows), ""]
            lines += [
                f"{name}: {NOTES[name]}." for name in dict.fromkeys(f.set_name for f in self.people) if name in NOTES
            ]
        return "\n".join(lines).rstrip()


def run(data: Path, options: RunOptions | None = None, events: Events | None = None) -> VerificationRun:
    """Gives the figures of the verifier and its baselines on what ``data`` holds.

    ``set_name`` is the split of papers with people's summaries, "val" if empty; ``limit`` bounds the papers, the claims
    and the rated summaries of each set; ``methods`` choose judges.

    Raises:
        UsageError: The options ask for outputs or a word budget, or name a language model.
        UnknownFormat: Nothing under ``data`` is of a known layout.
        UnknownName: There is no such judge or split.
        NothingFound: What there is can be used for no figure.
    """
    options, events = options or RunOptions(), events or Events()
    if options.outputs or options.words is not None or options.models is not None:
        raise UsageError(
            "The benchmark verification has no outputs and no word budget, and asks no language model.",
            hint="Leave out --outputs, --words and --model.",
        )
    chosen = _chosen(options.methods)
    material = load_material(files_under(data), papers=options.limit or PAPERS, seed=options.seed)
    for broken in material.broken:
        events.warn(str(broken))
    if not (material.summarised or material.papers or material.claims or material.ratings):
        raise UnknownFormat(
            f"Nothing in {data} can be used for trying the verifier.",
            hint="Give papers with marked summaries (ACLSum), JATS, claims with a corpus (CitInt), or rated summaries.",
        )
    most = options.limit
    result = VerificationRun(
        planted=tuple(_planted(material, chosen, options)),
        claims=tuple(f for name, claims in material.claims.items() for f in claim_figures(name, claims[:most], chosen)),
        people=tuple(f for name, rated in material.ratings.items() for f in people_figures(name, rated[:most], chosen)),
        is_partial=bool(material.broken),
    )
    if not (result.planted or result.claims or result.people):
        raise NothingFound(f"What {data} holds gives no figure.", hint="Give more of it.")
    return result


def _chosen(names: tuple[str, ...]) -> Mapping[str, Judge]:
    known = judges()
    unknown = [name for name in names if name not in known]
    if unknown:
        raise UnknownName(f"There is no method called {unknown[0]!r}.", hint=f"Known: {', '.join(known)}.")
    return {name: known[name] for name in names} if names else known


def _planted(material: Material, chosen: Mapping[str, Judge], options: RunOptions) -> Iterator[PlantedFigures]:
    split = options.set_name or (HELD_OUT if HELD_OUT in material.summarised else next(iter(material.summarised), ""))
    if options.set_name and options.set_name not in material.summarised:
        raise UnknownName(
            f"There is no split called {split!r}.", hint=f"There are: {', '.join(material.summarised) or 'none'}."
        )
    summarised = material.summarised[split][: options.limit] if split else []
    sources = [*summarised, *material.papers]
    for summaries, papers, cases in (
        (NEAR, sources, near_verbatim_cases(sources, seed=options.seed)),
        (HUMAN, summarised, human_cases(summarised, seed=options.seed)),
    ):
        if cases:
            for name, judge in chosen.items():
                yield PlantedFigures(
                    summaries=summaries,
                    method=name,
                    papers=len(papers),
                    kinds=tuple(figures_of(cases, judge, seed=options.seed)),
                )


def _percent(mean: float, low: float, high: float) -> str:
    return f"{100 * mean:.1f} [{100 * low:.1f}, {100 * high:.1f}]"
