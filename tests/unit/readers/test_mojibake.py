from __future__ import annotations

import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from conspectus.domain.paper import Author, Paper
from conspectus.readers.mojibake import SUSPECT, mended, mended_bytes, with_suspects
from conspectus.readers.reading import ReadPaper, read_bytes

ANTHOLOGY = Path(__file__).resolve().parents[4] / "shared" / "data" / "acl_anthology_xml"


@pytest.mark.parametrize(
    "wrong, right",
    [
        ("MÃ¼ller", "Müller"),
        ("itâ€™s", "it’s"),
        ("SÃ£o Paulo", "São Paulo"),
        ("Ã‰cole", "École"),
        ("10 Âµm", "10 µm"),
        ("Â© 2020", "© 2020"),
        ("beta Î²-cells", "beta β-cells"),
        ("cityâ€”all", "city—all"),
        ("Å\x81Ã³dÅº", "Łódź"),
        ("Müller and MÃ¼ller", "Müller and Müller"),
        ("æµ‹è¯•", "测试"),
    ],
)
def test_what_is_certain_is_mended(wrong: str, right: str) -> None:
    assert mended(wrong) == right
    assert mended_bytes(wrong.encode()) == right.encode()


@pytest.mark.parametrize(
    "text",
    [
        "",
        "plain",
        "naïve café",
        "SÃO PAULO",
        "MAÇÃ E",
        "« À »",
        "Größe – Straße",
        "Zażółć gęślą jaźń",
        "Dvořák",
        "Ångström",
        "“quoted” and ‘single’",
        "Δx ≈ 3 µm ± 2°",
        "Łódź",
        "Привет, мир",
        "한국어",
        "Nguyễn Văn Đức",
        "Èze",
        "l’Î. d’Yeu",
    ],
)
def test_text_that_is_fine_stays(text: str) -> None:
    assert mended(text) == text
    assert mended_bytes(text.encode()) == text.encode()


def test_bytes_in_another_encoding_are_left_to_the_reader() -> None:
    for data in (
        "MÃ¼ller".encode("cp1252"),
        "MÃ¼ller".encode("utf-16"),
        b'<?xml version="1.0" encoding="latin-1"?>\xc3\x83\xc2\xbc',
    ):
        assert mended_bytes(data) == data


def test_line_ends_stay_where_they_were() -> None:
    assert mended("a\r\nMÃ¼ller\rb\nÃ©\n") == "a\r\nMüller\rb\né\n"


def test_what_is_not_certain_is_flagged_once() -> None:
    paper = Paper(id="", title="don\ufffdt", authors=(Author(family="MÃ¼ller"),), venue="Fine")
    flagged = with_suspects(paper)
    assert flagged.extra == ((SUSPECT, "title"), (SUSPECT, "authors"))
    assert with_suspects(flagged) == flagged
    fine = Paper(id="", title="Größe – naïve", venue="SÃO PAULO")
    assert with_suspects(fine) == fine


@pytest.mark.parametrize(
    "form", ["TY  - JOUR\nTI  - {0}\nER  - \n", "@article{{a, title = {{{0}}}}}", "PMID- 7\nTI  - {0}\n"]
)
def test_every_reader_profits(form: str) -> None:
    (item,) = read_bytes(form.format("The MÃ¼ller case").encode(), source="a").items
    assert isinstance(item, ReadPaper)
    assert item.paper.title == "The Müller case"


@given(st.text(st.characters(codec="utf-8") | st.sampled_from("ÃÂâ€™¼©")))
def test_it_never_fails_and_keeps_the_lines(text: str) -> None:
    after = mended(text)
    assert after.count("\n") == text.count("\n")
    mended_bytes(text.encode()).decode()


def test_no_correct_text_of_the_anthology_changes() -> None:
    files = sorted(ANTHOLOGY.rglob("*.xml"))
    if not files:
        pytest.skip("the anthology's files are not here")
    abstracts = 0
    for path in files:
        text = path.read_bytes().decode("utf-8")
        for abstract in re.findall(r"<abstract>.*?</abstract>", text, re.DOTALL):
            abstracts += 1
            assert mended(abstract) == abstract
        assert mended_bytes(text.encode()) == text.encode()
    assert abstracts > 1000


def test_only_lines_with_mojibake_are_changed_in_a_file() -> None:
    lines = ["Müller – plain", "MÃ¼ller", "", "Ä last Ã¼ber", "naïve"]
    data = "\n".join(lines).encode()
    assert mended_bytes(data).decode().split("\n") == ["Müller – plain", "Müller", "", "Ä last über", "naïve"]
    assert mended_bytes(data + b"\xff") == data + b"\xff"
