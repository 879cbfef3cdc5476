"""From a damaged file come exactly the papers that stand in it whole; a lost text is told of."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from conspectus.domain.document_building import ParagraphDraft, SectionDraft, build_document
from conspectus.domain.duplicate_traits import traits_of
from conspectus.domain.paper import Paper
from conspectus.library.duplicate_book import DuplicatePair, Merge, MergedPart
from conspectus.library.records import FileRecord
from conspectus.library.salvage import DamagedFile, SalvagedLog
from conspectus.library.store import Library

RECORD = FileRecord(source="reeds.ris", sha256="5" * 64, reader="ris", outcome="read", counts={"records": 60})
LONG = 3
"""The paper whose abstract is larger than a page, and so stands on pages of its own."""


def reed(number: int) -> Paper:
    text = f"We count reed {number}. " * (2000 if number == LONG else 5)
    draft = SectionDraft(heading="Abstract", paragraphs=[ParagraphDraft(text=text.strip())])
    return Paper(id=f"reed-{number}", title=f"On reed {number}", documents=(build_document([draft]),))


PAPERS = [reed(number) for number in range(60)]


@pytest.fixture(scope="module")
def sound(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """The bytes of a library file of sixty papers."""
    folder = tmp_path_factory.mktemp("sound")
    with Library(folder, writable=True) as library, library.transaction():
        for paper in PAPERS:
            library.put(paper)
        library.record_file(RECORD)
    assert not [path for path in folder.glob("library.sqlite-wal") if path.stat().st_size]
    return (folder / "library.sqlite").read_bytes()


TRAITS = tuple(traits_of(paper) for paper in PAPERS[:2])
PAIRS = [
    DuplicatePair(first="reed-1", second="reed-2", state="rejected", score=1.0, reasons=("a person said so",)),
    DuplicatePair(first="reed-1", second="reed-4", state="offered", score=0.625, reasons=("é", "and so")),
]
MERGES = [
    Merge(number=1, kind="joined", result="reed-0", decided_by="person", reasons=("so",),
          parts=(MergedPart(paper=PAPERS[LONG], traits=TRAITS), MergedPart(paper=PAPERS[0], traits=()))),
    Merge(number=2, kind="enriched", result="reed-0", decided_by="conspectus", reasons=(),
          parts=(MergedPart(paper=PAPERS[0], traits=TRAITS[:1]),)),
]  # fmt: skip


@pytest.fixture(scope="module")
def decided(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """The bytes of a library file with a book of duplicates; its first paper has the position 1."""
    folder = tmp_path_factory.mktemp("decided")
    with Library(folder, writable=True) as library, library.transaction():
        for paper in PAPERS:
            library.put(paper)
        library.duplicates.add_traits(1, TRAITS)
        for pair in PAIRS:
            library.duplicates.record_pair(pair)
        for merge in MERGES:
            library.duplicates.log_merge(1, merge)
    return (folder / "library.sqlite").read_bytes()


@pytest.fixture
def damaged(tmp_path: Path) -> Callable[[bytes], DamagedFile]:
    def opened(data: bytes) -> DamagedFile:
        path = tmp_path / "damaged.sqlite"
        path.write_bytes(data)
        return DamagedFile(path)

    return opened


def test_of_a_sound_file_everything_is_read(sound: bytes, damaged: Callable[[bytes], DamagedFile]) -> None:
    with damaged(sound) as file:
        found = list(file.papers())
        assert [one.paper for one in found] == PAPERS
        assert not any(one.text_lost for one in found)
        assert file.files() == [RECORD]


def test_without_its_first_page_the_papers_are_still_read(
    sound: bytes, damaged: Callable[[bytes], DamagedFile]
) -> None:
    with damaged(b"\xff" * 4096 + sound[4096:]) as file:
        assert [one.paper for one in file.papers()] == PAPERS


def test_a_text_on_a_lost_page_is_told_of(sound: bytes, damaged: Callable[[bytes], DamagedFile]) -> None:
    page = (sound.index(b"We count reed 3. " * 100) + 17 * 1000) // 4096 * 4096
    assert sound[page : page + 4096].count(b"reed 3.") > 200
    with damaged(sound[:page] + b"\xff" * 4096 + sound[page + 4096 :]) as file:
        kept = {one.paper.id: one for one in file.papers()}
    assert len(kept) == len(PAPERS)
    assert [name for name, one in kept.items() if one.text_lost] == ["reed-3"]
    assert kept["reed-3"].paper == replace(PAPERS[LONG], documents=())


def test_what_was_deleted_does_not_come_back(tmp_path: Path) -> None:
    with Library(tmp_path, writable=True) as library:
        for paper in PAPERS:
            library.put(paper)
        library.put(PAPERS[0], replacing=[paper.id for paper in PAPERS[10:]])
        held = list(library.papers())
    with DamagedFile(tmp_path / "library.sqlite") as file:
        assert [one.paper for one in file.papers()] == held
    assert [paper.id for paper in held] == [paper.id for paper in PAPERS[:10]]


@pytest.mark.parametrize("size", [0, 3, 4097])
def test_a_page_size_that_cannot_be_does_no_harm(
    sound: bytes, damaged: Callable[[bytes], DamagedFile], size: int
) -> None:
    with damaged(sound[:16] + size.to_bytes(2, "big") + sound[18:]) as file:
        assert [one.paper for one in file.papers()] == PAPERS


def test_counts_that_are_damaged_do_no_harm(sound: bytes, damaged: Callable[[bytes], DamagedFile]) -> None:
    assert sound.count(b'{"records": 60}') == 1
    with damaged(sound.replace(b'{"records": 60}', b'{"records": ##}')) as file:
        assert file.files() == [replace(RECORD, counts={})]
        assert len(list(file.papers())) == len(PAPERS)


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"\xff" * 9000,
        bytes(9000),
        b"TY  - JOUR\n" * 900,
        b"SQLite format 3\0",
        b"SQLite format 3\0\x10\0" + bytes(82) + b"\x0d" + b"\xff" * 3995,
    ],
)
def test_of_what_is_no_library_nothing_is_read(data: bytes, damaged: Callable[[bytes], DamagedFile]) -> None:
    with damaged(data) as file:
        assert list(file.papers()) == []
        assert file.files() == []
        assert file.known_ids() == set()


@settings(max_examples=40, deadline=None)
@given(
    start=st.floats(0, 1),
    length=st.integers(1, 20_000),
    fill=st.sampled_from([b"\x00", b"\x0d", b"\xff"]),
    is_cut=st.booleans(),
)
def test_whatever_the_damage_a_paper_without_lost_text_is_what_it_was(
    sound: bytes, tmp_path_factory: pytest.TempPathFactory, start: float, length: int, fill: bytes, is_cut: bool
) -> None:
    data = bytearray(sound)
    # Whole pages, as a disk loses them.
    first = int(start * (len(data) // 4096 - 1)) * 4096
    last = min(first + (length + 4095) // 4096 * 4096, len(data))
    data[first:last] = fill * (last - first)
    path = tmp_path_factory.mktemp("any") / "library.sqlite"
    path.write_bytes(data[:last] if is_cut else data)
    originals = {paper.id: paper for paper in PAPERS}
    with DamagedFile(path) as file:
        found = list(file.papers())
    assert len({one.paper.id for one in found}) == len(found)
    for one in found:
        assert one.paper.title == originals[one.paper.id].title
        assert one.text_lost or one.paper == originals[one.paper.id]


def test_the_book_of_duplicates_is_read(decided: bytes, damaged: Callable[[bytes], DamagedFile]) -> None:
    for data in (decided, b"\xff" * 4096 + decided[4096:]):
        with damaged(data) as file:
            assert [one.position for one in file.papers()] == list(range(1, 61))
            assert set(file.traits(1)) == set(TRAITS)
            assert file.traits(2) == ()
            assert file.pairs() == PAIRS
            assert file.lost_pairs() == 0
            assert file.logged() == [1]
            assert file.log(1) == SalvagedLog(entries=tuple(MERGES), lost=frozenset())
            assert file.log(2) == SalvagedLog(entries=(), lost=frozenset())


def test_a_merge_of_which_a_page_is_lost_is_told_of(decided: bytes, damaged: Callable[[bytes], DamagedFile]) -> None:
    # The pages of the paper's own text come before those of the merge.
    full = [page for page in range(0, len(decided), 4096) if decided[page : page + 4096].count(b"reed 3.") > 200]
    page = full[-1]
    with damaged(decided[:page] + b"\xff" * 4096 + decided[page + 4096 :]) as file:
        assert file.log(1) == SalvagedLog(entries=(MERGES[1],), lost=frozenset({1}))
        assert [one.paper for one in file.papers()] == PAPERS


def test_what_was_decided_counts_for_more_than_why(decided: bytes, damaged: Callable[[bytes], DamagedFile]) -> None:
    assert decided.count(b'["a person said so"]') == 1
    with damaged(decided.replace(b'["a person said so"]', b'["a person said so##')) as file:
        assert file.pairs() == [replace(PAIRS[0], reasons=()), PAIRS[1]]


def test_a_pair_in_no_known_state_is_counted(decided: bytes, damaged: Callable[[bytes], DamagedFile]) -> None:
    found = decided.index(b"reed-1reed-2rejected")
    with damaged(decided[:found] + b"reed-1reed-2re#ected" + decided[found + 20 :]) as file:
        assert file.pairs() == PAIRS[1:]
        assert file.lost_pairs() == 1


def test_a_merge_without_all_of_its_parts_is_lost(tmp_path: Path) -> None:
    with Library(tmp_path, writable=True) as library:
        library.put(PAPERS[0])
        library.duplicates.log_merge(1, replace(MERGES[0], parts=MERGES[0].parts[:1]))
    with DamagedFile(tmp_path / "library.sqlite") as file:
        assert file.log(1) == SalvagedLog(entries=(), lost=frozenset({1}))
