"""A made-up scholar: answers the prompts of conspectus by rules, always the same way, so that no model is needed.

It reads a prompt as a model does: the sentences in the fences, their handles, the number of words. What it writes is
plain but valid: a minigraph of words that stand in the sentences, or a text that cites every reference. Tests, the
local server and the provider ``scripted:scholar`` answer with it.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise, zip_longest
from typing import Any

from conspectus.foundation.text.tokens import STOPWORDS
from conspectus.providers.completion import CompletionRequest

_FENCE = re.compile(
    r"^<<<(?P<name>\w+) (?P<nonce>[0-9a-f]{8})\n(?P<content>.*?)\n(?P=nonce) (?P=name)>>>$", re.M | re.S
)
_REFERENCE = re.compile(r"^reference \d+: (?P<label>.*), (?P<number>plural|singular) verb\.", re.MULTILINE)
_LINE = re.compile(r"^\[(p\d+)\] (.+)$", re.MULTILINE)
_CITED_AS = re.compile(r"^cited as (.+)$", re.MULTILINE)
_HANDLE = re.compile(r"\[((?:p\d+)(?:, p\d+)*)\]")
_PAPER = re.compile(r"^paper \d+: .*$", re.MULTILINE)
_SENTENCES = re.compile(r"(\d+) to (\d+) sentences")
_OPEN_QUESTION = re.compile(
    r"\b(?:further|future)\b.*\b(?:needed|required|warranted|should)\b|\bremains? (?:open|un\w+)\b", re.IGNORECASE
)
_MOST_WORDS = re.compile(r"at most (\d+) words")
_MOST_RELATIONS = re.compile(r"at most (\d+) relations")
_RELATION_LINE = re.compile(r"^(?P<head>.+?) -(?P<kind>[A-Z][A-Za-z-]+)→ (?P<tail>.+)$", re.MULTILINE)
_SPEAKS = re.compile(
    r"^(?:In this (?:paper|work|report|study),? )?(?:we|this (?:paper|work|report|study|article)|it)\s+"
    r"(?P<verb>propose|present|introduce|describe|develop|compare|study|show|investigate|report|find|link|use|offer)s?\s+",
    re.IGNORECASE,
)
_WORD = re.compile(r"[A-Za-z][A-Za-z-]*[A-Za-z]")
_TYPES = (
    ("Metric", ("recall", "precision", "accuracy", "score", "rate", "error", "f1", "rouge")),
    ("Material", ("data", "dataset", "corpus", "reports", "collection", "records", "benchmark", "abstracts")),
    ("Method", ("retriever", "encoder", "model", "graph", "protocol", "method", "network", "algorithm", "system",
                "encoders", "models", "approach", "framework", "search")),
    ("Task", ("retrieval", "synthesis", "questions", "summarization", "screening", "extraction", "classification",
              "generation", "detection", "analysis")),
)  # fmt: skip
_LEAST_WORDS = 4
_LONGEST_NAME = 3


@dataclass(frozen=True, slots=True, kw_only=True)
class _Reference:
    plural: bool
    sentences: tuple[tuple[str, str], ...]


def answer(request: CompletionRequest) -> str:
    """Gives the text that answers a request: JSON where a schema is given or relations are wanted, else prose."""
    content = "\n".join(message.content for message in request.messages if message.role == "user")
    system = "\n".join(message.content for message in request.messages if message.role == "system")
    fences = [(found["name"], found["content"]) for found in _FENCE.finditer(content)]
    if '"relations"' in system:
        return _minigraph(system, fences)
    if request.schema is not None:
        return json.dumps(_smallest(request.schema, request.schema), ensure_ascii=False)
    papers = [text for name, text in fences if name == "papers"]
    if papers:
        bounds = _SENTENCES.findall(content)
        return _topic_page(papers[-1], *(map(int, bounds[-1]) if bounds else (5, 8)))
    limits = _MOST_WORDS.findall(content)
    references = [reference for name, text in fences if name == "references" for reference in _references(text, fences)]
    return _prose(references, int(limits[-1]) if limits else 116) if references else "OK."


def _references(text: str, fences: Sequence[tuple[str, str]]) -> Iterator[_Reference]:
    """The references of a fence; those that drafts cite have the sentences of the drafts."""
    drafts = {
        handle: _HANDLE.sub("", sentence).strip()
        for name, content in fences
        if name == "drafts"
        for sentence in re.split(r"(?<=\.)\s+|\n", content)
        for group in _HANDLE.findall(sentence)
        for handle in group.split(", ")
    }
    starts = [*_REFERENCE.finditer(text)]
    for found, following in zip_longest(starts, starts[1:]):
        block = text[found.end() : following.start() if following else len(text)]
        cited = [handle for group in _CITED_AS.findall(block) for handle in re.findall(r"p\d+", group)]
        sentences = [(handle, drafts.get(handle, "")) for handle in cited] or _LINE.findall(block)
        yield _Reference(plural=found["number"] == "plural", sentences=tuple(sentences))


def _topic_page(text: str, least: int, most: int) -> str:
    """A definition, a finding of each paper, and the open question of the last one that names one."""
    starts = [*_PAPER.finditer(text)]
    papers = [
        _LINE.findall(text[found.end() : following.start() if following else len(text)])
        for found, following in zip_longest(starts, starts[1:])
    ]
    papers = [sentences for sentences in papers if sentences]
    if not papers:
        return "OK."
    # The last sentence of each paper first, then, where papers are few, those before it.
    told = [sentences[-place] for place in (1, 2, 3) for sentences in papers if len(sentences) >= place]
    kept = told[: min(most, max(least, len(papers)))]
    questions = [item for sentences in papers for item in sentences if _OPEN_QUESTION.search(item[1])]
    future = _told(questions[-1]) if questions else "No open question is named."
    return "\n\n".join((f"{_plain(papers[0][0][1])}.", " ".join(map(_told, kept)), future))


def _told(item: tuple[str, str]) -> str:
    return f"{_plain(item[1])} [{item[0]}]."


def _plain(text: str) -> str:
    """A sentence of a paper without those who say it."""
    text = re.sub(r"\bour\b", "their", text.rstrip(" .!?"))
    found = _SPEAKS.match(text)
    return f"There are papers that {found['verb'].lower()} {text[found.end() :]}" if found else text


def _prose(references: Sequence[_Reference], words: int) -> str:
    share = words // len(references)
    if share < _LEAST_WORDS:
        handles = ", ".join(reference.sentences[0][0] for reference in references)
        first = references[0].sentences[0][1]
        return f"All concern {next(_phrases(first), _cut(first, 2)).lower()} [{handles}]."
    return " ".join(sentence for reference in references for sentence in _sentences(reference, share))


def _sentences(reference: _Reference, share: int) -> Iterator[str]:
    """What a reference contributes, then what else its share of the words has room for."""
    spoken = [item for item in reference.sentences if _SPEAKS.match(item[1])]
    first = (spoken or reference.sentences)[0]
    yield _sentence(first, share, plural=reference.plural)
    left = share - len(first[1].split())
    for item in reference.sentences:
        if item != first and (left := left - len(item[1].split())) >= 0:
            yield _sentence(item, share, plural=reference.plural)


def _sentence(item: tuple[str, str], share: int, *, plural: bool) -> str:
    handle, text = item[0], re.sub(r"\bour\b", "their", item[1].rstrip(" .!?"))
    found = _SPEAKS.match(text)
    if found:
        verb = found["verb"].lower()
        verb = verb if plural else "studies" if verb == "study" else f"{verb}s"
        return f"[{handle}] {verb} {_cut(text[found.end() :], share - 1)}."
    if text[:1].islower():
        return f"[{handle}] {_cut(text, share)}."
    return f"{_cut(text, share) or 'There is more'} [{handle}]."


def _cut(text: str, words: int) -> str:
    """The first words of a text, not ending in one that wants another behind it."""
    kept = text.split()
    if len(kept) > words:
        kept = kept[: max(1, words)]
        while len(kept) > 1 and kept[-1].lower().strip(",;:") in STOPWORDS:
            kept.pop()
    return " ".join(kept).rstrip(" ,;:")


def _minigraph(system: str, fences: Sequence[tuple[str, str]]) -> str:
    most = _MOST_RELATIONS.findall(system)
    typed = "Used-for" in system
    names: dict[str, None] = {}
    relations: dict[tuple[str, str, str], dict[str, Any]] = {}

    def relate(head: str, relation: str, tail: str, evidence: list[str]) -> None:
        names.update({head: None, tail: None})
        item = {"head": head, "relation": relation, "tail": tail, "evidence": evidence}
        relations.setdefault((head.lower(), relation, tail.lower()), item)

    for name, content in fences:
        for found in _RELATION_LINE.finditer(content) if name == "relations" else ():
            relate(found["head"], found["kind"], found["tail"], [])
    for name, content in fences:
        for handle, text in _LINE.findall(content) if name == "references" else ():
            for head, tail in pairwise(dict.fromkeys(_phrases(text))):
                if head.lower() != tail.lower():
                    relate(head, "Used-for" if typed else "goes with", tail, [handle])
    kept = list(relations.values())[: int(most[-1]) if most else None]
    concepts = [{"name": name, "type": _type(name)} if typed else {"name": name} for name in names]
    return json.dumps({"concepts": concepts, "relations": kept}, ensure_ascii=False)


def _phrases(text: str) -> Iterator[str]:
    """Runs of two or three words that carry content, as they stand in the text."""
    run: list[str] = []
    last = 0
    for found in [*_WORD.finditer(text), None]:
        joined = found is not None and text[last : found.start()] in ("", " ")
        if run and (found is None or not joined or found.group().lower() in STOPWORDS):
            if 2 <= len(run) <= _LONGEST_NAME:
                yield " ".join(run)
            run = []
        if found is not None:
            last = found.end()
            if found.group().lower() not in STOPWORDS and not _SPEAKS.match(f"we {found.group()} "):
                run.append(found.group())


def _type(name: str) -> str:
    last = name.split()[-1].lower()
    return next((kind for kind, endings in _TYPES if last in endings), "OtherScientificTerm")


def _smallest(schema: Mapping[str, Any], root: Mapping[str, Any]) -> Any:
    """The smallest value that a JSON Schema allows, as far as it uses the plain keywords."""
    if "$ref" in schema:
        target: Any = root
        for step in str(schema["$ref"]).removeprefix("#/").split("/"):
            target = target[step]
        return _smallest(target, root)
    for choice in ("const", "default"):
        if choice in schema:
            return schema[choice]
    if schema.get("enum"):
        return schema["enum"][0]
    for several in ("anyOf", "oneOf", "allOf"):
        if schema.get(several):
            return _smallest(schema[several][0], root)
    kind = schema.get("type", "object" if "properties" in schema else "null")
    if kind == "object":
        properties = schema.get("properties", {})
        return {name: _smallest(properties[name], root) for name in schema.get("required", properties)}
    if kind == "array":
        return [_smallest(schema.get("items", {}), root)] * int(schema.get("minItems", 0))
    least = schema.get("minimum", 0)
    return {"string": "OK", "integer": int(least), "number": float(least), "boolean": True}.get(kind)
