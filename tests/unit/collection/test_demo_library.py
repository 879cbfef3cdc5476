"""The bundled demo library is complete, marked as paraphrase, and well-formed."""

from __future__ import annotations

import re
from collections import Counter
from importlib import resources

import pytest
from bibtexparser.entrypoint import parse_string
from lxml import etree

from conspectus.readers.reading import ReadPaper, read_bytes

LIBRARY = resources.files("conspectus.collection") / "demo_library"
FULL_TEXTS = ("full_text_1.xml", "full_text_2.xml", "full_text_3.xml")
SUBJECTS = {"literature review and summarisation": 18, "DEHP and the liver": 14}
XLINK = "{http://www.w3.org/1999/xlink}"


def entries() -> list[dict[str, str]]:
    library = parse_string((LIBRARY / "demo_papers.bib").read_text(encoding="utf-8"))
    assert not library.failed_blocks
    return [{"key": e.key, "type": e.entry_type} | {f.key: str(f.value) for f in e.fields} for e in library.entries]


def full_text(name: str) -> etree._Element:
    return etree.fromstring((LIBRARY / name).read_bytes(), etree.XMLParser(resolve_entities=False, no_network=True))


def running_text(element: etree._Element) -> str:
    return " ".join(" ".join("".join(p.itertext()).split()) for p in element.iter("p"))


ENTRIES = entries()


def test_there_are_enough_papers_with_unique_keys_and_identifiers() -> None:
    assert len(ENTRIES) >= 30
    for name in ("key", "doi", "pmid", "title"):
        values = [e[name] for e in ENTRIES if name in e]
        assert len(values) == len(set(values)), name


@pytest.mark.parametrize("entry", ENTRIES, ids=lambda e: e["key"])
def test_every_entry_is_complete_and_marked_as_paraphrase(entry: dict[str, str]) -> None:
    assert entry["title"]
    assert entry["author"]
    assert re.fullmatch(r"(19|20)\d\d", entry["year"])
    assert entry["journal" if entry["type"] == "article" else "booktitle"]
    assert len(entry["abstract"].split()) >= 60
    assert 4 <= len(re.findall(r"[.!?](?:\s|$)", entry["abstract"])) <= 7
    assert entry["x-paraphrase"] == "true"
    assert entry["note"] == "paraphrase"


def test_values_have_no_latex_that_would_be_lost() -> None:
    for entry in ENTRIES:
        for name, value in entry.items():
            assert not re.search(r"(?<!\\)[%#&$~_]", value.replace("_", "") if name == "doi" else value), (entry, name)


def test_nine_of_ten_papers_have_a_doi_or_pmid_in_its_usual_form() -> None:
    identified = [e for e in ENTRIES if "doi" in e or "pmid" in e]
    assert len(identified) >= 0.9 * len(ENTRIES)
    for entry in identified:
        assert re.fullmatch(r"10\.\d{4,9}/\S+", entry.get("doi", "10.1000/x")), entry["key"]
        assert re.fullmatch(r"\d{1,8}", entry.get("pmid", "1")), entry["key"]


def test_the_papers_are_on_two_subjects() -> None:
    counts = Counter(entry["keywords"].split(", ")[0] for entry in ENTRIES)
    assert set(counts) == set(SUBJECTS)
    for subject, least in SUBJECTS.items():
        assert counts[subject] >= least


@pytest.mark.parametrize("name", FULL_TEXTS)
def test_full_texts_are_long_marked_and_belong_to_an_entry(name: str) -> None:
    root = full_text(name)
    assert (root.tag, root.get("dtd-version")) == ("article", "1.3")
    assert b"<!DOCTYPE" not in (LIBRARY / name).read_bytes()
    assert len(running_text(root.find("body")).split()) >= 1500
    meta = {m.findtext("meta-name"): m.findtext("meta-value") for m in root.iter("custom-meta")}
    assert meta["paraphrase"] == "true"
    doi = root.findtext(".//article-meta/article-id[@pub-id-type='doi']")
    (entry,) = [e for e in ENTRIES if e.get("doi") == doi]
    title = root.findtext(".//title-group/article-title")
    assert entry["title"].replace("{", "").replace("}", "") == title
    assert root.findtext(".//article-meta/pub-date/year") == entry["year"]
    surnames = [s.text for s in root.findall(".//contrib-group//surname")]
    assert [a.split(",")[0] for a in entry["author"].split(" and ") if "," in a] == surnames


@pytest.mark.parametrize("name", FULL_TEXTS)
def test_every_pointer_in_a_full_text_leads_somewhere(name: str) -> None:
    root = full_text(name)
    ids = [e.get("id") for e in root.iter() if e.get("id")]
    assert len(ids) == len(set(ids))
    pointers = [x.get("rid") for x in root.iter("xref")]
    assert len(pointers) >= 20
    assert set(pointers) <= set(ids)
    assert len(root.findall(".//ref")) >= 20
    assert root.findall(".//fig/caption/p")
    assert len(root.findall(".//table-wrap//td")) >= 8


def test_the_full_texts_show_every_structure_between_them() -> None:
    roots = [full_text(name) for name in FULL_TEXTS]
    markup = [(LIBRARY / name).read_text(encoding="utf-8") for name in FULL_TEXTS]
    assert [bool(r.findall(".//abstract/sec")) for r in roots] == [True, False, False]
    assert [bool(r.findall(".//body/sec/label")) for r in roots] == [True, True, False]
    assert all(r.findall(".//body/sec/sec") for r in roots)
    assert any(r.findall(".//boxed-text") for r in roots)
    assert sum(bool(r.findall(".//disp-formula")) for r in roots) == 2
    assert any(r.findall(".//disp-formula//sup") for r in roots)
    assert any("</xref>,<xref" in m for m in markup)
    assert any("</xref>–<xref" in m for m in markup)
    assert any(re.search(r"<xref[^>]*>[^<]+\(\d{4}\)</xref>", m) for m in markup)
    graphics = [g.get(f"{XLINK}href") for r in roots for g in r.iter("graphic")]
    assert len(graphics) == len(set(graphics)) == 3


def test_the_readers_take_everything_and_full_texts_join_their_entries() -> None:
    found: dict[str, int] = {}
    for name in ("demo_papers.bib", *FULL_TEXTS):
        items = list(read_bytes((LIBRARY / name).read_bytes(), source=name).items)
        for item in items:
            assert isinstance(item, ReadPaper)
            assert item.paper.abstract
            found[item.paper.id] = found.get(item.paper.id, 0) + 1
    assert len(found) == len(ENTRIES)
    assert sorted(found.values())[-4:] == [1, 2, 2, 2]


def test_the_readme_says_what_is_ours() -> None:
    readme = (LIBRARY / "README.md").read_text(encoding="utf-8")
    assert "paraphrase" in readme
    assert "Apache-2.0" in readme
    assert all(name in readme for name in FULL_TEXTS)
