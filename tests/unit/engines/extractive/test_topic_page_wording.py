from __future__ import annotations

import re

import pytest

from conspectus.engines.extractive.topic_page_wording import (
    ALSO,
    COUNTS,
    EMPTY,
    FRAME,
    FUTURE,
    ONE_PATIENT,
    P_VALUES,
    SAYS,
    UNMET,
)


@pytest.mark.parametrize(
    "pattern, text",
    [
        (FRAME, "We found that it rains."),
        (FRAME, "The present study clearly demonstrates that it rains."),
        (FRAME, "Our results showed no rain."),
        (SAYS, " also suggest that it rains"),
        (FUTURE, "Larger trials in the north are needed to measure rain."),
        (FUTURE, "How it rains remains largely unknown."),
        (FUTURE, "The effect of rain needs to be further investigated."),
        (FUTURE, "There is a need for prospective studies of rain."),
        (UNMET, "It rained more in the high-risk group."),
        (UNMET, "The two techniques are alike."),
        (UNMET, "The patients recovered."),
        (UNMET, "These values rose."),
        (COUNTS, "A total of 90 sheep were wet."),
        (COUNTS, "Twelve of the sheep were wet."),
        (COUNTS, "In March, 90 sheep were enrolled."),
        (EMPTY, "Rules for shepherds are discussed."),
        (EMPTY, "No differences were found in age or wool."),
        (EMPTY, "Databases were searched for rain."),
    ],
)
def test_wordings_are_known(pattern: re.Pattern[str], text: str) -> None:
    assert pattern.search(text)


@pytest.mark.parametrize(
    "pattern, text",
    [
        (FRAME, "We suggest that it rains."),
        (FRAME, "Shepherds found that it rains."),
        (SAYS, " compared rain with snow"),
        (FUTURE, "Further rain is expected in the north."),
        (UNMET, "It rained more in the group of shepherds with hats."),
        (UNMET, "The patients with fever recovered."),
        (UNMET, "Rain such as that of March is rare, as those who know say."),
        (COUNTS, "Rain fell on 90 sheep."),
        (EMPTY, "No differences were found between wet and dry sheep."),
    ],
)
def test_other_wordings_are_not(pattern: re.Pattern[str], text: str) -> None:
    assert not pattern.search(text)


def test_what_is_taken_out_leaves_the_claim() -> None:
    assert P_VALUES.sub("", "It rained more (P < 0.05) than it snowed (12%, p=.01).") == (
        "It rained more than it snowed (12%)."
    )
    assert P_VALUES.sub("", "A ratio (OR 1.2; 95% CI 1.1-1.3) stays.") == "A ratio (OR 1.2; 95% CI 1.1-1.3) stays."
    assert (
        ALSO.sub(" ", "It also rains, not only in May but also in June.")
        == "It rains, not only in May but also in June."
    )


@pytest.mark.parametrize(
    "text",
    [
        "A 45-year-old woman recovered after a week in the marshes.",
        "The current case may provide a link between rain and fever.",
        "One patient had a rash after the rain.",
    ],
)
def test_what_befell_one_patient_is_known(text: str) -> None:
    assert ONE_PATIENT.search(text)


@pytest.mark.parametrize("text", ["In the case-control data it rained.", "Patients with a rash recover."])
def test_what_befell_many_is_not_taken_for_one_patient(text: str) -> None:
    assert not ONE_PATIENT.search(text)


@pytest.mark.parametrize(
    "text",
    [
        "Also rain was more frequent.",
        "Wool was wetter in ≥7 mm group.",
        "Initial experiments demonstrated that it rains.",
        "A recent study revealed that it rains.",
        "The previously observed rain may be a factor.",
        "The increases in rain returned to the level of March.",
        "The factors that explained the rain were wind and sun.",
        "There were no major complications of the rain.",
        "The results thus suggest that it rains.",
        "Over the next three years they had less rain.",
        "Rain fell on both species.",
        "No rust or mould was seen.",
        "P was not wet at any place.",
    ],
)
def test_what_leans_on_its_study_is_unmet(text: str) -> None:
    assert UNMET.search(text)


@pytest.mark.parametrize(
    "text",
    [
        "Rain was more frequent in the group of shepherds with hats.",
        "Increases in rain are greater in March.",
        "A study of rain in the north.",
        "No rain was seen in sheep that slept indoors.",
    ],
)
def test_what_stands_by_itself_is_met(text: str) -> None:
    assert not UNMET.search(text)


@pytest.mark.parametrize(
    "text",
    [
        "The primary outcome was rain.",
        "Grazing on the upper marsh was performed.",
        "No data were available on rain.",
        "Dose levels in the second marsh were set at 5 mg.",
        "Blood samples obtained from sheep.",
        "Shepherds were predominantly male.",
    ],
)
def test_what_tells_of_a_design_is_empty(text: str) -> None:
    assert EMPTY.search(text)


def test_counts_above_twelve_are_counts() -> None:
    assert COUNTS.search("Thirteen sheep had a history of rain.")
