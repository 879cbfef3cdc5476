from __future__ import annotations

from dataclasses import replace
from typing import Any

from conspectus.domain.document_building import ParagraphDraft, SectionDraft, build_document
from conspectus.domain.page_layout import LayoutSpan
from conspectus.domain.paper import Paper
from conspectus.domain.passage import Passage
from conspectus.exporters.answer_parts import answer_html, answer_markdown
from conspectus.exporters.passage_place import passage_place
from conspectus.testing import made_product

BLOCK: dict[str, Any] = {
    "ranking": "published",
    "level": "exact",
    "searched": 12,
    "entities": [{"text": "<mites>", "level": "exact", "paragraphs": 2}, {"text": "x", "level": None, "paragraphs": 0}],
    "relaxations": [{"kind": "replacement", "entity": "mites", "by": "mite", "paragraphs": 2}],
    "candidates": [
        {"paper": "p", "address": "s1.p1", "score": 2.0, "hits": {"<mites>": 2}, "routes": ["graph", "text"]}
    ],
    "queries": [{"step": "exact label", "sparql": "SELECT <x>", "bindings": {"wanted": "<mites>"}, "rows": 1}],
}


def product() -> Any:
    return replace(made_product(), kind="answer", block=BLOCK)


def test_the_search_behind_an_answer() -> None:
    html = answer_html(product())
    assert "&lt;mites&gt; (exact, 2 paragraphs); x (not found, 0 paragraphs)" in html
    assert "replacement of mites by mite" in html
    assert "<td>by the graph and by its words</td><td>&lt;mites&gt; 2</td>" in html
    assert "<pre>SELECT &lt;x&gt;</pre>" in html
    markdown = "\n".join(answer_markdown(product()))
    assert "keyword frequency, as published" in markdown
    assert "| p s1.p1 | 2.00 | by the graph and by its words |" in markdown


def test_other_products_show_nothing_of_it() -> None:
    assert answer_html(made_product()) == ""
    assert answer_markdown(made_product()) == []
    assert answer_html(replace(made_product(), kind="answer", block={"parts": []})) == ""


def test_where_a_passage_stands() -> None:
    inner = SectionDraft(
        heading="Inner", paragraphs=[ParagraphDraft("First one here. Second one here. Third one here.")]
    )
    document = build_document([SectionDraft(heading="Outer", sections=[inner])])
    place = document.at("s1.1.p1.t2")
    spans = tuple(
        LayoutSpan(start=start, end=end, page=page, box=(0.0, 0.0, 1.0, 1.0))
        for start, end, page in ((place.start, place.start + 4, 3), (place.start + 4, place.end, 4))
    )
    document = replace(document, layout=spans)
    paper = Paper(id="p", documents=(document,))
    passage = Passage(paper="p", version=document.version, address="s1.1.p1.t2", quote="Second one here.")
    found = passage_place(paper, passage)
    assert found is not None
    assert (found.sections, found.page) == (("Outer", "Inner"), "3–4")
    assert (found.before, found.after) == ("First one here.", "Third one here.")
    assert found.words == "Outer › Inner, pages 3–4"
    for other in (replace(passage, version="0" * 8), replace(passage, address="s9"), replace(passage, quote="Else.")):
        assert passage_place(paper, other) is None
    assert passage_place(None, passage) is None
