"""One exchange with a server through an SDK: the same for the openai and the anthropic package.

Both packages are made by the same generator, so that their clients, errors and responses have the same names.
They are made to send nothing but what the format needs: what they would add from the environment (keys of
others, organisations, headers) is taken out again, and the key is put in at the last moment.
"""

from __future__ import annotations

import json
import logging
import socket
import sys
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager, suppress
from importlib import import_module
from typing import Any
from urllib.parse import urlsplit

from conspectus.foundation.errors import ModelError, ModelRefused, ServerFailed, UsageError
from conspectus.providers.completion import ProviderOptions
from conspectus.providers.deadline import Deadline
from conspectus.providers.keys import Key, harmless_text, is_loopback
from conspectus.providers.server_errors import ADDRESS_HINT, ErrorAnswer, shown

# The SDKs know by the last one how the response is wanted.
_SENT_HEADERS = frozenset(
    "host accept accept-encoding connection content-type content-length transfer-encoding user-agent "
    "anthropic-version x-stainless-raw-response".split()
)
# Failures of the HTTP packages, and of what they rest on, before anything of a request was sent.
_UNSENT = ("ConnectError", "ConnectTimeout", "ProxyError", "ConnectionRefusedError", "gaierror")
# Those that come of the address itself.
_UNUSABLE = ("InvalidURL", "UnsupportedProtocol", "LocalProtocolError", "UnicodeError", "UnicodeEncodeError")
_LOGGERS = ("openai", "anthropic", "httpx", "httpx2", "httpcore", "httpcore2")


class Complained(Exception):
    """A server answered with an error; who asked knows what it means.

    Args:
        answer: The error as it was sent.
    """

    def __init__(self, answer: ErrorAnswer) -> None:
        super().__init__(answer.status)
        self.answer = answer


class Connection:
    """An SDK's client that is made when it is first used, and shared by threads.

    Args:
        package: "openai" or "anthropic"; imported on first use.
        make: Gives the SDK's function that asks for a completion, made of the package and what its client takes.
        options: The times to wait, and the address.
        address: Where requests go.
        headers: What goes with each request besides the format's own headers; where the key is put in.
        key: The key, which is taken out of everything that is said.
    """

    def __init__(
        self,
        package: str,
        make: Callable[..., Callable[..., Any]],
        *,
        options: ProviderOptions,
        address: str,
        headers: Callable[[], Mapping[str, str]],
        key: Key | None,
    ) -> None:
        self._package = package
        self._make = make
        self._options = options
        self._address = address
        self._headers = headers
        self._key = key
        self._lock = threading.Lock()
        self._create: Callable[..., Any] | None = None
        self._http: Any = None
        self._closed = False
        self._failures: tuple[type[Exception], ...] = ()

    @property
    def create(self) -> Callable[..., Any]:
        """The SDK's function that asks for a completion; making it takes a second or more, once."""
        with self._lock:
            if self._create is None:
                self._create = self._made()
            return self._create

    @contextmanager
    def opened(self, ask: Callable[[], AbstractContextManager[Any]], deadline: Deadline) -> Iterator[Any]:
        """Gives the response to a request whose body has not been read yet.

        Raises:
            Complained: The server answered with an error status.
            ServerFailed: The server was not reached, broke off or was silent.
        """
        sdk = import_module(self._package)
        try:
            with ask() as response:
                deadline.when_abandoned(lambda: _break_off(response))
                yield response
        except sdk.APIStatusError as error:
            raise Complained(_answer(error)) from None
        except sdk.APITimeoutError as error:
            raise self._late(error, deadline) from None
        except sdk.APIConnectionError as error:
            raise self._unreached(error.__cause__ or error) from None
        except RuntimeError as error:  # how the HTTP packages say that they are closed
            raise self._unreached(error) if self._closed else error from None
        except self._failures as error:
            raise self._late(error, deadline) if "Timeout" in type(error).__name__ else self._broken(error) from None

    def close(self) -> None:
        """Lets go of the connections."""
        with self._lock:
            self._closed = True
            if self._http is not None:
                self._http.close()

    def _made(self) -> Callable[..., Any]:
        sdk = import_module(self._package)
        for name in _LOGGERS:
            # The SDKs log requests, with the text of papers in them, when OPENAI_LOG is set.
            logging.getLogger(name).setLevel(logging.CRITICAL + 1)
        local = is_loopback(self._address)
        self._http = sdk.DefaultHttpxClient(
            # A key would follow a redirect to another host in every header but Authorization.
            follow_redirects=False,
            # No proxy stands before this machine, and reading certificates that plain HTTP never needs takes time.
            trust_env=not local,
            verify=not (local and urlsplit(self._address).scheme == "http"),
            event_hooks={"request": [self._dress]},
        )
        self._failures = _transport_failures(type(self._http))
        try:
            return self._make(
                sdk,
                http_client=self._http,
                max_retries=0,
                timeout=sdk.Timeout(self._options.timeout, connect=self._options.connect_timeout),
            )
        except self._failures as error:  # the address can be none
            raise self._unreached(error) from None

    def _dress(self, request: Any) -> None:
        for name in list(request.headers):
            if name.lower() not in _SENT_HEADERS:
                del request.headers[name]
        request.headers.update(self._headers())

    def _late(self, error: Exception, deadline: Deadline) -> ServerFailed:
        cause = error.__cause__ or error
        if "Connect" in type(cause).__name__:
            return ServerFailed(
                f"{self._address} was not reached within {self._options.connect_timeout:g} s.",
                hint="Check the address and the network.",
                turned_down=True,
            )
        return deadline.error()

    def _unreached(self, cause: BaseException) -> ServerFailed:
        said = shown(str(cause), self._key).rstrip(".") or type(cause).__name__
        name = type(cause).__name__
        if name in _UNUSABLE or _speaks_other_tls(said):
            return ServerFailed(
                f"{self._address} cannot be asked: {said}.",
                hint=f"{ADDRESS_HINT} A server on this machine often speaks http://, not https://.",
                turned_down=True,
                permanent="address",
            )
        if isinstance(cause, OSError) or "Connect" in type(cause).__name__:
            message = f"{self._address} cannot be reached: {said}."
        else:
            message = f"The connection to {self._address} failed: {said}."
        hint = "Check that the server is running, the address and the network."
        # A connection that breaks after the request was sent may have been answered.
        return ServerFailed(message, hint=hint, turned_down=name in _UNSENT)

    def _broken(self, error: Exception) -> ServerFailed:
        if type(error).__name__ in _UNUSABLE:
            return self._unreached(error)
        said = shown(str(error), self._key).rstrip(".") or type(error).__name__
        return ServerFailed(f"{self._address} broke off its answer: {said}.", hint="Try again later.")


def parsed_json(text: str | bytes) -> Any:
    """Gives the value of a JSON text that a server sent.

    Raises:
        ServerFailed: It is no JSON.
    """
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        pass
    raise ServerFailed(
        "The server's answer, or a piece of it, is no JSON.",
        hint="Check that the address is that of the API, often ending in /v1.",
    )


def answer_json(content: bytes, address: str) -> Any:
    """Gives the value of a whole answer with status 200.

    Raises:
        ServerFailed: It is no JSON; a page for people will be there the next time as well.
    """
    if ErrorAnswer(status=200, body=content[:64].decode("utf-8", "replace")).is_page:
        raise ServerFailed(
            f"{address} answered with an HTML page.", hint=ADDRESS_HINT, turned_down=True, permanent="address"
        )
    return parsed_json(content)


def noted(error: ModelError, key: Key | None, *, begun: bool) -> None:
    """Notes of an error whether an answer had begun, which may be charged for, and takes the key out of it."""
    if begun and isinstance(error, ServerFailed | ModelRefused):
        error.turned_down = isinstance(error, ServerFailed) and error.permanent == "address"
    error.message = harmless_text(error.message, key)
    error.args = (error.message,)


def is_event_stream(response: Any) -> bool:
    """Whether a response comes as server-sent events, whatever was asked for."""
    return "event-stream" in str(response.headers.get("content-type", "")).lower()


def checked_address(address: str) -> str:
    """Gives a base URL without a slash at its end.

    Raises:
        UsageError: It is no address of the web, or it holds a user name, a password, a query or a fragment.
    """
    try:
        # What splits addresses passes over line breaks and tabs; what sends to them does not.
        if not address.isprintable() or " " in address:
            raise ValueError
        parts = urlsplit(address)
        usable = parts.scheme in ("http", "https") and bool(parts.hostname) and (parts.port or 1) > 0
    except ValueError:
        usable = False
    if not usable:
        raise UsageError(
            "The base URL is no address of the web.", hint="It looks like https://host/v1 or http://127.0.0.1:8000/v1."
        )
    if parts.username or parts.password or parts.query or parts.fragment:
        raise UsageError(
            "The base URL holds a user name, a password, a query or a fragment.",
            hint="Give the address alone; the key belongs into the environment or a key file.",
        )
    return address.rstrip("/")


def _speaks_other_tls(said: str) -> bool:
    """Whether words tell of a failure of TLS that stays: a broken connection (EOF) does not."""
    return "[SSL" in said and "EOF" not in said


def _answer(error: Any) -> ErrorAnswer:
    response = error.response
    headers = {str(name).lower(): str(value) for name, value in response.headers.items()}
    try:
        body = response.text
    except RuntimeError:  # the body was never read
        body = ""
    return ErrorAnswer(status=response.status_code, headers=headers, body=body)


def _break_off(response: Any) -> None:
    """Wakes the thread that reads a response; closing a socket alone would leave it reading."""
    stream = getattr(response, "http_response", response).extensions.get("network_stream")
    connection = stream.get_extra_info("socket") if stream is not None else None
    if isinstance(connection, socket.socket):
        with suppress(OSError):
            connection.shutdown(socket.SHUT_RDWR)


def _transport_failures(client: type) -> tuple[type[Exception], ...]:
    """The errors of the HTTP package that an SDK rests on: httpx, or httpx2 with newer ones."""
    for base in client.__mro__:
        package = base.__module__.partition(".")[0]
        if package.startswith("httpx"):
            module = sys.modules[package]
            return (module.HTTPError, module.StreamError, module.InvalidURL, OSError)
    return (OSError,)
