from __future__ import annotations

from typing import Any

from conspectus.domain.tasks import HandleMark
from conspectus.engines.extractive.topic_page_abbreviations import Abbreviations


def test_an_abbreviation_is_spelled_out_once(make_topic_paper: Any) -> None:
    paper = make_topic_paper("a", "The marsh enzyme index (MEI) was taken.", "MEI rose.")
    abbreviations = Abbreviations((paper,))
    mark = HandleMark(("a2",))
    assert abbreviations.spelled_out(("MEI rose ", mark, "."), paper) == ("Marsh enzyme index (MEI) rose ", mark, ".")
    assert abbreviations.spelled_out(("Then MEI fell.",), paper) == ("Then MEI fell.",)
    assert abbreviations.spelled_out(("The marsh enzyme index (MEI) fell.",), paper) == (
        "The marsh enzyme index fell.",
    )


def test_the_same_letters_in_another_sense_are_written_out(make_topic_paper: Any) -> None:
    one = make_topic_paper("a", "The marsh enzyme index (MEI) was taken.")
    other = make_topic_paper("b", "Mean ear inflammation (MEI) was seen.")
    abbreviations = Abbreviations((one, other))
    abbreviations.spelled_out(("MEI rose.",), one)
    assert abbreviations.spelled_out(("All had MEI.",), other) == ("All had mean ear inflammation.",)


def test_what_nobody_explains_is_told(make_topic_paper: Any) -> None:
    paper = make_topic_paper("a", "QZX rose with DNA and with the index of enzymes of the marsh.")
    silent = make_topic_paper("d", "QZX rose with DNA.")
    agreed = [make_topic_paper(n, "The marsh enzyme index (MEI) was taken.") for n in "bc"]
    abbreviations = Abbreviations((paper, silent, *agreed))
    assert abbreviations.unexplained("QZX and MEI rose with DNA.", paper) == {"QZX"}
    # What only others call it is not in the paper cited.
    assert abbreviations.unexplained("QZX and MEI rose with DNA.", silent) == {"QZX", "MEI"}
    assert Abbreviations((paper, agreed[0])).unexplained("MEI rose.", paper) == {"MEI"}


def test_two_spellings_of_one_long_form_are_not_both_explained(make_topic_paper: Any) -> None:
    one = make_topic_paper("a", "The velm 2-enzyme index (VEI) was taken.")
    other = make_topic_paper("b", "The velm-enzyme index (VEI) fell.")
    abbreviations = Abbreviations((one, other))
    assert abbreviations.spelled_out(("VEI rose.",), one) == ("Velm 2-enzyme index (VEI) rose.",)
    assert abbreviations.spelled_out(("The velm-enzyme index (VEI) fell.",), other) == ("The velm-enzyme index fell.",)
    assert abbreviations.spelled_out(("Then VEI fell.",), other) == ("Then VEI fell.",)
