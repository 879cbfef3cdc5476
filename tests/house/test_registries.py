from __future__ import annotations

import ast
from importlib import import_module

import pytest
from survey import modules

from conspectus.cli import COMMANDS
from conspectus.foundation.registry import Registry


def registries() -> list[tuple[str, str]]:
    """Module and name of every registry that a module of the package makes."""
    return [
        (module.name, target.id)
        for module in modules()
        for node in module.tree.body
        if isinstance(node, ast.Assign)
        and isinstance(node.value, ast.Call)
        and ast.unparse(node.value.func) == "Registry"
        for target in node.targets
        if isinstance(target, ast.Name)
    ]


def _registry(module: str, table: str) -> Registry:
    found: Registry = getattr(import_module(module), table)
    return found


def entries() -> list[tuple[str, str, str]]:
    return [(module, table, name) for module, table in registries() for name in _registry(module, table).names()]


def test_the_registries_that_are_promised_exist() -> None:
    """Documents and recipes name them."""
    assert {"READERS", "EXPORTERS", "GRAPH_EXPORTERS", "REFERENCE_EXPORTERS", "ENGINES", "PIPELINES", "REQUESTS",
            "METHODS", "BENCHMARKS", "BENCHMARK_RUNS", "METRICS"} <= {name for _, name in registries()}  # fmt: skip


@pytest.mark.parametrize("module, table, name", entries())
def test_every_registered_name_loads(module: str, table: str, name: str) -> None:
    """A table of strings is checked by no compiler."""
    assert callable(_registry(module, table).get(name))


@pytest.mark.parametrize("module, table", registries())
def test_strangers_come_through_the_same_door(module: str, table: str) -> None:
    """Each registry joins an entry-point group of its own, so that an extension needs no change here."""
    group = _registry(module, table).group
    assert group.startswith("conspectus.")
    assert sum(_registry(m, t).group == group for m, t in registries()) == 1


def test_each_product_has_a_request() -> None:
    """Options, forms and schemas are made from it."""
    pipelines = import_module("conspectus.pipelines")
    assert pipelines.PIPELINES.names() == pipelines.REQUESTS.names()


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_loads(name: str) -> None:
    """`conspectus --help` lists commands without importing them, so a wrong line would go unseen."""
    module, _, attribute = COMMANDS[name][0].partition(":")
    assert getattr(import_module(module), attribute)
