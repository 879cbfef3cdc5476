from __future__ import annotations

from datetime import date
from pathlib import Path

import pytest

from conspectus.evaluation.topic_pages.mesh_sampling import MeshTerm, eligible_terms, read_terms, sample_terms
from conspectus.foundation.errors import UnknownFormat, UnreadableFile, UsageError

DEEP = "C01.100.200.300.400.500.600"


def record(ui: str, name: str, day: tuple[int, int, int] | None, *trees: str) -> str:
    created = "" if day is None else "<DateCreated><Year>{}</Year><Month>{:02}</Month><Day>{:02}</Day></DateCreated>"
    numbers = "".join(f"<TreeNumber>{tree}</TreeNumber>" for tree in trees)
    return (
        f"<DescriptorRecord><DescriptorUI>{ui}</DescriptorUI><DescriptorName><String>{name}</String></DescriptorName>"
        f"{created.format(*(day or ()))}<TreeNumberList>{numbers}</TreeNumberList><ConceptList><Concept><TermList>"
        f"<Term><String>{name}</String></Term><Term><String>{name} of sheep</String></Term></TermList></Concept>"
        "</ConceptList></DescriptorRecord>"
    )


@pytest.fixture
def descriptors(tmp_path: Path) -> Path:
    path = tmp_path / "desc.xml"
    records = (
        record("D5", "Late Fever", (2023, 10, 17), DEEP),
        record("D4", "Last Fever", (2023, 10, 16), "C01.100", DEEP),
        record("D1", "First Fever", (2013, 1, 1), DEEP),
        record("D2", "Old Fever", (2012, 12, 31), DEEP),
        record("D3", "Shallow Fever", (2015, 5, 5), "C01.100.200.300.400.500"),
        record("D6", "Undated Fever", None, DEEP),
        record("D7", "Male", (2015, 5, 5)),
    )
    path.write_text(f"<DescriptorRecordSet>{''.join(records)}</DescriptorRecordSet>", encoding="utf-8")
    return path


def test_terms_are_drawn_by_day_and_depth_both_inclusive(descriptors: Path) -> None:
    assert [term.id for term in eligible_terms(descriptors)] == ["D1", "D4"]
    shallow = eligible_terms(descriptors, least_depth=2)
    assert [term.name for term in shallow] == ["First Fever", "Shallow Fever", "Last Fever", "Male"]


def test_depth_is_that_of_the_longest_tree_number() -> None:
    assert MeshTerm(id="D1", name="Fever", tree_numbers=("C01.100", "C01.1.1", "C01")).depth == 3
    assert MeshTerm(id="D2", name="Rootless").depth == 0
    assert [MeshTerm(id="D3", name=name, tree_numbers=(DEEP,)).depth for name in ("Male", "Female")] == [2, 2]


def test_a_term_has_its_synonyms_and_day(descriptors: Path) -> None:
    first = {term.id: term for term in read_terms(descriptors)}["D1"]
    assert (first.synonyms, first.created) == (("First Fever of sheep",), date(2013, 1, 1))


def test_the_day_of_creation_is_not_that_of_revision(tmp_path: Path) -> None:
    """The published code tests a wrong tag, so that the day of revision is never read (methods 2.5, 12)."""
    path = tmp_path / "desc.xml"
    revised = "<DateRevised><Year>2020</Year><Month>02</Month><Day>03</Day></DateRevised>"
    text = record("D1", "First Fever", (2013, 1, 1), DEEP).replace("<DateCreated>", f"{revised}<DateCreated>")
    path.write_text(f"<DescriptorRecordSet>{text}</DescriptorRecordSet>", encoding="utf-8")
    assert [term.created for term in read_terms(path)] == [date(2013, 1, 1)]


def test_the_sample_is_seeded_and_sorted() -> None:
    terms = [MeshTerm(id=f"D{number}", name="Fever") for number in range(10)]
    drawn = sample_terms(terms, 4, seed=1)
    assert drawn == sample_terms(terms, 4, seed=1)
    assert [term.id for term in drawn] == sorted({term.id for term in drawn})
    assert len(drawn) == 4
    assert sample_terms(terms, 40) == terms


def test_what_is_no_descriptor_file_is_told(tmp_path: Path, descriptors: Path) -> None:
    other, broken = tmp_path / "other.xml", tmp_path / "broken.xml"
    other.write_text("<a/>")
    broken.write_text("<DescriptorRecordSet><DescriptorRecord>")
    with pytest.raises(UnknownFormat):
        eligible_terms(other)
    with pytest.raises(UnreadableFile, match="not well-formed"):
        eligible_terms(broken)
    with pytest.raises(UnreadableFile):
        eligible_terms(tmp_path / "none.xml")
    with pytest.raises(UsageError, match="out of order"):
        eligible_terms(descriptors, first=date(2020, 1, 1), last=date(2019, 1, 1))
