"""The bundled demonstration library: its files and its subjects."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from importlib import resources
from pathlib import Path

from conspectus.domain.paper import Paper


@contextmanager
def demo_files() -> Iterator[list[Path]]:
    """Gives the paths of the bundled files, in the order in which they are added, for the time of the block."""
    with resources.as_file(resources.files("conspectus.collection") / "demo_library") as folder:
        yield sorted(path for path in folder.iterdir() if path.suffix in (".bib", ".xml"))


def subjects(papers: Sequence[Paper]) -> dict[str, list[Paper]]:
    """Gives the papers by subject, which is the first keyword of each, capitalised as a heading."""
    found: dict[str, list[Paper]] = {}
    for paper in papers:
        name = paper.keywords[0] if paper.keywords else "other subjects"
        found.setdefault(name[:1].upper() + name[1:], []).append(paper)
    return found
