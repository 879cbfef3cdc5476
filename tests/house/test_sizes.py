from __future__ import annotations

import ast
import io
import tokenize

import pytest
from survey import TESTS, Module, functions, modules

MOST_LINES = 500
MOST_CODE_LINES = 80

# Functions that are longer, with their length; the list may only shrink.
RATCHET: dict[str, int] = {}


@pytest.mark.parametrize("module", modules(), ids=lambda m: m.short)
def test_modules_are_short(module: Module) -> None:
    """A module that fits in the head can be changed by someone who has not written it."""
    assert len(module.lines) <= MOST_LINES


def test_tests_are_short() -> None:
    """God-modules grow in tests, too."""
    long = {p.name: n for p in TESTS.rglob("*.py") if (n := len(p.read_text("utf-8").splitlines())) > MOST_LINES}
    assert not long


@pytest.mark.parametrize("module", modules(), ids=lambda m: m.short)
def test_functions_are_short(module: Module) -> None:
    """Eighty lines of code, not counting docstrings, comments and blank lines, are the most one can follow."""
    for function in functions(module):
        name = f"{module.short}:{function.name}"
        assert _code_lines(module, function) <= RATCHET.get(name, MOST_CODE_LINES), name


def test_the_ratchet_names_only_what_is_long() -> None:
    """What has been mended must not grow again."""
    actual = {f"{m.short}:{f.name}": _code_lines(m, f) for m in modules() for f in functions(m)}
    assert all(actual.get(name) == length for name, length in RATCHET.items())


def _code_lines(module: Module, function: ast.FunctionDef | ast.AsyncFunctionDef) -> int:
    docstrings = {
        line
        for node in ast.walk(function)
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)
        for line in range(node.lineno, (node.end_lineno or node.lineno) + 1)
    }
    coded = _lines_with_code(module)
    lines = range(function.lineno, (function.end_lineno or function.lineno) + 1)
    return sum(line in coded and line not in docstrings for line in lines)


_SILENT = (tokenize.COMMENT, tokenize.NL, tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT, tokenize.ENDMARKER)
_cache: dict[str, set[int]] = {}


def _lines_with_code(module: Module) -> set[int]:
    if module.name not in _cache:
        tokens = tokenize.generate_tokens(io.StringIO("\n".join(module.lines) + "\n").readline)
        _cache[module.name] = {
            line for token in tokens if token.type not in _SILENT for line in range(token.start[0], token.end[0] + 1)
        }
    return _cache[module.name]
