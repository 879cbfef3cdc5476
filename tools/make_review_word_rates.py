"""Counts how often words are used in related-work prose, for engines/extractive/word_lists/review_word_rates.tsv.

    python tools/make_review_word_rates.py FILE… > review_word_rates.tsv

Each FILE is plain text or JSON lines with a "paragraph" field, possibly gzipped. Citation markers and
bracketed tags are left out. The table holds stems seen at least nine times with their rate in 100,000 tokens;
such counts are facts about the language of a field, and no text can be read back from them.
"""

from __future__ import annotations

import gzip
import json
import re
import sys
from collections import Counter

from conspectus.foundation.text.tokens import plain_tokens, stem

LEAST = 9


def main(paths: list[str]) -> None:
    """Counts the files and writes the table to stdout."""
    counts: Counter[str] = Counter()
    for path in paths:
        opener = gzip.open if path.endswith(".gz") else open
        with opener(path, "rt", encoding="utf-8") as lines:
            for line in lines:
                text = json.loads(line)["paragraph"] if line.startswith("{") else line
                counts.update(
                    stem(token) for token in plain_tokens(re.sub(r"\[[^\]]*\]|\([^)]*\d{4}[^)]*\)", " ", text))
                )
    total = sum(counts.values())
    sys.stdout.write("# stem, occurrences in 100,000 tokens of related-work prose\n")
    for word, count in sorted(counts.items(), key=lambda item: (-item[1], item[0])):
        if count >= LEAST and not word.isdigit():
            sys.stdout.write(f"{word}\t{count / total * 100_000:.1f}\n")


if __name__ == "__main__":
    main(sys.argv[1:])
