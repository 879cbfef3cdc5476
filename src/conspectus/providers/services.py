"""The providers of the chat completions format: where each is, where its key is, and what its servers take."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from conspectus.providers.chat_wire import Habits


@dataclass(frozen=True, slots=True, kw_only=True)
class Service:
    """What is known of a provider before it is asked: where it is, where its key is, and what it takes."""

    name: str
    base_url: str
    variable: str
    needs_key: bool = True
    habits: Habits = field(default_factory=Habits)
    model_hint: str = "Check the model's name in the provider's list of models, and the base URL."


_LOCAL_HINT = "Check the model's name ({}) and the base URL."

SERVICES: Mapping[str, Service] = {
    service.name: service
    for service in (
        Service(
            name="openai",
            base_url="https://api.openai.com/v1",
            variable="OPENAI_API_KEY",
            habits=Habits(limit_field="max_completion_tokens"),
        ),
        Service(
            name="azure",
            base_url="",
            variable="AZURE_OPENAI_API_KEY",
            habits=Habits(limit_field="max_completion_tokens"),
            model_hint="With Azure the model is the deployment's name; check it and the base URL.",
        ),
        Service(name="openrouter", base_url="https://openrouter.ai/api/v1", variable="OPENROUTER_API_KEY"),
        Service(
            name="gemini",
            base_url="https://generativelanguage.googleapis.com/v1beta/openai",
            variable="GEMINI_API_KEY",
        ),
        Service(
            name="mistral",
            base_url="https://api.mistral.ai/v1",
            variable="MISTRAL_API_KEY",
            habits=Habits(seed_field="random_seed", tool_choice="any"),
        ),
        Service(name="deepseek", base_url="https://api.deepseek.com/v1", variable="DEEPSEEK_API_KEY"),
        Service(name="groq", base_url="https://api.groq.com/openai/v1", variable="GROQ_API_KEY"),
        Service(name="together", base_url="https://api.together.xyz/v1", variable="TOGETHER_API_KEY"),
        Service(
            name="ollama",
            base_url="http://127.0.0.1:11434/v1",
            variable="OLLAMA_API_KEY",
            needs_key=False,
            model_hint=_LOCAL_HINT.format("`ollama list`; `ollama pull NAME` fetches one"),
        ),
        Service(
            name="vllm",
            base_url="http://127.0.0.1:8000/v1",
            variable="VLLM_API_KEY",
            needs_key=False,
            model_hint=_LOCAL_HINT.format("the one that the server was started with"),
        ),
        Service(
            name="llamacpp",
            base_url="http://127.0.0.1:8080/v1",
            variable="LLAMA_API_KEY",
            needs_key=False,
            model_hint=_LOCAL_HINT.format("the one that the server was started with"),
        ),
        Service(
            name="lmstudio",
            base_url="http://127.0.0.1:1234/v1",
            variable="LMSTUDIO_API_KEY",
            needs_key=False,
            habits=Habits(tool_choice="required"),
            model_hint=_LOCAL_HINT.format("`lms ls`; `lms load NAME` loads one"),
        ),
    )
}
"""Every provider of this format, by name."""
