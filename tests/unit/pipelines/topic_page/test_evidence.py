from __future__ import annotations

from dataclasses import replace

import pytest

from conspectus.domain.document_building import ParagraphDraft, SectionDraft, build_document
from conspectus.domain.paper import MeshHeading, Notice, PartialDate
from conspectus.pipelines.topic_page.evidence import (
    names_topic,
    shown_text,
    sort_papers,
    subject_headings,
    topic_names,
    whole_papers,
    with_handles,
    written_date,
)
from conspectus.testing.topic_papers import made_topic_papers, topic_paper

SENTENCES = ("Alpha is here.", "Beta is here.", "Gamma is here.", "Delta is here.", "Epsilon is here.",
             "Zeta is here.", "Eta is here.")  # fmt: skip
NAMES = ("microplastics",)


@pytest.mark.parametrize("count, kept, after", [(1, [0], None), (5, [0, 1, 2, 3, 4], None),
                                                (6, [0, 1, 2, 4, 5], 3), (7, [0, 1, 2, 5, 6], 3)])  # fmt: skip
def test_the_first_three_and_the_last_two_sentences_are_shown(count: int, kept: list[int], after: int | None) -> None:
    shown = shown_text(topic_paper(1, " ".join(SENTENCES[:count])))
    assert [passage.quote for passage, _ in shown.sentences] == [SENTENCES[number] for number in kept]
    assert shown.truncated_after == after


def test_the_tokens_count_title_date_handles_and_gap() -> None:
    short = shown_text(topic_paper(1, " ".join(SENTENCES[:5])))
    longer = shown_text(topic_paper(1, " ".join(SENTENCES[:5]), title="Microplastics in the rivers of the lowlands"))
    gap = replace(short, truncated_after=3)
    assert short.tokens < gap.tokens
    assert short.tokens < longer.tokens
    assert short.tokens > 5 * 5


def test_retracted_silent_and_repeated_papers_are_no_evidence_and_are_told() -> None:
    papers = list(made_topic_papers(3))
    retracted = replace(papers[0], notices=(Notice(kind="retraction"),))
    silent = topic_paper(90, "")
    twin = replace(papers[1], id="pmid-91")
    found = sort_papers([retracted, papers[1], silent, twin, papers[2], papers[2]], NAMES)
    assert [shown.paper.id for shown in found.usable] == [papers[1].id, papers[2].id]
    assert found.retracted == (retracted.id,)
    assert found.without_abstract == ("pmid-90",)
    assert found.repeated == ("pmid-91",)


def test_a_hundred_identical_abstracts_are_one_piece_of_evidence() -> None:
    found = sort_papers([topic_paper(number, "Microplastics are small.") for number in range(1, 101)], NAMES)
    assert len(found.usable) == 1
    assert len(found.repeated) == 99


def test_papers_off_the_topic_are_set_aside_only_where_most_name_it() -> None:
    on, off = made_topic_papers(3), topic_paper(80, "Sparrows sing at dawn.", title="Birds")
    assert sort_papers([*on, off], NAMES).off_topic == ("pmid-80",)
    unnamed = sort_papers([*on, off], ("nanoplastics",))
    assert unnamed.off_topic == ()
    assert unnamed.naming == 0
    assert len(unnamed.usable) == 4


def test_a_name_may_stand_in_title_sentence_heading_or_keyword() -> None:
    bare = topic_paper(1, "The lungs were examined. A cancer was seen.", title="A report")
    assert names_topic(bare, ("cancers",))
    assert not names_topic(bare, ("lung cancer",)), "the words stand in different sentences"
    assert names_topic(replace(bare, title="Cancer of the lung"), ("lung cancer",))
    assert names_topic(replace(bare, mesh=(MeshHeading(descriptor="Neoplasms, Lung"),)), ("lung neoplasms",))
    assert names_topic(replace(bare, keywords=("smoking",)), ("cigarettes", "Smoking"))


@pytest.mark.parametrize(
    "query, given, names",
    [
        ("long covid", (), ("long covid",)),
        ('"long covid"[Title] AND 2020:2023[dp]', (), ("long covid",)),
        ("(asthma) OR (wheeze)", (), ("asthma", "wheeze")),
        ("(asthma OR wheeze) AND children", (), ("asthma wheeze children",)),
        ("asthma", ("Asthma ", "Asthma", " ", "wheeze"), ("Asthma", "wheeze")),
        ("problem gambling", ("gambling disorder",), ("gambling disorder", "problem gambling")),
        ("asthma AND children", ("wheeze",), ("wheeze",)),
        ("asthma[tiab]", ("wheeze",), ("wheeze",)),
        ("[tiab]", (), ("[tiab]",)),
    ],
)
def test_the_topic_is_named_by_the_user_or_the_query(
    query: str, given: tuple[str, ...], names: tuple[str, ...]
) -> None:
    assert topic_names(query, given) == names


def test_handles_run_over_all_groups() -> None:
    papers = [shown_text(paper) for paper in made_topic_papers(3)]
    groups = with_handles([papers[:2], papers[2:]])
    handles = [item.handle for group in groups for paper in group for item in paper.evidence]
    assert handles == [f"p{number}" for number in range(1, 16)]
    assert groups[0][0].label == "Writer1"
    assert groups[0][0].truncated_after == 3


def test_whole_papers_hold_every_sentence_and_keep_the_handles_that_are_shown() -> None:
    usable = [shown_text(topic_paper(1, " ".join(SENTENCES))), shown_text(topic_paper(2, SENTENCES[0]))]
    groups = with_handles([usable[:1]])
    first, second = whole_papers(usable, NAMES, groups)
    assert [item.passage.quote for item in first.evidence] == list(SENTENCES)
    assert [item.handle for item in first.evidence] == ["p1", "p2", "p3", "f1", "f2", "p4", "p5"]
    assert [item.handle for item in second.evidence] == ["f3"]
    assert first.truncated_after is None


def test_of_papers_beyond_the_bound_only_what_names_the_topic_is_at_hand(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("conspectus.pipelines.topic_page.evidence.MOST_WHOLE", 3)
    monkeypatch.setattr("conspectus.pipelines.topic_page.evidence.MOST_NAMING", 1)
    text = "Microplastic is small. Alpha is here. Microplastics are old."
    usable = [shown_text(topic_paper(number, text)) for number in (1, 2, 3)]
    first, second = whole_papers(usable, NAMES, ())
    assert len(first.evidence) == 3
    assert [item.passage.quote for item in second.evidence] == ["Microplastic is small."]
    assert second.truncated_after == 0


@pytest.mark.parametrize(
    "date, written",
    [(None, ""), (PartialDate(year=2021), "2021"), (PartialDate(year=2021, month=3), "2021 Mar"),
     (PartialDate(year=2021, month=3, day=4), "2021 Mar 4"), (PartialDate(year=2021, day=4), "2021")],
)  # fmt: skip
def test_dates_are_as_exact_as_they_are_known(date: PartialDate | None, written: str) -> None:
    """Published: ``Date.timestamp()`` calls a method that is missing (methods 2.5, 11); nothing is made up here."""
    assert written_date(date) == written


def test_headings_are_told_once() -> None:
    paper = replace(topic_paper(1, ""), mesh=(MeshHeading(descriptor="Plastics"),), keywords=("plastics", "Rivers"))
    assert subject_headings(paper) == ("Plastics", "Rivers")


def test_full_text_sentences_that_name_the_topic_are_shown_if_wanted() -> None:
    body = (
        ("Introduction", "Microplastics are everywhere. Rain falls. Wind blows."),
        ("Discussion", "Rivers carry microplastics to the sea."),
    )
    document = build_document(
        [SectionDraft(heading=name, paragraphs=[ParagraphDraft(text=text)]) for name, text in body]
    )
    plain = topic_paper(1, "Microplastics were counted.")
    paper = replace(plain, documents=(*plain.documents, document))
    assert len(shown_text(paper, NAMES).sentences) == 1
    quotes = [passage.quote for passage, _ in shown_text(paper, NAMES, unit="passage").sentences]
    assert quotes == [
        "Microplastics were counted.",
        "Microplastics are everywhere.",
        "Rivers carry microplastics to the sea.",
    ]
