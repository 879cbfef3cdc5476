"""The bibliographic data of a JATS article: everything of a paper but its text."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, Literal

from conspectus.domain.identifiers import Identifiers, normal_arxiv, normal_doi, normal_pmcid, normal_pmid
from conspectus.domain.paper import Funding, Notice, Paper, PartialDate, unique
from conspectus.readers.jats_people import people
from conspectus.readers.jats_text import plain_text
from conspectus.readers.partial_dates import parse_date
from conspectus.readers.pubmed_dates import date_of_parts
from conspectus.readers.xml_hardened import attribute

NoticeKind = Literal["retraction", "correction", "expression-of-concern", "update"]

# What an article does to another one, by the type of the article or of its related-article element.
_ISSUES: dict[str, NoticeKind] = {
    "retraction": "retraction", "partial-retraction": "retraction", "retracted-article": "retraction",
    "correction": "correction", "corrected-article": "correction", "erratum": "correction",
    "corrigendum": "correction", "expression-of-concern": "expression-of-concern",
    "object-of-concern": "expression-of-concern", "addendum": "update", "addended-article": "update",
    "updated-article": "update", "update": "update",
}  # fmt: skip
# What was done to this article, by the type of a related-article that stands in it.
_RECEIVES: dict[str, NoticeKind] = {
    "retraction": "retraction", "retraction-forward": "retraction", "retracted-by": "retraction",
    "correction": "correction", "correction-forward": "correction", "erratum": "correction",
    "expression-of-concern": "expression-of-concern", "concern-forward": "expression-of-concern",
    "addendum": "update", "update": "update", "updated-by": "update",
}  # fmt: skip
_CONCERNS = frozenset(["retracted-article", "corrected-article", "object-of-concern", "addended-article",
                       "updated-article"])  # fmt: skip
_KINDS = {
    "preprint": "article", "book-review": "review-book", "product-review": "review", "dissertation": "thesis",
    "thesis": "thesis", "report": "report", "technical-report": "report", "data-set": "dataset",
    "dataset": "dataset", "proceedings": "paper-conference", "meeting-report": "article-journal",
    "conference-paper": "paper-conference", "news": "article-magazine",
}  # fmt: skip
_NOT_KEYWORDS = re.compile(r"abbrev|jel|pacs|msc|funding|acronym|ipc", re.IGNORECASE)
_NOT_PUBLICATION = frozenset(["pmc-release", "nihms-submitted", "retracted", "corrected", "received", "accepted",
                              "update", "original-publication", "hub"])  # fmt: skip


def metadata(article: Any, *, parent: Paper | None = None) -> Paper:
    """Gives the paper of an ``article``, ``sub-article`` or ``response`` without its text.

    Args:
        article: The element, its tags without namespaces.
        parent: The paper it came with; journal, date and publisher are taken from it where it has none.
    """
    front = next((e for e in (article.find("front"), article.find("front-stub")) if e is not None), article)
    meta = front.find("article-meta") if front.find("article-meta") is not None else front
    journal = front.find("journal-meta")
    authors, editors = people(meta)
    article_type = attribute(article, "article-type").lower() or attribute(article, "response-type").lower()
    identifiers = _identifiers(meta)
    venue, venue_short, publisher, place, issn = _journal(journal, meta)
    if parent is not None:
        venue, venue_short = venue or parent.venue, venue_short or parent.venue_short
        publisher, issn = publisher or parent.publisher, issn or parent.issn
    return Paper(
        id="",
        title=_title(meta),
        authors=authors,
        editors=editors,
        date=publication_date(meta) or (parent.date if parent else None),
        venue=venue,
        venue_short=venue_short,
        volume=plain_text(meta.find("volume")) or (parent.volume if parent else ""),
        issue=plain_text(meta.find("issue")) or (parent.issue if parent else ""),
        pages=_pages(meta),
        publisher=publisher,
        place=place,
        issn=issn,
        kind=_kind(article_type, has_journal=bool(venue)),
        publication_types=unique((article_type, *_categories(meta))),
        language=(attribute(article, "lang") or (parent.language if parent else "")).lower(),
        url=_url(meta),
        identifiers=identifiers,
        keywords=_keywords(meta),
        funding=_funding(front),
        notices=_notices(meta, article_type),
        extra=tuple(_extra(front, meta)),
    )


def publication_date(meta: Any) -> PartialDate | None:
    """Gives the earliest date of publication, with the most exact of the dates in the same year and month.

    A collection date of only a year does not hide the day of the electronic publication in that year.
    """
    dates: list[PartialDate] = []
    for element in (*meta.iterchildren("pub-date"), *meta.iterfind("pub-history/event/pub-date")):
        kind = attribute(element, "pub-type") or attribute(element, "date-type")
        if kind.lower() not in _NOT_PUBLICATION and (date := _date(element)):
            dates.append(date)
    if not dates:
        return None
    # A missing month or day sorts last: "2012" says less than "13 December 2012".
    return min(dates, key=lambda date: (date.year, date.month or 13, date.day or 32))


def _date(element: Any) -> PartialDate | None:
    iso = parse_date(attribute(element, "iso-8601-date"))
    names = ("year", "month", "day", "season")
    year, month, day, season = (plain_text(element.find(name)) for name in names)
    date = date_of_parts(year, month, day, season=season) or parse_date(plain_text(element.find("string-date")))
    if date is None or (iso is not None and iso.year == date.year and date.month is None and not date.text):
        return iso or date
    return date


def _identifiers(meta: Any) -> Identifiers:
    values = {"doi": "", "pmid": "", "pmcid": "", "arxiv": ""}
    forms = {"doi": normal_doi, "pmid": normal_pmid, "pmcid": normal_pmcid, "arxiv": normal_arxiv}
    names = {"pmc": "pmcid", "pmcid": "pmcid", "pmcaid": "", "pmc-uid": "pmcid", "medline": "pmid"}
    for element in meta.iterchildren("article-id"):
        kind = attribute(element, "pub-id-type").lower()
        scheme = names.get(kind, kind)
        if scheme in forms and not values[scheme]:
            values[scheme] = forms[scheme](plain_text(element))
    return Identifiers(doi=values["doi"], pmid=values["pmid"], pmcid=values["pmcid"], arxiv=values["arxiv"])


def _title(meta: Any) -> str:
    group = meta.find("title-group")
    holder = group if group is not None else meta
    title = _without_notes(holder.find("article-title"))
    subtitle = _without_notes(holder.find("subtitle"))
    if title and subtitle:
        return f"{title}{'' if title[-1] in ':?!.' else ':'} {subtitle}"
    return title or subtitle


def _without_notes(element: Any) -> str:
    """Gives a title without the marks of footnotes."""
    if element is None:
        return ""
    for note in [e for e in element.iter("xref", "fn") if e.tag == "fn" or attribute(e, "ref-type") in {"fn", "other"}]:
        parent, tail = note.getparent(), note.tail or ""
        before = note.getprevious()
        if before is not None:
            before.tail = (before.tail or "") + tail
        else:
            parent.text = (parent.text or "") + tail
        parent.remove(note)
    return plain_text(element)


def _journal(journal: Any, meta: Any) -> tuple[str, str, str, str, tuple[str, ...]]:
    if journal is None:
        return plain_text(meta.find("conference/conf-name")), "", "", "", ()
    title = next((t for e in journal.iter("journal-title") if (t := plain_text(e))), "")
    short = next((t for e in journal.iter("abbrev-journal-title") if (t := plain_text(e))), "")
    ids = {attribute(e, "journal-id-type"): plain_text(e) for e in journal.iterchildren("journal-id")}
    short = ids.get("iso-abbrev") or short or ids.get("nlm-ta", "")
    publisher = journal.find("publisher")
    name = plain_text(publisher.find("publisher-name")) if publisher is not None else ""
    place = plain_text(publisher.find("publisher-loc")) if publisher is not None else ""
    issn = unique(plain_text(e).upper() for e in journal.iterchildren("issn", "issn-l"))
    return title or short, short if short != title else "", name, place, issn


def _pages(meta: Any) -> str:
    first, last = plain_text(meta.find("fpage")), plain_text(meta.find("lpage"))
    if first:
        return f"{first}-{last}" if last and last != first else first
    return plain_text(meta.find("page-range")) or plain_text(meta.find("elocation-id"))


def _kind(article_type: str, *, has_journal: bool) -> str:
    if article_type in _KINDS:
        return _KINDS[article_type]
    return "article-journal" if has_journal else "document"


def _categories(meta: Any) -> Iterator[str]:
    for group in meta.iterfind("article-categories/subj-group"):
        if attribute(group, "subj-group-type").lower() in {"heading", "display-channel", "article-type", "toc-heading"}:
            yield from map(plain_text, group.iterchildren("subject"))


def _url(meta: Any) -> str:
    for element in meta.iterchildren("self-uri"):
        href = attribute(element, "href")
        if href.startswith(("http://", "https://")) and not href.lower().endswith((".pdf", ".xml")):
            return href
    return ""


def _keywords(meta: Any) -> tuple[str, ...]:
    found: list[str] = []
    for group in meta.iter("kwd-group"):
        kind = f"{attribute(group, 'kwd-group-type')} {plain_text(group.find('title'))}"
        if _NOT_KEYWORDS.search(kind) or group.getparent().tag == "trans-abstract":
            continue
        for element in group.iter("kwd", "compound-kwd"):
            if element.tag == "compound-kwd":
                found.append(": ".join(filter(None, map(plain_text, element.iterchildren("compound-kwd-part")))))
            else:
                found.append(plain_text(element))
    return unique(keyword.strip(" ,;") for keyword in found)


def _funding(front: Any) -> tuple[Funding, ...]:
    by_funder: dict[str, list[str]] = {}
    for award in front.iter("award-group"):
        sources = [_funder(e) for e in award.iter("funding-source")]
        awards = [plain_text(e) for e in award.iter("award-id")]
        for funder in [source for source in sources if source] or ([""] if awards else []):
            by_funder.setdefault(funder, []).extend(awards)
    for source in front.iterfind(".//funding-group/funding-statement//funding-source"):
        by_funder.setdefault(_funder(source), [])
    return tuple(Funding(funder=name, awards=unique(awards)) for name, awards in by_funder.items() if name or awards)


def _funder(element: Any) -> str:
    institutions = [plain_text(e) for e in element.iter("institution")]
    return ", ".join(filter(None, institutions)) or plain_text(element)


def _notices(meta: Any, article_type: str) -> tuple[Notice, ...]:
    """Gives what a notice does to other articles, or what notices did to this one."""
    issuing = _ISSUES.get(article_type)
    notices: list[Notice] = []
    for element in (*meta.iterchildren("related-article"), *meta.iterfind("related-object")):
        kind = attribute(element, "related-article-type").lower() or attribute(element, "link-type").lower()
        target, text = _target(element), plain_text(element)
        if kind in _CONCERNS or (issuing and kind in {"", "companion", "article-reference"}):
            notices.append(Notice(kind=issuing or _ISSUES[kind], direction="issued", target=target, text=text))
        elif not issuing and kind in _RECEIVES:
            notices.append(Notice(kind=_RECEIVES[kind], direction="received", target=target, text=text))
    if issuing and not notices:
        notices.append(Notice(kind=issuing, direction="issued", text=_title(meta)))
    return tuple(dict.fromkeys(notices))


def _target(element: Any) -> str:
    value = attribute(element, "href") or attribute(element, "document-id") or plain_text(element)
    kind = attribute(element, "ext-link-type").lower()
    if doi := normal_doi(value):
        return f"doi:{doi}"
    if kind in {"pmid", "pubmed"} and (pmid := normal_pmid(value)):
        return f"pmid:{pmid}"
    if kind in {"pmc", "pmcid"} and (pmcid := normal_pmcid(value)):
        return f"pmcid:{pmcid}"
    return value


def _extra(front: Any, meta: Any) -> Iterator[tuple[str, str]]:
    for licence in meta.iterfind("permissions/license"):
        refs = [attribute(licence, "href"), *(plain_text(e) for e in licence.iter("license_ref"))]
        link = next((ref for ref in refs if ref), "")
        text = plain_text(licence)
        yield "license", link or text
        if link and text and text != link:
            yield "license-text", text
    if text := plain_text(meta.find("permissions/copyright-statement")):
        yield "copyright", text
    for kind in ("conf-name", "conf-date", "conf-loc"):
        if text := plain_text(meta.find(f"conference/{kind}")):
            yield kind, text
    for element in meta.iterchildren("article-id"):
        kind = attribute(element, "pub-id-type").lower()
        if kind not in {"doi", "pmid", "pmc", "pmcid", "arxiv"} and (text := plain_text(element)):
            yield f"article-id-{kind or 'other'}", text
    for element in meta.iterfind("history/date"):
        if date := _date(element):
            parts = (f"{date.year:04}", *(f"{n:02}" for n in (date.month, date.day) if n))
            yield attribute(element, "date-type") or "history", "-".join(parts)
    for element in meta.iterfind("author-notes/fn"):
        if text := plain_text(element):
            yield "author-note", text
    for element in meta.iterchildren("trans-abstract"):
        yield f"abstract-{attribute(element, 'lang') or 'translated'}", plain_text(element)
    for element in meta.iterfind("title-group/trans-title-group"):
        yield f"title-{attribute(element, 'lang') or 'translated'}", plain_text(element)
    for element in front.iter("custom-meta"):
        name, value = plain_text(element.find("meta-name")), plain_text(element.find("meta-value"))
        if name and value and name.lower() != "data availability":
            yield name, value
