"""Who performs the tasks: the extractive engine, offline, or the generative one, with language models."""

from conspectus.foundation.registry import Registry

ENGINES = Registry(
    "engine",
    {
        "extractive": "conspectus.engines.extractive.engine:ExtractiveEngine",
        "generative": "conspectus.engines.generative.engine:GenerativeEngine",
    },
    group="conspectus.engines",
)
