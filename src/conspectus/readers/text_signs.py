"""What a file of running text is, when it is no article: a licence, a README, a changelog, code, a log, a table.

A folder of papers is full of such files, and none of them may become a paper. Each sign looks at the beginning
of the file only, and none fires on a text that has an abstract or a list of references.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from conspectus.foundation.text.normalise import match_key

_FIRST = 6000
_LICENCE = re.compile(
    r"permission is hereby granted, free of charge|redistribution and use in source and binary forms|"
    r"permission to use, copy, modify,? and(?:/or)? distribute this software|"
    r"this is free and unencumbered software|everyone is permitted to copy and distribute verbatim copies|"
    r"terms and conditions for (?:use|copying)|licensed under the apache license|"
    r"by exercising the licensed rights|is made available under the open database licen[sc]e|"
    r"boost software license - version|this source code form is subject to the terms",
    re.IGNORECASE,
)
_LICENCE_TITLE = re.compile(
    r"\W*(?:the )?(?:mit|isc|bsd|apache|mozilla public|gnu (?:lesser |affero )?general public|eclipse public|"
    r"creative commons|open database|sil open font|zlib|unlicen[sc]e|academic free|artistic|cc0|cc by)\b[^.]{0,80}"
    r"(?:licen[sc]e|legal code|\d\.\d)[^.]{0,40}\Z|\W*(?:licen[sc]e|licen[sc]e agreement|copying)\W*\Z|"
    r"(?:[A-Z][\w-]* ){1,5}licen[sc]e(?: agreement)?,? (?:version|v)\W?\d[\d.]*\W*\Z",
    re.IGNORECASE,
)
_README_TITLE = re.compile(r"\W*read[\s_-]?me\b", re.IGNORECASE)
_README_HEADING = re.compile(
    r"(?:installation|installing|install|usage|how to use|getting started|quick ?start|requirements|dependencies|"
    r"contributing|contributors|licen[sc]e|licensing|build(?:ing)?|running|examples?|documentation|features|"
    r"changelog|support|authors?|files?|file structure|directory structure|data ?sets?|data format|format|fields|"
    r"download|citation|how to cite|citing|roadmap|development|testing|tests|faq|api|configuration|sources?|"
    r"where to start|not here|contents?|structure|credits|a tour)(?: .{0,30})?\Z"
)
_README_TEXT = re.compile(
    r"\[!\[|\b(?:pip3?|npm|conda|brew|apt(?:-get)?|cargo|yarn|gem) install\b|\bgit clone\b|^\s*\$ \w|"
    r"\bpython3? \S+\.py\b|^```(?:bash|sh|shell|console)|^\s*make(?: \w+)?$",
    re.MULTILINE,
)
_README_ITEM = re.compile(
    r"^[ \t]{0,8}[-*]?[ \t]{0,4}\**(?:source|licen[sc]e|count|fields|format|files?|size|use|mind|version|"
    r"author|url|repository|"
    r"download|contact|maintainer|usage)\b[^:\n]{0,30}\**\s*:",
    re.IGNORECASE | re.MULTILINE,
)
_CHANGES_TITLE = re.compile(r"\W*(?:change[\s_-]?log|changes|release notes|release history|history|news|what'?s new)\b")
_VERSION_LINE = re.compile(
    r"^\W{0,6}(?:version |release )?v?\d+\.\d+(?:\.\d+)?\b.{0,40}$", re.IGNORECASE | re.MULTILINE
)
_CODE_START = re.compile(
    r"\s*(?:#!|<\?php|#include\b|package \w+;|//|/\*|import [\w.]+\n|from [\w.]+ import |\"use strict\")"
)
_CODE_LINE = re.compile(
    r"\s*(?:(?:def|class|function|fn|func|public|private|static|const|let|var|val|struct|enum|interface|namespace|"
    r"using|import|from|return|if|for|while|else|elif|try|except|catch|switch|case|end|begin|print|echo|export|"
    r"raise|throw|yield|async|await|#include|#define|@\w+)\b.*[:;{}()]?$|.*[;{}]\s*$|[)\]}]+[;,]?$|"
    r"[\w.\[\]]+\s*[-+*/]?=\s*\S.*$|#.*$|//.*$|/?\*.*$|[\w.]+\(.*\)\s*$)"
)
_CODE_STRONG = re.compile(
    r".*[;{}]\s*$|.*\b(?:def|function|fn|func)\s+\w+\s*\(|\s*import\s+[\w.]+\s*$|"
    r"\s*from\s+[\w.]+\s+import\b|.*\)\s*:\s*$"
)
_LOG_LINE = re.compile(
    r"\W{0,3}(?:\d{4}[-/]\d\d[-/]\d\d[T ,]\s*\d\d:\d\d|\w{3} +\d{1,2} \d\d:\d\d:\d\d|\d\d:\d\d:\d\d\b|"
    r"(?:INFO|DEBUG|WARN|WARNING|ERROR|FATAL|TRACE|CRITICAL)\b|\d{1,3}(?:\.\d{1,3}){3} - )"
)
_TRACE = re.compile(
    r"^(?:Traceback \(most recent call last\)|Exception in thread|\s+at [\w.$]+\(\w+\.java)", re.MULTILINE
)
_REPLY = re.compile(
    r"\s*(?:HTTP/\d(?:\.\d)? \d{3}|(?:4|5)\d\d:? [A-Z][a-z]+|(?:error|too many requests|rate limit|access denied|"
    r"bad request|not found|unauthori[sz]ed|forbidden|service unavailable|internal server error)\b)",
    re.IGNORECASE,
)
_LETTER = re.compile(
    r"\s*(?:dear|hi|hello|sehr geehrte[rs]?|liebe[rs]?|cher|chère|from:|to:|subject:)\s.{0,80}$", re.I | re.M
)
_ARTICLE = re.compile(
    r"^\W{0,6}(?:\d{1,2}\.?[ \t]{0,4})?(?:abstract|references|bibliography|introduction|related work|"
    r"zusammenfassung|résumé)\W{0,8}$|"
    r"^\W{0,3}abstract\s*[.:—–-]",
    re.IGNORECASE | re.MULTILINE,
)


def no_article(text: str, headings: Sequence[str] = ()) -> str:
    """Gives what a text is if it is no article ("a licence", "a README"), or "".

    Args:
        text: The whole text.
        headings: Its headings in order, where the format marks them.
    """
    head = text[:_FIRST]
    lines = [line[:400] for line in head.splitlines() if line.strip()][:120]
    if not lines:
        return ""
    title = headings[0] if headings else lines[0]
    if _is_licence(head, [title, *lines[:3]]):
        return "a licence"
    if _CHANGES_TITLE.match(title.lower()) and len(title.split()) < 8 and not _ARTICLE.search(text):
        return "a changelog"
    if _README_TITLE.match(title):
        return "a README"
    if _ARTICLE.search(text):
        return ""
    for shown, told in _OTHERS:
        if told(head, lines, headings):
            return shown
    return ""


def _is_licence(head: str, titles: Sequence[str]) -> bool:
    return bool(_LICENCE.search(" ".join(head[:3000].split()))) or any(
        len(title) < 140 and _LICENCE_TITLE.match(title.strip()) for title in titles
    )


def _is_changelog(head: str, lines: Sequence[str], headings: Sequence[str]) -> bool:
    return len(_VERSION_LINE.findall(head)) >= 3 and len(lines) >= 6


def _is_readme(head: str, lines: Sequence[str], headings: Sequence[str]) -> bool:
    usual = sum(1 for heading in headings if _README_HEADING.match(match_key(heading)))
    shells = len(_README_TEXT.findall(head))
    items = len({item.lower() for item in _README_ITEM.findall(head)})
    return usual >= 2 or shells >= 2 or (usual >= 1 and shells >= 1) or items >= 3


def _is_code(head: str, lines: Sequence[str], headings: Sequence[str]) -> bool:
    strong = sum(1 for line in lines if _CODE_STRONG.match(line)) / len(lines)
    if _CODE_START.match(head) and (strong > 0.1 or head.startswith("#!")):
        return True
    weak = sum(1 for line in lines if _CODE_LINE.match(line)) / len(lines)
    return len(lines) >= 3 and strong > 0.25 and weak > 0.5


def _is_log(head: str, lines: Sequence[str], headings: Sequence[str]) -> bool:
    stamped = sum(1 for line in lines if _LOG_LINE.match(line)) / len(lines)
    return (len(lines) >= 3 and stamped > 0.4) or bool(_TRACE.search(head))


def _is_table(head: str, lines: Sequence[str], headings: Sequence[str]) -> bool:
    if len(lines) < 2:
        return False
    for mark, fewest in (("\t", 1), (",", 2), (";", 2), ("|", 2)):
        counts = [line.count(mark) for line in lines]
        usual = max(set(counts), key=counts.count)
        if usual >= fewest and counts.count(usual) > 0.8 * len(lines) and len(lines) >= 3:
            return True
    return sum("\t" in line for line in lines) > 0.8 * len(lines)


def _is_reply(head: str, lines: Sequence[str], headings: Sequence[str]) -> bool:
    return bool(_REPLY.match(head)) and (head.startswith("HTTP/") or len(head.split()) < 150)


def _is_letter(head: str, lines: Sequence[str], headings: Sequence[str]) -> bool:
    return not headings and any(_LETTER.match(line) for line in lines[:4])


_OTHERS: tuple[tuple[str, Callable[[str, Sequence[str], Sequence[str]], bool]], ...] = (
    ("a changelog", _is_changelog),
    ("a README", _is_readme),
    ("a log", _is_log),
    ("a table", _is_table),
    ("source code", _is_code),
    ("a reply of a service", _is_reply),
    ("a letter or a message", _is_letter),
)
