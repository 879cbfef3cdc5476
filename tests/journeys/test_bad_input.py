"""Files, XML and records that are bad or hostile: plain words, the right exit code, a hint; nothing is harmed."""

from __future__ import annotations

import gzip
import json
import os
import re
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from bad_input_steps import (
    Capture,
    abstract,
    citations,
    everything_below,
    listed,
    place,
    record,
    refused,
    resolved,
    review,
    run,
    two_papers,
    write,
)

__all__ = ["place"]

SECRET = "PERIWINKLE-SECRET-4711"
FORMATS = ("JATS XML", "PubMed XML", "MEDLINE / nbib", "RIS", "BibTeX / BibLaTeX")
NOBODY = 65534


# --- Files that cannot be read as they are ---------------------------------------------------------------------------


def test_an_empty_file(capsys: Capture) -> None:
    err = refused(capsys, 1, "add", write("empty.ris", ""))
    assert "empty.ris: The file is empty." in err
    refused(capsys, 4, "write", "review", "--from", "empty.ris", "-o", "out.html")
    assert not list(Path().glob("out.*"))


@pytest.mark.parametrize("encoding", ["latin-1", "cp1252", "utf-16", "utf-16-le", "utf-8-sig", "utf-32"])
def test_other_encodings_are_read(capsys: Capture, encoding: str) -> None:
    text = record("kaefer", "Über die Größe von Käfern", "We show that Käfer in Köln grow.", "Müller, Jörg")
    assert run(capsys, "add", write("kaefer.ris", text.encode(encoding)))[0] == 0
    (paper,) = listed(capsys)
    assert (paper["title"], paper["authors"]) == ("Über die Größe von Käfern", ["Jörg Müller"])


def test_chinese_in_gbk(capsys: Capture) -> None:
    text = record("jiachong", "关于稻田甲虫的研究", "本文研究稻田中的甲虫及其分布。", "王, 小明")
    assert run(capsys, "add", write("gbk.ris", text.encode("gbk")))[0] == 0
    assert [paper["title"] for paper in listed(capsys)] == ["关于稻田甲虫的研究"]


def test_one_bad_byte_spoils_only_its_record(capsys: Capture) -> None:
    text = "".join(record(f"k{place}", f"Über Größe Nummer {place}") for place in range(20)).encode()
    assert run(capsys, "add", write("k.ris", text.replace("Größe Nummer 7".encode(), b"Gr\xff\xdfe Nummer 7")))[0] == 0
    titles = [paper["title"] for paper in listed(capsys)]
    assert len(titles) == 20
    assert sum(str(title).startswith("Über Größe Nummer ") for title in titles) == 19


def test_a_folder_with_the_name_of_a_file(capsys: Capture) -> None:
    Path("folder.ris").mkdir()
    assert "folder.ris" in refused(capsys, 1, "add", "folder.ris")
    refused(capsys, 4, "write", "review", "--from", "folder.ris")
    write("folder.ris/inside.ris", record("in", "On what is inside"))
    assert run(capsys, "add", "folder.ris")[0] == 0


def test_paths_that_are_not_there(capsys: Capture) -> None:
    assert "nowhere.ris" in refused(capsys, 1, "add", "nowhere.ris")
    for name in ("nowhere.ris", "nobody2001", "10.5555/none", "a/b/c", " ", "x" * 200):
        assert "neither a file nor a paper" in refused(capsys, 4, "write", "review", "--from", name)


@pytest.mark.parametrize("content", [b"\x00\x01\x02\x03" * 64, b"\xfe\xed" + bytes(range(256)), b'[{"title": "x"}]'])
def test_a_format_that_is_not_known(capsys: Capture, content: bytes) -> None:
    err = refused(capsys, 1, "add", write("some.thing", content))
    assert "some.thing is in no format" in err
    for name in FORMATS:
        assert name in err
    refused(capsys, 4, "write", "review", "--from", "some.thing", "-o", "out.html")
    assert not list(Path().glob("out.*"))


def test_compressed_files_that_are_broken_or_swell(capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = gzip.compress(record("zip", "On zips").encode())
    assert "broken gzip" in refused(capsys, 1, "add", write("cut.ris.gz", whole[:60]))
    assert "broken gzip" in refused(capsys, 1, "add", write("fake.ris.gz", b"\x1f\x8bnonsense"))
    monkeypatch.setenv("CONSPECTUS_READING_LARGEST_FILE", "1000000")
    bomb = gzip.compress(record("bomb", "On bombs", "a" * 5_000_000).encode())
    assert "larger than 1,000,000 bytes" in refused(capsys, 1, "add", write("bomb.ris.gz", bomb))
    assert run(capsys, "add", write("whole.ris.gz", whole))[0] == 0


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs named pipes")
def test_pipes_and_links_that_go_round(capsys: Capture) -> None:
    os.mkfifo("pipe.ris")
    assert "no regular file" in refused(capsys, 1, "add", "pipe.ris")
    Path("round").mkdir()
    Path("round/again").symlink_to("../round")
    Path("round/loop.ris").symlink_to("loop.ris")
    write("round/good.ris", record("good", "On what is good"))
    code, _, err = run(capsys, "add", "round", "pipe.ris")
    assert code == 3
    assert "pipe.ris" in err
    assert [paper["keys"] for paper in listed(capsys)] == [["good"]]


@pytest.fixture
def unprivileged() -> Iterator[Path]:
    """A folder of a user for whom permissions count: oneself, or nobody if one is root."""
    if not hasattr(os, "geteuid"):
        pytest.skip("permissions of this kind are POSIX")
    folder = Path(tempfile.mkdtemp())
    folder.chmod(0o777)
    is_root = os.geteuid() == 0
    here = Path.cwd()
    if is_root:
        try:
            os.seteuid(NOBODY)
        except OSError:
            shutil.rmtree(folder)
            pytest.skip("root cannot be dropped here")
    try:
        yield folder
    finally:
        if is_root:
            os.seteuid(0)
        os.chdir(here)
        for path in folder.rglob("*"):
            path.chmod(0o700)
        shutil.rmtree(folder)


def test_no_permission(capsys: Capture, unprivileged: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    settings = unprivileged / "conspectus.toml"
    settings.touch()
    monkeypatch.setenv("CONSPECTUS_CONFIG", str(settings))
    monkeypatch.setenv("CONSPECTUS_LIBRARY", str(unprivileged / "lib"))
    monkeypatch.chdir(unprivileged)
    good = two_papers()
    locked = write("locked.ris", record("x", "On x"))
    Path(locked).chmod(0)
    err = refused(capsys, 3, "add", good, locked)
    assert "locked.ris" in err
    assert "ermission" in err
    Path("shut").mkdir()
    Path("shut").chmod(0o500)
    assert "shut" in refused(capsys, 1, "write", "review", "--from", good, "-o", "shut/out.html")
    assert not list(Path("shut").iterdir())
    assert "shut" in refused(capsys, 1, "add", good, "--library", "shut/lib")


# --- XML ------------------------------------------------------------------------------------------------------------


def jats(doctype: str, title: str, body: str = "") -> str:
    return (
        f'<?xml version="1.0"?>{doctype}<article xmlns:xi="http://www.w3.org/2001/XInclude"><front><article-meta>'
        f"<title-group><article-title>{title}</article-title></title-group>"
        f"<abstract><p>We show that barley grows. {body}</p></abstract></article-meta></front></article>"
    )


def laughs() -> str:
    levels = "".join(f'<!ENTITY l{level} "{f"&l{level - 1};" * 10}">' for level in range(1, 10))
    return f'<!DOCTYPE article [<!ENTITY l0 "lol">{levels}]>'


def test_many_laughs_are_refused(capsys: Capture) -> None:
    assert "entity" in refused(capsys, 1, "add", write("laughs.xml", jats(laughs(), "Laughs &l9;")))
    long = f'<!DOCTYPE article [<!ENTITY a "{"a" * 50_000}">]>'
    assert "entity" in refused(capsys, 1, "add", write("quadratic.xml", jats(long, "&a;" * 20_000)))


@pytest.mark.parametrize(
    "doctype, title",
    [
        ('<!DOCTYPE article [<!ENTITY x SYSTEM "{uri}">]>', "On &x; things"),
        ('<!DOCTYPE article [<!ENTITY x PUBLIC "-//A//B" "{uri}">]>', "On &x; things"),
        ('<!DOCTYPE article [<!ENTITY % p SYSTEM "{uri}"> %p;]>', "On parameter things"),
        ('<!DOCTYPE article SYSTEM "{uri}">', "On a type of documents"),
        ("", 'On <xi:include href="{uri}" parse="text"/> things'),
        ('<?xml-stylesheet type="text/xsl" href="{uri}"?>', "On style"),
    ],
)
def test_no_xml_reads_another_file(capsys: Capture, place: Path, doctype: str, title: str) -> None:
    write("secret.txt", SECRET)
    uri = (place / "secret.txt").as_uri()
    path = write("outside.xml", jats(doctype.format(uri=uri), title.format(uri=uri)))
    code, out, err = run(capsys, "add", path)
    assert code in {0, 1}
    assert code == 0 or "hint: " in err
    if code == 0:
        out += run(capsys, "show", "outside")[1] + str(listed(capsys))
        out += run(capsys, "write", "review", "--from", path, "-o", "out.html")[2]
    assert SECRET not in out + err
    assert SECRET.encode() not in everything_below(place, "secret.txt")


def test_a_style_that_points_at_another_file(capsys: Capture, place: Path) -> None:
    write("secret.txt", SECRET)
    uri = (place / "secret.txt").as_uri()
    style = f'<!DOCTYPE style [<!ENTITY x SYSTEM "{uri}">]><style xmlns="http://purl.org/net/xbiblio/csl">&x;</style>'
    code, out, err = run(capsys, "write", "review", "--from", two_papers(), "--style", write("x.csl", style))
    assert code == 2
    assert SECRET not in out + err


# --- Records --------------------------------------------------------------------------------------------------------


def test_surrogates_and_control_characters(capsys: Capture) -> None:
    text = record(
        "ctl", "On bar\0ley\x07 fields", "We show that\x1b barley\x0b grows \x01 taller in wet fields. We END"
    ).encode()
    assert run(capsys, "add", write("ctl.ris", text.replace(b"END", b"\xed\xa0\x80 end here.")))[0] == 0
    pubmed = (
        "<PubmedArticleSet><PubmedArticle><MedlineCitation><PMID>7700077</PMID><Article>"
        "<ArticleTitle>On &#xD800;oats&#x1;</ArticleTitle></Article></MedlineCitation></PubmedArticle>"
        "</PubmedArticleSet>"
    )
    run(capsys, "add", write("sur.xml", pubmed))
    for argv in (
        ["papers"],
        ["papers", "--json"],
        ["show", "ctl"],
        ["write", "review", "ctl", two_papers(), "--format", "html"],
    ):
        code, out, err = run(capsys, *argv)
        assert code == 0, err
        assert not re.search(r"[\0-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff]", out + err)


def test_nothing_has_an_abstract(capsys: Capture) -> None:
    path = write("bare.ris", record("a", "On oats") + record("b", "On rye and beans"))
    err = refused(capsys, 4, "write", "review", "--from", path, "-o", "out.html")
    assert "None of the 2 references has an abstract" in err
    assert not list(Path().glob("out.*"))


def test_one_reference(capsys: Capture) -> None:
    product = review(capsys, "--from", write("one.ris", record("only", "On frost in barley", abstract("frost"))))
    assert [item["citation-key"] for item in product["references"]] == ["only"]  # type: ignore[attr-defined]
    assert product["not_cited"] == []


def test_one_entry_under_two_keys(capsys: Capture) -> None:
    entry = "@article{%s, title={On frost in barley}, author={Berg, Anna}, year=2001, doi={10.5555/f}, abstract={%s}}\n"
    path = write("twice.bib", "".join(entry % (key, abstract("frost")) for key in ("one", "other")))
    assert run(capsys, "add", path)[0] == 0
    (paper,) = listed(capsys)
    assert paper["keys"] == ["one", "other"]
    assert run(capsys, "show", "one")[1] == run(capsys, "show", "other")[1]
    assert len(review(capsys, "--from", path)["references"]) == 1  # type: ignore[arg-type]


def test_a_broken_record_among_good_ones(capsys: Capture) -> None:
    entry = "@article{%s, title={On %s}, year=2001, abstract={%s}}\n"
    good = [entry % (name, name, abstract(name)) for name in ("maize", "wheat")]
    path = write("broken.bib", good[0] + '@article{bad, title={On "broken\n, year=\n' + good[1])
    err = refused(capsys, 3, "add", path)
    assert "broken.bib (record 2, line 2): The entry 'bad'" in err
    assert [paper["keys"] for paper in listed(capsys)] == [["maize"], ["wheat"]]
    ris = record("hops", "On hops") + "TY  - JOUR\nAB  - nothing\nER  - \n\n" + record("hemp", "On hemp")
    err = refused(capsys, 3, "add", write("broken.ris", ris))
    assert re.search(r"broken\.ris \(record 2, line \d+\): ", err)
    assert len(listed(capsys)) == 4


def test_a_broken_record_does_not_stop_a_review(capsys: Capture) -> None:
    broken = Path(two_papers()).read_text() + "TY  - JOUR\nAB  - nothing\nER  - \n\n"
    code, out, err = run(capsys, "write", "review", "--from", write("part.ris", broken), "-o", "out.json")
    assert code == 3
    assert out == "out.json\n"
    assert "part.ris (record 3, line " in err
    assert len(json.loads(Path("out.json").read_text())["references"]) == 2


def test_very_long_lists_of_authors(capsys: Capture) -> None:
    authors = "\nAU  - ".join(f"Name{place}, First{place}" for place in range(3000))
    path = write("many.ris", record("many", "On frost in barley", abstract("frost"), authors))
    product = review(capsys, "--from", path)
    assert len(product["references"][0]["author"]) == 3000  # type: ignore[index]
    assert {one["shown"] for one in citations(product)} <= {"Name0 et al. (2001)", "(Name0 et al., 2001)"}
    for one in citations(product):
        assert resolved(capsys, one["passage"]) == one["quote"]


def test_very_long_titles_and_words(capsys: Capture) -> None:
    text = f"We show that {'x' * 20_000} grows. " + "We find that barley grows in wet fields. " * 300
    path = write("long.ris", record("long", "T" * 20_000, text))
    assert run(capsys, "write", "review", "--from", path, "-o", "out.html")[0] == 0
    assert Path("out.html").is_file()


def test_three_hundred_references(capsys: Capture) -> None:
    plants = [
        f"{colour}{plant}"
        for colour in ("red", "blue", "grey", "pale", "dark", "wild", "tall", "dwarf", "early", "late")
        for plant in ("oat", "rye", "pea", "flax", "hemp", "beet", "kale", "leek", "rape", "corn", "bean", "clover")
    ]
    verbs = ("resists", "outlives", "outgrows")
    names = [(plant, verb) for verb in verbs for plant in plants][:300]
    path = write(
        "many.ris",
        "".join(
            record(
                f"k{place}",
                f"On {plant} {place}",
                f"We show that {plant} {verb} its weeds in dry years.",
                f"N{place}, A",
            )
            for place, (plant, verb) in enumerate(names)
        ),
    )
    product = review(capsys, "--from", path)
    cited = {item["id"] for item in product["references"]}  # type: ignore[attr-defined]
    left = {item["paper"] for item in product["not_cited"]}  # type: ignore[attr-defined]
    assert (len(cited | left), cited & left) == (300, set())
    assert {one["paper"] for one in citations(product)} == cited
