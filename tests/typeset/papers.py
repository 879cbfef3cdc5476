"""The typeset papers: each has something that readers of PDF stumble over."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from typeset.composing import Content, compose
from typeset.look import HELVETICA, TIMES, VERA, Look, Type
from typeset.truth import TypesetPaper

_HEAD = "Moor et al. – Wetlands and their records"

_PAPERS: dict[str, tuple[str, Look, Content]] = {
    "one_column": ("one column", Look(), Content()),
    "two_columns": ("two columns, front in the first", Look(columns=2, margin=50), Content()),
    "mixed_columns": ("front in one column, then two", Look(columns=2, margin=50, wide_front=True), Content()),
    "three_columns": (
        "three narrow columns",
        Look(columns=3, margin=40, gap=14, size=8.5, leading=10.5, wide_front=True),
        Content(),
    ),
    "floats": ("figures and tables between paragraphs", Look(), Content(floats=3, tables=2)),
    "floats_in_sentences": (
        "floats between the lines of paragraphs, one column",
        Look(),
        Content(floats=4, tables=3, interrupting=True),
    ),
    "floats_in_columns": (
        "floats between the lines of paragraphs, two columns",
        Look(columns=2, margin=50, wide_front=True),
        Content(floats=4, tables=3, interrupting=True),
    ),
    "wide_floats": (
        "floats over both columns on top of pages, labels in the figures",
        Look(columns=2, margin=50, wide_front=True),
        Content(floats=3, tables=2, wide_floats=True, inner_labels=True),
    ),
    "floats_first": (
        "floats come first in the content stream",
        Look(columns=2, margin=50, wide_front=True, stream="floats first"),
        Content(floats=3, tables=3),
    ),
    "floats_last": (
        "floats come last in the content stream",
        Look(stream="floats last"),
        Content(floats=3, tables=3, interrupting=True),
    ),
    "footnotes": ("notes at the foot of columns", Look(columns=2, margin=50), Content(notes=6)),
    "running_heads": (
        "running heads and page numbers on many pages",
        Look(running_head=_HEAD, margin=80, size=11, leading=15),
        Content(long_paragraphs=True),
    ),
    "line_numbers": ("numbered lines, wide leading", Look(line_numbers=True, leading=20), Content()),
    "ligatures": (
        "an embedded font with glyphs for fi and fl",
        Look(family=VERA, size=9, leading=12.5, ligatures=True),
        Content(),
    ),
    "superscripts": (
        "affiliation marks, powers and indices, Greek",
        Look(columns=2, margin=50, wide_front=True),
        Content(marks=True, doi=True),
    ),
    "hyphens": ("words parted at line ends", Look(columns=2, margin=50, hyphen="-"), Content()),
    "soft_hyphens": (
        "words parted with soft hyphens",
        Look(columns=2, margin=50, hyphen="\u00ad", wide_front=True),
        Content(),
    ),
    "unnumbered_heads": ("bold heads without numbers", Look(numbers=""), Content()),
    "italic_heads": (
        "heads told apart by capitals and italics, all of the size of the text",
        Look(
            numbers="",
            paragraph_gap=6,
            indent=0,
            heads=(Type("Times-Bold", 10, capitals=True), Type("Times-Bold", 10), Type("Times-Italic", 10)),
        ),
        Content(references="author-year"),
    ),
    "run_in_heads": (
        "third-level heads run in with their paragraphs",
        Look(run_in_level=3, abstract="run-in"),
        Content(),
    ),
    "long_heads": (
        "heads of two lines",
        Look(columns=2, margin=50, numbers="1."),
        Content(long_heads=True),
    ),
    "roman_heads": (
        "Roman numbers, heads in capitals",
        Look(
            columns=2,
            margin=50,
            numbers="I.",
            wide_front=True,
            abstract="run-in",
            heads=(Type("Times-Roman", 10, capitals=True), Type("Times-Italic", 10)),
        ),
        Content(deep=False),
    ),
    "tables": ("many tables with bold heads", Look(family=HELVETICA, size=9), Content(tables=7)),
    "formulas": ("formulas with numbers", Look(), Content(formulas=8)),
    "author_year": ("references by author and year", Look(), Content(references="author-year", many_references=24)),
    "dotted_references": (
        "numbered references over two columns",
        Look(columns=2, margin=50, family=HELVETICA, size=8.5, leading=11),
        Content(references="dotted", many_references=40, keywords=True),
    ),
    "long_paragraphs": (
        "paragraphs and sentences over columns and pages",
        Look(width=420, height=595, margin=45, columns=2, gap=14, size=9, leading=11, hyphen="-"),
        Content(long_paragraphs=True, deep=False),
    ),
    "everything": (
        "all of it at once",
        Look(
            columns=2,
            margin=50,
            wide_front=True,
            hyphen="-",
            running_head=_HEAD,
            abstract="spaced",
            stream="floats last",
        ),
        Content(floats=3, tables=3, notes=3, formulas=3, interrupting=True, marks=True, keywords=True, doi=True),
    ),
    "rows": (
        "lines of both columns by turns in the content stream",
        Look(columns=2, margin=50, stream="rows"),
        Content(),
    ),
    "stamp": (
        "a line up the margin and one beside the page",
        Look(columns=2, margin=50, wide_front=True, stamp="fenXiv:2019.00042v1 [wet.LANDS] 3 Feb 2019"),
        Content(),
    ),
    "letters": ("every letter drawn by itself, no spaces", Look(letter_by_letter=True), Content(floats=1)),
    "bold_claims": ("paragraphs that begin with a sentence in bold", Look(), Content(bold_claims=True)),
    "ragged": (
        "ragged right, gaps between paragraphs, no indents",
        Look(justified=False, indent=0, paragraph_gap=7, family=TIMES),
        Content(notes=2, floats=1),
    ),
}

NAMES = tuple(_PAPERS)


@cache
def typeset_paper(name: str) -> TypesetPaper:
    """Gives the paper of a name in ``NAMES``."""
    what, look, content = _PAPERS[name]
    return compose(name, what, look, content, seed=1 + NAMES.index(name))


def typeset_papers() -> Iterator[TypesetPaper]:
    """Yields all of them."""
    for name in NAMES:
        yield typeset_paper(name)
