"""XML from strangers, parsed so that it can neither read files, nor call out, nor blow up.

No DTD is ever loaded and no entity is ever expanded by the parser: the DOCTYPE is cut out beforehand,
HTML's named characters (``&nbsp;``) are replaced by the characters themselves, and a file that declares
entities of its own is refused. Depth and size are bounded. What exports of the real world get wrong
without meaning harm (control characters, lone surrogates, a bare ``&``, undeclared prefixes) is mended.
"""

from __future__ import annotations

import codecs
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from html.entities import html5
from typing import Any
from xml.sax.saxutils import escape

from lxml import etree

from conspectus.foundation.errors import BrokenRecord, InputError
from conspectus.readers.decoding import decode

MAX_BYTES = 512 * 1024 * 1024
MAX_DEPTH = 100
_CHUNK = 1 << 16

_FIVE = frozenset(["lt", "gt", "amp", "quot", "apos"])
_ILLEGAL = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_CONTROLS = bytes(code for code in range(32) if code not in b"\t\n\r")
_DECLARED = re.compile(rb"\A\s*<\?xml[^>]{0,200}?encoding\s*=\s*[\"']([A-Za-z0-9._-]{1,40})[\"']")
_DECLARATION = re.compile(r"\A\s*<\?xml\s.*?\?>", re.DOTALL)
_AMPERSAND = re.compile(r"&(?:(#[0-9]{1,9}|#[xX][0-9a-fA-F]{1,8}|[A-Za-z_][\w.-]{0,63});)?")
_OTHER = re.compile(r"&(?!(?:lt|gt|amp|quot|apos);)")
_ISLAND = re.compile(r"<!--|<!\[CDATA\[|<\?")
_ISLAND_END = {"<!--": "-->", "<![CDATA[": "]]>", "<?": "?>"}
_ENTITY = re.compile(r"<!ENTITY\s+(?P<parameter>%\s*)?(?P<name>[^\s\"'<>]+)\s*(?P<rest>[^>]*)")
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
_ENCODINGS = re.compile(
    r"(?:utf-?8|utf-?16(?:-[lb]e)?|utf-?32(?:-[lb]e)?|ascii|iso8859-\d+|cp\d{3,4}|koi8-[ru]|mac-roman|"
    r"gb2312|gbk|gb18030|big5|euc_jp|euc_kr|shift_jis)\Z"
)
_HINT = "Export or download the file again; if it was edited by hand, mend it at that line."


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
            larger than ``MAX_BYTES`` or deeper than ``MAX_DEPTH``.
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
        pieces = _pieces(text, names)
        if len(pieces) < 2:
            raise
        yield from _records_of_pieces(text, pieces, names)
        return
    strip_namespaces(root)
    for number, element in enumerate(_outermost(root, names), 1):
        yield XmlRecord(element=element, record=number, line=element.sourceline or 0)


def stream_records(
    data: bytes, names: Sequence[str], *, inside: Sequence[str] = ()
) -> Iterator[XmlRecord | BrokenRecord]:
    """Yields the elements called ``names`` as soon as each is parsed, and forgets them when the next is asked for.

    As ``parse_records``, but memory does not grow with the file's tree, so an element must be used up before
    the next one is taken. Of the elements around a record only the tags with their attributes can be relied
    on, as its ancestors. From where the file is not well-formed on, it is cut at the records; the line of the
    fault is named with the record that holds it.

    Args:
        data: The whole file.
        names: The local names of record elements; they do not nest in each other.
        inside: The local names of elements around records that are kept as ancestors where the file is cut,
            from the outermost to the innermost.

    Raises:
        InputError: As ``parse_xml``, when the file is not well-formed and cannot be cut into two records.
    """
    text = harmless_text(data)
    tags = [f"{{*}}{name}" for name in names]
    parser = etree.XMLPullParser(events=("end",), tag=tags, encoding="utf-8", **_SAFE)
    number = 0
    namespaces = "xmlns" in text
    try:
        for start in range(0, len(text), _CHUNK):
            parser.feed(text[start : start + _CHUNK].encode("utf-8", "ignore"))
            for _, element in parser.read_events():
                number += 1
                if _TOO_DEEP_BELOW(element):
                    raise _too_deep()
                if namespaces:
                    strip_namespaces(element)
                yield XmlRecord(element=element, record=number, line=element.sourceline or 0)
                _forget(element)
        parser.close()
    except etree.XMLSyntaxError as error:
        pieces = _pieces(text, names)
        if len(pieces) < 2:
            at, reason = _first_error(parser.error_log, error)
            raise InputError(f"The XML is not well-formed: line {at}: {reason}.", hint=_HINT) from None
        yield from _records_of_pieces(text, pieces, names, inside=inside, skip=number)


def harmless_text(data: bytes) -> str:
    """Gives the file as text without XML declaration and DOCTYPE, with only XML's own five entities.

    Line breaks inside what is cut out are kept, so that line numbers stay true.

    Raises:
        InputError: The file is too large, or its DOCTYPE declares entities.
    """
    if len(data) > MAX_BYTES:
        raise InputError(
            f"The XML file has {len(data) // 1024**2} MiB, more than {MAX_BYTES // 1024**2} MiB.",
            hint="Split the file into smaller ones.",
        )
    text, is_utf8 = _decoded(data)
    if not (is_utf8 and _is_legal(data)):
        text = _ILLEGAL.sub("", text)
    text = text.lstrip("\ufeff")
    text = _DECLARATION.sub(lambda found: "\n" * found.group().count("\n"), text, count=1)
    text = _without_doctype(text)
    return _outside_islands(text, lambda part: _AMPERSAND.sub(_character, part)) if _OTHER.search(text) else text


def _is_legal(data: bytes) -> bool:
    """Whether UTF-8 surely has no character that XML forbids: told from its bytes, which is several times as fast."""
    return len(data.translate(None, _CONTROLS)) == len(data) and b"\xef\xbf" not in data


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


def _decoded(data: bytes) -> tuple[str, bool]:
    """Gives the text, and whether it is what UTF-8 makes of the data."""
    declared = _DECLARED.match(data[:400])
    if declared and not data.startswith((codecs.BOM_UTF8, codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        try:
            encoding = codecs.lookup(declared.group(1).decode("ascii")).name
        except LookupError:
            encoding = ""
        # A declaration that can be read byte by byte is no UTF-16, whatever it says.
        if encoding != "utf-8" and _ENCODINGS.match(encoding) and not encoding.startswith(("utf-16", "utf-32")):
            return data.decode(encoding, "replace"), False
    found = decode(data)
    if found.certain or found.encoding.startswith("utf-16"):
        return found.text, found.certain and found.encoding == "utf-8"
    return _damaged_utf8(data) or found.text, False


def _damaged_utf8(data: bytes) -> str:
    """Gives data that is UTF-8 but for a few bytes as text, surrogate pairs joined; "" if it is something else."""
    try:
        text = data.decode("utf-8", "surrogatepass")
        return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "ignore")
    except UnicodeDecodeError:
        text = data.decode("utf-8", "replace")
    damaged = text.count("\ufffd")
    return text if len(re.findall("[^\x00-\x7f\ufffd]", text)) >= damaged else ""


def _character(found: re.Match[str]) -> str:
    name = found.group(1)
    if name is None:
        return "&amp;"
    if name in _FIVE:
        return found.group()
    if name[0] == "#":
        code = int(name[2:], 16) if name[1] in "xX" else int(name[1:])
        if 0x80 <= code <= 0x9F:  # meant as Windows-1252, as in HTML
            return bytes([code]).decode("cp1252", "ignore")
        return "" if code > 0x10FFFF or _ILLEGAL.match(chr(code)) else found.group()
    value = html5.get(name + ";")
    return f"&amp;{name};" if value is None else escape(value)


def _outside_islands(text: str, change: Callable[[str], str]) -> str:
    """Applies ``change`` to what lies outside comments, CDATA and processing instructions; linear."""
    parts: list[str] = []
    position = 0
    while found := _ISLAND.search(text, position):
        closing = _ISLAND_END[found.group()]
        end = text.find(closing, found.end())
        if end < 0:
            break
        parts += [change(text[position : found.start()]), text[found.start() : end + len(closing)]]
        position = end + len(closing)
    parts.append(change(text[position:]))
    return "".join(parts)


def _without_doctype(text: str) -> str:
    start = text.find("<!DOCTYPE", 0, 100_000)
    root = re.search(r"<[A-Za-z_]", text)
    if start < 0 or (root and root.start() < start):
        return text
    end = _doctype_end(text, start)
    doctype = text[start:end]
    for entity in _ENTITY.finditer(_outside_comments(doctype)):
        known = not entity.group("parameter") and entity.group("name") + ";" in html5
        if not known and "NDATA" not in entity.group("rest"):
            raise InputError(
                f"The XML file declares an entity of its own ({entity.group('name')[:40]!r}), which is not expanded.",
                hint="Remove the <!ENTITY …> declarations from its DOCTYPE, or export the file without a DTD.",
            )
    return text[:start] + "\n" * doctype.count("\n") + text[end:]


def _outside_comments(text: str) -> str:
    parts: list[str] = []
    position = 0
    while (start := text.find("<!--", position)) >= 0 and (end := text.find("-->", start)) >= 0:
        parts.append(text[position:start])
        position = end + 3
    return "".join((*parts, text[position:]))


def _doctype_end(text: str, start: int) -> int:
    """Gives the offset behind a DOCTYPE, minding quotes, comments and the internal subset."""
    position, in_subset, depth = start + 9, False, 0
    token = re.compile(r"<!--|[\"'\[\]<>]")
    while found := token.search(text, position):
        mark, position = found.group(), found.end()
        if mark in {"<!--", '"', "'"}:
            closing = text.find("-->" if mark == "<!--" else mark, position)
            if closing < 0:
                break
            position = closing + 1
        elif mark == "[":
            in_subset = True
        elif mark == "]":
            in_subset = False
        elif mark == "<":
            depth += 1
        elif depth:
            depth -= 1
        elif not in_subset:
            return position
    raise InputError("The XML is not well-formed: its DOCTYPE does not end.", hint=_HINT)


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
            raise InputError(f"The XML is not well-formed: line {at + line - 1}: {reason}.", hint=_HINT) from None
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


def _pieces(text: str, names: Sequence[str]) -> list[tuple[int, int]]:
    """Gives the spans of records in text that is not well-formed: start tag to end tag, or to the next start."""
    either = "|".join(re.escape(name) for name in names)
    tags = re.compile(rf"<(?P<close>/?)(?:[A-Za-z_][\w.-]*:)?(?:{either})(?=[\s>/])[^<>]*>?")
    spans: list[tuple[int, int]] = []
    start = -1
    for found in tags.finditer(text):
        if not found.group("close"):
            if start >= 0:
                spans.append((start, found.start()))
            start = found.start()
        elif start >= 0:
            spans.append((start, found.end()))
            start = -1
    if start >= 0:
        spans.append((start, len(text)))
    return spans


def _records_of_pieces(
    text: str,
    pieces: Sequence[tuple[int, int]],
    names: Sequence[str],
    *,
    inside: Sequence[str] = (),
    skip: int = 0,
) -> Iterator[XmlRecord | BrokenRecord]:
    prefixes = dict(_XMLNS.findall(text))
    opening = "<records " + " ".join(f"xmlns:{p}={uri}" for p, uri in prefixes.items() if p != "xmlns") + ">"
    around = _Around(text, inside)
    line, counted = 1, 0
    for number, (start, end) in enumerate(pieces, 1):
        line += text.count("\n", counted, start)
        counted = start
        if number <= skip:
            continue
        before, after = around.tags_at(start)
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
