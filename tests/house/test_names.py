from __future__ import annotations

import ast
import re

import pytest
from survey import ROOT, Module, functions, modules, public_definitions, table_rows

DRAWERS = {"utils", "util", "helpers", "helper", "common", "misc", "tools", "stuff", "core", "base", "shared"}
GLOSSARY = ROOT / "docs" / "reference" / "glossary.md"


@pytest.mark.parametrize("module", modules(), ids=lambda m: m.short)
def test_no_module_is_a_drawer(module: Module) -> None:
    """What has no home of its own ends in a drawer, and the drawer is imported by everything."""
    assert not DRAWERS & set(module.name.split("."))


@pytest.mark.parametrize("module", [m for m in modules() if not m.short.startswith("cli/")], ids=lambda m: m.short)
def test_only_the_command_line_prints(module: Module) -> None:
    """stdout is data: a print from below would end up in someone's JSON."""
    calls = [node for node in ast.walk(module.tree) if isinstance(node, ast.Call)]
    names = {call.func.id for call in calls if isinstance(call.func, ast.Name)}
    written = {ast.unparse(call.func) for call in calls if isinstance(call.func, ast.Attribute)}
    assert "print" not in names
    assert not {"sys.stdout.write", "sys.stderr.write", "rich.print"} & written


def test_the_glossary_is_complete_and_sorted() -> None:
    """The same word for the same thing everywhere: the glossary decides which."""
    rows = _glossary()
    terms = [row[0].strip("*") for row in rows]
    assert len(terms) >= 15
    assert terms == sorted(terms, key=str.casefold)
    assert all(row[1] for row in rows)


def test_public_names_keep_to_the_glossary() -> None:
    """A synonym in a name makes the reader look for a difference that is not there."""
    forbidden = {word.strip(): row[0].strip("*") for row in _glossary() for word in row[2].split(",") if word.strip()}
    assert "snippet" in forbidden
    found = []
    for module in modules():
        names = module.name.split(".")
        for name, node in public_definitions(module):
            names.extend(name.split("."))
            if isinstance(node, ast.FunctionDef):
                names.extend(a.arg for a in (*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs))
        for name in names:
            found.extend(
                f"{module.short}: {name} says {word!r}; the glossary says {forbidden[word]!r}"
                for word in _words(name)
                if word in forbidden
            )
    assert not sorted(set(found))


CHUNKS_OF_REFERENCES = (
    "pipelines/literature_review/",
    "domain/engine.py",
    "domain/tasks.py",
    "engines/",
    "testing/engine_contract.py",
)
"""Where chunk means what CKMAs mean by it: a few references that are read together."""


def test_a_chunk_is_a_chunk_of_references() -> None:
    """Others say chunk for a stretch of text, which here is a passage."""
    named = {
        module.short
        for module in modules()
        for name, _ in public_definitions(module)
        if "chunk" in name.lower() and not module.short.startswith(CHUNKS_OF_REFERENCES)
    }
    assert not named


# Private functions that take more, with how many; the list may only shrink.
POSITIONAL_RATCHET = {
    "engines/extractive/attribution.py:_authors": 6,
    "engines/extractive/realisation.py:_merge": 6,
    "pipelines/literature_review/pipeline.py:_summaries": 6,
    "pipelines/literature_review/pipeline.py:_write": 6,
    "readers/jats_references.py:_composed": 6,
}


def test_functions_take_few_positional_parameters() -> None:
    """More than five cannot be told apart at the call; the rest are named. Commands take theirs from the user."""
    many = []
    for module in modules():
        if module.short.startswith("cli/"):
            continue
        for function in functions(module):
            names = [a.arg for a in (*function.args.posonlyargs, *function.args.args) if a.arg not in ("self", "cls")]
            name = f"{module.short}:{function.name}"
            if len(names) > POSITIONAL_RATCHET.get(name, 5):
                many.append(f"{name} takes {len(names)}")
    assert not many


def _glossary() -> list[list[str]]:
    return table_rows(GLOSSARY.read_text("utf-8"), "term")


def _words(name: str) -> list[str]:
    """The words of a snake_case or CamelCase name, in lower case and the singular."""
    parts = re.findall(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+", name)
    return [part.lower().removesuffix("s") if len(part) > 3 else part.lower() for part in parts]
