from __future__ import annotations

import pytest

from conspectus.domain.document import SectionKind
from conspectus.domain.section_typing import section_kind

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
