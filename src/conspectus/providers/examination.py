"""What works with a model and what does not, in words, found out by a few tiny calls."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import TYPE_CHECKING

from conspectus.foundation.errors import ConspectusError, ModelStopped
from conspectus.foundation.events import Events
from conspectus.providers.client import ModelCall
from conspectus.providers.completion import Message, Rung
from conspectus.providers.models import ModelOptions, Models, ProviderMaker
from conspectus.providers.token_counting import ESTIMATE

if TYPE_CHECKING:
    from collections.abc import Mapping

    from pydantic import BaseModel

    from conspectus.providers.retrying import Clock

TASK = "examine"
# Room for a model that reasons before it says a word.
_ROOM = 256
_RETRIES = 1
_LONGEST_WAIT = 15.0

_RUNG_WORDS = {
    Rung.JSON_SCHEMA: "a JSON schema that the server enforces",
    Rung.JSON_OBJECT: "a JSON object, with the schema in words",
    Rung.TOOL: "a tool call that is forced",
    Rung.PROMPT: "words alone, and validated here",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelCheck:
    """One thing that was tried with a model: whether it is well, what was seen, and the way forward if it is not."""

    name: str
    ok: bool
    text: str
    hint: str = ""


def examine_model(
    options: ModelOptions, *, clock: Clock | None = None, makers: Mapping[str, ProviderMaker] | None = None
) -> Iterator[ModelCheck]:
    """Yields what was found with the default model of the options: chat, streaming, structured output, prices.

    Nothing is kept and nothing kept is used, so that each check asks the server. A fault that no further call can
    overcome (a wrong key) ends the checks.

    Args:
        options: The model and how it is reached; limits hold for the calls made here.
        clock: Tells the time.
        makers: Providers by name that go before the registered ones.

    Raises:
        UsageError: The options name no model, or cannot be used.
    """
    plain = replace(
        options,
        for_task={},
        stream=False,
        retries=min(options.retries, _RETRIES),
        longest_wait=min(options.longest_wait, _LONGEST_WAIT),
        record="",
    )
    with_stream = replace(plain, stream=True)
    try:
        yield _chat("chat", plain, clock, makers)
        yield _chat("streaming", with_stream, clock, makers)
        yield _structured(plain, clock, makers)
    except ModelStopped as error:
        yield ModelCheck(name="model", ok=False, text=error.message, hint=error.hint)
        return
    yield _price(plain, clock, makers)


def _models(options: ModelOptions, clock: Clock | None, makers: Mapping[str, ProviderMaker] | None) -> Models:
    return Models(options, cache=None, events=Events(), clock=clock, makers=makers)


def _chat(
    name: str, options: ModelOptions, clock: Clock | None, makers: Mapping[str, ProviderMaker] | None
) -> ModelCheck:
    models = _models(options, clock, makers)
    try:
        client = models.for_task(TASK)
        call = ModelCall(
            task=TASK, messages=(Message("user", "Answer with the one word: ready"),), max_output_tokens=_ROOM
        )
        client.ask(call)
        task = models.usage_by_task()[TASK]
        told = "does not say how many tokens it used" if task.estimated else "says how many tokens it used"
        return ModelCheck(
            name=name, ok=True, text=f"{client.label} answers in {task.answered:.1f} seconds, and {told}."
        )
    except ModelStopped:
        raise
    except ConspectusError as error:
        return ModelCheck(name=name, ok=False, text=error.message, hint=error.hint)
    finally:
        models.close()


def _structured(options: ModelOptions, clock: Clock | None, makers: Mapping[str, ProviderMaker] | None) -> ModelCheck:
    name = "structured output"
    models = _models(options, clock, makers)
    try:
        client = models.for_task(TASK)
        question = "Bees visit flowers. Which insects does this sentence name, and how many words has it?"
        call = ModelCall(task=TASK, messages=(Message("user", question),), max_output_tokens=_ROOM)
        client.ask_for(call, _probe())
        rung = client.rung
        assert rung is not None, "a valid answer has a rung"
        again = models.usage_by_task()[TASK].asked_again
        second = " It had to be asked again." if again else ""
        return ModelCheck(name=name, ok=True, text=f"JSON works by {_RUNG_WORDS[rung]}.{second}")
    except ModelStopped:
        raise
    except ConspectusError as error:
        return ModelCheck(
            name=name, ok=False, text=f"No way of asking for JSON works: {error.message}", hint=error.hint
        )
    finally:
        models.close()


def _price(options: ModelOptions, clock: Clock | None, makers: Mapping[str, ProviderMaker] | None) -> ModelCheck:
    models = _models(options, clock, makers)
    try:
        counted = models.for_task(TASK).counts_with
        counting = "Tokens are estimated" if counted == ESTIMATE else f"Tokens are counted by {counted}"
        price = models.price_of(options.model)
        if price is None:
            words = "its price is not known, so costs will be unknown"
            return ModelCheck(
                name="price", ok=True, text=f"{counting}; {words}.", hint="Give its price in a file with --prices."
            )
        words = f"a million cost ${price.input:g} in and ${price.output:g} out (noted {models.prices_noted})"
        return ModelCheck(name="price", ok=True, text=f"{counting}; {words}.")
    finally:
        models.close()


@lru_cache(maxsize=1)
def _probe() -> type[BaseModel]:
    from pydantic import BaseModel, Field

    class Probe(BaseModel):
        """What the sentence says."""

        insects: list[str] = Field(description="The insects that the sentence names.")
        words: int = Field(description="How many words the sentence has.")

    return Probe
