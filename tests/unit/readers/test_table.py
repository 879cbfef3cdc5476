from __future__ import annotations

import csv
import gzip
import io
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from conspectus.domain.paper import Author, Paper, PartialDate
from conspectus.foundation.errors import BrokenRecord, InputError
from conspectus.readers.reading import ReadItem, ReadPaper, Skipped, read_bytes
from conspectus.readers.sniffing import Head
from conspectus.readers.table import TableReader
from conspectus.readers.table_headings import field_of, worth

DATA = Path(__file__).resolve().parents[4] / "shared" / "data" / "bib_exports"


def items(text: str | bytes) -> list[ReadItem]:
    return list(TableReader().read(text.encode() if isinstance(text, str) else text))


def papers(text: str | bytes) -> list[Paper]:
    return [item.paper for item in items(text) if isinstance(item, ReadPaper)]


def paper(**cells: str) -> Paper:
    out = io.StringIO(newline="")
    csv.writer(out).writerows([list(cells), list(cells.values())])
    (only,) = papers(out.getvalue())
    return only


class TestRecognise:
    @pytest.mark.parametrize(
        "text",
        [
            "Title,Authors,Year\nWells,Moor I,2020\n",
            "\ufefftitle;abstract\nWells;They dry.\n",
            '"PMID","Title","Authors"\n"1","Wells","Moor I"\n',
            "PT\tAU\tTI\tSO\tPY\nJ\tMoor, I\tWells\tJ WELLS\t2020\n",
            "TITLE|YEAR\nWells|2020\n",
            "sep=;\nTitle;Year\nWells;2020\n",
            "About the data: exported today\nRank,Title,DOI\n1,Wells,10.1000/a\n",
            "Title,Year\n",
        ],
    )
    def test_takes_tables_of_papers(self, text: str) -> None:
        assert TableReader().recognise(Head(text.encode()))
        assert TableReader().recognise(Head(text.encode("utf-16")))

    @pytest.mark.parametrize(
        "text",
        [
            "repository\tcommit\tpath\tbytes\na\tb\tc\t1\n",
            "Authors,Year\nMoor I,2020\n",
            "Title\nWells\n",
            "title,price\nWells,3\n",
            "The title, the abstract, and the year are given.\nThey are short, as a rule.\n",
            "Title, abstract, keywords, and year\nof a paper are what people read first.\n",
            "2020-01-01 12:00:00 INFO, title=x, year=2020\n",
            "import csv\ntitle, year = 1, 2\n",
            '{"title": "x", "year": 2020}\n{"title": "y", "year": 2021}\n',
            '["Title", "Year"]\n',
            "| Title | Year |\n|---|---|\n| Wells | 2020 |\n",
            "<table><tr><td>Title,Year</td></tr></table>",
            "@book{a, title = {x}, year = 2020}\n",
        ],
    )
    def test_leaves_other_text_alone(self, text: str) -> None:
        assert TableReader().recognise(Head(text.encode())) == ""

    def test_headings(self) -> None:
        assert field_of("Publication Year") == "year"
        assert field_of("journal_abbreviation") == "venue_short"
        assert field_of("PubMed ID") == "pmid"
        assert field_of("Shelf") == ""
        assert worth(["Title", "DOI", "Shelf"]) == 2
        assert worth(["Title", "Shelf"]) == 0


class TestRows:
    def test_every_field_finds_its_home(self) -> None:
        found = paper(
            **{
                "Title": "Wells of the north.",
                "Authors": "Moor, Ida; Brook, Al; et al.",
                "Source title": "Journal of Wells",
                "Abbreviated Source Title": "J. Wells",
                "Year": "2020",
                "Volume": "12",
                "Issue": "3",
                "Page start": "101",
                "Page end": "109",
                "DOI": "https://doi.org/10.1000/W.1",
                "PubMed ID": "24681012",
                "PMCID": "PMC12345",
                "ISSN": "1234567X",
                "Author Keywords": "deep water; wells, dug",
                "Document Type": "Review",
                "Language of Original Document": "English",
                "Link": "https://example.org/w",
                "Abstract": "BACKGROUND: Wells dry. RESULTS: They fell by 2 m.",
                "Citation Key": "moor2020",
                "Shelf": "B 4",
            }
        )
        assert found.title == "Wells of the north"
        assert found.authors == (Author(family="Moor", given="Ida"), Author(family="Brook", given="Al"))
        assert (found.venue, found.venue_short) == ("Journal of Wells", "J. Wells")
        assert (found.year, found.volume, found.issue, found.pages) == (2020, "12", "3", "101-109")
        assert found.identifiers.strong() == ("doi:10.1000/w.1", "pmid:24681012", "pmcid:PMC12345")
        assert found.issn == ("1234-567X",)
        assert found.keywords == ("deep water", "wells, dug")
        assert (found.kind, found.publication_types, found.language) == ("article-journal", ("Review",), "en")
        assert [s.heading for s in found.documents[0].sections[0].sections] == ["BACKGROUND", "RESULTS"]
        assert found.keys == ("moor2020",)
        assert found.extra == (("Shelf", "B 4"),)

    def test_the_better_column_of_two_gives_the_names(self) -> None:
        found = paper(Title="T", Authors="Moor, I", **{"Author Full Names": "Moor, Ida"})
        assert found.authors == (Author(family="Moor", given="Ida"),)
        assert found.extra == (("Authors", "Moor, I"),)

    def test_embase_writes_venue_volume_and_pages_in_one(self) -> None:
        found = paper(
            **{
                "Title": "T",
                "Author Names": "Liu R., Adler D.G.",
                "Source": "Well Reports (2017) 3:1 (31-33). Date of Publication: 1 Mar 2017",
                "Emtree Medical Index Terms": "adult, cyst (diagnosis, surgery)",
                "Open URL Link": "http://sfx.example.org/?id=doi:10.4103%2F2303-9027.1&atitle=T",
            }
        )
        assert [author.full for author in found.authors] == ["R. Liu", "D. G. Adler"]
        assert (found.venue, found.volume, found.issue, found.pages) == ("Well Reports", "3", "1", "31-33")
        assert found.date == PartialDate(year=2017, month=3, day=1)
        assert found.keywords == ("adult", "cyst (diagnosis, surgery)")
        assert found.identifiers.doi == "10.4103/2303-9027.1"

    def test_the_name_of_a_database_is_no_venue(self) -> None:
        found = paper(Title="T", Year="2020", Source="Scopus")
        assert (found.venue, found.extra) == ("", (("Source", "Scopus"),))

    def test_zotero(self) -> None:
        found = paper(
            **{
                "Key": "ABCD1234",
                "Item Type": "bookSection",
                "Publication Year": "2020",
                "Date": "2020-03",
                "Author": "Moor, Ida",
                "Title": "T",
                "Publication Title": "All Wells",
                "Editor": "Brook, Al",
                "Extra": "PMID: 777",
                "Manual Tags": "wells; deep",
            }
        )
        assert (found.kind, found.venue) == ("chapter", "All Wells")
        assert found.editors == (Author(family="Brook", given="Al"),)
        assert found.date == PartialDate(year=2020, month=3)
        assert found.identifiers.pmid == "777"
        assert dict(found.extra) == {"Key": "ABCD1234", "Extra": "PMID: 777"}

    def test_rayyan_and_lists_as_python_writes_them(self) -> None:
        found = paper(title="T", year="2020", month="5", day="7", authors="['Moor, Ida']", keywords="['a', 'b, c']")
        assert found.date == PartialDate(year=2020, month=5, day=7)
        assert found.authors == (Author(family="Moor", given="Ida"),)
        assert found.keywords == ("a", "b, c")

    def test_web_of_science_by_two_letters(self) -> None:
        text = "PT\tAU\tAF\tTI\tSO\tCR\tC1\tPY\tUT\n"
        text += "J\tMoor, I; Brook, A\tMoor, Ida; Brook, Al\tWells\tJ WELLS\tX, 1999, Y; Z, 2000, W\t"
        text += "[Moor, Ida; Brook, Al] Graz; [Brook, Al] Linz\t2020\tWOS:1\n"
        (found,) = papers(text)
        assert [author.full for author in found.authors] == ["Ida Moor", "Al Brook"]
        assert found.authors[1].affiliations == ("Graz", "Linz")
        assert [reference.year for reference in found.documents[0].references] == [1999, 2000]
        assert found.extra == (("UT", "WOS:1"),)

    def test_references_of_scopus(self) -> None:
        found = paper(Title="T", Year="2020", References="Moor, I., Wells (1999) J Wells, 1; Brook, A., Springs (2001)")
        assert [reference.year for reference in found.documents[0].references] == [1999, 2001]

    def test_retraction(self) -> None:
        assert paper(Title="RETRACTED: Wells", Year="2020").is_retracted
        assert paper(Title="Wells", Year="2020", **{"Document Type": "Retracted Publication"}).is_retracted

    def test_missing_values_as_programs_write_them(self) -> None:
        assert paper(Title="T", Year="2020", Volume="NaN").volume == ""


class TestShape:
    HEAD = "Title,Authors,Year,Language,ISSN\n"

    def test_lines_and_numbers(self) -> None:
        found = items(self.HEAD + '"One\nmore",,2020,,\n\nTwo,,2021,,\n')
        assert [(item.record, item.line) for item in found] == [(1, 2), (2, 5)]

    def test_a_quote_that_is_not_closed_costs_one_row(self) -> None:
        found = items(self.HEAD + 'One,,2020,,\n"Broken,,2020,,\n"Two",,2021,,\n')
        assert [type(item) for item in found] == [ReadPaper, BrokenRecord, ReadPaper]
        broken = found[1]
        assert isinstance(broken, BrokenRecord)
        assert (broken.record, broken.line) == (2, 3)
        assert broken.hint

    def test_short_rows_are_filled_and_rows_without_anything_are_broken(self) -> None:
        found = items(self.HEAD + "One,Moor I\n,,2020,English,\n")
        assert isinstance(found[0], ReadPaper)
        assert isinstance(found[1], BrokenRecord)

    def test_a_cell_too_many_is_found_by_what_the_others_hold(self) -> None:
        (found,) = papers(self.HEAD + "One,Moor I,surplus,2020,English,1234-567X\n")
        assert (found.year, found.language, found.issn) == (2020, "en", ("1234-567X",))
        assert found.extra == (("cell without a heading", "surplus"),)

    def test_cells_too_many_without_a_clue_break_the_row(self) -> None:
        (broken,) = items(self.HEAD + "One,two,three,four,five,six,seven\n")
        assert isinstance(broken, BrokenRecord)
        assert "7 cells under 5 headings" in broken.message

    def test_text_above_and_below_is_skipped(self) -> None:
        found = items("Exported today\n" + self.HEAD + "One,,2020,,\n,,,,© A House\n")
        assert [type(item) for item in found] == [Skipped, ReadPaper, Skipped]
        assert [item.line for item in found] == [1, 3, 4]

    def test_a_table_without_rows(self) -> None:
        (only,) = items(self.HEAD)
        assert isinstance(only, Skipped)


class TestWorkbooks:
    @staticmethod
    def workbook(*sheets: list[list[Any]]) -> bytes:
        import openpyxl

        book = openpyxl.Workbook()
        book.remove(book.active)
        for rows in sheets:
            sheet = book.create_sheet()
            for row in rows:
                sheet.append(row)
        out = io.BytesIO()
        book.save(out)
        return out.getvalue()

    def test_sheets_of_papers_are_read_and_others_skipped(self) -> None:
        data = self.workbook(
            [["Notes"], ["none"]],
            [["Exported today"], ["Title", "Year", "PMID"], ["One", 2020, 123456.0], ["Two", 2021, None]],
            [["Title", "Year"], ["Three", 2022]],
        )
        reading = read_bytes(data, source="a.xlsx")
        found = list(reading.items)
        assert reading.reader == "table"
        assert [type(item) for item in found] == [Skipped, Skipped, ReadPaper, ReadPaper, ReadPaper]
        read = [item for item in found if isinstance(item, ReadPaper)]
        assert [(item.record, item.line, item.paper.title) for item in read] == [
            (1, 3, "One"),
            (2, 4, "Two"),
            (3, 2, "Three"),
        ]
        assert (read[0].paper.year, read[0].paper.identifiers.pmid) == (2020, "123456")

    def test_old_workbooks_are_refused_with_the_way_out(self) -> None:
        old = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + "Workbook".encode("utf-16-le")
        assert TableReader().recognise(Head(old))
        with pytest.raises(InputError) as caught:
            items(old)
        assert ".xlsx" in caught.value.hint

    def test_a_damaged_workbook(self) -> None:
        with pytest.raises(InputError, match="cannot be read"):
            items(self.workbook([["Title", "Year"]])[:-40])


headings = st.sampled_from(
    "Authors;Year;Abstract;DOI;ISSN;Keywords;Pages;Source;Notes;URL;PMID;Language;Document Type;Item Type;Editors;Date;"
    "Month;Day;Odd;".split(";")
)
cell = st.text(st.characters(exclude_categories=("Cs", "Cc")) | st.sampled_from('",;|\n'), max_size=25)


@given(
    st.sampled_from(",;\t|"),
    st.lists(headings, max_size=6, unique=True),
    st.lists(st.lists(cell, min_size=6, max_size=6), min_size=1, max_size=5),
    st.integers(0, 5),
)
def test_good_rows_come_back_whatever_is_beside_them(
    delimiter: str, names: list[str], rows: list[list[str]], at: int
) -> None:
    def line(cells: list[str]) -> str:
        return delimiter.join('"' + value.replace('"', '""') + '"' for value in cells)

    width = len(names)
    listed = [line([f"Title {n}", "Journal of Wells", *row[:width]]) for n, row in enumerate(rows)]
    at = min(at, len(listed))
    broken = delimiter.join(['"Broken', "x", *["y"] * (width + 4)])
    text = "\n".join([line(["Title", "Journal", *names]), *listed[:at], broken, *listed[at:]])
    found = items(text)
    titles = [item.paper.title for item in found if isinstance(item, ReadPaper)]
    assert titles == [f"Title {n}" for n in range(len(rows))]
    assert [item.record for item in found if isinstance(item, BrokenRecord)] == [at + 1]


@pytest.mark.parametrize(
    ("name", "rows"),
    [
        ("asysd/labelled_test_set.csv.gz", 1845),
        ("asysd/zotero_export.csv.gz", 1233),
        ("litstudy/scopus.csv", 58),
        ("litstudy/ieee.csv", 10),
        ("litstudy/springer.csv", 18),
        ("asreview/embase.csv", 6),
        ("asreview/generic_semicolon.csv", 2),
        ("asreview/generic_tab.tsv", 2),
        ("colrev/loader/csv_data.csv", 2),
        ("colrev/loader/xlsx_data.xlsx", 3),
    ],
)
def test_real_files_give_one_paper_a_row(name: str, rows: int) -> None:
    file = DATA / name
    if not file.is_file():
        pytest.skip("the shared data is not here")
    content = gzip.decompress(file.read_bytes()) if name.endswith(".gz") else file.read_bytes()
    found = [item for item in read_bytes(content, source=name).items if isinstance(item, ReadPaper)]
    assert len(found) == rows
    assert all(item.paper.title and item.paper.year for item in found)


def test_lists_of_files_are_no_papers() -> None:
    file = DATA / "SOURCES.tsv"
    if not file.is_file():
        pytest.skip("the shared data is not here")
    assert TableReader().recognise(Head(file.read_bytes())) == ""
