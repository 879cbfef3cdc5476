from __future__ import annotations

import xml.etree.ElementTree as ElementTree
from dataclasses import replace

import pytest

from conspectus.domain.cited_text import Citation, CitationMark, CitedSection, CitedSentence, CitedText
from conspectus.domain.passage import passages_of
from conspectus.domain.run_record import Product
from conspectus.exporters import EXPORTERS
from conspectus.exporters.json import product_object
from conspectus.exporters.topic_page_parts import topic_page_html, topic_page_markdown, years_svg
from conspectus.foundation.errors import GroundingError
from conspectus.testing.material import made_papers, made_product

SPARSE, DENSE = made_papers()[:2]
HIDDEN, SHOWN = passages_of(DENSE)[0], passages_of(SPARSE)[0]


def page() -> Product:
    definition = CitedSentence(parts=("It is a thing.", CitationMark((Citation(passage=HIDDEN, shown=False),))))
    claim = CitedSentence(parts=("It helps ", CitationMark((Citation(passage=SHOWN),)), "."))
    block = {
        "query": "a <b> | c",
        "translation": "",
        "link": "https://example.org/?q=1",
        "names": ["thing"],
        "source": "made",
        "retrieved_at": "2026",
        "end_year": 2026,
        "years": [{"year": 2020, "count": 2}],
        "years_note": "All.",
        "counts": dict.fromkeys(
            (
                "found",
                "fetched",
                "missing",
                "without_abstract",
                "retracted",
                "repeated",
                "off_topic",
                "clustered",
                "shown",
                "cited",
            ),
            3,
        ),
        "threshold": {"value": 0.94, "tried": [0.96, 0.94], "source": "published", "published_by": "us"},
        "clusters": [
            {
                "size": 5,
                "centre": {"paper": "x", "title": "A | <b>"},
                "titles": ["A | <b>", "B"],
                "keywords": ["k"],
                "shown": ["x"],
            }
        ],
        "clusters_note": "",
    }
    sections = (
        CitedSection(heading="Definition", sentences=(definition,)),
        CitedSection(heading="Main content", sentences=(claim,)),
        CitedSection(heading="Future directions"),
    )
    text = CitedText(evidence=(HIDDEN, SHOWN), sections=sections)
    return replace(made_product(), kind="topic_page", text=text, papers=(SPARSE, DENSE), block=block, warnings=())


def test_a_citation_that_is_not_shown_prints_nothing_and_its_quote_is_there() -> None:
    text = EXPORTERS.get("markdown")().export(page(), style="ieee")
    assert "## Definition\n\nIt is a thing.\n" in text
    assert "It helps [\\[1\\]](#e2)." in text, "the paper that is printed first has the first number"
    assert HIDDEN.quote in text
    assert "Future directions" not in text
    html = EXPORTERS.get("html")().export(page(), style="ieee")
    assert 'class="cite unseen-source" href="#e1"' in html
    citations = [
        s["citations"][0]["shown"]
        for part in product_object(page(), style="ieee")["sections"]
        for s in part["sentences"]
    ]
    assert citations == [False, "[1]"]


def test_a_mark_is_shown_or_not_as_a_whole() -> None:
    mark = CitationMark((Citation(passage=HIDDEN, shown=False), Citation(passage=SHOWN)))
    with pytest.raises(GroundingError):
        CitedText(evidence=(HIDDEN, SHOWN), sections=(CitedSection(sentences=(CitedSentence(parts=("A", mark)),)),))


def test_the_search_is_told_and_nothing_of_it_is_markup() -> None:
    markdown = "\n\n".join(topic_page_markdown(page()))
    assert "a \\<b\\> \\| c" in markdown
    assert "([open the search](<https://example.org/?q=1>))" in markdown
    assert "| 5 | 1 | A \\| \\<b\\> | B | k |" in markdown
    assert "0.94 (us); tried 0.96, 0.94" in markdown
    html = topic_page_html(page())
    assert "a &lt;b&gt; | c" in html
    assert "<td>A | &lt;b&gt;<br>B</td>" in html
    ElementTree.fromstring(html.replace("<br>", "<br/>"))
    assert topic_page_markdown(made_product()) == []
    assert topic_page_html(made_product()) == ""


def test_a_dangerous_link_is_no_link() -> None:
    product = page()
    product.block["link"] = "javascript:alert(1)"
    assert "javascript" not in topic_page_html(product) + "".join(topic_page_markdown(product))


def test_the_histogram_has_a_bar_for_each_year_with_heights_in_proportion() -> None:
    svg = years_svg([{"year": 2018, "count": 4}, {"year": 2020, "count": 1}])
    bars = [e for e in ElementTree.fromstring(svg) if e.tag.endswith("rect")]
    assert [float(bar.get("height", 0)) for bar in bars] == [108.0, 0.0, 27.0]
    assert "\n\n" not in svg, "a blank line would end the block in Markdown"
    assert years_svg([]) == ""


def test_very_long_spans_are_cut_and_said_to_be() -> None:
    svg = years_svg([{"year": 1800, "count": 7}, {"year": 2020, "count": 1}])
    assert svg.count("<rect") == 60
    assert "7 earlier ones are not drawn" in svg


def test_of_many_clusters_the_biggest_are_listed_and_the_others_counted() -> None:
    product = page()
    product.block["clusters"] = product.block["clusters"] * 23
    assert "The 20 biggest of 23 clusters" in topic_page_html(product)
    assert topic_page_html(product).count("<tr><td>") == 20
    assert "\n\n".join(topic_page_markdown(product)).count("| 5 | 1 |") == 20
