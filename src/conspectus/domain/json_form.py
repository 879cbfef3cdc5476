"""Papers as JSON and back, exactly: ``paper_from_json(paper_to_json(p)) == p``."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from conspectus.domain.document import Document
from conspectus.domain.paper import Paper

if TYPE_CHECKING:
    from pydantic import TypeAdapter


@lru_cache(maxsize=1)
def _papers() -> TypeAdapter[Paper]:
    from pydantic import TypeAdapter

    return TypeAdapter(Paper)


@lru_cache(maxsize=1)
def _documents() -> TypeAdapter[Document]:
    from pydantic import TypeAdapter

    return TypeAdapter(Document)


def paper_to_json(paper: Paper) -> bytes:
    """Gives the paper with all its texts as compact UTF-8 JSON without fields at their defaults."""
    return _papers().dump_json(paper, exclude_defaults=True)


def paper_from_json(data: bytes | str) -> Paper:
    """Gives the paper that was written by ``paper_to_json``."""
    return _papers().validate_json(data)


def document_to_json(document: Document) -> bytes:
    """Gives one text version as compact UTF-8 JSON without fields at their defaults."""
    return _documents().dump_json(document, exclude_defaults=True)


def document_from_json(data: bytes | str) -> Document:
    """Gives the text version that was written by ``document_to_json``."""
    return _documents().validate_json(data)
