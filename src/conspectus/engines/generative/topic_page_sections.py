"""The three sections of a topic page in the answer of a model, and the support of a definition that cites nothing."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from conspectus.domain.draft_text import parse_draft
from conspectus.domain.tasks import DraftSentence, EvidenceItem, HandleMark
from conspectus.engines.generative.written_text import clean_written
from conspectus.foundation.text.tokens import content_stems
from conspectus.providers.answer_text import answer_object, without_reasoning

_LABEL = re.compile(
    r"^[ \t]*(?:#{1,6}[ \t]*)?(?:\d[.)][ \t]*)?(?:\*\*|__)?(?P<label>definition|main content|future directions?)"
    r"(?:\*\*|__)?[ \t]*(?::(?:\*\*|__)?|$|\n)[ \t]*",
    re.IGNORECASE | re.MULTILINE,
)
_BLANK = re.compile(r"\n[ \t]*\n\s*")
_NO_QUESTION = re.compile(r"\ANo open questions? (?:is|are) named\b", re.IGNORECASE)
_BEFORE_PUNCTUATION = re.compile(r"\s+(?=[.,;:!?])")
_FEW = 2  # sentences; a longer block is no definition
LEAST_SHARED = 0.4
"""The share of what a definition says that an evidence sentence must say to support it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Sections:
    """The text of each section, "" if it is missing; ``none_open`` if the model says that no question is named."""

    definition: str = ""
    main: str = ""
    future: str = ""
    none_open: bool = False

    @property
    def last(self) -> str:
        """The name of the section in which the text ends."""
        return "future" if self.future else "main" if self.main else "definition"


def split_sections(text: str) -> Sections:
    """Gives the sections of an answer, by their headings where it has them, else by blank lines (TOPICAL 2.3.10).

    Of more than three blocks the first and the last stand alone and those between are the main content. Of two, the
    second is the main content, of one, what cites nothing and has at most two sentences is the definition.
    """
    text = without_reasoning(text).replace("\r\n", "\n")
    if text.startswith("{"):
        values = [value for value in (answer_object(text).value or {}).values() if isinstance(value, str)]
        text = "\n\n".join(values) if len(values) > 1 else text
    labelled = list(_LABEL.finditer(text))
    if len({found["label"].lower() for found in labelled}) > 1:
        return _made(_by_label(text, labelled))
    blocks = [block for block in _BLANK.split(clean_written(text)) if re.search(r"\w", block)]
    if len(blocks) > 2:
        return _made({"definition": blocks[0], "main": " ".join(blocks[1:-1]), "future": blocks[-1]})
    if len(blocks) == 2:
        if _defines(blocks[0]) or len(parse_draft(blocks[1]).sentences) > _FEW:
            return _made({"definition": blocks[0], "main": blocks[1]})
        return _made({"main": blocks[0], "future": blocks[1]})
    return _made({"definition" if _defines(block) else "main": block for block in blocks})


def supported(
    sentences: Sequence[DraftSentence], evidence: Iterable[EvidenceItem], names: Sequence[str]
) -> tuple[tuple[DraftSentence, ...], tuple[str, ...]]:
    """Gives the sentences of a definition with what supports each, and the texts of those that nothing supports.

    The support is the evidence sentence that shares most content with it, at least two words besides the names of
    the entity and two fifths of what it says. Handles that the model printed go.

    Args:
        sentences: As they were written.
        evidence: What the model was shown.
        names: Of the entity; what they say supports nothing.
    """
    entity = {stem for name in names for stem in content_stems(name)}
    known = [(item.handle, frozenset(content_stems(item.passage.quote)) - entity) for item in evidence]
    kept, bare = [], []
    for sentence in sentences:
        text = _BEFORE_PUNCTUATION.sub("", "".join(part for part in sentence.parts if isinstance(part, str))).strip()
        said = frozenset(content_stems(text)) - entity
        handle, shared = max(
            ((handle, len(said & stems)) for handle, stems in known), key=lambda found: found[1], default=("", 0)
        )
        if shared >= min(2, len(said)) and shared and shared >= LEAST_SHARED * len(said):
            body = text.rstrip(".!? ")
            kept.append(replace(sentence, parts=(f"{body} ", HandleMark((handle,)), text[len(body) :] or ".")))
        else:
            bare.append(text)
    return tuple(kept), tuple(bare)


def _by_label(text: str, labelled: Sequence[re.Match[str]]) -> dict[str, str]:
    found: dict[str, str] = {}
    for label, following in zip(labelled, [*labelled[1:], None], strict=True):
        block = text[label.end() : following.start() if following else len(text)]
        name = label["label"].lower().split()[0]
        found.setdefault(name, " ".join(_BLANK.split(clean_written(block))))
    return found


def _made(blocks: dict[str, str]) -> Sections:
    future = blocks.get("future", "").strip()
    none_open = bool(_NO_QUESTION.match(future))
    return Sections(
        definition=blocks.get("definition", "").strip(),
        main=blocks.get("main", "").strip(),
        future="" if none_open else future,
        none_open=none_open,
    )


def _defines(block: str) -> bool:
    sentences = parse_draft(block).sentences
    return len(sentences) <= _FEW and not any(sentence.handles for sentence in sentences)
