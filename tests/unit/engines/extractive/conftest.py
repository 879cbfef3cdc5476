from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from conspectus.domain.passage import Passage
from conspectus.domain.tasks import EvidenceItem, ReferenceAbstract
from conspectus.foundation.text.sentences import split_sentences

PAPERS = Path(__file__).resolve().parents[3] / "fixtures" / "reviews" / "two_subjects.json"

MakeReference = Callable[..., ReferenceAbstract]


def _reference(
    paper: str, text: str, *, title: str = "", label: str = "Smith et al.", plural: bool = True, heading: str = ""
) -> ReferenceAbstract:
    """A reference whose handles carry its name: the sentences of paper "a" are a1, a2 …"""
    return ReferenceAbstract(
        paper=paper,
        title=title or f"Title of {paper}",
        label=label,
        plural=plural,
        year=2020,
        evidence=tuple(
            EvidenceItem(
                handle=f"{paper}{number}",
                passage=Passage(paper=paper, version="00000000", address=f"s1.p1.t{number}", quote=sentence),
                heading=heading,
            )
            for number, sentence in enumerate(split_sentences(text), 1)
        ),
    )


@pytest.fixture(scope="session")
def make_reference() -> MakeReference:
    return _reference


@pytest.fixture(scope="session")
def references() -> tuple[ReferenceAbstract, ...]:
    """The papers on floods and minutes as references."""
    found = []
    for record in json.loads(PAPERS.read_text("utf-8")):
        names = [name if isinstance(name, str) else name[0] for name in record["authors"]]
        label = names[0] if len(names) == 1 else " and ".join(names) if len(names) == 2 else f"{names[0]} et al."
        found.append(
            _reference(record["id"], record["abstract"], title=record["title"], label=label, plural=len(names) > 1)
        )
    return tuple(found)
