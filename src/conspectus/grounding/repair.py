"""Repairs a number that evidence has otherwise: only where it can be told which one is meant."""

from __future__ import annotations

import re
from collections.abc import Sequence

from conspectus.grounding.number_reading import numbers_of
from conspectus.grounding.numbers import agrees, beside_number
from conspectus.grounding.words import read

_LEAST_SHARED = 2


def repair_numbers(text: str, evidence: Sequence[str]) -> str:
    """Gives a sentence whose wrong numbers are replaced by those of the evidence, to the letter.

    A number is replaced if the evidence lacks it and exactly one other number of the evidence, of the same dimension,
    stands between the same words; otherwise it stays as it is, for the verifier to find.

    Args:
        text: A sentence.
        evidence: The texts it rests on.
    """
    held = [(number, read(piece)) for piece in evidence for number in numbers_of(piece)]
    reading = read(text)
    for number in numbers_of(text):
        written = re.compile(rf"(?<![\w.,]){re.escape(number.text)}(?![\w]|[.,]\d)")
        if number.implied or number.in_words or len(written.findall(text)) != 1:
            continue
        if any(agrees(number, other) for other, _ in held):
            continue
        beside = beside_number(number, reading)
        fitting = {
            other.text
            for other, piece in held
            if not other.implied
            and not other.in_words
            and other.dimension == number.dimension
            and len(beside & beside_number(other, piece)) >= _LEAST_SHARED
        }
        if len(fitting) == 1:
            meant = fitting.pop()
            text = written.sub(lambda _, meant=meant: meant, text)  # type: ignore[misc]
    return text
