"""What names of people and bodies are told by: suffixes, degrees, titles, marks, and words of bodies."""

from __future__ import annotations

import re

SUFFIX = re.compile(r"(?:jr|sr|jnr|snr|junior|senior|ii|iii|iv|vi{1,3}|2nd|3rd|4th|5th|esq)\.?\Z", re.IGNORECASE)
# Degrees and titles are no part of a name.
DEGREE = re.compile(
    r"(?:(?:M\.?D|Ph\.?\s?D|D\.?Phil|M\.?Phil|M\.?Sc|B\.?Sc|M\.?P\.?H|MBBS|MBChB|Dr\.?P\.?H|Sc\.?D|Ed\.?D|Psy\.?D|Pharm\.?D|D\.?V\.?M|D\.?D\.?S"
    r"|D\.?M\.?D|D\.?N\.?P|R\.?N|MBA|M\.?B\.?A|LL\.?[BM]|J\.?D|F\.?R\.?C\.?[PS]|FACP|FACS|FAHA|FACC|CPH|M\.?Eng|B\.?Eng|Dipl\.?-?Ing)\.?)\Z"
)
TITLE = re.compile(
    r"(?:(?:Dr|Prof|Mr|Mrs|Ms|Mx|Herr|Frau|Hon|Rev)\.|(?:Professor|Doctor|Dr|Prof)(?=\s))\s*(?:(?:med|rer|nat|phil|Ing)\.\s*)*"
)
ADDRESS = re.compile(r"<[^<>@\s]+@[^<>\s]+>|[(\[]?[\w.+-]+@[\w-]+\.[\w.-]+\w[)\]]?")
ORCID_BESIDE = re.compile(
    r"[\s,(\[<]*(?:orcid(?:\s*id)?\s*[:=]?\s*)?(?:https?://)?(?:orcid\.org/)?(?<!\d)\d{4}-\d{4}-\d{4}-\d{3}[\dXx](?!\d)[)\]>]*",
    re.I,
)
# Marks of affiliations and footnotes behind a name.
MARKS = re.compile(
    r"(?<=[^\W\d_.])(?:[\s,]*(?:[*†‡§¶#⁎∗✉]+|[¹²³⁰⁴-⁹ᵃ-ᵍ]+|\^?\(?\d{1,2}\)?(?![\w]))(?=[\s,*†‡§¶#\d¹²³⁰⁴-⁹ᵃ-ᵍ]|\Z))+\Z|(?<=\.)(?:[*†‡§¶#⁎∗✉¹²³⁰⁴-⁹ᵃ-ᵍ,]|\s?\d{1,2}(?=[,\s]|\Z))+\Z"
)
HAN = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]")
BODY = re.compile(
    r"\b(?:universit\w+|institut\w*|college|department|ministr[yi]\w*|minist[eè]re|organi[sz]ation|organisations?|"
    r"associations?|society|societies|committee|commission|consorti\w+|collaborat\w+|group|team|network|agency|"
    r"council|foundation|cent(?:er|re)s?|laborator\w+|hospitals?|bureau|administration|authority|federation|"
    r"alliance|initiative|projects?|programmes?|programs?|investigators?|trialists|study|services|corporation|"
    r"company|panel|task force|working party|registry|academy|library|museum|world bank|nations|inc|ltd|llc|gmbh|"
    r"editors?|workshop|trial|task|unit|force|arbeitsgemeinschaft|gesellschaft|soci[eé]t[eé]|asociaci[oó]n)\b",
    re.IGNORECASE,
)
# Words of bodies that are family names, too: behind one given name or initials they are.
FAMILY_TOO = frozenset(
    "editor editors group team college foundation force unit trial task panel study academy museum council bureau "
    "center centre company society program network services nations inc".split()
)
# Words before "Group" and its like that are no given names.
NO_GIVEN_NAME = re.compile(
    r"(?:the|study|working|writing|steering|research|expert|task|consensus|collaborative|cochrane|delphi|guidelines?|"
    r"trial|trialists|review|world|united|royal|health|data|advisory|imperial|trinity|kings?|wellcome|special|peace|"
    r"air|core|invited|guest|series|volume|american|european|canadian|german|scientific|science|clinic|public|[\w-]+(?:"
    r"onal|ical|ial|ing|ish|ese))\Z",
    re.IGNORECASE,
)
GIVEN_NAMES = frozenset(
    """
    John James Robert Michael William David Richard Joseph Thomas Charles Christopher Daniel Matthew Anthony Mark Paul
    Steven Andrew Kenneth George Joshua Kevin Brian Edward Ronald Timothy Jason Jeffrey Ryan Jacob Gary Nicholas Eric
    Jonathan Stephen Larry Justin Scott Brandon Benjamin Samuel Frank Gregory Raymond Alexander Patrick Jack Dennis
    Jerry Peter Henry Adam Martin Simon Alan Ian Neil Graham Philip Stuart Mary Patricia Jennifer Linda Elizabeth
    Barbara Susan Jessica Sarah Karen Lisa Nancy Betty Margaret Sandra Ashley Kimberly Emily Donna Michelle Carol
    Amanda Melissa Deborah Stephanie Rebecca Laura Helen Sharon Cynthia Kathleen Amy Angela Anna Ruth Jane Julia Emma
    Olivia Sophie Alice Claire Hans Karl Klaus Jürgen Wolfgang Stefan Andreas Thomas Christian Petra Sabine Monika
    Jean Pierre Michel Marie Françoise Bob Bill Jim Tom Mike Kate Ann Anne Eva Ida
    """.split()
)
"""Common given names, by which reading order is told from a family name of several words."""
