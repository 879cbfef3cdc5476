"""Every error that conspectus raises on purpose.

    ConspectusError                    code, hint, kind
    ├── UsageError                     the caller asked for something that cannot be done
    │   └── UnknownName                a name that no registry holds
    ├── InputError                     a file or a record cannot be read
    │   ├── UnknownFormat              no reader recognises the content
    │   ├── TextNotIncluded            only a reader of running text recognises it, and none was asked for
    │   ├── UnreadableFile             missing, a folder, no permission, empty
    │   └── BrokenRecord               one record of a file is broken; the others are read
    ├── NothingFound                   the input is fine, but nothing in it can be used
    ├── LibraryError                   the library folder is damaged, locked or too new
    │   └── LibraryLocked              another process is writing
    ├── EngineError                    a task could not be performed
    ├── ModelError                     a language model did not give what was asked of it
    │   ├── ModelCallFailed            one call came to nothing; the task goes on without it
    │   │   ├── RateLimited            too many requests, and waiting did not help
    │   │   ├── ServerFailed           the server failed, was not reached, or was silent
    │   │   ├── ContextTooLong         the request has more tokens than the model takes
    │   │   ├── RungUnsupported        the server does not know this way of asking for JSON
    │   │   ├── ModelRefused           the model or its provider refused
    │   │   ├── UnusableAnswer         the answer was not what was asked, even when asked again
    │   │   └── LimitReached           the calls or the money agreed to are used up
    │   └── ModelStopped               no further call can succeed, and the run ends
    │       ├── AuthenticationFailed   the key is missing, wrong or expired
    │       ├── ModelUnknown           the server has no such model
    │       └── TooManyFailures        several calls in a row came to nothing
    ├── SourceFailed                   a service of papers was not reached, failed, or answered garbage
    ├── GraphLimitReached              a query of the graph took too much time, or has too many rows
    └── GroundingError                 a citation does not rest on its evidence

Each error says whose fault it is (`kind`), has a stable `code` for programs, and a `hint` with
the way forward for people. Subclasses also derive from the built-in that they resemble, so that
generic handlers still work.
"""

from __future__ import annotations

from enum import Enum
from typing import Literal


class Kind(Enum):
    """Whose fault an error is; interfaces map kinds, not classes, to exit and status codes."""

    USAGE = "usage"
    INPUT = "input"
    EMPTY = "empty"
    STATE = "state"
    UNAVAILABLE = "unavailable"
    INTERNAL = "internal"


class ConspectusError(Exception):
    """The root of the tree; catch it to catch everything conspectus raises on purpose.

    Args:
        message: One sentence that says what went wrong, naming the thing concerned.
        hint: The way forward, as an instruction; empty if there is none.
    """

    code = "error"
    kind = Kind.INTERNAL

    def __init__(self, message: str, *, hint: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint

    def __str__(self) -> str:
        return self.message


class UsageError(ConspectusError, ValueError):
    """What was asked for cannot be done as asked."""

    code = "usage"
    kind = Kind.USAGE


class UnknownName(UsageError, LookupError):
    """A name is not among the registered ones."""

    code = "usage.unknown_name"


class InputError(ConspectusError, ValueError):
    """A file or record given by the user cannot be read."""

    code = "input"
    kind = Kind.INPUT


class UnknownFormat(InputError):
    """No reader recognises the content of a file."""

    code = "input.unknown_format"


class TextNotIncluded(InputError):
    """Only a reader of running text (Markdown, HTML, plain text) recognises a file, and such were not asked for."""

    code = "input.text_not_included"


class UnreadableFile(InputError, OSError):
    """A path cannot be read: missing, a folder, without permission, or empty."""

    code = "input.unreadable"


class BrokenRecord(InputError):
    """One record of a file is broken; collected in reports rather than raised to users.

    Args:
        message: What is wrong with the record.
        record: The record's 1-based position in its file, 0 if unknown.
        line: The 1-based line where it starts, 0 if unknown.
        hint: The way forward.
        records: For how many records it stands, itself and those right after it.
    """

    code = "input.broken_record"

    def __init__(self, message: str, *, record: int = 0, line: int = 0, hint: str = "", records: int = 1) -> None:
        super().__init__(message, hint=hint)
        self.record = record
        self.line = line
        self.records = records


class NothingFound(ConspectusError, LookupError):
    """The request is fine, but there is nothing to answer it with."""

    code = "empty"
    kind = Kind.EMPTY


class LibraryError(ConspectusError):
    """The library folder cannot be used as it is."""

    code = "library"
    kind = Kind.STATE


class LibraryLocked(LibraryError, TimeoutError):
    """Another process holds the library's writer lock."""

    code = "library.locked"
    kind = Kind.UNAVAILABLE


class EngineError(ConspectusError):
    """An engine could not perform a task."""

    code = "engine"


class ModelError(ConspectusError):
    """A language model did not give what was asked of it."""

    code = "model"
    kind = Kind.UNAVAILABLE


class ModelCallFailed(ModelError):
    """One call came to nothing; a task falls back to what it can do without the answer."""

    code = "model.call"


class RateLimited(ModelCallFailed):
    """The server asks for fewer requests.

    Args:
        message: What the server said.
        retry_after: Seconds that the server asks to wait, None if it did not say.
        hint: The way forward.
    """

    code = "model.call.rate_limited"

    def __init__(self, message: str, *, retry_after: float | None = None, hint: str = "") -> None:
        super().__init__(message, hint=hint)
        self.retry_after = retry_after


class ServerFailed(ModelCallFailed):
    """The server failed, could not be reached, broke off, or did not answer in time.

    Args:
        message: What happened.
        retry_after: Seconds that the server asks to wait, None if it did not say.
        hint: The way forward.
        turned_down: The server was not reached or said no, so that it made no answer that could be charged for.
        permanent: What fails in the same way when it is tried again: this "request", whatever is asked at this
            "address", or "" where trying again may help.
    """

    code = "model.call.server_failed"

    def __init__(
        self,
        message: str,
        *,
        retry_after: float | None = None,
        hint: str = "",
        turned_down: bool = False,
        permanent: Literal["", "request", "address"] = "",
    ) -> None:
        super().__init__(message, hint=hint)
        self.retry_after = retry_after
        self.turned_down = turned_down
        self.permanent = permanent


class ContextTooLong(ModelCallFailed):
    """A request has more tokens than the model takes.

    Args:
        message: What the server said.
        limit: The most tokens that the model takes, None if the server did not say.
        hint: The way forward.
    """

    code = "model.call.context_too_long"

    def __init__(self, message: str, *, limit: int | None = None, hint: str = "") -> None:
        super().__init__(message, hint=hint)
        self.limit = limit


class RungUnsupported(ModelCallFailed):
    """The server does not know this way of asking for JSON; the next one may work."""

    code = "model.call.rung_unsupported"


class ModelRefused(ModelCallFailed):
    """The model or its provider refused to answer.

    ``turned_down`` is False where it refused in an answer, which may be charged for.
    """

    code = "model.call.refused"
    turned_down = True


class UnusableAnswer(ModelCallFailed):
    """The answer was not what was asked for, even when asked again."""

    code = "model.call.unusable_answer"


class LimitReached(ModelCallFailed):
    """The number of calls or the sum of money agreed to is used up."""

    code = "model.call.limit_reached"


class ModelStopped(ModelError):
    """No further call can succeed; the run ends, and what is finished stays."""

    code = "model.stopped"


class AuthenticationFailed(ModelStopped):
    """The key of a provider is missing, wrong or expired."""

    code = "model.stopped.authentication"


class ModelUnknown(ModelStopped):
    """The server has no model of that name, or no such address."""

    code = "model.stopped.unknown_model"


class TooManyFailures(ModelStopped):
    """Several calls in a row came to nothing after all their retries."""

    code = "model.stopped.too_many_failures"


class SourceFailed(ConspectusError, OSError):
    """A service that papers come from could not be reached, failed, or answered what nobody can read.

    That is not the same as a search without hits.
    """

    code = "source"
    kind = Kind.UNAVAILABLE


class GraphLimitReached(ConspectusError):
    """A query of the graph took more time, or has more rows, than are allowed."""

    code = "graph.limit"
    kind = Kind.UNAVAILABLE


class GroundingError(ConspectusError, ValueError):
    """A citation does not rest on the evidence it names."""

    code = "grounding"
