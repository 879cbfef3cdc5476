"""Papers in other languages than English: sentences are chosen by place and centrality and told as they stand."""

from __future__ import annotations

import re
from collections.abc import Sequence

from conspectus.engines.extractive.word_frequencies import inverse_frequency, maximum_inverse_frequency
from conspectus.engines.generative.language import is_english
from conspectus.foundation.text.normalise import one_line
from conspectus.foundation.text.tokens import words

TOLD_AS_IT_STANDS = (
    "The paper is not in English: its sentences were chosen by place and centrality, and are told as they stand."
)
_LEAST_KNOWN, _SHORTEST_KNOWN = 0.7, 3
_READ = 6000  # characters from the beginning that tell the language
_IDEOGRAPHS = re.compile(r"[぀-ヿ㐀-䶿一-鿿가-힯]+")
_ENDS = re.compile(r"[.!。！…][\"'”’»）)]?\Z")
_LEAST_WORDS, _MOST_WORDS = 4, 70
_LEAST_LETTERS = 0.5
_SHORTEST_WORD = 4
"""Letters of a word that counts as content: most function words of the languages written with letters are shorter."""
_A_WORD_IS = 2  # ideographs
# Words at the head of a sentence that point at the one before it, in the languages that papers are most often in.
_LEANS = re.compile(
    r"(?:(?:dies(?:e[rsmn]?)?|daher|deshalb|jedoch|allerdings|dabei|dadurch|sie|er|es|ce(?:t|tte|s|la|ci)?|ils?|elles?|"
    r"cependant|toutefois|est[aeo]s?|esto|ell[oa]s?|sin embargo|quest[aeio]|ess[aei]|tuttavia|deze|dit|echter|"
    r"detta|denna|dessa|ten|ta|te|jednak)\b|这|此|该|其|它|然而|但是|因此|所以|これ|この|それ|その|しかし|이러한|그러나)",
    re.IGNORECASE,
)
_NOT_TOLD = re.compile(
    r"\b(?:literatur(?:verzeichnis)?|danksagung(?:en)?|anhang|interessenkonflikt|r[ée]f[ée]rences|bibliographie|"
    r"remerciements|annexe|referencias|bibliograf[íi]a|agradecimientos|bibliografia|ringraziamenti|literatuur|"
    r"dankwoord|refer[êe]ncias)\b|参考文献|致谢|附录|謝辞|참고문헌",
    re.IGNORECASE,
)


def is_foreign(quotes: Sequence[str]) -> bool:
    """Whether sentences are of a text in another language than English, as far as its beginning tells.

    A terse text without function words is English where most of its words in small letters are those of English papers.
    """
    text = " ".join(quotes)[:_READ]
    if is_english(text):
        return False
    lower = [word for word in words(text) if word.islower() and len(word) >= _SHORTEST_KNOWN]
    known = sum(inverse_frequency(word) < maximum_inverse_frequency() for word in lower)
    return not lower or known < _LEAST_KNOWN * len(lower)


def foreign_text(quote: str, heading: str) -> str | None:
    """Gives a sentence as it stands, without its line breaks; None for a fragment or one of the back matter."""
    text = one_line(quote)
    letters = sum(char.isalpha() for char in text)
    if (
        _NOT_TOLD.search(heading)
        or not _ENDS.search(text)
        or not _LEAST_WORDS <= foreign_length(text) <= _MOST_WORDS
        or letters < _LEAST_LETTERS * len(text.replace(" ", ""))
    ):
        return None
    return text


def foreign_length(text: str) -> int:
    """Gives the length of a text in words; two ideographs count as one."""
    ideographs = _IDEOGRAPHS.findall(text)
    rest = _IDEOGRAPHS.sub(" ", text)
    return sum(bool(re.search(r"\w", word)) for word in rest.split()) + sum(map(len, ideographs)) // _A_WORD_IS


def foreign_terms(text: str) -> list[str]:
    """Gives what a text is about: its longer words in small letters, and pairs of neighbouring ideographs."""
    terms = [word.casefold() for word in words(_IDEOGRAPHS.sub(" ", text)) if len(word) >= _SHORTEST_WORD]
    return terms + [run[i : i + 2] for run in _IDEOGRAPHS.findall(text) for i in range(max(1, len(run) - 1))]


def leans_in_any_language(text: str) -> bool:
    """Whether a sentence begins with a word that points at the sentence before it."""
    return bool(_LEANS.match(text))
