"""Files are read as they are when opened, and never beyond the limit."""

from __future__ import annotations

import bz2
import gzip
import hashlib
import lzma
import os
from pathlib import Path

import pytest

from conspectus.collection.add import add_files
from conspectus.collection.archives import Content, Refused
from conspectus.collection.file_reading import ContentReader, read_contents
from conspectus.foundation.errors import InputError, UnreadableFile
from conspectus.foundation.registry import Registry
from conspectus.library.store import Library
from conspectus.readers.reading import ReadPaper
from conspectus.sources.grobid import Grobid
from conspectus.sources.service import SourceOptions
from conspectus.testing.grobid_server import GrobidAnswer, running_grobid


def contents(path: Path, largest: int = 100_000) -> list[bytes | str]:
    """The content of each part, or what is said of it."""
    return [
        part.data if isinstance(part, Content) else part.error.message
        for part in read_contents(path, path.name, largest=largest)
    ]


@pytest.mark.parametrize("pack", [gzip.compress, bz2.compress, lzma.compress])
def test_plain_and_packed_files_give_the_same(tmp_path: Path, pack: object) -> None:
    (tmp_path / "a").write_bytes(b"abc")
    (tmp_path / "b").write_bytes(pack(b"ab") + pack(b"c"))  # type: ignore[operator]
    assert contents(tmp_path / "a", 3) == contents(tmp_path / "b", 3) == [b"abc"]


def test_too_large_a_file(tmp_path: Path) -> None:
    (tmp_path / "a").write_bytes(b"abcd")
    with pytest.raises(InputError, match="larger than 3 bytes") as caught:
        contents(tmp_path / "a", 3)
    assert "largest_file" in caught.value.hint


@pytest.mark.parametrize("pack", [gzip.compress, bz2.compress, lzma.compress])
def test_a_bomb_stops_at_the_limit_or_at_the_ratio(tmp_path: Path, pack: object) -> None:
    (tmp_path / "a").write_bytes(pack(bytes(50_000_000)))  # type: ignore[operator]
    (small,) = contents(tmp_path / "a")
    assert "unpacked, is larger than 100,000 bytes" in str(small)
    (large,) = contents(tmp_path / "a", 10**9)
    assert "more than 500 times its size" in str(large)


@pytest.mark.parametrize("damage", ["cut", "garbled", "magic only", "followed by something"])
@pytest.mark.parametrize("pack", [gzip.compress, bz2.compress, lzma.compress])
def test_a_broken_packed_file(tmp_path: Path, damage: str, pack: object) -> None:
    packed: bytes = pack(os.urandom(5000))  # type: ignore[operator]
    data = {
        "cut": packed[:-10],
        "garbled": packed[:400] + b"\xff" * 300 + packed[700:],
        "magic only": packed[:10],
        "followed by something": packed + b"something else",
    }[damage]
    (tmp_path / "a").write_bytes(data)
    (part,) = read_contents(tmp_path / "a", "a", largest=100_000)
    assert isinstance(part, Refused)
    assert "a is a broken" in part.error.message
    assert part.error.hint


def test_what_is_appended_meanwhile_is_left_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "a"
    path.write_bytes(b"x" * 1000)
    real = os.fstat

    def fstat(descriptor: int) -> os.stat_result:
        found = real(descriptor)
        if found.st_size == 1000:
            with path.open("ab") as file:
                file.write(b"y" * 500)
        return found

    monkeypatch.setattr(os, "fstat", fstat)
    assert contents(path) == [b"x" * 1000]


def test_a_file_that_shrinks_meanwhile(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "a"
    path.write_bytes(b"x" * 100_000)
    real = os.fstat

    def fstat(descriptor: int) -> os.stat_result:
        found = real(descriptor)
        os.truncate(path, 10)
        return found

    monkeypatch.setattr(os, "fstat", fstat)
    with pytest.raises(InputError, match="became shorter"):
        contents(path)


def test_a_folder_or_missing_file(tmp_path: Path) -> None:
    for path in (tmp_path, tmp_path / "missing"):
        with pytest.raises(UnreadableFile):
            contents(path)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs named pipes")
def test_a_pipe_that_took_the_place_of_a_file_does_not_block(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(UnreadableFile, match="no regular file"):
        contents(tmp_path / "pipe")


@pytest.fixture
def unruly(monkeypatch: pytest.MonkeyPatch) -> None:
    table = Registry("reader", {"unruly": "unruly_readers:UnrulyReader", "lines": "line_format:LinesReader"})
    monkeypatch.setattr("conspectus.readers.reading.READERS", table)


def texts(reader: ContentReader, data: bytes) -> list[str]:
    return [item.paper.title for item in reader.read(data, source="a").items if isinstance(item, ReadPaper)]


@pytest.mark.usefixtures("unruly")
def test_readers_that_ask_for_it_read_in_a_process_of_their_own() -> None:
    with ContentReader() as reader:
        (child,) = texts(reader, b"UNRULY\npid")
        assert child != str(os.getpid())
        assert texts(reader, b"UNRULY\npid") == [child]
        with pytest.raises(InputError, match="died"):
            texts(reader, b"UNRULY\nexit")
        assert texts(reader, b"UNRULY\ntitle Bees") == ["Bees"]
    assert texts(reader, b'LINES\n{"title": "Hives"}') == ["Hives"]


@pytest.mark.usefixtures("unruly")
def test_no_file_stops_a_batch(tmp_path: Path) -> None:
    for number, line in enumerate(["title Bees", "die", "title Hives", "raise wings", "title Wings"]):
        (tmp_path / f"{number}.unruly").write_text(f"UNRULY\n{line}\n")
    with Library(tmp_path / "library", writable=True) as library:
        report = add_files(library, sorted(tmp_path.glob("*.unruly")), largest_file=1000)
    assert report.added == 3
    assert [Path(item.source).name for item in report.failed] == ["1.unruly", "3.unruly"]
    assert all(item.hint for item in report.failed)


def test_engine_reads_pdfs_and_nothing_else() -> None:
    with running_grobid([GrobidAnswer(status=204)]) as server:
        grobid = Grobid(SourceOptions(base_url=server.address))
        reader = ContentReader(pdf_engine=grobid.tei, pdf_engine_label=grobid.label)
        pdf = b"%PDF-1.7\nBees in wet meadows\n%%EOF"
        with pytest.raises(InputError, match="found no text in a"):
            texts(reader, pdf)
        reading = reader.read(pdf, source="a.pdf")
        (item,) = list(reading.items)
        assert texts(reader, b"TY  - JOUR\nTI  - Hives\nER  -\n") == ["Hives"]
    assert isinstance(item, ReadPaper)
    assert item.paper.title == "Bees in wet meadows"
    assert item.paper.provenance[0].sha256 == hashlib.sha256(pdf).hexdigest()
    assert reading.reason == f"read by GROBID at {server.address}"
    assert len(server.sent) == 2
    with pytest.raises(InputError, match="cannot be reached") as caught:
        texts(ContentReader(pdf_engine=Grobid(SourceOptions(base_url=server.address, retries=0)).tei), pdf)
    assert caught.value.hint
