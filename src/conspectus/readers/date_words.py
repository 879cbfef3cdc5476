"""Names of months in the languages in which dates are met, in full, shortened, and as Polish declines them."""

from __future__ import annotations

import unicodedata

# English, German, French, Spanish, Italian, Portuguese, Dutch, Polish, Turkish; spelled without accents.
_FULL = (
    "january januar janner janvier enero gennaio janeiro januari styczen stycznia ocak",
    "february februar fevrier febrero febbraio fevereiro februari luty lutego subat",
    "march marz maerz mars marzo marco maart marzec marca mart",
    "april avril abril aprile kwiecien kwietnia nisan",
    "may mai mayo maggio maio mei maj maja mayis",
    "june juni juin junio giugno junho czerwiec czerwca haziran",
    "july juli juillet julio luglio julho lipiec lipca temmuz",
    "august aout agosto augustus sierpien sierpnia agustos",
    "september septembre septiembre setiembre settembre setembro wrzesien wrzesnia eylul",
    "october oktober octobre octubre ottobre outubro pazdziernik pazdziernika ekim",
    "november novembre noviembre novembro listopad listopada kasim",
    "december dezember decembre diciembre dicembre dezembro grudzien grudnia aralik",
)
_SHORT = (
    "jan jän ene gen sty oca janv",
    "feb fev fevr fév févr lut şub",
    "mar mär mrz mrt",
    "apr avr abr kwi nis",
    "may mag",
    "jun giu cze haz",
    "jul juil lug lip tem",
    "aug ago aoû sie ağu",
    "sep sept set sett wrz eyl",
    "oct okt ott out paź eki",
    "nov lis kas",
    "dec dez dic déc gru ara",
)
_SHORTEST_STEM = 4


def folded(text: str) -> str:
    """Gives ``text`` in lower case without accents, the Turkish and Polish letters among them."""
    # The dotless i and the stroked l have no parts to take apart.
    apart = unicodedata.normalize("NFKD", text.casefold().replace("ı", "i").replace("ł", "l"))
    return "".join(char for char in apart if not unicodedata.combining(char))


def month_named(word: str) -> int | None:
    """Gives the number (1 to 12) of the month that one word names in full or shortened, or None.

    A shortened name is one that is in use ("Mär", "juil", "Paź") or the first four letters or more ("Sept",
    "Novemb"); words that only begin like a month ("Marching", "Augsburg") name none.
    """
    return _MONTHS.get(folded(word))


def _table() -> dict[str, int]:
    names: dict[str, int] = {}
    for number, (full, short) in enumerate(zip(_FULL, _SHORT, strict=True), 1):
        for name in full.split():
            for length in range(_SHORTEST_STEM, len(name) + 1):
                names[name[:length]] = number
            names[name] = number
        for name in short.split():
            names[folded(name)] = number
    return names


_MONTHS = _table()
