"""Scientific entities of a paper, section keywords and summaries: what PARSE adds to the document model."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from enum import Enum
from functools import lru_cache
from typing import TYPE_CHECKING, Literal

from conspectus.domain.entity_names import entity_key

if TYPE_CHECKING:
    from pydantic import TypeAdapter


class ScientificType(Enum):
    """The seven types of PARSE (methods 3.4)."""

    DATASET = "Dataset"
    LANGUAGE = "Language"
    METHOD = "Method"
    RESEARCH_PROBLEM = "ResearchProblem"
    RESOURCE = "Resource"
    SOLUTION = "Solution"
    TOOL = "Tool"


@dataclass(frozen=True, slots=True, kw_only=True)
class Mention:
    """A place where an entity is named: the sentence's address, and the span in the document's text.

    ``score`` in (0, 1] says how surely the words name an entity of its type.
    """

    address: str
    start: int
    end: int
    surface: str
    score: float = 1.0


@dataclass(frozen=True, slots=True, kw_only=True)
class EntityLink:
    """The entry of a label table that an entity is linked to.

    ``how`` says which step of PARSE's order found it; ``first`` is the best-ranked entry without an exact match.
    ``score`` in [0, 1] is the likeness of the names, 1 for an exact match.
    """

    iri: str
    label: str
    how: Literal["exact", "stopwords", "lemma", "first"]
    score: float = 1.0

    @property
    def is_exact(self) -> bool:
        """Whether a name of the entry is the entity's name, once case, stop words and inflection are set aside."""
        return self.how != "first"


@dataclass(frozen=True, slots=True, kw_only=True)
class ScientificEntity:
    """An entity of one paper: its label in the text's language, type, other forms and mentions in order."""

    label: str
    kind: ScientificType
    aliases: tuple[str, ...] = ()
    mentions: tuple[Mention, ...] = ()
    language: str = "en"
    link: EntityLink | None = None

    @property
    def key(self) -> str:
        """What makes two entities one: the key of the label."""
        return entity_key(self.label)

    @property
    def sentences(self) -> tuple[str, ...]:
        """The addresses of the sentences that name it, in order, each once."""
        return tuple(dict.fromkeys(mention.address for mention in self.mentions))


@dataclass(frozen=True, slots=True, kw_only=True)
class SectionKeyword:
    """A keyword of a section and its score in [0, 1]."""

    text: str
    score: float


@dataclass(frozen=True, slots=True, kw_only=True)
class SectionDescription:
    """What a section is about: at most five keywords, the best first, and a summary, "" below the minimum length.

    ``summary_from`` are the addresses of the sentences that an extractive summary consists of.
    """

    address: str
    keywords: tuple[SectionKeyword, ...] = ()
    summary: str = ""
    summary_from: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class ParagraphLink:
    """A paragraph that holds what an entity is about (methods 3.5).

    ``excerpt`` is the address of the sentence that was compared, "" where the entity's label was; ``score`` is the
    cosine.
    """

    entity: str
    paragraph: str
    score: float
    excerpt: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class PaperAnnotations:
    """Everything that PARSE found in one version of a paper's text; ``warnings`` say what went wrong."""

    paper: str
    version: str
    entities: tuple[ScientificEntity, ...] = ()
    sections: tuple[SectionDescription, ...] = ()
    warnings: tuple[str, ...] = ()


def annotations_to_json(annotations: PaperAnnotations) -> bytes:
    """Gives the annotations as compact UTF-8 JSON without fields at their defaults."""
    return _annotations().dump_json(annotations, exclude_defaults=True)


def annotations_from_json(data: bytes | str) -> PaperAnnotations:
    """Gives the annotations that were written by ``annotations_to_json``."""
    return _annotations().validate_json(data)


def united(kept: ScientificEntity, left: ScientificEntity) -> ScientificEntity:
    """Gives one entity of two: the label, type and link of the first, the forms and mentions of both."""
    forms: dict[str, str] = {kept.label.casefold(): kept.label}
    for form in (*kept.aliases, left.label, *left.aliases):
        forms.setdefault(form.casefold(), form)
    aliases = tuple(forms.values())[1:]
    return replace(kept, aliases=aliases, mentions=mention_order((*kept.mentions, *left.mentions)))


def mention_order(mentions: Iterable[Mention]) -> tuple[Mention, ...]:
    """Gives mentions in the order of the text, those of one span once, the surest of them."""
    best: dict[tuple[int, int], Mention] = {}
    for mention in mentions:
        known = best.get((mention.start, mention.end))
        if known is None or mention.score > known.score:
            best[mention.start, mention.end] = mention
    return tuple(best[span] for span in sorted(best))


@lru_cache(maxsize=1)
def _annotations() -> TypeAdapter[PaperAnnotations]:
    from pydantic import TypeAdapter

    return TypeAdapter(PaperAnnotations)
