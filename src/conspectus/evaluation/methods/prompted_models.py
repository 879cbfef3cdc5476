"""Asks models with the prompts of the evaluation: what every method that prompts a model shares."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from importlib.resources import files
from threading import BoundedSemaphore
from typing import TYPE_CHECKING

from conspectus.engines.generative.prompt_templates import Prompt, read_prompt
from conspectus.engines.generative.shrinking import ask_fitting
from conspectus.foundation.errors import ModelRefused
from conspectus.providers.answer_text import without_reasoning
from conspectus.providers.client import ModelCall
from conspectus.providers.completion import Completion, FinishReason, Message

if TYPE_CHECKING:
    from conspectus.providers.models import Models

TEMPERATURE = 0.0
PARAGRAPH_TOKENS = 512  # those of SumBlogger, for citation texts of about 116 words
_TOKENS_FOR_A_WORD = 2  # with citations and some room, where a whole section is to be written

Slots = Callable[[float], Mapping[str, object]]


class PromptedModels:
    """The models of a method's tasks; nothing is asked before ``ask``.

    Threads may share it: items are written side by side and steps of an item too, yet no more calls are under way
    at a time than the models allow.

    Args:
        models: The models of the run.
        tasks: The tasks of the method. A name goes into ``--model-for``, and is that of its prompt.

    Raises:
        UsageError: A task has no model.
    """

    def __init__(self, models: Models, *tasks: str) -> None:
        self.side_by_side = models.side_by_side
        self._room = BoundedSemaphore(models.side_by_side)
        self._clients = {task: models.for_task(task) for task in tasks}

    def ask(self, task: str, slots: Slots, *, tokens: int, seed: int, prompt: str = "") -> str:
        """Gives the answer in words, without the model's reasoning.

        Args:
            task: One of the tasks.
            slots: Gives what is filled into the prompt with a share of each text; the share is 1 unless the
                model takes fewer tokens.
            tokens: The most tokens of the answer.
            seed: For servers that take one.
            prompt: The prompt, where it is not called as the task. Such a call asks for something again.

        Raises:
            ModelError: The model did not answer, or refused to.
        """
        client, form = self._clients[task], evaluation_prompt(prompt or task)
        if prompt:
            client.count_asked_again(task)

        def send(messages: tuple[Message, ...], allowed: int) -> Completion:
            call = ModelCall(
                task=task, messages=messages, max_output_tokens=allowed, temperature=TEMPERATURE, seed=seed,
                prompt=form.label,
            )  # fmt: skip
            with self._room:
                return client.ask(call)

        fitted = ask_fitting(
            lambda share: form.fill(**slots(share)), send, count_tokens=client.count_tokens, room=tokens
        )
        if fitted.answer.finish is FinishReason.REFUSAL:
            raise ModelRefused("The model refused.")
        return without_reasoning(fitted.answer.text)


def paragraph_tokens(words: int) -> int:
    """Gives the most tokens of a text of ``words`` words: 512, and more only for what is longer than 256 words."""
    return max(PARAGRAPH_TOKENS, _TOKENS_FOR_A_WORD * words)


@lru_cache(maxsize=16)
def evaluation_prompt(name: str) -> Prompt:
    """Gives a prompt of the evaluation by its name.

    Raises:
        EngineError: There is none, or its file is not well formed.
    """
    folder = files("conspectus.evaluation") / "prompts"
    return read_prompt(name, {e.name: e.read_text("utf-8") for e in folder.iterdir() if e.name.endswith(".md")})
