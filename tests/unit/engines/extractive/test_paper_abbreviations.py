from __future__ import annotations

from conspectus.engines.extractive.paper_abbreviations import PaperAbbreviations, paper_abbreviations


def found(*sentences: str) -> PaperAbbreviations:
    return paper_abbreviations((100 * number, sentence) for number, sentence in enumerate(sentences))


def long(abbreviations: PaperAbbreviations, short: str, at: int) -> str | None:
    meant = abbreviations.meaning(short, at)
    return meant.long if meant else None


def test_a_definition_anywhere_holds_for_the_whole_paper() -> None:
    given = found("The CNN is trained.", "A convolutional neural network (CNN) has layers.", "CNNs are deep.")
    assert long(given, "CNN", 0) == "convolutional neural network"
    assert long(given, "CNNs", 200) == "convolutional neural network"
    assert long(given, "RNN", 200) is None


def test_a_plural_definition_gives_the_singular() -> None:
    assert long(found("We map quantitative trait loci (QTLs)."), "QTL", 0) == "quantitative trait loci"


def test_two_long_forms_are_never_confused() -> None:
    given = found(
        "The CNN is old.",
        "A cellular nonlinear network (CNN) is a grid.",
        "Here CNN is the grid.",
        "A convolutional neural network (CNN) has layers.",
        "Now CNN is the other.",
    )
    assert long(given, "CNN", 0) is None
    assert long(given, "CNN", 200) == "cellular nonlinear network"
    assert long(given, "CNN", 450) == "convolutional neural network"


def test_the_same_long_form_twice_is_one() -> None:
    given = found("Word sense disambiguation (WSD) is hard.", "We do word-sense disambiguation (WSD).", "WSD ends.")
    assert len(list(given.definitions())) == 1


def test_what_is_no_definition_is_none() -> None:
    given = found(
        "The Eastern ecoregion (EE) is wide, the ecoregion (EE) too.",
        "They gain much (P = 0.05).",
        "Values of thing A, other thing (TA) are given.",
    )
    assert "P" not in given.by_short
    assert all("," not in definition.long for definition in given.definitions())
    assert not found("Nothing here.")


def test_abbreviations_inside_names_are_written_out() -> None:
    given = found("A support vector machine (SVM) is used.")
    assert given.expanded("SVM classifier", 50) == "support vector machine classifier"
    nested = found("A support vector machine (SVM) is used.", "The SVM kernel (SK) is chosen.")
    assert [d.key for d in nested.by_short["SK"]] == ["supportvectormachinekernel"]
