"""The papers that a person names for a product: files that are added first, and papers of the library."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from conspectus.collection.report import AddReport
from conspectus.domain.paper import Paper
from conspectus.foundation.errors import NothingFound
from conspectus.library.store import Library


def gather_papers(
    sources: Sequence[str], add: Callable[[Sequence[Path]], AddReport], library: Callable[[], Library]
) -> tuple[list[Paper], AddReport | None]:
    """Gives the papers that the sources name, in order, each once, and the report of adding files, if there are any.

    Args:
        sources: Paths of files or folders, and papers by id, citation key, DOI or former id.
        add: Adds files to the library.
        library: Gives the library, open for reading; asked after files were added.

    Raises:
        NothingFound: A source is neither a path nor a paper of the library.
    """
    paths = [Path(source) for source in sources if _is_path(source)]
    report = add(paths) if paths else None
    found: dict[str, Paper] = {}
    for name in report.papers if report is not None else ():
        paper = library().get(name)
        if paper is not None:
            found.setdefault(paper.id, paper)
    for source in sources:
        if _is_path(source):
            continue
        paper = library().resolve(source)
        if paper is None:
            raise NothingFound(
                f"{source!r} is neither a file nor a paper of the library.",
                hint="`conspectus papers` lists the papers; a path must exist.",
            )
        found.setdefault(paper.id, paper)
    return list(found.values()), report


def _is_path(source: str) -> bool:
    try:
        return Path(source).exists()
    except (OSError, ValueError):
        # A name that no file system takes ("File name too long") is no path.
        return False
