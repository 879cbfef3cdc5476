from __future__ import annotations

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from conspectus.grounding.number_reading import numbers_of
from conspectus.grounding.numbers import agrees, number_findings
from conspectus.grounding.words import read


def findings(claim: str, *evidence: str, known: str = "") -> list[tuple[str, str]]:
    return [(f.kind, f.words) for f in number_findings(read(claim), [read(text) for text in evidence], [known])]


@pytest.mark.parametrize(
    "text, values",
    [
        ("1,234 birds in 2,5 plots", ["1234", "2"]),
        ("3.2 million reads", ["3200000"]),
        ("a 7B model and 40k steps", ["7000000000", "40000"]),
        ("twenty-three hens, forty ducks", ["23", "40"]),
        ("5 x 10^-3 mol, 2e-4", ["0.005", "0.0002"]),
        ("COVID-19, GPT-4, F1, p53 and 3D", []),
        ("p < .05", ["0.05"]),
        ("at −12 °C", ["-12"]),
        ("[12] and [3, 4]", []),
    ],
)
def test_numbers_are_read(text: str, values: list[str]) -> None:
    found = [number.value for number in numbers_of(text) if not number.implied]
    assert found[: len(values)] == [Decimal(value) for value in values]
    assert bool(found) == bool(values)


def test_a_number_has_its_unit_and_a_range_has_it_at_both_ends() -> None:
    low, high = numbers_of("10-20 mg daily")
    assert (low.value, low.dimension, low.factor) == (Decimal(10), "mass", Decimal("0.001"))
    assert (high.value, high.dimension) == (Decimal(20), "mass")
    assert [number.dimension for number in numbers_of("20 percent, 3-fold, a 24-hour fast")] == [
        "share",
        "fold",
        "time",
    ]


@pytest.mark.parametrize(
    "claim, evidence",
    [
        ("It gained 45%.", "It gained 45 percent."),
        ("It gained 45%.", "A gain of 0.45 was seen."),
        ("A share of 0.45.", "Of these, 45 % agreed."),
        ("A mean of 3.1.", "A mean of 3.14."),
        ("A mean of 3.2.", "A mean of 3.15."),
        ("About 1,200 hens.", "We saw 1,234 hens."),
        ("Over 1200 hens.", "We saw 1,234 hens."),
        ("A dose of 0.5 g.", "A dose of 500 mg."),
        ("For 2 hours.", "For 120 minutes."),
        ("Five hens.", "5 hens."),
        ("5 hens.", "Five hens."),
        ("p < 0.05", "p = 0.03"),
        ("p < 0.05", "p < 0.01"),
        ("It fell by 0.5.", "The change was -0.5."),
        ("On 15 June 2020.", "On 2020-06-15."),
        ("On 2020-06-15.", "On June 15, 2020."),
        ("Of 2 hens.", "Both hens."),
        ("Two cohorts were joined.", "The Oder cohort and the Elbe cohort were joined."),
    ],
)
def test_the_same_number_otherwise_is_no_fault(claim: str, evidence: str) -> None:
    assert findings(claim, evidence) == []


@pytest.mark.parametrize(
    "claim, evidence, kind",
    [
        ("It gained 46%.", "It gained 45 percent.", "number"),
        ("A mean of 3.14.", "A mean of 3.1.", "number"),
        ("1,200 hens.", "We saw 1,234 hens.", "number"),
        ("A dose of 5 g.", "A dose of 5 mg.", "unit"),
        ("p < 0.01", "p < 0.05", "number"),
        ("p > 0.05", "p < 0.05", "number"),
        ("Six cohorts were joined.", "The cohorts were joined.", "number"),
        ("Two cohorts were joined.", "Three cohorts were joined.", "number"),
        ("The change was -0.5.", "The change was 0.5.", "number"),
        ("See Table 4 for yields.", "See Table 3 for yields.", "number"),
    ],
)
def test_another_number_is_a_fault(claim: str, evidence: str, kind: str) -> None:
    assert [found for found, _ in findings(claim, evidence)] == [kind]


def test_a_number_of_something_else_is_a_fault() -> None:
    evidence = "The clay plots held 12 nests, and foxes slept for 30 nights."
    assert findings("The clay plots held 30 nests.", evidence) == [("number", "30")]
    assert findings("The clay plots held 12 nests.", evidence) == []


def test_a_label_is_checked_only_against_labels_of_its_kind() -> None:
    assert findings("As Figure 7 shows, yields rose.", "Yields rose.") == []


def test_a_known_number_is_no_fault() -> None:
    assert findings("In 2019 yields rose.", "Yields rose.", known="Yields of rye 2019") == []


@given(st.integers(0, 10**12), st.integers(0, 6))
def test_a_number_agrees_with_itself(value: int, places: int) -> None:
    text = f"{Decimal(value).scaleb(-places):f}"
    (number,) = [n for n in numbers_of(f"It was {text} then.") if not n.implied]
    assert agrees(number, number)


@given(st.text(alphabet="0123456789.,eE^x-+%<> kMmg", max_size=80))
def test_no_run_of_digits_breaks_it(text: str) -> None:
    assert number_findings(read(text), [read(text)]) == []


def test_numbers_far_apart_in_size_do_not_agree() -> None:
    assert findings("It was 3e-300.", "It was 4e300.") == [("number", "3e-300")]
