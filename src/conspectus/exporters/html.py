"""A product as one HTML page that needs nothing else: no network, no other file, no JavaScript.

Each citation is a link to the card of its evidence; the card that is the page's target is shown as a panel beside
the text (CSS ``:target``), else the cards stand as a list at the end, which is also how they are printed.
"""

from __future__ import annotations

from collections import Counter
from importlib.resources import files

from conspectus.domain.paper import Paper
from conspectus.domain.run_record import Product
from conspectus.exporters.answer_parts import HEADING as FOUND_HEADING
from conspectus.exporters.answer_parts import answer_html
from conspectus.exporters.html_evidence import badges, evidence_card, minigraph_figure, paper_name
from conspectus.exporters.marked_text import escape, to_html, unmarked
from conspectus.exporters.rendered_product import (
    KIND_WORDS,
    VERDICT_WORDS,
    RenderedProduct,
    RenderedSection,
    RenderedSentence,
    render_product,
)
from conspectus.exporters.run_facts import run_facts
from conspectus.exporters.summary_parts import LOG_HEADING, MAP_HEADING, summary_html
from conspectus.exporters.topic_page_parts import HEADING, topic_page_html

_SIGNS = {
    "supported": "✓",
    "partly": "◐",
    "unsupported": "✗",
    "contradicted": "✗",
    "not_checkable": "–",
    "not_checked": "○",
}


class HtmlExporter:
    """Products as a self-contained HTML page."""

    name = "html"
    label = "HTML page"
    suffix = ".html"

    def export(self, product: Product, *, style: str) -> str:
        """Gives the page; everything that comes from records or engines is escaped.

        Raises:
            UsageError: There is no such style.
            GroundingError: The text cites a paper of which the product holds no record.
        """
        rendered = render_product(product, style=style)
        title = escape(unmarked(product.title) or KIND_WORDS[product.kind])
        body = [
            _header(rendered, title),
            '<main id="text" class="text">',
            *(_section(rendered, section, number) for number, section in enumerate(rendered.sections, 1)),
            "</main>",
            topic_page_html(product),
            summary_html(product),
            answer_html(product),
            minigraph_figure(product.graph, rendered.papers),
            _references(rendered),
            _evidence(rendered),
            _not_cited(rendered),
            _run(rendered),
        ]
        return "\n".join(
            [
                "<!DOCTYPE html>",
                '<html lang="en">',
                "<head>",
                '<meta charset="utf-8">',
                '<meta name="viewport" content="width=device-width, initial-scale=1">',
                '<meta name="generator" content="conspectus">',
                '<meta name="referrer" content="no-referrer">',
                f"<title>{title}</title>",
                f"<style>\n{_packaged('page.css')}</style>",
                "</head>",
                "<body>",
                '<a class="skip" href="#text">Skip to the text</a>',
                '<div class="page">',
                *(part for part in body if part),
                "</div>",
                f"<script>\n{_packaged('page.js')}</script>",
                "</body>",
                "</html>",
                "",
            ]
        )


def _packaged(name: str) -> str:
    return (files("conspectus.exporters") / "page" / name).read_text(encoding="utf-8")


def _header(rendered: RenderedProduct, title: str) -> str:
    product = rendered.product
    sentences = list(rendered.sentences())
    cited = len(rendered.bibliography.entries)
    facts = f"{_count(len(sentences), 'sentence')} citing {_count(cited, 'paper')}"
    lines = ["<header>", f'<p class="kind">{escape(KIND_WORDS[product.kind])}</p>', f"<h1>{title}</h1>"]
    lines.append(f'<p class="facts">{facts}. Every citation opens the sentences it rests on.</p>')
    retracted = [entry for entry in rendered.bibliography.entries if rendered.papers[entry.paper].is_retracted]
    if retracted:
        names = "; ".join(f'<a href="#r{e.number}">{paper_name(rendered.papers[e.paper])}</a>' for e in retracted)
        cites = "This text cites a retracted paper" if len(retracted) == 1 else "This text cites retracted papers"
        lines.append(f'<div class="note bad" role="note"><strong>{cites}:</strong> {names}.</div>')
    if rendered.warnings:
        items = "".join(f"<li>{escape(warning)}</li>" for warning in rendered.warnings)
        lines.append(f'<div class="note" role="note"><strong>Warnings</strong><ul>{items}</ul></div>')
    if sentences:
        lines.append(f'<p class="facts">{_verdicts(sentences)}</p>')
    return "\n".join([*lines, _contents(rendered), "</header>"])


def _verdicts(sentences: list[RenderedSentence]) -> str:
    """What the signs behind sentences mean, with how many sentences have each."""
    given = Counter(sentence.sentence.verdict for sentence in sentences)
    return " · ".join(
        f'<span aria-hidden="true">{_SIGNS[verdict.value]}</span> {words}: {given[verdict]}'
        for verdict, words in VERDICT_WORDS.items()
        if given[verdict]
    )


def _contents(rendered: RenderedProduct) -> str:
    entries = [
        (f"h{n}", section.heading)
        for n, section in enumerate(rendered.sections, 1)
        if section.heading and section.paragraphs
    ]
    if topic_page_html(rendered.product):
        entries.append(("search", HEADING))
    summarised = summary_html(rendered.product)
    if 'id="threads"' in summarised:
        entries.append(("threads", MAP_HEADING))
    if summarised:
        entries.append(("log", LOG_HEADING))
    if answer_html(rendered.product):
        entries.append(("found", FOUND_HEADING))
    if rendered.product.graph.concepts:
        entries.append(("minigraph", "Minigraph"))
    entries.extend([("references", "References"), ("sources", "Sources")])
    if rendered.product.not_cited:
        entries.append(("not-cited", "Not cited"))
    entries.append(("run", "How this was made"))
    items = "".join(f'<li><a href="#{target}">{escape(unmarked(text))}</a></li>' for target, text in entries)
    return f'<nav aria-label="Contents"><ul>{items}</ul></nav>'


def _section(rendered: RenderedProduct, section: RenderedSection, number: int) -> str:
    headed = section.heading and section.paragraphs
    lines = [f'<h2 id="h{number}">{escape(unmarked(section.heading))}</h2>'] if headed else []
    for paragraph in section.paragraphs:
        lines.append("<p>" + " ".join(_sentence(rendered, sentence) for sentence in paragraph) + "</p>")
    return "\n".join(lines)


def _sentence(rendered: RenderedProduct, sentence: RenderedSentence) -> str:
    papers = {evidence.id: evidence.paper for evidence in rendered.evidence}
    text = []
    for run in sentence.runs:
        if run.evidence:
            text.append(_opening(papers[run.evidence], run.evidence, to_html(run.text), "cite"))
        elif sentence.unseen:
            # A sentence that prints no citation opens its evidence itself.
            first = sentence.unseen[0]
            text.append(_opening(papers[first], first, to_html(run.text), "cite unseen-source"))
        else:
            text.append(to_html(run.text))
    text.extend(_opening(papers[name], name, " ·", "cite unseen-source") for name in sentence.unseen[1:])
    verdict = sentence.sentence.verdict
    words = VERDICT_WORDS[verdict]
    reasons = "; ".join((words, *sentence.sentence.reasons))
    return (
        f'<span class="sentence" id="{sentence.id}">{"".join(text)}</span>'
        f'<span class="verdict {verdict.value}" title="{escape(reasons)}"><span aria-hidden="true">'
        f'{_SIGNS[verdict.value]}</span><span class="unseen"> ({words})</span></span>'
    )


def _opening(paper: Paper, evidence: str, text: str, kind: str) -> str:
    """A link that opens a card of evidence."""
    retracted = " retracted" if paper.is_retracted else ""
    warned = '<span class="unseen"> (retracted)</span>' if retracted else ""
    opens = escape(f"{unmarked(paper.label)}: {unmarked(paper.title)}")
    return f'<a class="{kind}{retracted}" href="#{evidence}" title="{opens}">{text}{warned}</a>'


def _references(rendered: RenderedProduct) -> str:
    entries = rendered.bibliography.entries
    labelled = any(entry.label for entry in entries)
    lines = ['<section aria-labelledby="references">', '<h2 id="references">References</h2>']
    lines.append(f'<ol class="references{"" if labelled else " plain"}" role="list">')
    for entry in entries:
        paper = rendered.papers[entry.paper]
        label = f'<span class="label">{escape(entry.label)}</span>' if labelled else ""
        places = "".join(
            f' <a href="#{name}" aria-label="Sentence {name[1:]}">{name[1:]}</a>' for name in rendered.citing(paper.id)
        )
        back = f'<span class="back">Cited in sentences{places}</span>'
        text = f"{badges(paper)}{_with_doi(entry.html, paper.identifiers.doi)}"
        lines.append(f'<li id="r{entry.number}">{label}<div>{text} {back}</div></li>')
    return "\n".join([*lines, "</ol>", "</section>"])


def _with_doi(entry: str, doi: str) -> str:
    """The entry with its DOI as a link, unless it holds a link already."""
    if not doi or "<a " in entry:
        return entry
    link = f'<a href="https://doi.org/{escape(doi)}" rel="noreferrer">'
    if escape(doi) in entry:
        return entry.replace(escape(doi), f"{link}{escape(doi)}</a>", 1)
    return f"{entry} {link}DOI</a>"


def _evidence(rendered: RenderedProduct) -> str:
    lines = ['<section aria-labelledby="sources">', '<h2 id="sources">Sources</h2>']
    lines.append("<p>The sentences that the citations rest on, word for word, in order of appearance.</p>")
    lines.append('<ol class="evidence-list" role="list">')
    for evidence in rendered.evidence:
        number = rendered.bibliography.entry(evidence.paper.id).number
        lines.append(evidence_card(evidence, number, whole=rendered.product.kind == "answer"))
    return "\n".join([*lines, "</ol>", "</section>"])


def _not_cited(rendered: RenderedProduct) -> str:
    if not rendered.product.not_cited:
        return ""
    items = []
    for left in rendered.product.not_cited:
        paper = rendered.papers.get(left.paper)
        name = f'{paper_name(paper)} <span class="id">{escape(left.paper)}</span>' if paper else escape(left.paper)
        items.append(f"<li>{name}: {escape(unmarked(left.reason))}</li>")
    return "\n".join(
        [
            '<section aria-labelledby="not-cited">',
            '<h2 id="not-cited">Not cited</h2>',
            "<ul>",
            *items,
            "</ul>",
            "</section>",
        ]
    )


def _run(rendered: RenderedProduct) -> str:
    facts = [f"<dt>{escape(name)}</dt><dd>{escape(value)}</dd>" for name, value in run_facts(rendered)]
    return "\n".join(
        [
            '<footer class="run" aria-labelledby="run">',
            '<h2 id="run">How this was made</h2>',
            f"<dl>{''.join(facts)}</dl>",
            "</footer>",
        ]
    )


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"
