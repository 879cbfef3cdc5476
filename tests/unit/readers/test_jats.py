from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest
from lxml import etree

from conspectus.domain.document import Document, SectionKind
from conspectus.domain.paper import Funding, Notice, Paper, PartialDate
from conspectus.foundation.errors import BrokenRecord, InputError
from conspectus.readers.jats import JatsReader
from conspectus.readers.reading import ReadItem, ReadPaper, Skipped
from conspectus.readers.sniffing import Head

FRONT = """<front><journal-meta><journal-id journal-id-type="iso-abbrev">J. Bees</journal-id>
<journal-title-group><journal-title>Journal of Bees</journal-title></journal-title-group>
<issn pub-type="epub">1234-5678</issn><publisher><publisher-name>Hive Press</publisher-name></publisher></journal-meta>
<article-meta><article-id pub-id-type="doi">10.1000/BEE.1</article-id><article-id pub-id-type="pmid">123</article-id>
<article-id pub-id-type="pmc">456</article-id>
<title-group><article-title>Dance of <italic>Apis</italic><xref ref-type="fn" rid="n1">*</xref></article-title>
<subtitle>a study</subtitle></title-group>
<contrib-group>
<contrib contrib-type="author"><contrib-id contrib-id-type="orcid">https://orcid.org/0000-0001-2345-6789</contrib-id>
<name><surname>van der Berg</surname><given-names>Anna</given-names><suffix>Jr</suffix></name>
<xref ref-type="aff" rid="a1 a2"/></contrib>
<contrib contrib-type="author"><collab>The Bee Consortium</collab></contrib>
<contrib contrib-type="editor"><name><surname>Drone</surname><given-names>Bo</given-names></name></contrib>
</contrib-group>
<aff id="a1"><label>1</label><institution>Hive Institute</institution><country>Norway</country></aff>
<aff id="a2"><label>2</label>Meadow College, Kent, UK</aff>
<pub-date pub-type="collection"><year>2020</year></pub-date>
<pub-date pub-type="epub"><day>5</day><month>3</month><year>2020</year></pub-date>
<pub-date pub-type="pmc-release"><year>2019</year></pub-date>
<volume>7</volume><issue>2</issue><fpage>11</fpage><lpage>19</lpage>
<permissions><license xmlns:xlink="http://www.w3.org/1999/xlink" xlink:href="https://licence.example/by"/></permissions>
%s
<kwd-group><kwd>bees</kwd><kwd>dance</kwd></kwd-group>
<kwd-group kwd-group-type="abbreviations"><kwd>AB</kwd></kwd-group>
<funding-group><award-group><funding-source>Wax Fund</funding-source><award-id>W-1</award-id></award-group>
<funding-statement>Paid by the Wax Fund.</funding-statement></funding-group>
</article-meta></front>"""
ABSTRACT = "<abstract><p>Bees dance. They also fly.</p></abstract>"
REFS = """<back><ack><p>We thank the queen.</p></ack><ref-list>
<ref id="B1"><label>1.</label><element-citation publication-type="journal"><person-group person-group-type="author">
<name><surname>Frisch</surname><given-names>K</given-names></name><collab>Bee Team</collab></person-group>
<year>1967</year>
<article-title>Dance language</article-title><source>Science</source><volume>1</volume><fpage>2</fpage><lpage>9</lpage>
<pub-id pub-id-type="doi">10.1000/X</pub-id><pub-id pub-id-type="pmid">77</pub-id></element-citation></ref>
<ref id="B2"><label>2.</label><mixed-citation>
<string-name><surname>Seeley</surname>, <given-names>T</given-names></string-name>.
<source>Honeybee Democracy</source>. <publisher-name>Hive</publisher-name>; <year>2010a</year>.
<ext-link xmlns:xlink="http://www.w3.org/1999/xlink" xlink:href="https://doi.org/10.2000/Y">link</ext-link></mixed-citation></ref>
<ref id="B3"><label>3.</label><citation>Someone (1999). A thing. arXiv:1234.56789.</citation></ref>
</ref-list></back>"""


def article(body: str = "", *, meta: str = ABSTRACT, rest: str = REFS, attributes: str = "") -> bytes:
    return f"<article {attributes}>{FRONT % meta}<body>{body}</body>{rest}</article>".encode()


def read(data: bytes) -> list[ReadItem]:
    return list(JatsReader().read(data))


def paper_of(data: bytes) -> Paper:
    first = read(data)[0]
    assert isinstance(first, ReadPaper)
    return first.paper


def document_of(data: bytes) -> Document:
    document = paper_of(data).document
    assert document is not None
    check(document)
    return document


def check(document: Document) -> None:
    """The invariants of every document: sentences rebuild paragraphs, pointers lie inside their sentence."""
    for place in document.places():
        if place.kind == "paragraph" and place.paragraph is not None:
            position = place.start
            for sentence in place.paragraph.sentences:
                assert not document.text[position : sentence.start].strip()
                assert document.text[sentence.start : sentence.end].strip()
                for pointer in sentence.pointers:
                    assert sentence.start <= pointer.start < pointer.end <= sentence.end
                position = sentence.end
            assert position == place.end


def paragraphs(document: Document) -> list[tuple[str, str, str]]:
    return [
        (place.address, place.paragraph.kind, document.text[place.start : place.end])
        for place in document.places()
        if place.kind == "paragraph" and place.paragraph
    ]


def test_bibliographic_data() -> None:
    paper = paper_of(article(attributes='article-type="research-article" xml:lang="en"'))
    assert paper.title == "Dance of Apis: a study"
    assert [author.full for author in paper.authors] == ["Anna van der Berg Jr", "The Bee Consortium"]
    anna = paper.authors[0]
    assert (anna.particle, anna.family, anna.suffix, anna.orcid) == ("van der", "Berg", "Jr", "0000-0001-2345-6789")
    assert anna.affiliations == ("Hive Institute, Norway", "Meadow College, Kent, UK")
    assert [editor.full for editor in paper.editors] == ["Bo Drone"]
    assert paper.date == PartialDate(year=2020, month=3, day=5)
    assert (paper.venue, paper.venue_short, paper.publisher) == ("Journal of Bees", "J. Bees", "Hive Press")
    assert (paper.volume, paper.issue, paper.pages, paper.issn) == ("7", "2", "11-19", ("1234-5678",))
    assert paper.identifiers.strong() == ("doi:10.1000/bee.1", "pmid:123", "pmcid:PMC456")
    assert (paper.kind, paper.publication_types, paper.language) == ("article-journal", ("research-article",), "en")
    assert paper.keywords == ("bees", "dance")
    assert paper.funding == (Funding(funder="Wax Fund", awards=("W-1",)),)
    assert ("license", "https://licence.example/by") in paper.extra


def test_sections_nest_and_are_typed_by_heading_or_attribute() -> None:
    body = """<sec><label>1.</label><title>Introduction</title><p>A b.</p></sec>
    <sec sec-type="methods"><title>How we did it</title><sec><title>2.1 Hives</title><p>C d.</p></sec></sec>"""
    document = document_of(article(body))
    intro, method = document.sections[1:3]
    assert (intro.number, intro.heading, intro.kind) == ("1", "Introduction", SectionKind.INTRODUCTION)
    assert (method.heading, method.kind) == ("How we did it", SectionKind.METHODOLOGY)
    nested = method.sections[0]
    assert (nested.number, nested.heading, nested.kind) == ("2.1", "Hives", SectionKind.METHODOLOGY)


def test_untitled_opening_text_is_the_introduction() -> None:
    document = document_of(article("<p>Once upon a time.</p><sec><title>Results</title><p>Bees.</p></sec>"))
    assert [section.kind for section in document.sections[1:3]] == [SectionKind.INTRODUCTION, SectionKind.EXPERIMENT]


def test_structured_side_and_translated_abstracts() -> None:
    meta = """<abstract abstract-type="teaser"><p>Bees!</p></abstract>
    <abstract><sec><title>Methods</title><p>We watched.</p></sec>
    <sec><title>Results</title><p>They danced.</p></sec></abstract>
    <abstract abstract-type="summary"><title>Author Summary</title><p>In short.</p></abstract>
    <trans-abstract xml:lang="fr"><p>Les abeilles.</p></trans-abstract>"""
    paper = paper_of(article(meta=meta))
    document = paper.document
    assert document is not None
    assert [(s.kind, s.heading) for s in document.sections[:3]] == [
        (SectionKind.ABSTRACT, ""),
        (SectionKind.COMMON, "Teaser"),
        (SectionKind.COMMON, "Author Summary"),
    ]
    assert [s.heading for s in document.sections[0].sections] == ["Methods", "Results"]
    assert paper.abstract == "We watched. They danced."
    assert ("abstract-fr", "Les abeilles.") in paper.extra
    assert "abeilles" not in document.text


def test_pointers_are_exact_and_targets_exist() -> None:
    body = (
        '<sec><title>Results</title><p>As <bold>shown</bold>\n  [<xref ref-type="bibr" rid="B1">1</xref>–'
        '<xref ref-type="bibr" rid="B3">3</xref>]. Bees danced.<sup><xref ref-type="bibr" rid="B2">2</xref></sup>'
        " We know.</p></sec>"
    )
    document = document_of(article(body))
    found = [
        (document.text[p.start : p.end], p.style, p.targets)
        for place in document.sentences()
        if place.sentence
        for p in place.sentence.pointers
    ]
    assert found == [("[1–3]", "range", ("B1", "B2", "B3")), ("[2]", "single", ("B2",))]
    assert {key for _, _, targets in found for key in targets} <= {reference.key for reference in document.references}


def test_blocks_inside_a_paragraph_keep_their_kind_and_order() -> None:
    body = """<sec><title>Methods</title><p>We solve
    <disp-formula><label>(1)</label><math><mi>x</mi><mo>=</mo><mn>2</mn>
    </math></disp-formula> where x is small: <list list-type="order"><list-item><label>a)</label><p>wax</p></list-item>
    <list-item><p>honey</p><list><list-item><p>dark</p></list-item></list></list-item></list> and so on.</p>
    <disp-quote><p>To bee.</p><attrib>A Bee</attrib></disp-quote>
    <boxed-text><p>Boxed.</p></boxed-text>
    <def-list><def-item><term>ABC</term><def><p>a bee club</p></def></def-item></def-list></sec>"""
    assert [
        (kind, text) for address, kind, text in paragraphs(document_of(article(body))) if address.startswith("s2")
    ] == [
        ("text", "We solve"),
        ("formula", "x = 2 (1)"),
        ("text", "where x is small:"),
        ("list", "a) wax"),
        ("list", "honey"),
        ("list", "dark"),
        ("text", "and so on."),
        ("quote", "To bee."),
        ("quote", "A Bee"),
        ("box", "Boxed."),
        ("list", "ABC: a bee club"),
    ]


def test_a_titled_box_is_a_section_of_kind_common() -> None:
    body = """<sec><title>Methods</title><boxed-text><label>Box 1.</label>
    <caption><title>Key</title></caption><p>Dance.</p></boxed-text></sec>"""
    box = document_of(article(body)).sections[1].sections[0]
    assert (box.heading, box.kind, box.paragraphs[0].kind) == ("Box 1: Key", SectionKind.COMMON, "box")


def test_figures_and_tables_stand_in_their_section() -> None:
    body = """<sec><title>Results</title><p>See.</p>
    <fig id="F1"><label>Fig. 1</label><caption><title>The dance.</title>
    <p>Left, right [<xref ref-type="bibr" rid="B1">1</xref>].</p></caption>
    <graphic xmlns:xlink="http://www.w3.org/1999/xlink" xlink:href="f1.tif"/></fig>
    <table-wrap id="T1"><label>Table 1</label><caption><p>Counts.</p></caption>
    <table><thead><tr><th rowspan="2">Hive</th><th colspan="2">Bees</th></tr><tr><th>in</th><th>out</th></tr></thead>
    <tbody><tr><td>A</td><td>10<sup>3</sup></td><td><p>x</p><p>y</p></td></tr></tbody></table>
    <table-wrap-foot><fn><label>a</label><p>At noon.</p></fn></table-wrap-foot></table-wrap></sec>"""
    document = document_of(article(body))
    section = document.sections[1]
    figure, table = section.figures[0], section.tables[0]
    assert (figure.label, figure.graphic) == ("Fig. 1", "f1.tif")
    assert [document.text[p.start : p.end] for p in figure.caption] == ["The dance.", "Left, right [1]."]
    assert figure.caption[1].sentences[0].pointers[0].targets == ("B1",)
    assert (table.label, table.header_rows) == ("Table 1", 2)
    assert table.rows == (("Hive", "Bees", "Bees"), ("Hive", "in", "out"), ("A", "10³", "x y"))
    assert document.text[table.notes[0].start : table.notes[0].end] == "a At noon."


def test_floats_at_the_end_go_where_they_are_first_mentioned() -> None:
    body = """<sec><title>Methods</title><p>No.</p></sec><sec><title>Results</title>
    <p>See <xref ref-type="fig" rid="F9">Fig. 9</xref>.</p></sec>"""
    floats = (
        '<floats-group><fig id="F9"><label>Fig. 9</label></fig><fig id="F8"><label>Fig. 8</label></fig></floats-group>'
    )
    sections = document_of(article(body, rest=floats)).sections
    assert [[figure.label for figure in section.figures] for section in sections] == [
        [], [], ["Fig. 9"], [], ["Fig. 8"],
    ]  # fmt: skip


def test_back_matter_and_statements_are_common_sections() -> None:
    custom = (
        "<custom-meta-group><custom-meta><meta-name>Data Availability</meta-name><meta-value>On request.</meta-value>"
        "</custom-meta></custom-meta-group>"
    )
    document = document_of(article("<p>Text.</p>", meta=ABSTRACT + custom))
    found = {section.heading: section.kind for section in document.sections[2:]}
    assert found == dict.fromkeys(["Acknowledgments", "Funding", "Data availability"], SectionKind.COMMON)


def test_references_of_every_style() -> None:
    first, second, third = document_of(article("<p>Text.</p>")).references
    assert first.text == "Frisch K, Bee Team (1967). Dance language. Science 1:2-9."
    assert (first.key, first.label, first.title, first.authors) == (
        "B1",
        "1",
        "Dance language",
        ("Frisch, K", "Bee Team"),
    )
    assert (first.year, first.venue, first.volume, first.pages) == (1967, "Science", "1", "2-9")
    assert (first.doi, first.pmid, second.doi) == ("10.1000/x", "77", "10.2000/y")
    assert (second.title, second.venue, second.year, second.authors) == (
        "Honeybee Democracy",
        "Hive",
        2010,
        ("Seeley, T",),
    )
    assert (third.text, third.year, third.arxiv) == ("Someone (1999). A thing. arXiv:1234.56789.", 1999, "1234.56789")


def test_a_retraction_issues_a_notice_on_its_target() -> None:
    meta = '<related-article related-article-type="retracted-article" ext-link-type="doi" href="10.1000/Bad.1"/>'
    paper = paper_of(article(meta=meta, attributes='article-type="retraction"'))
    assert paper.notices == (Notice(kind="retraction", direction="issued", target="doi:10.1000/bad.1"),)
    assert not paper.is_retracted


def test_an_article_that_was_corrected_receives_a_notice() -> None:
    meta = '<related-article related-article-type="correction-forward" ext-link-type="doi" href="10.1000/fix.1"/>'
    assert paper_of(article(meta=meta)).notices == (Notice(kind="correction", target="doi:10.1000/fix.1"),)


def test_sub_articles_are_papers_sections_or_skipped() -> None:
    letter = """<sub-article article-type="article-commentary"><front-stub>
    <article-id pub-id-type="doi">10.1000/bee.1.sa1</article-id>
    <title-group><article-title>A word on bees</article-title></title-group></front-stub>
    <body><p>Fine work [<xref ref-type="bibr" rid="B2">2</xref>].</p></body></sub-article>"""
    bare = '<response response-type="reply"><body><p>Thank you.</p></body></response>'
    translation = '<sub-article article-type="translation"><front-stub/><body><p>Merci.</p></body></sub-article>'
    items = read(article("<p>Text.</p>", rest=REFS + letter + bare + translation))
    assert [type(item) for item in items] == [ReadPaper, ReadPaper, Skipped]
    main, second = items[0], items[1]
    assert isinstance(main, ReadPaper)
    assert isinstance(second, ReadPaper)
    assert main.paper.document is not None
    last = main.paper.document.sections[-1]
    assert (last.heading, last.kind) == ("Author response", SectionKind.COMMON)
    assert second.paper.title == "A word on bees"
    assert (second.paper.venue, second.paper.date) == (main.paper.venue, main.paper.date)
    assert ("part-of", "doi:10.1000/bee.1") in second.paper.extra
    assert second.paper.document is not None
    assert [reference.key for reference in second.paper.document.references] == ["B2"]


def test_what_editors_and_authors_wrote_to_each_other_is_no_paper() -> None:
    letter = """<sub-article article-type="decision-letter"><front-stub>
    <article-id pub-id-type="doi">10.1000/bee.1.sa1</article-id>
    <title-group><article-title>Decision letter</article-title></title-group></front-stub>
    <body><p>Fine work.</p></body></sub-article>"""
    (item,) = read(article("<p>Text.</p>", rest=REFS + letter))
    assert isinstance(item, ReadPaper)
    assert item.paper.document is not None
    assert item.paper.document.sections[-1].heading == "Decision letter"


def test_a_letter_keeps_its_back_matter_its_floats_and_the_answers_nested_in_it() -> None:
    report = """<sub-article article-type="ref-report"><front-stub>
    <title-group><article-title>Referee report</article-title></title-group></front-stub>
    <body><p>See <xref ref-type="fig" rid="RF1">the figure</xref>.</p></body>
    <back><ack><p>I thank the hive.</p></ack></back>
    <floats-group><fig id="RF1"><label>Figure R1</label><caption><p>A sketch.</p></caption></fig></floats-group>
    <response response-type="reply"><body><p>We mended it.</p></body></response></sub-article>"""
    (item,) = read(article("<p>Text.</p>", rest=report))
    assert isinstance(item, ReadPaper)
    assert item.paper.document is not None
    section = item.paper.document.sections[-1]
    assert section.heading == "Referee report"
    assert [inner.heading for inner in section.sections] == ["", "Acknowledgments", "Author response"]
    assert [figure.label for figure in section.sections[0].figures] == ["Figure R1"]
    for words in ("I thank the hive.", "A sketch.", "We mended it."):
        assert words in item.paper.document.text


def test_namespaces_with_and_without_prefix_read_the_same() -> None:
    plain = article("<sec><title>Results</title><p>Bees [<xref ref-type='bibr' rid='B1'>1</xref>].</p></sec>").decode()
    default = plain.replace("<article ", '<article xmlns="http://jats.example/ns" ', 1)
    prefixed = re.sub(r"<(/?)([a-z])", r"<\1j:\2", plain).replace(
        "<j:article ", '<j:article xmlns:j="http://jats.example/ns" ', 1
    )
    expected = paper_of(plain.encode())
    assert paper_of(default.encode()) == expected
    assert paper_of(prefixed.encode()) == expected
    assert JatsReader().recognise(Head(prefixed.encode()))


@pytest.mark.parametrize(
    "opening, closing",
    [
        ("<pmc-articleset>", "</pmc-articleset>"),
        ("<articles>", "</articles>"),
        (
            '<OAI-PMH xmlns="http://oai.example"><ListRecords><record><metadata>',
            "</metadata></record></ListRecords></OAI-PMH>",
        ),
        ("", ""),
    ],
)
def test_several_articles_in_one_file(opening: str, closing: str) -> None:
    data = (
        opening + "\n".join(article("<p>x</p>").decode().replace("BEE.1", f"BEE.{n}") for n in (1, 2)) + closing
    ).encode()
    items = read(data)
    assert [i.paper.identifiers.doi for i in items if isinstance(i, ReadPaper)] == ["10.1000/bee.1", "10.1000/bee.2"]
    assert [i.record for i in items if isinstance(i, ReadPaper)] == [1, 2]
    assert JatsReader().recognise(Head(data))


def test_one_broken_article_does_not_stop_the_others() -> None:
    good = article("<p>x</p>").decode()
    items = read(f"<articles>{good}\n{good.replace('</p>', '', 1)}\n{good}</articles>".encode())
    assert [type(item) for item in items] == [ReadPaper, BrokenRecord, ReadPaper]


def test_a_single_broken_article_is_refused_with_its_line() -> None:
    with pytest.raises(InputError, match="line") as caught:
        read(article("<p>half")[:-60])
    assert caught.value.hint


@pytest.mark.parametrize(
    "data",
    [
        b"<full-text-retrieval-response><article><front/></article></full-text-retrieval-response>",
        b"<taxonomy><taxon>Apis</taxon></taxonomy>",
        b"<PubmedArticleSet><PubmedArticle/></PubmedArticleSet>",
        b"<article><title>A DocBook article</title><section/></article>",
        b"<html><body>article-meta</body></html>",
        b"TY  - JOUR",
        b"",
    ],
)
def test_other_formats_are_not_claimed(data: bytes) -> None:
    assert JatsReader().recognise(Head(data)) == ""


@pytest.mark.parametrize(
    "data", [b"<articles/>", b"<article><x/></article>", b"<article><front><article-meta/></front></article>"]
)
def test_an_article_without_content_is_skipped_with_a_reason(data: bytes) -> None:
    items = read(data)
    assert [type(item) for item in items] == [Skipped]
    assert isinstance(items[0], Skipped)
    assert items[0].reason


DATA = Path(__file__).resolve().parents[3].parent / "shared" / "data" / "jats"


def _files() -> Iterator[Path]:
    yield from (path for path in sorted(DATA.rglob("*.*ml")) if path.suffix in {".xml", ".nxml"})


_SCRIPTS = re.compile("([⁰¹²³⁴-⁾ₐ-ₜ₀-₎ᵃ-ᵿʰ-ˡˢⁱⁿⱽᴬ-ᵂᶜᶠᶿ]+)")
_OWN_LINE = re.compile(r"DOI:?\s*(?:https?://\S*)?10\.\d{4,9}/\S+\s*\Z")
_NO_WORDS = {"math", "tex-math", "alt-text", "object-id", "graphic"}
_INLINE = {"italic", "bold", "underline", "named-content", "monospace", "sc", "styled-content", "ext-link", "abbrev"}


def _words(text: str) -> list[str]:
    return re.findall(r"[^\W_]+", unicodedata.normalize("NFKC", _SCRIPTS.sub(r" \1 ", text)).casefold())


def _name(element: etree._Element) -> str:
    return str(element.tag).rpartition("}")[2].rpartition(":")[2]


def _flat(element: etree._Element) -> str:
    if _name(element) in _NO_WORDS:
        return " "
    inner = (element.text or "") + "".join(_flat(child) + (child.tail or "") for child in element)
    return inner if _name(element) in _INLINE else f" {inner} "


def _body_words(data: bytes) -> Counter[str]:
    """The words of all outermost paragraphs of bodies, taken from the XML without the reader."""
    parser = etree.XMLParser(
        recover=True, resolve_entities=False, no_network=True, remove_comments=True, remove_pis=True
    )
    counted: Counter[str] = Counter()
    for element in etree.fromstring(data, parser).iter("p", "{*}p"):
        above = {_name(ancestor) for ancestor in element.iterancestors()}
        text = _flat(element)
        if "body" in above and "p" not in above and not _OWN_LINE.match(" ".join(text.split())):
            counted.update(_words(text))
    return counted


def _known_words(items: list[ReadItem]) -> Iterator[str]:
    for item in items:
        for document in item.paper.documents if isinstance(item, ReadPaper) else ():
            yield from _words(document.text)
            for place in document.places():
                if place.kind == "section":
                    for table in place.section.tables:
                        yield from _words(" ".join((table.label, *(cell for row in table.rows for cell in row))))
                    for figure in place.section.figures:
                        yield from _words(figure.label)


@pytest.mark.skipif(not DATA.is_dir(), reason="the folder of real articles is not here")
def test_real_articles_end_in_papers_with_sound_documents() -> None:
    papers = resolved = pointers = wanted = found = 0
    for path in _files():
        data = path.read_bytes()
        if not JatsReader().recognise(Head(data)):
            continue
        items = read(data)
        assert items, path.name
        mine, words = _body_words(data), Counter(_known_words(items))
        wanted += mine.total()
        found += (mine & words).total()
        for item in items:
            if not isinstance(item, ReadPaper):
                continue
            papers += 1
            for document in item.paper.documents:
                check(document)
                keys = {reference.key for reference in document.references}
                for place in document.sentences(captions=True):
                    for pointer in place.sentence.pointers if place.sentence else ():
                        pointers += 1
                        resolved += bool(pointer.targets) and set(pointer.targets) <= keys
    assert papers > 100
    assert resolved / pointers > 0.99
    assert found / wanted > 0.995


def test_reading_is_repeatable() -> None:
    data = article("<p>x</p>")
    assert paper_of(data) == paper_of(data)
