"""Settings: one frozen object made from the packaged defaults, a user file, the environment and arguments.

Later sources win: ``defaults.toml`` in this package, then the user's ``conspectus.toml``, then
``CONSPECTUS_<SECTION>_<KEY>`` variables, then arguments. Settings have no behaviour.
"""

from __future__ import annotations

import os
import tomllib
from collections.abc import Mapping
from importlib import resources
from pathlib import Path
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError, field_validator

from conspectus.foundation.errors import UsageError

PREFIX = "CONSPECTUS_"
SHORTHANDS = {
    "CONSPECTUS_LIBRARY": ("library", "folder"),
    "CONSPECTUS_CACHE": ("cache", "folder"),
    "CONSPECTUS_MODEL": ("model", "name"),
}
NOT_SETTINGS = {"CONSPECTUS_CONFIG"}


class _Section(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class LibrarySettings(_Section):
    """Where the library is and how long a writer waits for another one, in seconds."""

    folder: str
    lock_timeout: float = Field(ge=0)


class CacheSettings(_Section):
    """Where results of costly calls are kept."""

    folder: str


class EngineSettings(_Section):
    """Who writes ("" for the one that fits), and the seed of every random draw."""

    name: str
    seed: int = Field(ge=0)


class ModelSettings(_Section):
    """Which language models are asked, where, how patiently, and up to which bill.

    ``timeout`` and ``longest_wait`` are seconds, ``max_cost`` US dollars; 0 for ``requests_per_minute``
    and ``max_calls`` means no limit.
    """

    name: str
    for_task: tuple[str, ...]
    base_url: str
    key_file: str
    timeout: float = Field(gt=0)
    stream: bool
    side_by_side: int = Field(ge=1, le=256)
    retries: int = Field(ge=0)
    longest_wait: float = Field(ge=0)
    requests_per_minute: int = Field(ge=0)
    max_calls: int = Field(ge=0)
    max_cost: float = Field(ge=0)
    prices: str
    trace: str
    record: str

    @field_validator("for_task", mode="before")
    @classmethod
    def _split(cls, value: Any) -> Any:
        """A variable of the environment holds several with commas between them."""
        return [part.strip() for part in value.split(",") if part.strip()] if isinstance(value, str) else value


class OutputSettings(_Section):
    """How results are shown: a CSL style and a format by name."""

    style: str
    format: str


class ReviewSettings(_Section):
    """The parameters of the literature review (CKMAs)."""

    chunk_size: int = Field(ge=1)
    experts: int = Field(ge=1)
    relations: int = Field(ge=1)
    minigraph: Literal["chain", "tree"]
    merge: Literal["replace", "union"]
    router: Literal["rouge1_recall", "rouge1_f1"]
    words_per_reference: int = Field(ge=5)


class TopicPageSettings(_Section):
    """The parameters of the topic page (TOPICAL)."""

    source: str
    max_papers: int = Field(ge=1)
    min_cluster: int = Field(ge=2)
    cluster_above: int = Field(ge=1)
    small_strategy: Literal["random", "relevance"]
    within: Literal["uniform", "similarity"]
    context_tokens: int = Field(ge=2048)
    length: Literal["short", "standard", "long"]
    seed: int = Field(ge=0)


class SummarySettings(_Section):
    """The parameters of summaries (ScholarSum)."""

    rounds: int = Field(ge=1, le=20)
    accept: float = Field(ge=0.0, le=1.0)
    minor: float = Field(ge=0.0, le=1.0)
    unit: Literal["paragraph", "sentence"]
    resolution: float = Field(gt=0)
    min_community: int = Field(ge=1)
    max_community: int = Field(ge=2)
    similar: int = Field(ge=0)
    temperature: float = Field(ge=0.0, le=2.0)


class EntitiesSettings(_Section):
    """How scientific entities are linked to a label table: which table, which links, names of how many words."""

    labels: str
    match: Literal["all", "fuzzy_match", "exact_match"]
    least_words: int = Field(ge=1)
    most_words: int = Field(ge=1)


class AnswerSettings(_Section):
    """The parameters of answers (KGQP)."""

    top: int = Field(ge=1, le=50)
    ranking: Literal["default", "published"]
    min_entities: int = Field(ge=1)
    words: int = Field(ge=20)


class GraphSettings(_Section):
    """The structure graph."""

    profile: str
    alignments: tuple[str, ...]
    legacy: bool
    store: str
    seconds: float = Field(gt=0)
    rows: int = Field(ge=1)


class EmbedderSettings(_Section):
    """Which embedder turns papers into vectors, and what it is made from; ``timeout`` is in seconds."""

    name: str
    model: str
    adapter: str
    base_url: str
    batch: int = Field(ge=1)
    timeout: float = Field(gt=0)


class SourcesSettings(_Section):
    """How services that papers come from are asked: as whom, and where instead of at their own addresses."""

    mail: str
    base_url: str


class ReadingSettings(_Section):
    """How files are read: the largest file in bytes; what a PDF may cost in seconds and bytes, and what reads it."""

    largest_file: int = Field(ge=1)
    longest_seconds: float = Field(gt=0)
    most_memory: int = Field(ge=1 << 28)
    pdf_engine: Literal["own", "grobid"]
    grobid_url: str
    grobid_consolidate: bool
    grobid_timeout: float = Field(gt=0)


class Settings(_Section):
    """Everything that can be set, section by section."""

    library: LibrarySettings
    cache: CacheSettings
    engine: EngineSettings
    model: ModelSettings
    output: OutputSettings
    review: ReviewSettings
    topic_page: TopicPageSettings
    summary: SummarySettings
    answer: AnswerSettings
    entities: EntitiesSettings
    graph: GraphSettings
    embedder: EmbedderSettings
    sources: SourcesSettings
    reading: ReadingSettings


def load_settings(
    *,
    user_file: Path | None = None,
    environment: Mapping[str, str] | None = None,
    arguments: Mapping[str, Any] | None = None,
) -> Settings:
    """Gives the settings of this process.

    Args:
        user_file: A TOML file; by default ``CONSPECTUS_CONFIG`` or the user configuration folder's
            ``conspectus.toml``, if it exists.
        environment: Variables to read; by default those of the process.
        arguments: Values by ``"section.key"``; None values are left out.

    Raises:
        UsageError: A file cannot be parsed, or a key or value is not allowed.
    """
    environment = os.environ if environment is None else environment
    layers = [tomllib.loads((resources.files("conspectus.foundation") / "defaults.toml").read_text("utf-8"))]
    layers.append(_read_user_file(user_file, environment))
    known = {section: set(values) for section, values in layers[0].items()}
    layers.append(_from_environment(environment, known))
    layers.append(_from_arguments(arguments or {}))
    merged: dict[str, dict[str, Any]] = {}
    for layer in layers:
        for section, values in layer.items():
            if not isinstance(values, Mapping):
                raise UsageError(f"Setting {section!r} stands outside any section.", hint=_sections(known))
            merged.setdefault(section, {}).update(values)
    try:
        return Settings.model_validate(merged)
    except ValidationError as error:
        first = error.errors()[0]
        place = ".".join(str(part) for part in first["loc"])
        raise UsageError(f"Setting {place}: {first['msg']}.", hint=_sections(known)) from None


def _sections(known: Mapping[str, set[str]]) -> str:
    return "Sections and keys are listed in docs/reference/settings.md: " + ", ".join(sorted(known)) + "."


def _read_user_file(path: Path | None, environment: Mapping[str, str]) -> dict[str, Any]:
    if path is None:
        if named := environment.get("CONSPECTUS_CONFIG"):
            path = Path(named)
        else:
            import platformdirs

            path = Path(platformdirs.user_config_dir("conspectus")) / "conspectus.toml"
            if not path.is_file():
                return {}
    try:
        return tomllib.loads(path.read_text("utf-8-sig"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise UsageError(
            f"The settings file {path} cannot be read: {error}.",
            hint="Mend the file or unset CONSPECTUS_CONFIG.",
        ) from None


def _from_environment(environment: Mapping[str, str], known: Mapping[str, set[str]]) -> dict[str, Any]:
    layer: dict[str, Any] = {}
    for name in sorted(environment):
        if not name.startswith(PREFIX) or name in NOT_SETTINGS:
            continue
        if name in SHORTHANDS:
            section, key = SHORTHANDS[name]
        else:
            place = name[len(PREFIX) :].lower()
            # Names of sections may hold underscores themselves.
            section = max((s for s in known if f"{place}_".startswith(f"{s}_")), key=len, default="")
            if not section:
                continue
            key = place[len(section) + 1 :]
        layer.setdefault(section, {})[key] = environment[name]
    return layer


def _from_arguments(arguments: Mapping[str, Any]) -> dict[str, Any]:
    layer: dict[str, Any] = {}
    for place, value in arguments.items():
        if value is not None:
            section, _, key = place.partition(".")
            layer.setdefault(section, {})[key] = value
    return layer
