from __future__ import annotations

import pytest

from conspectus.domain.document import SectionKind
from conspectus.domain.section_typing import nested_kind, part_kind, section_kind

A, I, R = SectionKind.ABSTRACT, SectionKind.INTRODUCTION, SectionKind.RELATED_WORK  # noqa: E741
M, E, D = SectionKind.METHODOLOGY, SectionKind.EXPERIMENT, SectionKind.DISCUSSION


@pytest.mark.parametrize(
    ("heading", "kind"),
    [
        ("Abstract", A),
        ("ABSTRACT.", A),
        ("Structured abstract", A),
        ("Graphical Abstract", A),
        ("Summary", A),
        ("Plain language summary", A),
        ("Introduction", I),
        ("Introduction and related concepts", I),
        ("Motivation", I),
        ("OBJECTIVE", I),
        ("Aims", I),
        ("Related Work", R),
        ("Related work and discussion of methods", R),
        ("Literature Review", R),
        ("Background", R),
        ("State-of-the-Art", R),
        ("Methods", M),
        ("Materials and methods", M),
        ("MATERIALS & METHODS", M),
        ("Study design", M),
        ("Our approach", M),
        ("Statistical analysis", M),
        ("Experimental procedures", M),
        ("Experimental design", M),
        ("Patients and methods", M),
        ("Results", E),
        ("Results and discussion", E),
        ("Experiments", E),
        ("Ablation", E),
        ("Ablations", E),
        ("Evaluation of the model", E),
        ("Case study", E),
        ("Discussion", D),
        ("Conclusions and future work", D),
        ("Concluding remarks", D),
        ("Summary and conclusions", D),
        ("Limitations", D),
        ("Summary of results", E),
        ("Experimental section", M),
        ("Experimental", M),
        ("Experimental results", E),
        ("Case report", E),
        ("Datasets", M),
        ("Preliminaries", R),
        ("Purpose", I),
        ("Open problems", D),
        ("Recommendations", D),
        ("Einleitung", I),
        ("Methoden", M),
        ("Resultados", E),
        ("Conclusión", D),
        ("Supplementary material", None),
        ("Availability of data and materials", None),
        ("Data availability", None),
        ("Supporting information", None),
        ("Proof of the main result", None),
        ("Ethics approval and consent to participate", None),
        ("Appendix: model details", None),
        ("Additional experiments", E),
        ("Abstract interpretation", None),
        ("Abstract reasoning in children", None),
        ("Acknowledgements", None),
        ("Funding", None),
        ("Modelling", None),
        ("Airborne particles", None),
        ("", None),
        ("—", None),
        ("We describe in this section how the results of all methods were found and used", None),
    ],
)
def test_headings_name_kinds(heading: str, kind: SectionKind | None) -> None:
    assert section_kind(heading) is kind


@pytest.mark.parametrize(
    ("heading", "kind"),
    [
        ("Results and discussion", E),
        ("Limitations", D),
        ("Materials and methods", M),
        ("Neuronal model", None),
        ("", None),
    ],
)
def test_a_heading_is_the_name_of_a_part_only_as_a_whole(heading: str, kind: SectionKind | None) -> None:
    assert part_kind(heading) is kind


@pytest.mark.parametrize(
    ("heading", "parent", "kind"),
    [
        ("Evaluation of outcomes", M, M),
        ("Patient characteristics", E, E),
        ("A model of the results", D, D),
        ("Limitations", E, D),
        ("Related work", I, R),
        ("", M, M),
        ("Anything", None, SectionKind.COMMON),
        ("Neuronal model", None, M),
        ("Neuronal model", SectionKind.COMMON, M),
        ("METHODS", A, M),
        ("Setting", A, A),
    ],
)
def test_nested_sections_take_their_parents_kind_but_for_names_of_parts(
    heading: str, parent: SectionKind | None, kind: SectionKind
) -> None:
    assert nested_kind(heading, parent) is kind
