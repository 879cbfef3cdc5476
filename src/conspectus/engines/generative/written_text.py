"""What a model wrote, cleaned and judged: is it usable, what does it cite, how long is it, what must go."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from conspectus.domain.draft_text import parse_draft
from conspectus.domain.tasks import DraftSentence, ReferenceAbstract
from conspectus.engines.generative.author_names import name_authors
from conspectus.engines.generative.evidence_text import citing
from conspectus.engines.generative.language import is_english
from conspectus.foundation.text.counting import counted
from conspectus.foundation.text.tokens import content_stems
from conspectus.providers.answer_text import answer_object, without_reasoning
from conspectus.providers.completion import FinishReason

_FENCE_LINE = re.compile(r"^[ \t]*(?:```.*|<<<.*|[0-9a-f]{8} \w+>>>[ \t]*)$", re.MULTILINE)
_HEADING_LINE = re.compile(r"^[ \t]*(?:#{1,6}[ \t].*|(?:\*\*|__)[^*_\n\[]{1,80}(?:\*\*|__):?[ \t]*)$", re.MULTILINE)
_LIST_OF_REFERENCES = re.compile(
    r"^[ \t]*(?:#{1,6}[ \t]*|\*\*|__)?(?:references?(?: cited)?|bibliography|sources|works cited)(?:\*\*|__)?[ \t]*:?"
    r"(?:\*\*|__)?[ \t]*$.*\Z",
    re.MULTILINE | re.DOTALL | re.IGNORECASE,
)
_COUNT_LINE = re.compile(r"^[ \t]*[(\[*]*(?:word count|words?|total words)[ \t]*[:=].*$", re.MULTILINE | re.IGNORECASE)
_CHATTER = re.compile(
    r"\A\s*(?:(?:sure|certainly|of course|okay)\b[^\n:\[.,!]{0,20}[:!.,]\s+)?"
    r"(?:(?:here(?:['’]s| is| are)|below is|the following is|this is)\b[^\n:\[]{0,120}:\s*)?",
    re.IGNORECASE,
)
_LABEL_LINE = re.compile(r"\A\s*[^\n\[\].]{1,100}:[ \t]*\n")
_EMPHASIS = re.compile(r"(?<!\w)(\*\*|\*)(?=\S)([^*\n]+?)(?<=\S)\1(?!\w)")
_OTHER_BRACKETS = re.compile(
    r"\\?(?:\[{1,2}|【|［)[\^@#]?\s*((?:[pP]\s?\d[^\[\]【】［］\\]{0,80}))\s*\\?(?:\]{1,2}|】|］)"
)
_QUOTED = re.compile(r"\A[\"“](.*)[\"”]\Z", re.DOTALL)
_ENDS_WHOLE = re.compile(r"[.!?…][\"”’)\]]*\s*(?:\[[^\[\]]*\]\s*)*\Z|\]\s*\Z")
_REFUSAL = re.compile(
    r"\b(?:i(?:['’]m| am) (?:sorry|afraid|unable|not able)|"
    r"i (?:cannot|can['’]?t|can not|won['’]t|will not|must decline)|"
    r"i apologi[sz]e|as an ai|unable to (?:help|assist|comply))\b",
    re.IGNORECASE,
)
_REFUSES_WITHIN = 300
_LONGEST_QUOTE = 90


@dataclass(frozen=True, slots=True, kw_only=True)
class Written:
    """A text as a model wrote it, after judging.

    ``sentences`` cite only what the model was shown, each at least once. ``unusable`` says why the text cannot be
    used, "" if it can. ``uncited`` are the references that it does not cite. ``warnings`` say what was removed.
    """

    text: str
    sentences: tuple[DraftSentence, ...] = ()
    unusable: str = ""
    uncited: tuple[ReferenceAbstract, ...] = ()
    warnings: tuple[str, ...] = ()

    @property
    def words(self) -> int:
        """The words of the sentences; citations do not count."""
        return count_draft_words(self.sentences)


def count_draft_words(sentences: Sequence[DraftSentence]) -> int:
    """Gives the words of sentences; marks and punctuation that stands alone do not count."""
    texts = ("".join(part for part in sentence.parts if isinstance(part, str)) for sentence in sentences)
    return sum(any(map(str.isalnum, word)) for text in texts for word in text.split())


def clean_written(text: str) -> str:
    """Gives the running text in an answer: no reasoning, fences, headings, chatter or list of references.

    Handles in brackets of another kind (``【p7】``, ``[P7]``, ``[[p7]]``) become ``[p7]``.
    """
    text = without_reasoning(text).replace("\r\n", "\n")
    if text.startswith("{"):
        values = [value for value in (answer_object(text).value or {}).values() if isinstance(value, str)]
        text = max(values, key=len, default=text)
    text = _LIST_OF_REFERENCES.sub("", text)
    for line in (_FENCE_LINE, _HEADING_LINE, _COUNT_LINE):
        text = line.sub("", text)
    text = _CHATTER.sub("", text.strip(), count=1)
    text = _LABEL_LINE.sub("", text, count=1).strip()
    text = _QUOTED.sub(r"\1", text)
    text = _EMPHASIS.sub(r"\2", text)
    return _OTHER_BRACKETS.sub(lambda found: f"[{re.sub(r'[pP] ?(?=[0-9])', 'p', found.group(1).strip())}]", text)


def judge_written(
    text: str, references: Mapping[str, ReferenceAbstract], *, finish: FinishReason, check_language: bool
) -> Written:
    """Gives what can be used of an answer, and what is wrong with it.

    Args:
        text: The answer as the model gave it.
        references: The reference of each handle that the model was shown.
        finish: Why the model stopped.
        check_language: Whether the text must be in English; only then are its words compared with those of the
            references.
    """
    clean = clean_written(text)
    if finish is FinishReason.REFUSAL:
        return Written(text=clean, unusable="the model refused")
    parsed = parse_draft(clean).sentences
    warnings = []
    if finish is FinishReason.LENGTH and parsed and not _ENDS_WHOLE.search(clean):
        warnings.append("The answer broke off; its last, incomplete sentence was removed.")
        parsed = parsed[:-1]
    warnings.extend(_removed(parsed, references))
    sentences = tuple(name_authors(sentence, references) for sentence in citing(parsed, references))
    if check_language:
        if sentences and not is_english(clean):
            return Written(text=clean, unusable="its answer is not in English")
        sentences, alien = _without_alien(sentences, references)
        warnings.extend(_told("that has no word of what it cites", "that have no word of what they cite", alien))
    if not sentences:
        refused = not clean or _REFUSAL.search(clean[:_REFUSES_WITHIN])
        reason = "the model refused" if clean and refused else "its answer cites nothing that it was shown"
        return Written(text=clean, unusable=reason if clean else "its answer was empty")
    cited = {references[handle].paper for sentence in sentences for handle in sentence.handles}
    every = {reference.paper: reference for reference in references.values()}
    uncited = tuple(reference for paper, reference in every.items() if paper not in cited)
    return Written(text=clean, sentences=sentences, uncited=uncited, warnings=tuple(warnings))


def fit_words(
    sentences: Sequence[DraftSentence], references: Mapping[str, ReferenceAbstract], words: int
) -> tuple[tuple[DraftSentence, ...], int]:
    """Gives the sentences within a budget of words, and how many had to go.

    Whole sentences go, from the end; those that alone cite a reference go last.

    Args:
        sentences: Each cites at least one handle.
        references: The reference of each handle.
        words: The budget.
    """
    kept = list(sentences)
    while kept and count_draft_words(kept) > words:
        times = Counter(paper for sentence in kept for paper in _papers(sentence, references))
        spare = [i for i, sentence in enumerate(kept) if all(times[p] > 1 for p in _papers(sentence, references))]
        gone = kept.pop(spare[-1] if spare else -1)
        index = spare[-1] if spare else len(kept)
        if gone.opens_paragraph and index < len(kept):
            kept[index] = replace(kept[index], opens_paragraph=True)
    return tuple(kept), len(sentences) - len(kept)


def _papers(sentence: DraftSentence, references: Mapping[str, ReferenceAbstract]) -> set[str]:
    return {references[handle].paper for handle in sentence.handles}


def _removed(sentences: Sequence[DraftSentence], known: Mapping[str, ReferenceAbstract]) -> list[str]:
    """What is said of handles that the model was not shown, and of sentences without any other."""
    unknown = dict.fromkeys(handle for sentence in sentences for handle in sentence.handles if handle not in known)
    bare = [sentence for sentence in sentences if not any(handle in known for handle in sentence.handles)]
    warnings = []
    if unknown:
        warnings.append(f"Citations of unknown evidence were removed: {', '.join(unknown)}.")
    return [*warnings, *_told("without evidence", "without evidence", bare)]


def _without_alien(
    sentences: tuple[DraftSentence, ...], references: Mapping[str, ReferenceAbstract]
) -> tuple[tuple[DraftSentence, ...], list[DraftSentence]]:
    """The sentences that share a word with title or abstract of a reference they cite, and the others.

    What shares none cannot rest on it, such as what a paper orders to be written about another one.
    """
    papers = {reference.paper: reference for reference in references.values()}
    spoken = {paper: _stems(reference) for paper, reference in papers.items()}
    alien = []
    for sentence in sentences:
        stems = set(content_stems("".join(part for part in sentence.parts if isinstance(part, str))))
        cited = [spoken[paper] for paper in _papers(sentence, references)]
        if stems and all(cited) and not any(stems & known for known in cited):
            alien.append(sentence)
    gone = set(map(id, alien))
    kept: list[DraftSentence] = []
    opens = False
    for sentence in sentences:
        opens = opens or sentence.opens_paragraph
        if id(sentence) not in gone:
            kept.append(replace(sentence, opens_paragraph=opens))
            opens = False
    return tuple(kept), alien


def _stems(reference: ReferenceAbstract) -> set[str]:
    """The stems of what a reference says; none if it is not in English, so that nothing is compared with it."""
    text = " ".join((reference.title, *(item.passage.quote for item in reference.evidence)))
    return set(content_stems(text)) if is_english(text) else set()


def _told(one: str, many: str, sentences: Sequence[DraftSentence]) -> list[str]:
    if not sentences:
        return []
    quotes = "; ".join(f"“{_quote(sentence)}”" for sentence in sentences)
    return [f"{counted(len(sentences), f'sentence {one}', f'sentences {many}')} removed: {quotes}."]


def _quote(sentence: DraftSentence) -> str:
    text = " ".join("".join(part for part in sentence.parts if isinstance(part, str)).split())
    text = text[:-2] + text[-1:] if text.endswith((" .", " !", " ?")) else text
    return text if len(text) <= _LONGEST_QUOTE else text[:_LONGEST_QUOTE].rsplit(" ", 1)[0] + " …"
