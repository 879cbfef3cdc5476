"""DDM XML: a paper with its trees as conspectus writes it (``domain.ddm_form``), read back to the character."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from conspectus.domain.ddm_form import SCHEMA, Values, paper_of_ddm
from conspectus.domain.paper import Paper
from conspectus.domain.xml_escape import from_xml
from conspectus.foundation.errors import InputError
from conspectus.readers.reading import ReadItem, ReadPaper
from conspectus.readers.sniffing import Head
from conspectus.readers.xml_hardened import parse_xml, strip_namespaces

_NAMESPACE = "urn:conspectus:ddm:"
_TEXTS = frozenset(["heading", "text"])
_LISTS = {"entry": "references", "place": "layout"}
_STRINGS = {"target": "targets", "author": "authors"}
_HINT = "Export the paper again with `conspectus show PAPER --format xml`."


class DdmXmlReader:
    """Reads the paper of a DDM XML file; its id and origin are stamped anew."""

    name = "ddm_xml"
    label = "DDM XML"
    is_exact = True

    def recognise(self, head: Head) -> str:
        """Gives why the content is DDM XML, or "": a root ``paper`` of its namespace."""
        return f"has a <paper> root of {_NAMESPACE}" if head.root == "paper" and _NAMESPACE in head.text else ""

    def read(self, data: bytes) -> Iterator[ReadItem]:
        """Yields the paper.

        Raises:
            InputError: The file is not well-formed, or its tree does not fit its text.
        """
        yield ReadPaper(paper=replace(paper_from_ddm_xml(data), id="", provenance=()), record=1, line=1)


def paper_from_ddm_xml(data: bytes) -> Paper:
    """Gives the paper of a DDM XML file with the id and origin that it has there.

    Raises:
        InputError: The file is not well-formed, or its tree does not fit its text.
    """
    root = parse_xml(data)
    strip_namespaces(root)
    if root.tag != "paper":
        raise InputError(f"The root of a DDM XML file is <paper>, not <{root.tag}>.", hint=_HINT)
    metadata = root.find("metadata")
    values = _fields(metadata) if metadata is not None else {}
    values["schema"] = root.get("schema", SCHEMA)
    values["documents"] = [_node(element) for element in root.iterchildren("document")]
    return paper_of_ddm(values)


def _field(element: Any) -> Any:
    match element.get("of", ""):
        case "fields":
            return _fields(element)
        case "items":
            return [_field(child) for child in element]
    return _text(element)


def _fields(element: Any) -> Values:
    return {str(child.tag): _field(child) for child in element}


def _node(element: Any) -> Values:
    """The values of an element of the tree."""
    values: Values = {str(name): from_xml(value) for name, value in element.attrib.items()}
    if "box" in values:
        values["box"] = values["box"].split()
    for child in element:
        name = str(child.tag)
        if name in _TEXTS:
            values[name] = _text(child)
        elif name == "row":
            values.setdefault("row", []).append([_text(cell) for cell in child])
        elif name in _STRINGS:
            values.setdefault(_STRINGS[name], []).append(_text(child))
        elif name == "loss":
            values["loss"] = _node(child)
        else:
            values.setdefault(_LISTS.get(name, name), []).append(_node(child))
    return values


def _text(element: Any) -> str:
    return from_xml("".join(element.itertext()))
