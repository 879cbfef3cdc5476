"""One citation style over some references, by citeproc-py with mended elements (``csl_elements.py``)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from io import BytesIO
from pathlib import Path
from typing import Any

import citeproc
from citeproc import LANGUAGE_NAMES, LOCALES_PATH, PRIMARY_DIALECTS
from citeproc.source import Citation, CitationItem, VariableError
from citeproc.source.json import CiteProcJSON
from lxml import etree

from conspectus.exporters import marked_text
from conspectus.exporters.csl_elements import ELEMENT_CLASSES
from conspectus.exporters.csl_styles import CSL

_LANGUAGE = "{http://www.w3.org/XML/1998/namespace}lang"


class _MarkedFormatter:
    """What citeproc-py wants of a formatter, giving marked text."""

    @staticmethod
    def preformat(text: str) -> str:
        return text

    @staticmethod
    def _form(form: str) -> Callable[[str], str]:
        return lambda text: marked_text.marked(str(text), form)

    Italic = Oblique = _form("italic")
    Bold = _form("bold")
    Superscript = _form("superscript")
    Subscript = _form("subscript")
    SmallCaps = _form("small-caps")
    Underline = _form("underline")
    Light = str


def _parse(source: BytesIO | str) -> Any:
    lookup = etree.ElementNamespaceClassLookup()
    namespace = lookup.get_namespace(CSL.strip("{}"))
    for tag, made in ELEMENT_CLASSES.items():
        namespace[tag] = made
    parser = etree.XMLParser(
        remove_comments=True, remove_pis=True, resolve_entities=False, no_network=True, load_dtd=False
    )
    parser.set_element_class_lookup(lookup)
    return etree.parse(source, parser).getroot()


class CslProcessor:
    """One style over some references: the cite and the list entry of each.

    Args:
        style: The XML of an independent style.
        items: CSL-JSON items; they are known by their place in this sequence.
        locale: A CSL locale such as "en-US"; an unknown one gives that of its language, else US English.
    """

    def __init__(self, style: bytes, items: Sequence[dict[str, Any]], *, locale: str) -> None:
        self.root = _parse(BytesIO(style))
        self.root.formatter = _MarkedFormatter
        self._load_locales(locale)
        # lxml makes an element's object anew when nobody holds it; what objects remember would be lost.
        self._kept = [element for root in (self.root, *self.root.locales) for element in root.iter()]
        for names in [element for element in self._kept if element.tag == f"{CSL}names"]:
            if names.find(f"{CSL}name") is None and names.getparent().tag != f"{CSL}substitute":
                names.insert(0, names.makeelement(f"{CSL}name"))
                self._kept.append(names[0])
        source = CiteProcJSON([{**item, "id": str(place)} for place, item in enumerate(items)])
        self._cites = [CitationItem(str(place)) for place in range(len(items))]
        self._bibliography = citeproc.CitationStylesBibliography(self, source, _MarkedFormatter)
        self._bibliography.register(Citation(self._cites))
        self.root.citation.cites = []

    def _load_locales(self, wanted: str) -> None:
        language = wanted.split("-")[0]
        inside = {element.get(_LANGUAGE): element for element in self.root.findall(f"{CSL}locale")}
        self.root.locales = [inside[name] for name in dict.fromkeys((wanted, language, None)) if name in inside]
        for name in dict.fromkeys((wanted, PRIMARY_DIALECTS.get(language, ""), "en-US")):
            if name in LANGUAGE_NAMES:
                self.root.locales.append(_parse(str(Path(LOCALES_PATH) / f"locales-{name}.xml")))
        for locale in self.root.locales:
            locale.style = self.root

    @property
    def has_bibliography(self) -> bool:
        """Whether the style says how a list of references is printed."""
        return self.root.bibliography is not None

    def citation_layout(self, name: str, default: str = "") -> str:
        """Gives an attribute of the layout of citations: prefix, suffix, delimiter, vertical-align."""
        return str(self.root.citation.layout.get(name, default))

    def puts_punctuation_in_quotes(self) -> bool:
        """Whether the locale wants commas and full stops before a closing quotation mark."""
        return str(self.root.get_locale_option("punctuation-in-quote") or "").lower() == "true"

    def term(self, name: str, form: str | None = None) -> str:
        """Gives a term of the locale, "" if it has none."""
        return str(self.root.get_single_term(name=name, form=form))

    def set_suffix(self, place: int, suffix: str) -> None:
        """Sets the letter that tells a work from others of its authors and year."""
        self._bibliography.source[str(place)]["year_suffix"] = suffix

    def set_label(self, place: int, label: str) -> None:
        """Sets what a style of labels cites a work by."""
        self._bibliography.source[str(place)]["citation_label"] = label

    def set_ambiguous(self, place: int) -> None:
        """Lets the style print in the cite what it has to tell alike works apart."""
        self._cites[place].disambiguate = True

    def order(self) -> list[int]:
        """Gives the places in the order of the style's list, which from then on numbers the references."""
        if self.has_bibliography:
            self._bibliography.sort()
        return [int(key) for key in self._bibliography.keys]

    def order_in_citation(self, places: Sequence[int]) -> list[int]:
        """Gives the places in the order in which one citation prints them."""
        known = self._bibliography.keys
        items = sorted((self._cites[place] for place in places), key=lambda item: known.index(item.key))
        sort = self.root.citation.sort
        if sort is not None and len(items) > 1:
            items = sort.sort(items, self.root.citation.layout)
        return [int(item.key) for item in items]

    def cite(self, place: int) -> str:
        """Gives the cite of one reference as marked text, without the layout's own prefix and suffix."""
        layout = self.root.citation.layout
        layout.repressed = {}
        try:
            return str(layout.render_children(self._cites[place]) or "")
        except VariableError:
            return ""

    def entry(self, place: int) -> str:
        """Gives the list entry of one reference as marked text."""
        layout = self.root.bibliography.layout
        layout.repressed = {}
        return str(layout.format(layout.wrap(layout.render_children(self._cites[place]))) or "")

    def sort_bibliography(self, items: list[Any]) -> list[Any]:
        """Gives citeproc-py's items sorted; called back by its bibliography."""
        sort = self.root.bibliography.find(f"{CSL}sort")
        return list(sort.sort(items, self.root.bibliography.layout)) if sort is not None else items
