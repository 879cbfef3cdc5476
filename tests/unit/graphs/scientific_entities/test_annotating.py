from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from conspectus.domain.document import Reference
from conspectus.domain.document_building import ParagraphDraft, SectionDraft, abstract_document, build_document
from conspectus.domain.paper import Author, Paper
from conspectus.domain.scientific_entities import EntityLink, ScientificEntity, annotations_to_json
from conspectus.engines.extractive.engine import ExtractiveEngine
from conspectus.foundation.errors import UsageError
from conspectus.graphs.scientific_entities.annotating import annotate, described_sections, language_of, names_of_people
from conspectus.readers.reading import ReadPaper, read_bytes

FULL = build_document(
    [
        SectionDraft(heading="Abstract", paragraphs=[ParagraphDraft("We propose MossNet, a bog parser. " * 3)]),
        SectionDraft(
            heading="Methods",
            sections=[SectionDraft(heading="Data", paragraphs=[ParagraphDraft("The PeatScan dataset is small.")])],
        ),
    ],
    references=[Reference(key="r1", text="A heather classifier. Journal of Heaths.")],
)
PAPER = Paper(
    id="p",
    title="A bog parser",
    language="eng",
    authors=(Author(family="van Moor", given="Anna-Lena B.", affiliations=("Heath Lab",)),),
    documents=(abstract_document("A short abstract about a heather parser."), FULL),
)


def test_the_preferred_text_is_annotated_and_the_reference_list_is_not() -> None:
    found = annotate(PAPER, ExtractiveEngine())
    assert (found.paper, found.version) == ("p", FULL.version)
    labels = {entity.label for entity in found.entities}
    assert {"bog parser", "PeatScan dataset"} <= labels
    assert not any("heather" in label for label in labels)
    assert {entity.language for entity in found.entities} == {"en"}
    assert {section.address for section in found.sections} <= {"s1", "s2", "s2.1"}
    assert annotations_to_json(found) == annotations_to_json(annotate(PAPER, ExtractiveEngine()))


def test_links_and_descriptions_can_be_chosen() -> None:
    def link(entity: ScientificEntity) -> EntityLink | None:
        return EntityLink(iri="urn:1", label="x", how="exact") if entity.label == "bog parser" else None

    found = annotate(PAPER, ExtractiveEngine(), link=link, describe=False)
    assert {entity.label: entity.link is not None for entity in found.entities}["bog parser"]
    assert sum(entity.link is not None for entity in found.entities) == 1
    assert found.sections == ()


def test_short_sections_have_no_summary() -> None:
    few = {section.address: section.summary for section in annotate(PAPER, ExtractiveEngine(), least_words=15).sections}
    assert few["s1"]
    assert not few["s2.1"]


def test_a_paper_without_a_text_is_refused() -> None:
    with pytest.raises(UsageError, match="has no text"):
        annotate(Paper(id="empty"), ExtractiveEngine())


def test_sections_without_text_are_not_described() -> None:
    assert described_sections(FULL) == ("s1", "s2", "s2.1")
    assert described_sections(build_document([])) == ()


@pytest.mark.parametrize(
    ("given", "expected"), [("en-GB", "en"), ("ger", "de"), ("de_AT", "de"), ("", "en"), ("English language", "en")]
)
def test_the_language_of_a_paper(given: str, expected: str) -> None:
    assert language_of(replace(PAPER, language=given)) == expected


def test_people_are_known_by_their_names_and_initials() -> None:
    names = names_of_people(PAPER)
    assert {"van Moor", "Anna-Lena B. van Moor", "ABvM", "ALBvM", "Heath Lab"} <= set(names)


def test_real_papers_are_annotated_and_their_offsets_hold() -> None:
    folder = Path(__file__).resolve().parents[4].parent / "shared" / "data" / "jats" / "plos"
    files = sorted(folder.glob("*.xml"))[::9]
    if not files:
        pytest.skip("no JATS papers beside the repository")
    seen = 0
    for file in files:
        for item in read_bytes(file.read_bytes(), source=file.name).items:
            if not isinstance(item, ReadPaper) or item.paper.document is None or not item.paper.document.is_full_text:
                continue
            document, found = item.paper.document, annotate(item.paper, ExtractiveEngine())
            seen += 1
            assert json.loads(annotations_to_json(found))["version"] == document.version
            keys = [entity.key for entity in found.entities]
            assert len(keys) == len(set(keys))
            for entity in found.entities:
                for mention in entity.mentions:
                    assert document.text[mention.start : mention.end] == mention.surface
            for section in found.sections:
                assert len(section.keywords) <= 5
                assert document.at(section.address).kind == "section"
    assert seen
