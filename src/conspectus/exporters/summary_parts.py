"""What documents show of a summary beside its text: the threads of the paper, and the teacher's log."""

from __future__ import annotations

from typing import Any

from conspectus.domain.run_record import Product
from conspectus.exporters.community_map import draw_communities
from conspectus.exporters.marked_text import escape, escape_markdown, unmarked

MAP_HEADING, LOG_HEADING = "Threads of the paper", "The teacher’s log"
_STOPPED = {
    "accepted": "the draft was accepted",
    "budget": "the rounds were used up",
    "stagnation": "no draft was better for two rounds",
    "repeated": "a draft came back that had been judged",
    "failed": "the engine failed",
}
_DIMENSIONS = ("faithfulness", "completeness", "coherence", "style")


def summary_html(product: Product) -> str:
    """Gives the sections of the HTML page with the map and the log of a summary; "" for other products."""
    if not _is_summary(product):
        return ""
    block = product.block
    lines: list[str] = []
    drawing = draw_communities(block, product.entity_graph)
    if drawing:
        lines += [
            '<section class="wide" aria-labelledby="threads">',
            f'<h2 id="threads">{MAP_HEADING}</h2>',
            f'<figure><div class="drawing">{drawing}</div>',
            f"<figcaption>{escape(_graph_words(block))}</figcaption></figure>",
            "</section>",
        ]
    heads = "".join(f'<th scope="col">{name}</th>' for name in ("Round", "Score", *map(str.capitalize, _DIMENSIONS),
                                                               "Decision", "What the teacher said"))  # fmt: skip
    lines += [
        '<section class="wide" aria-labelledby="log">',
        f'<h2 id="log">{LOG_HEADING}</h2>',
        f"<p>{escape(_ending(block))}</p>",
        f'<table class="clusters"><thead><tr>{heads}</tr></thead><tbody>',
    ]
    for each in block["rounds"]:
        cells = [str(each["number"]), f"{each['score']:.2f}"]
        cells += [f"{each['dimensions'][name]:.2f}" for name in _DIMENSIONS]
        said = "".join(f"<li>{escape(_issue_words(issue))}</li>" for issue in each["issues"])
        found = "".join(f"<li>{escape(_retrieved_words(item))}</li>" for item in each["retrieved"])
        told = f"<ul>{said}{found}</ul>" if said or found else "nothing"
        draft = f"<details><summary>The draft</summary><p>{escape(unmarked(each['text']))}</p></details>"
        row = "".join(f"<td>{escape(cell)}</td>" for cell in (*cells, each["decision"]))
        lines.append(f"<tr>{row}<td>{told}{draft}</td></tr>")
    lines += ["</tbody></table>", "</section>"]
    return "\n".join(lines)


def summary_markdown(product: Product, *, log: bool = False) -> list[str]:
    """Gives the blocks of Markdown about a summary, with the teacher's log where it is asked for."""
    if not _is_summary(product):
        return []
    block = product.block
    blocks = []
    threads = [c for c in block["communities"] if c["id"] in block["plan"] and c["title"]]
    if threads:
        order = {name: number for number, name in enumerate(block["plan"])}
        threads.sort(key=lambda community: order[community["id"]])
        items = [f"- {community['role']}: {_md(community['title'])}" for community in threads]
        blocks += [f"## {MAP_HEADING}", _md(_graph_words(block)), "\n".join(items)]
    if log:
        blocks += [f"## {LOG_HEADING}", _md(_ending(block)), *_log_markdown(block)]
    return blocks


def log_text(block: dict[str, Any]) -> list[str]:
    """Gives the teacher's log as lines of plain text."""
    lines = []
    for each in block["rounds"]:
        dimensions = ", ".join(f"{name} {each['dimensions'][name]:.2f}" for name in _DIMENSIONS)
        lines.append(f"round {each['number']}: score {each['score']:.2f} ({dimensions}): {each['decision']}")
        lines += [f"  {_issue_words(issue)}" for issue in each["issues"]]
        lines += [f"  {_retrieved_words(item)}" for item in each["retrieved"]]
    return [*lines, _ending(block)]


def _log_markdown(block: dict[str, Any]) -> list[str]:
    rows = ["| round | score | " + " | ".join(_DIMENSIONS) + " | decision |", "|---|---|---|---|---|---|---|"]
    details = []
    for each in block["rounds"]:
        scores = " | ".join(f"{each['dimensions'][name]:.2f}" for name in _DIMENSIONS)
        rows.append(f"| {each['number']} | {each['score']:.2f} | {scores} | {each['decision']} |")
        said = [_issue_words(issue) for issue in each["issues"]] + [_retrieved_words(r) for r in each["retrieved"]]
        items = "\n".join(f"- {_md(words)}" for words in said)
        details.append(f"Round {each['number']}: {_md(each['text'])}")
        if items:
            details.append(items)
    return ["\n".join(rows), *details]


def _issue_words(issue: dict[str, Any]) -> str:
    where = "" if issue["sentence"] is None else f" in sentence {issue['sentence'] + 1}"
    claim = f" “{unmarked(issue['claim'])}”" if issue["claim"] else ""
    return f"{issue['kind']}{where}:{claim} {issue['advice']}".strip()


def _retrieved_words(item: dict[str, Any]) -> str:
    found = ", ".join(passage.rpartition("#")[2] for passage in item["passages"]) or "nothing"
    rejected = f"instead of “{unmarked(item['rejected'])}” " if item["rejected"] else ""
    return f"looked up {rejected}for “{unmarked(item['query'])}”: {found}"


def _graph_words(block: dict[str, Any]) -> str:
    graph = block["graph"]
    return (
        f"{graph['entities']} entities and {graph['relations']} relations in {graph['units']} units of the text, "
        f"in {graph['communities']} communities."
    )


def _ending(block: dict[str, Any]) -> str:
    best = f"The draft of round {block['best']} is given"
    return f"{best}; the loop ended because {_STOPPED[block['stop_reason']]}."


def _is_summary(product: Product) -> bool:
    return product.kind == "summary" and "rounds" in product.block


def _md(text: str) -> str:
    return escape_markdown(unmarked(text), whole_line=False)
