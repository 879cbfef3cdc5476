"""The bundled demonstration library: its files and its subjects."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from importlib import resources
from pathlib import Path

from conspectus.domain.paper import Paper
from conspectus.domain.run_record import Product


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


def save_report(report: Product, folder: Path, style: str) -> Path:
    """Writes a report as HTML, and its references as .bib, into an existing folder; gives the path of the HTML."""
    from conspectus.exporters import EXPORTERS, REFERENCE_EXPORTERS

    written = {".html": EXPORTERS.get("html")().export(report, style=style)}
    written[".bib"] = REFERENCE_EXPORTERS.get("bibtex")().export(report.papers)
    for suffix, text in written.items():
        (folder / f"report{suffix}").write_text(text, encoding="utf-8")
    return folder / "report.html"
