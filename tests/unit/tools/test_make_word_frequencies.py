from __future__ import annotations

import runpy
from collections import Counter
from pathlib import Path

MAKER = runpy.run_path(str(Path(__file__).resolve().parents[3] / "tools" / "make_word_frequencies.py"))


def test_only_words_of_letters_are_counted_by_stem() -> None:
    assert MAKER["count_stems"]("Parsers parse; the parser of 2019 parsed B12.") == Counter(
        {"parser": 2, "pars": 2, "the": 1, "of": 1}
    )


def test_the_class_is_the_mean_logarithm_over_the_fields_rounded_to_halves() -> None:
    language = Counter({"the": 90_000, "parser": 10_000})
    medicine = Counter({"the": 100_000})
    # the: log10 of 900,000 and 1,000,000 a million is 5.95 and 6, on average 5.98; parser: log10(100,000) is
    # 5 in one field and log10(0.1) = -1 in the other, on average 2.
    assert MAKER["frequency_classes"]([language, medicine], 10) == {"the": 6.0, "parser": 2.0}
    assert MAKER["frequency_classes"]([language, medicine], 1) == {"the": 6.0}


def test_rare_words_are_left_out() -> None:
    assert MAKER["frequency_classes"]([Counter({"the": 999_999, "rain": 1})], 10) == {"the": 6.0}
