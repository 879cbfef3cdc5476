"""Numbers of a claim against those of its evidence: values, units, rounding, percent and fraction, comparators."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from decimal import ROUND_HALF_EVEN, ROUND_HALF_UP, Decimal

from conspectus.grounding.number_reading import Number, numbers_of
from conspectus.grounding.support import Finding
from conspectus.grounding.words import Reading, around

_FLIPPED = {"<": "<≤≦", "≤": "<≤≦", ">": ">≥≧", "≥": ">≥≧"}
_WORDS_NEAR = 2
_LEAST_SHARED = 2
# Up to here people count for themselves what the evidence lists.
_OFTEN_COUNTED = 3
_LARGEST_ROUNDED = Decimal("1e15")


def number_findings(claim: Reading, evidence: Sequence[Reading], known: Iterable[str] = ()) -> list[Finding]:
    """Gives a finding for each number of the claim that the evidence does not hold.

    "Two" and "three" in words are held to the evidence only where this counts the same thing otherwise. A number that
    the evidence has, but of something else while it has another one of this, is no better than a missing one.

    Args:
        claim: What is said.
        evidence: What it rests on.
        known: Further texts whose numbers may be used.
    """
    wanted = [number for number in numbers_of(claim.text) if not number.implied]
    if not wanted:
        return []
    held = [(number, piece) for piece in evidence for number in numbers_of(piece.text)]
    others = [number for text in known for number in numbers_of(text)]
    findings = []
    for number in wanted:
        if number.label and not any(other.label == number.label for other, _ in held):
            continue
        agreeing = [(other, piece) for other, piece in held if agrees(number, other) and other.label == number.label]
        if agreeing and not _belongs_elsewhere(number, claim, agreeing, held):
            continue
        if not agreeing and any(agrees(number, other) for other in others):
            continue
        if number.in_words and number.value <= _OFTEN_COUNTED and not _counted_otherwise(number, claim, held):
            continue
        findings.append(_finding(number, [other for other, _ in held], is_elsewhere=bool(agreeing)))
    return findings


def _finding(number: Number, held: Sequence[Number], *, is_elsewhere: bool) -> Finding:
    if is_elsewhere:
        return Finding(
            kind="number", message=f"The number {number.text!r} is that of something else.", words=number.text
        )
    same_value = [other for other in held if other.value == number.value and other.dimension]
    if number.dimension and same_value:
        message = f"The evidence has {same_value[0].text!r}, the claim {number.text!r}."
        return Finding(kind="unit", message=message, words=number.text)
    return Finding(kind="number", message=f"The number {number.text!r} is not in the evidence.", words=number.text)


def agrees(claimed: Number, held: Number) -> bool:
    """Whether a number of the evidence bears out one of a claim: equal, rounded, or as percent for a fraction."""
    both = claimed.comparator in _FLIPPED and held.comparator in _FLIPPED
    if both and held.comparator not in _FLIPPED[claimed.comparator]:
        return False
    if _is_below(claimed, held):
        return True
    if claimed.dimension == held.dimension or not claimed.dimension or not held.dimension:
        if claimed.dimension == held.dimension != "":
            ratio = held.factor / claimed.factor
        else:
            ratio = Decimal(1)
        if _rounds(claimed, held.value * ratio, held.step * ratio):
            return True
    if (claimed.dimension == "share") != (held.dimension == "share"):
        fraction, percent = (held, claimed) if claimed.dimension == "share" else (claimed, held)
        if fraction.step < 1 and abs(fraction.value) <= 1 and not fraction.dimension:
            scaled = Decimal(100) if claimed is percent else Decimal("0.01")
            return _rounds(claimed, held.value * scaled, held.step * scaled)
    return False


def _is_below(claimed: Number, held: Number) -> bool:
    """Whether a level of significance is borne out by a smaller one: "p < 0.05" by "p = 0.03" and by "p < 0.01"."""
    return (
        claimed.comparator in ("<", "≤")
        and held.comparator in ("<", "≤", "=")
        and claimed.dimension == held.dimension == ""
        and 0 <= held.value <= claimed.value < 1
    )


def _rounds(claimed: Number, value: Decimal, step: Decimal) -> bool:
    """Whether a value is the claimed one, or is it when rounded to the claimed digits; "by 0.5" is said of -0.5 too."""
    value = abs(value) if claimed.value > 0 else value
    if claimed.value == value:
        return True
    claimed_step = claimed.step
    if claimed.approximate and claimed.value and claimed.step == 1:
        exponent = len(str(int(abs(claimed.value)))) - len(str(int(abs(claimed.value))).rstrip("0"))
        claimed_step = Decimal(10) ** len("0" * exponent)
    if claimed_step <= step:
        return False
    quotient = value / claimed_step
    if abs(quotient) > _LARGEST_ROUNDED:
        return False
    return any(
        quotient.quantize(Decimal(1), rounding=way) * claimed_step == claimed.value
        for way in (ROUND_HALF_UP, ROUND_HALF_EVEN)
    )


def _belongs_elsewhere(
    number: Number, claim: Reading, agreeing: Sequence[tuple[Number, Reading]], held: Sequence[tuple[Number, Reading]]
) -> bool:
    """Whether another number stands between the same words in the evidence, and this one between quite others."""
    mine = beside_number(number, claim)
    if len(mine) < _LEAST_SHARED or any(mine & beside_number(other, piece) for other, piece in agreeing):
        return False
    return any(
        not other.implied and not agrees(number, other) and len(mine & beside_number(other, piece)) >= _LEAST_SHARED
        for other, piece in held
    )


def _counted_otherwise(number: Number, claim: Reading, held: Sequence[tuple[Number, Reading]]) -> bool:
    """Whether the evidence counts the same thing with another number."""
    mine = beside_number(number, claim, before=0)
    return any(
        not other.implied
        and not other.dimension
        and other.value != number.value
        and mine & beside_number(other, piece, before=0)
        for other, piece in held
    )


def beside_number(number: Number, text: Reading, *, before: int = 2) -> frozenset[str]:
    """Gives the stems of the content words next to a number: two behind it, and ``before`` in front of it."""
    place = max((at for at, word in enumerate(text.words) if word.start < number.end), default=-1)
    if place < 0:
        return frozenset()
    return around(text.words, place, before=before, after=_WORDS_NEAR, skip=frozenset())
