"""EndNote's reference types by number, where a file gives no name that is known."""

from __future__ import annotations

from conspectus.foundation.text.normalise import one_line
from conspectus.readers.reference_kinds import kind_named

_NUMBERS = {
    "2": "graphic", "3": "motion_picture", "4": "bill", "5": "chapter", "6": "book", "7": "legal_case",
    "9": "software", "10": "paper-conference", "12": "webpage", "13": "document", "14": "hearing",
    "17": "article-journal", "19": "article-magazine", "20": "map", "21": "motion_picture",
    "23": "article-newspaper", "25": "patent", "26": "personal_communication", "27": "report", "28": "book",
    "31": "legislation", "32": "thesis", "34": "manuscript", "36": "manuscript", "43": "article-journal",
    "44": "book", "45": "dataset", "46": "report", "47": "paper-conference", "48": "webpage", "52": "entry-dictionary",
    "53": "entry-encyclopedia", "55": "document", "56": "post-weblog", "57": "book", "58": "standard",
    "59": "dataset", "60": "chapter",
}  # fmt: skip


def endnote_kind(name: str, number: str = "") -> str:
    """Gives the CSL type of a reference type; the name counts before the number, which some programs get wrong."""
    return kind_named(name) or ("" if one_line(name) else _NUMBERS.get(one_line(number), ""))
