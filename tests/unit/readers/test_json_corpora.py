"""CORD-19, S2ORC, PubMedQA and QASPER."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from conspectus.domain.document import SectionKind
from conspectus.domain.paper import Author, MeshHeading, Paper, with_id
from conspectus.foundation.errors import BrokenRecord
from conspectus.readers.cord19 import Cord19Reader
from conspectus.readers.pubmedqa import PubmedqaReader
from conspectus.readers.qasper import QasperReader
from conspectus.readers.reading import ReadPaper, Skipped, read_bytes
from conspectus.readers.s2orc import S2orcReader
from conspectus.readers.s2orc_text import full_text

DATA = Path(__file__).resolve().parents[4] / "shared" / "data"
BODY = "Wells fall dry [1, 2]. See Fig. 1 (Hill, 2001)."
PARSE: dict[str, Any] = {
    "paper_id": "PMC777",
    "metadata": {
        "title": "On wells",
        "authors": [{"first": "Ida", "middle": ["B"], "last": "Moor", "suffix": "Jr",
                     "affiliation": {"institution": "Univ. A", "location": {"country": "Austria"}}}],
    },
    "abstract": [{"text": "We measured four wells.", "section": "Abstract"}],
    "body_text": [
        {"text": BODY, "section": "Introduction", "ref_spans": [{"start": 27, "end": 33, "ref_id": "FIGREF0"}],
         "cite_spans": [{"start": 15, "end": 18, "text": "[1,", "ref_id": "BIBREF0"},
                        {"start": 19, "end": 21, "text": "2]", "ref_id": None},
                        {"start": 0, "end": 4, "text": "Hill, 2001", "ref_id": "BIBREF1"}]},
        {"text": "Four of them.", "section": "Methods ::: Wells"},
        {"text": "Two maps.", "section": "Methods ::: Maps"},
    ],
    "back_matter": [{"text": "We thank all.", "section": "Acknowledgments"}],
    "bib_entries": {
        "BIBREF0": {"title": "Springs", "authors": [{"first": "A", "middle": [], "last": "Brook"}], "year": 2010,
                    "venue": "J Wells", "volume": "3", "pages": "1--9", "other_ids": {"DOI": ["10.1000/X"]}},
        "BIBREF1": {"title": "Hills", "year": "2001"},
    },
    "ref_entries": {
        "FIGREF0": {"text": "Figure 1: A well.", "type": "figure"},
        "TABREF0": {"text": "Levels.", "type": "table",
                    "html": "<table><tr><th>A</th></tr><tr><td>1</td></tr></table>"},
    },
}  # fmt: skip


def only(reader: Any, value: Any) -> Paper:
    (item,) = reader.read(json.dumps(value).encode())
    assert isinstance(item, ReadPaper), item
    return item.paper


def test_cord19_gives_sections_pointers_references_and_floats() -> None:
    paper = only(Cord19Reader(), PARSE)
    assert (paper.title, paper.identifiers.pmcid, paper.aliases) == ("On wells", "PMC777", ("PMC777",))
    assert paper.authors == (Author(family="Moor", given="Ida B", suffix="Jr", affiliations=("Univ. A, Austria",)),)
    document = paper.document
    assert document is not None
    assert [(s.heading, s.kind) for s in document.sections[:3]] == [
        ("", SectionKind.ABSTRACT), ("Introduction", SectionKind.INTRODUCTION),
        ("Methods", SectionKind.METHODOLOGY)]  # fmt: skip
    assert [nested.heading for nested in document.sections[2].sections] == ["Wells", "Maps"]
    pointers = [p for place in document.sentences() if place.sentence for p in place.sentence.pointers]
    assert [(document.text[p.start : p.end], p.style, p.targets) for p in pointers] == [
        ("[1, 2]", "list", ("BIBREF0",)), ("Hill, 2001", "author-year", ("BIBREF1",))]  # fmt: skip
    first = document.references[0]
    assert (first.title, first.authors, first.year, first.pages, first.doi) == (
        "Springs", ("Brook, A.",), 2010, "1-9", "10.1000/x")  # fmt: skip
    (figure,) = document.sections[1].figures
    assert (figure.label, document.text[figure.caption[0].start : figure.caption[0].end]) == ("Figure 1", "A well.")
    (table,) = document.sections[-1].tables
    assert (table.rows, table.header_rows) == ((("A",), ("1",)), 1)


def test_parses_without_titles_have_ids_of_their_own() -> None:
    untitled = [{**PARSE, "paper_id": "a" * 40, "metadata": {"title": "", "authors": []},
                 "body_text": [{"text": text, "section": ""}]} for text in ("One text.", "Another text.")]  # fmt: skip
    ids = {with_id(only(Cord19Reader(), parse)).id for parse in untitled}
    assert len(ids) == 2


def test_s2orc_reads_the_corpus_and_the_graph_api() -> None:
    corpus = {"id": "ab", "title": "On wells", "paperAbstract": "We measured.",
              "authors": [{"name": "I. Moor", "ids": ["1"]}],
              "year": 2020, "journalName": "J Wells", "journalVolume": "3 ", "journalPages": "1-9", "doi": "10.1000/W",
              "pmid": "12", "inCitations": ["x", "y"], "fieldsOfStudy": ["Geology"]}  # fmt: skip
    paper = only(S2orcReader(), corpus)
    assert (paper.title, paper.year, paper.venue, paper.volume, paper.pages) == (
        "On wells",
        2020,
        "J Wells",
        "3",
        "1-9",
    )
    assert (paper.identifiers.doi, paper.identifiers.pmid, paper.aliases) == ("10.1000/w", "12", ("s2:ab",))
    assert (paper.abstract, paper.authors) == ("We measured.", (Author(family="Moor", given="I."),))
    assert ("citations", "2") in paper.extra
    api = {"total": 1, "data": [{"paperId": "cd", "title": "B", "externalIds": {"ArXiv": "1912.00001"},
                                 "publicationDate": "2019-12-02", "publicationTypes": ["Conference"]}]}  # fmt: skip
    paper = only(S2orcReader(), api)
    assert (paper.identifiers.arxiv, paper.kind, paper.date.day if paper.date else 0) == (
        "1912.00001",
        "paper-conference",
        2,
    )


@pytest.mark.parametrize("shape", ["flat", "pdf_parse", "grobid_parse"])
def test_s2orc_reads_full_text_in_each_shape(shape: str) -> None:
    text = {name: PARSE[name] for name in ("body_text", "bib_entries", "ref_entries")}
    record = {"paper_id": "77", "title": "On wells", **(text if shape == "flat" else {shape: text})}
    paper = only(S2orcReader(), record)
    assert paper.document is not None
    assert paper.document.is_full_text
    assert len(paper.document.references) == 2
    assert paper.aliases == ("s2orc:77",)


def test_pubmedqa_gives_the_whole_abstract_with_its_title_and_keeps_the_decision_out_of_it() -> None:
    record = {"QUESTION": "Do wells fall dry?", "CONTEXTS": ["We measured.", "They fell.", "By 2 m."],
              "LABELS": ["METHODS", "RESULTS", "RESULTS"], "MESHES": ["Water"], "YEAR": "2019",
              "LONG_ANSWER": "Wells do fall dry.", "reasoning_required_pred": "maybe",
              "final_decision": "yes"}  # fmt: skip
    paper = only(PubmedqaReader(), {"123": record})
    assert (paper.title, paper.identifiers.pmid, paper.year) == ("Do wells fall dry?", "123", 2019)
    assert paper.mesh == (MeshHeading(descriptor="Water"),)
    assert paper.abstract == "We measured. They fell. By 2 m. Wells do fall dry."
    (whole,) = paper.documents[0].sections
    assert [(s.heading, len(s.paragraphs)) for s in whole.sections] == [
        ("METHODS", 1), ("RESULTS", 2), ("CONCLUSIONS", 1),
    ]  # fmt: skip
    assert dict(paper.extra) == {"decision": "yes", "prediction with reasoning": "maybe"}


@pytest.mark.parametrize(
    ("more", "title"),
    [({}, "Do wells fall dry?"), ({"final_decision": "yes"}, "")],
    ids=["unlabelled", "artificial"],
)
def test_a_question_of_pubmedqa_that_was_made_from_a_title_is_no_title(more: dict[str, str], title: str) -> None:
    paper = only(PubmedqaReader(), {"123": {"QUESTION": "Do wells fall dry?", "CONTEXTS": ["We measured."], **more}})
    assert paper.title == title
    assert dict(paper.extra).get("question", "") == ("" if title else "Do wells fall dry?")


def test_qasper_gives_nested_sections_and_pointers() -> None:
    record = {"title": "On wells", "abstract": "We measured BIBREF9.", "full_text": [
        {"section_name": "Methods", "paragraphs": ["As BIBREF0, BIBREF1 did.", ""]},
        {"section_name": "Methods ::: Data ::: Maps", "paragraphs": ["Two."]},
        {"section_name": None, "paragraphs": ["Odd."]}],
        "figures_and_tables": [{"file": "1-Table1-1.png", "caption": "Table 1: Levels."}]}  # fmt: skip
    paper = only(QasperReader(), {"1912.00001": record})
    document = paper.document
    assert document is not None
    assert (paper.identifiers.arxiv, paper.kind) == ("1912.00001", "article")
    methods = document.sections[1]
    assert (methods.heading, methods.sections[0].heading, methods.sections[0].sections[0].heading) == (
        "Methods",
        "Data",
        "Maps",
    )
    shown = [document.text[p.start : p.end] for s in document.sentences() if s.sentence for p in s.sentence.pointers]
    assert shown == ["BIBREF9", "BIBREF0, BIBREF1"]
    assert document.sections[-1].tables[0].label == "Table 1"
    rows = {"id": "1912.00001", **record, "full_text": {"section_name": ["A"], "paragraphs": [["x."]]}, "qas": []}
    assert only(QasperReader(), rows).identifiers.arxiv == "1912.00001"


@pytest.mark.parametrize("text, expected", [
    ('{"paper_id": "1", "metadata": {"authors_parsed": [], "title": "x"}, "body_text": []}', ""),
    ('{"1": {"QUESTION": "q", "CONTEXTS": []}}', "pubmedqa"),
    ('{"paper_id": "1", "title": "t", "mag_id": "3"}', "s2orc"),
    ('[{"paperId": "1", "title": "t"}]', "s2orc"),
    ('{"title": "t", "abstract": "a"}', ""),
])  # fmt: skip
def test_each_is_known_by_its_keys(text: str, expected: str) -> None:
    from conspectus.readers.sniffing import Head

    readers = (Cord19Reader(), S2orcReader(), PubmedqaReader(), QasperReader())
    assert "".join(reader.name for reader in readers if reader.recognise(Head(text.encode()))) == expected


SAMPLES = {
    "cord19": (Cord19Reader(), [PARSE, {**PARSE, "paper_id": "b"}, {**PARSE, "paper_id": "c"}], False),
    "s2orc": (S2orcReader(), [{"paper_id": str(n), "title": f"T{n}", "pdf_parse": PARSE} for n in range(3)], False),
    "pubmedqa": (PubmedqaReader(), [{"QUESTION": "q", "CONTEXTS": ["a."], "LABELS": ["AIM"]} for _ in range(3)], True),
    "qasper": (QasperReader(), [{"title": "T", "abstract": "a.", "full_text": []} for _ in range(3)], True),
}


def _damaged(value: Any, chance: random.Random) -> Any:
    """The value with some of its parts exchanged for parts of another type."""
    if chance.random() < 0.12:
        return chance.choice([None, 0, -1, 10**30, 1.5, True, "", "x", [], {}, [None], {"text": 3}, "\ud800"])
    if isinstance(value, dict):
        return {key: _damaged(inner, chance) for key, inner in value.items()}
    return [_damaged(inner, chance) for inner in value] if isinstance(value, list) else value


@settings(max_examples=120, deadline=None)
@given(name=st.sampled_from(sorted(SAMPLES)), seed=st.integers(0, 10**6))
def test_values_of_a_wrong_type_cost_no_neighbour(name: str, seed: int) -> None:
    reader, records, by_key = SAMPLES[name]
    chance = random.Random(seed)
    values = [records[0], _damaged(records[1], chance), records[2]]
    keys = ["1912.00001", "1912.00002", "1912.00003"] if name == "qasper" else ["11", "12", "13"]
    text = json.dumps(dict(zip(keys, values, strict=True))) if by_key else "\n".join(map(json.dumps, values))
    items = list(reader.read(text.encode("utf-8", "surrogatepass")))
    assert len(items) == 3
    assert isinstance(items[0], ReadPaper)
    assert isinstance(items[2], ReadPaper)
    for item in items:
        for document in item.paper.documents if isinstance(item, ReadPaper) else ():
            for place in document.places():
                assert 0 <= place.start <= place.end <= len(document.text)


@pytest.mark.parametrize("name", sorted(SAMPLES))
def test_a_file_that_breaks_off_keeps_what_came_before(name: str) -> None:
    reader, records, by_key = SAMPLES[name]
    keys = ["1912.00001", "1912.00002", "1912.00003"] if name == "qasper" else ["11", "12", "13"]
    text = json.dumps(dict(zip(keys, records, strict=True))) if by_key else "\n".join(map(json.dumps, records))
    items = list(reader.read(text[:-30].encode()))
    assert [type(item) for item in items] == [ReadPaper, ReadPaper, BrokenRecord]


@pytest.mark.parametrize("path, reader, pattern", [
    ("format_samples/cord19_fulltext/d1aafb70c066a2068b02786f8929fd9c900897fb.json", "cord19", '"paper_id"'),
    ("format_samples/s2orc/s2-corpus-000.jsonl", "s2orc", '"paperAbstract"'),
    ("format_samples/pubmed_qa_unlabeled/ori_pqau.json", "pubmedqa", '"QUESTION"'),
    ("pubmedqa/ori_pqal.json", "pubmedqa", '"QUESTION"'),
    ("format_samples/qasper/qasper-dev-v0.1.json", "qasper", '"full_text"'),
    ("format_samples/qasper/qasper-train-v0.1.json", "qasper", '"full_text"'),
    ("qasper_sample/qasper_sample_small.json", "qasper", '"full_text"'),
])  # fmt: skip
def test_real_files_are_read_to_the_last_record(path: str, reader: str, pattern: str) -> None:
    if not (DATA / path).exists():
        pytest.skip("the data sets are not beside the repository")
    data = (DATA / path).read_bytes()
    reading = read_bytes(data, source=path)
    items = list(reading.items)
    assert reading.reader == reader
    assert not any(isinstance(item, BrokenRecord | Skipped) for item in items)
    assert len(items) == data.decode().count(pattern)


def test_an_object_without_text_gives_no_document() -> None:
    assert full_text({}, origin="x") is None
    assert full_text({"body_text": [{"text": " "}], "abstract": None}, origin="x") is None
