from __future__ import annotations

import json
from pathlib import Path
from typing import Any, ClassVar

import pytest
from hypothesis import given
from hypothesis import strategies as st

from conspectus.domain.paper import Author, Funding, Notice, Paper, PartialDate
from conspectus.foundation.errors import BrokenRecord, InputError
from conspectus.readers.csl_json import CslJsonReader
from conspectus.readers.reading import ReadItem, ReadPaper, Skipped, read_bytes
from conspectus.readers.sniffing import Head

DATA = Path(__file__).resolve().parents[4] / "shared" / "data" / "bib_exports" / "zotero_csl_json"


def items(content: Any) -> list[ReadItem]:
    text = content if isinstance(content, str) else json.dumps(content, ensure_ascii=False)
    return list(CslJsonReader().read(text.encode()))


def papers(content: Any) -> list[Paper]:
    return [item.paper for item in items(content) if isinstance(item, ReadPaper)]


def paper(**fields: Any) -> Paper:
    (only,) = papers([{"title": "Wells", "type": "article-journal", **fields}])
    return only


class TestRecognise:
    @pytest.mark.parametrize(
        "text",
        [
            '[{"id": "a", "type": "book", "title": "T"}]',
            '\ufeff[\n {"title": "T", "issued": {"date-parts": [[2001]]}}]',
            '{"status": "ok", "message": {"items": [{"DOI": "10.1/a", "type": "journal-article"}]}}',
            '{"title": "T", "author": [{"family": "Moor", "given": "I"}]}',
        ],
    )
    def test_takes_items_whatever_they_are_wrapped_in(self, text: str) -> None:
        assert CslJsonReader().recognise(Head(text.encode()))

    @pytest.mark.parametrize(
        "text",
        [
            "[]",
            '[{"type": "commit", "title": "Fix wells"}]',
            '{"header": {"type": "esearch", "version": "0.3"}, "esearchresult": {"count": "0"}}',
            '{"name": "x", "version": "1.0", "author": [{"name": "A"}]}',
            'A letter about "type": "book" and "title": things.',
        ],
    )
    def test_leaves_other_json_alone(self, text: str) -> None:
        assert CslJsonReader().recognise(Head(text.encode())) == ""


class TestFields:
    def test_every_field_finds_its_home(self) -> None:
        found = paper(
            id="moor2020",
            title="<i>Wells</i> of 10 m.",
            author=[{"family": "Berg", "non-dropping-particle": "van den", "given": "Jo", "suffix": "Jr"}],
            editor=[{"literal": "The Well Council"}],
            issued={"date-parts": [["2020", 3, "15"]]},
            DOI="https://doi.org/10.1000/ABC",
            PMID="12345",
            PMCID="PMC678",
            ISSN="1234-567x",
            ISBN="978-0-306-40615-7",
            page="101–9",
            volume=12,
            issue="3",
            keyword="deep water; wells, dug",
            language="en-US",
            genre="Review",
            URL="https://example.org/w",
            **{"container-title": "Journal of Wells", "container-title-short": "J. Wells", "publisher-place": "Graz"},
        )
        assert found.title == "Wells of 10 m"
        assert found.authors == (Author(family="Berg", particle="van den", given="Jo", suffix="Jr"),)
        assert found.editors == (Author(literal="The Well Council"),)
        assert found.date == PartialDate(year=2020, month=3, day=15)
        assert found.identifiers.doi == "10.1000/abc"
        assert (found.identifiers.pmid, found.identifiers.pmcid) == ("12345", "PMC678")
        assert found.identifiers.isbn == ("9780306406157",)
        assert found.issn == ("1234-567X",)
        assert (found.venue, found.venue_short, found.place) == ("Journal of Wells", "J. Wells", "Graz")
        assert (found.volume, found.issue, found.pages) == ("12", "3", "101-109")
        assert found.keywords == ("deep water", "wells, dug")
        assert found.publication_types == ("Review",)
        assert found.keys == ("moor2020",)
        assert found.url == "https://example.org/w"

    def test_what_has_no_home_is_kept(self) -> None:
        found = paper(
            accessed={"date-parts": [[2021, 2, 3]]},
            translator=[{"family": "Brook", "given": "Al"}],
            custom={"shelf": "B 4"},
            odd={"deep": [1, 2]},
        )
        assert dict(found.extra) == {
            "accessed": "2021-02-03",
            "translator": "Al Brook",
            "shelf": "B 4",
            "odd": '{"deep": [1, 2]}',
        }

    def test_an_address_is_no_citation_key(self) -> None:
        found = paper(id="http://zotero.org/users/1/items/ABC", **{"citation-key": "moor"})
        assert found.keys == ("moor",)
        assert ("id", "http://zotero.org/users/1/items/ABC") in found.extra

    def test_identifiers_are_found_in_notes_and_addresses(self) -> None:
        found = paper(note="PMID: 777\nPMCID: PMC888", URL="https://doi.org/10.1000/x.1")
        assert (found.identifiers.pmid, found.identifiers.pmcid) == ("777", "PMC888")
        assert found.identifiers.doi == "10.1000/x.1"
        assert paper(number="arXiv:2101.00001", publisher="arXiv").identifiers.arxiv == "2101.00001"

    @pytest.mark.parametrize(
        ("issued", "wanted"),
        [
            ({"date-parts": [["2017", 14]]}, PartialDate(year=2017, text="Summer 2017")),
            ({"date-parts": [[2017]], "season": "Spring"}, PartialDate(year=2017, text="Spring 2017")),
            ({"date-parts": [[1901]], "circa": True}, PartialDate(year=1901, text="c. 1901")),
            (
                {"date-parts": [[2011, 5, 25], [2012, 6]]},
                PartialDate(year=2011, month=5, day=25, text="2011-05-25 – 2012-06"),
            ),
            ({"date-parts": [[2011], [0]]}, PartialDate(year=2011)),
            ({"raw": "2012-06"}, PartialDate(year=2012, month=6)),
            ("1999-12-31", PartialDate(year=1999, month=12, day=31)),
            ({"date-parts": [["-12", 13]]}, None),
            ({"date-parts": [[]]}, None),
            (None, None),
        ],
    )
    def test_dates(self, issued: Any, wanted: PartialDate | None) -> None:
        assert paper(issued=issued).date == wanted

    def test_people_who_are_none_are_dropped(self) -> None:
        found = paper(author=[{"family": "et al."}, {"literal": "Anonymous"}, {}, None, "Moor, Ida", {"name": "WHO"}])
        assert found.authors == (Author(family="Moor", given="Ida"), Author(literal="WHO"))

    def test_retraction_in_the_title(self) -> None:
        assert paper(title="RETRACTED: Wells that never were").is_retracted

    def test_structured_abstract(self) -> None:
        found = paper(abstract="BACKGROUND: Wells dry. RESULTS: They fell by 2 m. © 2020 A House. All rights reserved.")
        (document,) = found.documents
        assert [section.heading for section in document.sections[0].sections] == ["BACKGROUND", "RESULTS"]
        assert dict(found.extra)["abstract notice"].startswith("© 2020")


class TestCrossref:
    ITEM: ClassVar[dict[str, Any]] = {
        "DOI": "10.1000/W.1",
        "type": "journal-article",
        "title": ["Wells"],
        "subtitle": ["A survey"],
        "container-title": ["Journal of Wells"],
        "short-container-title": ["J Wells"],
        "author": [
            {
                "family": "Moor",
                "given": "Ida",
                "ORCID": "http://orcid.org/0000-0001-2345-6789",
                "affiliation": [{"name": "Graz"}],
            },
            {"name": "Well Council"},
        ],
        "issued": {"date-parts": [[2019]]},
        "published-print": {"date-parts": [[2019, 5]]},
        "abstract": "<jats:title>Abstract</jats:title><jats:p>We dug wells. They fell dry.</jats:p>",
        "funder": [{"name": "Water Fund", "award": ["W-1"]}],
        "reference": [
            {"key": "r-1", "DOI": "10.1000/B", "article-title": "Springs", "author": "Brook", "year": "1999a"}
        ],
        "updated-by": [{"type": "retraction", "DOI": "10.1000/ret", "label": "Retraction"}],
        "indexed": {"date-parts": [[2024]]},
    }

    @pytest.mark.parametrize("wrapped", [True, False])
    def test_a_reply_of_the_service(self, wrapped: bool) -> None:
        body = {"items": [self.ITEM, self.ITEM]} if wrapped else self.ITEM
        found = papers({"status": "ok", "message-type": "work-list", "message": body})
        assert len(found) == (2 if wrapped else 1)
        assert found[0].title == "Wells: A survey"
        assert found[0].authors[0] == Author(
            family="Moor", given="Ida", orcid="0000-0001-2345-6789", affiliations=("Graz",)
        )
        assert found[0].authors[1] == Author(literal="Well Council")
        assert found[0].date == PartialDate(year=2019, month=5)
        assert found[0].abstract == "We dug wells. They fell dry."
        assert found[0].funding == (Funding(funder="Water Fund", awards=("W-1",)),)
        assert found[0].kind == "article-journal"
        (reference,) = found[0].documents[0].references
        assert (reference.key, reference.doi, reference.year) == ("r-1", "10.1000/b", 1999)
        assert found[0].notices == (Notice(kind="retraction", target="doi:10.1000/ret", text="Retraction"),)
        assert found[0].is_retracted

    def test_references_without_an_abstract_are_kept(self) -> None:
        (found,) = papers([{**self.ITEM, "abstract": ""}])
        assert [len(document.references) for document in found.documents] == [1]
        assert found.abstract == ""


class TestFiles:
    def test_items_by_key_and_one_after_the_other(self) -> None:
        item = {"type": "book", "title": "Wells"}
        assert [p.keys for p in papers({"a": item, "b": item})] == [("a",), ("b",)]
        assert len(papers("\n".join(json.dumps({**item, "id": n}) for n in range(3)))) == 3
        assert len(papers({"references": [item, item]})) == 2

    def test_a_broken_item_costs_only_itself(self) -> None:
        text = '[\n{"id": "a", "type": "book", "title": "A"},\n{"id": "b", "type": "book" "title": "B"},\n'
        text += '{"id": "c", "type": "book", "title": "C"}\n]'
        first, broken, last = items(text)
        assert isinstance(broken, BrokenRecord)
        assert (broken.record, broken.line) == (2, 3)
        assert broken.hint
        assert isinstance(first, ReadPaper)
        assert isinstance(last, ReadPaper)
        assert (last.record, last.line, last.paper.title) == (3, 4, "C")

    def test_a_cut_file_gives_what_is_whole(self) -> None:
        text = '[{"type": "book", "title": "A"}, {"type": "book", "tit'
        first, broken = items(text)
        assert isinstance(first, ReadPaper)
        assert isinstance(broken, BrokenRecord)

    def test_what_is_no_item_is_skipped_and_an_empty_item_is_broken(self) -> None:
        number, empty, good = items([7, {"type": "book"}, {"type": "book", "title": "T"}])
        assert isinstance(number, Skipped)
        assert isinstance(empty, BrokenRecord)
        assert "no title" in empty.message
        assert isinstance(good, ReadPaper)

    def test_deep_nesting_is_survived(self) -> None:
        deep = '{"type": "book", "title": "T", "x": ' + "[" * 5000 + "]" * 5000 + "}"
        (broken,) = items(f"[{deep}]")
        assert isinstance(broken, BrokenRecord)

    def test_no_json_at_all(self) -> None:
        with pytest.raises(InputError, match="not well-formed"):
            items('{"type": "book", "title": }')

    def test_is_chosen_by_content(self) -> None:
        reading = read_bytes(b'[{"id": "a", "type": "book", "title": "T"}]', source="a.json")
        assert reading.reader == "csl_json"


words = st.text(st.characters(exclude_categories=("Cs", "Cc")), max_size=30)
values = st.recursive(
    st.none() | st.booleans() | st.integers(-(10**20), 10**20) | st.floats(allow_nan=False) | words,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(words, inner, max_size=3),
    max_leaves=8,
)
names = st.sampled_from(
    """author editor issued ISSN ISBN DOI page abstract keyword note id reference custom container-title type language
    URL funder updated-by number volume subtitle""".split()
)


@given(
    st.lists(st.dictionaries(names | words, values, max_size=6), min_size=1, max_size=5),
    st.integers(0, 5),
    st.sampled_from(['{"title": "x" "y"}', '{"title": }', '{"a": [1, 2', "{title: 1}"]),
)
def test_good_items_come_back_whatever_is_beside_them(given: list[dict[str, Any]], at: int, broken: str) -> None:
    listed = [json.dumps({**fields, "title": f"Title {n}", "DOI": f"10.1000/{n}"}) for n, fields in enumerate(given)]
    at = min(at, len(listed))
    found = items("[" + ",\n".join([*listed[:at], broken, *listed[at:]]) + "]")
    titles = [item.paper.title.split(":")[0] for item in found if isinstance(item, ReadPaper)]
    assert titles == [f"Title {n}" for n in range(len(given))]
    assert sum(isinstance(item, BrokenRecord) for item in found) == 1


def test_real_files_give_one_item_a_record() -> None:
    if not DATA.is_dir():
        pytest.skip("the shared data is not here")
    files = sorted(DATA.glob("*.json"))
    assert files
    for file in files:
        content = file.read_bytes()
        reading = read_bytes(content, source=file.name)
        assert reading.reader == "csl_json"
        assert len(list(reading.items)) == len(json.loads(content)), file.name
