"""What a model wrote about documents, as the output of a method.

Models are asked to cite by handle, ``[p3]``; ``[3]`` is taken for the same, since many leave the letter out and
nothing that they are shown has such marks. Handles of no document are removed and counted.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from conspectus.domain.draft_text import parse_draft
from conspectus.domain.tasks import DraftSentence
from conspectus.engines.generative.written_text import clean_written
from conspectus.evaluation.item import MethodOutput
from conspectus.evaluation.methods.given_documents import GivenDocument
from conspectus.evaluation.methods.printed_marks import with_marks
from conspectus.evaluation.metrics.citation_markers import strip_markers
from conspectus.foundation.text.normalise import one_line

_BRACKET = re.compile(r"\[\s*[pP]?\s*\d{1,4}(?:\s*[,;–—-]\s*[pP]?\s*\d{1,4})*\s*\]")
_NUMBER = re.compile(r"[pP]?\s*(\d+)")


@dataclass(frozen=True, slots=True, kw_only=True)
class CitedAnswer:
    """The output, the same in the wire form, how many sentences it has, and the handles that it does not cite."""

    output: MethodOutput
    wire: str
    sentences: int
    uncited: tuple[str, ...]


def read_answer(text: str, documents: Sequence[GivenDocument]) -> CitedAnswer:
    """Gives a model's text with ``[n]`` for the handles of documents.

    Args:
        text: What the model wrote; headings, chatter and the like are removed.
        documents: Those that it was shown.
    """
    wire = in_wire_form(clean_written(text))
    draft = parse_draft(wire)
    by_handle = {document.handle: document for document in documents}
    handles = [handle for sentence in draft.sentences for handle in sentence.handles]
    cited = dict.fromkeys(handle for handle in handles if handle in by_handle)
    marks = {handle: document.reference.mark for handle, document in by_handle.items()}
    return CitedAnswer(
        output=MethodOutput(
            text=one_line(" ".join(_printed(sentence, marks) for sentence in draft.sentences)),
            cited=tuple(by_handle[handle].reference.id for handle in cited),
            unknown_citations=sum(handle not in by_handle for handle in handles),
        ),
        wire=wire,
        sentences=len(draft.sentences),
        uncited=tuple(handle for handle in by_handle if handle not in cited),
    )


def without_citations(text: str) -> str:
    """Gives a model's text on one line, without handles and other citations, "" if no word is left."""
    bare = strip_markers(_BRACKET.sub("[0]", text))
    return bare if any(map(str.isalnum, bare)) else ""


def in_wire_form(text: str) -> str:
    """Gives a model's text with every bracket of numbers as handles: ``[3]`` and ``[P 3]`` become ``[p3]``."""
    return _BRACKET.sub(_as_handles, text)


def _as_handles(bracket: re.Match[str]) -> str:
    inside = _NUMBER.sub(r"p\1", bracket.group()[1:-1].strip())
    listed = re.sub(r"\s*[,;]\s*", ", ", re.sub(r"\s*[–—-]\s*", "-", inside))
    return f"[{listed}]"


def _printed(sentence: DraftSentence, marks: dict[str, str]) -> str:
    text = ""
    for part in sentence.parts:
        if isinstance(part, str):
            text += part
        else:
            text = with_marks(text, [marks[handle] for handle in part.handles if handle in marks], part.mode)
    return text
