"""Whether a paper names a topic, by a rule of its own that no engine uses."""

from __future__ import annotations

from collections.abc import Sequence

from conspectus.domain.paper import Paper
from conspectus.foundation.text.normalise import level_text, match_key


def is_on_topic(paper: Paper, names: Sequence[str], *, headings: bool = True) -> bool:
    """Whether a name stands, word for word, in title, abstract or MeSH headings; case, accents and marks do not count.

    Names and headings also count in natural order ("Neoplasms, Liver") and in singular or plural with a plain -s.
    Without ``headings`` only title and abstract count.
    """
    fields = [paper.title, paper.abstract]
    if headings:
        fields += [text for heading in paper.mesh for text in (heading.descriptor, natural_order(heading.descriptor))]
    keys = [f" {match_key(level_text(text))} " for text in fields]
    return any(f" {form} " in key for form in forms_of(names) for key in keys)


def natural_order(heading: str) -> str:
    """Gives a heading as it is spoken: "Arthroplasty, Replacement, Knee" is "Knee Replacement Arthroplasty"."""
    return " ".join(reversed([part.strip() for part in heading.split(",")]))


def forms_of(names: Sequence[str]) -> set[str]:
    """Gives the names as they are compared, in both orders and numbers."""
    forms = {match_key(level_text(each)) for name in names for each in (name, natural_order(name))} - {""}
    return forms | {f"{form}s" for form in forms} | {form[:-1] for form in forms if form.endswith("s") and form[:-1]}
