"""What the house tests look at: the files of the project and the syntax of its modules."""

from __future__ import annotations

import ast
import shutil
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
SRC = ROOT / "src"
PACKAGE = SRC / "conspectus"
TESTS = ROOT / "tests"
Definition = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef


@dataclass(frozen=True)
class Module:
    """A module of the package: its dotted name, file, lines and syntax tree."""

    name: str
    path: Path
    lines: tuple[str, ...]
    tree: ast.Module

    @property
    def short(self) -> str:
        return self.path.relative_to(PACKAGE).as_posix()


@cache
def modules() -> tuple[Module, ...]:
    """Every module of the package."""
    return tuple(_module(path) for path in sorted(PACKAGE.rglob("*.py")))


@cache
def tracked_files() -> tuple[Path, ...]:
    """The files that belong to the project: those that git holds or would take in, else all outside hidden folders."""
    if (ROOT / ".git").exists() and shutil.which("git"):
        listed = subprocess.run(
            ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
            cwd=ROOT,
            capture_output=True,
            check=True,
        ).stdout.decode("utf-8")
        paths = [ROOT / name for name in listed.split("\0") if name]
    else:
        paths = [p for p in ROOT.rglob("*") if not any(part.startswith(".") for part in p.relative_to(ROOT).parts)]
    return tuple(path for path in sorted(paths) if path.is_file() and "__pycache__" not in path.parts)


def public_definitions(module: Module) -> Iterator[tuple[str, Definition]]:
    """Yields the public classes, functions and methods of a module with their names."""
    yield from _public(module.tree.body, "")


def functions(module: Module) -> Iterator[ast.FunctionDef | ast.AsyncFunctionDef]:
    """Yields every function and method of a module, nested ones too."""
    for node in ast.walk(module.tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            yield node


def imported_names(tree: ast.AST) -> set[str]:
    """The dotted names of modules and attributes that a tree imports, at any depth."""
    found: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            found.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            found.add(node.module)
            found.update(f"{node.module}.{alias.name}" for alias in node.names)
    return found


def table_rows(text: str, heading: str) -> list[list[str]]:
    """The body rows of the first Markdown table whose first head cell is ``heading``, as lists of cells."""
    rows: list[list[str]] = []
    inside = False
    for line in text.splitlines():
        cells = [cell.strip() for cell in line.strip().strip("|").replace(r"\|", "\0").split("|")]
        if line.startswith("|") and cells[0] == heading:
            inside = True
        elif inside and not line.startswith("|"):
            break
        elif inside and not set(line) <= set("|-: "):
            rows.append([cell.replace("\0", "|") for cell in cells])
    return rows


def _module(path: Path) -> Module:
    text = path.read_text("utf-8")
    parts = list(path.relative_to(SRC).with_suffix("").parts)
    if parts[-1] == "__init__":
        parts.pop()
    return Module(".".join(parts), path, tuple(text.splitlines()), ast.parse(text))


def _public(body: list[ast.stmt], prefix: str) -> Iterator[tuple[str, Definition]]:
    for node in body:
        if isinstance(node, Definition) and not node.name.startswith("_"):
            yield prefix + node.name, node
            if isinstance(node, ast.ClassDef):
                yield from _public(node.body, f"{prefix}{node.name}.")
