"""What can be asked of a summary; the command options, forms and schemas are made from it."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

Ablation = Literal["graph", "hierarchy", "grounding", "teacher", "similar"]


class SummaryRequest(BaseModel):
    """The parameters of ScholarSum (methods 4) and the user's wishes."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    length: int | None = Field(
        default=None, ge=20, description="Most words. Default: the mean of similar abstracts, within 120 to 300."
    )
    audience: Literal["expert", "newcomer"] = Field(default="expert", description="For whom the summary is.")
    rounds: int = Field(default=5, ge=1, le=20, description="Most rounds of student and teacher (T).")
    accept: float = Field(default=0.85, ge=0.0, le=1.0, description="Score from which a draft is accepted (theta).")
    minor: float = Field(default=0.60, ge=0.0, le=1.0, description="Score from which only flagged sentences change.")
    unit: Literal["paragraph", "sentence"] = Field(default="paragraph", description="What is read at once.")
    resolution: float = Field(default=1.0, gt=0, description="Resolution of the communities (Leiden).")
    min_community: int = Field(default=3, ge=1, description="Fewest entities of a community that is told.")
    max_community: int = Field(default=10, ge=2, description="Entities above which a community is split.")
    similar: int = Field(default=3, ge=0, description="Similar abstracts that the teacher looks at, for style only.")
    text: Literal["full", "body"] = Field(default="full", description="Read the whole text, or all but its abstract.")
    ablate: frozenset[Ablation] = Field(default=frozenset(), description="Parts of the method to leave out.")
    instructions: str = Field(default="", description="Wishes in words, for engines that follow them.")
    temperature: float = Field(default=0.8, ge=0.0, le=2.0, description="Of language models that write.")
    seed: int = Field(default=0, ge=0, description="Seed of every random draw.")
