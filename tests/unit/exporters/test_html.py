from __future__ import annotations

import re
from dataclasses import replace

import pytest
from lxml import html

from conspectus.domain.cited_text import CitedSection, CitedSentence, CitedText
from conspectus.domain.minigraph import Minigraph
from conspectus.domain.run_record import Product
from conspectus.exporters.html import HtmlExporter
from conspectus.foundation.errors import GroundingError

STYLES = ("apa", "ieee", "nature", "mla")


def page(product: Product, style: str = "apa") -> html.HtmlElement:
    return html.document_fromstring(HtmlExporter().export(product, style=style))


@pytest.mark.parametrize("style", STYLES)
def test_every_link_inside_the_page_has_one_target(product: Product, style: str) -> None:
    root = page(product, style)
    ids = root.xpath("//@id")
    assert len(ids) == len(set(ids))
    links = [link for link in root.xpath("//a/@href") if link.startswith("#")]
    assert len(links) > 20
    assert {link[1:] for link in links} <= set(ids)
    assert {reference for joined in root.xpath("//@aria-labelledby") for reference in joined.split()} <= set(ids)


@pytest.mark.parametrize("style", STYLES)
def test_every_citation_opens_its_quote_and_the_quote_leads_back(product: Product, style: str) -> None:
    root = page(product, style)
    cites = root.xpath("//a[contains(@class, 'cite')]")
    assert len(cites) == 7
    for cite in cites:
        sentence = cite.xpath("ancestor::span[@class='sentence']/@id")[0]
        card = root.get_element_by_id(cite.get("href")[1:])
        assert f"#{sentence}" in card.xpath(".//span[@class='back']/a/@href")
        reference = root.get_element_by_id(card.xpath(".//p[@class='evidence-title']/a/@href")[0][1:])
        assert f"#{sentence}" in reference.xpath(".//span[@class='back']/a/@href")
        assert card.xpath(".//mark")


def test_quotes_are_verbatim_with_their_context(product: Product) -> None:
    root = page(product)
    first = root.get_element_by_id("e1")
    assert first.xpath("string(.//mark)") == "We propose a sparse retriever that improves recall by 12 points."
    assert [a.text for a in first.xpath(".//span[@class='around']")] == [
        "Evidence is hard to find.",
        "It needs no training data.",
    ]
    assert "#s1.p1.t2" in first.xpath("string(.//div[@class='id'])")
    assert "https://doi.org/10.1000/sparse" in first.xpath(".//a/@href")
    quotes = {mark.text_content() for mark in root.xpath("//blockquote//mark")}
    assert "All patients <img src=x onerror=alert(1)> recovered & stayed well." in quotes


def test_headings_title_and_paragraphs_are_honoured(product: Product) -> None:
    root = page(product)
    assert root.xpath("string(//h1)") == "Finding & using evidence: <em>a review</em>"
    assert root.xpath("//main/h2/text()") == ["Finding evidence", "Practice <i>& more</i>"]
    paragraphs = root.xpath("//main/p")
    assert [len(p.xpath("./span[@class='sentence']")) for p in paragraphs] == [2, 1, 2]
    assert paragraphs[0].xpath("string(./span[1])") == (
        "Smith et al. (2020b) propose a sparse retriever that improves recall."
    )


def test_hostile_text_makes_no_elements(product: Product) -> None:
    text = HtmlExporter().export(product, style="apa")
    root = html.document_fromstring(text)
    assert len(root.xpath("//script")) == 1
    assert not root.xpath(
        "//img | //em | //b | //iframe | //object | //*[@onerror] | //*[starts-with(@href, 'javascript')]"
    )
    assert "alert('x')" not in root.xpath("string(//script)")


def test_page_asks_for_nothing_from_elsewhere(product: Product) -> None:
    text = HtmlExporter().export(product, style="ieee")
    root = html.document_fromstring(text)
    assert not root.xpath("//@src | //link | //svg//image | //use")
    assert not re.search(r"url\((?!#)|@import|@font-face|fetch\(|XMLHttp", text)
    assert {link.split("/")[2] for link in root.xpath("//a/@href") if not link.startswith("#")} <= {
        "doi.org",
        "arxiv.org",
    }


def test_reader_sees_retractions_paraphrases_and_verdicts(product: Product) -> None:
    root = page(product)
    assert "retracted paper" in root.xpath("string(//div[@role='note'][1])")
    assert root.xpath("//ol[contains(@class, 'references')]//strong[text()='Retracted']")
    assert root.xpath("//ol[contains(@class, 'references')]//span[text()='Paraphrase']")
    assert root.xpath("//a[contains(@class, 'cite') and contains(@class, 'retracted')]//span[text()=' (retracted)']")
    verdicts = [node.get("class").split()[1] for node in root.xpath("//main//span[starts-with(@class, 'verdict')]")]
    assert verdicts == ["supported", "not_checked", "partly", "supported", "not_checked"]
    assert root.xpath("//main//span[@title='supported in part; the sentence leaves out a condition']")


def test_foot_tells_how_the_text_was_made_and_what_is_not_cited(product: Product) -> None:
    root = page(product)
    foot = root.xpath("string(//footer)")
    for fact in ("run-1", "extractive", "tfidf-1", "chunk_size 3", "1.8 s", "CC BY-SA 3.0"):
        assert fact in foot
    assert "doi-10.1000_other: the record has no abstract" in root.xpath(
        "string(//section[@aria-labelledby='not-cited'])"
    )
    assert root.get("lang") == "en"


def test_minigraph_is_drawn_inside_the_page(product: Product) -> None:
    root = page(product)
    assert len(root.xpath("//svg//g[@class='concept']")) == 3
    assert "1 more concept is without a relation and not drawn." in root.xpath("string(//figcaption)")
    assert "recall — Evaluate-for → sparse retriever" in root.xpath("string(//ol[@class='relations'])")
    without = page(replace(product, graph=Minigraph(), not_cited=(), warnings=()))
    assert not without.xpath("//svg | //*[@id='not-cited']")


def test_same_product_gives_the_same_bytes(product: Product) -> None:
    assert HtmlExporter().export(product, style="apa") == HtmlExporter().export(product, style="apa")


def test_text_without_sentences_is_a_page(product: Product) -> None:
    empty = replace(product, text=CitedText(evidence=()), papers=(), title="")
    assert page(empty).xpath("string(//h1)") == "Literature review"


def test_cited_paper_without_record_is_refused(product: Product) -> None:
    with pytest.raises(GroundingError, match="pmid-777"):
        HtmlExporter().export(replace(product, papers=product.papers[:2]), style="apa")


def test_control_characters_do_not_break_the_page(product: Product) -> None:
    section = CitedSection(heading="H\x00\x0b", sentences=(CitedSentence(parts=("A\x01 b\ue010c",)),))
    made = page(replace(product, text=CitedText(evidence=(), sections=(section,))))
    assert made.xpath("string(//main/p/span[1])") == "A bc"


def test_reference_links_its_doi_once(product: Product) -> None:
    for style in STYLES:
        links = (
            page(product, style).get_element_by_id("references").getparent().xpath(".//a[contains(@href, 'doi.org')]")
        )
        assert sorted(link.get("href") for link in links) == [
            "https://doi.org/10.1000/dense",
            "https://doi.org/10.1000/sparse",
        ]


def test_concepts_without_a_relation_are_drawn_only_where_papers_share_them() -> None:
    from conspectus.domain.minigraph import Concept, ConceptKind, Relation, RelationKind, build_minigraph
    from conspectus.exporters.html_evidence import minigraph_figure

    concepts = [Concept(name=f"lone thing {n}", kind=ConceptKind.OTHER, papers=("a",)) for n in range(30)]
    concepts.append(Concept(name="shared thing", kind=ConceptKind.TASK, papers=("a", "b")))
    graph = build_minigraph(concepts, [Relation(head="rain", kind=RelationKind.USED_FOR, tail="floods")])
    figure = minigraph_figure(graph, {})
    assert "shared thing" in figure
    assert "lone thing" not in figure
    assert "30 more concepts are without a relation and not drawn." in figure
