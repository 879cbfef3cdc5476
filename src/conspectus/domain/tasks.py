"""What an engine can be asked to do, as typed tasks over scholars' nouns.

Each task has a request, a result and a Protocol. No request carries prompt text: constraints, style and
length are fields, and an engine decides how to honour them. Engines write ``DraftText``, whose sentences
cite evidence by handle (``p7``); ``grounding/attach.py`` turns handles into passages.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, Protocol

from conspectus.domain.minigraph import Minigraph
from conspectus.domain.passage import Passage

Mode = Literal["narrative", "parenthetical"]


@dataclass(frozen=True, slots=True, kw_only=True)
class EvidenceItem:
    """A passage under the handle that prompts and drafts use for it ("p7").

    ``heading`` is that of the section it stands in ("RESULTS" in a structured abstract), "" if none.
    """

    handle: str
    passage: Passage
    heading: str = ""


@dataclass(frozen=True, slots=True)
class HandleMark:
    """A place in a draft sentence that cites evidence by handle."""

    handles: tuple[str, ...]
    mode: Mode = "parenthetical"


@dataclass(frozen=True, slots=True, kw_only=True)
class DraftSentence:
    """A sentence as an engine wrote it: words and handle marks, which join without separators."""

    parts: tuple[str | HandleMark, ...]
    opens_paragraph: bool = False

    @property
    def handles(self) -> tuple[str, ...]:
        """The handles cited, in order."""
        return tuple(h for part in self.parts if isinstance(part, HandleMark) for h in part.handles)


@dataclass(frozen=True, slots=True, kw_only=True)
class DraftText:
    """Sentences as an engine wrote them; ``left_out`` says of papers (by id) why they are not cited.

    ``warnings`` say what went wrong on the way, and what was removed.
    """

    sentences: tuple[DraftSentence, ...] = ()
    left_out: tuple[tuple[str, str], ...] = ()
    warnings: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class ReferenceAbstract:
    """A reference as the review tasks see it: what names it, and the sentences of its abstract as evidence.

    ``label`` is the name in running text ("Smith et al."), ``plural`` whether it takes a plural verb.
    """

    paper: str
    title: str
    label: str
    plural: bool
    year: int | None
    evidence: tuple[EvidenceItem, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class RelationConstraints:
    """What the extractor must keep to (CKMAs 3.2): the types of concepts and relations, and the volume m."""

    scientific: bool = True
    volume: int | None = 32


@dataclass(frozen=True, slots=True, kw_only=True)
class ExtractRelationsRequest:
    """Abstracts of one chunk, and the minigraph so far (Eq. 1: O^i = G(R(O^(i-1)), chunk i))."""

    abstracts: tuple[ReferenceAbstract, ...]
    previous: Minigraph | None = None
    constraints: RelationConstraints = RelationConstraints()
    merge: Literal["replace", "union"] = "replace"


@dataclass(frozen=True, slots=True, kw_only=True)
class ExtractRelationsResult:
    """The new minigraph; ``warnings`` say what went wrong on the way."""

    minigraph: Minigraph
    warnings: tuple[str, ...] = ()


class ExtractRelations(Protocol):
    """Extends a minigraph by the concepts and relations of a chunk."""

    def __call__(self, request: ExtractRelationsRequest, /) -> ExtractRelationsResult:
        """Performs the task."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class WriteChunkRequest:
    """Write about the references of one chunk in the light of the whole minigraph (Eq. 2).

    ``own_abstract`` is the abstract of the paper for which the review is written, if there is one;
    ``words`` is the most words to write; ``style`` is the user's wish in words; ``seed`` fixes draws.
    """

    own_abstract: str
    references: tuple[ReferenceAbstract, ...]
    minigraph: Minigraph
    words: int
    style: str = ""
    seed: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class MergeChunksRequest:
    """Make one review of chunk texts in the order of a path expert (Eq. 3).

    ``references`` are those of all chunks, in the order of the path; ``chunks`` the texts in that order, none
    if the review is to be made from the references themselves. ``temperature`` above 0 asks for a free draw
    instead of the likeliest text (CKMAs: 0.7 where permutations are ablated), which ``seed`` sets apart.
    """

    own_abstract: str
    chunks: tuple[DraftText, ...]
    references: tuple[ReferenceAbstract, ...]
    minigraph: Minigraph
    words: int
    style: str = ""
    seed: int = 0
    temperature: float = 0.0


class WriteChunk(Protocol):
    """Writes the summary of a chunk."""

    def __call__(self, request: WriteChunkRequest, /) -> DraftText:
        """Performs the task."""
        ...


class MergeChunks(Protocol):
    """Writes a review from chunk summaries in a given order."""

    def __call__(self, request: MergeChunksRequest, /) -> DraftText:
        """Performs the task."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class TopicPaper:
    """A paper as the topic-page task sees it: its evidence sentences under handles, and what orders them.

    ``date`` is as exact as the source has it ("2021 Mar 4"), ``keywords`` are MeSH headings and author keywords.
    ``evidence`` holds the sentences shown to the writer, ``truncated_after`` the number of them that stand before
    the gap of a shortened abstract (None if nothing was left out).
    """

    paper: str
    title: str
    label: str
    plural: bool
    year: int | None
    date: str
    keywords: tuple[str, ...]
    evidence: tuple[EvidenceItem, ...]
    truncated_after: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class WriteTopicPageRequest:
    """Write a page about an entity from sampled papers, grouped by cluster, the biggest first (TOPICAL 2.3).

    ``names`` are the canonical name and synonyms, at least one; ``sizes`` the number of papers in each cluster
    before sampling, one for each group; ``clustered`` says whether the groups are clusters or the papers were
    drawn without, and then ``by_relevance`` whether they are the most relevant ones instead of a random draw;
    ``per_year`` counts publications by year, ``total`` all hits. ``audience`` and ``style`` are
    the user's wishes; ``sentences`` bounds the main content, both ends inclusive.

    ``whole`` are the papers found, in order of relevance, with all sentences of their abstracts, for engines that
    are not bound to a context: what ``groups`` show has the same handles. A paper with ``truncated_after`` 0 holds
    only the sentences that name the topic. Models are not shown them.
    """

    names: tuple[str, ...]
    groups: tuple[tuple[TopicPaper, ...], ...]
    sizes: tuple[int, ...]
    clustered: bool
    whole: tuple[TopicPaper, ...] = ()
    by_relevance: bool = False
    end_year: int
    per_year: tuple[tuple[int, int], ...] = ()
    total: int = 0
    audience: str = ""
    style: str = ""
    sentences: tuple[int, int] = (5, 8)
    seed: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class TopicPageDraft:
    """The three sections as an engine wrote them.

    The definition's sentences carry handles that are not printed. ``future_status`` is "not_found" where no paper
    names an open question; the section has no sentence then.
    """

    definition: DraftText
    main: DraftText
    future: DraftText
    definition_status: Literal["found", "not_found"] = "found"
    future_status: Literal["found", "not_found"] = "found"
    warnings: tuple[str, ...] = ()


class WriteTopicPage(Protocol):
    """Writes a topic page."""

    def __call__(self, request: WriteTopicPageRequest, /) -> TopicPageDraft:
        """Performs the task."""
        ...
