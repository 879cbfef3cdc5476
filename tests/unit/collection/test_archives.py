"""Archives are read member by member, and what is not read is named."""

from __future__ import annotations

import bz2
import gzip
import io
import lzma
import struct
import tarfile
import zipfile
from collections.abc import Sequence

import pytest

from conspectus.collection.archives import Content, Refused, contents_of, is_archive

Members = Sequence[tuple[str, bytes]]


def read(data: bytes, largest: int = 10_000_000) -> list[Content | Refused]:
    return list(contents_of(io.BytesIO(data), shown="it", largest=largest))


def whole(data: bytes, largest: int = 10_000_000) -> dict[str, bytes]:
    """The members by name, when nothing was refused."""
    parts = read(data, largest)
    assert all(isinstance(part, Content) for part in parts), parts
    return {part.inner: part.data for part in parts if isinstance(part, Content)}


def refusals(data: bytes, largest: int = 10_000_000) -> dict[str, str]:
    return {part.inner: part.error.message for part in read(data, largest) if isinstance(part, Refused)}


def zipped(members: Members, method: int = zipfile.ZIP_DEFLATED) -> bytes:
    held = io.BytesIO()
    with zipfile.ZipFile(held, "w", method) as archive:
        for name, data in members:
            archive.writestr(zipfile.ZipInfo(name), data, method)
    return held.getvalue()


def tarred(members: Members, form: int = tarfile.PAX_FORMAT) -> bytes:
    held = io.BytesIO()
    with tarfile.open(fileobj=held, mode="w", format=form) as archive:
        for name, data in members:
            info = tarfile.TarInfo(name)
            info.size = len(data)
            archive.addfile(info, io.BytesIO(data))
    return held.getvalue()


TWO = [("a.ris", b"A" * 700), ("sub/ü.bib", b"B")]


@pytest.mark.parametrize(
    "data",
    [
        *(zipped(TWO, method) for method in (0, 8, 12, 14)),
        *(tarred(TWO, form) for form in (tarfile.USTAR_FORMAT, tarfile.GNU_FORMAT, tarfile.PAX_FORMAT)),
        gzip.compress(tarred(TWO)),
        bz2.compress(tarred(TWO)),
        lzma.compress(tarred(TWO)),
    ],
)
def test_every_kind_gives_its_members(data: bytes) -> None:
    assert is_archive(data[:512])
    assert whole(data) == dict(TWO)


def test_a_plain_file_is_itself() -> None:
    assert whole(b"plain") == {"": b"plain"}
    assert whole(b"") == {"": b""}


def test_archives_in_an_archive() -> None:
    assert whole(zipped([("in.zip", zipped(TWO)), ("p.ris.gz", gzip.compress(b"P"))])) == {
        "in.zip/a.ris": b"A" * 700,
        "in.zip/sub/ü.bib": b"B",
        "p.ris.gz": b"P",
    }
    assert whole(gzip.compress(tarred([("in.tgz", gzip.compress(tarred(TWO)))]))) == {
        "in.tgz/a.ris": b"A" * 700,
        "in.tgz/sub/ü.bib": b"B",
    }


def test_a_third_archive_is_too_deep() -> None:
    data = zipped([("b.zip", zipped([("c.zip", zipped(TWO)), ("x", b"X")]))])
    assert refusals(data) == {"b.zip/c.zip": "it/b.zip/c.zip lies 2 archives deep, and is one itself."}
    assert [part.inner for part in read(data) if isinstance(part, Content)] == ["b.zip/x"]


@pytest.mark.parametrize("name", ["../up.ris", "a/../../up.ris", "/abs.ris", "C:\\abs.ris", "..\\up.ris"])
@pytest.mark.parametrize("make", [zipped, tarred])
def test_names_that_lead_out_are_refused_and_the_others_read(name: str, make: object) -> None:
    parts = read(make([(name, b"X"), ("ok", b"O")]))  # type: ignore[operator]
    assert [part.data for part in parts if isinstance(part, Content)] == [b"O"]
    (refused,) = (part for part in parts if isinstance(part, Refused))
    assert "leads out of the archive" in refused.error.message
    assert not refused.harmless


def test_links_and_devices_are_not_followed() -> None:
    held = io.BytesIO()
    with tarfile.open(fileobj=held, mode="w") as archive:
        kinds = (("s", tarfile.SYMTYPE), ("h", tarfile.LNKTYPE), ("d", tarfile.CHRTYPE), ("f", tarfile.FIFOTYPE))
        for name, kind in kinds:
            info = tarfile.TarInfo(name)
            info.type, info.linkname = kind, "/etc/passwd"
            archive.addfile(info)
    parts = read(held.getvalue())
    assert [part.inner for part in parts if isinstance(part, Refused) and part.harmless] == ["s", "h", "d", "f"]
    link = zipfile.ZipInfo("s")
    link.create_system, link.external_attr = 3, 0o120777 << 16
    held = io.BytesIO()
    with zipfile.ZipFile(held, "w") as packed:
        packed.writestr(link, "/etc/passwd")
    assert refusals(held.getvalue()) == {"s": "is a link, which is not followed"}


def test_encrypted_members_are_named() -> None:
    data = bytearray(zipped([("a", b"A"), ("b", b"B")]))
    for sign, place in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
        data[data.index(sign) + place] |= 1
    assert refusals(bytes(data)) == {"a": "it/a is encrypted."}


def test_a_member_of_a_method_that_nobody_knows() -> None:
    data = bytearray(zipped([("a", b"A")]))
    for sign, place in ((b"PK\x03\x04", 8), (b"PK\x01\x02", 10)):
        start = data.index(sign) + place
        data[start : start + 2] = struct.pack("<H", 97)
    assert "it/a is a broken member" in refusals(bytes(data))["a"]


def test_a_damaged_member_does_not_spoil_the_others() -> None:
    data = zipped([("a", b"A" * 50), ("b", b"B" * 50)], zipfile.ZIP_STORED).replace(b"A" * 50, b"A" * 49 + b"X")
    parts = read(data)
    assert [part.inner for part in parts if isinstance(part, Content)] == ["b"]
    assert "CRC" in refusals(data)["a"]


@pytest.mark.parametrize("cut", [100, 1500, 2048])
def test_a_cut_tar_is_never_taken_as_whole(cut: int) -> None:
    data = tarred([("a", b"A" * 400), ("b", b"B" * 400)], tarfile.USTAR_FORMAT)[:2048]
    for packed in (data[:cut], gzip.compress(data[:cut])):
        if cut == 100 and packed == data[:cut]:
            continue  # Too short to be told from anything else.
        if cut == 100:
            assert whole(packed) == {"": data[:100]}
            continue
        assert "ends too early" in refusals(packed)[""] or "unexpected end" in refusals(packed)[""]


def test_a_damaged_header_in_the_middle_is_no_end() -> None:
    data = bytearray(tarred([("a", b"A"), ("b", b"B")], tarfile.USTAR_FORMAT))
    data[1024 + 150] ^= 0xFF
    assert "damaged in the middle" in refusals(bytes(data))[""]
    doubled = tarred(TWO) + tarred([("c", b"C")])
    assert "more stands behind its end" in refusals(doubled)[""]


def test_a_cut_zip_and_a_cut_tar_gz() -> None:
    assert "it is a broken zip archive" in refusals(zipped(TWO)[:-30])[""]
    packed = gzip.compress(tarred([("a", bytes(range(256)) * 40)]))
    assert "broken gzip" in refusals(packed[:-12])[""]


@pytest.mark.parametrize("method", [zipfile.ZIP_DEFLATED, zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA])
def test_a_bomb_in_an_archive(method: int) -> None:
    data = zipped([("bomb", bytes(3_000_000)), ("ok", b"O")], method)
    assert "500 times" in refusals(data)["bomb"]
    assert "is larger than" in refusals(data, 2_000_000 - 1_500_000)["bomb"] or "500 times" in refusals(data)["bomb"]
    assert [part.data for part in read(data) if isinstance(part, Content)] == [b"O"]


def test_an_archive_may_not_unpack_to_too_much_in_all() -> None:
    noise = [(f"m{number}", bytes([number]) * 900) for number in range(20)]
    parts = read(zipped(noise, zipfile.ZIP_STORED), largest=1000)
    assert len([part for part in parts if isinstance(part, Content)]) == 8
    assert isinstance(parts[-1], Refused)
    assert "unpacks to more than 8,000 bytes; the rest was not read" in parts[-1].error.message


def test_names_of_all_kinds() -> None:
    long = "n" * 251 + ".ris"
    given = [("a\nb\u202e.ris", b"1"), (long, b"2"), ("./d.ris", b"3"), (".hidden", b"4"), ("__MACOSX/e", b"5")]
    wanted = {"a\\nb\\u202e.ris": b"1", long: b"2", "d.ris": b"3"}
    assert whole(zipped(given)) == whole(tarred(given)) == wanted
    held = io.BytesIO()
    with tarfile.open(fileobj=held, mode="w", format=tarfile.GNU_FORMAT, errors="surrogateescape") as archive:
        archive.addfile(tarfile.TarInfo("caf\udce9.ris"))
    assert whole(held.getvalue()) == {"caf\ufffd.ris": b""}


def test_equal_names_are_told_apart() -> None:
    with pytest.warns(UserWarning, match="Duplicate name"):
        data = zipped([("a", b"1"), ("a", b"2")])
    assert whole(data) == whole(tarred([("a", b"1"), ("a", b"2")])) == {"a": b"1", "a (2)": b"2"}


def test_zip64_is_read() -> None:
    held = io.BytesIO()
    with zipfile.ZipFile(held, "w") as archive, archive.open("a.ris", "w", force_zip64=True) as member:
        member.write(b"A")
    assert whole(held.getvalue()) == {"a.ris": b"A"}


def test_an_office_document_is_one_file() -> None:
    data = zipped([("[Content_Types].xml", b"<x/>"), ("word/document.xml", b"<y/>")])
    assert whole(data) == {"": data}


@pytest.mark.parametrize("make", [zipped, tarred])
def test_many_members(make: object) -> None:
    many = 100_000 if make is zipped else 20_000
    data: bytes = make([(f"{number}", b"x") for number in range(many)])  # type: ignore[operator]
    assert sum(isinstance(part, Content) for part in contents_of(io.BytesIO(data), shown="it", largest=10**6)) == many
