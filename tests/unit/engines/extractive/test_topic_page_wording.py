from __future__ import annotations

import re

import pytest

from conspectus.engines.extractive.topic_page_wording import ALSO, COUNTS, EMPTY, FRAME, FUTURE, P_VALUES, SAYS, UNMET


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
