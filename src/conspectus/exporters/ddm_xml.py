"""A paper with all its texts as DDM XML; the schema is ``schemas/ddm.xsd`` in this package.

The elements are those of ``domain.ddm_form``: numbers and short values are attributes, texts and lists are elements.
Characters that XML cannot hold are written as ``domain.xml_escape`` says.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from importlib.resources import files
from typing import Any
from xml.sax.saxutils import escape, quoteattr

from conspectus.domain.ddm_form import SCHEMA, ddm_values
from conspectus.domain.paper import Paper
from conspectus.domain.xml_escape import xml_attribute, xml_text

NAMESPACE = "urn:conspectus:ddm:1"
SUFFIX = ".ddm.xml"
_TEXTS = ("heading", "text")
# Lists whose elements are called otherwise than the list, and lists of strings.
_ELEMENTS = {"references": "entry", "layout": "place"}
_STRINGS = {"targets": "target", "authors": "author"}


def ddm_xml(paper: Paper) -> str:
    """Gives the paper as XML; read back, it is the same paper to the character."""
    return "".join(_file(ddm_values(paper)))


def ddm_xsd() -> str:
    """Gives the XML Schema that every DDM XML file fulfils."""
    return (files("conspectus.exporters") / "schemas" / "ddm.xsd").read_text(encoding="utf-8")


def _file(values: Mapping[str, Any]) -> Iterator[str]:
    yield '<?xml version="1.0" encoding="UTF-8"?>\n'
    yield f'<paper xmlns="{NAMESPACE}" schema="{SCHEMA}">\n<metadata>\n'
    for name, value in values.items():
        if name not in {"schema", "documents"}:
            yield from _field(name, value)
    yield "</metadata>\n"
    for document in values["documents"]:
        yield from _node("document", document)
    yield "</paper>\n"


def _field(name: str, value: Any) -> Iterator[str]:
    """A field of the metadata: a value, an object of fields, or a list of items."""
    if isinstance(value, dict):
        yield f'<{name} of="fields">'
        for inner, held in value.items():
            yield from _field(inner, held)
    elif isinstance(value, list):
        yield f'<{name} of="items">'
        for held in value:
            yield from _field("item", held)
    else:
        yield f"<{name}>{_shown(value)}"
    yield f"</{name}>\n"


def _node(name: str, values: Mapping[str, Any]) -> Iterator[str]:
    """An element of the tree with its attributes, texts and elements."""
    yield f"<{name}"
    for key, value in values.items():
        if key == "box":
            yield f' box="{" ".join(map(repr, value))}"'
        elif key not in _TEXTS and not isinstance(value, list | dict):
            yield f" {key}={quoteattr(xml_attribute(str(value)))}"
    yield ">"
    for key, value in values.items():
        if key in _TEXTS:
            yield f"<{key}>{_shown(value)}</{key}>"
        elif key == "row":
            for row in value:
                yield f"<row>{''.join(f'<cell>{_shown(cell)}</cell>' for cell in row)}</row>\n"
        elif key in _STRINGS:
            yield from (f"<{_STRINGS[key]}>{_shown(one)}</{_STRINGS[key]}>" for one in value)
        elif isinstance(value, dict):
            yield from _node(key, value)
        elif isinstance(value, list) and key != "box":
            for one in value:
                yield from _node(_ELEMENTS.get(key, key), one)
    yield f"</{name}>\n"


def _shown(value: Any) -> str:
    return escape(xml_text(str(value).lower() if isinstance(value, bool) else str(value)))
