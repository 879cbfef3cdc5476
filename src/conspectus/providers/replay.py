"""Recorded answers: a provider that writes what another answers, and one that gives it again without any server.

A record is one line of JSON. What a request is known by are its messages, schema, temperature, limit of tokens and
seed, not the model nor the way of asking for JSON, so that records serve whoever asks the same.
"""

from __future__ import annotations

import hashlib
import json
import threading
from pathlib import Path
from typing import Any, TextIO

from conspectus.foundation.errors import ModelStopped, UsageError
from conspectus.providers.completion import (
    Completion,
    CompletionRequest,
    FinishReason,
    Provider,
    ProviderOptions,
    Usage,
)


def request_key(request: CompletionRequest) -> str:
    """Gives what a request is known by among records: a SHA-256 in hexadecimal digits."""
    known_by = [
        [[message.role, message.content] for message in request.messages],
        request.schema,
        float(request.temperature),
        request.max_output_tokens,
        request.seed,
    ]
    text = json.dumps(known_by, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


class ReplayProvider:
    """Gives recorded answers again.

    Where one request was recorded several times, the answers come in the order of the records, the last one again
    and again.

    Example:
        >>> import tempfile, pathlib
        >>> from conspectus.providers.completion import Message
        >>> from conspectus.providers.scripted import ScriptedProvider
        >>> file = pathlib.Path(tempfile.mkdtemp(), "answers.jsonl")
        >>> request = CompletionRequest(model="any", messages=(Message("user", "Bees?"),), max_output_tokens=9)
        >>> recording = RecordingProvider(ScriptedProvider(lambda request: "They dance."), file)
        >>> _ = recording.complete(request)
        >>> recording.close()
        >>> ReplayProvider(file).complete(request).text
        'They dance.'

    Args:
        path: The file of records.

    Raises:
        UsageError: The file cannot be read, or one of its lines is no record.
    """

    name = "replay"
    is_local_double = True

    def __init__(self, path: str | Path) -> None:
        self.address = str(path)
        self._answers = _read(Path(path))
        self._given: dict[str, int] = {}
        self._lock = threading.Lock()

    def complete(self, request: CompletionRequest, /) -> Completion:
        """Gives the recorded answer to a request.

        Raises:
            ModelStopped: The request was never recorded.
        """
        key = request_key(request)
        answers = self._answers.get(key)
        if not answers:
            raise ModelStopped(
                f"{self.address} has no answer to this request ({request.schema_name if request.schema else 'text'}, "
                f"{key[:12]}).",
                hint="The prompts, the papers or the settings have changed; record the answers anew.",
            )
        with self._lock:
            position = self._given.get(key, 0)
            self._given[key] = position + 1
        return answers[min(position, len(answers) - 1)]

    def close(self) -> None:
        """Does nothing; there is nothing to let go of."""


class RecordingProvider:
    """Asks another provider, and appends each finished answer to a file, at once and whole.

    Args:
        provider: Who answers.
        path: The file; it is made if it is not there. Its folder must be there.

    Raises:
        UsageError: The file cannot be written.
    """

    def __init__(self, provider: Provider, path: str | Path) -> None:
        self._provider = provider
        self.name = provider.name
        self.address = provider.address
        self.is_local_double = provider.is_local_double
        self._lock = threading.Lock()
        self._file = _opened(Path(path))
        self._recorded = _keys_in(Path(path))

    def complete(self, request: CompletionRequest, /) -> Completion:
        """Gives what the provider answers, recorded before it is given.

        Raises:
            ModelError: What the provider raises; errors are not recorded.
            UsageError: The record cannot be written.
        """
        completion = self._provider.complete(request)
        self._append(request, completion)
        return completion

    def record(self, request: CompletionRequest, completion: Completion) -> None:
        """Appends an answer that was kept from an earlier run, unless the file has one to the same request.

        Raises:
            UsageError: The record cannot be written.
        """
        with self._lock:
            is_there = request_key(request) in self._recorded
        if not is_there:
            self._append(request, completion)

    def _append(self, request: CompletionRequest, completion: Completion) -> None:
        line = json.dumps(_record(request, completion), ensure_ascii=True, separators=(",", ":"))
        with self._lock:
            try:
                self._file.write(line + "\n")
                self._file.flush()
            except OSError as error:
                raise UsageError(
                    f"The answer cannot be recorded: {error.strerror or type(error).__name__}.",
                    hint="Make room, or record into another file.",
                ) from None
            self._recorded.add(request_key(request))

    def close(self) -> None:
        """Closes the file and the provider."""
        with self._lock:
            self._file.close()
        self._provider.close()


def replay(options: ProviderOptions) -> _NamedRecords:
    """Gives a double that answers from the records of a file.

    Raises:
        UsageError: The file cannot be read, or one of its lines is no record.
    """
    return _NamedRecords(options.path)


class _NamedRecords:
    """The provider ``replay``: its records are those of the path in the options, or else named as the model."""

    name = "replay"
    is_local_double = True

    def __init__(self, path: str) -> None:
        self.address = path or "records"
        self._path = path
        self._lock = threading.Lock()
        self._loaded: dict[str, ReplayProvider] = {}
        if path:
            self._of(path)

    def complete(self, request: CompletionRequest, /) -> Completion:
        """Gives the recorded answer to a request."""
        return self._of(self._path or request.model).complete(request)

    def close(self) -> None:
        """Does nothing; there is nothing to let go of."""

    def _of(self, path: str) -> ReplayProvider:
        with self._lock:
            if path not in self._loaded:
                self._loaded[path] = ReplayProvider(path)
            return self._loaded[path]


def _record(request: CompletionRequest, completion: Completion) -> dict[str, Any]:
    usage = completion.usage
    return {
        "key": request_key(request),
        "schema_name": request.schema_name if request.schema is not None else "",
        "model": completion.model or request.model,
        "text": completion.text,
        "finish": completion.finish.value,
        "usage": {
            "input": usage.input,
            "output": usage.output,
            "cached": usage.cached,
            "estimated": usage.estimated,
        },
    }


def _read(path: Path) -> dict[str, list[Completion]]:
    try:
        lines = path.read_text(encoding="utf-8").split("\n")
    except (OSError, UnicodeDecodeError) as error:
        said = (error.strerror if isinstance(error, OSError) else "") or type(error).__name__
        raise UsageError(f"The records {path} cannot be read: {said}.", hint="Name a file of records.") from None
    answers: dict[str, list[Completion]] = {}
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        try:
            record = json.loads(line)
            completion = _completion(record)
            answers.setdefault(str(record["key"]), []).append(completion)
        except (ValueError, KeyError, TypeError):
            # A process that was killed leaves half a line at the very end; what it says was never given.
            if number == len(lines):
                continue
            raise UsageError(
                f"Line {number} of {path} is no record of an answer.", hint="Remove the line, or record anew."
            ) from None
    return answers


def _keys_in(path: Path) -> set[str]:
    """What is recorded in a file already; what else stands there is no concern of who adds to it."""
    keys = set()
    for line in path.read_bytes().splitlines():
        try:
            keys.add(str(json.loads(line)["key"]))
        except (ValueError, KeyError, TypeError, IndexError):
            continue
    return keys


def _completion(record: Any) -> Completion:
    usage, text = record["usage"], record["text"]
    if not isinstance(text, str):
        raise TypeError("text")
    return Completion(
        text=text,
        usage=Usage(
            input=int(usage["input"]),
            output=int(usage["output"]),
            cached=int(usage["cached"]),
            estimated=bool(usage["estimated"]),
        ),
        finish=FinishReason(record["finish"]),
        model=str(record["model"]),
    )


def _opened(path: Path) -> TextIO:
    try:
        if path.exists() and path.stat().st_size:
            # After a run that was killed the last line may be half; a new one must not be joined to it.
            with path.open("rb+") as file:
                file.seek(-1, 2)
                if file.read(1) != b"\n":
                    file.truncate(path.read_bytes().rfind(b"\n") + 1)
        return path.open("a", encoding="utf-8", newline="\n")
    except OSError as error:
        raise UsageError(
            f"The file of records {path} cannot be written: {error.strerror or type(error).__name__}.",
            hint="Name a file in a folder that is there and may be written to.",
        ) from None
