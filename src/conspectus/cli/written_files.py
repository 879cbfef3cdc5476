"""The files that a command writes: nothing of the user's is overwritten, and each is written whole or not at all."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from conspectus.foundation.errors import UnreadableFile, UsageError

if TYPE_CHECKING:
    from conspectus.cli.console import Console
    from conspectus.domain.run_record import Product

_BIB_HEAD = "% The references of a text that conspectus wrote; it may be written again."


def check_writable(output: Path, sources: list[str], library: Path) -> Path:
    """Gives the path of the references beside an output, having made sure that nothing of the user's is overwritten.

    Raises:
        UsageError: The output is a source, lies in the library, or cannot be made.
    """
    if output.is_dir():
        raise UsageError(f"{output} is a folder.", hint="Name a file with -o.")
    if not output.parent.is_dir():
        raise UsageError(f"The folder {output.parent} does not exist.", hint="Make it first, or choose another -o.")
    if output.resolve().is_relative_to(library.resolve()):
        raise UsageError(f"{output} lies in the library.", hint="Choose an -o outside the library folder.")
    if any(_same(output, source) for source in sources):
        raise UsageError(f"{output} is one of the sources and would be overwritten.", hint="Choose another -o.")
    for beside in (output.with_suffix(".bib"), output.with_suffix(".references.bib")):
        if not beside.exists() or (beside.is_file() and beside.read_bytes().startswith(_BIB_HEAD.encode())):
            return beside
    raise UsageError(
        f"{beside} and {output.with_suffix('.bib')} exist and are not ours to overwrite.", hint="Choose another -o."
    )


def _same(output: Path, source: str) -> bool:
    try:
        path = Path(source)
        inside = path.is_dir() and output.resolve().is_relative_to(path.resolve()) and output.exists()
        return inside or (path.exists() and path.resolve() == output.resolve())
    except OSError:
        return False


def give_product(console: Console, product: Product, text: str, output: Path | None, beside: Path | None) -> None:
    """Prints a product's text, or saves it with its references and says where."""
    if output is None or beside is None:
        console.result(text.rstrip("\n"))
        return
    save_product(output, beside, text, product)
    console.result(str(output))
    console.remark(f"The references are in {beside}.")


def save_product(output: Path, beside: Path, text: str, product: Product) -> None:
    """Writes both files whole or not at all."""
    from conspectus.exporters import REFERENCE_EXPORTERS

    references = REFERENCE_EXPORTERS.get("bibtex")().export(product.papers)
    for path, content in ((output, text), (beside, f"{_BIB_HEAD}\n{references}")):
        part = path.with_name(f".{path.name[:200]}.part")
        try:
            part.write_text(content, encoding="utf-8")
            part.replace(path)
        except OSError as error:
            part.unlink(missing_ok=True)
            raise UnreadableFile(f"{path} cannot be written: {error.strerror}.", hint="Choose another -o.") from None
