from __future__ import annotations

import ast

import pytest
from survey import Module, modules, public_definitions


@pytest.mark.parametrize("module", modules(), ids=lambda m: m.short)
def test_everything_public_says_what_it_gives(module: Module) -> None:
    """The first line of a docstring is a sentence: it is what editors, `help` and lists show."""
    wrong = []
    for name, node in [("the module", module.tree), *public_definitions(module)]:
        # A command's docstring is its help text, and an overriding method may inherit the contract's.
        text = ast.get_docstring(node)
        first = (text or "").strip().split("\n\n")[0].rstrip()
        if not text:
            wrong.append(f"{name} has none")
        elif not first.endswith((".", ":", "?", "::")) or (
            not first[0].isupper() and not first.startswith(("`", '"', "conspectus"))
        ):
            wrong.append(f"{name} begins with {first.splitlines()[0]!r}")
    assert not wrong
