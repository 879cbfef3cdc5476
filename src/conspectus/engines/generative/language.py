"""Whether a text is in English, by its function words."""

from __future__ import annotations

from functools import lru_cache

from conspectus.foundation.text.tokens import WORD

_LEAST_WORDS = 8
_LEAST_SHARE = 0.08
_ENGLISH = frozenset(
    "the of and to in is a for that with as by are on an from this which at be than it its while".split()
)
# Frequent words of other languages that are no words of English.
_OTHERS = {
    "Dutch": "de het een van en dat met voor zijn wordt die op te niet aan door",
    "French": "le la les des et du une un dans pour est que qui sur par avec au ces sont",
    "German": "der die das und ein eine mit für auf von zu den dem ist des im nicht werden wird",
    "Italian": "il di che la e un una per con del della sono gli nel si le dei",
    "Polish": "i w na do z się nie że jest oraz przez dla jako od są",
    "Portuguese": "o que e do da em um uma para com os dos não as por na no",
    "Spanish": "el la de que y los las un una para con por del se en es como su",
    "Swedish": "och att det som en på är av för med den till ett inte om",
    "Turkish": "ve bir bu ile için olarak da de olan daha en çok gibi",
}
_WORDS_OF_OTHERS = {name: frozenset(words.split()) - _ENGLISH for name, words in _OTHERS.items()}


@lru_cache(maxsize=4096)
def is_english(text: str) -> bool:
    """Gives whether a text is in English as far as its words tell; of a very short text it is taken for granted."""
    words = [word.casefold() for word in WORD.findall(text)]
    if len(words) < _LEAST_WORDS:
        letters = [character for character in text if character.isalpha()]
        return sum(character.isascii() for character in letters) * 2 >= len(letters)
    english = sum(word in _ENGLISH for word in words)
    other = max(sum(word in known for word in words) for known in _WORDS_OF_OTHERS.values())
    return english > other and english >= _LEAST_SHARE * len(words)
