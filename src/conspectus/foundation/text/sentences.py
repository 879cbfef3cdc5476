"""Sentences with exact character offsets, for scientific prose.

The boundaries come from nupunkt (an unsupervised Punkt model) and are then mended by rules for what
scientific text does: "et al.", "Fig. 3", "p < 0.05", "E. coli", initials of authors, enumerations,
citations after the full stop. Every rule looks at a window of fixed width, so that the time taken grows
with the length of the text and no faster, whatever the text is.
"""

from __future__ import annotations

import re

# Abbreviations after which a sentence always goes on.
GOES_ON = frozenset(
    """approx ca calcd cf dr e.g eg esp est i.e ie incl mr mrs ms prof st v.s viz vs w.r.t a.k.a z.b d.h bzw
    u.a""".split()
)
# Abbreviations after which a sentence goes on unless a word follows that hardly stands anywhere but at
# the beginning of one ("See the fig. We …").
ABBREVIATIONS = GOES_ON | frozenset(
    """abs al alt anal app aq ch chap col conc cor corr def dept diff ed eds eq eqn eqs eqns equiv et etc ex exp fig
    figs ff ibid id lem ln max min no nos nov nr obs obsd op p.a p pers pp par para pl prop prob ref refs rem resp rev
    sat sec secs sect sp spp ssp subsp supp suppl syn sci ser tab tabs temp thm theor vol vols var v biol chem comm
    comput clin conf dis engl eur int intl j jr med mol natl nat phys proc psychol res rep soc sr surg symp trans
    univ unpubl u.s u.k i.i.d s.t ph.d m.sc b.sc m.p b.p inc ltd co corp assn bros gov jan feb mar apr jun jul aug
    sep sept oct dec bipy""".split()
)
# Abbreviations that end a sentence as readily as any word: a boundary stands before any capital.
MAY_END = frozenset("etc inc ltd co corp u.s u.k ph.d m.sc b.sc jr sr".split())
# Words that end in a mark of their own.
_MARKED_NAMES = ("yahoo!", "jeopardy!")

_WINDOW = 120
_LONGEST_RUN = 400
_UPPER = "A-ZÀ-ÖØ-ÞŁŚŽŠĐČА-ЯЁ"
_CLOSERS = '"”’»)\\]'
# Words with which a sentence begins, and which are hardly ever names.
_STARTERS = (
    "We|Our|The|This|These|Those|That|However|It|They|Here|There|Moreover|Furthermore|Although|When|While|"
    "Finally|Thus|Therefore|Then|Since|If|As|For|In|Is|Are|Does|But|And|From|With|Both|Such|Results"
)
_STARTER = re.compile(rf"\s*(?:{_STARTERS})\b")
_ARTICLE = re.compile(r"\s*(?:An?|To|On|At|By|One|Two)\s+[a-z]")
# Forms that begin with a small letter and yet may open a sentence.
_SMALL_START = (
    r"[a-z]{1,8}[A-Z]|p\d+\b|[a-z]-[a-z]{2,}|[a-z]\)\s|[a-zα-ωΑ-Ω]\s?[=<>≤≥]\s?[-−\d.]|"
    r"[α-ωΔΓΛΩΣΦΨ](?:[-\d,(]|\s+[a-z]+s\b)"
)
_SMALL_OPENING = re.compile(rf"\s*(?:{_SMALL_START})")
_LOWER = re.compile(r"\s*[a-zß-öø-ÿ]")
_OPENS_ALONE = re.compile(r"\s*[\[(]?\d")
_STARTS_CAPITAL = re.compile(rf"\s*[\"“'‘(\[¿¡«]*[{_UPPER}]")
_ENUMERATION = re.compile(r"\s*\(?(?:\d{1,2}|[a-z]|[ivx]{1,4})[.)]\s*\Z")
_CLOSING_CHARACTERS = _CLOSERS.replace("\\", "")
_LONGEST_WORD = 40
_BEFORE_WORD = re.compile(r"[\s(\[{<\"'“‘,;:/]")
_MARK_AND_CLOSER = re.compile(rf"[.?!…。！？][{_CLOSERS}]+\Z")
_INITIAL = re.compile(rf"(?:^|[\s(\[,;])(?:[{_UPPER}]\.[\s-]?){{0,3}}[{_UPPER}]\.\s*\Z")
_IN_ADDRESS = re.compile(r"(?:://|www\.|doi:|@)\S*\Z", re.IGNORECASE)
# "vitamin C.", "phase I.": the letter is a label and no initial.
_LABEL = (
    r"\b(?:[Cc]ase|[Oo]ption|[Tt]ype|[Cc]lass|[Gg]roup|[Pp]hase|[Ss]tage|[Vv]itamin|[Mm]odel|[Ff]igure|[Tt]able|"
    r"[Ss]tep|[Aa]ppendix|[Hh]epatitis|[Pp]anel|[Pp]art|[Ll]evel|[Aa]rm|[Ss]cheme|[Ss]ystem|[Ss]ection|[Gg]rade|"
    r"[Cc]ategory|[Cc]ondition|[Ee]xperiment|[Ss]tudy|[Mm]ethod|[Aa]lgorithm|[Ff]actor|[Tt]ask|[Tt]rack|[Ss]et)"
)
_LABELLED = re.compile(rf"{_LABEL}\s[A-Z]\.\s*\Z")
_GLUED_CITATION = (
    r"(?:\[\d{1,3}(?:[,\s–-]{1,2}\d{1,3}){0,20}\]|\d{1,3}(?:[,–-]\d{1,3}){0,20}|"
    r"[¹²³⁰⁴-⁹]{1,3}(?:[,˒–⁻][¹²³⁰⁴-⁹]{1,3}){0,20})"
)
# Where a sentence may end besides the places that nupunkt finds; the boundary is at the end of the match. The mark
# comes first and what precedes it is looked back at, so that each is tried at marks only.
_MORE_CUTS = tuple(
    re.compile(pattern)
    for pattern in (
        rf"[.?!](?<=[a-z)%\]].){_GLUED_CITATION}\s+(?=[{_UPPER}])",
        rf"[.?!](?<=[A-Za-zß-ÿ\d)\]%].)[{_CLOSERS}]{{0,4}}\s+(?=(?:{_STARTERS})\b|{_SMALL_START})",
        rf"[.?!](?<=[a-z]{{3}}.)(?=(?:{_STARTERS})\s)",
        rf"\.(?<=\s[A-Z]\.)\s+(?=[{_UPPER}])",
    )
)
_GLUED_CUT = _MORE_CUTS[0]
# A line that is blank, or a mark of Chinese and Japanese.
_UNMARKED_CUT = re.compile(rf"\n[^\S\n]*\n\s*|[。！？｡][{_CLOSERS}」』）】]{{0,4}}\s*")
# nupunkt takes "tasks." and some other common words for abbreviations.
_COMMON_WORD_CUT = re.compile(rf"[.?!](?<=[a-z]{{3}}.)[{_CLOSERS}]{{0,4}}\s+(?=[\"“(]?[{_UPPER}])")
_WORD_LETTERS = re.compile(r"[^\W\d_]+\Z")
# Every place at which nupunkt or a pattern above may cut: behind a mark, what closes it, and white space; or right
# behind a mark, where a citation is glued to it or a space is missing. Where nupunkt cuts elsewhere, nothing parts
# the mark from what follows it, which is no boundary in any case.
_NUPUNKT_CLOSERS = "'\")\\]}”’»*"
_PLACE = re.compile(rf"[.?!…](?:[{_NUPUNKT_CLOSERS}]*\s+|(?<=[a-z)%\]].)(?=[\[\d¹²³⁰⁴-⁹])|(?<=[a-z]{{3}}.)(?=[A-Z]))")
_REALIGNED = re.compile(rf"[{_NUPUNKT_CLOSERS}]+\s+")
_LONGEST_ENUMERATION = 6
_CJK_END = "。！？｡"


def sentence_spans(text: str) -> list[tuple[int, int]]:
    """Gives the (start, end) offsets of the sentences of ``text``, in order, without outer white space.

    Every character outside the spans is white space, so the spans with their separators give back the
    text exactly. Text without letters or digits is one sentence; white space alone is none.

    Args:
        text: One paragraph of running text.
    """
    body = text.strip()
    offset = text.find(body[:1])
    start, end = 0, len(body)
    spans: list[tuple[int, int]] = []
    proposed: set[int] | None = None
    for mark, cut in _places(body):
        if not start < cut < end:
            continue
        if _ends_plainly(body, start, mark, cut):
            spans.append((start, mark + 1))
            start = cut
            continue
        if not _is_boundary(body, start, cut):
            continue
        # nupunkt is costly and seldom has a say: only where the rules allow a boundary and demand none.
        if mark >= 0 and not _is_cut(body, mark, cut):
            proposed = _proposed(body) if proposed is None else proposed
            if cut not in proposed:
                continue
        spans.append(_trim(body, start, cut))
        start = _trim(body, cut, end)[0]
    if start < end:
        spans.append((start, end))
    return [(offset + first, offset + past) for first, past in spans] if offset else spans


def split_sentences(text: str) -> list[str]:
    """Gives the sentences of ``text`` as strings, in order."""
    return [text[start:end] for start, end in sentence_spans(text)]


def _places(text: str) -> list[tuple[int, int]]:
    """Gives (offset of the mark, offset of the cut) of every place that may be a boundary, the mark -1 if it is one."""
    places: list[tuple[int, int]] = []
    for found in _PLACE.finditer(text):
        mark, cut = found.span()
        if cut == mark + 1 and (glued := _GLUED_CUT.match(text, mark)):
            cut = glued.end()
        places.append((mark, cut))
        if text[cut : cut + 1] in _NUPUNKT_CLOSERS and (realigned := _REALIGNED.match(text, cut)):
            places.append((mark, realigned.end()))
    if "\n" in text or (not text.isascii() and any(mark in text for mark in _CJK_END)):
        places += [(-1, found.end()) for found in _UNMARKED_CUT.finditer(text)]
        places.sort(key=lambda place: (place[1], place[0]))
    return places


def _ends_plainly(text: str, begin: int, mark: int, cut: int) -> bool:
    """Whether a word in small letters that is no abbreviation, a full stop, a space and a capital leave no doubt."""
    if cut != mark + 2 or text[mark] != "." or mark - begin < _LONGEST_ENUMERATION or not "A" <= text[cut] <= "Z":
        return False
    word = text[max(begin, mark - _LONGEST_WORD) : mark].rpartition(" ")[2]
    return len(word) > 2 and word.isalpha() and word.islower() and word.isascii() and word not in ABBREVIATIONS


def _is_cut(text: str, mark: int, cut: int) -> bool:
    """Whether a pattern of ours cuts there, behind the mark."""
    for pattern in _MORE_CUTS:
        if (found := pattern.match(text, mark)) and found.end() == cut:
            return True
    if (found := _COMMON_WORD_CUT.match(text, mark)) and found.end() == cut:
        word = _WORD_LETTERS.search(text[max(0, mark - _LONGEST_WORD) : mark])
        return word is not None and word.group().islower()
    return False


def _proposed(text: str) -> set[int]:
    """Gives the offsets at which nupunkt cuts."""
    from nupunkt import sent_spans

    return {int(end) for _, end in sent_spans(_without_long_runs(text))}


_LONG_RUN = re.compile(rf"(?<!\S)\S{{{_LONGEST_RUN},}}")


def _without_long_runs(text: str) -> str:
    """Masks runs without white space, at the same length: nupunkt takes quadratic time over them."""
    if max(map(len, text.split()), default=0) < _LONGEST_RUN:
        return text
    return _LONG_RUN.sub(lambda run: "x" * (len(run.group()) - 20) + run.group()[-20:], text)


def _is_boundary(text: str, begin: int, cut: int) -> bool:
    last = _trim(text, begin, cut)[1]
    if last == begin:
        return False
    stripped, gap, after = text[max(begin, last - _WINDOW) : last], text[last:cut], text[cut : cut + _WINDOW]
    if gap.count("\n") > 1:
        return True
    if last - begin <= _LONGEST_ENUMERATION and _ENUMERATION.match(stripped):
        return False
    if stripped[-1] in _CJK_END:
        return True
    if not gap and not after[:1].isspace():
        # Nothing parts what stands before from what follows: a missing space, or the inside of a word.
        return _STARTER.match(after) is not None and not _IN_ADDRESS.search(stripped)
    if _LOWER.match(after) and not _SMALL_OPENING.match(after):
        return False
    if stripped[-1] in ")]" and not _MARK_AND_CLOSER.search(stripped):
        # Only a citation glued to the full stop may stand between it and the boundary.
        return re.search(rf"[.?!]{_GLUED_CITATION}\Z", stripped) is not None
    if stripped[-1] == "!" and stripped.lower().endswith(_MARKED_NAMES):
        return _STARTER.match(after) is not None
    return _after_word(stripped, after)


def _after_word(stripped: str, after: str) -> bool:
    word = _last_word(stripped)
    if not word:
        return True
    if stripped[-1] in ")]":
        return bool(_STARTS_CAPITAL.match(after)) or not _OPENS_ALONE.match(after)
    bare = word.lower().rstrip(".")
    # "PP" and "ED" in capitals are names of things, not "pp." and "ed."; "JAN" and "U.S" are what they were.
    if bare in ABBREVIATIONS and not (word.isupper() and word.isalpha() and 1 < len(word) <= 2):
        return _ends_after_abbreviation(bare, after)
    if not stripped[-2:-1].isupper():
        # What follows concerns single capitals before a full stop.
        return True
    if _LABELLED.search(stripped):
        return not re.match(rf"\s*[{_UPPER}]\.", after)
    if _INITIAL.search(stripped):
        return _STARTER.match(after) is not None or not re.match(
            rf"\s*(?:[{_UPPER}][^\W\d_]|[{_UPPER}]\.|and\b|&)", after
        )
    return True


def _last_word(stripped: str) -> str:
    """The word of at most 40 characters before the full stop at the end, or "" if there is none."""
    head = stripped.rstrip(_CLOSING_CHARACTERS)
    if not head.endswith("."):
        return ""
    return _BEFORE_WORD.split(head[-_LONGEST_WORD - 1 : -1])[-1]


def _ends_after_abbreviation(bare: str, after: str) -> bool:
    if bare in GOES_ON or _OPENS_ALONE.match(after) or not _STARTS_CAPITAL.match(after):
        return False
    if bare in MAY_END:
        # "the U.S. Census" and "Acme Inc. Boston" go on; a sentence that begins there opens with a common word.
        return bare not in ("u.s", "u.k", "jr", "sr") or bool(_STARTER.match(after) or _ARTICLE.match(after))
    return bool(_STARTER.match(after) or (bare not in ("fig", "app", "tab", "no") and _ARTICLE.match(after)))


def _trim(text: str, start: int, end: int) -> tuple[int, int]:
    while start < end and text[start].isspace():
        start += 1
    while end > start and text[end - 1].isspace():
        end -= 1
    return start, end
