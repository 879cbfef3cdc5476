"""The parts of the HTML page that show evidence: cards of quotes, and the minigraph with its relations."""

from __future__ import annotations

from dataclasses import replace

from conspectus.domain.minigraph import Minigraph, concept_key
from conspectus.domain.paper import Paper
from conspectus.domain.passage import Passage
from conspectus.exporters.marked_text import escape, unmarked
from conspectus.exporters.passage_place import passage_place
from conspectus.exporters.rendered_product import Evidence, context_of
from conspectus.exporters.svg import draw_minigraph

_MOST_ALONE = 12  # concepts without a relation that are drawn


def paper_name(paper: Paper) -> str:
    """Gives a paper's label, year and title as HTML."""
    year = str(paper.year) if paper.year is not None else "n.d."
    title = escape(unmarked(paper.title) or paper.id)
    has_authors = any(author.short for author in paper.authors)
    return f"{escape(unmarked(paper.label))} ({year}), “{title}”" if has_authors else f"“{title}” ({year})"


def badges(paper: Paper) -> str:
    """Gives the warnings that a reader must see with a paper, as HTML; "" if there are none."""
    made = ""
    if paper.is_retracted:
        made += '<strong class="badge retracted">Retracted</strong> '
    if paper.paraphrase:
        made += '<span class="badge" title="The text of this demonstration record is a paraphrase.">Paraphrase</span> '
    return made


def evidence_card(evidence: Evidence, number: int, *, whole: bool = False) -> str:
    """Gives the list item that a citation opens: quotes word for word, what they are from, and the way back.

    Args:
        evidence: What is shown.
        number: Of the reference.
        whole: Whether a quote stands in its whole paragraph, instead of between its neighbours.
    """
    paper = evidence.paper
    authors = ", ".join(unmarked(author.full) for author in paper.authors if author.full) or "No authors named"
    facts = ", ".join(part for part in (unmarked(paper.venue), str(paper.year or "n.d.")) if part)
    doi = paper.identifiers.doi
    link = f' · <a href="https://doi.org/{escape(doi)}" rel="noreferrer">doi:{escape(doi)}</a>' if doi else ""
    back = "".join(f' <a href="#{name}">{name[1:]}</a>' for name in evidence.cited_by)
    first = evidence.cited_by[0]
    title = escape(unmarked(paper.title) or paper.id)
    return "\n".join(
        [
            f'<li id="{evidence.id}" tabindex="-1" aria-label="Source {evidence.number}">',
            f'<div class="evidence-head"><span>Source {evidence.number}<span class="back"> · cited in sentences{back}'
            f'</span></span><a class="close" href="#{first}">Back to the text</a></div>',
            f'<p class="evidence-title">{badges(paper)}<a href="#r{number}">{title}</a></p>',
            f'<p class="evidence-by">{escape(authors)}. {escape(facts)}{link}</p>',
            *(_quote(paper, passage, whole=whole) for passage in evidence.passages),
            "</li>",
        ]
    )


def _quote(paper: Paper, passage: Passage, *, whole: bool) -> str:
    place = passage_place(paper, passage)
    before, after = (place.before, place.after) if place is not None and whole else context_of(paper, passage)
    where = f"{escape(unmarked(place.words))} · " if place is not None and place.words else ""
    head = f'<span class="around">{escape(before)}</span> ' if before else ""
    tail = f' <span class="around">{escape(after)}</span>' if after else ""
    return (
        f"<blockquote><p>{head}<mark>{escape(passage.quote)}</mark>{tail}</p></blockquote>"
        f'<div class="id">{where}{escape(passage.id)}</div>'
    )


def minigraph_figure(minigraph: Minigraph, papers: dict[str, Paper]) -> str:
    """Gives the section with the drawing and the relations in words with the sentences that state them."""
    if not minigraph.concepts:
        return ""
    drawn = _worth_drawing(minigraph)
    left_out = len(minigraph.concepts) - len(drawn.concepts)
    noun = "concept is" if left_out == 1 else "concepts are"
    more = f" {left_out} more {noun} without a relation and not drawn." if left_out else ""
    drawing = draw_minigraph(drawn)
    lines = [
        '<section class="wide" aria-labelledby="minigraph">',
        '<h2 id="minigraph">Minigraph</h2>',
        f'<figure><div class="drawing">{drawing}</div>',
        "<figcaption>Concepts of the cited papers and the relations that their sentences state."
        f"{more}</figcaption></figure>",
    ]
    if minigraph.relations:
        lines.append("<details><summary>The relations in words, with their sources</summary>")
        lines.append('<ol class="relations">')
        for relation in minigraph.relations:
            arrow = "—" if relation.kind.is_symmetric else "→"
            words = f"{unmarked(relation.head)} — {relation.kind.value} {arrow} {unmarked(relation.tail)}"
            quotes = "".join(_support(passage, papers) for passage in relation.support)
            lines.append(f"<li>{escape(words)}{quotes}</li>")
        lines.append("</ol></details>")
    return "\n".join([*lines, "</section>"])


def _worth_drawing(minigraph: Minigraph) -> Minigraph:
    """The relations with their concepts, and of the concepts without a relation those that most papers share."""
    related = {concept_key(end) for relation in minigraph.relations for end in (relation.head, relation.tail)}
    alone = [concept for concept in minigraph.concepts if concept.key not in related]
    shared = sorted((c for c in alone if len(c.papers) > 1), key=lambda c: (-len(c.papers), c.key))[:_MOST_ALONE]
    if not related and not shared:
        shared = alone[:_MOST_ALONE]
    kept = related | {concept.key for concept in shared}
    return replace(minigraph, concepts=tuple(concept for concept in minigraph.concepts if concept.key in kept))


def _support(passage: Passage, papers: dict[str, Paper]) -> str:
    paper = papers.get(passage.paper)
    name = f"{paper_name(paper)} · " if paper else ""
    return f'<br><q>{escape(passage.quote)}</q> <span class="id">{name}{escape(passage.id)}</span>'
