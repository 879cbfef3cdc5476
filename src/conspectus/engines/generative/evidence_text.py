"""The fields of requests as the fenced text that prompts hold: references, drafts, minigraphs, own abstracts."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace

from conspectus.domain.draft_text import render_draft
from conspectus.domain.minigraph import Minigraph, render_minigraph
from conspectus.domain.tasks import DraftSentence, DraftText, HandleMark, ReferenceAbstract
from conspectus.engines.generative.fencing import defuse, fence

_BEFORE_PUNCTUATION = re.compile(r"\s+(?=[.,;:!?)])")


def fenced_references(
    references: Sequence[ReferenceAbstract], *, cited: Mapping[str, Sequence[str]] | None = None
) -> str:
    """Gives the references with the sentences of their abstracts, each sentence on a line behind its handle.

    Args:
        references: In the order in which the model reads them.
        cited: The handles under which drafts cite a reference, by paper; such a reference is given by these
            instead of its sentences.
    """
    blocks = []
    for number, reference in enumerate(references, start=1):
        lines = [f"reference {number}: {_name(reference)}"]
        known = (cited or {}).get(reference.paper)
        if known:
            lines.append(f"cited as {' '.join(f'[{handle}]' for handle in known)}")
        else:
            lines.extend(f"[{item.handle}] {defuse(item.passage.quote)}" for item in reference.evidence)
        blocks.append("\n".join(lines))
    return fence("references", "\n\n".join(blocks))


def _name(reference: ReferenceAbstract) -> str:
    """What names a reference, so that a model knows whom a handle will print and how a verb agrees with it."""
    label = defuse(reference.label) or "no author named"
    year = f" ({reference.year})" if reference.year is not None else ""
    return f"{label}{year}, {'plural' if reference.plural else 'singular'} verb. {defuse(reference.title)}".rstrip()


def fenced_minigraph(minigraph: Minigraph | None) -> str:
    """Gives the text form R of a minigraph in a fence, "" if it has no relation."""
    lines = render_minigraph(minigraph).splitlines() if minigraph else []
    return fence("relations", "\n".join(defuse(line) for line in lines)) if lines else ""


def fenced_abstract(text: str) -> str:
    """Gives the abstract of the user's own paper in a fence, "" if there is none."""
    return fence("abstract", defuse(text)) if text.strip() else ""


def fenced_drafts(drafts: Sequence[DraftText], handles: Collection[str]) -> str:
    """Gives drafts in the wire form, one after the other, "" if none cites anything.

    Args:
        drafts: In the order of the path.
        handles: Those that may be cited; others and the sentences that cite nothing else are left away.
    """
    texts = [render_draft(_defused(sentence) for sentence in citing(draft.sentences, handles)) for draft in drafts]
    blocks = [f"draft {number}\n{text}" for number, text in enumerate((text for text in texts if text), start=1)]
    return fence("drafts", "\n\n".join(blocks)) if blocks else ""


def _defused(sentence: DraftSentence) -> DraftSentence:
    """What a model wrote may hold what it found in a paper."""
    return replace(
        sentence, parts=tuple(_defused_words(part) if isinstance(part, str) else part for part in sentence.parts)
    )


def _defused_words(words: str) -> str:
    head, tail = " " * words[:1].isspace(), " " * words[-1:].isspace()
    return f"{head}{defuse(words)}{tail}" if words.strip() else head


def citing(sentences: Sequence[DraftSentence], handles: Collection[str]) -> tuple[DraftSentence, ...]:
    """Gives the sentences with only those of their handles that are among ``handles``; without any they go."""
    kept: list[DraftSentence] = []
    opens = False
    for sentence in sentences:
        opens = opens or sentence.opens_paragraph
        parts = _known_parts(sentence, handles)
        if any(not isinstance(part, str) for part in parts):
            kept.append(replace(sentence, parts=parts, opens_paragraph=opens))
            opens = False
    return tuple(kept)


def _known_parts(sentence: DraftSentence, handles: Collection[str]) -> tuple[str | HandleMark, ...]:
    parts: list[str | HandleMark] = []
    for part in sentence.parts:
        if not isinstance(part, str):
            known = tuple(handle for handle in part.handles if handle in handles)
            if known:
                parts.append(HandleMark(known, part.mode))
        elif parts and isinstance(parts[-1], str):
            # Between them stood a mark, with a space before it.
            parts[-1] = _BEFORE_PUNCTUATION.sub("", f"{parts[-1]}{part}")
        else:
            parts.append(part)
    return tuple(parts)
