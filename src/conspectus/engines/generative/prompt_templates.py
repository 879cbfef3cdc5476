"""Prompts as versioned Markdown files with named slots.

A prompt file has front matter (``name``, ``version``), then the parts ``# system`` and ``# user``, written in the
language of jinja2. It may include other files of the folder. What is filled in is never read as a template.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files
from typing import Any, Literal

from jinja2 import DictLoader, Environment, StrictUndefined, Template, TemplateError, meta

from conspectus.foundation.errors import EngineError
from conspectus.providers.completion import Message

_FRONT_MATTER = re.compile(r"\A---\n(?P<front>.*?)\n---\n(?P<body>.*)\Z", re.DOTALL)
_FIELD = re.compile(r"^(?P<field>[a-z]+):[ \t]*(?P<value>\S.*?)[ \t]*$", re.MULTILINE)
_PART = re.compile(r"^# (system|user)[ \t]*$", re.MULTILINE)
_BLANK_LINES = re.compile(r"\n{3,}")
_HASH = 12

PROMPTS = (
    "extract_relations",
    "write_chunk",
    "merge_chunks",
    "write_topic_page",
    "name_scientific_entities",
    "describe_section",
    "extract_entities",
    "classify_pairs",
    "write_subsummary",
    "integrate",
    "revise_sentences",
    "review_draft",
    "identify_question_entities",
    "compose_answer",
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Prompt:
    """A prompt: its name, version and hash, the slots to fill, and its parts in order.

    ``hash`` are the first 12 hexadecimal digits of the SHA-256 of the file and of what it includes.
    """

    name: str
    version: str
    hash: str
    slots: frozenset[str]
    parts: tuple[tuple[Literal["system", "user"], Template], ...]

    @property
    def label(self) -> str:
        """The name with version and hash, as traces hold it."""
        return f"{self.name} {self.version} {self.hash}"

    def fill(self, **slots: object) -> tuple[Message, ...]:
        """Gives the messages with every slot filled.

        Raises:
            EngineError: A slot is left unfilled, or the prompt has none of that name.
        """
        missing, unknown = sorted(self.slots - set(slots)), sorted(set(slots) - self.slots)
        if missing:
            raise EngineError(f"The prompt {self.name} needs a value for {', '.join(missing)}.")
        if unknown:
            raise EngineError(f"The prompt {self.name} has no slot for {', '.join(unknown)}.")
        try:
            return tuple(Message(role, _tidy(template.render(slots))) for role, template in self.parts)
        except TemplateError as error:
            raise EngineError(f"The prompt {self.name} cannot be filled: {error}.") from error


@lru_cache(maxsize=64)
def load_prompt(name: str) -> Prompt:
    """Gives a prompt of the package by its name.

    Raises:
        EngineError: There is none, or its file is not well formed.
    """
    folder = files("conspectus.engines.generative") / "prompts"
    sources = {
        entry.name: entry.read_text("utf-8").replace("\r\n", "\n")
        for entry in folder.iterdir()
        if entry.name.endswith(".md")
    }
    return read_prompt(name, sources)


def read_prompt(name: str, sources: Mapping[str, str]) -> Prompt:
    """Gives a prompt from the texts of its file and of the files that it may include, by file name.

    Raises:
        EngineError: There is no such file, or it is not well formed.
    """
    file = f"{name}.md"
    if file not in sources:
        raise EngineError(f"There is no prompt called {name!r}.")
    found = _FRONT_MATTER.match(sources[file])
    if not found:
        raise EngineError(f"The prompt file {file} does not begin with front matter between two lines of three dashes.")
    fields: dict[str, str] = dict(_FIELD.findall(found.group("front")))
    if set(fields) != {"name", "version"} or fields["name"] != name:
        raise EngineError(f"The front matter of {file} must hold the name {name!r} and a version, and nothing else.")
    pieces = _PART.split(found.group("body"))
    roles = pieces[1::2]
    if pieces[0].strip() or roles != ["system", "user"]:
        raise EngineError(f"The prompt file {file} must hold the parts '# system' and '# user' in this order.")
    environment = Environment(
        loader=DictLoader(dict(sources)),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        autoescape=False,
    )
    try:
        included = _included(file, found.group("body"), sources, environment)
        slots = set[str]()
        for text in (found.group("body"), *(sources[other] for other in included)):
            slots |= meta.find_undeclared_variables(environment.parse(text))
        parts: list[tuple[Literal["system", "user"], Template]] = [
            ("system", environment.from_string(pieces[2])),
            ("user", environment.from_string(pieces[4])),
        ]
    except TemplateError as error:
        raise EngineError(f"The prompt file {file} is not a template: {error}.") from error
    digest = hashlib.sha256("\0".join((sources[file], *(sources[other] for other in included))).encode("utf-8"))
    return Prompt(
        name=name,
        version=fields["version"],
        hash=digest.hexdigest()[:_HASH],
        slots=frozenset(slots),
        parts=tuple(parts),
    )


def _included(file: str, body: str, sources: Mapping[str, str], environment: Environment) -> list[str]:
    """The files that a text includes, directly or through others, in order of appearance."""
    found: list[str] = []
    open_: list[tuple[str, Any]] = [(file, body)]
    while open_:
        holder, text = open_.pop(0)
        for other in meta.find_referenced_templates(environment.parse(text)):
            if other is None or other not in sources:
                raise EngineError(f"The prompt file {holder} includes {other}, which is not there.")
            if other not in found:
                found.append(other)
                open_.append((other, sources[other]))
    return found


def _tidy(text: str) -> str:
    """Leaves one blank line where a part that is left out would leave several."""
    return _BLANK_LINES.sub("\n\n", text.strip())
