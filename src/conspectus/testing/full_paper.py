"""A made-up paper with full text, as long as is wanted: for tests of summaries and for benchmarks."""

from __future__ import annotations

from conspectus.domain.document_building import ParagraphDraft, SectionDraft, build_document
from conspectus.domain.paper import Author, Paper, PartialDate

WORDS_A_PAGE = 500
_ABSTRACT = (
    "Drained peat bogs lose carbon, but how fast is poorly known. We propose the BogTrack model for carbon loss. "
    "BogTrack reaches an error of 4.2 percent on the FenSet data set. Rewetting should be planned with such estimates."
)
_INTRODUCTION = (
    "Peat bogs hold a third of the carbon of all soils. However, drained bogs lose carbon to the air, and existing "
    "estimates are limited to few sites. In this paper we propose the BogTrack model, which estimates carbon loss from "
    "water levels. We also release the FenSet data set of 120 bogs.",
    "The rest of this paper is organised as follows. Section 2 describes the model.",
)
_METHODS = (
    "The BogTrack model uses a linear mixed model with water level and temperature as inputs. We trained the BogTrack "
    "model on the FenSet data set. The PeatSim model is used as a baseline.",
    "Water levels were read every hour in dip wells. Temperatures came from loggers at a depth of 5 cm.",
)
_RESULTS = (
    "The BogTrack model was evaluated on the FenSet data set with a mean error of 4.2 percent. Our results show that "
    "BogTrack outperforms PeatSim by 3.1 points (Figure 2). Carbon loss rose by 12 percent for each 10 cm of drainage.",
    "Rewetted bogs did not lose carbon in the second year. Figure 3 shows the losses of each bog.",
)
_DISCUSSION = (
    "These findings suggest that shallow drainage already matters for carbon loss. Future work should include winter "
    "fluxes. A limitation is that only bogs in the north were measured.",
)
_PLANTS = ("sphagnum", "heather", "cotton grass", "bog myrtle", "sundew", "cranberry", "rosemary", "sedge", "birch",
           "pine", "crowberry", "reed")  # fmt: skip
_MEASURES = ("methane flux", "water table", "peat depth", "soil respiration", "nitrate content", "leaf litter",
             "root growth", "canopy height")  # fmt: skip
_KINDS = ("tall", "creeping", "young", "old", "wet", "dry", "grazed", "burnt", "mown", "planted", "northern")
_HEADS = ("Canopy", "Flux", "Root", "Moss", "Depth", "Litter", "Well", "Fen", "Rain", "Soil", "Gas", "Leaf", "Marsh")
_TAILS = ("Net", "Boost", "Graph", "Forest", "Kernel", "Map", "Tree", "Former", "Grid")
_FURTHER = (
    "In plot {n} the {measure} under {plant} was {value} units after {weeks} weeks.",
    "We estimated the {measure} of {plant} with the {method} model on the FenSet data set.",
    "The {method} model reached an error of {value} percent for {plant} in plot {n}.",
    "Where {plant} stood, the {measure} fell faster than under {other}.",
    "Neither rain nor wind explained the {measure} of {plant} in week {weeks}.",
    "For {other} the {method} model was compared with the PeatSim model in {weeks} plots.",
)


def made_full_paper(pages: int = 1) -> Paper:
    """Gives a made-up paper on peat bogs with abstract and sections, the same every time.

    Args:
        pages: How long it is, in pages of 500 words; results fill what the argument leaves.
    """
    sections = [
        SectionDraft(heading="Abstract", paragraphs=[ParagraphDraft(_ABSTRACT)]),
        _section("Introduction", _INTRODUCTION),
        _section("Methods", _METHODS),
        _section("Results", _RESULTS),
    ]
    discussion = _section("Discussion", _DISCUSSION)
    words = sum(len(part.text.split()) for section in (*sections, discussion) for part in section.paragraphs)
    number = 0
    while pages > 1 and words < pages * WORDS_A_PAGE:
        further: list[ParagraphDraft] = []
        while len(further) < 12 and words < pages * WORDS_A_PAGE:
            text = " ".join(_further(number + place) for place in range(6))
            number += 6
            words += len(text.split())
            further.append(ParagraphDraft(text))
        sections.append(SectionDraft(heading=f"Results of site {len(sections) - 3}", paragraphs=further))
    return Paper(
        id="peat",
        title="Carbon loss of drained peat bogs",
        authors=(Author(family="Moor", given="Ada"), Author(family="Fenn", given="Bo")),
        date=PartialDate(year=2021),
        documents=(build_document([*sections, discussion]),),
    )


def _section(heading: str, paragraphs: tuple[str, ...]) -> SectionDraft:
    return SectionDraft(heading=heading, paragraphs=[ParagraphDraft(text) for text in paragraphs])


def _further(number: int) -> str:
    return _FURTHER[number % len(_FURTHER)].format(
        n=number // 4 + 1,
        plant=_plant(number),
        other=_plant(number + 7),
        measure=_MEASURES[number * 3 % len(_MEASURES)],
        method=_HEADS[number % len(_HEADS)] + _TAILS[number // 6 % len(_TAILS)],
        value=f"{number * 37 % 89 + 1}.{number % 10}",
        weeks=number % 50 + 2,
    )


def _plant(number: int) -> str:
    return f"{_KINDS[number // 5 % len(_KINDS)]} {_PLANTS[number * 5 % len(_PLANTS)]}"
