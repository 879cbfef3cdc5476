"""XML from strangers, parsed so that it can neither read files, nor call out, nor blow up.

No DTD is ever loaded and no entity is ever expanded by the parser: the DOCTYPE is cut out beforehand,
HTML's named characters (``&nbsp;``) are replaced by the characters themselves, and a file that declares
entities of its own is refused. Depth and size are bounded. What exports of the real world get wrong
without meaning harm (control characters, lone surrogates, a bare ``&``, undeclared prefixes) is mended.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, islice
from typing import Any

from lxml import etree

from conspectus.foundation.errors import BrokenRecord, InputError
from conspectus.readers.empty_runs import empty_records
from conspectus.readers.xml_empty_runs import EmptyElements, XmlRun
from conspectus.readers.xml_text import MEND_HINT, harmless_pieces, harmless_text

MAX_DEPTH = 100
_CHUNK = 1 << 16
_XMLNS = re.compile(r"xmlns:([A-Za-z_][\w.-]*)\s*=\s*(\"[^\"<]*\"|'[^'<]*')")
_TOO_DEEP = etree.XPath("boolean(" + "/*" * (MAX_DEPTH + 1) + ")")
_TOO_DEEP_BELOW = etree.XPath("boolean(" + "/".join("*" * MAX_DEPTH) + ")")
_SAFE: dict[str, Any] = {
    "resolve_entities": False,
    "load_dtd": False,
    "dtd_validation": False,
    "attribute_defaults": False,
    "no_network": True,
    "huge_tree": False,
    "remove_comments": True,
    "remove_pis": True,
}


@dataclass(frozen=True, slots=True, kw_only=True)
class XmlRecord:
    """One record element of a file, its 1-based position among the records, and the line where it starts."""

    element: Any
    record: int
    line: int


def parse_xml(data: bytes) -> Any:
    """Gives the root element (lxml) of an XML file, without comments and processing instructions.

    Args:
        data: The whole file, in any encoding that XML allows.

    Raises:
        InputError: The file is not well-formed (the message names the line), declares entities, or is
            larger than ``xml_text.MAX_BYTES`` or deeper than ``MAX_DEPTH``.
    """
    return _parsed(harmless_text(data), line=1)


def parse_records(data: bytes, names: Sequence[str]) -> Iterator[XmlRecord | BrokenRecord]:
    """Yields the outermost elements called ``names`` in order, their tags stripped of namespaces.

    A file that is not well-formed as a whole is cut at these elements, so that files set one after the
    other are read, and one broken record is reported while the others are read.

    Args:
        data: The whole file.
        names: The local names of record elements; they do not nest in each other.

    Raises:
        InputError: As ``parse_xml``, when the file cannot be cut into at least two records.
    """
    text = harmless_text(data)
    try:
        root = _parsed(text, line=1)
    except InputError:
        if (pieces := _two_or_more(_pieces(text, names))) is None:
            raise
        yield from _records_of_pieces(text, pieces, names)
        return
    strip_namespaces(root)
    for number, element in enumerate(_outermost(root, names), 1):
        yield XmlRecord(element=element, record=number, line=element.sourceline or 0)


def stream_records(
    data: bytes, names: Sequence[str], *, inside: Sequence[str] = (), empty: Sequence[str] = ()
) -> Iterator[XmlRecord | BrokenRecord]:
    """Yields the elements called ``names`` as soon as each is parsed, and forgets them when the next is asked for.

    As ``parse_records``, but memory grows neither with the file's tree nor with its text, so an element must
    be used up before the next one is taken. Of the elements around a record only the tags with their attributes
    can be relied on, as its ancestors. From where the file is not well-formed on, it is cut at the records; the
    line of the fault is named with the record that holds it.

    Args:
        data: The whole file.
        names: The local names of record elements; they do not nest in each other.
        inside: The local names of elements around records that are kept as ancestors where the file is cut,
            from the outermost to the innermost.
        empty: Those of ``names`` of which very many empty ones in a row are told as one broken record.

    Raises:
        InputError: As ``parse_xml``, when the file is not well-formed and cannot be cut into two records.
    """
    stream = _Stream(data, names, empty)
    try:
        yield from stream.records()
    except etree.XMLSyntaxError:
        if stream.is_used_up():
            return
        text = harmless_text(data)
        if (pieces := _two_or_more(_pieces(text, names))) is not None:
            around = _Around(text, inside)
            yield from _records_of_pieces(
                text, pieces, names, around=around, empties=EmptyElements(empty), skip=stream.number
            )
            return
        # What can be mended costs no content; the rest is raised.
        root = _parsed(text, line=1)
        strip_namespaces(root)
        for number, element in enumerate(_outermost(root, names), 1):
            if number > stream.number:
                yield XmlRecord(element=element, record=number, line=element.sourceline or 0)


class _Stream:
    """A file on its way through the parser, and how many of its records have been told."""

    def __init__(self, data: bytes, names: Sequence[str], empty: Sequence[str]) -> None:
        self.number = 0
        self._data = data
        self._names = names
        self._empties = EmptyElements(empty)
        tags = [f"{{*}}{name}" for name in names]
        self._parser = etree.XMLPullParser(events=("end",), tag=tags, encoding="utf-8", **_SAFE)
        self._namespaces = False
        self._line = 1
        self._blank = True
        # The run of empty records in hand: how many, the number of the first, its line.
        self._run = (0, 0, 0)

    def records(self) -> Iterator[XmlRecord | BrokenRecord]:
        """Yields the records.

        Raises:
            XMLSyntaxError: The file is not well-formed there.
        """
        for piece, is_inside in harmless_pieces(self._data):
            for part in self._empties.split(piece, is_inside=is_inside):
                yield from self._skip(part) if isinstance(part, XmlRun) else self._take(part)
        yield from self._take(self._empties.rest())
        yield from self._told_run()
        self._parser.close()

    def is_used_up(self) -> bool:
        """Whether the file, though not well-formed, held nothing but the empty records that were told."""
        return self._blank and self.number > 0

    def _skip(self, run: XmlRun) -> Iterator[XmlRecord | BrokenRecord]:
        count, first, line = self._run if self._run[0] else (0, self.number + 1, self._line)
        self._run = (count + run.count, first, line)
        self.number += run.count
        self._line += run.breaks
        yield from self._feed("\n" * run.breaks)

    def _take(self, text: str) -> Iterator[XmlRecord | BrokenRecord]:
        if not text:
            return
        if not text.isspace():
            self._blank = False
            yield from self._told_run()
        self._namespaces = self._namespaces or "xmlns" in text
        self._line += text.count("\n")
        yield from self._feed(text)

    def _told_run(self) -> Iterator[BrokenRecord]:
        (count, first, line), self._run = self._run, (0, 0, 0)
        if count:
            yield empty_records(count, record=first, line=line)

    def _feed(self, text: str) -> Iterator[XmlRecord | BrokenRecord]:
        for start in range(0, len(text), _CHUNK):
            self._parser.feed(text[start : start + _CHUNK].encode("utf-8", "ignore"))
            for _, element in self._parser.read_events():
                self.number += 1
                line = element.sourceline or 0
                if _TOO_DEEP_BELOW(element):
                    fault = _too_deep()
                    if self.number == 1 and _two_or_more(_pieces(harmless_text(self._data), self._names)) is None:
                        raise fault
                    yield BrokenRecord(fault.message, record=self.number, line=line, hint=fault.hint)
                else:
                    if self._namespaces:
                        strip_namespaces(element)
                    yield XmlRecord(element=element, record=self.number, line=line)
                _forget(element)


def strip_namespaces(root: Any) -> None:
    """Renames every element below and including ``root`` to its local name, in place."""
    for element in root.iter():
        tag = element.tag
        if isinstance(tag, str) and ("}" in tag or ":" in tag):
            element.tag = local_name(element)


def local_name(element: Any) -> str:
    """Gives an element's name without namespace or prefix; "" for comments and processing instructions."""
    tag = element.tag
    return tag.rpartition("}")[2].rpartition(":")[2] if isinstance(tag, str) else ""


def attribute(element: Any, name: str) -> str:
    """Gives an attribute by its local name ("href", "lang"), whatever its namespace, trimmed; "" if absent."""
    value = element.get(name)
    if value is None:
        for key, candidate in element.attrib.items():
            if key.rpartition("}")[2].rpartition(":")[2] == name:
                value = candidate
                break
    return value.strip() if value else ""


def _parser(*, recover: bool) -> Any:
    return etree.XMLParser(encoding="utf-8", recover=recover, **_SAFE)


def _too_deep() -> InputError:
    return InputError(
        f"The XML is nested more than {MAX_DEPTH} elements deep.", hint="No article is: check where it comes from."
    )


def _forget(element: Any) -> None:
    """Frees a record and what stands before it among its siblings."""
    element.clear()
    parent = element.getparent()
    while parent is not None and element.getprevious() is not None:
        del parent[0]


def _parsed(text: str, *, line: int) -> Any:
    data = text.encode("utf-8", "ignore")
    parser = _parser(recover=False)
    try:
        root = etree.fromstring(data, parser)
    except etree.XMLSyntaxError as error:
        root = _mended(data)
        if root is None:
            at, reason = _first_error(parser.error_log, error)
            raise InputError(f"The XML is not well-formed: line {at + line - 1}: {reason}.", hint=MEND_HINT) from None
    if _TOO_DEEP(root):
        raise _too_deep()
    return root


def _mended(data: bytes) -> Any:
    """Gives the tree of data whose only faults cost no content: undeclared prefixes, repeated attributes."""
    parser = _parser(recover=True)
    try:
        root = etree.fromstring(data, parser)
    except etree.XMLSyntaxError:
        return None
    harmless = {etree.ErrorTypes.ERR_ATTRIBUTE_REDEFINED}
    faults = (e for e in parser.error_log if e.domain != etree.ErrorDomains.NAMESPACE and e.type not in harmless)
    return None if any(fault.level >= etree.ErrorLevels.ERROR for fault in faults) else root


def _first_error(log: Any, error: Any) -> tuple[int, str]:
    # The exception's own log also holds the errors of earlier files; the parser's does not.
    for entry in log:
        if entry.domain != etree.ErrorDomains.NAMESPACE:
            return max(entry.line, 1), " ".join(entry.message.split()).rstrip(".")
    return max(error.lineno or 1, 1), " ".join(str(error.msg or "syntax error").split()).rstrip(".")


def _outermost(root: Any, names: Sequence[str]) -> Iterator[Any]:
    for element in root.iter(*names):
        if not any(ancestor.tag in names for ancestor in element.iterancestors()):
            yield element


def _pieces(text: str, names: Sequence[str]) -> Iterator[tuple[int, int]]:
    """Yields the spans of records in text that is not well-formed: start tag to end tag, or to the next start."""
    either = "|".join(re.escape(name) for name in names)
    tags = re.compile(rf"<(?P<close>/?)(?:[A-Za-z_][\w.-]*:)?(?:{either})(?=[\s>/])[^<>]*>?")
    start = -1
    for found in tags.finditer(text):
        if not found.group("close"):
            if start >= 0:
                yield start, found.start()
            start = found.start()
        elif start >= 0:
            yield start, found.end()
            start = -1
    if start >= 0:
        yield start, len(text)


def _two_or_more(pieces: Iterator[tuple[int, int]]) -> Iterator[tuple[int, int]] | None:
    """Gives the pieces if there are at least two of them, else None."""
    first = list(islice(pieces, 2))
    return chain(first, pieces) if len(first) == 2 else None


def _records_of_pieces(
    text: str,
    pieces: Iterable[tuple[int, int]],
    names: Sequence[str],
    *,
    around: _Around | None = None,
    empties: EmptyElements | None = None,
    skip: int = 0,
) -> Iterator[XmlRecord | BrokenRecord]:
    prefixes = dict(_XMLNS.findall(text))
    opening = "<records " + " ".join(f"xmlns:{p}={uri}" for p, uri in prefixes.items() if p != "xmlns") + ">"
    line, counted = 1, 0
    for number, (start, end) in enumerate(pieces, 1):
        if number <= skip:
            continue
        line += text.count("\n", counted, start)
        counted = start
        if empties and (run := empties.run_at(text, start)):
            yield empty_records(run.count, record=number, line=line)
            skip = number + run.count - 1
            continue
        before, after = around.tags_at(start) if around else ("", "")
        try:
            root = _parsed(f"{opening}{before}{text[start:end]}{after}</records>", line=line)
        except InputError as error:
            yield BrokenRecord(error.message, record=number, line=line, hint=error.hint)
            continue
        strip_namespaces(root)
        for element in _outermost(root, names):
            yield XmlRecord(element=element, record=number, line=line)


class _Around:
    """The start tags of the elements that stand around an offset, told from the text alone; offsets only grow."""

    def __init__(self, text: str, names: Sequence[str]) -> None:
        either = "|".join(re.escape(name) for name in names)
        self._tags = re.compile(rf"<(?:{either})(?:\s[^<>]*)?(?<!/)>").finditer(text) if names else iter(())
        self._names = tuple(names)
        self._open: dict[str, str] = {}
        self._next = next(self._tags, None)

    def tags_at(self, offset: int) -> tuple[str, str]:
        """Gives the start tags and the end tags to put around what stands at ``offset``."""
        while self._next is not None and self._next.start() < offset:
            tag = self._next.group()
            name = re.split(r"[\s>]", tag[1:], maxsplit=1)[0]
            for inner in self._names[self._names.index(name) :]:
                self._open.pop(inner, None)
            self._open[name] = tag.replace("\n", " ")
            self._next = next(self._tags, None)
        present = [name for name in self._names if name in self._open]
        return "".join(self._open[name] for name in present), "".join(f"</{name}>" for name in reversed(present))
