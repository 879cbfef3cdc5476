"""What documents show of an answer beside its text: what was looked for, and which paragraphs were found."""

from __future__ import annotations

from typing import Any

from conspectus.domain.run_record import Product
from conspectus.exporters.marked_text import escape, escape_markdown, unmarked

HEADING = "How the answer was found"
_LEVELS = {
    "exact": "by labels of the graph",
    "string": "by the words of labels and texts",
    "embedding": "by the likeness of names",
    "vector": "by words and vectors alone, since nothing that the question names was found",
}
_ROUTES = {"graph": "by the graph", "text": "by its words", "ranking": "by rank", "vector": "by vectors"}
_MOST_CANDIDATES = 10


def answer_html(product: Product) -> str:
    """Gives the section of the HTML page about the search behind an answer; "" for other products."""
    if not _is_answer(product):
        return ""
    block = product.block
    lines = ['<section class="wide" aria-labelledby="found">', f'<h2 id="found">{HEADING}</h2>', "<dl>"]
    lines += [f"<dt>{escape(name)}</dt><dd>{escape(unmarked(value))}</dd>" for name, value in _facts(block)]
    lines.append("</dl>")
    if block["candidates"]:
        heads = "".join(f'<th scope="col">{head}</th>' for head in ("Paragraph", "Score", "Found", "Entities in it"))
        lines.append('<table class="clusters"><caption>Paragraphs, the most promising first.</caption>')
        lines.append(f"<thead><tr>{heads}</tr></thead><tbody>")
        for each in block["candidates"][:_MOST_CANDIDATES]:
            cells = (f"{each['paper']} {each['address']}", f"{each['score']:.2f}", _routes(each), _hits(each))
            lines.append(f"<tr>{''.join(f'<td>{escape(unmarked(cell))}</td>' for cell in cells)}</tr>")
        lines.append("</tbody></table>")
    if block["queries"]:
        lines.append("<details><summary>The queries that were sent to the graph</summary><ol>")
        for query in block["queries"]:
            bound = "; ".join(f"?{name} = {value}" for name, value in query["bindings"].items())
            lines.append(
                f"<li>{escape(query['step'])}, {query['rows']} rows{escape(f', {bound}' if bound else '')}"
                f"<pre>{escape(query['sparql'])}</pre></li>"
            )
        lines.append("</ol></details>")
    return "\n".join([*lines, "</section>"])


def answer_markdown(product: Product) -> list[str]:
    """Gives the blocks of Markdown about the search behind an answer; none for other products."""
    if not _is_answer(product):
        return []
    block = product.block
    blocks = [f"## {HEADING}", "\n".join(f"- {name}: {_md(value)}" for name, value in _facts(block))]
    if block["candidates"]:
        rows = ["| paragraph | score | found | entities in it |", "|---|---|---|---|"]
        for each in block["candidates"][:_MOST_CANDIDATES]:
            cells = (f"{each['paper']} {each['address']}", f"{each['score']:.2f}", _routes(each), _hits(each))
            rows.append(f"| {' | '.join(map(_md, cells))} |")
        blocks.append("\n".join(rows))
    return blocks


def _facts(block: dict[str, Any]) -> list[tuple[str, str]]:
    entities = "; ".join(
        f"{each['text']} ({each['level'] or 'not found'}, {each['paragraphs']} paragraphs)"
        for each in block["entities"]
    )
    relaxed = "; ".join(
        f"{each['kind']} of {each['entity']}" + (f" by {each['by']}" if each["by"] else "")
        for each in block["relaxations"]
    )
    facts = [
        ("Entities of the question", entities or "none"),
        ("Found", _LEVELS[block["level"]]),
        ("Relaxed", relaxed),
        ("Ranking", "keyword frequency, as published" if block["ranking"] == "published" else "default"),
        ("Paragraphs searched", str(block["searched"])),
    ]
    return [(name, value) for name, value in facts if value]


def _routes(candidate: dict[str, Any]) -> str:
    return " and ".join(_ROUTES[route] for route in candidate["routes"])


def _hits(candidate: dict[str, Any]) -> str:
    return ", ".join(f"{entity} {count}" for entity, count in candidate["hits"].items())


def _is_answer(product: Product) -> bool:
    # A report of several products has parts in place of the block of one.
    return product.kind == "answer" and "candidates" in product.block


def _md(text: str) -> str:
    return escape_markdown(unmarked(text), whole_line=False)
