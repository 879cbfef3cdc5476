"""`conspectus papers`: what is in the library."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from conspectus.cli.console import Console
from conspectus.cli.options import JsonOption, LibraryOption, QuietOption, open_workbench
from conspectus.foundation.text.counting import counted

if TYPE_CHECKING:
    from conspectus.library.records import PaperSummary


def command(library: LibraryOption = None, quiet: QuietOption = False, as_json: JsonOption = False) -> None:
    """List the papers in the library, in the order in which they came."""
    console = Console(quiet=quiet)
    with open_workbench(library) as workbench:
        number = 0
        if as_json:
            # Written piece by piece, so that a large library is listed in little memory.
            for number, summary in enumerate(workbench.library.summaries(), 1):
                console.result(("[\n  " if number == 1 else "  ,") + json.dumps(to_json(summary), ensure_ascii=False))
            console.result("]" if number else "[]")
            return
        for summary in workbench.library.summaries():
            console.result(_line(summary))
        console.remark(f"{counted(workbench.library.count(), 'paper')} in {workbench.library_folder}")


def to_json(summary: PaperSummary) -> dict[str, Any]:
    """Gives a summary as plain JSON values."""
    identifiers = summary.identifiers
    return {
        "id": summary.id,
        "title": summary.title,
        "year": summary.year,
        "authors": list(summary.authors),
        "identifiers": {
            "doi": identifiers.doi,
            "pmid": identifiers.pmid,
            "pmcid": identifiers.pmcid,
            "arxiv": identifiers.arxiv,
        },
        "keys": list(summary.keys),
        "has_abstract": summary.has_abstract,
        "has_full_text": summary.has_full_text,
        "retracted": summary.retracted,
    }


def _line(summary: PaperSummary) -> str:
    by = summary.authors[0] + (" et al." if len(summary.authors) > 1 else "") if summary.authors else "anonymous"
    text = "full text" if summary.has_full_text else "abstract" if summary.has_abstract else "no text"
    retracted = " RETRACTED" if summary.retracted else ""
    keys = f" [{', '.join(summary.keys)}]" if summary.keys else ""
    return f"{summary.id}{keys}  {by} ({summary.year or 'n.d.'}). {summary.title} ({text}){retracted}"
