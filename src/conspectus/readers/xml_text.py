"""The text of XML from strangers, made harmless before it is parsed: no DOCTYPE, no entities, no illegal characters."""

from __future__ import annotations

import codecs
import re
from collections.abc import Callable, Iterator
from html.entities import html5
from typing import AnyStr
from xml.sax.saxutils import escape

from conspectus.foundation.errors import InputError
from conspectus.readers.decoding import decode, is_utf8

MAX_BYTES = 512 * 1024 * 1024
MEND_HINT = "Export or download the file again; if it was edited by hand, mend it at that line."
_PIECE = 1 << 18
# More than the characters among which a DOCTYPE is looked for.
_FIRST = 1 << 19
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
_ENCODINGS = re.compile(
    r"(?:utf-?8|utf-?16(?:-[lb]e)?|utf-?32(?:-[lb]e)?|ascii|iso8859-\d+|cp\d{3,4}|koi8-[ru]|mac-roman|"
    r"gb2312|gbk|gb18030|big5|euc_jp|euc_kr|shift_jis)\Z"
)


def harmless_text(data: bytes) -> str:
    """Gives the file as text without XML declaration and DOCTYPE, with only XML's own five entities.

    Line breaks inside what is cut out are kept, so that line numbers stay true.

    Raises:
        InputError: The file is too large, or its DOCTYPE declares entities.
    """
    _check_size(data)
    text, is_as_given = _decoded(data)
    if not (is_as_given and _is_legal(data)):
        text = _ILLEGAL.sub("", text)
    text = _without_prologue(text)
    return _outside_islands(text, _without_entities) if _OTHER.search(text) else text


def harmless_pieces(data: bytes) -> Iterator[tuple[str, bool]]:
    """Yields the text that ``harmless_text`` gives in pieces, and whether each is inside of a comment or the like.

    A file in UTF-8 is never held as a whole text. In a file that is not well-formed, what follows a comment
    without an end may differ from what ``harmless_text`` gives.

    Raises:
        InputError: As ``harmless_text``.
    """
    _check_size(data)
    pieces = _utf8_pieces(data) if _is_plain_utf8(data) else _cut(_ILLEGAL.sub("", _decoded(data)[0]))
    islands = _Islands()
    for number, piece in enumerate(pieces):
        text = piece
        if number == 0:
            try:
                text = _without_prologue(piece)
            except InputError:
                # Its DOCTYPE may go on behind the piece; if it does not, the fault is found again.
                yield from _Islands().split(harmless_text(data))
                return
        for part, is_inside in islands.split(text):
            yield (part if is_inside or "&" not in part else _without_entities(part)), is_inside


class _Islands:
    """Cuts text that comes in pieces at the bounds of comments, CDATA and processing instructions."""

    def __init__(self) -> None:
        self._closing = ""

    def split(self, text: str) -> Iterator[tuple[str, bool]]:
        """Yields the parts of a piece that ends behind a tag, and whether each is inside of one."""
        place = 0
        while place < len(text):
            if self._closing:
                end = text.find(self._closing, place)
                end = end + len(self._closing) if end >= 0 else len(text)
                if text.endswith(self._closing, place, end):
                    self._closing = ""
                yield text[place:end], True
                place = end
                continue
            found = _ISLAND.search(text, place) if "<!" in text or "<?" in text else None
            start, behind = found.span() if found else (len(text), len(text))
            if start > place:
                yield text[place:start], False
            if found:
                self._closing = _ISLAND_END[found.group()]
                yield found.group(), True
            place = behind


def _check_size(data: bytes) -> None:
    if len(data) > MAX_BYTES:
        raise InputError(
            f"The XML file has {len(data) // 1024**2} MiB, more than {MAX_BYTES // 1024**2} MiB.",
            hint="Split the file into smaller ones.",
        )


def _is_plain_utf8(data: bytes) -> bool:
    """Whether the text is surely what UTF-8 makes of the data, as a whole and piece by piece."""
    is_wide = data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)) or b"\0" in data[:4096]
    return not is_wide and b"\x1b$" not in data and not _told_encoding(data) and is_utf8(data)


def _utf8_pieces(data: bytes) -> Iterator[str]:
    for piece in _cut(data):
        yield piece.decode("utf-8") if _is_legal(piece) else _ILLEGAL.sub("", piece.decode("utf-8"))


def _cut(whole: AnyStr) -> Iterator[AnyStr]:
    """Yields pieces that end behind a tag; the first one is large enough for everything before the root element."""
    closing: AnyStr = b">" if isinstance(whole, bytes) else ">"
    start = 0
    while start < len(whole):
        end = whole.find(closing, start + (_PIECE if start else _FIRST)) + 1 or len(whole)
        yield whole[start:end]
        start = end


def _without_prologue(text: str) -> str:
    text = text.lstrip("\ufeff")
    if declaration := _DECLARATION.match(text):
        text = "\n" * declaration.group().count("\n") + text[declaration.end() :]
    return _without_doctype(text)


def _without_entities(text: str) -> str:
    return _AMPERSAND.sub(_character, text) if _OTHER.search(text) else text


def _is_legal(data: bytes) -> bool:
    """Whether UTF-8 surely has no character that XML forbids: told from its bytes, which is several times as fast."""
    pieces = (data[start : start + _FIRST] for start in range(0, len(data), _FIRST))
    return b"\xef\xbf" not in data and all(len(piece.translate(None, _CONTROLS)) == len(piece) for piece in pieces)


def _told_encoding(data: bytes) -> str:
    """Gives the encoding other than UTF-8 that an XML declaration names and that can be true, else ""."""
    declared = _DECLARED.match(data[:400])
    if not declared or data.startswith((codecs.BOM_UTF8, codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return ""
    try:
        encoding = codecs.lookup(declared.group(1).decode("ascii")).name
    except LookupError:
        return ""
    # A declaration that can be read byte by byte is no UTF-16, whatever it says.
    is_true = encoding != "utf-8" and _ENCODINGS.match(encoding) and not encoding.startswith(("utf-16", "utf-32"))
    return encoding if is_true else ""


def _decoded(data: bytes) -> tuple[str, bool]:
    """Gives the text, and whether it is what UTF-8 makes of the data."""
    if encoding := _told_encoding(data):
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
    raise InputError("The XML is not well-formed: its DOCTYPE does not end.", hint=MEND_HINT)
