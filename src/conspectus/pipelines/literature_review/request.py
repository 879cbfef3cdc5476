"""What can be asked of a literature review; the command options, forms and schemas are made from it."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

Ablation = Literal["kmca", "scientific", "volume", "iterative", "mpsa", "chunk-summary", "permutation", "router"]


class ReviewRequest(BaseModel):
    """The parameters of CKMAs (methods 1.2) and the user's wishes."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    title: str = Field(default="", description="Title of the review.")
    words: int | None = Field(default=None, ge=20, description="Word budget, counted with numbers as citations.")
    words_per_reference: int = Field(
        default=32, ge=5, description="Words for each reference, where --words is not given."
    )
    chunk_size: int = Field(default=3, ge=1, description="References in a chunk (k).")
    experts: int = Field(default=3, ge=1, le=24, description="Path-aware experts (E).")
    relations: int = Field(default=32, ge=1, description="Most relations of the minigraph (m).")
    minigraph: Literal["chain", "tree"] = Field(
        default="chain", description="How the minigraph grows: chunk after chunk (Eq. 1), or merged pairwise."
    )
    merge: Literal["replace", "union"] = Field(
        default="replace", description="Whether each step weighs all relations anew, or unites and cuts."
    )
    router: Literal["rouge1_recall", "rouge1_f1"] = Field(
        default="rouge1_recall", description="How the agreement of experts is measured (Eq. 4)."
    )
    ablate: frozenset[Ablation] = Field(default=frozenset(), description="Parts of the method to leave out.")
    instructions: str = Field(default="", description="Wishes in words, for engines that follow them.")
    seed: int = Field(default=0, ge=0, description="Seed of every random draw.")
