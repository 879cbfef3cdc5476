"""What documents show of a topic page beside its text: years, clusters, counts, and how the query was understood."""

from __future__ import annotations

from typing import Any

from conspectus.domain.run_record import Product
from conspectus.exporters.marked_text import escape, escape_markdown, unmarked

_HEIGHT, _BASE, _TOP = 150, 122, 14
_BAR, _GAP, _MARGIN = 14, 4, 8
_LEAST_WIDTH = 240
_MOST_BARS = 60
_MOST_CLUSTERS = 20
_COUNTS = {
    "found": "found",
    "fetched": "fetched",
    "missing": "not to be had",
    "without_abstract": "without abstract",
    "retracted": "retracted",
    "repeated": "with the abstract of another",
    "off_topic": "off the topic",
    "clustered": "in clusters",
    "shown": "shown to the writer",
    "cited": "cited",
}
_ALWAYS = ("found", "fetched", "shown", "cited")
HEADING = "About the search"


def years_svg(years: list[dict[str, int]]) -> str:
    """Gives a histogram of publications by year as an SVG element on its own, without a blank line; "" for no years.

    A year between the first and the last without a publication has an empty place. Of very long spans the last 60
    years are drawn, and the title says so.
    """
    counts = {int(item["year"]): int(item["count"]) for item in years}
    if not counts:
        return ""
    last = max(counts)
    first = max(min(counts), last - _MOST_BARS + 1)
    earlier = sum(count for year, count in counts.items() if year < first)
    drawn = {year: counts.get(year, 0) for year in range(first, last + 1)}
    most = max(drawn.values()) or 1
    width = max(_LEAST_WIDTH, 2 * _MARGIN + len(drawn) * (_BAR + _GAP))
    title = f"Publications by year, {first} to {last}, at most {most} in a year"
    title += f"; {earlier} earlier ones are not drawn" if earlier else ""
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" class="years" role="img" viewBox="0 0 {width} {_HEIGHT}" '
        f'width="{width}" height="{_HEIGHT}">',
        f"<title>{title}</title>",
        f'<line x1="{_MARGIN}" x2="{width - _MARGIN}" y1="{_BASE}" y2="{_BASE}" stroke="currentColor"/>',
    ]
    step = max(1, -(-len(drawn) // 8))
    for number, (year, count) in enumerate(drawn.items()):
        x = _MARGIN + number * (_BAR + _GAP)
        height = round((_BASE - _TOP) * count / most, 1)
        parts.append(
            f'<rect x="{x}" y="{round(_BASE - height, 1)}" width="{_BAR}" height="{height}" fill="currentColor" '
            f'fill-opacity="0.7"><title>{year}: {count}</title></rect>'
        )
        if (len(drawn) - 1 - number) % step == 0:
            parts.append(
                f'<text x="{x + _BAR / 2}" y="{_BASE + 16}" font-size="10" text-anchor="middle" '
                f'fill="currentColor">{year}</text>'
            )
    return "\n".join([*parts, "</svg>"])


def topic_page_markdown(product: Product) -> list[str]:
    """Gives the blocks of Markdown about the search behind a topic page; none for other products."""
    if not _is_page(product):
        return []
    block = product.block
    blocks = [f"## {HEADING}"]
    link = f" ([open the search](<{block['link']}>))" if _is_web(block["link"]) else ""
    lines = [f"- {name}: {_md(value)}" for name, value in _facts(block)]
    if link and lines:
        lines[0] += link
    blocks.append("\n".join(lines))
    if block["years"]:
        blocks.append(years_svg(block["years"]))
        counts = ", ".join(f"{item['year']}: {item['count']}" for item in block["years"])
        blocks.append(f"Publications by year: {counts}. {_md(block['years_note'])}".rstrip())
    if block["clusters"]:
        blocks.append(_clusters_title(block))
        rows = ["| papers | shown | centre | also | keywords |", "|---|---|---|---|---|"]
        for cluster in block["clusters"][:_MOST_CLUSTERS]:
            centre, *others = cluster["titles"]
            cells = (str(cluster["size"]), str(len(cluster["shown"])), centre, "; ".join(others),
                     ", ".join(cluster["keywords"]))  # fmt: skip
            rows.append(f"| {' | '.join(map(_md, cells))} |")
        blocks.append("\n".join(rows))
    return blocks


def topic_page_html(product: Product) -> str:
    """Gives the section of the HTML page about the search behind a topic page; "" for other products."""
    if not _is_page(product):
        return ""
    block = product.block
    lines = ['<section aria-labelledby="search">', f'<h2 id="search">{HEADING}</h2>', "<dl>"]
    for number, (name, value) in enumerate(_facts(block)):
        link = ""
        if number == 0 and _is_web(block["link"]):
            link = f' <a href="{escape(block["link"])}" rel="noreferrer">Open the search</a>'
        lines.append(f"<dt>{escape(name)}</dt><dd>{escape(unmarked(value))}{link}</dd>")
    lines.append("</dl>")
    if block["years"]:
        note = escape(unmarked(block["years_note"]))
        lines.append(
            f"<figure>{years_svg(block['years'])}<figcaption>Publications by year. {note}</figcaption></figure>"
        )
    if block["clusters"]:
        lines.append('<table class="clusters"><caption>' + _clusters_title(block) + "</caption>")
        heads = "".join(f'<th scope="col">{head}</th>' for head in ("Papers", "Shown", "Centre and others", "Keywords"))
        lines.append(f"<thead><tr>{heads}</tr></thead><tbody>")
        for cluster in block["clusters"][:_MOST_CLUSTERS]:
            titles = "<br>".join(escape(unmarked(title)) for title in cluster["titles"])
            keywords = escape(unmarked(", ".join(cluster["keywords"])))
            cells = (cluster["size"], len(cluster["shown"]), titles, keywords)
            lines.append(f"<tr>{''.join(f'<td>{cell}</td>' for cell in cells)}</tr>")
        lines.append("</tbody></table>")
    return "\n".join([*lines, "</section>"])


def _clusters_title(block: dict[str, Any]) -> str:
    count = len(block["clusters"])
    if count <= _MOST_CLUSTERS:
        return "Clusters of papers, the biggest first."
    return f"The {_MOST_CLUSTERS} biggest of {count} clusters of papers; the JSON form has all."


def _facts(block: dict[str, Any]) -> list[tuple[str, str]]:
    """The search in words, as (name, value) without empty values."""
    counts = block["counts"]
    counted = ", ".join(f"{counts[name]} {words}" for name, words in _COUNTS.items() if counts[name] or name in _ALWAYS)
    threshold = block["threshold"]
    similarity = ""
    if threshold and threshold["value"] is not None:
        by = threshold["published_by"] or {
            "given": "as asked for",
            "quantile": "from the papers' own similarities",
        }.get(threshold["source"], threshold["source"])
        similarity = f"{threshold['value']:.2f} ({by}); tried {', '.join(f'{t:.2f}' for t in threshold['tried'])}"
    facts = [
        ("Query", block["query"]),
        ("Understood as", block["translation"] if block["translation"] != block["query"] else ""),
        ("Source", f"{block['source']}, {block['retrieved_at']}"),
        ("Papers", counted),
        ("Names", ", ".join(block["names"])),
        ("Up to year", str(block["end_year"])),
        ("Similarity in clusters", similarity),
        ("Clusters", "" if block["clusters"] else block["clusters_note"]),
    ]
    return [(name, value) for name, value in facts if value]


def _is_page(product: Product) -> bool:
    # A report of several products has parts in place of the block of one.
    return product.kind == "topic_page" and "counts" in product.block


def _is_web(address: str) -> bool:
    return address.startswith(("https://", "http://")) and not set(address) & set('<> \n"')


def _md(text: str) -> str:
    return escape_markdown(unmarked(text), whole_line=False)
