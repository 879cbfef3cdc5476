"""DDM JSON: a paper with its trees as conspectus writes it (``domain.ddm_form``), read back to the character."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import replace

from conspectus.domain.ddm_form import SCHEMA, paper_of_ddm
from conspectus.domain.paper import Paper
from conspectus.foundation.errors import InputError
from conspectus.readers.decoding import decode
from conspectus.readers.reading import ReadItem, ReadPaper
from conspectus.readers.sniffing import Head

_OPENING = re.compile(r'\s*\{\s*"schema"\s*:\s*"conspectus\.ddm/\d+"')
_HINT = "Export the paper again with `conspectus show PAPER --format json`."


class DdmJsonReader:
    """Reads the paper of a DDM JSON file; its id and origin are stamped anew."""

    name = "ddm_json"
    label = "DDM JSON"
    is_exact = True

    def recognise(self, head: Head) -> str:
        """Gives why the content is DDM JSON, or "": it names the schema first."""
        return f"names the schema {SCHEMA.partition('/')[0]}" if _OPENING.match(head.text) else ""

    def read(self, data: bytes) -> Iterator[ReadItem]:
        """Yields the paper.

        Raises:
            InputError: The file is no JSON, or its tree does not fit its text.
        """
        yield ReadPaper(paper=replace(paper_from_ddm_json(data), id="", provenance=()), record=1, line=1)


def paper_from_ddm_json(data: bytes) -> Paper:
    """Gives the paper of a DDM JSON file with the id and origin that it has there.

    Raises:
        InputError: The file is no JSON, or its tree does not fit its text.
    """
    try:
        values = json.loads(decode(data).text, parse_constant=_no_number)
        if isinstance(values, dict):
            return paper_of_ddm(values)
    except json.JSONDecodeError as error:
        raise InputError(f"The JSON is broken: line {error.lineno}: {error.msg}.", hint=_HINT) from None
    except InputError:
        raise
    except ValueError as error:
        raise InputError(f"The JSON cannot be read: {error}.", hint=_HINT) from None
    except RecursionError:
        raise InputError("The JSON is nested too deep.", hint=_HINT) from None
    raise InputError("The JSON holds no object.", hint=_HINT)


def _no_number(word: str) -> float:
    raise InputError(f"{word} is no number of JSON.", hint=_HINT)
