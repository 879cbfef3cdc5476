"""What is meant in what a model wrote: the text without its reasoning, and the first JSON object of an answer.

Only slips whose meaning is certain are mended: commas before a closing bracket, comments, raw line breaks in
strings, Python's names of values, bare keys, and single quotes around words that hold no quotes. Whatever else is
wrong is said, and nothing is guessed: no bracket is closed that the model left open.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from typing import Any

_NAMES = "think|thinking|thought|thoughts|reasoning|reflection|scratchpad"
_OPEN = rf"(?:<(?:{_NAMES})>|\[THINK\]|◁think▷)"
_CLOSE = rf"(?:</(?:{_NAMES})>|\[/THINK\]|◁/think▷)"
_BLOCK = re.compile(rf"{_OPEN}(?:(?!{_OPEN}|{_CLOSE}).)*{_CLOSE}", re.DOTALL | re.IGNORECASE)
_OPEN_TAG = re.compile(_OPEN, re.IGNORECASE)
_CLOSE_TAG = re.compile(_CLOSE, re.IGNORECASE)
# The form of models with channels: what is meant for the reader comes last.
_FINAL = re.compile(r"<\|channel\|>final[^<]*<\|message\|>")

# A brace of chatter ("the set {a, b}") is followed by neither a key nor its end.
_OBJECT = re.compile(r"\{(?=\s*(?:[\"'}]|//|/\*|[A-Za-z_]\w*\s*:))")
_TOKEN = re.compile(
    r"""(?P<string>"(?:[^"\\]|\\.)*")|(?P<single>'[^'"\\\n]*')|(?P<comment>//[^\n]*|/\*.*?\*/)"""
    r"""|(?P<number>-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?)|(?P<space>[\s\u00a0\ufeff]+)|(?P<word>[A-Za-z_]\w*)|(?P<other>.)""",
    re.DOTALL,
)
_VALUES = {"True": "true", "False": "false", "None": "null"}


@dataclass(frozen=True, slots=True, kw_only=True)
class AnswerObject:
    """The first JSON object of an answer, or what is wrong with it in words.

    ``text`` is JSON as it was read, after mending. ``unclosed`` says that the answer broke off.
    """

    value: dict[str, Any] | None = None
    text: str = ""
    problem: str = ""
    unclosed: bool = False


def without_reasoning(text: str) -> str:
    """Gives what a model wrote for its reader: no reasoning block, whether its start or its end is marked or both.

    Example:
        >>> without_reasoning("<think>Short, then.</think> Bees dance.")
        'Bees dance.'
    """
    text = _after_last_close(text)
    opened = _OPEN_TAG.search(text)
    return (text[: opened.start()] if opened else text).strip()


def answer_object(text: str) -> AnswerObject:
    """Gives the first balanced JSON object of an answer; never raises.

    Reasoning, Markdown fences and chatter around it are passed over, also reasoning whose end is not marked.
    """
    kept = _after_last_close(text)
    found = _first_object(kept)
    if found.value is None and not found.unclosed and kept != text:
        # A reasoning mark inside a string of the object, or an object inside a block that should be outside.
        found = _better(found, _first_object(text))
    if found.value is None and not found.unclosed:
        found = _better(found, _object_in_string(kept))
    return found


def _better(first: AnswerObject, second: AnswerObject) -> AnswerObject:
    return first if second.value is None else second


def _after_last_close(text: str) -> str:
    """The text without whole blocks, and from the end of a block whose start is not marked."""
    finals = list(_FINAL.finditer(text))
    if finals:
        text = text[finals[-1].end() :]
    text = _BLOCK.sub(" ", text)
    closes = list(_CLOSE_TAG.finditer(text))
    return text[closes[-1].end() :] if closes else text


def _object_in_string(text: str) -> AnswerObject:
    """An object that the model wrote as a JSON string, with its quotes escaped."""
    stripped = text.strip()
    if not (stripped.startswith('"') and stripped.endswith('"')):
        return AnswerObject()
    try:
        inner = json.loads(stripped)
    except (ValueError, RecursionError):
        return AnswerObject()
    return _first_object(inner) if isinstance(inner, str) else AnswerObject()


def _first_object(text: str) -> AnswerObject:
    place, first_problem = 0, "It holds no JSON object."
    said = False
    while (opening := _OBJECT.search(text, place)) is not None:
        end = _balanced_end(text, opening.start())
        if end is None:
            if said:
                break
            return AnswerObject(problem="The JSON object is not closed: the answer broke off.", unclosed=True)
        value, mended, problem = _parsed(text[opening.start() : end])
        if value is not None:
            return AnswerObject(value=value, text=mended)
        if not said:
            said, first_problem = True, f"The JSON object cannot be read: {problem}."
        # Parts of a broken object are no answer: look behind it.
        place = end
    return AnswerObject(problem=first_problem)


# What decides on the nesting, and escapes, which hide a quotation mark.
_STRUCTURE = re.compile(r'["{}\[\]]|\\.?', re.DOTALL)


def _balanced_end(text: str, start: int) -> int | None:
    """Where the object that opens at ``start`` ends; brackets in strings do not count."""
    depth, in_string = 0, False
    for found in _STRUCTURE.finditer(text, start):
        sign = found.group()
        if sign == '"':
            in_string = not in_string
        elif in_string or sign[0] == "\\":
            continue
        elif sign in "{[":
            depth += 1
        else:
            depth -= 1
            if depth == 0:
                return found.end()
    return None


def _parsed(text: str) -> tuple[dict[str, Any] | None, str, str]:
    """The value, the JSON it was read from, and the problem, of a balanced piece of text."""
    problem = ""
    for mend in (False, True):
        try:
            form = _mended(text) if mend else text
            value = json.loads(form, strict=False, parse_constant=_no_constant)
            # What JSON cannot say (a half of a surrogate pair, say) is not an answer, either.
            written = json.dumps(value, ensure_ascii=False)
            written.encode("utf-8")
        except (ValueError, RecursionError) as error:
            problem = problem or _in_words(error)
        else:
            return (value, written, "") if isinstance(value, dict) else (None, "", "it is not an object")
    return None, "", problem


def _no_constant(name: str) -> Any:
    raise ValueError(f"{name} is no JSON value")


def _in_words(error: Exception) -> str:
    if isinstance(error, json.JSONDecodeError):
        return f"{error.msg} at line {error.lineno}, column {error.colno}"
    if isinstance(error, RecursionError):
        return "it is nested too deeply"
    if isinstance(error, UnicodeError):
        return "it holds half a character"
    return str(error)


def _mended(text: str) -> str:
    """The text with certain slips put right; what is uncertain is left, and json will say so."""
    found = [(match.lastgroup, match.group()) for match in _TOKEN.finditer(text)]
    tokens = [(kind, piece) for kind, piece in found if kind not in ("comment", "space")]
    pieces: list[str] = []
    for position, (kind, piece) in enumerate(tokens):
        before = tokens[position - 1][1] if position else ""
        after = tokens[position + 1][1] if position + 1 < len(tokens) else ""
        if kind == "single":
            pieces.append(json.dumps(piece[1:-1], ensure_ascii=False))
        elif kind == "word":
            is_key = after == ":" and before in ("{", ",")
            pieces.append(json.dumps(piece) if is_key else _VALUES.get(piece, piece))
        elif not (piece == "," and after in ("}", "]") and before not in ("{", "[", ",")):
            pieces.append(piece)
    # With a space between them, no two tokens become one that the model did not write.
    return " ".join(pieces)
