from __future__ import annotations

import pytest

from conspectus.evaluation.metrics.judges import CRITERIA, cronbach_alpha, judge_means

# Ratings of five answers whose means are those of the published table (methods 3.7).
KG = {"E1": (3.4, 3.8, 3.4, 4.0), "E2": (3.6, 3.6, 3.6, 4.2), "E3": (4.6, 4.0, 4.0, 4.6)}
VECTOR = {"E1": (3.4, 3.4, 2.8, 4.0), "E2": (3.6, 3.4, 3.2, 4.2), "E3": (4.2, 3.8, 3.2, 4.0)}


def ratings(table: dict[str, tuple[float, ...]]) -> dict[str, dict[str, list[float]]]:
    """Five whole ratings from 1 to 5 with each mean: as many of the higher number as the sum needs."""
    made: dict[str, dict[str, list[float]]] = {}
    for judge, means in table.items():
        made[judge] = {}
        for criterion, mean in zip(CRITERIA, means, strict=True):
            low, above = divmod(round(mean * 5), 5)
            made[judge][criterion] = [float(low + (n < above)) for n in range(5)]
    return made


@pytest.mark.parametrize("table, means", [(KG, (3.867, 3.800, 3.667, 4.267)), (VECTOR, (3.733, 3.533, 3.067, 4.067))])
def test_the_published_table(table: dict[str, tuple[float, ...]], means: tuple[float, ...]) -> None:
    """Methods, appendix B 11."""
    found = judge_means(ratings(table))
    assert tuple(round(found["mean"][criterion], 3) for criterion in CRITERIA) == means
    assert tuple(found["E2"][criterion] for criterion in CRITERIA) == pytest.approx(table["E2"])


def test_alpha_by_hand() -> None:
    """Methods, appendix B 10, with sample variances."""
    assert cronbach_alpha([[3, 4, 5, 2, 4], [3, 5, 5, 2, 3], [4, 4, 5, 3, 4]]) == pytest.approx(0.9130, abs=5e-5)
    assert cronbach_alpha([[1, 2, 3], [1, 2, 3]]) == pytest.approx(1.0)
    assert cronbach_alpha([[1, 2], [2, 1]]) == 0.0


@pytest.mark.parametrize("rows", [[], [[1, 2]], [[1], [2]], [[1, 2], [1, 2, 3]]])
def test_too_few_ratings(rows: list[list[float]]) -> None:
    with pytest.raises(ValueError, match="alpha needs"):
        cronbach_alpha(rows)


def test_ratings_out_of_range_or_missing() -> None:
    good = {criterion: [3.0] for criterion in CRITERIA}
    with pytest.raises(ValueError, match="from 1 to 5"):
        judge_means({"a": {**good, "accuracy": [6.0]}})
    with pytest.raises(ValueError, match="not rated all"):
        judge_means({"a": {"accuracy": [3.0]}})
    assert judge_means({}) == {}
