"""What the commands that write products share: the format, words or files, and remarks on what was written."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from conspectus.cli.console import Console
from conspectus.cli.model_options import print_bill
from conspectus.foundation.errors import UsageError

if TYPE_CHECKING:
    from conspectus.domain.run_record import Product

_SUFFIXES = {".md": "markdown", ".markdown": "markdown", ".html": "html", ".htm": "html", ".json": "json"}


def chosen_format(named: str | None, as_json: bool, output: Path | None) -> str | None:
    """Gives the format that the options name or the ending of the output means, None for the one that is set.

    Raises:
        UsageError: The options exclude each other, or no format goes with the ending.
    """
    if as_json:
        if named not in (None, "json"):
            raise UsageError(f"--json and --format {named} exclude each other.", hint="Give one of the two.")
        return "json"
    if named is None and output is not None and output.suffix:
        form = _SUFFIXES.get(output.suffix.lower())
        if form is None:
            known = ", ".join(_SUFFIXES)
            raise UsageError(
                f"No format goes with the ending {output.suffix}.", hint=f"Known: {known}; or name one with --format."
            )
        return form
    return named


def exporter_named(name: str) -> Any:
    """Gives the exporter of a format.

    Raises:
        UnknownName: There is no such format.
    """
    from conspectus.exporters import EXPORTERS

    return EXPORTERS.get(name)()


def words_or_file(given: str | None) -> str | None:
    """The user's wishes: the text of the file of that name if there is one, else the words themselves.

    Raises:
        UsageError: The file cannot be read.
    """
    if given is None or not _is_file(given):
        return given
    try:
        return Path(given).read_text("utf-8").strip()
    except (OSError, UnicodeDecodeError) as error:
        raise UsageError(
            f"{given} cannot be read: {error}.", hint="--instructions takes words or a text file."
        ) from None


def _is_file(name: str) -> bool:
    try:
        return Path(name).is_file()
    except (OSError, ValueError):
        return False


def print_remarks(console: Console, product: Product, given: str) -> None:
    """Says in a few lines what was written, what it cost, what is not cited and what went wrong.

    Args:
        console: Where to.
        product: What was written.
        given: From how many papers, in words ("3 references").
    """
    sentences = sum(1 for _ in product.text.sentences())
    seconds = sum(value for _, value in product.run.seconds)
    model = f", {product.run.model}" if product.run.model else ""
    said = "1 sentence cites" if sentences == 1 else f"{sentences} sentences cite"
    console.remark(
        f"{said} {len(product.papers)} of {given} ({seconds:.1f} s); "
        f"seed {product.run.seed}, engine {product.run.engine}{model}."
    )
    print_bill(product.run.usage, dict(product.run.seconds), console)
    by_reason: dict[str, int] = {}
    for left in product.not_cited:
        by_reason[left.reason] = by_reason.get(left.reason, 0) + 1
    for reason, count in by_reason.items():
        console.remark(f"not cited: {count}, {reason}")
    for warning in product.warnings:
        console.problem(f"warning: {warning}")
