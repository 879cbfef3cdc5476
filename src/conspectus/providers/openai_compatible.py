"""Servers that speak OpenAI's chat completions format, each known by its address and its environment variable.

| provider | base URL | key |
| --- | --- | --- |
| openai, openrouter, gemini, mistral, deepseek, groq, together | the provider's own | ``…_API_KEY``, needed |
| azure | needed, or ``AZURE_OPENAI_ENDPOINT`` | ``AZURE_OPENAI_API_KEY``, needed |
| ollama, vllm, llamacpp, lmstudio | the server's usual port on this machine | sent if there is one |

A base URL without any path gets ``/v1``. With Azure it is that of the resource (``https://NAME.openai.azure.com``),
to which ``/openai/v1`` is added; with an API version (``?api-version=2024-10-21`` at its end, or
``OPENAI_API_VERSION``) the older addresses by deployment are used, and the model is the deployment's name.
A server on this machine needs no key, whichever provider it is named as.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from typing import Any
from urllib.parse import parse_qs, urlsplit

from conspectus.foundation.errors import ModelError, ServerFailed, UsageError
from conspectus.providers.chat_wire import (
    Gathered,
    Habits,
    chat_body,
    error_in,
    habits_after,
    read_completion,
)
from conspectus.providers.completion import Completion, CompletionRequest, ProviderOptions
from conspectus.providers.deadline import Deadline, checked_timeout, within
from conspectus.providers.event_stream import payloads
from conspectus.providers.keys import Key, find_key, harmless_answer, is_loopback, key_place
from conspectus.providers.sdk_exchange import (
    Complained,
    Connection,
    answer_json,
    checked_address,
    is_event_stream,
    noted,
    parsed_json,
)
from conspectus.providers.server_errors import Asked, model_error
from conspectus.providers.services import SERVICES, Service

Create = Callable[..., Any]


class OpenAICompatibleProvider:
    """Answers from any server that speaks the chat completions format, through the openai package.

    A parameter that a model does not take (``max_tokens``, ``temperature``, ``seed``) is left out or renamed when
    the server says so, the request is sent again at once, and this is remembered for the model.

    Example:
        >>> provider = ollama(ProviderOptions(environment={}))
        >>> provider.address
        'http://127.0.0.1:11434/v1'

    Args:
        service: Which provider.
        options: How it was asked for.
        key: Its key, None if none is sent.
        address: Its base URL, without any key.
        api_version: Azure's API version, "" for the addresses without one.
    """

    is_local_double = False

    def __init__(
        self, service: Service, options: ProviderOptions, *, key: Key | None, address: str, api_version: str = ""
    ) -> None:
        self.name = service.name
        self.address = address
        self._service = service
        # The environment holds keys, of others too; what is kept might be shown.
        self._options = replace(options, environment={})
        self._key = key
        self._named = _organisation(options) if service.name == "openai" else {}
        self._api_version = api_version
        self._first_habits = _habits_at(address, service)
        self._habits: dict[str, Habits] = {}
        self._connection = Connection(
            "openai", self._make, options=self._options, address=address, headers=self._headers, key=key
        )

    def __repr__(self) -> str:
        return f"{type(self).__name__}(name={self.name!r}, address={self.address!r})"

    def complete(self, request: CompletionRequest, /) -> Completion:
        """Gives the answer to one request, asked once; see ``Provider.complete`` for what is raised."""
        create = self._connection.create  # made outside the time of the call
        completion = within(self._options.timeout, lambda deadline: self._completed(create, request, deadline))
        return harmless_answer(completion, self._key)

    def close(self) -> None:
        """Lets go of connections; calls in flight may fail."""
        self._connection.close()

    def _completed(self, create: Create, request: CompletionRequest, deadline: Deadline) -> Completion:
        with self._opened(create, request, deadline) as response:
            pieces = deadline.pieces(response.iter_bytes())
            if is_event_stream(response):
                return self._streamed(pieces, request)
            body = answer_json(b"".join(pieces), self.address)
            _check(body)
            return read_completion(body, request)

    @contextmanager
    def _opened(self, create: Create, request: CompletionRequest, deadline: Deadline) -> Iterator[Any]:
        """The response to a request, asked again without a parameter that the model does not take."""
        while True:
            habits = self._habits.get(request.model, self._first_habits)
            body = chat_body(request, habits, stream=self._options.stream)
            begun = False
            try:
                with self._connection.opened(lambda body=body: _sent(create, body), deadline) as response:  # type: ignore[misc]
                    begun = True
                    yield response
                    return
            except Complained as complaint:
                learnt = None if begun else habits_after(complaint.answer, habits, body)
                if learnt is None:
                    error = model_error(complaint.answer, self._asked(request))
                    noted(error, self._key, begun=begun)
                    raise error from None
                self._habits[request.model] = learnt
            except ModelError as error:
                noted(error, self._key, begun=begun)
                raise

    def _streamed(self, pieces: Iterable[bytes], request: CompletionRequest) -> Completion:
        gathered = Gathered(request)
        for payload in payloads(pieces):
            if payload.strip() == "[DONE]":
                return gathered.completion()
            # A piece that cannot be read is a part of the answer lost, so the whole answer is.
            part = parsed_json(payload)
            _check(part)
            gathered.add(part)
        if not gathered.is_finished:
            raise ServerFailed(f"{self.address} broke off its answer.", hint="Try again later.")
        return gathered.completion()

    def _asked(self, request: CompletionRequest) -> Asked:
        return Asked(
            provider=self.name,
            address=self.address,
            model=request.model,
            rung=request.rung,
            key=self._key,
            key_place=key_place(self._options, self._service.variable),
            model_hint=self._service.model_hint,
        )

    def _headers(self) -> dict[str, str]:
        headers = dict(self._named)
        if self._key is not None:
            name, prefix = ("api-key", "") if self.name == "azure" else ("Authorization", "Bearer ")
            headers[name] = prefix + self._key.reveal()
        return headers

    def _make(self, sdk: Any, **arguments: Any) -> Create:
        # The key is put in by the connection, so the SDK never holds it; it insists on having one.
        if self._api_version:
            arguments = {**arguments, "azure_endpoint": self.address, "api_version": self._api_version}
            client = sdk.AzureOpenAI(api_key="unused", **arguments)
        else:
            client = sdk.OpenAI(api_key="unused", base_url=self.address, **arguments)
        create: Create = client.chat.completions.with_streaming_response.create
        return create


def openai(options: ProviderOptions) -> OpenAICompatibleProvider:
    """Gives OpenAI's models."""
    return _provider("openai", options)


def azure(options: ProviderOptions) -> OpenAICompatibleProvider:
    """Gives the models that an Azure OpenAI resource has deployed.

    Raises:
        UsageError: Neither a base URL nor ``AZURE_OPENAI_ENDPOINT`` says which resource.
    """
    given = options.base_url or options.environment.get("AZURE_OPENAI_ENDPOINT", "")
    if not given:
        raise UsageError(
            "Azure has no common address.", hint="Name your resource with --base-url https://NAME.openai.azure.com"
        )
    base, _, query = given.partition("?")
    version = parse_qs(query).get("api-version", [options.environment.get("OPENAI_API_VERSION", "")])[0]
    address = checked_address(base)
    if not version and not address.endswith("/v1"):
        address += "/openai/v1"
    return _made(SERVICES["azure"], options, address, version)


def openrouter(options: ProviderOptions) -> OpenAICompatibleProvider:
    """Gives the models behind OpenRouter."""
    return _provider("openrouter", options)


def gemini(options: ProviderOptions) -> OpenAICompatibleProvider:
    """Gives Google's Gemini models through their compatible endpoint."""
    return _provider("gemini", options)


def mistral(options: ProviderOptions) -> OpenAICompatibleProvider:
    """Gives Mistral's models."""
    return _provider("mistral", options)


def deepseek(options: ProviderOptions) -> OpenAICompatibleProvider:
    """Gives DeepSeek's models."""
    return _provider("deepseek", options)


def groq(options: ProviderOptions) -> OpenAICompatibleProvider:
    """Gives the models that Groq serves."""
    return _provider("groq", options)


def together(options: ProviderOptions) -> OpenAICompatibleProvider:
    """Gives the models that Together serves."""
    return _provider("together", options)


def ollama(options: ProviderOptions) -> OpenAICompatibleProvider:
    """Gives the models of an Ollama server."""
    return _provider("ollama", options)


def vllm(options: ProviderOptions) -> OpenAICompatibleProvider:
    """Gives the model of a vLLM server."""
    return _provider("vllm", options)


def llamacpp(options: ProviderOptions) -> OpenAICompatibleProvider:
    """Gives the model of a llama.cpp server."""
    return _provider("llamacpp", options)


def lmstudio(options: ProviderOptions) -> OpenAICompatibleProvider:
    """Gives the models of LM Studio's server."""
    return _provider("lmstudio", options)


def _provider(name: str, options: ProviderOptions) -> OpenAICompatibleProvider:
    service = SERVICES[name]
    address = checked_address(options.base_url or service.base_url)
    if not urlsplit(address).path:
        address += "/v1"
    return _made(service, options, address)


def _made(service: Service, options: ProviderOptions, address: str, version: str = "") -> OpenAICompatibleProvider:
    checked_timeout(options.timeout)
    key = find_key(options, service.variable, needed=service.needs_key and not is_loopback(address))
    return OpenAICompatibleProvider(service, options, key=key, address=address, api_version=version)


def _organisation(options: ProviderOptions) -> dict[str, str]:
    headers = {"OpenAI-Organization": "OPENAI_ORG_ID", "OpenAI-Project": "OPENAI_PROJECT_ID"}
    found = {header: options.environment.get(variable, "").strip() for header, variable in headers.items()}
    return {header: value for header, value in found.items() if value.isascii() and value.isprintable() and value}


def _check(body: Any) -> None:
    error = error_in(body)
    if error is not None:
        raise Complained(error)


def _habits_at(address: str, service: Service) -> Habits:
    """What is known of a server at an address: others than OpenAI's may pass over its name for the limit.

    llama-cpp-python says nothing of ``max_completion_tokens`` and then answers without any limit; who knows that
    name alone says so.
    """
    host = urlsplit(address).hostname or ""
    is_their_own = host == "api.openai.com" or host.endswith(".api.openai.com")
    return service.habits if is_their_own or service.name != "openai" else Habits()


def _sent(create: Create, body: Mapping[str, Any]) -> Any:
    # Only what every version of the SDK knows goes by name; the rest is the body as it stands.
    named = {name: body[name] for name in ("model", "messages", "stream") if name in body}
    rest = {name: value for name, value in body.items() if name not in named}
    return create(**named, extra_body=rest)
