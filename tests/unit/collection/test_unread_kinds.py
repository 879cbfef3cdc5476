"""What no reader takes is told by its content, with a way forward; what a reader might take is let through."""

from __future__ import annotations

import io
import zipfile

import pytest

from conspectus.collection.unread_kinds import is_endless, unread_kind

MIB = 1 << 20


def zipped(*names: str) -> bytes:
    held = io.BytesIO()
    with zipfile.ZipFile(held, "w") as archive:
        for name in names:
            archive.writestr(name, "x")
    return held.getvalue()


@pytest.mark.parametrize(
    "data, reason",
    [
        (b"SQLite format 3\0" + bytes(80), "a database"),
        (b"Rar!\x1a\x07\x00", "an archive of a kind that is not unpacked"),
        (b"7z\xbc\xaf\x27\x1c", "an archive of a kind that is not unpacked"),
        (b"\x28\xb5\x2f\xfd", "an archive of a kind that is not unpacked"),
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "an old or a password-protected office document"),
        (b"{\\rtf1\\ansi Reeds}", "a word processor's document"),
        (zipped("[Content_Types].xml", "word/document.xml"), "a word processor's document"),
        (zipped("mimetype", "content.xml"), "a word processor's document"),
        (zipped("mimetype", "META-INF/container.xml"), "a word processor's document"),
        (b"\x89PNG\r\n\x1a\n", "a picture"),
        (b"\x7fELF\x02", "a program"),
    ],
)
def test_a_kind_is_named_with_a_way_forward(data: bytes, reason: str) -> None:
    kind = unread_kind(data)
    assert kind is not None
    assert reason in kind.reason
    assert kind.hint.endswith(".")


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"Dear reader, this is about PDF files.",
        b"TY  - JOUR\nTI  - On reeds\nER  - \n",
        zipped("xl/workbook.xml"),
        zipped("reeds.ris"),
        zipped("word/document.xml")[:-10],
        b"PK\x03\x04",
    ],
)
def test_what_cannot_be_told_has_no_kind(data: bytes) -> None:
    assert unread_kind(data) is None


@pytest.mark.parametrize("before", [b"", b"TY  - JOUR\nTI  - ", b'[{"title": "'])
def test_a_stretch_of_four_megabytes_is_found_wherever_it_begins(before: bytes) -> None:
    assert is_endless(before + b"a" * (4 * MIB))
    assert is_endless(before + b"a" * (4 * MIB) + b"\nER  - \n")


@pytest.mark.parametrize("end", [b"\n", b"\r", b'"', b"<", b"}"])
def test_a_file_of_shorter_stretches_is_let_through(end: bytes) -> None:
    assert not is_endless((b"a" * (2 * MIB - 1) + end) * 3)


def test_a_small_file_is_let_through() -> None:
    assert not is_endless(b"")
    assert not is_endless(b"a" * (2 * MIB - 1))


@pytest.mark.parametrize("before", [b"<html>", b"\xef\xbb\xbf\n <article>"])
def test_a_page_with_a_picture_in_it_is_let_through(before: bytes) -> None:
    assert not is_endless(before + b"a" * (5 * MIB))
