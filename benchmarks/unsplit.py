"""Reading without sentence splitting, so that one sees what the splitter costs; only for this process."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager

from conspectus.foundation.text.sentences import sentence_spans


@contextmanager
def without_sentence_splitting() -> Iterator[None]:
    """Makes every paragraph one sentence for readers, for the time of the block."""
    places = [
        module
        for name, module in list(sys.modules.items())
        if name.startswith("conspectus.") and getattr(module, "sentence_spans", None) is sentence_spans
    ]
    for module in places:
        module.sentence_spans = whole_paragraph  # type: ignore[attr-defined]
    try:
        yield
    finally:
        for module in places:
            module.sentence_spans = sentence_spans  # type: ignore[attr-defined]


def whole_paragraph(text: str) -> list[tuple[int, int]]:
    """Gives the place of the text without the blank space around it, as its only sentence."""
    start = len(text) - len(text.lstrip())
    end = len(text.rstrip())
    return [(start, end)] if start < end else []
