"""What can be asked of a topic page; the command options, forms and schemas are made from it."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

Length = Literal["short", "standard", "long"]
SENTENCES: dict[Length, tuple[int, int]] = {"short": (3, 5), "standard": (5, 8), "long": (8, 12)}
"""The least and the most sentences of the main content; TOPICAL has 5 to 8."""


class TopicPageRequest(BaseModel):
    """The parameters of TOPICAL (methods 2.2) and the user's wishes."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    query: str = Field(min_length=1, description="What to search for, in the source's own syntax.")
    names: tuple[str, ...] = Field(
        default=(), description="The topic's name, then synonyms. Default: the words of the query."
    )
    source: str = Field(default="pubmed", description="Where to search: library, or a service by name.")
    start_year: int | None = Field(default=None, ge=1, le=9999, description="First year of publication.")
    end_year: int | None = Field(
        default=None, ge=1, le=9999, description="Last year of publication; one in the future is cut to this year."
    )
    max_papers: int = Field(default=1000, ge=1, le=100_000, description="Most papers fetched, by relevance.")
    unit: Literal["abstract", "passage"] = Field(
        default="abstract", description="Evidence from abstracts alone, or also from full texts where there are any."
    )
    clustering: bool = Field(default=True, description="Group the papers by similarity before sampling.")
    threshold: int | None = Field(
        default=None, ge=1, le=100, description="First similarity threshold in hundredths. Default: the embedder's."
    )
    min_cluster: int = Field(default=5, ge=2, description="Fewest papers of a cluster.")
    cluster_above: int = Field(default=100, ge=1, description="Group only more papers than this.")
    small_strategy: Literal["random", "relevance"] = Field(
        default="random", description="How papers are sampled without clusters."
    )
    within: Literal["uniform", "similarity"] = Field(
        default="uniform", description="How a paper is drawn from a cluster: by lot, or the nearest to the centre."
    )
    context_tokens: int = Field(
        default=8192, ge=2048, description="Tokens that prompt, evidence and answer may take together."
    )
    length: Length = Field(default="standard", description="Sentences of the main content: 3-5, 5-8 or 8-12.")
    audience: str = Field(default="", description="For whom the page is, for engines that follow it.")
    instructions: str = Field(default="", description="Wishes in words, for engines that follow them.")
    seed: int = Field(default=42, ge=0, description="Seed of every random draw.")
