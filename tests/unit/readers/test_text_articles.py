"""Markdown and plain text, and what of that kind is no article."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from conspectus.domain.document import SectionKind
from conspectus.domain.paper import Author, Paper, PartialDate
from conspectus.foundation.errors import InputError, TextNotIncluded, UnknownFormat
from conspectus.readers.front_matter import parse_front_matter, split_front_matter
from conspectus.readers.markdown_article import MarkdownArticleReader
from conspectus.readers.markdown_body import MarkdownBody, plain_markdown
from conspectus.readers.plain_text import PlainTextReader
from conspectus.readers.reading import ReadPaper, Skipped, read_bytes
from conspectus.readers.text_signs import no_article

DATA = Path(__file__).resolve().parents[4] / "shared" / "data"
MARKDOWN = """---
title: "On *wells*: a study"
author:
  - name: Ida Moor
    affiliation: Univ. A
    orcid: 0000-0002-1825-0097
  - Al Brook
date: 2020-03-15
keywords: [wells, "water, deep"]
abstract: |
  We measured four wells.
  They fall dry.
doi: 10.1000/Wells.2
license: CC BY
---

# Introduction {#sec:intro}

Wells fall dry [@brook2010, p. 3; @hill2011]. As @hill2011 says, **bold** text with `code` at a@b.org.
It goes on.

- one
- two
  goes on

## Data

| a | b |
|---|---|
| 1 | 2 |

![Figure 1: A well](well.png)

```python
x = 1
```

> Quoted text here.

Results
-------

They fell by $\\beta$ m. <!-- hidden -->

# References

- [@brook2010]: Brook A. Springs. 2010.
"""
PLAIN = """Water levels of four wells

Ida Moor and Al Brook

Abstract

We measured four wells in the north of the coun-
try. Levels fell by 2 m.

Keywords: wells, water

1 Introduction

Wells fall dry. We ask why
they do so, and how.

1.1 Aims of the study

Our aims are two.

METHODS

We measured.
   A second paragraph follows here.

References

[1] Brook A. Springs. 2010. doi:10.1000/x1
[2] Hill B. Hills. 2011.
"""


def only(reader: Any, text: str) -> Paper:
    (item,) = reader.read(text.encode("utf-8", "surrogatepass"))
    assert isinstance(item, ReadPaper), item
    return item.paper


def outline(paper: Paper) -> list[tuple[str, str, list[str]]]:
    document = paper.document
    assert document is not None
    return [
        (place.address, place.section.heading, [document.text[p.start : p.end] for p in place.section.paragraphs])
        for place in document.places()
        if place.kind == "section"
    ]


def test_front_matter_describes_the_paper() -> None:
    paper = only(MarkdownArticleReader(), MARKDOWN)
    assert paper.title == "On wells: a study"
    assert paper.authors == (
        Author(family="Moor", given="Ida", affiliations=("Univ. A",), orcid="0000-0002-1825-0097"),
        Author(family="Brook", given="Al"),
    )
    assert paper.date == PartialDate(year=2020, month=3, day=15)
    assert (paper.identifiers.doi, paper.keywords) == ("10.1000/wells.2", ("wells", "water, deep"))
    assert paper.abstract == "We measured four wells. They fall dry."
    assert paper.extra == (("license", "CC BY"),)


def test_markdown_gives_nested_sections_floats_and_pointers() -> None:
    paper = only(MarkdownArticleReader(), MARKDOWN)
    assert outline(paper)[1:] == [
        ("s2", "Introduction", ["Wells fall dry [@brook2010, p. 3; @hill2011]. As @hill2011 says, bold text with "
                                "code at a@b.org. It goes on.", "one", "two goes on"]),
        ("s2.1", "Data", ["x = 1", "Quoted text here."]),
        ("s2.2", "Results", ["They fell by β m."]),
    ]  # fmt: skip
    document = paper.documents[0]
    data = document.sections[1].sections[0]
    assert [paragraph.kind for paragraph in data.paragraphs] == ["box", "quote"]
    assert (data.tables[0].rows, data.figures[0].label, data.figures[0].graphic) == (
        (("a", "b"), ("1", "2")), "Figure 1", "well.png")  # fmt: skip
    pointers = [p for s in document.sentences() if s.sentence for p in s.sentence.pointers]
    assert [(document.text[p.start : p.end], p.style, p.targets) for p in pointers] == [
        ("[@brook2010, p. 3; @hill2011]", "list", ("brook2010", "hill2011")),
        ("@hill2011", "author-year", ("hill2011",))]  # fmt: skip
    assert [(r.key, r.text) for r in document.references] == [
        ("brook2010", "Brook A. Springs. 2010."),
        ("hill2011", ""),
    ]


def test_without_front_matter_the_first_heading_is_the_title() -> None:
    text = (
        "# On wells\n\n## Introduction\n\n" + "Wells fall dry in the north. " * 10 + "\n\n## Methods\n\nWe measured.\n"
    )
    paper = only(MarkdownArticleReader(), text)
    assert (paper.title, [entry[1] for entry in outline(paper)]) == ("On wells", ["Introduction", "Methods"])


@pytest.mark.parametrize("yaml, expected", [
    ("a: b", {"a": "b"}), ("a: 'it''s'", {"a": "it's"}), ('a: "x: y"', {"a": "x: y"}),
    ("a: [b, 'c, d']", {"a": ["b", "c, d"]}),
    ("a:\n  - b\n  - c", {"a": ["b", "c"]}), ("a:\n- n: x\n  m: y\n- n: z", {"a": [{"n": "x", "m": "y"}, {"n": "z"}]}),
    ("a: >\n  one\n  two\nb: c", {"a": "one two", "b": "c"}), ("a: one\n  two", {"a": "one two"}),
    ("A: b # c", {"a": "b"}),
    ("a: !!python/object:os.system x", {"a": "!!python/object:os.system x"}),
    ("a: &x b\nc: *x", {"a": "&x b", "c": "*x"}),
])  # fmt: skip
def test_front_matter_is_a_small_part_of_yaml(yaml: str, expected: dict[str, Any]) -> None:
    assert parse_front_matter(yaml) == expected


@settings(max_examples=200)
@given(st.text(st.sampled_from("ab:-[]{}'\"|> \n#,"), max_size=80))
def test_front_matter_never_fails_and_the_rest_is_kept(body: str) -> None:
    matter, rest, lines = split_front_matter(f"---\n{body}\n---\nrest of it")
    assert isinstance(matter, dict)
    assert rest.endswith("rest of it")
    assert lines >= 0


def test_plain_text_gives_title_authors_sections_and_references() -> None:
    paper = only(PlainTextReader(), PLAIN)
    assert paper.title == "Water levels of four wells"
    assert paper.authors == (Author(family="Moor", given="Ida"), Author(family="Brook", given="Al"))
    assert paper.keywords == ("wells", "water")
    assert outline(paper) == [
        ("s1", "Abstract", ["We measured four wells in the north of the country. Levels fell by 2 m."]),
        ("s2", "Introduction", ["Wells fall dry. We ask why they do so, and how."]),
        ("s2.1", "Aims of the study", ["Our aims are two."]),
        ("s3", "METHODS", ["We measured.", "A second paragraph follows here."]),
    ]
    document = paper.documents[0]
    assert document.sections[0].kind is SectionKind.ABSTRACT
    assert [(r.label, r.text, r.doi) for r in document.references] == [
        ("1", "Brook A. Springs. 2010. doi:10.1000/x1", "10.1000/x1"), ("2", "Hill B. Hills. 2011.", "")]  # fmt: skip


def test_a_text_without_a_title_is_skipped_with_the_cure() -> None:
    (item,) = PlainTextReader().read(b"We measured four wells, and they fell. " * 30)
    assert isinstance(item, Skipped)
    assert "first line" in item.reason


MIT = (
    "MIT License\n\nCopyright (c) 2020 Ida Moor\n\nPermission is hereby granted, free of charge, to any person "
    + "to use it. " * 40
)
README = "# well-tools\n\nTools.\n\n## Installation\n\n    pip install x\n\n## Usage\n\nRun it.\n\n## License\n\nMIT\n"
DATA_README = "# Levels\n\n- Source: somewhere\n- Licence: CC BY\n- Count: 12\n- Format: CSV\n- Use: to try things\n"
CHANGES = "# Changelog\n\n## 1.2.0 (2020-01-01)\n\n- Wells.\n\n## 1.1.0\n\n- Water.\n"
CODE = "import os\n\ndef main(path):\n    for name in os.listdir(path):\n        print(name)\n"
CODE += "\nif __name__ == '__main__':\n    main('.')\n"
SHELL = "#!/bin/sh\n# Reads wells.\nset -e\nfor f in *.txt; do\n  cat $f\ndone\n"
LOG = "2020-01-01 10:00:01 INFO started\n2020-01-01 10:00:02 WARN no wells\n2020-01-01 10:00:03 INFO ended\n"
TABLE = "file\trepo\tcommit\n" + "a.xml\tx/y\tabc\n" * 30
REPLY = "HTTP/1.1 429 Too Many Requests\n\nslow down\n"
LETTER = "Dear Ada,\n\n" + "Thank you for your letter of last week. It was good to hear of you. " * 20


@pytest.mark.parametrize("text, expected", [
    (MIT, "a licence"), (README, "a README"), (DATA_README, "a README"), (CHANGES, "a changelog"),
    (CODE, "source code"),
    (SHELL, "source code"), (LOG, "a log"), (TABLE, "a table"), (REPLY, "a reply of a service"),
    (LETTER, "a letter or a message"),
    ("PYTHON SOFTWARE FOUNDATION LICENSE VERSION 2\n\n" + "This agreement is between us. " * 30, "a licence"),
])  # fmt: skip
def test_what_is_no_article_never_becomes_a_paper(text: str, expected: str) -> None:
    headings = [line.strip("# ") for line in text.splitlines() if line.startswith("# ") or line.startswith("## ")]
    assert no_article(text, headings if expected != "source code" else ()) == expected
    try:
        items = list(read_bytes(text.encode(), source="x").items)
    except UnknownFormat:
        return
    assert [type(item) for item in items] == [Skipped]


@pytest.mark.parametrize(
    "text", [PLAIN, MARKDOWN, "On licences\n\nAbstract\n\nThe MIT license and pip install are studied.\n"]
)
def test_an_article_is_no_licence_for_speaking_of_one(text: str) -> None:
    assert no_article(text) == ""


@pytest.mark.parametrize(
    "text", [MARKDOWN, PLAIN + "The wells were measured twice. " * 20, "<!DOCTYPE html><html><body>x</body></html>"]
)
def test_running_text_is_read_only_when_it_is_wanted(text: str) -> None:
    with pytest.raises(TextNotIncluded, match=r"a\.x is running text") as caught:
        read_bytes(text.encode(), source="a.x", include_text=False)
    assert "--include-text" in caught.value.hint
    assert caught.value.code == "input.text_not_included"
    assert read_bytes(text.encode(), source="a.x").reader in {"markdown_article", "plain_text", "html_article"}


def test_other_formats_are_read_whether_text_is_wanted_or_not() -> None:
    ris = b"TY  - JOUR\nTI  - One\nER  - \n"
    assert read_bytes(ris, source="a.ris", include_text=False).reader == "ris"
    with pytest.raises(UnknownFormat):
        read_bytes(b"Dear Ada, how are you?", source="a.txt", include_text=False)


PIECES = ["# T\n", "## Methods\n", "text of it. ", "\n\n", "- item\n", "> quote\n", "```\n", "$$", "|a|b|\n|-|-|\n",
          "[@k1; @k2]",
          "![c](f.png)\n", "<!--", "-->", "---\n", "===\n", "    code\n", "*", "_", "1. x\n",
          "References\n", "\t", "\u00ad", "ABSTRACT\n"]  # fmt: skip


@settings(max_examples=200, deadline=None)
@given(st.lists(st.sampled_from(PIECES), max_size=40))
def test_any_text_gives_one_item_with_exact_offsets(pieces: list[str]) -> None:
    for reader in (MarkdownArticleReader(), PlainTextReader()):
        (item,) = reader.read("".join(pieces).encode())
        if isinstance(item, ReadPaper):
            for document in item.paper.documents:
                for place in document.places():
                    assert 0 <= place.start <= place.end <= len(document.text)


@settings(max_examples=100, deadline=None)
@given(st.lists(st.text("abc xyz", min_size=1, max_size=30).map(str.strip).filter(bool), min_size=1, max_size=8))
def test_no_word_of_a_plain_text_is_lost(paragraphs: list[str]) -> None:
    paper = only(
        PlainTextReader(), "A title of wells\n\n" + "\n\n".join(f"{paragraph} end." for paragraph in paragraphs)
    )
    document = paper.documents[0]
    assert document.text.split() == " ".join(f"{paragraph} end." for paragraph in paragraphs).split()


@pytest.mark.timeout(60)
@pytest.mark.parametrize("text", [
    "# a\n" + "\n" * 100_000, "# a\n\n" + "<!--" * 30_000 + "-->", "# a\n# b " + " " * 100_000 + "c\n",
    "# a\n\n![](" + "a" * 100_000,
    "# a\n\n" + "[" * 100_000, "# a\n\n" + "*a " * 30_000, "---\nt: [" + "a\n" * 50_000 + "---\n",
    "---\n" + "\n" * 100_000 + "a: b\n---\n",
    "A title\n\n" + "ab-\n" * 30_000, "A title\n\n" + "." * 100_000, "A title\n\n" + "abstract \n" * 10_000,
    "---\na: " + "[ " * 50_000,
])  # fmt: skip
def test_time_grows_with_the_text_and_no_faster(text: str) -> None:
    for reader in (MarkdownArticleReader(), PlainTextReader()):
        assert len(list(reader.read(text.encode()))) == 1


@pytest.mark.skipif(not DATA.exists(), reason="the data sets are not beside the repository")
def test_the_papers_of_a_data_folder_are_not_its_readmes_and_licences() -> None:
    names = ("README.md", "LICENSE", "LICENSE.md", "SOURCES.tsv")
    files = [path for path in sorted(DATA.rglob("*")) if path.name in names]
    assert files
    for path in files:
        try:
            items = list(read_bytes(path.read_bytes(), source=path.name).items)
        except InputError:
            continue
        assert not any(isinstance(item, ReadPaper) for item in items), path


@pytest.mark.parametrize("text, expected", [
    ("**a** _b_ *c*", "a b c"), ("[text](http://x.org/a_(b))", "text"), ("a_b_c and 2*3*4", "a_b_c and 2*3*4"),
    ("`x_y` and \\*stars\\*", "x_y and *stars*"), ("$\\alpha$ costs $5 and $6", "α costs $5 and $6"),
    ("a<br>b <b>c</b> p<0.05", "a\nb c p<0.05"),
])  # fmt: skip
def test_inline_markdown_becomes_plain_text(text: str, expected: str) -> None:
    assert plain_markdown(text) == expected


def test_headings_are_told_before_they_are_judged() -> None:
    assert MarkdownBody("# A {#x}\n\n## B ##\n\nC\n===\n").headings == ["A", "B", "C"]
