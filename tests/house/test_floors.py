from __future__ import annotations

import ast
import subprocess
import sys
import tomllib
from collections.abc import Iterator

from survey import ROOT, modules


def test_the_floors_point_down() -> None:
    """Where floors are only a habit they sag as the code grows; the contracts are in pyproject.toml.

    Run in a process of its own, since import-linter puts its own notes into the caller's logging.
    """
    code = "import sys; from importlinter.cli import lint_imports; sys.exit(lint_imports(no_cache=True))"
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def test_every_package_stands_on_a_floor() -> None:
    """A package that no floor holds would be free to import anything."""
    contracts = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["importlinter"]["contracts"]
    layers = next(contract for contract in contracts if contract["type"] == "layers")
    floors = {name.strip() for line in layers["layers"] for name in line.split("|")}
    assert layers["exhaustive"]
    assert floors == {module.name.split(".")[1] for module in modules() if "." in module.name}


def test_no_module_imports_itself_round_a_corner() -> None:
    """A cycle of modules makes the order of imports matter; imports inside functions count, type hints do not."""
    known = {module.name for module in modules()}
    edges = {module.name: {target for target in _imports(module.tree, known) if target != module.name}
             for module in modules()}  # fmt: skip
    # Whatever has no imports left is not on a cycle; what remains at the end is.
    while free := [name for name, targets in edges.items() if not targets]:
        for name in free:
            del edges[name]
        for targets in edges.values():
            targets.difference_update(free)
    assert not _on_cycles(edges)


def _imports(tree: ast.Module, known: set[str]) -> Iterator[str]:
    skipped = {
        id(inner)
        for node in ast.walk(tree)
        if isinstance(node, ast.If) and isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING"
        for inner in ast.walk(node)
    }
    for node in ast.walk(tree):
        if id(node) in skipped:
            continue
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names if alias.name in known)
        elif isinstance(node, ast.ImportFrom) and node.module in known:
            for alias in node.names:
                inner = f"{node.module}.{alias.name}"
                yield inner if inner in known else str(node.module)


def _on_cycles(edges: dict[str, set[str]]) -> list[str]:
    def reaches(start: str) -> bool:
        seen: set[str] = set()
        open_ = list(edges[start])
        while open_:
            name = open_.pop()
            if name == start:
                return True
            if name not in seen:
                seen.add(name)
                open_.extend(edges.get(name, ()))
        return False

    return [name for name in edges if reaches(name)]
