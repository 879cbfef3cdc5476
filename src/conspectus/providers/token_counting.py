"""How many tokens a text has: by a documented estimate, or by tiktoken where its table is on this machine already.

The estimate counts what byte-pair tokenisers of about 100,000 to 200,000 entries are known to do with each kind of
text (cl100k_base, o200k_base and those of current open models differ by some 10 %):

- an English word of up to 6 letters is one token with the space before it, and each 6 further letters are one more
  (technical terms are split: "bibliometric" is about two);
- digits go in groups of three, as long as they last;
- punctuation and symbols are one token for a run of up to two;
- other Latin letters, Greek and Cyrillic are about 2.5 characters a token, Chinese, Japanese and Korean one, and
  anything else two tokens a character;
- a run of line breaks is one token, and so is an indentation; single spaces are free.

Of these tokenisers 4.0 to 4.7 characters and about 0.7 words of English prose a token are known; the estimate gives
4.6 and 0.70 over 102 abstracts (nine in ten between 3.9 and 5.2 characters), and about 3 for JSON.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from importlib.util import find_spec
from math import ceil
from pathlib import Path
from typing import Any

from conspectus.providers.completion import Message

ESTIMATE = "estimate"
# What chat formats add: the role and marks of each message, and the opening of the answer.
_PER_MESSAGE = 4
_PER_REQUEST = 3

_PIECE = re.compile(
    r"(?P<word>[A-Za-z]+)|(?P<digits>[0-9]+)|(?P<lines>[ \t]*[\r\n][\s]*)|(?P<gap>[ \t]{2,})|(?P<space>\s)"
    r"|(?P<alphabetic>[\u00aa-\u058f]+)|(?P<ideographic>[\u2e80-\ud7ff\uf900-\ufaff]+)"
    r"|(?P<mark>[!-/:-@\[-`{-~\u2010-\u203a]+)|(?P<rare>.)",
    re.DOTALL,
)


def estimate_tokens(text: str) -> int:
    """Gives about how many tokens a text has; the same for the same text, always.

    Example:
        >>> estimate_tokens("Bees dance to tell where nectar is.")
        8
    """
    total = 0.0
    for match in _PIECE.finditer(text):
        total += _WEIGHTS[match.lastgroup or "rare"](match.end() - match.start())
    return ceil(total)


_WEIGHTS: dict[str, Callable[[int], float]] = {
    "word": lambda length: 1.0 + max(0, length - 6) / 6,
    "digits": lambda length: float(ceil(length / 3)),
    "lines": lambda length: 1.0,
    "gap": lambda length: 1.0,
    "space": lambda length: 0.0,
    "alphabetic": lambda length: max(1.0, length / 2.5),
    "ideographic": float,
    "mark": lambda length: float(ceil(length / 2)),
    "rare": lambda length: 2.0,
}


@dataclass(frozen=True, slots=True, kw_only=True)
class TokenCounter:
    """Counts the tokens of texts for one model; ``name`` says how ("estimate", "tiktoken o200k_base")."""

    name: str
    count: Callable[[str], int]

    def count_messages(self, messages: Sequence[Message]) -> int:
        """Gives the tokens of a request with these messages."""
        return _PER_REQUEST + sum(_PER_MESSAGE + self.count(message.content) for message in messages)


@dataclass(frozen=True, slots=True)
class RequestCounter:
    """Counts the tokens of requests to one model, which need not be within reach: nothing is sent.

    ``label`` names the model ("openai:gpt-…").
    """

    label: str
    counter: TokenCounter

    def count(self, messages: Sequence[Message], schema: Mapping[str, Any] | None = None) -> int:
        """Gives about how many tokens a request has, with the schema of the object wanted where there is one."""
        tokens = self.counter.count_messages(messages)
        if schema is not None:
            tokens += self.counter.count(json.dumps(schema, ensure_ascii=False, separators=(",", ":")))
        return tokens


@dataclass(frozen=True, slots=True, kw_only=True)
class _Table:
    """One of tiktoken's tables: the name of its file in the cache folder, and what the file's SHA-256 must be."""

    file: str
    sha256: str
    prefixes: tuple[str, ...]


_TABLES = {
    "o200k_base": _Table(
        file="fb374d419588a4632f3f557e76b4b70aebbca790",
        sha256="446a9538cb6c348e3516120d7c08b09f57c36495e2acfffe59a5bf8b0cfb1a2d",
        prefixes=("gpt-4o", "gpt-4.1", "gpt-4.5", "gpt-5", "chatgpt-4o", "o1", "o3", "o4"),
    ),
    "cl100k_base": _Table(
        file="9b5ad71b2ce5302211f9c61530b329a4922fc6a4",
        sha256="223921b76ee99bde995b7ff738513eef100fb51d18c93597a113bcffe865b2a7",
        prefixes=("gpt-4", "gpt-3.5-turbo"),
    ),
}


def counter_for(model: str) -> TokenCounter:
    """Gives the counter for a model by its name: tiktoken's where it can be had without a download, else the estimate.

    tiktoken fetches its tables from the network when they are not in its cache folder, or are damaged; so it is
    only asked where the file is there and whole.
    """
    for encoding, table in _TABLES.items():
        if model.startswith(table.prefixes):
            return _tiktoken_counter(encoding) or _ESTIMATING
    return _ESTIMATING


_ESTIMATING = TokenCounter(name=ESTIMATE, count=estimate_tokens)


@lru_cache(maxsize=4)
def _tiktoken_counter(encoding: str) -> TokenCounter | None:
    if find_spec("tiktoken") is None or not _is_cached(_TABLES[encoding]):
        return None
    try:
        import tiktoken

        table = tiktoken.get_encoding(encoding)
        table.encode_ordinary("A word.")
    except Exception:
        # Whatever ails the optional package, the estimate serves; the counter's name records which one did.
        return None
    return TokenCounter(name=f"tiktoken {encoding}", count=lambda text: len(table.encode_ordinary(text)))


def _is_cached(table: _Table) -> bool:
    import hashlib

    # tiktoken looks in the environment of the process, whatever environment we were given.
    folder = os.environ.get("TIKTOKEN_CACHE_DIR", os.environ.get("DATA_GYM_CACHE_DIR"))
    if folder is None:
        import tempfile

        folder = os.path.join(tempfile.gettempdir(), "data-gym-cache")
    if not folder:
        return False
    try:
        return hashlib.sha256((Path(folder) / table.file).read_bytes()).hexdigest() == table.sha256
    except OSError:
        return False
