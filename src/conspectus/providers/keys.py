"""Keys of providers: found in one environment variable or one file, and shown to nobody."""

from __future__ import annotations

import ipaddress
import json
import os
import re
import stat
from dataclasses import replace
from typing import NoReturn
from urllib.parse import urlsplit

from conspectus.foundation.errors import AuthenticationFailed, UsageError
from conspectus.providers.completion import Completion, ProviderOptions

HIDDEN = "[key]"

_LARGEST_FILE = 16_384
_SHORTEST_SECRET = 8
# Servers show keys that they refuse in part ("sk-ab**********wxyz"); so many characters in common give a piece away.
_PIECE = 6
_MASKED = re.compile(r"\S*(?:\*{3,}|…|\.{3,}(?=\w))\S*")
_PREFIXED = re.compile(r"\b(?:sk|gsk|xai|pk|rk|key)[-_][\w*.…-]{4,}")


class Key:
    """A key that is sent and never shown: its text is only had through ``reveal``.

    Example:
        >>> key = Key("sk-made-up-for-this-example")
        >>> print(key, [key])
        [key] [Key([key])]
        >>> key.scrub("Incorrect API key provided: sk-mad*****mple.")
        'Incorrect API key provided: [key]'
    """

    __slots__ = ("_text",)

    def __init__(self, text: str) -> None:
        self._text = text

    def reveal(self) -> str:
        """Gives the key itself, for the header that it is sent in."""
        return self._text

    def scrub(self, text: str) -> str:
        """Gives a text with the key, every piece of it, and whatever looks like a masked key blotted out."""
        text = text.replace(self._text, HIDDEN)
        pieces = {self._text[i : i + _PIECE] for i in range(len(self._text) - _PIECE + 1)}
        if pieces:
            text = re.sub(r"\S+", lambda word: HIDDEN if _has_piece(word.group(), pieces) else word.group(), text)
        return scrub_masked(text)

    def __repr__(self) -> str:
        return f"Key({HIDDEN})"

    def __str__(self) -> str:
        return HIDDEN

    def __reduce__(self) -> NoReturn:
        raise TypeError("a key is not stored")


def harmless_answer(completion: Completion, key: Key | None) -> Completion:
    """Gives an answer without the key that it may echo, and without halves of characters, which no file can hold."""
    text, model = harmless_text(completion.text, key), harmless_text(completion.model, key)
    unchanged = (text, model) == (completion.text, completion.model)
    return completion if unchanged else replace(completion, text=text, model=model)


def harmless_text(text: str, key: Key | None) -> str:
    """Gives a server's text without the key and without halves of characters, and otherwise as it is.

    Words that servers without keys are given for one ("ollama", "EMPTY") are left: they are no secrets, and an answer
    may be about them.
    """
    if key is not None and len(key.reveal()) >= _SHORTEST_SECRET:
        # As it is, and as it stands within JSON.
        text = text.replace(key.reveal(), HIDDEN).replace(json.dumps(key.reveal())[1:-1], HIDDEN)
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")


def scrub_masked(text: str) -> str:
    """Gives a text without what looks like a key, whole or masked, of whatever provider."""
    return _PREFIXED.sub(HIDDEN, _MASKED.sub(lambda word: HIDDEN if "*" in word.group() else word.group(), text))


def find_key(options: ProviderOptions, variable: str, *, needed: bool) -> Key | None:
    """Gives the key from the key file, or from the environment variable, and None where none is needed or there.

    Args:
        options: Where to look; a key file goes before the variable.
        variable: The provider's environment variable; no other is looked at.
        needed: Whether the provider answers nobody without a key.

    Raises:
        AuthenticationFailed: A key is needed and there is none, or what is there cannot be a key.
        UsageError: The key file cannot be read, or others can read it.
    """
    if options.key_file:
        return _checked(_read(options.key_file), f"the key file {options.key_file}")
    text = options.environment.get(variable, "").strip()
    if text:
        return _checked(text, f"the environment variable {variable}")
    if needed:
        raise AuthenticationFailed(
            f"There is no key: the environment variable {variable} is not set.",
            hint=f"Set {variable}, or name a file that holds nothing but the key with --key-file.",
        )
    return None


def key_place(options: ProviderOptions, variable: str) -> str:
    """Gives the place where a provider's key is looked for, in words that follow "the key in"."""
    return f"the key file {options.key_file}" if options.key_file else f"the environment variable {variable}"


def is_loopback(url: str) -> bool:
    """Whether an address is on this machine."""
    host = urlsplit(url).hostname or ""
    if host == "localhost" or host.endswith(".localhost"):
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def _has_piece(word: str, pieces: set[str]) -> bool:
    return any(word[i : i + _PIECE] in pieces for i in range(len(word) - _PIECE + 1))


def _read(path: str) -> str:
    try:
        # Opened first and looked at afterwards, so that what is checked is what is read.
        with open(path, "rb") as file:
            status = os.fstat(file.fileno())
            if not stat.S_ISREG(status.st_mode):
                raise UsageError(f"The key file {path} is no regular file.", hint="Name a file that holds the key.")
            if os.name == "posix" and status.st_mode & 0o077:
                raise UsageError(
                    f"The key file {path} can be read by others.", hint=f"Let only its owner read it: chmod 600 {path}"
                )
            data = file.read(_LARGEST_FILE + 1)
    except OSError as error:
        raise UsageError(
            f"The key file {path} cannot be read: {error.strerror or type(error).__name__}.",
            hint="Name a file that holds nothing but the key, and that you may read.",
        ) from None
    if len(data) > _LARGEST_FILE:
        raise UsageError(f"The key file {path} is too large to hold a key.", hint="It must hold nothing but the key.")
    return data.decode("utf-8-sig", "replace").strip()


def _checked(text: str, place: str) -> Key:
    if not text:
        raise AuthenticationFailed(f"There is no key: {place} is empty.", hint=f"Put the key into {place}.")
    if not text.isascii() or not text.isprintable() or " " in text:
        raise AuthenticationFailed(
            f"What is in {place} cannot be a key: it has spaces, line breaks or letters beyond ASCII.",
            hint=f"Put nothing but the key into {place}.",
        )
    return Key(text)
