from __future__ import annotations

from conspectus.domain.document_building import ParagraphDraft, SectionDraft
from conspectus.readers.section_paths import SectionPaths

Outline = list[tuple[str, str, int, "Outline"]]


def outline(sections: list[SectionDraft]) -> Outline:
    return [(s.number, s.heading, len(s.paragraphs), outline(s.sections)) for s in sections]


def built(*names: tuple[str, str]) -> Outline:
    paths = SectionPaths()
    for name, number in names:
        paths.section(name, number=number).paragraphs.append(ParagraphDraft("Text."))
    return outline(paths.sections)


def test_a_path_makes_the_sections_around_it() -> None:
    assert built(("A ::: B", ""), ("A ::: B", ""), ("A ::: C", "")) == [
        ("", "A", 0, [("", "B", 2, []), ("", "C", 1, [])])
    ]


def test_numbers_nest_where_the_outer_section_is_open() -> None:
    assert built(("Methods", "2"), ("Data", "2.1"), ("Results", "3"), ("More", "2.2")) == [
        ("2", "Methods", 1, [("2.1", "Data", 1, [])]), ("3", "Results", 1, []), ("2.2", "More", 1, [])]  # fmt: skip
    assert built(("2 Methods", "2"), ("2.1 Data", "")) == [("2", "Methods", 1, [("2.1", "Data", 1, [])])]


def test_reading_order_is_kept_when_an_outer_section_goes_on() -> None:
    assert built(("A", ""), ("A ::: B", ""), ("A", "")) == [("", "A", 1, [("", "B", 1, [])]), ("", "A", 1, [])]
