"""What can be asked of an answer; the command options, forms and schemas are made from it."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

Ranking = Literal["default", "published"]


class AnswerRequest(BaseModel):
    """The parameters of KGQP (methods 3.6) and the user's wishes."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    question: str = Field(min_length=1, description="What to answer, in words.")
    papers: tuple[str, ...] = Field(default=(), description="Only from these papers, by id or citation key.")
    top: int = Field(default=5, ge=1, le=50, description="Paragraphs that the answer is written from.")
    ranking: Ranking = Field(
        default="default",
        description="How paragraphs are ranked: by keyword frequency as published, or by what does better.",
    )
    min_entities: int = Field(
        default=1, ge=1, description="Entities that must be found before the search for labels is relaxed no further."
    )
    threshold: float | None = Field(
        default=None, ge=-1.0, le=1.0, description="Least likeness of entity names. Default: the embedder's."
    )
    words: int = Field(default=120, ge=20, description="Most words of the answer.")
    audience: str = Field(default="", description="For whom the answer is, for engines that follow it.")
    instructions: str = Field(default="", description="Wishes in words, for engines that follow them.")
    seed: int = Field(default=0, ge=0, description="Seed of every random draw.")
