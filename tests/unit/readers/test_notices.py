from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from conspectus.domain.paper import Notice, Paper
from conspectus.readers.notices import has_identifier, told_notices, with_told_notices
from conspectus.readers.reading import ReadPaper, read_bytes

RECEIVED = [
    "RETRACTED: A claim",
    "Retracted: A claim",
    "[Retracted] A claim",
    "(Retracted) A claim",
    "RETRACTED ARTICLE: A claim",
    "Retracted Paper: A claim",
    "WITHDRAWN: A claim",
    "Withdrawn: A claim",
    "REMOVED: A claim",
    "A claim [RETRACTED]",
    "A claim (Retracted article. See vol. 3, p. 4)",
    "A claim (Withdrawn)",
    "A claim - Retracted",
    "RETRACTED A claim",
    "**RETRACTED**: A claim",
    "Article rétracté : Un titre",
    "Zurückgezogen: Ein Titel",
    "A claim (Retraction in vol. 3)",
]
ISSUED = [
    ("Retraction notice to “A claim”", "retraction", "A claim"),
    ("Retraction Note: A claim", "retraction", "A claim"),
    ("Retraction Note to: A claim", "retraction", "A claim"),
    ("Retraction: A claim", "retraction", "A claim"),
    ("Retraction of: A claim", "retraction", "A claim"),
    ("Retraction", "retraction", ""),
    ('Retraction of "A claim"', "retraction", "A claim"),
    ("Statement of Retraction: A claim", "retraction", "A claim"),
    ("Notice of retraction", "retraction", ""),
    ("Editorial retraction: A claim", "retraction", "A claim"),
    ("Retraction for Smith et al., A claim", "retraction", "Smith et al., A claim"),
    ("Withdrawal notice: A claim", "retraction", "A claim"),
    ("Retraction Note to: A claim. doi:10.1000/x.1", "retraction", "doi:10.1000/x.1"),
    ("Erratum", "correction", ""),
    ("Erratum to: A claim", "correction", "A claim"),
    ("Corrigendum to “A claim”", "correction", "A claim"),
    ("Correction: A claim", "correction", "A claim"),
    ("Correction to: A claim", "correction", "A claim"),
    ("Author Correction: A claim", "correction", "A claim"),
    ("Publisher Correction: A claim", "correction", "A claim"),
    ("Correction to Smith et al. (2020)", "correction", "Smith et al. (2020)"),
    ("Addendum to: A claim", "correction", "A claim"),
    ("Partial retraction: A claim", "correction", "A claim"),
    ("Expression of Concern: A claim", "expression-of-concern", "A claim"),
    ("Editorial Expression of Concern", "expression-of-concern", ""),
]
NOTHING = [
    "",
    "A claim",
    "Retraction of the uvula",
    "Retraction of the ventricular wall in dogs",
    "Retracted articles in medicine",
    "Retracted studies and their afterlife",
    "Retractions in science",
    "Correction for multiple testing",
    "Correction to the Hardy formula",
    "Corrections in grammar",
    "Withdrawal of antidepressants",
    "Withdrawal: symptoms and signs",
    "Withdrawn behaviour in infants",
    "Expressions of concern in nursing",
    "Removal of stones",
    "Why was it retracted?",
    "Grammatical error correction: a survey",
]


@pytest.mark.parametrize("title", RECEIVED)
def test_titles_of_retracted_papers(title: str) -> None:
    assert told_notices(title) == (Notice(kind="retraction", text=title),)


@pytest.mark.parametrize("title, kind, target", ISSUED)
def test_titles_of_notices(title: str, kind: str, target: str) -> None:
    (notice,) = told_notices(title)
    assert (notice.kind, notice.direction, notice.target, notice.text) == (kind, "issued", target, title)


@pytest.mark.parametrize("title", NOTHING)
def test_titles_about_the_matter_tell_nothing(title: str) -> None:
    assert told_notices(title) == ()


def test_types_and_notes_tell_too() -> None:
    def told(types: list[str], notes: list[str]) -> list[tuple[str, str]]:
        return [(notice.kind, notice.direction) for notice in told_notices("A claim", types, notes)]

    received = [("retraction", "received")]
    assert told(["Journal Article", "Retracted Publication"], []) == received
    assert told(["Published Erratum"], []) == [("correction", "issued")]
    assert told(["Retraction of Publication"], []) == [("retraction", "issued")]
    assert told([], ["Retracted"]) == told([], ["This article has been retracted by its authors."]) == received
    assert told([], ["Retraction in: J X 3:4"]) == received
    assert told([], ["We discuss retracted work."]) == told(["Article"], ["See also retraction watch"]) == []


def test_a_notice_is_added_only_where_none_of_its_kind_is() -> None:
    paper = Paper(id="", title="RETRACTED: A claim")
    marked = with_told_notices(paper)
    assert marked.is_retracted
    assert with_told_notices(marked) == marked
    known = Paper(id="", title="RETRACTED: A claim", notices=(Notice(kind="retraction", target="pmid:7"),))
    assert with_told_notices(known) == known
    assert with_told_notices(Paper(id="", title="A claim", extra=(("retracted", "true"),))).is_retracted
    assert not with_told_notices(
        Paper(id="", title="A claim", extra=(("retracted", "false"), ("city", "Retracted")))
    ).is_retracted


@pytest.mark.parametrize(
    "said, target",
    [
        ("[This retracts the article DOI: 10.1000/x.1.].", "doi:10.1000/x.1"),
        ("This corrects the article PMID: 1234567", "pmid:1234567"),
        ("Erratum for: doi: 10.1000/x.1", "doi:10.1000/x.1"),
        ("See doi:10.1000/other", "Old claim"),
    ],
)
def test_what_a_notice_concerns_is_read_from_its_fields(said: str, target: str) -> None:
    paper = with_told_notices(Paper(id="", title="Retraction: Old claim", extra=(("N1", said),)))
    (notice,) = paper.notices
    assert notice.target == target
    assert has_identifier(target) == target.startswith(("doi:", "pmid:"))


@pytest.mark.parametrize(
    "data",
    [
        "TY  - JOUR\nTI  - RETRACTED: A claim\nER  - \n",
        "TY  - JOUR\nTI  - A claim\nN1  - Retracted\nER  - \n",
        "TY  - JOUR\nTI  - A claim\nM3  - Retracted Publication\nER  - \n",
        "@article{a, title = {{RETRACTED}: A claim}}",
        "@article{a, title = {A claim}, note = {Retracted}}",
        "PMID- 7\nTI  - A claim.\nPT  - Retracted Publication\n",
        "PMID- 7\nTI  - RETRACTED: A claim.\n",
        "PMID- 7\nTI  - A claim.\nRIN - J X. 2001;3:4. PMID: 8\n",
        "<article><front><article-meta><title-group><article-title>RETRACTED: A claim</article-title></title-group>"
        "</article-meta></front></article>",
    ],
)
def test_every_reader_marks_retracted_papers(data: str) -> None:
    (item,) = read_bytes(data.encode(), source="a").items
    assert isinstance(item, ReadPaper)
    assert item.paper.is_retracted


@given(st.text(max_size=80), st.lists(st.text(max_size=40), max_size=2), st.lists(st.text(max_size=40), max_size=2))
def test_at_most_one_notice_is_told(title: str, types: list[str], notes: list[str]) -> None:
    assert len(told_notices(title, types, notes)) <= 1
