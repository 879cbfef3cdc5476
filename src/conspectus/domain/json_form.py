"""Papers as JSON and back, exactly: ``paper_from_json(paper_to_json(p)) == p``."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import TYPE_CHECKING, Any

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


def metadata_values(paper: Paper) -> dict[str, Any]:
    """Gives the paper without its texts as plain JSON values without fields at their defaults."""
    values: dict[str, Any] = _papers().dump_python(paper, mode="json", exclude_defaults=True, exclude={"documents"})
    return values


def paper_of_values(values: Mapping[str, Any]) -> Paper:
    """Gives the paper of plain values such as those of ``metadata_values``; numbers may be strings.

    Raises:
        ValueError: A value is not what its field takes.
    """
    return _papers().validate_python(values)


def document_of_values(values: Mapping[str, Any]) -> Document:
    """Gives the text version of plain values; numbers may be strings.

    Raises:
        ValueError: A value is not what its field takes.
    """
    return _documents().validate_python(values)
