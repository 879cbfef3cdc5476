"""Services that papers are searched in and fetched from."""

from conspectus.foundation.registry import Registry

SOURCES = Registry(
    "source",
    {
        "pubmed": "conspectus.sources.pubmed:PubMed",
        "europe_pmc": "conspectus.sources.europe_pmc:EuropePmc",
        "arxiv": "conspectus.sources.arxiv:Arxiv",
        "openalex": "conspectus.sources.openalex:OpenAlex",
        "crossref": "conspectus.sources.crossref:Crossref",
        "semantic_scholar": "conspectus.sources.semantic_scholar:SemanticScholar",
    },
    group="conspectus.sources",
)
"""Sources by name. Each is a callable ``(SourceOptions) -> Source``."""
