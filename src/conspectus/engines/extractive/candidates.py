"""The sentences of a reference that a review may use, taken apart and judged one by one."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from conspectus.domain.tasks import EvidenceItem, HandleMark, ReferenceAbstract
from conspectus.engines.extractive.antecedents import coined_names, definite_things, points_back
from conspectus.engines.extractive.attribution import Parts, first_mention, later_mention
from conspectus.engines.extractive.cleaning import clean_sentence, is_usable, shorter_forms
from conspectus.engines.extractive.sentence_roles import Role, roles
from conspectus.engines.extractive.statements import Statement, Subject
from conspectus.engines.extractive.subjects import analyse
from conspectus.engines.extractive.third_person import speaks_of_people_in_general
from conspectus.foundation.text.tokens import content_stems, plain_tokens, stem

_ITEM = re.compile(r"\(?(?:\d{1,2}|[ivx]{1,4}|[a-e])\)\s")


@dataclass(frozen=True, slots=True, kw_only=True)
class Candidate:
    """One form of one sentence of a reference, ready to be written.

    ``order`` is the sentence's place in the abstract (0-based); ``opening`` is the sentence with the authors
    named, None if it cannot open what is said of a reference; ``following`` refers back to them. ``whole``
    says that the form is the full sentence, which a backward reference in the next sentence needs;
    ``points_back`` that its words point at something said before; ``presumes`` holds the things that it speaks of
    as known, ``coined`` whether it holds abbreviations or names that an earlier sentence brought in;
    ``title_share`` is the share of the title's content that it names, in [0, 1].
    """

    reference: int
    order: int
    item: EvidenceItem
    text: str
    statement: Statement
    role: Role
    opening: Parts | None
    following: Parts
    stems: tuple[str, ...]
    length: int
    whole: bool
    points_back: bool
    presumes: frozenset[str]
    coined: bool
    title_share: float

    @property
    def names_authors(self) -> bool:
        """Whether the opening form prints the authors in the sentence."""
        return self.opening is not None and any(
            isinstance(part, HandleMark) and part.mode == "narrative" for part in self.opening
        )

    @property
    def opening_tier(self) -> int:
        """How well the sentence introduces its reference: 0 names the authors and stands alone … 3 is a last resort."""
        stands_alone = not self.points_back and not self.presumes
        own = self.names_authors or (self.statement.of_this_paper and self.role is Role.CONTRIBUTION)
        if own:
            return 0 if stands_alone and not self.statement.additive else 2
        if not stands_alone or self.role in (Role.METHOD, Role.BACKGROUND):
            return 3
        return 1 if self.role in (Role.RESULT, Role.CONCLUSION) else 2

    @property
    def refers_to_authors(self) -> bool:
        """Whether the following form says "they" or "their" of the authors."""
        return self.statement.subject in (Subject.AUTHORS, Subject.THEIRS) or self.statement.refers_back

    @property
    def needs_predecessor(self) -> bool:
        """Whether the sentence only makes sense right after the one before it in the abstract."""
        return self.statement.subject is Subject.BACKWARD


def candidates(references: Sequence[ReferenceAbstract]) -> list[list[Candidate]]:
    """Gives the usable candidates of each reference, in the order of its abstract."""
    return [
        [replace(candidate, reference=index) for candidate in _candidates_of(reference)]
        for index, reference in enumerate(references)
    ]


def count_parts(parts: Parts, label: str) -> int:
    """Gives the words of a sentence when printed: a mark prints a number for each handle, a narrative one the label."""
    words = 0
    for part in parts:
        if isinstance(part, str):
            words += len([word for word in part.split() if word not in (".", "!", "?")])
        else:
            words += len(part.handles) + (len(label.split()) if part.mode == "narrative" else 0)
    return words


@lru_cache(maxsize=2_000)
def _candidates_of(reference: ReferenceAbstract) -> tuple[Candidate, ...]:
    """The candidates of a reference, kept for the chunk and the experts that write about it in one run."""
    return tuple(_made(reference))


def _made(reference: ReferenceAbstract) -> Iterator[Candidate]:
    texts = [clean_sentence(item.passage.quote) for item in reference.evidence]
    statements = [analyse(text) for text in texts]
    found = roles(statements, texts, [item.heading for item in reference.evidence])
    title = frozenset(content_stems(reference.title))
    coined = coined_names(texts, reference.title)
    for order, (item, text, role) in enumerate(zip(reference.evidence, texts, found, strict=True)):
        for number, form in enumerate(shorter_forms(text)):
            if not is_usable(form):
                continue
            statement = analyse(form)
            if _ITEM.match(statement.plural.strip()):
                continue  # an item of an enumeration whose other items stay behind
            of_authors = statement.subject in (Subject.AUTHORS, Subject.THEIRS)
            if speaks_of_people_in_general(form, of_authors=of_authors):
                continue
            mark = HandleMark((item.handle,))
            opening = first_mention(statement, mark, plural=reference.plural)
            following = later_mention(statement, mark, plural=reference.plural, anonymous=not reference.label)
            printed = opening if opening is not None else following
            yield Candidate(
                reference=0,
                order=order,
                item=item,
                text=form,
                statement=statement,
                role=role,
                opening=opening,
                following=following,
                stems=tuple(stem(token) for part in printed if isinstance(part, str) for token in plain_tokens(part)),
                length=count_parts(printed, reference.label),
                whole=number == 0,
                points_back=points_back(statement),
                presumes=definite_things(statement),
                coined=bool(coined[order]),
                title_share=len(title.intersection(content_stems(form))) / len(title) if title else 0.0,
            )
