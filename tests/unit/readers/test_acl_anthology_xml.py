from __future__ import annotations

import gzip
import re
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from conspectus.domain.paper import Author, Notice, Paper, PartialDate
from conspectus.foundation.errors import BrokenRecord, InputError
from conspectus.readers.acl_anthology_xml import AclAnthologyXmlReader
from conspectus.readers.reading import ReadItem, ReadPaper, Skipped
from conspectus.readers.sniffing import Head

DATA = Path(__file__).resolve().parents[4] / "shared" / "data" / "acl_anthology_xml"

META = """<meta><booktitle>Proceedings of the Workshop on <fixed-case>W</fixed-case>ells</booktitle>
<editor><first>Edda</first><last>Well</last></editor><publisher>Well Press</publisher><address>Brunn</address>
<month>July 5-7</month><year>2020</year><isbn>978-3-16-148410-0</isbn><venue>wells</venue></meta>"""
PAPER = """<paper id="1">
<title>Parsing <fixed-case>W</fixed-case>ell logs with <tex-math>\\alpha</tex-math>-trees</title>
<author id="ida-moor"><first>Ida</first><last>van der Moor</last><affiliation>Univ. A</affiliation>
<variant script="hani"><first>X</first><last>Y</last></variant></author>
<author><last>Plato</last></author>
<pages>12–19</pages><abstract>We parse <i>logs</i>. It works.</abstract>
<url hash="0">2020.wells-main.1</url><doi>10.1000/Wells.1</doi><bibkey>moor-plato-2020</bibkey>
<award>Best paper</award><attachment type="Software">code.zip</attachment><video href="v.mp4"/>
<revision id="1" href="v1"/><revision id="2" href="v2" date="2021-01-02">Corrected a table.</revision>
<retracted date="2021-08-09">The logs were wrong.</retracted><erratum id="1">2020.wells-main.1e1</erratum></paper>"""


def collection(*parts: str, meta: str = META) -> bytes:
    inner = "\n".join(parts)
    return f'<collection id="2020.wells">\n<volume id="main">{meta}\n{inner}</volume></collection>'.encode()


def read(data: bytes) -> list[ReadItem]:
    return list(AclAnthologyXmlReader().read(data))


def papers(data: bytes) -> list[Paper]:
    return [item.paper for item in read(data) if isinstance(item, ReadPaper)]


def test_a_paper_takes_what_it_lacks_from_its_volume() -> None:
    (paper,) = papers(collection(PAPER))
    assert paper.title == "Parsing Well logs with α-trees"
    assert paper.authors[0] == Author(family="Moor", given="Ida", particle="van der", affiliations=("Univ. A",))
    assert paper.authors[1] == Author(family="Plato")
    assert paper.editors == (Author(family="Well", given="Edda"),)
    assert (paper.venue, paper.publisher, paper.place) == (
        "Proceedings of the Workshop on Wells",
        "Well Press",
        "Brunn",
    )
    assert paper.date == PartialDate(year=2020, month=7, day=5, text="July 5-7 2020")
    assert (paper.kind, paper.pages, paper.keys) == ("paper-conference", "12-19", ("moor-plato-2020",))
    assert paper.identifiers.doi == "10.1000/wells.1"
    assert paper.identifiers.isbn == ("9783161484100",)
    assert paper.url == "https://aclanthology.org/2020.wells-main.1/"
    assert paper.abstract == "We parse logs. It works."
    extra = dict(paper.extra)
    assert extra["acl-anthology"] == "2020.wells-main.1"
    assert (extra["award"], extra["attachment"], extra["video"]) == ("Best paper", "Software: code.zip", "v.mp4")
    assert extra["author-id"] == "Ida van der Moor = ida-moor"
    assert extra["author-variant"] == "Ida van der Moor = Y X"


def test_what_happened_to_a_paper_is_a_notice() -> None:
    (paper,) = papers(collection(PAPER))
    assert paper.is_retracted
    assert paper.notices == (
        Notice(kind="retraction", text="The logs were wrong. (2021-08-09)"),
        Notice(kind="correction", target="2020.wells-main.1e1", text="Erratum"),
        Notice(kind="correction", target="v2", text="Corrected a table. (2021-01-02)"),
    )


def test_front_matter_and_talks_are_skipped_with_the_reason() -> None:
    items = read(collection("<frontmatter><url>x</url></frontmatter>", PAPER, "<talk><title>Keynote</title></talk>"))
    assert [type(item) for item in items] == [Skipped, ReadPaper, Skipped]
    assert "front matter of Proceedings" in items[0].reason  # type: ignore[union-attr]
    assert "Keynote" in items[2].reason  # type: ignore[union-attr]


def test_records_count_papers_and_lines_lead_to_them() -> None:
    data = collection("<paper id='1'><title>A</title></paper>", "<paper id='2'><title>B</title></paper>")
    items = read(data)
    assert [item.record for item in items] == [1, 2]
    lines = data.decode().splitlines()
    for item, title in zip(items, "AB", strict=True):
        assert f"<title>{title}</title>" in lines[item.line - 1]


@pytest.mark.parametrize(
    "collection_id, volume, number, expected",
    [("P19", "1", "12", "P19-1012"), ("W19", "3", "7", "W19-0307"), ("2020.acl", "long", "3", "2020.acl-long.3")],
)
def test_an_id_is_made_where_no_address_gives_it(collection_id: str, volume: str, number: str, expected: str) -> None:
    data = f"<collection id='{collection_id}'><volume id='{volume}'><paper id='{number}'><title>T</title></paper>"
    (paper,) = papers(f"{data}</volume></collection>".encode())
    assert dict(paper.extra)["acl-anthology"] == expected


def test_a_volume_without_data_does_not_inherit_that_of_the_one_before() -> None:
    data = collection(PAPER).decode().replace("</collection>", "")
    data += "<volume id='two'><paper id='1'><title>Other</title></paper></volume></collection>"
    first, second = papers(data.encode())
    assert first.venue
    assert (second.venue, second.date, second.editors) == ("", None, ())


def test_a_journal_makes_articles() -> None:
    meta = "<meta><journal-title>Journal of Wells</journal-title><journal-volume>4</journal-volume></meta>"
    (paper,) = papers(collection("<paper id='1'><title>A</title></paper>", meta=meta))
    assert (paper.kind, paper.venue, paper.volume) == ("article-journal", "Journal of Wells", "4")


def test_a_broken_paper_costs_no_neighbour_and_keeps_the_volume() -> None:
    good = ["<paper id='1'><title>A</title></paper>", "<paper id='3'><title>C</title></paper>"]
    data = collection(good[0], "<paper id='2'><title>B</b></title></paper>", good[1])
    items = read(data)
    assert [type(item) for item in items] == [ReadPaper, BrokenRecord, ReadPaper]
    last = items[2]
    assert isinstance(last, ReadPaper)
    assert last.paper.venue == "Proceedings of the Workshop on Wells"
    assert dict(last.paper.extra)["acl-anthology"] == "2020.wells-main.3"
    assert items[1].hint  # type: ignore[union-attr]


def test_a_paper_without_title_and_abstract_is_broken() -> None:
    (item,) = read(collection("<paper id='4'><bibkey>k</bibkey></paper>"))
    assert isinstance(item, BrokenRecord)
    assert (item.record, item.line) == (1, 5)


def test_entities_of_its_own_are_refused() -> None:
    with pytest.raises(InputError, match="entity"):
        read(b'<!DOCTYPE collection [<!ENTITY a "aaaa">]>' + collection(PAPER))


def test_only_collections_are_recognised() -> None:
    reader = AclAnthologyXmlReader()
    assert reader.recognise(Head(collection(PAPER)))
    assert not reader.recognise(Head(b"<collection><record><title>Stamps</title></record></collection>"))


@settings(max_examples=60, deadline=None)
@given(
    titles=st.lists(st.text(st.characters(codec="utf-8", exclude_categories=("Cc", "Cs"), exclude_characters="<>&"),
                            min_size=1).filter(str.strip), min_size=1, max_size=6),
    broken=st.sets(st.integers(0, 5)),
    fault=st.sampled_from(["<i>", "</title>", "<", "</b>", '<i a="1" a="2"', "&lt;<"]),
)  # fmt: skip
def test_no_broken_record_costs_another(titles: list[str], broken: set[int], fault: str) -> None:
    records = [
        f"<paper id='{n + 1}'><title>x{title}{fault if n in broken else ''}</title></paper>"
        for n, title in enumerate(titles)
    ]
    data = collection(*records)
    try:
        items = read(data)
    except InputError:
        assert len(records) == 1
        assert 0 in broken
        return
    assert len(items) == len(records)
    for number, item in enumerate(items):
        if number not in broken:
            assert isinstance(item, ReadPaper)
            assert item.paper.title.startswith("x")


@pytest.mark.skipif(not DATA.exists(), reason="the Anthology's files are not beside the repository")
@pytest.mark.parametrize("name", ["2020.acl", "2023.ccl", "W19"])
def test_real_collections_are_read_to_the_last_paper(name: str) -> None:
    data = gzip.decompress((DATA / f"{name}.xml.gz").read_bytes())
    items = read(data)
    found = [item for item in items if isinstance(item, ReadPaper)]
    assert len(found) == len(re.findall(rb"<paper\s", data))
    assert len(items) - len(found) == len(re.findall(rb"<frontmatter>|<talk>", data))
    assert not any(isinstance(item, BrokenRecord) for item in items)
    lines = data.split(b"\n")
    for item in found[:: max(1, len(found) // 50)]:
        assert b"<paper" in lines[item.line - 1]
        assert item.paper.year
        assert item.paper.venue
        assert "acl-anthology" in dict(item.paper.extra)


@pytest.mark.skipif(not DATA.exists(), reason="the Anthology's files are not beside the repository")
def test_memory_does_not_grow_with_the_papers() -> None:
    import tracemalloc

    data = gzip.decompress((DATA / "2020.ccl.xml.gz").read_bytes())
    sizes = []
    for times in (1, 4):
        inner = data[data.index(b"<volume") : data.rindex(b"</collection>")] * times
        whole = b"<collection id='2020.ccl'>" + inner + b"</collection>"
        tracemalloc.start()
        for _ in AclAnthologyXmlReader().read(whole):
            pass
        sizes.append(tracemalloc.get_traced_memory()[1] - 4 * len(whole))
        tracemalloc.stop()
    assert sizes[1] < sizes[0] + 2_000_000
