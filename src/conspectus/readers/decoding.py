"""From bytes to text, whatever program wrote them."""

from __future__ import annotations

import codecs
from dataclasses import dataclass

_MARKS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)


@dataclass(frozen=True, slots=True)
class Decoded:
    """Text, the encoding it was read in, and whether that encoding is certain."""

    text: str
    encoding: str
    certain: bool


def decode(data: bytes) -> Decoded:
    """Gives the text of ``data``: by byte order mark, as UTF-8, as UTF-16, else as Windows-1252.

    Never fails: bytes without meaning become U+FFFD. A sequence that is cut off at the end (a file's
    beginning) does not make UTF-8 uncertain.
    """
    for mark, encoding in _MARKS:
        if data.startswith(mark):
            return Decoded(data.decode(encoding, "replace"), encoding, True)
    try:
        text, _ = codecs.utf_8_decode(data, "strict", False)
        return Decoded(text, "utf-8", True)
    except UnicodeDecodeError:
        pass
    if data[:200].count(0) > len(data[:200]) // 4:
        encoding = "utf-16-le" if data[1:2] == b"\0" else "utf-16-be"
        return Decoded(data.decode(encoding, "replace"), encoding, False)
    return Decoded(data.decode("cp1252", "replace"), "cp1252", False)
