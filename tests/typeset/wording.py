"""Our own text for typeset papers: sentences put together by chance, the same for the same seed."""

from __future__ import annotations

import random
from dataclasses import dataclass

_SUBJECTS = (
    "coastal meadows, upland rivers, the sampled lakes, reed beds, tidal gauges, the northern catchment, field crews, "
    "sediment cores, the calibrated model, a second classifier, the efficient sampler, these fluctuations, "
    "water tables, the flow coefficients, ground beetles, the fitted profile, specific inflows, the older archive, "
    "two independent raters, the drained plots, buffer strips, the official register, spring floods, "
    "the affected villages, moss carpets, the simplified network, nutrient budgets, the final survey"
).split(", ")
_VERBS = (
    "confirm, influence, reflect, describe, exceed, modify, predict, reveal, stabilise, amplify, follow, "
    "differentiate, overestimate, simplify, quantify, recover, approximate, outnumber, precede, contradict"
).split(", ")
_OBJECTS = (
    "the seasonal classification, a well-known gradient, dissolved phosphorus, the infiltration capacity, "
    "long-term drought records, the significant differences between basins, the first-order response, "
    "an unexpected fluctuation of the water level, the concentration of chlorophyll, vegetation heterogeneity, "
    "the identification of refuges, the effective rainfall, evapotranspiration estimates, a flexible threshold, "
    "the sufficiently large subset, microbial decomposition, the configuration of the stations, "
    "high-resolution topography, the distribution of fine particles, the regional intercomparison"
).split(", ")
_TAILS = (
    "during the wet season; after three weeks of observation; in every replicate; with a difference of 0.05 units; "
    "at most stations; across the entire transect; when the offset is small; under artificial shading; "
    "for roughly 50 % of the samples; as the coefficient of variation shows; near the confluence; "
    "before the reflooding began; despite considerable interannual variability; in spite of difficult weather; "
    "according to the official statistics; between 12.5 and 14.2 degrees; e.g. after heavy storms"
).split("; ")
_OPENERS = (
    "", "", "", "However, ", "In contrast, ", "Furthermore, ", "On average, ", "Surprisingly, ", "In this setting, ",
    "Over time, ", "As expected, ", "At the same time, ",
)  # fmt: skip
_ADVERBS = "often, rarely, clearly, partly, consistently, only slightly, almost always, unambiguously".split(", ")
_SPECIAL = (
    "Counts reached 10^{3} cells per millilitre, and 4 × 10^{6} in August.",
    "The marker IFN-β rose together with TNF-α in the treated group.",
    "Concentrations of CO_{2} and H_{2}O were logged every 15 min.",
    "Uptake was 3.5 mg m^{−2} d^{−1} in the open plots.",
    "The slope β was 0.42 (95 % CI 0.31–0.53, p < 0.001).",
    "Earlier work by Hill et al. reached the same figure for cf. sandy soils.",
)
_FAMILIES = (
    "Moor, Hill, Brook, Fenner, Marsh, Heath, Rivers, Stone, Lindqvist, Okafor, Petrov, Tanaka, Alvarez, Duarte"
).split(", ")
_GIVEN = "Ada, Ben, Clara, David, Edith, Farid, Greta, Hugo, Ines, Jonas, Kaori, Leif".split(", ")


@dataclass(frozen=True, slots=True)
class Person:
    """An author's name."""

    given: str
    family: str


class Wording:
    """Words for one paper.

    Args:
        seed: The same seed gives the same words.
    """

    def __init__(self, seed: int) -> None:
        self._chance = random.Random(seed)
        self._specials = 0

    def sentence(self, *, pointer: str = "") -> str:
        """Gives a sentence; ``pointer`` stands before its full stop."""
        pick = self._chance.choice
        opener = pick(_OPENERS)
        subject, adverb = pick(_SUBJECTS), pick(("", "", pick(_ADVERBS) + " "))
        verb = pick(_VERBS) if subject.endswith("s") else "would " + pick(_VERBS)
        words = f"{opener}{subject} {adverb}{verb} {pick(_OBJECTS)} {pick(_TAILS)}"
        return words[0].upper() + words[1:] + (f" {pointer}" if pointer else "") + "."

    def paragraph(self, sentences: int, *, pointers: tuple[str, ...] = (), special: bool = False) -> list[str]:
        """Gives the sentences of a paragraph; a special one has superscripts, Greek or abbreviations."""
        made = [self.sentence(pointer=pointers[i] if i < len(pointers) else "") for i in range(sentences)]
        if special:
            made.insert(min(1, sentences), _SPECIAL[self._specials % len(_SPECIAL)])
            self._specials += 1
        return made

    def title(self) -> str:
        """Gives the title of a paper or of a reference."""
        pick = self._chance.choice
        return f"{pick(_OBJECTS)} and {pick(_OBJECTS)}".removeprefix("the ").removeprefix("an ").capitalize()

    def people(self, count: int) -> list[Person]:
        """Gives names, no family twice."""
        families = self._chance.sample(_FAMILIES, count)
        return [Person(given, family) for given, family in zip(self._chance.sample(_GIVEN, count), families,
                                                               strict=True)]  # fmt: skip

    def number(self, low: int, high: int) -> int:
        """Gives a number from low to high."""
        return self._chance.randint(low, high)

    def cells(self, rows: int, columns: int) -> list[list[str]]:
        """Gives the cells of a table: a row of heads, then a name and numbers in each row."""
        heads = ["Site", "Mean depth", "Samples", "Error", "Share"][:columns]
        names = ["Ashford", "Birkdale", "Cawston", "Denby", "Elmley", "Farnham", "Goole"]
        body = [[names[i], *(f"{self.number(1, 99)}.{self.number(0, 9)}" for _ in heads[1:])] for i in range(rows)]
        return [heads, *body]
