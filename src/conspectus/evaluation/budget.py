"""The equal budget: no output is judged on more words than another."""

from __future__ import annotations

import re
from dataclasses import replace

from conspectus.evaluation.item import BenchmarkItem, MethodOutput
from conspectus.foundation.text.tokens import count_words

_WORD = re.compile(r"\S+")


def within_budget(output: MethodOutput, item: BenchmarkItem, words: int) -> tuple[MethodOutput, bool]:
    """Gives the output with at most ``words`` words, and whether it had to be cut.

    A cut output keeps its own spacing; a reference whose mark was cut off is no longer cited, and its
    source sentences are no longer evidence.
    """
    if count_words(output.text) <= words:
        return output, False
    ends = [found.end() for found in _WORD.finditer(output.text)]
    text = output.text[: ends[words - 1]] if words > 0 else ""
    marks = {reference.id: reference.mark for reference in item.references}
    cited = tuple(name for name in output.cited if marks.get(name, "") and marks[name] in text)
    evidence = tuple(piece for piece in output.evidence if not piece.reference or piece.reference in cited)
    return replace(output, text=text, cited=cited, evidence=evidence), True
