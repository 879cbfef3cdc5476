from __future__ import annotations

import copy
import json
from dataclasses import replace

import pytest
from jsonschema import Draft202012Validator

from conspectus.domain.run_record import Product
from conspectus.exporters.json import JsonExporter, product_object, product_schema
from conspectus.foundation.errors import UsageError


@pytest.mark.parametrize("style", ["apa", "ieee"])
def test_product_fulfils_the_schema(product: Product, style: str) -> None:
    schema = product_schema()
    Draft202012Validator.check_schema(schema)
    Draft202012Validator(schema).validate(json.loads(JsonExporter().export(product, style=style)))


@pytest.mark.parametrize(
    "spoil",
    [
        lambda p: p.pop("review"),
        lambda p: p.update(extra=1),
        lambda p: p["sections"][0]["sentences"][0]["citations"][0].update(quote=None),
        lambda p: p["sections"][0]["sentences"][0]["citations"][0].update(passage="p7"),
        lambda p: p["sections"][0]["sentences"][0].update(verdict="fine"),
        lambda p: p["graph"]["relations"][0].update(kind="likes"),
        lambda p: p["run"].pop("seed"),
    ],
)
def test_schema_refuses_what_is_not_a_product(product: Product, spoil: object) -> None:
    spoiled = copy.deepcopy(product_object(product, style="apa"))
    spoil(spoiled)  # type: ignore[operator]
    assert not Draft202012Validator(product_schema()).is_valid(spoiled)


def test_sentences_hold_text_and_citations(product: Product) -> None:
    made = product_object(product, style="apa")
    first, second, third = made["sections"][0]["sentences"]
    assert first["text"] == "Smith et al. (2020b) propose a sparse retriever that improves recall."
    assert first["citations"] == [
        {
            "paper": "doi-10.1000_sparse",
            "passage": product.text.evidence[1].id,
            "quote": "We propose a sparse retriever that improves recall by 12 points.",
            "mode": "narrative",
            "shown": "Smith et al. (2020b)",
            "verdict": "supported",
            "score": 1.0,
        }
    ]
    assert second["text"] == "On rare terms dense encoders lose recall (Smith et al., 2020a; Smith et al., 2020b)."
    assert [c["shown"] for c in second["citations"]] == ["Smith et al., 2020a", "Smith et al., 2020b"]
    assert (third["verdict"], third["reasons"]) == ("partly", ["the sentence leaves out a condition"])
    assert [s["opens_paragraph"] for s in (first, second, third)] == [True, False, True]
    for section in made["sections"]:
        for sentence in section["sentences"]:
            for citation in sentence["citations"]:
                assert citation["shown"] in sentence["text"]
                assert citation["paper"] in {reference["id"] for reference in made["references"]}


def test_raised_numbers_keep_their_space(product: Product) -> None:
    made = product_object(product, style="nature")
    assert made["sections"][0]["sentences"][1]["text"] == "On rare terms dense encoders lose recall [1,2]."


def test_references_graph_and_run(product: Product) -> None:
    made = product_object(product, style="ieee")
    first = made["references"][0]
    assert first["id"] == "doi-10.1000_sparse"
    assert first["citation-key"] == "smith_sparse"
    assert first["keyword"] == "retrieval; Neoplasms, Second Primary; Neoplasms, Second Primary/therapy"
    assert "abstract" not in first
    assert made["references"][2]["custom"] == {"retracted": True}
    assert made["graph"]["relations"][0]["support"] == [
        {"passage": product.text.evidence[1].id, "quote": product.text.evidence[1].quote}
    ]
    assert made["run"]["seconds"] == {"read": 0.5, "write": 1.25}
    assert made["run"]["versions"] == {"conspectus": "0.1.0"}
    assert made["review"]["chosen"] == 0
    assert made["not_cited"] == [{"paper": "doi-10.1000_other", "reason": "the record has no abstract"}]


@pytest.mark.parametrize("value", [float("nan"), object(), {1, 2}])
def test_block_that_is_not_json_is_refused(product: Product, value: object) -> None:
    with pytest.raises(UsageError, match="JSON"):
        JsonExporter().export(replace(product, block={"score": value}), style="apa")


def test_same_product_gives_the_same_bytes(product: Product) -> None:
    assert JsonExporter().export(product, style="apa") == JsonExporter().export(product, style="apa")
