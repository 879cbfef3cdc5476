from __future__ import annotations

import codecs

import pytest
from hypothesis import given
from hypothesis import strategies as st

from conspectus.readers import decoding
from conspectus.readers.decoding import decode, is_utf8


@given(st.binary(max_size=300))
def test_arbitrary_bytes_are_decoded(data: bytes) -> None:
    decoded = decode(data)
    assert isinstance(decoded.text, str)
    assert codecs.lookup(decoded.encoding)


@given(st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0\x1b\ufeff"), max_size=200))
def test_utf8_comes_back_exactly_and_is_certain(text: str) -> None:
    decoded = decode(text.encode())
    assert (decoded.text, decoded.certain) == (text, True)


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "utf-32"])
def test_byte_order_marks_decide(encoding: str) -> None:
    decoded = decode("TY  - JOUR\nTI  - Größe 糖".encode(encoding))
    assert decoded.text == "TY  - JOUR\nTI  - Größe 糖"
    assert decoded.certain


@pytest.mark.parametrize("encoding", ["utf-16-le", "utf-16-be", "utf-32-le", "utf-32-be"])
def test_wide_encodings_are_seen_without_a_mark(encoding: str) -> None:
    assert decode("TY  - JOUR\nTI  - plain text".encode(encoding)).text == "TY  - JOUR\nTI  - plain text"


def test_a_few_broken_bytes_leave_utf8_in_place_but_uncertain() -> None:
    decoded = decode("élève, naïve, Gödel".encode() + b" caf\xe9 end")
    assert decoded.text == "élève, naïve, Gödel caf\ufffd end"
    assert (decoded.encoding, decoded.certain) == ("utf-8", False)


def test_a_sequence_cut_off_at_the_end_stays_certain_and_visible() -> None:
    decoded = decode("Gödel é".encode()[:-1])
    assert decoded.text == "Gödel \ufffd"
    assert decoded.certain


@pytest.mark.parametrize(
    "text", ["Müller", "café", "naïve – “quoted”", "Smith’s", "foo – bar", "10 µm ± 3 °C", "Señor Núñez", "L'été où"]
)
def test_short_latin_text_is_windows_1252(text: str) -> None:
    decoded = decode(text.encode("cp1252"))
    assert (decoded.text, decoded.encoding, decoded.certain) == (text, "cp1252", False)


@pytest.mark.parametrize(
    "encoding, text",
    [
        ("mac_roman", "AU  - Müller, J\nTI  - Café society — a naïve view"),
        ("mac_roman", "AB  - a “word” and Smith’s"),
        ("cp1250", "AU  - Wałęsa, Lech\nTI  - Źródła wiedzy i ich użycie w świecie"),
        ("cp1251", "TI  - Лечение больных\nAU  - Иванов, И."),
        ("gb18030", "AU  - 王小明\nTI  - 基于深度学习的图像分类方法研究"),
        ("big5", "TI  - 糖尿病患者的臨床研究"),
        ("cp932", "TI  - 糖尿病患者における臨床研究について"),
        ("euc_jp", "TI  - ディープラーニングによる画像分類"),
        ("cp949", "TI  - 당뇨병 환자의 임상 연구에 관한 고찰"),
        ("iso2022_jp", "TI  - 糖尿病における研究"),
    ],
)
def test_other_encodings_are_told_by_what_they_say(encoding: str, text: str) -> None:
    decoded = decode(text.encode(encoding))
    assert (decoded.text, decoded.encoding) == (text, encoding)


def test_a_declared_encoding_is_believed() -> None:
    text = "% Encoding: Cp1250\n@article{k, author = {Dvořák}}"
    assert decode(text.encode("cp1250")).text == text


def test_a_declared_encoding_that_does_not_fit_is_not_believed() -> None:
    assert decode(b"% Encoding: ASCII\n@article{k, author = {M\xfcller}}").encoding == "cp1252"


@given(st.one_of(st.binary(max_size=30), st.text(max_size=10).map(lambda text: text.encode("utf-8", "ignore"))))
def test_utf8_is_told_piece_by_piece_as_in_one(data: bytes) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(decoding, "_PIECE", 2)
        told = is_utf8(data)
    try:
        data.decode("utf-8")
    except UnicodeDecodeError:
        assert not told
    else:
        assert told
