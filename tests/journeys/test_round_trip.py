"""References that came in go out again, in each of four formats, with their keys and every field."""

from __future__ import annotations

import gzip
from collections.abc import Iterator
from dataclasses import fields, replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from conspectus.domain.document import SectionKind
from conspectus.domain.document_building import ParagraphDraft, SectionDraft, build_document
from conspectus.domain.identifiers import Identifiers, normal_isbn
from conspectus.domain.paper import Author, Funding, MeshHeading, Notice, Paper, PartialDate
from conspectus.exporters import REFERENCE_EXPORTERS
from conspectus.foundation.errors import ConspectusError
from conspectus.foundation.text.normalise import one_line
from conspectus.readers import READERS
from conspectus.readers.inline_markup import plain
from conspectus.readers.reading import ReadPaper, read_bytes

DATA = Path(__file__).resolve().parents[2].parent / "shared" / "data" / "bib_exports"
FORMATS = ("bibtex", "ris", "csl_json", "medline")
# What is no field of a record: where it came from, and what is made of it.
ASIDE = {"id", "aliases", "provenance", "documents"}

NASTY = "{}%$\\\"'`&#_~^<>|@=+*/;:!?()[]-–—éßøÞЖ日本العربية𝔘🜛 "
word = st.text(alphabet=st.sampled_from("abcdefgXYZ019" + NASTY.replace(" ", "")), min_size=1, max_size=12)
letters = st.sampled_from(["Zoë", "Łukasz", "Ørsted", "Smith", "García", "Иванов", "王", "O’Neil", "Ní", "Jean-Luc"])


def is_as_read(text: str) -> bool:
    """Whether readers, who clean text and take markup out of it, leave it as it is."""
    return text == one_line(plain(text)) and any(char.isalnum() for char in text)


def line(longest: int = 8) -> st.SearchStrategy[str]:
    return st.lists(word, min_size=1, max_size=longest).map(" ".join).filter(is_as_read)


titles = line().map(lambda text: f"On {text} effects")
plain_words = st.lists(st.sampled_from(["alpha", "Beta", "γ-rays", "in vivo"]), min_size=1, max_size=3).map(" ".join)
people = st.builds(
    Author,
    family=letters,
    given=st.sampled_from(["Ann", "J. A.", "Åke", "María José", "J.-P.", "Ж."]),
    particle=st.sampled_from(["", "", "van der", "de"]),
    suffix=st.sampled_from(["", "", "Jr", "III"]),
    affiliations=st.lists(line(), max_size=2, unique=True).map(tuple),
    orcid=st.sampled_from(["", "0000-0002-1825-0097"]),
)
bodies = line(4).map(lambda text: Author(literal=f"Body of {text} Research"))
crowds = st.lists(st.one_of(people, bodies), max_size=40, unique_by=lambda author: author.full).map(tuple)
dates = st.one_of(
    st.none(),
    st.builds(PartialDate, year=st.integers(1800, 2100)),
    st.builds(PartialDate, year=st.integers(1800, 2100), month=st.integers(1, 12), day=st.integers(1, 28)),
    st.builds(
        PartialDate, year=st.integers(1800, 2100), text=st.sampled_from(["Spring", "c. 1990/91", "2000 Jul-Aug"])
    ),
)
keywords = st.lists(
    word.filter(lambda text: ";" not in text and text.strip("*, ") == text and is_as_read(text)),
    max_size=5,
    unique=True,
).map(tuple)
mesh = st.lists(
    st.builds(
        MeshHeading,
        descriptor=st.sampled_from(["Neoplasms, Second Primary", "Rats/Mice", "Humans"]),
        qualifiers=st.sampled_from([(), ("therapy",), ("drug effects", "blood")]),
        major=st.booleans(),
    ),
    max_size=3,
).map(tuple)
funding = st.lists(
    st.builds(
        Funding, funder=st.one_of(st.just("NIH HHS"), line(3)), awards=st.sampled_from([(), ("R01 CA1",), ("a/b", "7")])
    ),
    max_size=2,
    unique_by=lambda grant: grant.funder,
).map(tuple)
notices = st.lists(
    st.builds(
        Notice,
        kind=st.sampled_from(["retraction", "correction", "expression-of-concern", "update"]),
        direction=st.sampled_from(["received", "issued"]),
        target=st.sampled_from(["pmid:123", "", "doi:10.1/x"]),
        text=st.sampled_from(["", "J Evid. 2020;3:4."]),
    ),
    max_size=3,
    unique=True,
).map(tuple)
paragraphs = st.lists(line(12).map(lambda text: f"We saw {text}."), min_size=1, max_size=3)
abstracts = st.one_of(
    st.just(()),
    st.lists(
        st.tuples(st.sampled_from(["", "BACKGROUND", "Methods", "Why & how it was: done", "RESULTS"]), paragraphs),
        min_size=1,
        max_size=4,
        unique_by=lambda part: part[0],
    ).map(tuple),
)
identifiers = st.builds(
    Identifiers,
    doi=st.sampled_from(["", "10.1000/a_b-c", "10.1002/(sici)1097<1::aid-x>3.0.co;2-q", "10.1000/50%~x"]),
    pmid=st.sampled_from(["", "123456"]),
    pmcid=st.sampled_from(["", "PMC123456"]),
    arxiv=st.sampled_from(["", "2101.00001", "math/0309136"]),
    isbn=st.sampled_from([(), (normal_isbn("9783161484100"),)]),
)

key_lists = st.sampled_from([(), ("smith2020",), ("O'Neil:2020", "second"), ("Smith & al (1999)", "b, c"), ("ключ",)])
KINDS = """article-journal paper-conference book chapter thesis report article dataset webpage document
    periodical interview""".split()
EXTRA = [("N1", "A note."), ("file", "a_b:50%.pdf"), ("STAT", "MEDLINE"), ("XX", "{odd")]


@st.composite
def papers(draw: st.DrawFn) -> Paper:
    parts = draw(abstracts)
    whole = SectionDraft(kind=SectionKind.ABSTRACT)
    for heading, texts in sorted(parts, key=lambda part: part[0] != ""):
        drafts = [ParagraphDraft(text) for text in texts]
        if heading:
            whole.sections.append(SectionDraft(heading=heading, paragraphs=drafts))
        else:
            whole.paragraphs = drafts
    venue = draw(st.one_of(st.just(""), plain_words, line(4)))
    return Paper(
        id="hash-000000000000",
        title=draw(titles),
        authors=draw(crowds),
        editors=draw(st.lists(people, max_size=2, unique_by=lambda author: author.full).map(tuple)),
        date=draw(dates),
        venue=venue,
        venue_short=draw(st.sampled_from(["", "J. Evid.", venue])),
        volume=draw(st.sampled_from(["", "3", "12 Suppl 1"])),
        issue=draw(st.sampled_from(["", "2", "7-8"])),
        pages=draw(st.sampled_from(["", "12-34", "e1234", "1-3, 7", "S1-S9", "5-5"])),
        publisher=draw(st.one_of(st.just(""), line(3))),
        place=draw(st.one_of(st.just(""), line(2))),
        edition=draw(st.sampled_from(["", "2nd"])),
        series=draw(st.one_of(st.just(""), line(3))),
        issn=draw(st.sampled_from([(), ("1234-567X",), ("1234-5678", "2345-6789")])),
        kind=draw(st.sampled_from(KINDS)),
        publication_types=draw(st.sampled_from([(), ("Review",), ("Journal Article", "Comment")])),
        language=draw(st.sampled_from(["", "en", "de"])),
        url=draw(st.sampled_from(["", "https://example.org/a_b?c=%7Ed&e=f#g", "ftp://example.org/{x}"])),
        identifiers=draw(identifiers),
        keywords=draw(keywords),
        mesh=draw(mesh),
        funding=draw(funding),
        notices=draw(notices),
        keys=draw(key_lists),
        documents=(build_document([whole], origin="abstract"),) if parts else (),
        extra=draw(st.lists(st.sampled_from(EXTRA), max_size=3, unique=True).map(tuple)),
    )  # fmt: skip


def exported(form: str, given_papers: list[Paper]) -> str:
    more = {"complete": True} if form in ("bibtex", "csl_json") else {}
    text: str = REFERENCE_EXPORTERS.get(form)(abstracts=True, **more).export(given_papers)
    return text


def read(form: str, text: str) -> list[Paper]:
    items = list(READERS.get(form)().read(text.encode()))
    assert all(isinstance(item, ReadPaper) for item in items), items
    return [item.paper for item in items]


def record(paper: Paper) -> dict[str, Any]:
    """Every field of the record; the abstract as its text with its labels."""
    values = {field.name: getattr(paper, field.name) for field in fields(paper) if field.name not in ASIDE}
    return {
        **values,
        "extra": sorted(paper.extra),
        "abstract": [document.text for document in paper.documents if document.text],
    }


def differences(before: Paper, after: Paper) -> dict[str, tuple[Any, Any]]:
    """The fields that differ; a paper without a key may have been given one."""
    old, new = record(before), record(after)
    if not before.keys:
        old["keys"] = new["keys"]
    return {name: (old[name], new[name]) for name in old if old[name] != new[name]}


@pytest.mark.parametrize("form", FORMATS)
@settings(deadline=None, max_examples=60, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])
@given(given_papers=st.lists(papers(), min_size=1, max_size=3))
def test_every_field_comes_back(form: str, given_papers: list[Paper]) -> None:
    text = exported(form, given_papers)
    back = read(form, text)
    assert len(back) == len(given_papers)
    for before, after in zip(given_papers, back, strict=True):
        assert differences(before, after) == {}
    assert exported(form, given_papers) == text


@pytest.mark.parametrize("first", FORMATS)
@pytest.mark.parametrize("second", FORMATS)
@settings(deadline=None, max_examples=12, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])
@given(paper=papers())
def test_every_field_survives_a_chain(first: str, second: str, paper: Paper) -> None:
    assume(paper.keys)
    (there,) = read(first, exported(first, [paper]))
    (over,) = read(second, exported(second, [there]))
    (back,) = read(first, exported(first, [over]))
    assert differences(paper, back) == {}


@pytest.mark.parametrize("form", FORMATS)
def test_equal_keys_of_two_papers_are_told_apart_in_the_file_and_stay_equal(form: str) -> None:
    pair = [Paper(id=name, title=f"Title {name}", keys=("smith2020",)) for name in ("a", "b")]
    text = exported(form, pair)
    assert [paper.keys for paper in read(form, text)] == [("smith2020",), ("smith2020",)]
    if form == "bibtex":
        assert "{smith2020,\n" in text
        assert "{smith2020a,\n" in text


def real_records() -> Iterator[tuple[str, str, list[Paper]]]:
    """File, reader and papers of each export that a reader of the four formats knows."""
    for path in sorted(DATA.rglob("*")):
        if not path.is_file() or path.suffix not in (".ris", ".bib", ".nbib", ".txt", ".json", ".gz"):
            continue
        data = gzip.decompress(path.read_bytes()) if path.suffix == ".gz" else path.read_bytes()
        try:
            reading = read_bytes(data, source=path.name)
            found = [item.paper for item in reading.items if isinstance(item, ReadPaper)][:150]
        except ConspectusError:
            continue
        if reading.reader in FORMATS and found:
            yield path.name, reading.reader, found


@pytest.mark.skipif(not DATA.is_dir(), reason="the collection of real exports is not here")
def test_real_exports_come_back_whole() -> None:
    """In the format they came in, nothing at all differs."""
    seen = dict.fromkeys(FORMATS, 0)
    wrong = []
    for name, form, found in real_records():
        back = read(form, exported(form, found))
        assert len(back) == len(found), name
        seen[form] += len(found)
        wrong += [(name, form, told) for a, b in zip(found, back, strict=True) if (told := differences(a, b))]
    assert all(seen.values()), seen
    assert wrong == []


@pytest.mark.parametrize("form", FORMATS)
def test_a_field_that_was_changed_to_nonsense_is_kept_and_not_believed(form: str) -> None:
    paper = Paper(id="x", title="On tests", notices=(Notice(kind="update", text="Told."),))
    text = exported(form, [paper]).replace("update", "nonsense")
    (back,) = read(form, text)
    assert back.notices == ()
    assert any(name == "conspectus-notices" for name, _ in back.extra)


def test_notices_are_told_to_people_too() -> None:
    paper = Paper(id="x", title="On tests", notices=(Notice(kind="retraction", target="pmid:12"),))
    assert "note = {Retracted publication}" in exported("bibtex", [paper])
    assert "N1  - Retracted publication" in exported("ris", [paper])
    assert "RIN - PMID: 12" in exported("medline", [paper])
    for form in FORMATS:
        (back,) = read(form, exported(form, [replace(paper, extra=())]))
        assert back.notices == paper.notices
        assert back.extra == ()
