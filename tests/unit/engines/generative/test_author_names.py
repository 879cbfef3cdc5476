from __future__ import annotations

import pytest

from conspectus.domain.draft_text import parse_draft, render_draft
from conspectus.domain.tasks import HandleMark, ReferenceAbstract
from conspectus.engines.generative.author_names import name_authors


def reference(paper: str, label: str, year: int | None) -> ReferenceAbstract:
    return ReferenceAbstract(paper=paper, title="T", label=label, plural=True, year=year, evidence=())


KNOWN = {
    "p1": reference("a", "Smith et al.", 2020),
    "p2": reference("a", "Smith et al.", 2020),
    "p3": reference("b", "Li and Ito", None),
    "p4": reference("c", "", 2019),
}


@pytest.mark.parametrize(
    "text, wire, modes",
    [
        ("[p1] propose a gauge.", "[p1] propose a gauge.", "n"),
        ("Gauges report levels [p1].", "Gauges report levels [p1].", "p"),
        ("Gauges [p1] and radar [p3] report levels.", "Gauges [p1] and radar [p3] report levels.", "pp"),
        ("The gauge by [p1] reports levels.", "The gauge by [p1] reports levels.", "n"),
        ("Levels rise [p1], whereas [p3] find none.", "Levels rise [p1], whereas [p3] find none.", "pn"),
        ("In contrast, [p3] find none.", "In contrast, [p3] find none.", "n"),
        ("For rare terms, [p3] Levels fall.", "For rare terms, [p3] Levels fall.", "p"),
        ("The gauge of [p1] and [p3] is new.", "The gauge of [p1] and [p3] is new.", "nn"),
        ("Levels rise [p1] and [p3].", "Levels rise [p1] and [p3].", "pp"),
        ("Smith et al. [p1] propose a gauge.", "[p1] propose a gauge.", "n"),
        ("Smith et al. (2020) [p1, p2] propose a gauge.", "[p1, p2] propose a gauge.", "n"),
        ("A gauge was built by Li and Ito [p3].", "A gauge was built by [p3].", "n"),
        ("Levels rise (Smith et al., 2020) [p1].", "Levels rise [p1].", "p"),
        ("Levels rise, say Smith et al. [p3].", "Levels rise, say Smith et al. [p3].", "p"),
        ("Blacksmith et al. [p1] say so.", "Blacksmith et al. [p1] say so.", "p"),
        ("Smith et al. [p1, p3] say so.", "Smith et al. [p1, p3] say so.", "p"),
        ("Levels rise [p4].", "Levels rise [p4].", "p"),
        ("Levels rise [p9].", "Levels rise [p9].", "p"),
    ],
)
def test_marks_are_named_as_they_are_used(text: str, wire: str, modes: str) -> None:
    (sentence,) = parse_draft(text).sentences
    named = name_authors(sentence, KNOWN)
    assert render_draft([named]) == wire
    assert "".join(part.mode[0] for part in named.parts if isinstance(part, HandleMark)) == modes
