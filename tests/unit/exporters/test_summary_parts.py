from __future__ import annotations

import copy
import json
import xml.etree.ElementTree as ElementTree
from dataclasses import replace
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from conspectus.domain.run_record import Product
from conspectus.engines.extractive.engine import ExtractiveEngine
from conspectus.exporters import EXPORTERS
from conspectus.exporters.community_map import draw_communities
from conspectus.exporters.json import product_object, product_schema
from conspectus.exporters.summary_parts import log_text, summary_html, summary_markdown
from conspectus.pipelines.paper_summary.pipeline import SummaryParts, write_summary
from conspectus.pipelines.paper_summary.request import SummaryRequest
from conspectus.testing.full_paper import made_full_paper
from conspectus.testing.material import made_product


@pytest.fixture(scope="module")
def summary() -> Product:
    parts = SummaryParts(abbreviations=lambda _: {})
    request = SummaryRequest.model_validate({"accept": 1.0, "min_community": 1})
    return write_summary(request, made_full_paper(3), ExtractiveEngine(), parts=parts)


def with_log(product: Product) -> Product:
    issue = {"kind": "unsupported", "sentence": 1, "claim": "A | <b>", "advice": "Look *again*.", "query": "a"}
    found = {"sentence": 1, "rejected": "A | <b>", "query": "a", "passages": ["peat@0a1b2c3d#s1.p1.t1"]}
    block = copy.deepcopy(product.block)
    block["rounds"][0] |= {"issues": [issue], "retrieved": [found], "decision": "minor"}
    return replace(product, block={**block, "log": True})


def test_the_json_of_a_summary_fulfils_its_schema(summary: Product) -> None:
    for product in (summary, with_log(summary)):
        Draft202012Validator(product_schema()).validate(
            json.loads(EXPORTERS.get("json")().export(product, style="apa"))
        )


@pytest.mark.parametrize(
    "spoil",
    [
        lambda b: b.pop("rounds"),
        lambda b: b.update(rounds=[]),
        lambda b: b.update(more=1),
        lambda b: b.update(stop_reason="tired"),
        lambda b: b["rounds"][0].update(score=1.5),
        lambda b: b["rounds"][0].update(decision="perhaps"),
        lambda b: b["rounds"][0]["dimensions"].pop("style"),
        lambda b: b["rounds"][0]["sentences"][0].update(verdict="fine"),
        lambda b: b["communities"][0].update(role="chorus"),
    ],
)
def test_the_schema_refuses_what_is_no_summary(summary: Product, spoil: Any) -> None:
    spoiled = product_object(summary, style="apa")
    spoiled["summary"] = copy.deepcopy(spoiled["summary"])
    spoil(spoiled["summary"])
    assert not Draft202012Validator(product_schema()).is_valid(spoiled)


def test_the_map_is_well_formed_and_has_a_box_for_each_thread(summary: Product) -> None:
    drawing = draw_communities(summary.block, summary.entity_graph)
    svg = ElementTree.fromstring(drawing)
    kept = [c for c in summary.block["communities"] if c["level"] == 0 and c["kept"]]
    boxes = list(svg.iter("{http://www.w3.org/2000/svg}rect"))
    assert len(boxes) == min(24, len(kept))
    assert "\n\n" not in drawing
    places = [(float(b.attrib["x"]), float(b.attrib["y"]), float(b.attrib["height"])) for b in boxes]
    for x, y, height in places:
        assert not [other for other in places if other[0] == x and y < other[1] < y + height]


def test_names_with_signs_of_markup_and_empty_maps() -> None:
    community = {
        "id": "c1", "level": 0, "kept": True, "title": "A <b> & “c”", "role": "method", "entities": ["<script>"] * 6,
    }  # fmt: skip
    svg = ElementTree.fromstring(draw_communities({"communities": [community], "plan": ["c1"]}, None))
    texts = [text.text for text in svg.iter("{http://www.w3.org/2000/svg}text")]
    assert texts == ["method", "A <b> & “c”", *["· <script>"] * 4, "· and 2 more"]
    assert draw_communities({"communities": [{**community, "kept": False}], "plan": []}, None) == ""


def test_every_sentence_of_the_page_opens_its_evidence(summary: Product) -> None:
    page = EXPORTERS.get("html")().export(summary, style="apa")
    assert page.count('class="cite') >= len(list(summary.text.sentences()))
    for sentence in summary.text.sentences():
        for citation in sentence.citations:
            assert citation.passage.quote[:30] in page
    assert page.count('<svg xmlns="http://www.w3.org/2000/svg" class="communities"') == 1


def test_the_log_is_a_table_of_rounds(summary: Product) -> None:
    html = summary_html(with_log(summary))
    assert html.count("<tr>") == 1 + len(summary.block["rounds"])
    assert "<b>" not in html
    assert "unsupported in sentence 2: “A | &lt;b&gt;” Look *again*." in html
    assert "looked up instead of “A | &lt;b&gt;” for “a”: s1.p1.t1" in html
    assert "The draft of round" in html


def test_markdown_has_the_log_only_where_it_is_asked_for(summary: Product) -> None:
    without, given = summary_markdown(summary), summary_markdown(with_log(summary), log=True)
    assert without[0] == "## Threads of the paper"
    assert not any("The teacher’s log" in part for part in without)
    table = next(part for part in given if part.startswith("| round |"))
    assert table.count("\n") == 1 + len(summary.block["rounds"])
    assert {line.count(" | ") for line in table.splitlines() if not line.startswith("|---")} == {6}
    assert "The teacher’s log" in EXPORTERS.get("markdown")().export(with_log(summary), style="apa")
    assert "The teacher’s log" not in EXPORTERS.get("markdown")().export(summary, style="apa")


def test_the_log_in_plain_text(summary: Product) -> None:
    lines = log_text(with_log(summary).block)
    assert lines[0].startswith("round 1: score 0.")
    assert lines[1] == "  unsupported in sentence 2: “A | <b>” Look *again*."
    assert lines[-1].startswith("The draft of round ")


def test_other_products_have_none_of_it() -> None:
    assert (summary_html(made_product()), summary_markdown(made_product())) == ("", [])
