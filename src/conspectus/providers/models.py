"""The models of a run: one client for each that is named, made on first use, with one account and one set of limits."""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from conspectus.foundation.errors import UnknownName, UsageError
from conspectus.foundation.events import Events
from conspectus.providers import PROVIDERS
from conspectus.providers.client import ModelClient, RunState
from conspectus.providers.completion import Provider, ProviderOptions
from conspectus.providers.kept_answers import KeptAnswers, SingleFlight
from conspectus.providers.ledger import Ledger, TaskUsage
from conspectus.providers.limits import Limits
from conspectus.providers.prices import Price, load_prices
from conspectus.providers.retrying import Backoff, Clock, Pace, StopFlag, SystemClock
from conspectus.providers.sending import Sender
from conspectus.providers.token_counting import RequestCounter, counter_for
from conspectus.providers.trace import Trace

if TYPE_CHECKING:
    from conspectus.domain.run_record import ModelUsage
    from conspectus.foundation.cache import Cache

ProviderMaker = Callable[[ProviderOptions], Provider]
# Short enough for some fifteen tries within the longest wait of two minutes.
_LONGEST_BACKOFF = 8.0


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelOptions:
    """Which models a run asks, and how.

    ``model`` is the default one, "provider:name"; ``for_task`` names another for a task. ``base_url`` and
    ``key_file`` concern the provider of the default model alone. ``environment`` holds the variables in which
    keys are looked for. ``timeout`` is the most seconds for one answer, ``retries`` how often a request is sent
    again after the server failed, ``longest_wait`` the most seconds that a call waits for a server that asks to
    wait. ``requests_per_minute`` paces the requests to each server. ``max_calls`` and ``max_cost`` (US dollars)
    are limits of the run, None for none. ``prices_file`` overrides the packaged prices. ``trace`` is the file for
    a line about each call, with what was asked and answered only if ``trace_text`` says so; ``record`` the file
    to which answers are recorded for ``replay``, those that were kept among them. ``side_by_side`` is how many
    calls may be under way at a time.
    """

    model: str = ""
    for_task: Mapping[str, str] = field(default_factory=dict)
    base_url: str = ""
    key_file: str = ""
    environment: Mapping[str, str] = field(default_factory=dict, repr=False)
    timeout: float = 120.0
    stream: bool = False
    retries: int = 3
    longest_wait: float = 120.0
    requests_per_minute: float | None = None
    max_calls: int | None = None
    max_cost: float | None = None
    prices_file: str = ""
    trace: str = ""
    trace_text: bool = False
    record: str = ""
    side_by_side: int = 4


class Models:
    """The models of a run, shared by all its threads.

    Args:
        options: Which models are asked, and how.
        cache: Where answers are kept for later runs, or what opens it when it is first needed; None for nowhere.
        events: Told of what goes wrong beside the calls themselves.
        clock: Tells the time; tests give one that lets it pass at once.
        makers: Providers by name that go before the registered ones.

    Raises:
        UsageError: A model is not named as "provider:name", a number is out of range, a file cannot be used, or
            there is a limit of money and a model whose price is not known.
        UnknownName: There is no provider of that name.
    """

    def __init__(
        self,
        options: ModelOptions,
        *,
        cache: Callable[[], Cache] | Cache | None,
        events: Events,
        clock: Clock | None = None,
        makers: Mapping[str, ProviderMaker] | None = None,
    ) -> None:
        self._options = options
        self._makers = makers or {}
        self._clock = clock or SystemClock()
        self._events = events
        self._lock = threading.RLock()
        self._warning = threading.Lock()
        self._providers: dict[str, Provider] = {}
        self._clients: dict[str, ModelClient] = {}
        self._paces: dict[str, Pace] = {}
        self._prices = load_prices(options.prices_file)
        _check_numbers(options)
        self._labels = self._checked_labels()
        self._limits = Limits(max_calls=options.max_calls, max_cost=options.max_cost)
        self._backoff = Backoff(longest=_LONGEST_BACKOFF)
        warn = self._warn
        self._run = RunState(
            kept=KeptAnswers(cache, warn),
            flights=SingleFlight(),
            ledger=Ledger(self.price_of),
            stop=StopFlag(),
            trace=Trace(options.trace, with_text=options.trace_text, warn=warn) if options.trace else None,
        )

    @property
    def names(self) -> str:
        """The models by label, the default one first; for run records."""
        return ", ".join(self._labels)

    @property
    def side_by_side(self) -> int:
        """How many calls may be under way at a time."""
        return self._options.side_by_side

    @property
    def limits(self) -> Limits:
        """What was agreed to and what is spent of it."""
        return self._limits

    @property
    def prices_noted(self) -> str:
        """The day on which the packaged prices were looked up."""
        return self._prices.noted

    def for_task(self, task: str) -> ModelClient:
        """Gives the client of the model that is named for a task, or of the default one.

        Raises:
            UsageError: Neither is named, or the provider cannot be made from the options.
            AuthenticationFailed: Its key is missing.
        """
        label = self._label(task)
        with self._lock:
            if label not in self._clients:
                self._clients[label] = self._client(label)
            return self._clients[label]

    def counter_for(self, task: str) -> RequestCounter:
        """Gives what counts the tokens of a task's requests; it takes neither a key nor a server.

        Raises:
            UsageError: No model is named for the task.
        """
        label = self._label(task)
        return RequestCounter(label, counter_for(split_label(label)[1]))

    def price_of(self, label: str) -> Price | None:
        """Gives the price of a model, None if it is not known."""
        return self._prices.price_of(*split_label(label))

    def usage(self) -> ModelUsage:
        """Gives what models were asked for so far."""
        return self._run.ledger.usage()

    def usage_by_task(self) -> Mapping[str, TaskUsage]:
        """Gives what models were asked for so far, by task."""
        return self._run.ledger.by_task()

    def close(self) -> None:
        """Lets go of connections and files; calls in flight may fail."""
        with self._lock:
            for provider in self._providers.values():
                provider.close()
            self._providers.clear()
            self._clients.clear()
        if self._run.trace is not None:
            self._run.trace.close()

    def _label(self, task: str) -> str:
        label = self._options.for_task.get(task) or self._options.model
        if not label:
            raise UsageError(
                f"No model is named for {task}.", hint=f"Name one with --model or --model-for {task}=PROVIDER:NAME."
            )
        return label

    def _checked_labels(self) -> tuple[str, ...]:
        options = self._options
        labels = dict.fromkeys(
            label for label in (options.model, *(options.for_task[task] for task in sorted(options.for_task))) if label
        )
        for label in labels:
            provider, _ = split_label(label)
            if provider not in self._makers and provider not in PROVIDERS:
                known = ", ".join(PROVIDERS.names())
                raise UnknownName(f"There is no provider called {provider!r} ({label}).", hint=f"Known: {known}.")
            if options.max_cost is not None and self.price_of(label) is None:
                raise UsageError(
                    f"The price of {label} is not known, so its cost cannot be limited.",
                    hint="Give its price in a file with --prices, or limit the calls with --max-calls instead.",
                )
        return tuple(labels)

    def _client(self, label: str) -> ModelClient:
        name, model = split_label(label)
        provider = self._provider(name)
        options = self._options
        pace = self._paces.setdefault(provider.address, Pace(per_minute=options.requests_per_minute, clock=self._clock))
        sender = Sender(
            provider=provider,
            price=self.price_of(label),
            pace=pace,
            limits=self._limits,
            stop=self._run.stop,
            clock=self._clock,
            backoff=self._backoff,
            counter=counter_for(model),
            retries=options.retries,
            longest_wait=options.longest_wait,
            timeout=options.timeout,
        )
        keeps = not provider.is_local_double
        return ModelClient(label=label, model=model, sender=sender, run=self._run, keeps=keeps)

    def _provider(self, name: str) -> Provider:
        if name not in self._providers:
            options = self._options
            is_default = not options.model or split_label(options.model)[0] == name
            made: Provider = self._maker(name)(
                ProviderOptions(
                    base_url=options.base_url if is_default else "",
                    key_file=options.key_file if is_default else "",
                    environment=options.environment,
                    timeout=options.timeout,
                    stream=options.stream,
                )
            )
            if options.record:
                from conspectus.providers.replay import RecordingProvider

                made = RecordingProvider(made, options.record)
            self._providers[name] = made
        return self._providers[name]

    def _maker(self, name: str) -> ProviderMaker:
        maker: ProviderMaker = self._makers[name] if name in self._makers else PROVIDERS.get(name)
        return maker

    def _warn(self, message: str, hint: str = "") -> None:
        with self._warning:
            self._events.warn(message, hint)


def split_label(label: str) -> tuple[str, str]:
    """Gives the provider and the model's name, which may hold colons itself ("ollama:llama3:8b").

    Raises:
        UsageError: It is not of the form "provider:name".
    """
    provider, colon, name = label.partition(":")
    if not (provider and colon and name):
        raise UsageError(
            f"{label!r} does not name a model.",
            hint="Name it as PROVIDER:NAME, such as openai:gpt-4o or ollama:llama3.",
        )
    return provider, name


def _check_numbers(options: ModelOptions) -> None:
    for name, value, least in (
        ("timeout", options.timeout, 0.001),
        ("retries", options.retries, 0),
        ("longest_wait", options.longest_wait, 0),
        ("requests_per_minute", options.requests_per_minute, 0.001),
        ("max_calls", options.max_calls, 0),
        ("max_cost", options.max_cost, 0),
        ("side_by_side", options.side_by_side, 1),
    ):
        # Written so that a NaN, which is below nothing, is refused as well.
        if value is not None and not value >= least:
            raise UsageError(f"{name} is {value}, but must be at least {least}.", hint="Give a larger number.")
