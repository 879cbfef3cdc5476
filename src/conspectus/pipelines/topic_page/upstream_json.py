"""A topic page in the JSON of TOPICAL's own program: its five keys by name and in order, then ours."""

from __future__ import annotations

import re
from typing import Any

from conspectus.domain.cited_text import CitationMark, CitedSection, CitedSentence
from conspectus.domain.paper import Paper
from conspectus.domain.run_record import Product
from conspectus.exporters.marked_text import escape_markdown, unmarked
from conspectus.foundation.errors import UsageError

PUBMED = "https://pubmed.ncbi.nlm.nih.gov/"
DISCLAIMER = (
    "This page was written by a program from the papers that it cites. It may be incomplete or wrong: read the cited "
    "papers before you rely on it. It is no medical advice."
)
_SPACES = re.compile(r"[\s-]+")
_LEFT_OUT = re.compile(r"[,\"'“”‘’`/\\:*?<>|\x00-\x1f]+")
_LONGEST = 120
_SECTION_KEYS = ("definition", "main_content", "future_directions")


def upstream_object(product: Product) -> dict[str, Any]:
    """Gives a topic page as plain JSON values: entity, topic_page, pubmed_query, generated_by, disclaimer, and more.

    ``topic_page`` is Markdown in which each citation is a link to the paper, with a blank line between sections. A
    section without a sentence is left out of it and "" in ``sections``.

    Raises:
        UsageError: The product is no topic page.
    """
    if product.kind != "topic_page":
        raise UsageError(f"A {product.kind} has no such form.", hint="It is that of topic pages.")
    papers = {paper.id: paper for paper in product.papers}
    sections = [_section(section, papers) for section in product.text.sections]
    block = product.block
    return {
        "entity": block["names"][0],
        "topic_page": "\n\n".join(text for text in sections if text),
        "pubmed_query": block["translation"] or block["query"],
        "generated_by": _generated_by(product),
        "disclaimer": DISCLAIMER,
        "sections": dict(zip(_SECTION_KEYS, sections, strict=True)),
        "citations": [
            {"paper": paper.id, "pmid": paper.identifiers.pmid, "title": paper.title, "url": link_of(paper)}
            for paper in product.papers
        ],
        "publications_per_year": {str(item["year"]): item["count"] for item in block["years"]},
        "total_publications": block["total"],
        "clusters": block["clusters"],
        "retrieved_at": block["retrieved_at"],
        "parameters": dict(product.run.parameters),
    }


def file_name(entity: str) -> str:
    """Gives the name of the file for an entity, as TOPICAL forms it: lower case, spaces and hyphens as ``_``.

    Commas are left out, and so are quotes, slashes and whatever else no file system likes.

    Example:
        >>> file_name("COVID-19, long (post/acute)")
        'covid_19_long_(postacute).json'
    """
    bare = _SPACES.sub("_", _LEFT_OUT.sub("", entity.strip().lower())).strip("._")
    return f"{bare[:_LONGEST] or 'topic_page'}.json"


def link_of(paper: Paper) -> str:
    """Gives the address of a paper: its page in PubMed, else its DOI, else its own address, else ""."""
    names = paper.identifiers
    if names.pmid:
        return f"{PUBMED}{names.pmid}/"
    if names.doi:
        return f"https://doi.org/{names.doi}"
    if names.arxiv:
        return f"https://arxiv.org/abs/{names.arxiv}"
    return paper.url if re.match(r"https?://\S+\Z", paper.url) else ""


def _generated_by(product: Product) -> str:
    by = product.run.model or f"{product.run.engine} engine"
    return f"conspectus {dict(product.run.versions)['conspectus']} ({by})"


def _section(section: CitedSection, papers: dict[str, Paper]) -> str:
    return " ".join(_sentence(sentence, papers) for sentence in section.sentences)


def _sentence(sentence: CitedSentence, papers: dict[str, Paper]) -> str:
    made = ""
    for part in sentence.parts:
        if isinstance(part, str):
            # Brackets of the text are escaped, so that no number in them is taken for a citation.
            made += escape_markdown(part, whole_line=not made)
        elif part.shown:
            made += _mark(part, papers)
    return made.strip()


def _mark(mark: CitationMark, papers: dict[str, Paper]) -> str:
    cited = [papers[name] for name in dict.fromkeys(citation.passage.paper for citation in mark.citations)]
    links = ", ".join(_link(paper) for paper in cited)
    if mark.mode == "parenthetical":
        return f"({links})"
    return " and ".join(
        f"{escape_markdown(unmarked(paper.label), whole_line=False)} ({_link(paper)})" for paper in cited
    )


def _link(paper: Paper) -> str:
    name = escape_markdown(paper.identifiers.pmid or paper.identifiers.doi or paper.id, whole_line=False)
    address = link_of(paper)
    return f"[{name}](<{address}>)" if re.search(r"[()\s]", address) else f"[{name}]({address})" if address else name
