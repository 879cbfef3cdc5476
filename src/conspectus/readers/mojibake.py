"""Text that was decoded with the wrong encoding somewhere on its way: mended where certain, flagged where not.

"MÃ¼ller" is UTF-8 that was read as Windows-1252 and saved again. The repair itself is ftfy's (Robyn Speer,
Apache-2.0), which changes nothing that it has not recognised; here it is only asked where a cheap look finds
what UTF-8 read as Windows-1252 looks like.
"""

from __future__ import annotations

import re
from dataclasses import replace

from conspectus.domain.paper import Paper
from conspectus.readers.decoding import is_utf8

SUSPECT = "suspect text"
"""Name in ``Paper.extra`` of the fields whose text looks wrongly decoded and could not be mended."""

# What the bytes 0x80 to 0xBF of UTF-8 become in Windows-1252 or Latin-1.
_BEHIND = "\x80-\xbf€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ"
_LOOKS_WRONG = re.compile(
    rf"[\xc2-\xc5\xc9-\xcf\xd0-\xd3\xd7-\xd9][{_BEHIND}]|[\xe0-\xef][{_BEHIND}][{_BEHIND}]|ï¿½|â€"
)
# Begins with one byte that is searched for, which is what makes it fast.
_IN_BYTES = re.compile(
    rb"\xc3[\x82-\x85\x89-\x93\x97-\x99\xa0-\xaf]"
    rb"(?:\xc2[\x80-\xbf]|\xc5[\x92\x93\xa0\xa1\xb8\xbd\xbe]|\xc6\x92|\xcb[\x86\x9c]|\xe2[\x80\x82\x84])"
)
# Signs of a loss, or of a wrong decoding that nothing explains.
_SUSPECT = re.compile(rf"\ufffd|ï¿½|[ÂÃ][{_BEHIND}](?!\s)|â€[{_BEHIND}\s]")
# What every suspect text has one of.
_SUSPECT_SIGNS = "\ufffdïÂÃâ"
_DECLARED = re.compile(rb"\A\s*(?:\xef\xbb\xbf)?\s*<\?xml[^>]*encoding\s*=\s*[\"'](?!utf-?8)", re.IGNORECASE)
_LONGEST_PIECE = 20_000


def mended(text: str) -> str:
    r"""Gives ``text`` with mojibake undone where it is certain; all other text stays as it is.

    Example:
        >>> mended("MÃ¼ller and the â€œgapâ€\x9d")
        'Müller and the “gap”'
    """
    if text.isascii() or not _LOOKS_WRONG.search(text):
        return text
    return "".join(
        _mended_piece(piece) if _LOOKS_WRONG.search(piece) else piece
        for line in re.split(r"(?<=\n)", text)
        for piece in _pieces(line)
    )


def mended_bytes(data: bytes) -> bytes:
    """Gives the content of a file in UTF-8 with mojibake undone where it is certain; other content as it is."""
    found = _IN_BYTES.search(data)
    if found is None or _DECLARED.match(data[:200]) or not is_utf8(data):
        return data
    parts: list[bytes] = []
    done = 0
    while found is not None:
        start = data.rfind(b"\n", done, found.start()) + 1 or done
        end = data.find(b"\n", found.end()) + 1 or len(data)
        line = data[start:end].decode("utf-8")
        if (after := mended(line)) != line:
            parts += [data[done:start], after.encode("utf-8")]
            done = end
        found = _IN_BYTES.search(data, end)
    return b"".join((*parts, data[done:])) if parts else data


def with_suspects(paper: Paper) -> Paper:
    """Gives the paper with the names of the fields in ``extra`` whose text still looks wrongly decoded."""
    people = (*paper.authors, *paper.editors)
    names = [who.full for who in people if who.literal or not (who.family + who.given + who.particle).isascii()]
    names += [who.full for who in people if not who.suffix.isascii()]
    whole = [paper.title, "".join(names), paper.venue, *(document.text for document in paper.documents)]
    if not any(not text.isascii() and any(sign in text for sign in _SUSPECT_SIGNS) for text in whole):
        return paper
    fields = {"title": [paper.title], "authors": names, "venue": [paper.venue], "abstract": [paper.abstract]}
    found = tuple(
        (SUSPECT, name)
        for name, texts in fields.items()
        if any(not text.isascii() and _SUSPECT.search(text) for text in texts) and (SUSPECT, name) not in paper.extra
    )
    return replace(paper, extra=(*paper.extra, *found)) if found else paper


def _mended_piece(text: str) -> str:
    import ftfy

    after = ftfy.fix_encoding(text)
    # Line ends are structure in most formats, and a repair never makes one.
    return after if after.count("\n") == text.count("\n") else text


def _pieces(line: str) -> list[str]:
    """Cuts very long lines at spaces, so that the cost of one repair is bounded."""
    if len(line) <= _LONGEST_PIECE:
        return [line]
    return re.findall(rf".{{1,{_LONGEST_PIECE}}}(?:(?<=\s)|\Z)|.{{1,{_LONGEST_PIECE}}}", line, re.DOTALL)
