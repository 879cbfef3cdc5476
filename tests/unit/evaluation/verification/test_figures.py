from __future__ import annotations

import pytest

from conspectus.evaluation.verification.figures import auroc, balanced_accuracy, best_threshold, spearman


def test_auroc_counts_pairs_in_order_and_ties_as_a_half() -> None:
    # True at .9, .5; false at .5, .1: the pairs are right, right, tied, right.
    assert auroc([0.9, 0.5, 0.5, 0.1], [True, True, False, False]) == pytest.approx(3.5 / 4)
    assert auroc([0.1, 0.9], [True, False]) == 0.0


def test_balanced_accuracy_is_the_mean_over_both_kinds() -> None:
    assert balanced_accuracy([True, True, False, True], [True, True, True, False]) == pytest.approx((2 / 3 + 0) / 2)


def test_the_best_threshold_parts_the_kinds() -> None:
    assert best_threshold([0.1, 0.2, 0.7, 0.9], [False, False, True, True]) == 0.7
    many = [number / 1000 for number in range(1000)]
    assert best_threshold(many, [value >= 0.5 for value in many]) == pytest.approx(0.5, abs=0.01)


def test_rank_correlation_shares_ranks() -> None:
    assert spearman([1, 2, 3], [10, 20, 90]) == pytest.approx(1.0)
    assert spearman([1, 2, 3], [3, 2, 1]) == pytest.approx(-1.0)
    # Ranks 1, 2.5, 2.5, 4 against 1, 2, 3, 4: 4.5 / sqrt(4.5 * 5).
    assert spearman([1, 5, 5, 9], [1, 2, 3, 4]) == pytest.approx(4.5 / (4.5 * 5) ** 0.5)
    assert spearman([1, 1], [1, 2]) is None


def test_what_cannot_be_measured_is_refused() -> None:
    with pytest.raises(ValueError, match="both kinds"):
        auroc([1.0], [True])
    with pytest.raises(ValueError, match="one label for each answer"):
        balanced_accuracy([True, False], [True])
    with pytest.raises(ValueError, match="pairs"):
        spearman([1.0], [1.0, 2.0])
