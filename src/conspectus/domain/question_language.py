"""The language of a question, by its function words, and how an answer is refused in it."""

from __future__ import annotations

from functools import lru_cache

from conspectus.foundation.text.tokens import WORD

ENGLISH = "en"


_REFUSALS = {
    "en": "The library does not answer this question.",
    "de": "Die Bibliothek beantwortet diese Frage nicht.",
    "fr": "La bibliothèque ne répond pas à cette question.",
    "es": "La biblioteca no responde a esta pregunta.",
    "it": "La biblioteca non risponde a questa domanda.",
    "pt": "A biblioteca não responde a esta pergunta.",
    "nl": "De bibliotheek beantwoordt deze vraag niet.",
    "pl": "Biblioteka nie odpowiada na to pytanie.",
    "sv": "Biblioteket besvarar inte den här frågan.",
}
_FUNCTION_WORDS = {
    "en": "the of and to in is a an for that with as by are on from this which at be than it its was were do does did "
          "can could has have how what who why when where whether or not there between into using their",
    "de": "der die das und ein eine einer einen dem den des ist sind war waren wird werden wurde mit für auf von zu im "
          "in nicht oder wie was wer warum wann wo welche welcher welches welchen durch über bei gibt es kann können "
          "hat haben sich als zur zum aus nach viele",
    "fr": "le la les des et du de un une dans pour est que qui sur par avec au aux ces sont quel quelle quels quelles "
          "comment pourquoi quand où combien ont il elle se ne pas ou",
    "es": "el la de que y los las un una para con por del se en es como su al son cuál cuáles qué cómo cuándo dónde "
          "quién cuántos cuántas hay no o",
    "it": "il di che la e una un per con del della dei delle sono gli nel nella si le qual quale quali come quando "
          "dove chi quanti quante è non o perché",
    "pt": "o que e do da em um uma para com os as dos das não por na no é são qual quais como quando onde quem quantos "
          "quantas ou há",
    "nl": "de het een van en dat met voor zijn wordt die op te niet aan door is welke hoe wat wie waarom wanneer waar "
          "hoeveel kan of er",
    "pl": "i w na do z się nie że jest oraz przez dla jako od są czy jak co kto kiedy gdzie który która które ile",
    "sv": "och att det som en ett på är av för med den till inte om vilka vilken vilket hur vad vem varför när var kan",
}  # fmt: skip
_KNOWN = {language: frozenset(words.split()) for language, words in _FUNCTION_WORDS.items()}


@lru_cache(maxsize=1024)
def question_language(text: str) -> str:
    """Gives the language of a question as an ISO 639-1 code, "" where its words do not tell."""
    words = [word.casefold() for word in WORD.findall(text[:5000])]
    counts = {language: sum(word in known for word in words) for language, known in _KNOWN.items()}
    most = max(counts.values())
    best = [language for language, count in counts.items() if count == most]
    if most == 0 or (len(best) > 1 and ENGLISH not in best):
        return ""
    return ENGLISH if ENGLISH in best else best[0]


def function_words(language: str) -> frozenset[str]:
    """Gives the words of a language that name nothing, in lower case; those of English where it is not known."""
    return _KNOWN.get(language, _KNOWN[ENGLISH])


def refusal_in(language: str) -> str:
    """Gives the sentence with which a question is refused in a language; in English where that is not known."""
    return _REFUSALS.get(language, _REFUSALS[ENGLISH])
