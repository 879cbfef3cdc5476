from __future__ import annotations

import pytest

from conspectus.domain.document import SectionKind
from conspectus.domain.document_building import ParagraphDraft, SectionDraft, build_document
from conspectus.domain.paper import Author, Paper, Provenance
from conspectus.exporters.record_parts import (
    abstract_text,
    keywords_unsaid,
    names_unsaid,
    other_abstracts,
    pages_unsaid,
    parted_extra,
)


def paper(*parts: tuple[str, str], others: tuple[SectionDraft, ...] = ()) -> Paper:
    nested = [SectionDraft(heading=heading, paragraphs=[ParagraphDraft(text)]) for heading, text in parts]
    return Paper(
        id="x", documents=(build_document([SectionDraft(kind=SectionKind.ABSTRACT, sections=nested), *others]),)
    )


def test_labels_that_readers_know_need_no_outline() -> None:
    found = abstract_text(paper(("AIM", "We ask."), ("RESULTS", "We know.")))
    assert (found.text, found.outline) == ("AIM: We ask.\nRESULTS: We know.", "")


def test_labels_that_readers_do_not_know_have_one() -> None:
    found = abstract_text(paper(("AIM", "We ask."), ("Why so", "We know.")))
    assert found.text == "AIM: We ask.\n\nWhy so: We know."
    assert found.outline == '[["AIM",1],["Why so",1]]'


def test_on_one_line_a_label_must_follow_the_end_of_a_sentence() -> None:
    parts = (("AIM", "We ask"), ("RESULTS", "We know."))
    assert abstract_text(paper(*parts)).outline == ""
    assert abstract_text(paper(*parts), one_block=True).outline == '[["AIM",1],["RESULTS",1]]'


def test_abstracts_in_other_languages() -> None:
    other = SectionDraft(
        heading="Abstract (German)", kind=SectionKind.COMMON, paragraphs=[ParagraphDraft("Wir fragen.")]
    )
    assert list(other_abstracts(paper(("AIM", "We ask."), others=(other,)))) == [("German", "Wir fragen.")]


EXTRA = (("N1", "n"), ("STAT", "s"), ("file", "f"), ("DA", "d"))


def test_extra_fields_are_parted_by_their_names() -> None:
    mine = {
        form: [n for n, _ in parted_extra(Paper(id="x", extra=EXTRA), form)[0]] for form in ("ris", "medline", "bibtex")
    }
    assert mine == {"ris": ["N1", "DA"], "medline": ["STAT", "DA"], "bibtex": ["file"]}


def test_where_a_paper_came_from_tells_more() -> None:
    stamp = Provenance(source="a.bib", sha256="", reader="bibtex")
    own, others = parted_extra(Paper(id="x", extra=EXTRA, provenance=(stamp,)), "bibtex")
    assert [name for name, _ in own] == ["N1", "STAT", "file", "DA"]
    assert others == []


@pytest.mark.parametrize(
    ("person", "odd"),
    [
        (Author(family="Berg", given="Jörg", particle="van den"), False),
        (Author(family="Smith", given="J. A.", suffix="Jr"), False),
        (Author(literal="World Health Office"), False),
        (Author(family="Plato"), True),
        (Author(family="vom Brocke", given="Jan"), True),
        (Author(family="Bianca", given="Vi"), True),
        (Author(family="Roe", given="JA"), True),
        (Author(literal="Oxford, Inc"), True),
        (Author(literal="Anonymous"), True),
    ],
)
def test_names_that_readers_may_take_for_others(person: Author, odd: bool) -> None:
    assert names_unsaid([person]) is odd


def test_two_people_of_one_name_are_not_one() -> None:
    twins = [Author(family="Roe", given="Ann", affiliations=(place,)) for place in ("A", "B")]
    assert names_unsaid(twins)


def test_pages_and_keywords() -> None:
    assert [pages_unsaid(p) for p in ("", "12-34", "e123", "S1-S9", "1-n/a", "1, 7")] == [False] * 4 + [True] * 2
    assert [keywords_unsaid((w,)) for w in ("a, b", "c;d", "*e", "$f$")] == [False, True, True, True]
