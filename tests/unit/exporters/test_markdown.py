from __future__ import annotations

import re

from conspectus.domain.run_record import Product
from conspectus.exporters.markdown import MarkdownExporter
from conspectus.exporters.marked_text import escape_markdown


def test_sentences_link_to_their_sources(product: Product) -> None:
    text = MarkdownExporter().export(product, style="ieee")
    assert text.startswith("# Finding &amp; using evidence: \\<em\\>a review\\</em\\>\n\n> **Warning:** One record was")
    assert "\nSmith et al. [\\[1\\]](#e1) propose a sparse retriever that improves recall. On rare terms" in text
    assert "\n\nIn contrast, O'Neil and Garcia [\\[3\\]](#e4) report that all patients recovered.\n\n## P" in text
    links, anchors = re.findall(r"\]\(#(\w+)\)", text), re.findall(r'<a id="(\w+)">', text)
    assert len(anchors) == len(set(anchors)) == 12
    assert set(links) == set(anchors)


def test_sources_are_quoted_word_for_word_with_their_passage(product: Product) -> None:
    text = MarkdownExporter().export(product, style="apa")
    assert "> We propose a sparse retriever that improves recall by 12 points.\n>\n> `doi-10.1000_sparse@" in text
    assert "> All patients \\<img src=x onerror=alert(1)\\> recovered &amp; stayed well." in text
    assert "- `doi-10.1000_other`: the record has no abstract" in text
    assert "- Engine: extractive" in text


def test_references_are_numbered_only_in_numeric_styles(product: Product) -> None:
    numbered = MarkdownExporter().export(product, style="ieee").split("## References")[1]
    assert re.findall(r"^(\d+)\. <a", numbered, re.MULTILINE) == ["1", "2", "3", "4", "5"]
    listed = MarkdownExporter().export(product, style="apa").split("## References")[1].split("## Sources")[0]
    assert len(re.findall(r"^- <a", listed, re.MULTILINE)) == 5
    assert "**RETRACTED.** O'Neil" in listed
    assert "<https://doi.org/10.1000/sparse>" in listed


def test_no_html_but_our_anchors(product: Product) -> None:
    text = MarkdownExporter().export(product, style="apa")
    bare = re.sub(r'<a id="\w+"></a>|<https?://[^>]+>|\\<|\\>', "", text)
    assert "<" not in bare


def test_line_starts_are_no_lists_or_headings() -> None:
    assert escape_markdown("# no heading") == "\\# no heading"
    assert escape_markdown("1. no list") == "1\\. no list"
    assert escape_markdown("- no list") == "\\- no list"
    assert escape_markdown("2020 was *it*") == "2020 was \\*it\\*"


def test_same_product_gives_the_same_bytes(product: Product) -> None:
    assert MarkdownExporter().export(product, style="mla") == MarkdownExporter().export(product, style="mla")
