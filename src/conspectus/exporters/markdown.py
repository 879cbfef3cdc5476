"""A product as Markdown, with its sources quoted word for word at the end."""

from __future__ import annotations

from conspectus.domain.paper import Paper
from conspectus.domain.run_record import Product
from conspectus.exporters.answer_parts import answer_markdown
from conspectus.exporters.marked_text import escape_markdown, to_markdown, unmarked
from conspectus.exporters.passage_place import passage_place
from conspectus.exporters.rendered_product import (
    KIND_WORDS,
    VERDICT_WORDS,
    RenderedProduct,
    RenderedSentence,
    render_product,
)
from conspectus.exporters.run_facts import run_facts
from conspectus.exporters.summary_parts import summary_markdown
from conspectus.exporters.topic_page_parts import topic_page_markdown


class MarkdownExporter:
    """Products as Markdown (CommonMark with a few HTML anchors)."""

    name = "markdown"
    label = "Markdown"
    suffix = ".md"

    def export(self, product: Product, *, style: str) -> str:
        """Gives the document; each citation links to the quotes under "Sources", and these to the references.

        Raises:
            UsageError: There is no such style.
            GroundingError: The text cites a paper of which the product holds no record.
        """
        rendered = render_product(product, style=style)
        blocks = [f"# {_text(product.title) or KIND_WORDS[product.kind]}"]
        blocks.extend(f"> **Warning:** {_text(warning)}" for warning in rendered.warnings)
        for section in rendered.sections:
            if section.heading and section.paragraphs:
                blocks.append(f"## {_text(section.heading)}")
            blocks.extend(" ".join(map(_sentence, paragraph)) for paragraph in section.paragraphs)
        blocks.extend(topic_page_markdown(product))
        blocks.extend(summary_markdown(product, log=bool(product.block.get("log"))))
        blocks.extend(answer_markdown(product))
        blocks.extend(_references(rendered))
        blocks.extend(_sources(rendered))
        blocks.extend(_not_cited(rendered))
        blocks.append("## How this was made")
        blocks.append("\n".join(f"- {name}: {_text(value)}" for name, value in run_facts(rendered)))
        return "\n\n".join(blocks) + "\n"


def _text(text: str) -> str:
    return escape_markdown(unmarked(text))


def _sentence(sentence: RenderedSentence) -> str:
    """The sentence with linked citations; a paragraph's text must not look like a list or heading."""
    text = ""
    for run in sentence.runs:
        shown = to_markdown(run.text, whole_line=not text)
        text += f"[{shown}](#{run.evidence})" if run.evidence else shown
    return text


def _references(rendered: RenderedProduct) -> list[str]:
    entries = rendered.bibliography.entries
    if not entries:
        return []
    items = []
    for entry in entries:
        paper = rendered.papers[entry.paper]
        head = f"{entry.number}." if rendered.bibliography.is_numeric else "-"
        items.append(f'{head} <a id="r{entry.number}"></a>{_warnings(paper)}{entry.markdown}')
    return ["## References", "\n".join(items)]


def _warnings(paper: Paper) -> str:
    return ("**RETRACTED.** " if paper.is_retracted else "") + ("(Paraphrase.) " if paper.paraphrase else "")


def _sources(rendered: RenderedProduct) -> list[str]:
    if not rendered.evidence:
        return []
    verdicts = {sentence.id: sentence.sentence.verdict for sentence in rendered.sentences()}
    blocks = ["## Sources", "The sentences that the citations rest on, word for word, in order of appearance."]
    for evidence in rendered.evidence:
        number = rendered.bibliography.entry(evidence.paper.id).number
        cited = ", ".join(f"sentence {name[1:]} ({VERDICT_WORDS[verdicts[name]]})" for name in evidence.cited_by)
        title = _text(evidence.paper.title) or _text(evidence.paper.id)
        blocks.append(f'<a id="{evidence.id}"></a>**{evidence.number}.** [{title}](#r{number}), cited in {cited}:')
        for passage in evidence.passages:
            quote = "\n".join(f"> {escape_markdown(line)}" for line in passage.quote.split("\n"))
            place = passage_place(evidence.paper, passage)
            where = f"{_text(place.words)} " if place is not None and place.words else ""
            blocks.append(f"{quote}\n>\n> {where}`{passage.id.replace('`', '')}`")
    return blocks


def _not_cited(rendered: RenderedProduct) -> list[str]:
    if not rendered.product.not_cited:
        return []
    items = []
    for left in rendered.product.not_cited:
        paper = rendered.papers.get(left.paper)
        name = f"{_text(paper.title)} (`{left.paper}`)" if paper and paper.title else f"`{left.paper}`"
        items.append(f"- {name}: {_text(left.reason)}")
    return ["## Not cited", "\n".join(items)]
