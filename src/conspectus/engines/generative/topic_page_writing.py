"""The task ``write_topic_page`` with a language model (TOPICAL 2.3.9 and 2.3.10).

The answer is three blocks. What is missing, cites nothing or has too many sentences is asked for once more, with all
that is wrong in one message; a section that is missing even then is written by the extractive engine.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Literal

from conspectus.domain.draft_text import parse_draft
from conspectus.domain.tasks import DraftSentence, DraftText, ReferenceAbstract, TopicPageDraft, WriteTopicPageRequest
from conspectus.engines.extractive.engine import ExtractiveEngine
from conspectus.engines.extractive.topic_page_definition import MOST
from conspectus.engines.extractive.topic_page_sentences import as_reference
from conspectus.engines.generative.fencing import defuse
from conspectus.engines.generative.language import is_english
from conspectus.engines.generative.prompt_templates import load_prompt
from conspectus.engines.generative.review_writing import NOT_CITED, with_complaints
from conspectus.engines.generative.shrinking import Fitted, ask_fitting, shrinking_warnings
from conspectus.engines.generative.topic_page_evidence import fenced_papers, publications_per_year, shrink_papers
from conspectus.engines.generative.topic_page_sections import Sections, split_sections, supported
from conspectus.engines.generative.written_text import judge_written
from conspectus.foundation.errors import ModelCallFailed, ModelRefused
from conspectus.foundation.text.counting import counted
from conspectus.foundation.text.normalise import one_line
from conspectus.providers.client import ModelCall, ModelClient
from conspectus.providers.completion import Completion, FinishReason, Message, Usage

TASK = "write_topic_page"
_LEAST_TOKENS = 512
_TOKENS_FOR_A_SENTENCE = 64
_WANTED = {"definition": "the definition", "main": "the main content", "future": "the future directions"}

Section = Literal["definition", "main", "future"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Page:
    """A page as a model wrote it, after judging.

    ``unusable`` says of a section why it cannot be used, ``complaints`` what the model is told about the others.
    ``none_open`` says that no paper names an open question, as far as the model sees.
    """

    text: str
    definition: tuple[DraftSentence, ...] = ()
    main: tuple[DraftSentence, ...] = ()
    future: tuple[DraftSentence, ...] = ()
    none_open: bool = False
    unusable: Mapping[Section, str]
    complaints: tuple[str, ...] = ()
    warnings: Mapping[Section, tuple[str, ...]]


@dataclass(slots=True)
class _Faults:
    """What is wrong with a page, as it is found."""

    unusable: dict[Section, str] = field(default_factory=dict)
    warnings: dict[Section, tuple[str, ...]] = field(default_factory=dict)
    complaints: list[str] = field(default_factory=list)


def topic_page_room(request: WriteTopicPageRequest) -> int:
    """Gives the most tokens that the page may have."""
    return max(_LEAST_TOKENS, _TOKENS_FOR_A_SENTENCE * (request.sentences[1] + MOST + 1))


def topic_page_messages(request: WriteTopicPageRequest, share: float = 1.0) -> tuple[Message, ...]:
    """Gives what a model is shown of a request.

    Args:
        request: The task's request.
        share: The share of the sentences of each paper.
    """
    name, *synonyms = request.names
    least, most = request.sentences
    return load_prompt(TASK).fill(
        name=defuse(name),
        synonyms=defuse("; ".join(synonyms)),
        clustered=request.clustered,
        by_relevance=request.by_relevance,
        smallest=min(request.sizes, default=0),
        end_year=request.end_year,
        years=publications_per_year(request),
        total=request.total,
        least=least,
        most=most,
        audience=one_line(request.audience),
        style=one_line(request.style),
        evidence=fenced_papers(shrink_papers(request, share)),
    )


def write_topic_page(request: WriteTopicPageRequest, client: ModelClient, fallback: ExtractiveEngine) -> TopicPageDraft:
    """Gives the page that a model writes; sections that it does not write are those of the extractive engine.

    Raises:
        ModelStopped: No further call can succeed.
    """

    def send(messages: tuple[Message, ...], allowed: int) -> Completion:
        return _complete(request, client, messages, allowed)

    if not any(request.groups):
        return fallback.write_topic_page(request)
    try:
        fitted = ask_fitting(
            lambda share: topic_page_messages(request, share),
            send,
            count_tokens=client.count_tokens,
            room=topic_page_room(request),
        )
    except ModelCallFailed as error:
        reasons: dict[Section, str] = dict.fromkeys(("definition", "main", "future"), error.message)
        return _draft(request, client, fallback, Page(text="", unusable=reasons, warnings={}))
    shown = shrink_papers(request, fitted.share)
    page = _judge(request, shown, fitted.answer)
    if page.unusable or page.complaints:
        page = _second_thoughts(request, client, shown, fitted, page)
    draft = _draft(request, client, fallback, page)
    told = tuple(shrinking_warnings(_count(shown), _count(request)))
    return replace(draft, warnings=(*told, *draft.warnings))


def _complete(
    request: WriteTopicPageRequest, client: ModelClient, messages: tuple[Message, ...], room: int
) -> Completion:
    call = ModelCall(
        task=TASK,
        messages=messages,
        max_output_tokens=room,
        temperature=0.0,
        seed=request.seed,
        prompt=load_prompt(TASK).label,
    )
    try:
        return client.ask(call)
    except ModelRefused:
        return Completion(text="", usage=Usage(), finish=FinishReason.REFUSAL)


def _second_thoughts(
    request: WriteTopicPageRequest,
    client: ModelClient,
    shown: WriteTopicPageRequest,
    fitted: Fitted[Completion],
    first: Page,
) -> Page:
    """The better of the page and of what comes when its faults are told to the model, once."""
    client.count_asked_again(TASK)
    complaints = [*(f"{_WANTED[s].capitalize()}: {why}." for s, why in first.unusable.items()), *first.complaints]
    complaints.append("Three blocks of running text are wanted, with one blank line between them.")
    try:
        messages = with_complaints(fitted.messages, first.text, complaints)
        completion = _complete(request, client, messages, fitted.room)
    except ModelCallFailed as error:
        told = (*first.warnings.get("main", ()), f"It could not be asked for anew: {error.message}")
        return replace(first, warnings={**first.warnings, "main": told})
    second = _judge(request, shown, completion)
    return min((second, first), key=lambda page: (len(page.unusable), "main" in page.unusable, len(page.complaints)))


def _judge(request: WriteTopicPageRequest, shown: WriteTopicPageRequest, completion: Completion) -> Page:
    sections = split_sections(completion.text)
    references = {
        item.handle: as_reference(paper) for group in shown.groups for paper in group for item in paper.evidence
    }
    faults = _Faults()
    if completion.finish is FinishReason.REFUSAL:
        refused: dict[Section, str] = dict.fromkeys(("definition", "main", "future"), "the model refused")
        return Page(text=completion.text, unusable=refused, warnings={})
    definition = _judge_definition(request, shown, sections, faults)
    cited: dict[str, tuple[DraftSentence, ...]] = {}
    names: tuple[Section, Section] = ("main", "future")
    for name in names:
        text = sections.main if name == "main" else sections.future
        if not text:
            if not (name == "future" and sections.none_open):
                faults.unusable[name] = "it is missing"
            continue
        finish = completion.finish if sections.last == name else FinishReason.STOP
        written = judge_written(text, references, finish=finish, check_language=not request.style.strip())
        if written.unusable:
            faults.unusable[name] = written.unusable
        cited[name] = written.sentences
        faults.warnings[name] = written.warnings
    faults.complaints.extend(_complaints(request, references, cited))
    return Page(
        text=completion.text.strip(),
        definition=definition,
        main=tuple(replace(sentence, opens_paragraph=False) for sentence in cited.get("main", ())),
        future=tuple(replace(sentence, opens_paragraph=False) for sentence in cited.get("future", ())),
        none_open=sections.none_open,
        unusable=faults.unusable,
        complaints=tuple(faults.complaints),
        warnings=faults.warnings,
    )


def _judge_definition(
    request: WriteTopicPageRequest,
    shown: WriteTopicPageRequest,
    sections: Sections,
    faults: _Faults,
) -> tuple[DraftSentence, ...]:
    if not sections.definition:
        faults.unusable["definition"] = "it is missing"
        return ()
    if not request.style.strip() and not is_english(sections.definition):
        faults.unusable["definition"] = "it is not in English"
        return ()
    evidence = [item for group in shown.groups for paper in group for item in paper.evidence]
    parsed = parse_draft(sections.definition).sentences
    kept, bare = supported(parsed, evidence, request.names)
    told = [f"A sentence of the definition that no given sentence supports was removed: “{text}”" for text in bare]
    if any(sentence.handles for sentence in parsed):
        told.append("The definition cited papers in its text; the citations are kept, but not printed.")
    faults.warnings["definition"] = tuple(told)
    if not kept:
        faults.unusable["definition"] = "no given sentence supports it"
    if len(kept) > MOST:
        faults.complaints.append(f"The definition has {len(kept)} sentences: write at most {MOST}.")
    return tuple(replace(sentence, opens_paragraph=False) for sentence in kept)


def _complaints(
    request: WriteTopicPageRequest,
    references: Mapping[str, ReferenceAbstract],
    cited: Mapping[str, tuple[DraftSentence, ...]],
) -> list[str]:
    least, most = request.sentences
    complaints = []
    count = len(cited.get("main", ()))
    papers = {reference.paper for reference in references.values()}
    if count > most or 0 < count < min(least, len(papers)):
        complaints.append(
            f"The main content has {counted(count, 'sentence')} with a citation: write {least} to {most}."
        )
    if len(papers) >= least and _once_each(cited.get("main", ()), references, least)[1]:
        complaints.append("Several sentences of the main content cite one paper: cite each paper at most once.")
    if len(cited.get("future", ())) > 1:
        complaints.append("The future directions have more than 1 sentence: write 1.")
    return complaints


def _once_each(
    sentences: tuple[DraftSentence, ...], references: Mapping[str, ReferenceAbstract], least: int
) -> tuple[tuple[DraftSentence, ...], int]:
    """The sentences without those that cite only papers cited before, as far as enough are left; and how many went."""
    kept: list[DraftSentence] = []
    spare: list[int] = []
    seen: set[str] = set()
    for index, sentence in enumerate(sentences):
        papers = {references[handle].paper for handle in sentence.handles}
        if papers <= seen:
            spare.append(index)
        seen |= papers
    gone = set(spare[: max(0, len(sentences) - least)])
    kept = [sentence for index, sentence in enumerate(sentences) if index not in gone]
    return tuple(kept), len(gone)


def _draft(
    request: WriteTopicPageRequest, client: ModelClient, fallback: ExtractiveEngine, page: Page
) -> TopicPageDraft:
    """The draft, with the sections that the model did not write taken from the extractive engine."""
    stand_in = fallback.write_topic_page(request) if page.unusable else None
    references = {
        item.handle: as_reference(paper) for group in request.groups for paper in group for item in paper.evidence
    }
    drafts: dict[Section, DraftText] = {}
    names: tuple[Section, ...] = ("definition", "main", "future")
    for name in names:
        why = page.unusable.get(name)
        if why is not None and stand_in is not None:
            client.count_fallback(TASK, f"{_WANTED[name]}: {why}")
            found: DraftText = getattr(stand_in, name)
            warning = f"The extractive engine wrote {_WANTED[name]} instead of the model: {why.rstrip('.')}."
            drafts[name] = replace(found, warnings=(warning, *found.warnings))
        else:
            drafts[name] = _fitted(name, getattr(page, name), page.warnings.get(name, ()), request, references)
    cited = {references[handle].paper for draft in drafts.values() for s in draft.sentences for handle in s.handles}
    left = tuple(dict.fromkeys((r.paper, NOT_CITED) for r in references.values() if r.paper not in cited))
    main = drafts["main"] if "main" in page.unusable else replace(drafts["main"], left_out=left)
    return TopicPageDraft(
        definition=replace(drafts["definition"], warnings=()),
        main=replace(main, warnings=()),
        future=replace(drafts["future"], warnings=()),
        definition_status="found" if drafts["definition"].sentences else "not_found",
        future_status="found" if drafts["future"].sentences else "not_found",
        warnings=tuple(warning for draft in drafts.values() for warning in draft.warnings),
    )


def _fitted(
    name: Section,
    sentences: tuple[DraftSentence, ...],
    warnings: tuple[str, ...],
    request: WriteTopicPageRequest,
    references: Mapping[str, ReferenceAbstract],
) -> DraftText:
    """A section within its number of sentences."""
    least, most = request.sentences
    limit = {"definition": MOST, "main": most, "future": 1}[name]
    told = list(warnings)
    if name == "main" and len({reference.paper for reference in references.values()}) >= least:
        sentences, again = _once_each(sentences, references, least)
        if again:
            told.append(f"{counted(again, 'sentence')} left out: a paper cited before was cited again.")
    if len(sentences) > limit:
        told.append(f"{counted(len(sentences) - limit, 'sentence')} left out of {_WANTED[name]}: at most {limit} fit.")
    kept = sentences[:limit]
    if name == "main" and len(kept) < least:
        told.append(f"The main content has {counted(len(kept), 'sentence')} instead of at least {least}.")
    return DraftText(sentences=kept, warnings=tuple(told))


def _count(request: WriteTopicPageRequest) -> int:
    return sum(len(paper.evidence) for group in request.groups for paper in group)
