"""From bytes to text, whatever program wrote them.

In order: byte order marks, UTF-16 and UTF-32 by their NUL bytes, UTF-8 (also with a few broken bytes), and
then a guess among the encodings that reference managers have written. The guess decodes the text in each
candidate and weighs what comes out: accented letters inside words speak for an encoding, symbols inside
words against it, and East Asian text is told by its commonest characters. Short Latin text is Windows-1252.
"""

from __future__ import annotations

import codecs
import re
import unicodedata
from dataclasses import dataclass

_MARKS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
_SINGLE_BYTE = ("cp1252", "mac_roman", "cp1250", "cp1251")
_MULTI_BYTE = ("gb18030", "big5", "cp932", "euc_jp", "cp949")
_PREFERENCE = {"cp1252": 0.25, "cp1250": -0.1, "euc_jp": -0.05, "gb18030": 0.1}
_SAMPLE = 20_000
_PIECE = 1 << 20

_WESTERN = frozenset("éèêëàâäáãåæçíîïìñóôöòõøúùûüßœÉÈÀÁÂÄÅÆÇÍÑÓÖØÚÜŒ")
_CENTRAL = frozenset("ąćęłńśźżčďěňřšťůžőűăâîșşțţŁŚŻŽŠČŘ")
_SIGNS = frozenset("–—‘’“”…•°±µ×©®™²³¼½¾«»§·¿¡€£†‡≤≥≠≈αβγδμσπΔΩ\u00a0")
_INSIDE_WORDS = frozenset("’‘–·\u00a0")
# The commonest characters of written Chinese, simplified and traditional.
_HANZI_SIMPLIFIED = frozenset(
    "的一是在不了有和人这中大为上个国我以要他时来用们生到作地于出就分对成会可主发年动同工也能下过子说产种面而方后多定行学法所民得经"
    "十三之进着等部度家电力里如水化高自二理起小物现实加量都两体制机当使点从业本去把性好应开它合还因由其些然前外天政四日那社义事平形"
    "相全表间样与关各重新线内数正心反你明看原又么利比或但质气第向道命此变条只没结解问意建月公无系军很情者最立代想已通并提直题党程展"
    "五果料象员革位入常文总次品式活设及管特件长求老头基资边流路级少图山统接知较将组见计别她手角期根论运农指几九区强放决西被干做必战"
    "先回则任取据处理研究患者治疗临床病方法结果结论观察组对照分析疗效探讨目的期刊学报医院大学中国测试"
)
_HANZI_TRADITIONAL = frozenset(
    "的一是在不了有和人這中大為上個國我以要他時來用們生到作地於出就分對成會可主發年動同工也能下過子說產種面而方後多定行學法所民得經"
    "十三之進著等部度家電力裡如水化高自二理起小物現實加量都兩體制機當使點從業本去把性好應開它合還因由其些然前外天政四日那社義事平形"
    "相全表間樣與關各重新線內數正心反你明看原又麼利比或但質氣第向道命此變條只沒結解問意建月公無系軍很情者最立代想已通並提直題黨程展"
    "研究臺灣醫學教育學報師範圖書館資訊"
)
_DECLARATION = re.compile(rb"^%+\s*(?:This file was created with[^\n]*\n%+\s*)?Encoding:\s*([\w-]+)", re.M)
_WORD_CHAR = re.compile(r"[A-Za-z]")


@dataclass(frozen=True, slots=True)
class Decoded:
    """Text, the encoding it was read in, and whether that encoding is certain."""

    text: str
    encoding: str
    certain: bool


def decode(data: bytes) -> Decoded:
    """Gives the text of ``data`` in the encoding that its bytes show, or else the likeliest one.

    Never fails: bytes without meaning become U+FFFD, and the encoding is then not certain. A sequence that
    is cut off at the end (a file's beginning) becomes U+FFFD too, but does not make UTF-8 uncertain. A file
    in UTF-8 with a few broken bytes stays UTF-8, with U+FFFD in their places.
    """
    for mark, encoding in _MARKS:
        if data.startswith(mark):
            return _decoded(data, encoding)
    if wide := _wide_encoding(data[:4096]):
        text = data.decode(wide, "replace")
        return Decoded(text, wide, False)
    try:
        text, used = codecs.utf_8_decode(data, "strict", False)
        if b"\x1b$" in data and text.isascii():
            return _decoded(data, "iso2022_jp")
        if used == len(data):
            return Decoded(text, "utf-8", True)
        if not text.isascii():
            return Decoded(text + "\ufffd", "utf-8", True)
    except UnicodeDecodeError:
        pass
    if _is_mostly_utf8(data):
        return Decoded(data.decode("utf-8", "replace"), "utf-8", False)
    encoding = _declared(data) or _guess(data)
    return Decoded(data.decode(encoding, "replace"), encoding, False)


def is_utf8(data: bytes) -> bool:
    """Gives whether ``data`` is UTF-8 throughout, found piece by piece, without holding the text."""
    decoder = codecs.getincrementaldecoder("utf-8")()
    try:
        for start in range(0, len(data), _PIECE):
            decoder.decode(data[start : start + _PIECE])
        decoder.decode(b"", final=True)
    except UnicodeDecodeError:
        return False
    return True


def _declared(data: bytes) -> str:
    """Gives the encoding that a first comment of a bibliography names ("% Encoding: Cp1252"), or ""."""
    found = _DECLARATION.search(data[:400])
    if found is None:
        return ""
    try:
        name = codecs.lookup(found.group(1).decode("ascii").replace("ISO8859_", "ISO8859-")).name
        data.decode(name)
    except (LookupError, UnicodeError):
        return ""
    return name


def _decoded(data: bytes, encoding: str) -> Decoded:
    try:
        return Decoded(data.decode(encoding), encoding, True)
    except UnicodeDecodeError:
        return Decoded(data.decode(encoding, "replace"), encoding, False)


def _wide_encoding(head: bytes) -> str:
    """Gives UTF-16 or UTF-32 with its byte order if NUL bytes stand where Latin text has them, else ""."""
    size = len(head)
    if size < 4 or b"\0" not in head:
        return ""
    nuls = [head[place::4].count(0) * 4 / size for place in range(4)]
    if min(nuls[1:]) > 0.9 and nuls[0] < 0.1:
        return "utf-32-le"
    if min(nuls[:3]) > 0.9 and nuls[3] < 0.1:
        return "utf-32-be"
    even, odd = (nuls[0] + nuls[2]) / 2, (nuls[1] + nuls[3]) / 2
    if odd > 0.3 and even < 0.05:
        return "utf-16-le"
    return "utf-16-be" if even > 0.3 and odd < 0.05 else ""


def _is_mostly_utf8(data: bytes) -> bool:
    """Whether more characters beyond ASCII are whole in UTF-8 than bytes are broken."""
    text = data.decode("utf-8", "replace")
    given = data.count(b"\xef\xbf\xbd")
    broken = text.count("\ufffd") - given
    beyond = sum(1 for char in text if char > "\x7f") - broken
    return beyond > broken


def _guess(data: bytes) -> str:
    sample = _sample(data)
    scores = {name: _score(sample, name) + _PREFERENCE.get(name, 0.0) for name in (*_SINGLE_BYTE, *_MULTI_BYTE)}
    return max(scores, key=lambda name: scores[name])


def _sample(data: bytes) -> bytes:
    """Gives the lines that hold bytes beyond ASCII, up to 20,000 bytes: the others tell nothing."""
    lines: list[bytes] = []
    size = 0
    for line in re.split(rb"[\r\n]+", data):
        if not line.isascii():
            lines.append(line[:_SAMPLE])
            size += len(line)
            if size > _SAMPLE:
                break
    return b"\n".join(lines)


def _score(sample: bytes, encoding: str) -> float:
    """Gives how much the sample looks like text in an encoding: the mean over its characters beyond ASCII."""
    text = sample.decode(encoding, "replace")
    broken = text.count("\ufffd")
    # A line may be cut in the middle of a character once; more often means another encoding.
    if encoding in _MULTI_BYTE and broken > 1 + len(sample) // 2000:
        return -2.0
    weigh = _weigh_east_asian if encoding in _MULTI_BYTE else _weigh_alphabetic
    weights = [weigh(text, place, encoding) for place, char in enumerate(text) if char > "\x7f"]
    return sum(weights) / len(weights) if weights else 0.0


def _weigh_alphabetic(text: str, place: int, encoding: str) -> float:
    char, before, after = text[place], text[place - 1 : place], text[place + 1 : place + 2]
    inside = bool(_WORD_CHAR.match(before) and _WORD_CHAR.match(after))
    if char in _SIGNS:
        return 0.9 if not inside or char in _INSIDE_WORDS else -0.5
    if not char.isalpha():
        return -1.0
    if not before.isalpha() and not after.isalpha():
        return 0.2
    if char.isupper() and before.islower():
        return -1.0
    if encoding == "cp1251":
        # Russian is written in runs of Cyrillic letters; one between Latin letters is an accent misread.
        is_run = any(other > "\x7f" and other.isalpha() for other in (before, after))
        mixed = _WORD_CHAR.match(before) or _WORD_CHAR.match(after)
        return 1.1 if "А" <= char <= "я" and is_run and not mixed else -0.8
    if before > "\x7f" and after > "\x7f" and before.isalpha() and after.isalpha():
        return 0.1
    if char in _WESTERN:
        return 1.0
    return 0.9 if encoding == "cp1250" and char in _CENTRAL else 0.0


def _weigh_east_asian(text: str, place: int, encoding: str) -> float:
    char, before, after = text[place], text[place - 1 : place], text[place + 1 : place + 2]
    if _WORD_CHAR.match(before) and _WORD_CHAR.match(after):
        return -1.0
    if "\u3000" <= char <= "\u303f" or "\uff01" <= char <= "\uff5e" or char in "“”‘’—…·":
        return 0.8
    if encoding in ("cp932", "euc_jp"):
        if "\u3041" <= char <= "\u30ff":
            return 1.3
        return 0.5 if "\u4e00" <= char <= "\u9fff" else -0.8
    if encoding == "cp949":
        return 1.2 if "\uac00" <= char <= "\ud7a3" and len(char.encode("euc_kr")) == 2 else -1.0
    common = _HANZI_SIMPLIFIED if encoding == "gb18030" else _HANZI_TRADITIONAL
    if char in common:
        return 1.6
    return 0.3 if unicodedata.category(char) == "Lo" and "\u4e00" <= char <= "\u9fff" else -0.8
