"""Reading a file in a process of its own, with limits on time and memory, so that no file can stop a batch.

One worker process is started when it is first needed and reads one file after the other; starting it takes a third of a
second, a file much less. It is replaced when it dies, hangs or runs out of memory, and from time to time. What comes
back from it is unpickled only into the nouns of papers, since a hostile file may have taken the worker over.
"""

from __future__ import annotations

import importlib
import io
import os
import pickle
import signal
import struct
import subprocess
import sys
import threading
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from enum import Enum
from types import TracebackType
from typing import IO, Any, Self

from conspectus.foundation.errors import BrokenRecord, InputError
from conspectus.readers.reading import ReadItem, stamped

_HEADER = struct.Struct("!Q")
_LARGEST_REPLY = 1 << 30
_START = "from conspectus.collection.child_reading import serve; serve()"
_FILES = 100
"""After how many files a worker is replaced, so that what native code leaks does not add up."""
_NOUNS = ("conspectus.domain.", "conspectus.readers.reading", "conspectus.foundation.errors")
_PLAIN = frozenset({"tuple", "frozenset", "set", "list", "dict", "str", "int", "float", "bool", "bytes", "object"})


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadingLimits:
    """What one file may cost: ``seconds`` from the start to the end of reading it, and bytes of ``memory``."""

    seconds: float = 20.0
    memory: int = 1 << 30


@dataclass(slots=True, kw_only=True)
class ChildReader:
    """Reads files in a worker process, one at a time.

    Example::

        with ChildReader() as child:
            for item in child.read(PdfReader, data, source="a.pdf", sha256=..., name="pdf"):
                ...
    """

    limits: ReadingLimits = field(default_factory=ReadingLimits)
    _worker: subprocess.Popen[bytes] | None = field(default=None, repr=False)
    _files: int = 0

    def read(self, reader: type[Any], data: bytes, *, source: str, sha256: str, name: str) -> list[ReadItem]:
        """Gives what a reader yields for a file, stamped, in order.

        What the reader has yielded before it fails is given, too, with the failure as the last item.

        Args:
            reader: Its class, which the worker imports by name.
            data: The content.
            source: The file's name, for provenance and messages.
            sha256: The hash of the content, in hex.
            name: The reader's name.

        Raises:
            InputError: The reader cannot read the file, or took too much time or memory, or the process died.
        """
        request = (reader.__module__, reader.__qualname__, data, source, sha256, name, self.limits.seconds)
        items, failure = self._ask(pickle.dumps(request, pickle.HIGHEST_PROTOCOL), source)
        self._files += 1
        if self._files >= _FILES or isinstance(failure, _OutOfMemory):
            self.close()
        if isinstance(failure, _OutOfMemory):
            failure = self._too_large(source)
        if failure is not None and not items:
            raise failure
        return [*items, BrokenRecord(failure.message, hint=failure.hint)] if failure is not None else items

    def close(self) -> None:
        """Ends the worker, if there is one."""
        worker, self._worker, self._files = self._worker, None, 0
        if worker is None:
            return
        worker.kill()
        worker.wait()
        for pipe in (worker.stdin, worker.stdout):
            if pipe is not None:
                with suppress(OSError):
                    pipe.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _ask(self, request: bytes, source: str) -> tuple[list[ReadItem], InputError | None]:
        worker = self._running()
        replies: list[bytes] = []

        def exchange() -> None:
            assert worker.stdin is not None
            assert worker.stdout is not None
            with suppress(OSError, ValueError, EOFError):  # the worker died, or was ended
                _send(worker.stdin, request)
                replies.append(_received(worker.stdout))

        # Pipes have no time limits of their own on all systems: a thread waits, and nobody waits for the thread.
        thread = threading.Thread(target=exchange, name="child reading", daemon=True)
        thread.start()
        try:
            thread.join(self.limits.seconds)
        except BaseException:
            self.close()
            raise
        if thread.is_alive():
            self.close()
            raise self._too_slow(source)
        if not replies:
            raise self._died(source)
        try:
            return _unpickled(replies[0])
        except Exception as error:
            self.close()
            raise InputError(
                f"{source} could not be read: what came of it is no paper ({type(error).__name__}).", hint=_DAMAGED
            ) from None

    def _running(self) -> subprocess.Popen[bytes]:
        if self._worker is not None and self._worker.poll() is None:
            return self._worker
        self.close()
        self._worker = subprocess.Popen(
            [sys.executable, "-c", _START, str(self.limits.memory)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env={**os.environ, "PYTHONPATH": os.pathsep.join(path for path in sys.path if path)},
        )
        return self._worker

    def _died(self, source: str) -> InputError:
        assert self._worker is not None
        status = self._worker.wait()
        self.close()
        if status < 0 and -status == getattr(signal, "SIGXCPU", None):
            return self._too_slow(source)
        told = _signal_name(-status) if status < 0 else f"status {status}"
        return InputError(f"{source} could not be read: the process that read it died ({told}).", hint=_DAMAGED)

    def _too_slow(self, source: str) -> InputError:
        return InputError(
            f"{source} was not read within {self.limits.seconds:g} s.",
            hint="Give the setting reading.longest_seconds more, split the file, or leave it out.",
        )

    def _too_large(self, source: str) -> InputError:
        return InputError(
            f"{source} needs more than {self.limits.memory / (1 << 30):g} GiB of memory to be read.",
            hint="Give the setting reading.most_memory more, split the file, or leave it out.",
        )


_DAMAGED = "The file is damaged or hostile: open it in a program that shows it, save it anew, and add that."


class _OutOfMemory(InputError):
    """The worker's memory was not enough."""


def serve() -> None:
    """Reads files that the process at the other end of standard input sends, until it closes it."""
    most = int(sys.argv[1])
    with suppress(AttributeError, ValueError):
        signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent ends this process
    # What a library prints must not come between the replies.
    replies = os.fdopen(os.dup(1), "wb")
    with open(os.devnull, "wb") as nowhere:
        os.dup2(nowhere.fileno(), 1)
    _limit_memory(most)
    with suppress(EOFError, OSError):
        while True:
            module, name, data, source, sha256, reader, seconds = pickle.loads(_received(sys.stdin.buffer))
            _limit_time(seconds)
            items, failure = _read(module, name, data, (source, sha256, reader))
            del data
            _send(replies, _pickled(items, failure))


def _read(module: str, name: str, data: bytes, stamp: tuple[str, str, str]) -> tuple[list[ReadItem], InputError | None]:
    items: list[ReadItem] = []
    try:
        made: Any = importlib.import_module(module)
        for part in name.split("."):
            made = getattr(made, part)
        for item in stamped(made().read(data), *stamp):
            items.append(item)
    except InputError as error:
        return items, error
    except MemoryError:
        return [], _OutOfMemory("")
    except RecursionError:
        return items, InputError(f"{stamp[0]} could not be read: it is nested too deeply.", hint=_DAMAGED)
    except Exception as error:
        return items, InputError(
            f"{stamp[0]} could not be read: {type(error).__name__}: {error}.",
            hint="Please report this with the file, if you can.",
        )
    return items, None


def _pickled(items: Sequence[ReadItem], failure: InputError | None) -> bytes:
    try:
        return pickle.dumps((list(items), failure), pickle.HIGHEST_PROTOCOL)
    except MemoryError:
        return pickle.dumps(([], _OutOfMemory("")))


def _limit_memory(most: int) -> None:
    try:
        import resource
    except ImportError:  # there is no such thing on Windows; the limit of time remains
        return
    with suppress(ValueError, OSError):
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    with suppress(ValueError, OSError):
        resource.setrlimit(resource.RLIMIT_AS, (most, most))


def _limit_time(seconds: float) -> None:
    try:
        import resource
    except ImportError:
        return
    used = resource.getrusage(resource.RUSAGE_SELF)
    with suppress(ValueError, OSError):
        _, hard = resource.getrlimit(resource.RLIMIT_CPU)
        resource.setrlimit(resource.RLIMIT_CPU, (int(used.ru_utime + used.ru_stime + seconds) + 1, hard))


def _send(pipe: IO[bytes], content: bytes) -> None:
    pipe.write(_HEADER.pack(len(content)))
    pipe.write(content)
    pipe.flush()


def _received(pipe: IO[bytes]) -> bytes:
    (length,) = _HEADER.unpack(_exactly(pipe, _HEADER.size))
    if length > _LARGEST_REPLY:
        raise EOFError
    return _exactly(pipe, length)


def _exactly(pipe: IO[bytes], length: int) -> bytes:
    content = pipe.read(length)
    if len(content) < length:
        raise EOFError
    return content


def _signal_name(number: int) -> str:
    with suppress(ValueError):
        return signal.Signals(number).name
    return f"signal {number}"


def _enum_member(kind: object, name: str) -> Enum:
    """Stands for ``getattr``, with which Python 3.11.0 to 3.11.3 pickle a member of an enum; it gives nothing else."""
    if isinstance(kind, type) and issubclass(kind, Enum) and name in kind.__members__:
        return kind[name]
    raise pickle.UnpicklingError(f"{name} of {kind} is no part of a paper")


class _Nouns(pickle.Unpickler):
    """Unpickles the nouns of papers and nothing that does anything."""

    def find_class(self, module: str, name: str) -> Any:
        """Gives a class that a paper is made of.

        Raises:
            UnpicklingError: It is anything else.
        """
        if module == "builtins" and name in _PLAIN:
            return super().find_class(module, name)
        if (module, name) == ("builtins", "getattr"):
            return _enum_member
        if "." not in name and (module == __name__ or any(module.startswith(noun) for noun in _NOUNS)):
            found = super().find_class(module, name)
            if isinstance(found, type) and found.__module__ == module and found not in {ChildReader}:
                return found
        raise pickle.UnpicklingError(f"{module}.{name} is no part of a paper")


def _unpickled(content: bytes) -> tuple[list[ReadItem], InputError | None]:
    items, failure = _Nouns(io.BytesIO(content)).load()
    if not isinstance(items, list) or not (failure is None or isinstance(failure, InputError)):
        raise pickle.UnpicklingError("it is no reply")
    return items, failure
