"""What methods that prompt a model show it of an item: each reference with an abstract under a handle.

Markers that an abstract has of its own are removed, since they would read as citations of our references, and
paper text is fenced as data.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from conspectus.engines.generative.fencing import defuse, fence
from conspectus.engines.generative.shrinking import pick_evenly
from conspectus.evaluation.item import BenchmarkItem, BenchmarkReference
from conspectus.evaluation.metrics.citation_markers import strip_markers
from conspectus.foundation.errors import NothingFound
from conspectus.foundation.text.sentences import split_sentences

_HANDLES = re.compile(r"(\[p\d{1,6}(?:, p\d{1,6})*\])")


@dataclass(frozen=True, slots=True, kw_only=True)
class GivenDocument:
    """A reference under the handle that prompts and answers use for it ("p1"); ``text`` is never empty."""

    handle: str
    reference: BenchmarkReference
    text: str


def given_documents(item: BenchmarkItem) -> tuple[GivenDocument, ...]:
    """Gives the references that have an abstract, with handles from p1 in the order of the item.

    What is empty is left out here, before anything is put in front of it: a text with a handle is never empty,
    which is why SumBlogger's own filter does not fire.

    Raises:
        NothingFound: No reference has an abstract.
    """
    texts = [(reference, strip_markers(reference.abstract)) for reference in item.references]
    with_text = [(reference, text) for reference, text in texts if text]
    if not with_text:
        raise NothingFound("No reference has an abstract.", hint="Use data with the abstracts of what is cited.")
    return tuple(
        GivenDocument(handle=f"p{number}", reference=reference, text=text)
        for number, (reference, text) in enumerate(with_text, start=1)
    )


def fenced_own_abstract(item: BenchmarkItem, share: float = 1.0) -> str:
    """Gives a share of the sentences of the citing paper's abstract in a fence, "" if it has none."""
    text = _part(strip_markers(item.own_abstract), share)
    return fence("abstract", defuse(text)) if text else ""


def fenced_document(document: GivenDocument, share: float = 1.0) -> str:
    """Gives a share of the sentences of one document in a fence, without its handle."""
    return fence("document", defuse(_part(document.text, share)))


def fenced_documents(
    documents: Sequence[GivenDocument], share: float = 1.0, *, texts: Mapping[str, str] | None = None
) -> str:
    """Gives the documents in a fence, each on one line behind its handle.

    Args:
        documents: In the order in which the model reads them.
        share: The share of the sentences of each.
        texts: By handle, what is shown instead of the abstracts.
    """
    shown = ((d.handle, d.text if texts is None else texts[d.handle]) for d in documents)
    return fence("documents", "\n".join(f"[{handle}] {defuse(_part(text, share))}" for handle, text in shown))


def fenced_answer(name: str, text: str) -> str:
    """Gives what a model wrote before in a fence, line by line; its handles stay handles.

    Args:
        name: What it is, in one word.
        text: The answer in the wire form.
    """
    lines = (line for line in text.splitlines() if line.strip())
    return fence(name, "\n".join("".join(map(_defused, _HANDLES.split(line))).strip() for line in lines))


def _defused(piece: str) -> str:
    if not piece.strip() or _HANDLES.fullmatch(piece):
        return piece
    before, after = " " * piece[:1].isspace(), " " * piece[-1:].isspace()
    return f"{before}{defuse(piece)}{after}"


def _part(text: str, share: float) -> str:
    return text if share >= 1.0 else " ".join(pick_evenly(split_sentences(text), share))
