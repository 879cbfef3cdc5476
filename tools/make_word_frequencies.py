"""Makes the packaged word-frequency table from plain text, one file a field of science.

    python tools/make_word_frequencies.py language.txt medicine.txt physics.txt > word_frequencies.tsv

Only counts leave the texts. For each field the share of each word stem is taken; a stem's frequency is the
mean over the fields of log10 of its occurrences per million words (at least 0.1), so that a word common in
one field alone ("parser", "patient") stays rarer than a word common in all. The class is that logarithm
rounded to halves; stems below class 1 are left out.
"""

from __future__ import annotations

import argparse
import math
import sys
from collections import Counter
from pathlib import Path

from conspectus.foundation.text.normalise import match_key
from conspectus.foundation.text.tokens import stem

LEAST_PER_MILLION = 0.1
LEAST_CLASS = 1.0
HEADER = "# Word stems of academic English and log10 of their occurrences per million words, rounded to halves."


def count_stems(text: str) -> Counter[str]:
    """Gives how often each stem of letters stands in a text."""
    return Counter(stem(word) for word in match_key(text).split() if word.isascii() and word.isalpha())


def frequency_classes(fields: list[Counter[str]], most: int) -> dict[str, float]:
    """Gives the class of the ``most`` commonest stems, the commonest first."""
    totals = [max(1, sum(field.values())) for field in fields]
    means = {
        word: sum(
            math.log10(max(LEAST_PER_MILLION, field[word] * 1e6 / total))
            for field, total in zip(fields, totals, strict=True)
        )
        / len(fields)
        for word in set().union(*fields)
    }
    ranked = sorted(means.items(), key=lambda entry: (-entry[1], entry[0]))[:most]
    classes = {word: math.floor(mean * 2 + 0.5) / 2 for word, mean in ranked}
    return {word: value for word, value in classes.items() if value >= LEAST_CLASS}


def main() -> None:
    """Reads the files named on the command line and writes the table to standard output."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("files", nargs="+", type=Path, help="one UTF-8 text file a field")
    parser.add_argument("--most", type=int, default=4000, help="the most stems to keep")
    options = parser.parse_args()
    fields = [count_stems(path.read_text("utf-8", errors="replace")) for path in options.files]
    sys.stdout.write(HEADER + "\n")
    for word, value in frequency_classes(fields, options.most).items():
        sys.stdout.write(f"{word}\t{value:.1f}\n")


if __name__ == "__main__":
    main()
