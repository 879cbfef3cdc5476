from __future__ import annotations

import json
from typing import Any

import pytest

from conspectus.domain.document_building import ParagraphDraft, SectionDraft, build_document
from conspectus.domain.structure_tasks import DescribeSectionRequest
from conspectus.engines.extractive.section_summaries import describe_section as by_rules
from conspectus.foundation.errors import ServerFailed, TooManyFailures

LONG = (
    "Peat bogs store carbon for thousands of years because decay is slow in cold and wet ground. "
    "Drained peat bogs lose carbon because microbial decay is fast in dry peat of any kind. "
    "We therefore measured the decay of peat in drained bogs and in wet bogs for two years [p7]."
)
DOCUMENT = build_document(
    [
        SectionDraft(heading="Decay of bogs", paragraphs=[ParagraphDraft(LONG)]),
        SectionDraft(heading="Short", paragraphs=[ParagraphDraft("Peat grows here.")]),
    ]
)


def request(address: str = "s1", **fields: Any) -> DescribeSectionRequest:
    return DescribeSectionRequest(paper="p", document=DOCUMENT, address=address, **fields)


def answer(keywords: list[tuple[str, float]], *summary: tuple[str, list[str]]) -> str:
    return json.dumps(
        {
            "keywords": [{"text": text, "score": score} for text, score in keywords],
            "summary": [{"sentence": sentence, "evidence": evidence} for sentence, evidence in summary],
        }
    )


def test_keywords_and_summary_of_a_model(ask: Any) -> None:
    asked = ask(
        answer(
            [("microbial decay", 0.9), ("peat bogs", 0.8)],
            ("Drained peat bogs lose carbon by fast decay.", ["p2"]),
            ("The authors measured decay in bogs.", ["p3", "p1"]),
        )
    )
    found = asked.engine.describe_section(request(keywords=2))
    assert [(k.text, k.score) for k in found.keywords] == [("microbial decay", 0.9), ("peat bogs", 0.8)]
    assert found.summary == "Drained peat bogs lose carbon by fast decay. The authors measured decay in bogs."
    assert found.summary_from == ("s1.p1.t2", "s1.p1.t3", "s1.p1.t1")
    content = asked.client.calls[0].messages[1].content
    assert "Decay of bogs" in content
    assert "(p7)" in content


def test_what_does_not_stand_in_the_section_is_left_out(ask: Any) -> None:
    asked = ask(
        answer(
            [
                ("zebra crossing", 1.0),
                ("peat bogs", 0.8),
                ("drained peat bogs", 0.7),
                ("a b c d", 0.5),
                ("results", 0.4),
            ],
            ("Zebras roam in the savannah at night.", ["p1"]),
            ("Peat bogs store carbon.", ["p99"]),
            ("Peat bogs store carbon for years.", ["p1"]),
        )
    )
    found = asked.engine.describe_section(request(keywords=3))
    texts = [k.text for k in found.keywords]
    assert texts[0] == "peat bogs"
    assert "zebra crossing" not in texts
    assert "drained peat bogs" not in texts
    # Rules fill up what is missing.
    assert len(texts) == 3
    assert found.summary == "Peat bogs store carbon for years."


def test_a_summary_that_rests_on_nothing_is_extractive(ask: Any) -> None:
    asked = ask(answer([], ("A travel guide to the moors.", ["p1"])))
    found = asked.engine.describe_section(request())
    assert (found.summary, found.keywords) == (by_rules(request()).summary, by_rules(request()).keywords)
    assert asked.client.fallbacks == [("describe_section", "the summary rests on no sentence of the section")]


def test_a_short_section_is_asked_for_keywords_only(ask: Any) -> None:
    asked = ask(answer([("peat", 1.0)], ("Peat grows here.", ["p1"])))
    found = asked.engine.describe_section(request("s2"))
    assert (found.summary, [k.text for k in found.keywords]) == ("", ["peat"])
    assert "## Summary" not in asked.client.calls[0].messages[0].content


def test_the_summary_keeps_its_length(ask: Any) -> None:
    sentence = ("Peat bogs store carbon for thousands of years.", ["p1"])
    found = ask(answer([], sentence, ("Drained peat bogs lose carbon in dry peat.", ["p2"]))).engine.describe_section(
        request(summary_words=10)
    )
    assert found.summary == sentence[0]


def test_rules_describe_where_the_model_fails(ask: Any) -> None:
    asked = ask(ServerFailed("Down."))
    assert asked.engine.describe_section(request()) == by_rules(request())
    assert asked.client.fallbacks == [("describe_section", "Down.")]
    with pytest.raises(TooManyFailures):
        ask(TooManyFailures("Stop.")).engine.describe_section(request())
    with pytest.raises(KeyError):
        ask(answer([])).engine.describe_section(request("s7"))
