"""Pairs of records, made by hand, with the verdict that each must get; all records are invented."""

from __future__ import annotations

from typing import Any

from conspectus.domain.document_building import abstract_document
from conspectus.domain.identifiers import Identifiers
from conspectus.domain.paper import Author, Paper, PartialDate, with_id

ABSTRACT = (
    "Orchards that are pruned in winter bear more fruit than orchards that are left alone, but nobody has measured "
    "how much of the gain is due to light. We pruned forty orchards over three winters and weighed what they bore."
)
OTHER_ABSTRACT = (
    "Hedgehogs cross roads at night and many are killed. We counted crossings under nine bridges with cameras and "
    "compared them with counts on the road, and found that bridges with leaves on the floor were used twice as much."
)
BASE: dict[str, Any] = {
    "title": "Pruning apple orchards in winter: light and the weight of the harvest",
    "authors": ("Lindqvist, Maja", "Okafor, Chidi", "Brandt, Ute"),
    "year": 2014,
    "venue": "Journal of Orchard Research",
    "volume": "31",
    "pages": "112-129",
    "abstract": ABSTRACT,
    "doi": "10.5555/orchard.31.112",
}


def made(**changes: Any) -> Paper:
    """The base record with changes; None takes a field away."""
    values = {name: value for name, value in {**BASE, **changes}.items() if value is not None}
    names = (name.split(", ") for name in values.get("authors", ()))
    return with_id(
        Paper(
            id="",
            title=values.get("title", ""),
            authors=tuple(Author(family=name[0], given=name[1] if len(name) > 1 else "") for name in names),
            date=PartialDate(year=values["year"]) if "year" in values else None,
            venue=values.get("venue", ""),
            volume=values.get("volume", ""),
            pages=values.get("pages", ""),
            issn=values.get("issn", ()),
            kind=values.get("kind", "article-journal"),
            publication_types=values.get("types", ()),
            documents=(abstract_document(values["abstract"]),) if "abstract" in values else (),
            identifiers=Identifiers(**{s: values[s] for s in ("doi", "pmid", "pmcid", "arxiv") if s in values}),
        )
    )


NO_DOI: dict[str, Any] = {"doi": None}
BARE: dict[str, Any] = {"doi": None, "abstract": None, "volume": None, "pages": None, "venue": None}
PREPRINT: dict[str, Any] = {
    "doi": "10.1101/2013.05.06.070809", "venue": "bioRxiv", "volume": None, "pages": None, "year": 2013,
}  # fmt: skip
ARXIV: dict[str, Any] = {**PREPRINT, "doi": None, "arxiv": "1305.01234", "venue": "arXiv preprint"}
TITLE = BASE["title"]

# What the pair is: (changes of the first record, changes of the second, verdict).
PAIRS: dict[str, tuple[dict[str, Any], dict[str, Any], str]] = {
    # Identifiers
    "one DOI, everything equal": ({}, {"year": 2015}, "same"),
    "one DOI, no title in one": ({}, {"title": None, "authors": None}, "same"),
    "one DOI, a slip in the title": ({}, {"title": TITLE.replace("orchards", "orchrads")}, "same"),
    "one DOI, the subtitle left out": ({}, {"title": "Pruning apple orchards in winter"}, "same"),
    "one DOI, a translated title": ({}, {"title": "Apfelgärten im Winter schneiden", "abstract": None}, "same"),
    "one DOI of a meeting's abstracts": (
        {}, {"title": "Hedgehogs under bridges", "authors": ("Moreau, Luc",), "pages": "9", "abstract": OTHER_ABSTRACT},
        "different"),
    "one DOI, another title and page": ({}, {"title": "Hedgehogs under bridges", "pages": "140"}, "different"),
    "one DOI, other title and authors": (
        {}, {"title": "Hedgehogs under bridges", "authors": ("Moreau, Luc",), "pages": None}, "different"),
    "one DOI, one page, neither title nor abstract": (
        {}, {"title": "Orchards of plums: the weight of stones and light", "abstract": OTHER_ABSTRACT}, "uncertain"),
    "one DOI of a book and a chapter of it": (
        {"kind": "book", "title": "The orchard reader"}, {"kind": "chapter", "title": "On light"}, "different"),
    "one DOI, but an erratum": ({}, {"title": f"Erratum to: {TITLE}"}, "different"),
    "one DOI, but two parts": ({"title": f"{TITLE}. Part I"}, {"title": f"{TITLE}. Part II"}, "different"),
    "one PMID": ({"doi": None, "pmid": "7"}, {"doi": None, "pmid": "7", "venue": None, "year": 2012}, "same"),
    "one PMCID": ({"doi": None, "pmcid": "PMC7"}, {"pmcid": "PMC7", "abstract": None}, "same"),
    "one arXiv id": (ARXIV, {**ARXIV, "year": 2016, "title": TITLE.upper()}, "same"),
    "one PMID, two DOIs": ({"pmid": "7"}, {"pmid": "7", "doi": "10.5555/other"}, "uncertain"),
    "two DOIs, nothing else differs": ({}, {"doi": "10.5555/other"}, "uncertain"),
    "two DOIs, another page": ({}, {"doi": "10.5555/other", "pages": "200-210"}, "different"),
    "two DOIs, another title": ({}, {"doi": "10.5555/other", "title": "Hedgehogs under bridges"}, "different"),
    # Preprint and journal
    "a bioRxiv preprint with its own DOI": ({}, PREPRINT, "same"),
    "a medRxiv preprint of a later version": ({}, {**PREPRINT, "doi": "10.1101/2013.05.06.070809v3"}, "same"),
    "an arXiv preprint without a DOI": ({}, ARXIV, "same"),
    "an arXiv preprint with the DOI of arXiv": ({}, {**ARXIV, "doi": "10.48550/arxiv.1305.01234"}, "same"),
    "an arXiv DOI and the arXiv id": (ARXIV, {**ARXIV, "arxiv": None, "doi": "10.48550/arxiv.1305.01234"}, "same"),
    "an SSRN preprint three years before": ({}, {**PREPRINT, "doi": "10.2139/ssrn.271828", "year": 2011}, "same"),
    "a preprint eight years before": ({}, {**PREPRINT, "year": 2006, "abstract": None}, "different"),
    "a preprint with one word changed": (
        {}, {**PREPRINT, "title": TITLE.replace("winter", "summer")}, "uncertain"),
    "a preprint whose abstract was written anew": ({}, {**PREPRINT, "abstract": OTHER_ABSTRACT}, "same"),
    "a preprint and an abstract of a meeting": (PREPRINT, {**NO_DOI, "abstract": OTHER_ABSTRACT}, "uncertain"),
    "a preprint of other people": ({}, {**PREPRINT, "authors": ("Moreau, Luc",)}, "different"),
    "a preprint with another title": ({}, {**PREPRINT, "title": "Hedgehogs under bridges"}, "different"),
    "a preprint of part II": ({"title": f"{TITLE}. Part I"}, {**PREPRINT, "title": f"{TITLE}. Part II"}, "different"),
    "two preprints on two servers": (PREPRINT, {**PREPRINT, "doi": "10.2139/ssrn.271828"}, "uncertain"),
    "two preprints with two titles": (
        PREPRINT, {**PREPRINT, "doi": "10.2139/ssrn.271828", "title": "Hedgehogs under bridges"}, "different"),
    # Descriptions without identifiers
    "capitals, a full stop and no DOI": (NO_DOI, {"title": f"{TITLE.upper()}."}, "same"),
    "title, year and first author": (BARE, {**BARE, "authors": ("Lindqvist, M.",)}, "same"),
    "title, year and first author against the whole": (BARE, {}, "same"),
    "the title alone": ({**BARE, "authors": None, "year": None}, {}, "uncertain"),
    "title and author without a year": ({**BARE, "year": None}, BARE, "uncertain"),
    "an abbreviated journal": (NO_DOI, {"venue": "J Orchard Res"}, "same"),
    "short pages": (NO_DOI, {"pages": "112-29"}, "same"),
    "an article number with a letter": ({**NO_DOI, "pages": "e112"}, {"pages": "112"}, "same"),
    "pages turned into a date": ({**NO_DOI, "pages": "01-Apr"}, {"pages": "1-4"}, "same"),
    "a volume with its supplement": ({**NO_DOI, "volume": "31 (Suppl 2)"}, {}, "same"),
    "online the year before": ({**NO_DOI, "year": 2013}, {}, "same"),
    "years apart, other pages": (
        {**NO_DOI, "year": 2010, "pages": "1-9", "volume": "27", "abstract": None}, {}, "different"),
    "years apart, one abstract": ({**NO_DOI, "year": 2010, "volume": None, "pages": None}, {}, "uncertain"),
    "a title with mark-up": ({**NO_DOI, "title": f"<i>{TITLE}</i>"}, {}, "same"),
    "a title with its language": ({**NO_DOI, "title": f"[{TITLE}]. [Swedish]"}, {}, "same"),
    "a retracted article": ({**NO_DOI, "title": f"RETRACTED: {TITLE}"}, {}, "same"),
    "accents and ligatures": (
        {**NO_DOI, "title": "Élevage en forêt"}, {**NO_DOI, "title": "Elevage en foret"}, "same"),
    # Authors
    "family and given name exchanged": (
        {**NO_DOI, "pages": None, "authors": ("Maja, Lindqvist",)}, {"authors": ("Lindqvist, Maja",)}, "same"),
    "the first two authors exchanged": (
        {**NO_DOI, "authors": ("Okafor, Chidi", "Lindqvist, Maja", "Brandt, Ute")}, {}, "same"),
    "a slip in the first author": ({**NO_DOI, "pages": None, "authors": ("Lindquist, Maja",)}, {}, "same"),
    "a particle kept or left": (
        {**BARE, "authors": ("van den Berg, Jan",)}, {**BARE, "authors": ("Berg, Jan",)}, "same"),
    "a namesake elsewhere": (
        {**BARE, "authors": ("Moreau, Luc",)}, {}, "different"),
    "other authors at one place": (NO_DOI, {"authors": ("Moreau, Luc",)}, "uncertain"),
    "no authors at one place": ({**NO_DOI, "authors": None}, {}, "same"),
    "no authors and no place": ({**BARE, "authors": None}, {"abstract": None}, "uncertain"),
    # One title, another place
    "a meeting's abstract and the article": (
        {**NO_DOI, "venue": "European Pomology", "volume": "8", "pages": "S14", "abstract": OTHER_ABSTRACT}, {},
        "uncertain"),
    "one journal, another volume and page": ({**NO_DOI, "volume": "30", "pages": "14"}, {}, "uncertain"),
    "a slip in the volume": ({**NO_DOI, "volume": "3"}, {}, "same"),
    # Titles that are nearly alike
    "another season": ({**NO_DOI, "title": TITLE.replace("winter", "summer"), "pages": None}, {}, "uncertain"),
    "another season and page": (
        {**NO_DOI, "title": TITLE.replace("winter", "summer"), "pages": "130-140", "abstract": None}, {}, "different"),
    "men and women": (
        {**BARE, "title": "Fruit picking and back pain in men over sixty"},
        {**BARE, "title": "Fruit picking and back pain in women over sixty"}, "uncertain"),
    "hyper and hypo": (
        {**BARE, "title": "Treating hypertension in older orchard workers"},
        {**BARE, "title": "Treating hypotension in older orchard workers"}, "uncertain"),
    "a word more at one place": ({**NO_DOI, "title": f"On {TITLE}", "abstract": None}, {}, "same"),
    "the subtitle left out at one place": ({**NO_DOI, "title": "Pruning apple orchards in winter"}, {}, "same"),
    "British and American spelling": (
        {**BARE, "title": "The colour of tumours in apple trees"},
        {**BARE, "title": "The color of tumors in apple trees"}, "same"),
    "British and American spelling at one place": (
        {**NO_DOI, "title": "The colour of tumours in apple trees"},
        {"title": "The color of tumors in apple trees"}, "same"),
    # Numbers and parts
    "part I and part II": (
        {**NO_DOI, "title": f"{TITLE}. Part I"}, {**NO_DOI, "title": f"{TITLE}. Part II"}, "different"),
    "part 1 and part 2": ({**BARE, "title": f"Part 1: {TITLE}"}, {**BARE, "title": f"Part 2: {TITLE}"}, "different"),
    "the whole and part II": ({**BARE}, {**BARE, "title": f"{TITLE}. Part II"}, "different"),
    "part II and part 2": ({**BARE, "title": f"{TITLE}. Part II"}, {**BARE, "title": f"{TITLE} (part 2)"}, "same"),
    "I and II at the end": ({**BARE, "title": f"{TITLE} I"}, {**BARE, "title": f"{TITLE} II"}, "different"),
    "angiotensin II and angiotensin 2": (
        {**BARE, "title": "Angiotensin II in orchard mice"}, {**BARE, "title": "Angiotensin 2 in orchard mice"},
        "same"),
    "type 1 and type 2": (
        {**BARE, "title": "Apples and type 1 diabetes"}, {**BARE, "title": "Apples and type 2 diabetes"}, "different"),
    "reports of two years": (
        {**BARE, "title": "Annual report of the orchard society 2013"},
        {**BARE, "title": "Annual report of the orchard society 2014"}, "different"),
    # Notices about others
    "a corrigendum": (NO_DOI, {**NO_DOI, "title": f"Corrigendum: {TITLE}"}, "different"),
    "a correction": (NO_DOI, {**NO_DOI, "title": f"Correction to: {TITLE}"}, "different"),
    "an erratum by its type": (NO_DOI, {**NO_DOI, "types": ("Published Erratum",)}, "different"),
    "an erratum by its volume": (NO_DOI, {**NO_DOI, "title": f"{TITLE} (vol 31, pg 112, 2014)"}, "different"),
    "a retraction": (NO_DOI, {**NO_DOI, "title": f"Retraction of: {TITLE}"}, "different"),
    "a reply": (NO_DOI, {**NO_DOI, "title": f"Reply to: {TITLE}"}, "different"),
    "a comment": (NO_DOI, {**NO_DOI, "title": f"Comment on “{TITLE}”"}, "different"),
    "a comment and the reply": (
        {**NO_DOI, "title": f"Comment on: {TITLE}"}, {**NO_DOI, "title": f"Reply to: {TITLE}"}, "different"),
    "a supplement": (NO_DOI, {**NO_DOI, "title": f"Supplement to: {TITLE}"}, "different"),
    "supplementary material": (NO_DOI, {**NO_DOI, "title": f"{TITLE} (supplementary material)"}, "different"),
    "a concern": (NO_DOI, {**NO_DOI, "title": f"Expression of concern: {TITLE}"}, "different"),
    "a protocol": (NO_DOI, {**NO_DOI, "title": f"{TITLE}: a study protocol"}, "different"),
    "one erratum twice": (
        {**NO_DOI, "title": f"Erratum: {TITLE}"}, {**NO_DOI, "title": f"Erratum to: {TITLE}", "venue": None}, "same"),
    # Titles of many works
    "two editorials of one author and year": (
        {**BARE, "title": "Editorial"}, {**BARE, "title": "Editorial", "venue": "Apples"}, "uncertain"),
    "two editorials in two volumes": (
        {**NO_DOI, "title": "Editorial"}, {**NO_DOI, "title": "Editorial", "volume": "32", "pages": "1"}, "different"),
    "one editorial": ({**NO_DOI, "title": "Editorial", "abstract": None}, {"title": "Editorial."}, "same"),
    # Nothing in common
    "two works": (NO_DOI, {**NO_DOI, "title": "Hedgehogs under bridges", "abstract": OTHER_ABSTRACT}, "different"),
    "one abstract under two titles": (NO_DOI, {**NO_DOI, "title": "What light does to trees"}, "uncertain"),
    "two untitled records": ({**BARE, "title": None}, {**BARE, "title": None, "venue": "Apples"}, "different"),
}  # fmt: skip
