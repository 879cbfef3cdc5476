"""The library gives back exactly what it was given, under every name that the paper has or had."""

from __future__ import annotations

import os
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from conspectus.domain.document_building import ParagraphDraft, SectionDraft, build_document
from conspectus.domain.identifiers import Identifiers
from conspectus.domain.paper import Author, Notice, Paper, PartialDate, with_id
from conspectus.foundation.errors import LibraryError, NothingFound, UsageError
from conspectus.library.records import FileRecord
from conspectus.library.store import Library


def abstract(text: str):  # type: ignore[no-untyped-def]
    return build_document([SectionDraft(heading="Abstract", paragraphs=[ParagraphDraft(text=text)])])


def full_text():  # type: ignore[no-untyped-def]
    return build_document(
        [
            SectionDraft(heading="Abstract", paragraphs=[ParagraphDraft(text="We count. We stop.")]),
            SectionDraft(heading="Methods", paragraphs=[ParagraphDraft(text="One, two, three.")]),
        ]
    )


PAPER = with_id(
    Paper(
        id="",
        title="Counting to three",
        authors=(Author(family="Ōe", given="Kenzaburō"), Author(literal="The Counting Group")),
        date=PartialDate(year=2020, month=2),
        identifiers=Identifiers(doi="10.1234/count", pmid="77", pmcid="PMC9001", arxiv="2001.00001"),
        keys=("oe2020", "oe:2020"),
        notices=(Notice(kind="retraction", target="pmid:78"),),
        documents=(abstract("We count."), full_text()),
        extra=(("note", "a\x00b"),),
    )
)
OTHER = Paper(id="pmid-5", title="Another", identifiers=Identifiers(pmid="5"))


def test_what_is_put_comes_back_exactly(tmp_path: Path) -> None:
    with Library(tmp_path, writable=True) as library:
        library.put(PAPER)
        library.put(OTHER)
    with Library(tmp_path) as library:
        assert list(library.papers()) == [PAPER, OTHER]
        assert library.count() == 2
        assert library.integrity_problems() == []


@pytest.mark.parametrize(
    "name",
    [
        "doi-10.1234_count",
        "oe2020",
        "oe:2020",
        "10.1234/COUNT",
        "https://doi.org/10.1234/count",
        "77",
        "pmid:77",
        "PMC9001",
        "arXiv:2001.00001v2",
    ],
)
def test_every_name_finds_the_paper(tmp_path: Path, name: str) -> None:
    with Library(tmp_path, writable=True) as library:
        library.put(OTHER)
        library.put(PAPER)
        assert library.resolve(name) == PAPER


def test_unknown_names_give_none(tmp_path: Path) -> None:
    with Library(tmp_path, writable=True) as library:
        library.put(PAPER)
        assert library.get("nothing") is None
        assert library.get("\ud800") is None
        assert library.resolve("10.1234/other") is None
        assert library.resolve("") is None


def test_summaries_say_what_there_is(tmp_path: Path) -> None:
    with Library(tmp_path, writable=True) as library:
        library.put(PAPER)
        library.put(OTHER)
        first, second = library.summaries()
    assert first.authors == ("Kenzaburō Ōe", "The Counting Group")
    assert (first.year, first.has_abstract, first.has_full_text, first.retracted) == (2020, True, True, True)
    assert (second.year, second.has_abstract, second.has_full_text, second.retracted) == (None, False, False, False)


def test_putting_a_paper_again_replaces_it_in_place(tmp_path: Path) -> None:
    changed = Paper(id=PAPER.id, title="Counting to four", identifiers=PAPER.identifiers)
    with Library(tmp_path, writable=True) as library:
        library.put(PAPER)
        library.put(OTHER)
        library.put(changed)
        assert [paper.title for paper in library.papers()] == ["Counting to four", "Another"]
        assert library.get("oe2020") == changed


def test_a_paper_takes_over_the_names_of_those_it_replaces(tmp_path: Path) -> None:
    third = Paper(id="doi-10.1234_c", title="United", identifiers=Identifiers(doi="10.1234/c"))
    with Library(tmp_path, writable=True) as library:
        library.put(OTHER)
        library.put(PAPER)
        library.put(third, replacing=(PAPER.id, OTHER.id))
        assert library.count() == 1
        for name in (OTHER.id, PAPER.id, third.id, "oe2020", "pmid:5", "10.1234/count"):
            found = library.resolve(name)
            assert found is not None, name
            assert found.id == third.id
        assert set(next(library.papers()).aliases) == {OTHER.id, PAPER.id}
        assert library.current_id(OTHER.id) == third.id
        assert library.projections.left_over("text") == [PAPER.id, OTHER.id]
        assert library.integrity_problems() == []


def test_a_key_of_two_papers_is_asked_back(tmp_path: Path) -> None:
    with Library(tmp_path, writable=True) as library:
        library.put(Paper(id="a", keys=("same",)))
        library.put(Paper(id="b", keys=("same",)))
        with pytest.raises(UsageError, match="names 2 papers") as caught:
            library.get("same")
    assert "a, b" in caught.value.hint


def test_a_failed_transaction_leaves_nothing(tmp_path: Path) -> None:
    with Library(tmp_path, writable=True) as library:

        def half() -> None:
            with library.transaction():
                library.put(PAPER)
                raise RuntimeError("stop")

        with pytest.raises(RuntimeError, match="stop"):
            half()
        assert library.count() == 0
        library.put(PAPER)
        assert library.count() == 1


def test_readers_see_what_a_writer_commits_meanwhile(tmp_path: Path) -> None:
    with Library(tmp_path, writable=True) as writer:
        writer.put(OTHER)
        with Library(tmp_path) as reader:
            assert reader.count() == 1
            writer.put(PAPER)
            assert reader.count() == 2
            with pytest.raises(LibraryError, match="reading only"):
                reader.put(PAPER)


def test_iteration_goes_on_while_papers_change(tmp_path: Path) -> None:
    with Library(tmp_path, writable=True) as library:
        for number in range(250):
            library.put(Paper(id=f"p{number:03}", title=str(number)))
        seen = []
        for paper in library.papers():
            seen.append(paper.id)
            library.put(Paper(id=paper.id, title="changed"))
        assert seen == [f"p{number:03}" for number in range(250)]


def test_files_are_recorded(tmp_path: Path) -> None:
    record = FileRecord(source="a.ris", sha256="ab", reader="ris", outcome="done", counts={"added": 2})
    with Library(tmp_path, writable=True) as library:
        library.record_file(record)
        library.record_file(record)
        assert list(library.files()) == [record]


def test_no_library_is_said_with_a_way_forward(tmp_path: Path) -> None:
    with pytest.raises(NothingFound, match="no library") as caught:
        Library(tmp_path)
    assert "conspectus add" in caught.value.hint
    assert list(tmp_path.iterdir()) == []


def test_a_library_where_a_file_stands(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x")
    with pytest.raises(LibraryError, match="cannot be made"):
        Library(tmp_path / "file", writable=True)


@pytest.mark.parametrize("writable", [True, False])
@pytest.mark.parametrize("share", [0.0, 0.3, 0.9])
def test_a_truncated_file_gives_a_clear_error(tmp_path: Path, writable: bool, share: float) -> None:
    with Library(tmp_path, writable=True) as library:
        for number in range(300):
            library.put(Paper(id=f"p{number}", title="x" * 200))
    (tmp_path / "text").mkdir()
    path = tmp_path / "library.sqlite"
    os.truncate(path, int(path.stat().st_size * share))
    with pytest.raises(LibraryError, match="damaged") as caught, Library(tmp_path, writable=writable) as library:
        list(library.papers())
    assert "backup" in caught.value.hint
    with pytest.raises(LibraryError, match="damaged"):
        Library(tmp_path, writable=writable)  # the lock was given back: the error is the same


def test_a_file_that_is_no_database(tmp_path: Path) -> None:
    (tmp_path / "library.sqlite").write_bytes(b"This is a letter, not a library. " * 100)
    with pytest.raises(LibraryError, match="damaged"):
        Library(tmp_path, writable=True)


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root may write everywhere")
def test_a_read_only_folder_can_be_read(tmp_path: Path) -> None:
    with Library(tmp_path, writable=True) as library:
        library.put(PAPER)
    tmp_path.chmod(0o555)
    try:
        with Library(tmp_path) as library:
            assert list(library.papers()) == [PAPER]
        with pytest.raises(LibraryError, match="readonly") as caught:
            Library(tmp_path, writable=True)
        assert "write permission" in caught.value.hint
    finally:
        tmp_path.chmod(0o755)


TEXT = st.text(st.characters(exclude_categories=["Cs"]), max_size=20)


@settings(max_examples=40, deadline=None)
@given(title=TEXT, keys=st.lists(TEXT.filter(bool), max_size=3, unique=True), extra=st.tuples(TEXT, TEXT))
def test_any_text_survives(title: str, keys: list[str], extra: tuple[str, str]) -> None:
    paper = Paper(id="p", title=title, keys=tuple(keys), extra=(extra,))
    with TemporaryDirectory() as folder, Library(Path(folder), writable=True) as library:
        library.put(paper)
        assert library.get("p") == paper
        for key in keys:
            assert library.get(key) == paper
