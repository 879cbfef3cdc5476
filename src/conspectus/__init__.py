"""Cited overviews of the scientific literature, with evidence down to the sentence.

These names are the public API. Each is loaded when it is first used, so that importing the package costs
next to nothing; nothing inside the package imports from here.

Example:
    >>> from conspectus import ENGINES, EXPORTERS, ReviewRequest, read_bytes, write_review
    >>> references = b"@article{a, title={On tests}, abstract={We propose a test for parsers.}}"
    >>> reading = read_bytes(references, source="references.bib")
    >>> review = write_review(ReviewRequest(), [item.paper for item in reading.items], ENGINES.get("extractive")())
    >>> text = EXPORTERS.get("markdown")().export(review, style="apa")
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from conspectus.domain.cited_text import Citation as Citation
    from conspectus.domain.cited_text import CitedSentence as CitedSentence
    from conspectus.domain.cited_text import CitedText as CitedText
    from conspectus.domain.cited_text import Verdict as Verdict
    from conspectus.domain.document import Document as Document
    from conspectus.domain.engine import Engine as Engine
    from conspectus.domain.identifiers import Identifiers as Identifiers
    from conspectus.domain.minigraph import Minigraph as Minigraph
    from conspectus.domain.paper import Author as Author
    from conspectus.domain.paper import Paper as Paper
    from conspectus.domain.passage import Passage as Passage
    from conspectus.domain.passage import passages_of as passages_of
    from conspectus.domain.passage import resolve_passage as resolve_passage
    from conspectus.domain.run_record import Product as Product
    from conspectus.domain.run_record import RunRecord as RunRecord
    from conspectus.engines import ENGINES as ENGINES
    from conspectus.exporters import EXPORTERS as EXPORTERS
    from conspectus.exporters.exporting import Exporter as Exporter
    from conspectus.foundation.errors import ConspectusError as ConspectusError
    from conspectus.foundation.events import Events as Events
    from conspectus.foundation.settings import Settings as Settings
    from conspectus.foundation.settings import load_settings as load_settings
    from conspectus.library.store import Library as Library
    from conspectus.pipelines.literature_review.pipeline import write_review as write_review
    from conspectus.pipelines.literature_review.request import ReviewRequest as ReviewRequest
    from conspectus.readers import READERS as READERS
    from conspectus.readers.reading import Reader as Reader
    from conspectus.readers.reading import read_bytes as read_bytes
    from conspectus.workbench import Workbench as Workbench

__all__ = [
    "Author",
    "Citation",
    "CitedSentence",
    "CitedText",
    "ConspectusError",
    "Document",
    "ENGINES",
    "EXPORTERS",
    "Engine",
    "Events",
    "Exporter",
    "Identifiers",
    "Library",
    "Minigraph",
    "Paper",
    "Passage",
    "Product",
    "READERS",
    "Reader",
    "ReviewRequest",
    "RunRecord",
    "Settings",
    "Verdict",
    "Workbench",
    "load_settings",
    "passages_of",
    "read_bytes",
    "resolve_passage",
    "write_review",
]

_HOMES = {
    "Author": "conspectus.domain.paper",
    "Citation": "conspectus.domain.cited_text",
    "CitedSentence": "conspectus.domain.cited_text",
    "CitedText": "conspectus.domain.cited_text",
    "ConspectusError": "conspectus.foundation.errors",
    "Document": "conspectus.domain.document",
    "ENGINES": "conspectus.engines",
    "EXPORTERS": "conspectus.exporters",
    "Engine": "conspectus.domain.engine",
    "Events": "conspectus.foundation.events",
    "Exporter": "conspectus.exporters.exporting",
    "Identifiers": "conspectus.domain.identifiers",
    "Library": "conspectus.library.store",
    "Minigraph": "conspectus.domain.minigraph",
    "Paper": "conspectus.domain.paper",
    "Passage": "conspectus.domain.passage",
    "Product": "conspectus.domain.run_record",
    "READERS": "conspectus.readers",
    "Reader": "conspectus.readers.reading",
    "ReviewRequest": "conspectus.pipelines.literature_review.request",
    "RunRecord": "conspectus.domain.run_record",
    "Settings": "conspectus.foundation.settings",
    "Verdict": "conspectus.domain.cited_text",
    "Workbench": "conspectus.workbench",
    "load_settings": "conspectus.foundation.settings",
    "passages_of": "conspectus.domain.passage",
    "read_bytes": "conspectus.readers.reading",
    "resolve_passage": "conspectus.domain.passage",
    "write_review": "conspectus.pipelines.literature_review.pipeline",
}


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(import_module(_HOMES[name]), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
