from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from conspectus.domain.document import Document, SectionKind
from conspectus.domain.paper import Author, Paper, PartialDate
from conspectus.readers.html_article import HtmlArticleReader
from conspectus.readers.html_body import article_element, without_page
from conspectus.readers.html_hardened import parse_html, table_rows
from conspectus.readers.html_metadata import page_metadata, page_references
from conspectus.readers.reading import ReadPaper, Skipped, read_bytes
from conspectus.readers.sniffing import Head

HEAD = """<meta name="citation_title" content="Water levels of four wells">
<meta name="citation_author" content="Moor, Ida"><meta name="citation_author_institution" content="Univ. A">
<meta name="citation_author_orcid" content="https://orcid.org/0000-0002-1825-0097">
<meta name="citation_author" content="Al Brook"><meta name="citation_publication_date" content="2020/03/15">
<meta name="citation_journal_title" content="Journal of Wells"><meta name="citation_volume" content="7">
<meta name="citation_issn" content="1234-567X"><meta name="citation_doi" content="10.1000/Wells.1">
<meta name="citation_firstpage" content="12"><meta name="citation_lastpage" content="9">
<meta name="citation_keywords" content="wells, water">"""
BODY = """<nav><p>Menu</p></nav><main><h1>Water levels of four wells</h1>
<h2>Abstract</h2><p>We measured four wells.</p>
<h2>1. Introduction</h2><p>Wells fall dry [<a href="#r1">1</a>, <a href="#r2">2</a>]. About
10<sup>3</sup> H<sub>2</sub>O.
<script>alert("evil")</script></p><ul><li>One<ul><li>Deep</li></ul></li><li>Two</li></ul>
<h3>1.1 Data</h3><p>Data here.</p><pre>x = 1</pre>
<figure><img src="f1.png" alt="x"><figcaption>Figure 1. A well.</figcaption></figure>
<table><caption>Table 1: Levels</caption><tr><th>A</th><th>B</th></tr><tr><td colspan="2">1</td></tr></table>
<aside>Buy now</aside><h2>References</h2><ol><li id="r1">Brook A. Springs. doi:10.1000/x1</li>
<li id="r2">Hill B.</li></ol>
<h2>Acknowledgments</h2><p>We thank all.</p></main><footer>Imprint</footer>"""


def page(body: str, head: str = "", lang: str = "en-GB") -> bytes:
    start = f"<!DOCTYPE html><html lang='{lang}'><head><title>Wells | Site</title>{head}</head>"
    return f"{start}<body>{body}</body></html>".encode()


def only(data: bytes) -> Paper:
    (item,) = HtmlArticleReader().read(data)
    assert isinstance(item, ReadPaper), item
    return item.paper


def text_of(document: Document, span: Any) -> str:
    return document.text[span.start : span.end]


def test_metadata_of_the_head_describe_the_paper() -> None:
    paper = only(page(BODY, HEAD))
    assert paper.title == "Water levels of four wells"
    assert paper.authors == (
        Author(family="Moor", given="Ida", affiliations=("Univ. A",), orcid="0000-0002-1825-0097"),
        Author(family="Brook", given="Al"),
    )
    assert paper.date == PartialDate(year=2020, month=3, day=15)
    assert (paper.venue, paper.volume, paper.pages, paper.issn) == ("Journal of Wells", "7", "12-19", ("1234-567X",))
    assert (paper.identifiers.doi, paper.kind, paper.language) == ("10.1000/wells.1", "article-journal", "en")
    assert paper.keywords == ("wells", "water")


def test_the_body_gives_sections_without_what_belongs_to_the_page() -> None:
    document = only(page(BODY, HEAD)).document
    assert document is not None
    assert [(s.number, s.heading, s.kind) for s in document.sections] == [
        ("", "Abstract", SectionKind.ABSTRACT), ("1", "Introduction", SectionKind.INTRODUCTION),
        ("", "Acknowledgments", SectionKind.COMMON)]  # fmt: skip
    introduction = document.sections[1]
    assert [(p.kind, text_of(document, p)) for p in introduction.paragraphs] == [
        ("text", "Wells fall dry [1, 2]. About 10³ H₂O."),
        ("list", "One"), ("list", "Deep"), ("list", "Two")]  # fmt: skip
    (data,) = introduction.sections
    assert [(p.kind, text_of(document, p)) for p in data.paragraphs] == [("text", "Data here."), ("box", "x = 1")]
    assert [(f.label, f.graphic, text_of(document, f.caption[0])) for f in data.figures] == [
        ("Figure 1", "f1.png", "A well.")
    ]
    assert [(t.label, t.rows, t.header_rows) for t in data.tables] == [("Table 1", (("A", "B"), ("1", "")), 1)]
    for word in ("Menu", "evil", "Buy", "Imprint"):
        assert word not in document.text


def test_links_to_the_reference_list_are_pointers() -> None:
    document = only(page(BODY, HEAD)).document
    assert document is not None
    assert [(r.key, r.text, r.doi) for r in document.references] == [
        ("r1", "Brook A. Springs. doi:10.1000/x1", "10.1000/x1"), ("r2", "Hill B.", "")]  # fmt: skip
    (pointer,) = [p for s in document.sentences() if s.sentence for p in s.sentence.pointers]
    assert (text_of(document, pointer), pointer.style, pointer.targets) == ("1, 2", "list", ("r1", "r2"))


@pytest.mark.parametrize("head", [
    '<meta name="DC.title" content="On wells"><meta name="DC.Creator" content="Moor, Ida">'
    '<meta name="DC.date" content="2019">',
    '<script type="application/ld+json">{"@graph": [{"@type": "ScholarlyArticle", "headline": "On wells",'
    '"author": [{"@type": "Person", "name": "Ida Moor"}], "datePublished": "2019-01-02"}]}</script>',
    '<meta name="prism.publicationDate" content="2019"><meta property="og:title" content="On wells">'
    '<meta name="citation_authors" content="Moor, Ida;">',
])  # fmt: skip
def test_other_vocabularies_are_read_too(head: str) -> None:
    paper = only(page("<p>Text of it.</p>", head))
    assert (paper.title, paper.year, paper.authors[0].family) == ("On wells", 2019, "Moor")


def test_the_abstract_of_the_metadata_stands_in_when_the_body_has_none() -> None:
    head = HEAD + '<meta name="citation_abstract" content="We measured. They fell.">'
    assert only(page("<main><h2>Methods</h2><p>Four of them.</p></main>", head)).abstract == "We measured. They fell."
    assert only(page(BODY, head)).abstract == "We measured four wells."


@pytest.mark.parametrize("data, told", [
    (page("<p>Hello.</p>"), "no sign of an article"),
    (b"<html><head><title>404 Not Found</title></head><body><h1>Not Found</h1></body></html>", "error page"),
    (b"<html><head><title>Just a moment...</title></head><body>Checking your browser</body></html>", "error page"),
    (b"<html><head><title>Sign in</title></head><body><form>Name</form></body></html>", "sign-in"),
    (page("<h1>Shop</h1>" + "<p>Buy this. It is good.</p>" * 50), "no sign of an article"),
])  # fmt: skip
def test_other_pages_are_skipped_with_the_reason(data: bytes, told: str) -> None:
    (item,) = HtmlArticleReader().read(data)
    assert isinstance(item, Skipped)
    assert told in item.reason


def test_a_page_of_pubmed_central_with_an_article_is_read() -> None:
    data = page(BODY + '<a href="https://www.ncbi.nlm.nih.gov/">NCBI</a>', HEAD)
    assert read_bytes(data, source="a.html").reader == "html_article"


def test_an_encoding_that_the_page_declares_is_heeded() -> None:
    head = '<meta charset="iso-8859-2"><meta name="citation_title" content="Šumava and Łódź">'
    assert only(page("<p>x</p>", head).decode().encode("iso-8859-2")).title == "Šumava and Łódź"


@pytest.mark.parametrize("data", [
    b"<html>" + b"<div>" * 5000 + b"deep", b"<html><body>" + b"<table><tr><td>" * 400, b"<!DOCTYPE html>" + b"<" * 9000,
    b"<html><head>" + b"<!---->" * 9000 + b"x", b"<html><body><table><tr><td colspan=999999999 rowspan=99999>x</table>",
    b"<html>\x00\xff\xfe<p>", b"<html><script>", b"<html><head><meta name=citation_title content=x><body><span>" * 200,
])  # fmt: skip
def test_hostile_pages_end_in_an_item(data: bytes) -> None:
    assert len(list(HtmlArticleReader().read(data))) == 1


def test_cells_that_reach_down_leave_their_places_empty() -> None:
    root = parse_html("<table><tr><td rowspan=2>a</td><td>b</td></tr><tr><td>c</td></tr></table>")
    assert table_rows(next(root.iter("table"))) == ([["a", "b"], ["", "c"]], 0)


TAGS = [
    "p",
    "div",
    "h2",
    "h3",
    "li",
    "ul",
    "table",
    "tr",
    "td",
    "a href='#r1'",
    "figure",
    "span",
    "sup",
    "section",
    "main",
    "br",
]


@settings(max_examples=150, deadline=None)
@given(
    st.lists(
        st.tuples(st.sampled_from(TAGS), st.booleans(), st.sampled_from(["", "word. ", "[1] ", "&lt;b&gt; ", "é"]))
    )
)
def test_any_nesting_gives_one_item_with_exact_offsets(parts: list[tuple[str, bool, str]]) -> None:
    body = "".join(f"<{'/' if closes else ''}{tag.split()[0] if closes else tag}>{text}" for tag, closes, text in parts)
    (item,) = HtmlArticleReader().read(page(body, HEAD))
    assert isinstance(item, ReadPaper)
    words = body.count("word. ")
    for document in item.paper.documents:
        for place in document.places():
            assert 0 <= place.start <= place.end <= len(document.text)
        cells = [
            cell
            for place in document.places()
            if place.kind == "table"
            for t in place.section.tables
            for r in t.rows
            for cell in r
        ]
        assert document.text.count("word.") + " ".join(cells).count("word.") <= 2 * words + len(document.references)


def test_recognised_are_pages_only() -> None:
    reader = HtmlArticleReader()
    assert reader.recognise(Head(b"<?xml version='1.0'?>\n<!-- a --><HTML><body>"))
    assert not reader.recognise(Head(b"<article><front/></article>"))
    assert not reader.recognise(Head(b"We write <html> in a text."))


def test_what_is_taken_out_of_a_page_leaves_the_text_behind_it() -> None:
    root = parse_html("<body><main><p>a<script>x</script>b</p><nav>c</nav>d " + "word " * 20 + "</main></body>")
    without_page(root)
    element = article_element(root)
    assert element.tag == "main"
    assert "".join(element.itertext()).startswith("abd word")


def test_references_in_metadata_are_read_in_parts_or_as_text() -> None:
    head = (
        '<meta name="citation_reference" content="citation_title=Springs; citation_author=A Brook; '
        'citation_publication_date=2010; citation_doi=10.1000/X1">'
        '<meta name="citation_reference" content="Hill B. 2001.">'
    )
    first, second = page_references(page_metadata(parse_html(f"<html><head>{head}</head></html>")))
    assert (first.title, first.authors, first.year, first.doi) == ("Springs", ("A Brook",), 2010, "10.1000/x1")
    assert second.text == "Hill B. 2001."
