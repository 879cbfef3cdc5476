"""A passage: the node of a paper's text that a citation opens, with its exact words."""

from __future__ import annotations

import re
from dataclasses import dataclass

from conspectus.domain.document import Place
from conspectus.domain.paper import Paper
from conspectus.foundation.errors import GroundingError

_PASSAGE_ID = re.compile(r"(?P<paper>[^@#]+)@(?P<version>[0-9a-f]{8})#(?P<address>s\d+(?:\.\w+)*)\Z")


@dataclass(frozen=True, slots=True, kw_only=True)
class Passage:
    """A span of one version of one paper's text, named by its node.

    ``id`` is ``<paper>@<version>#<address>``; ``quote`` is the text of the node to the letter.
    """

    paper: str
    version: str
    address: str
    quote: str

    @property
    def id(self) -> str:
        """The name of the passage, the same in every run."""
        return f"{self.paper}@{self.version}#{self.address}"


def passages_of(paper: Paper, *, abstract_only: bool = False) -> tuple[Passage, ...]:
    """Gives the sentence passages of a paper's preferred text in reading order.

    Args:
        paper: The paper.
        abstract_only: Only the abstract, of the version that has the longest one.
    """
    from conspectus.domain.document import SectionKind

    document = paper.abstract_version if abstract_only else paper.document
    if document is None:
        return ()
    kinds = (SectionKind.ABSTRACT,) if abstract_only else ()
    version = document.version
    return tuple(
        Passage(
            paper=paper.id,
            version=version,
            address=place.address,
            quote=document.text[place.start : place.end],
        )
        for place in document.sentences(kinds=kinds)
    )


def parse_passage_id(text: str) -> tuple[str, str, str]:
    """Gives (paper, version, address) of a passage id.

    Raises:
        GroundingError: The text is not a passage id.
    """
    found = _PASSAGE_ID.match(text)
    if not found:
        raise GroundingError(
            f"{text!r} is not a passage id.", hint="A passage id looks like doi-10.1000_x@0a1b2c3d#s1.p1.t2."
        )
    return found.group("paper"), found.group("version"), found.group("address")


def resolve_passage(paper: Paper, version: str, address: str) -> tuple[Passage, Place]:
    """Gives the passage at an address of a version of the paper, and its place.

    Raises:
        GroundingError: The paper has no such version, or the version no such node.
    """
    document = paper.version(version)
    if document is None:
        raise GroundingError(f"{paper.id} has no text version {version}.")
    try:
        place = document.at(address)
    except KeyError:
        raise GroundingError(f"{paper.id}@{version} has no passage {address}.") from None
    quote = document.text[place.start : place.end]
    return Passage(paper=paper.id, version=version, address=address, quote=quote), place
