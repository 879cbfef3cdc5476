from __future__ import annotations

import ast
import subprocess
import sys

import pytest
from survey import PACKAGE, Module, imported_names, modules

import conspectus

MOST = 30


def test_the_list_is_sorted_and_short() -> None:
    """A public name is a promise; few promises can be kept for long."""
    assert conspectus.__all__ == sorted(set(conspectus.__all__))
    assert len(conspectus.__all__) <= MOST


def test_every_name_is_exported_lazily_and_known_to_type_checkers() -> None:
    """The list, the table of homes and the TYPE_CHECKING block say the same: nothing leaks, nothing is forgotten."""
    tree = ast.parse((PACKAGE / "__init__.py").read_text("utf-8"))
    blocks = [n for n in tree.body if isinstance(n, ast.If) and ast.unparse(n.test) == "TYPE_CHECKING"]
    hinted = {alias.asname: node.module for node in blocks[0].body if isinstance(node, ast.ImportFrom)
              for alias in node.names}  # fmt: skip
    assert hinted == conspectus._HOMES
    assert list(conspectus._HOMES) == conspectus.__all__


@pytest.mark.parametrize("name", conspectus.__all__)
def test_each_name_is_there_and_has_a_docstring(name: str) -> None:
    """`help(conspectus.<name>)` must help. Registries document themselves at their class."""
    value = getattr(conspectus, name)
    assert value.__doc__
    assert name in dir(conspectus)


def test_an_unknown_name_is_an_attribute_error() -> None:
    """`hasattr` and `from conspectus import x` rely on it."""
    with pytest.raises(AttributeError, match="no attribute 'summon'"):
        conspectus.summon  # noqa: B018
    with pytest.raises(ImportError):
        from conspectus import summon  # noqa: F401


@pytest.mark.parametrize("module", [m for m in modules() if m.name != "conspectus"], ids=lambda m: m.short)
def test_nothing_inside_imports_from_the_root(module: Module) -> None:
    """An import from the root loads by table what floors are meant to order."""
    names = imported_names(module.tree)
    assert "conspectus" not in names


def test_the_example_of_the_package_runs() -> None:
    """The first code that a developer reads."""
    done = subprocess.run(
        [sys.executable, "-c", "import doctest, conspectus; print(doctest.testmod(conspectus))"],
        capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert done.stdout.startswith("TestResults(failed=0, attempted=5"), done.stdout
