from __future__ import annotations

import json
from typing import Any

import pytest
from ddm_papers import full_paper

from conspectus.domain.ddm_form import ddm_values, paper_of_ddm
from conspectus.foundation.errors import InputError


def values() -> dict[str, Any]:
    """As a program gets them from the file."""
    made: dict[str, Any] = json.loads(json.dumps(ddm_values(full_paper())))
    return made


def test_nodes_have_their_address_and_their_place_among_siblings() -> None:
    paper = full_paper()
    document = paper.documents[0]
    seen: list[tuple[str, int]] = []

    def walk(node: dict[str, Any]) -> None:
        if "ID" in node:
            seen.append((node["ID"], node["index"]))
        for name in ("section", "paragraph", "sentence", "figure", "table", "note"):
            for child in node.get(name, []):
                walk(child)

    walk(values()["documents"][0])
    assert {address for address, _ in seen} == {place.address for place in document.places()}
    assert dict(seen)["s2.p1.t2"] == 2
    assert dict(seen)["s2.1"] == 1
    # The note is the first note, and the second of the table's paragraphs.
    assert dict(seen)["s2.b1.p2"] == 1


def test_sentences_hold_their_text_and_their_references() -> None:
    sentence = values()["documents"][0]["section"][1]["paragraph"][0]["sentence"][0]
    assert sentence["text"] == "Wells fall dry [1, 2]."
    (pointer,) = sentence["reference"]
    assert (pointer["index"], pointer["text"], pointer["targets"]) == (1, "[1, 2]", ["b0", "b 1"])


def test_values_are_read_back_as_the_same_paper() -> None:
    assert paper_of_ddm(values()) == full_paper()


def test_a_document_without_text_is_made_of_its_sentences() -> None:
    sentences = [{"index": 1, "text": "We dug."}, {"index": 2, "text": "It was deep."}]
    section = {"index": 1, "heading": "1 Methods", "paragraph": [{"index": 1, "sentence": sentences}]}
    without = {"schema": "conspectus.ddm/1", "title": "T", "documents": [{"section": [section]}]}
    (document,) = paper_of_ddm(without).documents
    assert document.text == "1 Methods\n\nWe dug. It was deep."
    assert document.sections[0].kind.value == "Methodology"
    assert [document.text[s.start : s.end] for s in document.sections[0].paragraphs[0].sentences] == [
        "We dug.",
        "It was deep.",
    ]


@pytest.mark.parametrize(
    ("spoil", "message"),
    [
        (lambda v: v.update(schema="conspectus.ddm/9"), "no file of the schema"),
        (lambda v: v.update(documents={}), "'documents' is not a list"),
        (lambda v: v.update(authors="Moor"), "metadata"),
        (lambda v: v["documents"][0].update(text="Short."), "lies outside"),
        (lambda v: v["documents"][0]["section"][0]["paragraph"][0]["sentence"][0].update(text="Other."), "s1.p1.t1"),
        (lambda v: v["documents"][0]["section"][0]["paragraph"][0].update(end=12), "s1.p1.t2"),
        (lambda v: v["documents"][0]["section"][0].update(kind="Prologue"), "a document"),
        (lambda v: v["documents"][0]["section"][0].pop("start"), "a document"),
        (lambda v: v["documents"][0]["layout"][0].update(end=9999), "page 1"),
        (lambda v: v["documents"][0]["section"][1]["paragraph"][0]["sentence"][0]["reference"][0].update(end=999),
         "s2.p1.t1"),
    ],
)  # fmt: skip
def test_a_spoilt_file_is_refused_with_a_hint(spoil: Any, message: str) -> None:
    spoilt = values()
    spoil(spoilt)
    with pytest.raises(InputError, match=message) as raised:
        paper_of_ddm(spoilt)
    assert raised.value.hint
