"""Records of one work become one paper that is never poorer than they were; other works stay apart."""

from __future__ import annotations

import itertools
from pathlib import Path

import pytest
from line_format import make_paper

from conspectus.collection.matching import Settled, settle, without_surrogates
from conspectus.domain.identifiers import normal_doi
from conspectus.domain.paper import Author, Paper, Provenance, with_id
from conspectus.foundation.errors import InputError
from conspectus.library.store import Library


def record(number: int = 1, **values: object) -> Paper:
    paper = make_paper(**values)
    return with_id(
        Paper(
            **{name: getattr(paper, name) for name in paper.__slots__ if name != "provenance"},
            provenance=(Provenance(source="x", sha256="0", reader="lines", record=number),),
        )
    )


def settle_all(folder: Path, *records: Paper) -> tuple[list[Settled], list[Paper]]:
    with Library(folder, writable=True) as library:
        settled = [settle(library, one) for one in records]
        assert library.integrity_problems() == []
        return settled, list(library.papers())


def outcomes(settled: list[Settled]) -> list[str]:
    return [one.outcome for one in settled]


def test_the_same_record_again_is_unchanged(tmp_path: Path) -> None:
    one = record(title="T", doi="10.1234/a", key="k", abstract="We test.")
    settled, papers = settle_all(tmp_path, one, one)
    assert outcomes(settled) == ["added", "unchanged"]
    assert papers == [one]


def test_the_same_record_from_another_place_adds_only_its_provenance(tmp_path: Path) -> None:
    settled, (paper,) = settle_all(
        tmp_path, record(1, title="T", doi="10.1234/a"), record(2, title="T", doi="10.1234/a")
    )
    assert outcomes(settled) == ["added", "merged"]
    assert [stamp.record for stamp in paper.provenance] == [1, 2]


@pytest.mark.parametrize(
    "scheme, value", [("doi", "10.1234/a"), ("pmid", "7"), ("pmcid", "PMC77"), ("arxiv", "2001.00001")]
)
def test_any_strong_identifier_unites(tmp_path: Path, scheme: str, value: str) -> None:
    first = record(1, title="A title", venue="Journal", **{scheme: value})
    second = record(2, title="A title", abstract="Text.", year=2001, author="Berg", **{scheme: value})
    settled, (paper,) = settle_all(tmp_path, first, second)
    assert outcomes(settled) == ["added", "merged"]
    assert (paper.venue, paper.year, paper.abstract) == ("Journal", 2001, "Text.")
    assert [author.family for author in paper.authors] == ["Berg"]


def test_two_keys_of_one_work(tmp_path: Path) -> None:
    _, (paper,) = settle_all(
        tmp_path,
        record(1, title="Same", year=2000, author="Berg", key="berg1"),
        record(2, title="SAME.", year=2000, author="Berg", key="berg2"),
    )
    assert paper.keys == ("berg1", "berg2")


def test_a_record_that_links_two_papers_makes_three_one(tmp_path: Path) -> None:
    doi = record(1, title="By DOI", doi="10.1234/a", key="d", abstract="One.")
    pmid = record(2, title="By PMID", pmid="7", key="p", abstract="Two.")
    link = record(3, title="Link", doi="10.1234/a", pmid="7", key="l", venue="Journal")
    settled, (paper,) = settle_all(tmp_path, pmid, doi, link)
    assert outcomes(settled) == ["added", "added", "merged"]
    assert paper.id == "doi-10.1234_a"
    assert set(paper.keys) == {"d", "p", "l"}
    assert paper.venue == "Journal"
    assert len(paper.documents) == 2
    with Library(tmp_path) as library:
        for name in ("pmid-7", "doi-10.1234_a", "d", "p", "l"):
            assert library.get(name) == paper
        assert library.count() == 1


def test_a_stronger_identifier_changes_the_id_and_the_old_one_stays(tmp_path: Path) -> None:
    bare = record(1, title="T", year=2000, author="Berg")
    settled, (paper,) = settle_all(
        tmp_path,
        bare,
        record(2, title="T", year=2000, author="Berg", pmid="7"),
        record(3, title="T", pmid="7", doi="10.1234/a"),
        bare,
    )
    assert outcomes(settled) == ["added", "merged", "merged", "unchanged"]
    assert paper.id == "doi-10.1234_a"
    assert set(paper.aliases) == {bare.id, "pmid-7"}


def test_a_record_without_identifiers_joins_the_one_paper_it_describes(tmp_path: Path) -> None:
    known = record(1, title="T", year=2000, author="Berg", doi="10.1234/a")
    _, (paper,) = settle_all(tmp_path, known, record(2, title="t", year=2000, author="BERG", key="k"))
    assert (paper.id, paper.keys) == ("doi-10.1234_a", ("k",))


def test_a_record_that_describes_two_papers_stays_alone(tmp_path: Path) -> None:
    settled, papers = settle_all(
        tmp_path,
        record(1, title="T", year=2000, author="Berg", doi="10.1234/a"),
        record(2, title="T", year=2000, author="Berg", doi="10.1234/b"),
        record(3, title="T", year=2000, author="Berg"),
    )
    assert outcomes(settled) == ["added"] * 3
    assert len(papers) == 3


def test_a_title_of_nobody_is_not_enough_to_join_an_identified_paper(tmp_path: Path) -> None:
    settled, _ = settle_all(tmp_path, record(1, title="Editorial", doi="10.1234/a"), record(2, title="Editorial"))
    assert outcomes(settled) == ["added", "added"]


def test_two_dois_never_merge_and_it_is_said(tmp_path: Path) -> None:
    settled, papers = settle_all(
        tmp_path,
        record(1, title="T", year=2000, author="Berg", doi="10.1234/a", pmid="7"),
        record(2, title="T", year=2000, author="Berg", doi="10.1234/b", pmid="7"),
    )
    assert outcomes(settled) == ["added", "added"]
    assert [paper.identifiers.doi for paper in papers] == ["10.1234/a", "10.1234/b"]
    assert "share pmid:7" in settled[1].warning
    assert not settled[0].warning


def test_old_dois_with_angle_brackets_are_whole(tmp_path: Path) -> None:
    dois = [normal_doi(f"10.1892/0891-6640(2002)016<{page}:ABC>2.3.CO;2") for page in ("0727", "0730")]
    settled, _ = settle_all(tmp_path, *(record(1, title="T", doi=doi) for doi in dois))
    assert outcomes(settled) == ["added", "added"]
    assert normal_doi("<a>10.1234/x</a>") == normal_doi("10.1234/x<br>") == "10.1234/x"


def test_an_identifier_that_loses_still_finds_the_paper(tmp_path: Path) -> None:
    records = [
        record(1, title="T", doi="10.1234/a", pmid="7"),
        record(2, title="T", doi="10.1234/a", pmid="8"),
        record(3, title="T", pmid="8"),
    ]
    settled, (paper,) = settle_all(tmp_path, *records)
    assert outcomes(settled) == ["added", "merged", "merged"]
    assert ("other pmid", "8") in paper.extra
    again, papers = settle_all(tmp_path, *records)
    assert outcomes(again) == ["unchanged"] * 3
    assert papers == [paper]


def test_titles_that_lose_are_kept_and_different_ones_warned_of(tmp_path: Path) -> None:
    settled, (paper,) = settle_all(
        tmp_path,
        record(1, title="Growing apples", doi="10.1234/a"),
        record(2, title="GROWING APPLES", doi="10.1234/a"),
        record(3, title="Keeping bees", doi="10.1234/a"),
    )
    assert paper.title == "Growing apples"
    assert paper.extra == (("other title", "Keeping bees"),)
    assert [bool(one.warning) for one in settled] == [False, False, True]
    assert "titles differ" in settled[2].warning


def test_namesakes_keep_their_own_given_names(tmp_path: Path) -> None:
    authors = (Author(family="Wang", given="Li"), Author(family="Wang", given="Xiaoming"))
    paper = with_id(Paper(id="", title="T", authors=authors))
    settled, papers = settle_all(tmp_path, paper, paper)
    assert outcomes(settled) == ["added", "unchanged"]
    assert papers[0].authors == authors


def test_a_record_that_nothing_names_is_refused(tmp_path: Path) -> None:
    with Library(tmp_path, writable=True) as library:
        with pytest.raises(InputError, match="neither a title nor an author nor an identifier"):
            settle(library, record(abstract="Only text."))
        assert library.count() == 0


def test_untitled_records_of_one_author_are_not_mixed_up(tmp_path: Path) -> None:
    first = record(1, author="Berg", year=2001, key="one", venue="Here")
    with Library(tmp_path, writable=True) as library:
        assert settle(library, first).outcome == "added"
        assert settle(library, first).outcome == "unchanged"
        assert settle(library, record(2, author="Berg", year=2001, key="two", venue="Here")).outcome == "merged"
        # One with a text is told apart by it.
        told_apart = record(3, author="Berg", year=2001, key="three", venue="There", abstract="Other.")
        assert settle(library, told_apart).outcome == "added"
        with pytest.raises(InputError, match="cannot be told apart"):
            settle(library, record(4, author="Berg", year=2001, key="four", venue="There and Everywhere"))
        papers = list(library.papers())
    assert [(paper.keys, paper.venue) for paper in papers] == [(("one", "two"), "Here"), (("three",), "There")]


def test_lists_that_repeat_themselves_are_left_alone(tmp_path: Path) -> None:
    paper = with_id(Paper(id="", title="T", keywords=("Graph", "graph"), publication_types=("a-b", "A B")))
    settled, papers = settle_all(tmp_path, paper, paper)
    assert outcomes(settled) == ["added", "unchanged"]
    assert papers == [paper]


def test_lone_surrogates_and_control_characters_are_stored(tmp_path: Path) -> None:
    odd = with_id(Paper(id="", title="a\ud800\udc00b\x00c", keys=("k\udfff",), extra=(("n", "\x1b"),)))
    settled, (paper,) = settle_all(tmp_path, odd, odd)
    assert outcomes(settled) == ["added", "unchanged"]
    assert (paper.title, paper.keys, paper.extra) == ("a\ufffd\ufffdb\x00c", ("k\ufffd",), (("n", "\x1b"),))
    assert without_surrogates(paper) is paper


PARTS = [
    record(1, title="T", year=2000, author="Berg", key="bare"),
    record(2, title="T", year=2000, author="Berg", pmid="7", key="p", abstract="Pubmed says this."),
    record(3, title="T", doi="10.1234/a", pmid="7", venue="A journal", key="d"),
    record(4, title="T", doi="10.1234/a", arxiv="2001.00001", abstract="Arxiv says that."),
]


@pytest.mark.parametrize("order", list(itertools.permutations(range(4))))
def test_merging_is_never_poorer_in_any_order_of_arrival(tmp_path: Path, order: tuple[int, ...]) -> None:
    _, papers = settle_all(tmp_path, *(PARTS[place] for place in order))
    again, after = settle_all(tmp_path, *PARTS)
    if len(papers) == 1:
        # The bare record only fails to join when a paper of another description came between.
        assert outcomes(again) == ["unchanged"] * 4
        assert after == papers
    united = max(after, key=lambda paper: len(paper.keys))
    assert united.id == "doi-10.1234_a"
    assert united.venue == "A journal"
    assert {document.abstract_text() for document in united.documents} == {"Pubmed says this.", "Arxiv says that."}
    assert {key for paper in after for key in paper.keys} == {"bare", "p", "d"}
