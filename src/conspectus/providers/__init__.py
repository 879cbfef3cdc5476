"""Language models: who answers a request in words, from whichever server or double it is named after."""

from conspectus.foundation.registry import Registry

PROVIDERS = Registry(
    "provider",
    {
        "openai": "conspectus.providers.openai_compatible:openai",
        "azure": "conspectus.providers.openai_compatible:azure",
        "ollama": "conspectus.providers.openai_compatible:ollama",
        "vllm": "conspectus.providers.openai_compatible:vllm",
        "llamacpp": "conspectus.providers.openai_compatible:llamacpp",
        "lmstudio": "conspectus.providers.openai_compatible:lmstudio",
        "openrouter": "conspectus.providers.openai_compatible:openrouter",
        "gemini": "conspectus.providers.openai_compatible:gemini",
        "mistral": "conspectus.providers.openai_compatible:mistral",
        "deepseek": "conspectus.providers.openai_compatible:deepseek",
        "groq": "conspectus.providers.openai_compatible:groq",
        "together": "conspectus.providers.openai_compatible:together",
        "anthropic": "conspectus.providers.anthropic_messages:anthropic",
        "scripted": "conspectus.providers.scripted:scripted",
        "replay": "conspectus.providers.replay:replay",
    },
    group="conspectus.providers",
)
"""Providers by name. Each is a callable ``(ProviderOptions) -> Provider``."""
