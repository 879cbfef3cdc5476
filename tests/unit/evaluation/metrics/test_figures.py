from __future__ import annotations

import pytest

from conspectus.evaluation.item import BenchmarkItem, BenchmarkReference, MethodOutput
from conspectus.evaluation.metrics import METRICS
from conspectus.evaluation.runner import score_output


def _item(target: str) -> BenchmarkItem:
    references = (
        BenchmarkReference(id="a", number=1, abstract="One."),
        BenchmarkReference(id="b", number=2, abstract="Two."),
        BenchmarkReference(id="c", number=3),
    )
    return BenchmarkItem(id="x", target=target, target_kind="citation-text", words=20, references=references)


def test_rouge_counted_by_hand_raw_and_stripped() -> None:
    # Raw: output "probe measure soil 1" (4), target "the probe measur soil moistur 2" (6); shared 3 words:
    # P 3/4, R 3/6, F1 0.6. Bigrams: output 3, target 5, shared probe-measure and measure-soil: F1 4/8.
    # The longest common subsequence is 3 long, so ROUGE-L equals ROUGE-1.
    # Stripped: 3 against 5 words, 3 shared: F1 6/8. Bigrams 2 against 4, 2 shared: F1 4/6.
    scores = score_output(
        MethodOutput(text="Probes measure soil [1]", cited=("a",)), _item("The probe measures soil moisture [2].")
    )
    assert scores["rouge1"] == pytest.approx(0.6)
    assert scores["rouge2"] == pytest.approx(0.5)
    assert scores["rougeL"] == pytest.approx(0.6)
    assert scores["rouge1_stripped"] == pytest.approx(0.75)
    assert scores["rouge2_stripped"] == pytest.approx(2 / 3)
    assert scores["rougeL_stripped"] == pytest.approx(0.75)
    assert scores["length"] == 4


def test_cited_share_counts_only_references_that_have_an_abstract() -> None:
    metric = METRICS.get("cited_share")
    item = _item("A target.")
    assert metric(MethodOutput(text="t", cited=("a", "c", "a")), item) == {"cited_share": 0.5}
    assert metric(MethodOutput(text="t", cited=("a", "b")), item) == {"cited_share": 1.0}
    assert metric(MethodOutput(text="t"), item) == {"cited_share": 0.0}


def test_an_empty_output_scores_nothing() -> None:
    assert set(score_output(MethodOutput(text=""), _item("A target of words.")).values()) == {0.0}


def test_no_two_metrics_share_a_key_and_shares_are_in_the_unit_interval() -> None:
    output, item = MethodOutput(text="A target [1].", cited=("a",)), _item("A target of words.")
    keys = [key for _, metric in METRICS.items() for key in metric(output, item)]
    assert len(keys) == len(set(keys))
    assert all(0 <= value <= 1 for key, value in score_output(output, item).items() if key != "length")
