"""Turns what a paper says of itself into a sentence about the paper, without changing the claim.

"In this paper, we propose X and show that our model …" becomes "Smith et al. [3] propose X and show that
their model …". Only the subject, the pronouns and the agreement of verbs change; numbers, tense and the order
of words stay. A sentence whose subject is the work of the authors knows two forms: the first mention names
the authors, a later one refers back to them.
"""

from __future__ import annotations

import re

from conspectus.domain.tasks import HandleMark
from conspectus.engines.extractive.statements import Statement, Subject, spaced

Parts = tuple[str | HandleMark, ...]
# Words that lose their capital inside a sentence; others may be names.
_LOWERED = re.compile(
    r"^(?:The|A|An|All|Most|Many|Some|Both|There|No|Only|More|At|In|On|For|Of|After|During|When|While|If)\b"
)


def first_mention(statement: Statement, mark: HandleMark, *, plural: bool) -> Parts | None:
    """Gives the sentence with the authors named, or None where that cannot be said well.

    Args:
        statement: A statement.
        mark: The mark that will print the authors; its mode is narrative where they are the subject.
        plural: Whether the authors take a plural verb.
    """
    narrative = HandleMark(mark.handles, "narrative")
    if statement.subject is Subject.AUTHORS:
        rest = statement.plural if plural else statement.singular
        return None if rest is None else _join(statement.before, narrative, rest)
    if statement.subject is Subject.THEIRS:
        if _has_pronoun(statement.before):
            return None
        opening = f"{statement.before}{'the' if statement.before else 'The'} {statement.noun} of "
        return _join(opening, narrative, statement.plural)
    if statement.subject is Subject.BACKWARD or statement.refers_back:
        return None
    if statement.setting and _LOWERED.match(statement.plural):
        # What held in a study is said of that study, not of the world.
        bounded = f", {statement.plural[0].lower()}{statement.plural[1:]}"
        return _join(f"In the {statement.setting} of ", narrative, bounded)
    return at_end(statement.plural, mark)


def later_mention(statement: Statement, mark: HandleMark, *, plural: bool, anonymous: bool = False) -> Parts:
    """Gives the sentence referring back to authors named in the sentence before.

    Args:
        statement: A statement.
        mark: The mark, which stands at the end.
        plural: Whether there are several authors; one author is "the author".
        anonymous: Whether no author is known; the work is then "the work".
    """
    if statement.subject is Subject.AUTHORS:
        # A verb whose singular is not known here keeps its form, and so "they".
        plural = plural or statement.singular is None
        rest = statement.singular if not plural and statement.singular is not None else statement.plural
        one = "work" if anonymous else "author"
        named = ("they" if statement.before else "They") if plural else f"{'the' if statement.before else 'The'} {one}"
        return at_end(f"{statement.before}{named}{spaced(rest)}", mark)
    if statement.subject is Subject.THEIRS:
        opening = f"{statement.before}their" if statement.before else "Their"
        return at_end(f"{opening} {statement.noun}{spaced(statement.plural)}", mark)
    return at_end(statement.plural, mark)


def at_end(text: str, mark: HandleMark) -> Parts:
    """Gives the words with a parenthetical mark before the final full stop."""
    body = text.rstrip()
    stop = body[-1] if body.endswith((".", "!", "?")) else "."
    return (body.rstrip(".!? ") + " ", HandleMark(mark.handles, "parenthetical"), stop)


def _has_pronoun(text: str) -> bool:
    return bool(re.search(r"\b(?:they|their|them)\b", text))


def _join(before: str, mark: HandleMark, after: str) -> Parts:
    after = spaced(after).rstrip()
    if after[-1:] not in ".!?":
        after += "."
    return (before, mark, after) if before else (mark, after)
