from __future__ import annotations

import gzip
import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from conspectus.domain.paper import Paper, PartialDate
from conspectus.foundation.errors import BrokenRecord
from conspectus.readers.bibtex import BibtexReader
from conspectus.readers.bibtex_entries import BibEntry, bib_entries
from conspectus.readers.bibtex_names import bibtex_names, split_names
from conspectus.readers.decoding import decode
from conspectus.readers.reading import ReadItem, ReadPaper, Skipped
from conspectus.readers.sniffing import Head

DATA = Path(__file__).resolve().parents[4] / "shared" / "data" / "bib_exports"


def items(text: str) -> list[ReadItem]:
    return list(BibtexReader().read(text.encode()))


def papers(text: str) -> list[Paper]:
    return [item.paper for item in items(text) if isinstance(item, ReadPaper)]


def paper(fields: str, *, kind: str = "article") -> Paper:
    (only,) = papers(f"@{kind}{{key, title = {{T}}, {fields}}}")
    return only


FULL = r"""
@article{goedel:1931,
  author    = {G{\"o}del, Kurt and Ludwig van der Berg and {World Health Organization} and others},
  editor    = "Ed Redact",
  title     = {On {DNA} and $\beta$-cells: \emph{in vivo} \& 10$^3$ things.},
  journal   = "J. of " # things,
  shortjournal = {JoT},
  year      = 1931,
  month     = mar # "~15",
  volume    = {12},
  number    = 3,
  pages     = {101--110},
  doi       = {https://doi.org/10.1000/ABC\_1},
  url       = {https://example.org/a\_b?c=d\&e=f},
  issn      = {1234567X},
  keywords  = {one, two},
  language  = {english},
  abstract  = {We count {DNA}. It is 50\% of all that there is. {\copyright} 1931 A House. All rights reserved.},
  pmid      = {123},
  Custom    = {kept {\'e}},
}
@string{things = "Things"}
"""


def full() -> Paper:
    (read,) = papers('@string(things = "Things")\n' + FULL)
    return read


def test_fields_of_an_article() -> None:
    read = full()
    assert read.title == "On DNA and β-cells: in vivo & 10³ things"
    assert [author.short for author in read.authors] == ["Gödel", "van der Berg", "World Health Organization"]
    assert read.authors[2].literal == "World Health Organization"
    assert read.editors[0].family == "Redact"
    assert (read.venue, read.venue_short) == ("J. of Things", "JoT")
    assert read.date == PartialDate(year=1931, month=3, day=15)
    assert (read.volume, read.issue, read.pages) == ("12", "3", "101-110")
    assert (read.identifiers.doi, read.identifiers.pmid) == ("10.1000/abc_1", "123")
    assert read.url == "https://example.org/a_b?c=d&e=f"
    assert read.issn == ("1234-567X",)
    assert read.keywords == ("one", "two")
    assert read.language == "en"
    assert read.abstract == "We count DNA. It is 50% of all that there is."
    assert (read.kind, read.keys) == ("article-journal", ("goedel:1931",))
    assert ("Custom", "kept é") in read.extra


def test_one_broken_entry_does_not_take_its_neighbours() -> None:
    read = items(
        "@article{a,\n title={One}}\n@book{b,\n title={Two {unclosed},\n year=1999\n\n@article{c,\n title={Three}}\n"
    )
    assert [type(item) for item in read] == [ReadPaper, BrokenRecord, ReadPaper]
    assert isinstance(read[1], BrokenRecord)
    assert (read[1].record, read[1].line) == (2, 3)
    assert "'b'" in read[1].message
    assert read[1].hint
    assert isinstance(read[2], ReadPaper)
    assert (read[2].record, read[2].line) == (3, 7)


def test_an_entry_without_its_last_brace_is_broken_and_the_next_is_read() -> None:
    read = items("@article{a, title={One}, year=2000\n@article{b, title={Two}}\n")
    assert [type(item) for item in read] == [BrokenRecord, ReadPaper]


def test_comments_preambles_and_macros_are_no_records() -> None:
    text = "\n".join(
        (
            "% @article{no,",
            "%@article{x, y={z}}",
            "@comment{jabref-meta: x;}",
            '@preamble{"\\def\\x{y}"}',
            "@string{a = {b}}",
            "@misc{k, title=a}",
            "rest",
        )
    )
    (read,) = items(text)
    assert isinstance(read, ReadPaper)
    assert (read.record, read.paper.title) == (1, "b")


def test_a_file_of_comments_says_so() -> None:
    (skipped,) = items("@Comment{jabref-meta: databaseType:bibtex;}\n")
    assert isinstance(skipped, Skipped)


def test_parentheses_and_quotes() -> None:
    read = papers('@article(k,\n title = "A {"}quoted{"} (re)view",\n year = 1999\n)\n@book(l, title = "B")\n')
    assert [p.title for p in read] == ['A "quoted" (re)view', "B"]


def test_missing_commas_and_stray_text_do_no_harm() -> None:
    read = paper("year = 1999 volume = {3}\n nonsense here\n number = {4}")
    assert (read.year, read.volume, read.issue) == (1999, "3", "4")
    assert ("unreadable", "nonsense here") in read.extra


def test_duplicate_keys_are_both_kept() -> None:
    assert [p.keys for p in papers("@misc{k, title={A}}\n@misc{k, title={B}}")] == [("k",), ("k",)]


def test_an_entry_without_key_is_read() -> None:
    (read,) = papers("@article{,\n title={A}}")
    assert (read.title, read.keys) == ("A", ())
    (read,) = papers("@article{ title={A}, year={2000}}")
    assert (read.title, read.year) == ("A", 2000)


def test_an_entry_that_names_no_paper_is_broken() -> None:
    (broken,) = items("@misc{k, year = 2000}")
    assert isinstance(broken, BrokenRecord)


def test_cross_references_give_what_is_missing_but_not_the_parents_own_identifiers() -> None:
    text = """@inproceedings{part, title={Part}, author={Doe, Jane}, crossref={Whole}}
    @proceedings{whole, title={Proceedings}, year={2001}, editor={Roe, Rob}, publisher={P}, doi={10.1000/whole}}"""
    part, _ = papers(text)
    assert (part.title, part.venue, part.year, part.publisher) == ("Part", "Proceedings", 2001, "P")
    assert part.editors[0].family == "Roe"
    assert part.identifiers.doi == ""


def test_xdata_gives_everything_and_is_no_paper() -> None:
    read = items("@xdata{x, publisher={P}, location={L}}\n@book{b, title={B}, xdata={x}}")
    assert [type(item) for item in read] == [Skipped, ReadPaper]
    assert isinstance(read[1], ReadPaper)
    assert (read[1].paper.publisher, read[1].paper.place) == ("P", "L")


def test_cross_references_in_a_circle_end() -> None:
    assert len(papers("@inbook{a, title={A}, crossref={b}}\n@inbook{b, title={B}, crossref={a}}")) == 2


@pytest.mark.parametrize(
    "fields, date",
    [
        ("year = {2020}, month = {4}, day = {2}", PartialDate(year=2020, month=4, day=2)),
        ("year = 2020, month = sep", PartialDate(year=2020, month=9)),
        ("year = 2020, month = {July-August}", PartialDate(year=2020, month=7, text="July-August")),
        ("date = {2020-03}", PartialDate(year=2020, month=3)),
        ("date = {2020-03-01/2020-03-05}", PartialDate(year=2020, month=3, day=1, text="2020-03-01/2020-03-05")),
        ("date = {2019-05-04}, year = 2018", PartialDate(year=2019, month=5, day=4)),
        ("year = {c. 1990}", PartialDate(year=1990, text="c. 1990")),
        ("year = {in press}", None),
    ],
)
def test_dates(fields: str, date: PartialDate | None) -> None:
    assert paper(fields).date == date


def test_a_year_that_is_no_year_is_kept() -> None:
    assert ("year", "in press") in paper("year = {in press}").extra


@pytest.mark.parametrize(
    "fields, name, value",
    [
        ("eprint = {2101.00001v3}, archiveprefix = {arXiv}", "arxiv", "2101.00001"),
        ("eprint = {hep-th/9901001}", "arxiv", "hep-th/9901001"),
        ("journal = {arXiv preprint arXiv:1704.56789}", "arxiv", "1704.56789"),
        ("doi = {10.48550/arXiv.2101.00001}", "arxiv", "2101.00001"),
        ("eprint = {12345}, eprinttype = {pubmed}", "pmid", "12345"),
        ("note = {PMID: 23439512}", "pmid", "23439512"),
        ("pmcid = {PMC123456}", "pmcid", "PMC123456"),
        ("url = {http://dx.doi.org/10.1000/x_y}", "doi", "10.1000/x_y"),
        ("note = {doi: 10.1000/z}", "doi", "10.1000/z"),
        ("isbn = {0-306-40615-2}", "isbn", ("9780306406157",)),
    ],
)
def test_identifiers(fields: str, name: str, value: object) -> None:
    assert getattr(paper(fields).identifiers, name) == value


@pytest.mark.parametrize(
    "entry, kind",
    [("inproceedings", "paper-conference"), ("incollection", "chapter"), ("book", "book"), ("phdthesis", "thesis"),
     ("techreport", "report"), ("online", "webpage"), ("dataset", "dataset"), ("misc", "document"),
     ("odd", "document")],
)  # fmt: skip
def test_types(entry: str, kind: str) -> None:
    assert paper("year = 2000", kind=entry).kind == kind


def test_a_preprint_is_an_article() -> None:
    assert paper("eprint = {2101.00001}, archiveprefix = {arXiv}", kind="misc").kind == "article"


def test_a_reports_number_is_no_issue() -> None:
    read = paper("number = {TR-7}, institution = {I}", kind="techreport")
    assert (read.issue, read.publisher) == ("", "I")
    assert ("number", "TR-7") in read.extra


def test_title_and_subtitle_are_joined() -> None:
    (read,) = papers("@book{k, title={Main}, subtitle={More}}")
    assert read.title == "Main: More"


def test_retracted_in_a_note_is_noticed() -> None:
    assert paper("note = {Retracted}").is_retracted


@pytest.mark.parametrize(
    "name, family, given, particle, suffix",
    [
        ("Doe, Jane", "Doe", "Jane", "", ""),
        ("Jane Q. Doe", "Doe", "Jane Q.", "", ""),
        ("von Neumann, John", "Neumann", "John", "von", ""),
        ("Ludwig van Beethoven", "Beethoven", "Ludwig", "van", ""),
        ("King, Jr, Martin Luther", "King", "Martin Luther", "", "Jr"),
        (r"{\'E}mile Zola", "Zola", "Émile", "", ""),
        ("Jane {Van Dyke}", "Van Dyke", "Jane", "", ""),
        ("family=Doe, given=Jane, prefix=de", "Doe", "Jane", "de", ""),
    ],
)
def test_names(name: str, family: str, given: str, particle: str, suffix: str) -> None:
    (author,) = bibtex_names(name)
    assert (author.family, author.given, author.particle, author.suffix) == (family, given, particle, suffix)


def test_bodies_stay_whole() -> None:
    assert [a.literal for a in bibtex_names("{Barnes and Noble, Inc.} and {ACME}")] == [
        "Barnes and Noble, Inc.",
        "ACME",
    ]


def test_lists_of_names() -> None:
    assert split_names("A B and C {and} D\n and\tE F AND G H") == ["A B", "C {and} D", "E F", "G H"]
    assert [a.family for a in bibtex_names("Doe, Jane and others")] == ["Doe"]
    assert [a.family for a in bibtex_names("Doe, J., Roe, K.")] == ["Doe", "Roe"]
    assert [a.family for a in bibtex_names("Doe, Jane; Roe, Rob")] == ["Doe", "Roe"]


def test_macros_expand_and_unknown_ones_stay() -> None:
    (entry,) = bib_entries("@string{A = {x}}\n@misc{k, a = a # { y}, b = unknown, c = jan}")
    assert isinstance(entry, BibEntry)
    assert entry.fields == [("a", "x y"), ("b", "unknown"), ("c", "January")]


@pytest.mark.parametrize(
    "text",
    ["@dataclass(frozen=True)\nclass A:\n x = 1", "@prefix ex: <http://x/> .", "write to me@article{x, y = 1}",
     "@property\ndef f(self): pass", "@media print {\n a { x: y } }", '@Test(expected = "x")', "TY  - JOUR\nTI  - x",
     "```bibtex\n@article{k, title={x}}\n```", "<x>\n@article{k, title={x}}</x>", ""],
)  # fmt: skip
def test_other_formats_are_not_claimed(text: str) -> None:
    assert BibtexReader().recognise(Head(text.encode())) == ""


@pytest.mark.parametrize(
    "text",
    ["@article{k,\n title={x}}", "@ARTICLE( k, title = {x})", "% remark\n\n @book {k,title={x}}",
     "@odd{k, title = {x}}",
     "@article{, title={x}}", '@string{a = "b"}', "\ufeff@misc{k, title={x}}"],
)  # fmt: skip
def test_bibliographies_are_recognised(text: str) -> None:
    assert BibtexReader().recognise(Head(text.encode()))


VALUES = st.text(st.sampled_from("ab \\{}\"$,=#@%~\n-'^_&1é"), max_size=40)


@given(VALUES, st.sampled_from(["author", "title", "year", "month", "pages", "url", "doi", "keywords", "crossref"]))
def test_no_value_crashes(value: str, name: str) -> None:
    assert items(f"@article{{a,\n title = {{One}},\n {name} = {{{value}}}\n}}\n\n@article{{b,\n title = {{Two}}\n}}\n")


@given(st.text(st.sampled_from("ab \\{\"$,=#%~-'^_&1é"), max_size=40))
def test_an_unclosed_value_never_takes_the_next_entry_along(value: str) -> None:
    text = f"@article{{a,\n title = {{{value}\n\n@article{{b,\n title = {{Two}}\n}}\n"
    assert papers(text)[-1].title == "Two"


@given(st.binary(max_size=200))
def test_arbitrary_bytes_never_crash(data: bytes) -> None:
    assert list(BibtexReader().read(b"@article{k, title={x}}\n" + data))


@pytest.mark.skipif(not DATA.is_dir(), reason="the shared data are not here")
def test_every_entry_of_real_exports_is_an_item() -> None:
    for path in (*DATA.rglob("*.bib"), *DATA.rglob("*.bib.gz")):
        data = gzip.decompress(path.read_bytes()) if path.suffix == ".gz" else path.read_bytes()
        assert BibtexReader().recognise(Head(data)), path.name
        opened = re.findall(r"(?m)^\s*@\s*([A-Za-z_]+)\s*[{(]", decode(data).text)
        entries = [kind for kind in opened if kind.lower() not in ("comment", "string", "preamble")]
        assert sum(1 for _ in bib_entries(decode(data).text)) == len(entries), path.name
        if len(data) < 60_000:
            assert len(list(BibtexReader().read(data))) == max(len(entries), 1), path.name


def test_braces_nested_beyond_reason_break_their_entry_only() -> None:
    def nested(key: str, deep: int) -> str:
        return f"@article{{{key}, title = {'{' * deep}A title{'}' * deep}}}\n"

    deep, fine = BibtexReader().read((nested("deep", 101) + nested("fine", 100)).encode())
    assert isinstance(deep, BrokenRecord)
    assert deep.message == "The entry 'deep' nests its braces more than 100 deep."
    assert isinstance(fine, ReadPaper)
    assert fine.paper.title == "A title"
