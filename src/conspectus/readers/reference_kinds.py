"""What programs and databases call kinds of works, and the CSL type of each."""

from __future__ import annotations

import re

from conspectus.foundation.text.normalise import match_key

CSL_TYPES = frozenset(
    """
    article article-journal article-magazine article-newspaper bill book broadcast chapter classic collection dataset
    document entry entry-dictionary entry-encyclopedia event figure graphic hearing interview legal_case legislation
    manuscript map motion_picture musical_score pamphlet paper-conference patent performance periodical
    personal_communication post post-weblog regulation report review review-book software song speech standard thesis
    treaty webpage
    """.split()
)
# One line a type: what EndNote, Zotero, Mendeley, Crossref, Scopus, Web of Science, IEEE, ACM and others write.
_LISTED = """
article-journal: article; journal article; journalarticle; electronic article; jour; ejour; inpr; review; review
    article; article in press; short survey; letter; note; editorial; editorial material; article electronic;
    ancient text article; scholarly journals; scholarly journal; research article; original paper; peer reviewed
    journal; early access; journal; brief communication; case report; meta analysis; systematic review; technical
    note; data paper; j; periodical article; journal paper; article data paper; academic journal; articles; ieee
    journals; ieee early access articles
article-magazine: magazine article; magazinearticle; mgzn; magazines; trade journals; magazine; ieee magazines
article-newspaper: newspaper article; newspaperarticle; news; newspapers
article: preprint; posted content; working paper; prep; e print; eprint; preprints; working papers
book: book; edited book; electronic book; ebook; edbook; monograph; reference book; books; serial; ser; book series;
    b; edited monograph; book set; mono; ancient text; classical work; catalog
chapter: book section; booksection; book chapter; chapter; chap; electronic book section; echap; incollection;
    inbook; book part; section; reference work entry
paper-conference: conference paper; conferencepaper; conference proceedings; cpaper; conf; proceedings article;
    proceedings paper; conference abstract; meeting abstract; proceeding; proceedings; conference proceeding;
    conference review; inproceedings; conference; ieee conferences; conference papers and proceedings; conference
    papers proceedings; c; meeting; abstract of published item
thesis: thesis; dissertation; thes; dissertations theses; dissertations and theses; phd thesis; master thesis;
    doctoral thesis; academic dissertation
report: report; rprt; government document; govdoc; reports; technical report; report component; white paper
webpage: web page; webpage; website; elec; web; online multimedia; internet communication; online database;
    aggregated database
post-weblog: blog; blog post; blogpost
software: computer program; computerprogram; software; comp
dataset: dataset; data set; data; dbase; data study; component
patent: patent; pat; p
manuscript: manuscript; unpublished work; unpublished; unpb
legal_case: case; legal case
legislation: statute; legal rule or regulation; stat; legislation
bill: bill
hearing: hearing
map: map
graphic: artwork; art; chart or table; figure; audiovisual material image
motion_picture: film or broadcast; film; video; videorecording; audiovisual material; motion picture
song: audio recording; audiorecording; music; sound recording
speech: presentation; slide; podcast presentation; lecture
interview: interview
pamphlet: pamphlet
personal_communication: personal communication; letter personal; email; pcomm; icomm
standard: standard; stand; std; ieee standards
entry-encyclopedia: encyclopedia; encyclopediaarticle; encyclopedia article; reference entry; encyc
entry-dictionary: dictionary; dictionaryentry; dictionary entry; dict
periodical: journal issue; journal volume; full journal; jfull
review: peer review
document: generic; gen; document; other; grant; conference record
"""
_KINDS = {
    match_key(name): kind
    for kind, _, names in (row.partition(":") for row in re.split(r"\n(?=\S)", _LISTED.strip()))
    for name in names.split(";")
}
_KINDS.update({match_key(kind): kind for kind in CSL_TYPES - {"article", "review", "entry", "figure", "event"}})


def kind_named(text: str) -> str:
    """Gives the CSL type that a program or database calls ``text``, or "" if it is not known.

    Example:
        >>> kind_named("Book Section"), kind_named("journalArticle"), kind_named("Sculpture")
        ('chapter', 'article-journal', '')
    """
    return _KINDS.get(match_key(text), "")
