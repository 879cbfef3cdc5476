"""Writes docs/reference/settings.md from the packaged defaults and their comments.

Run it with ``python tools/write_settings_reference.py``.
"""

from __future__ import annotations

import json
import re
import tomllib
from importlib import resources
from pathlib import Path

from conspectus.foundation.settings import SHORTHANDS

TARGET = Path(__file__).resolve().parents[1] / "docs" / "reference" / "settings.md"
INTRODUCTION = """\
# Settings

This page is made from `src/conspectus/foundation/defaults.toml` by `tools/write_settings_reference.py`.

Later sources win: the packaged defaults, then a TOML file, then the environment, then command options.

- The file is the one that `CONSPECTUS_CONFIG` names, else `conspectus.toml` in the folder for user configuration.
  It has the sections and keys of this table, for instance

  ```toml
  [output]
  style = "ieee"

  [review]
  chunk_size = 4
  ```

- A variable is `CONSPECTUS_<SECTION>_<KEY>`, for instance `CONSPECTUS_OUTPUT_STYLE=ieee`.
- A key or value that is not allowed is an error that names it; nothing is ignored in silence.
- `CONSPECTUS_TRACEBACK=1` prints the traceback of an unexpected error; it is no setting.
- From Python: `load_settings(arguments={"output.style": "ieee"})`.

"""
_LINE = re.compile(r"(?P<key>\w+) *= *(?P<value>\"[^\"]*\"|[^#]*?) *(?:# *(?P<meaning>.*))?$")


def settings_table() -> list[tuple[str, str, str, str]]:
    """Gives (setting, default, variable, meaning) of every setting.

    Raises:
        ValueError: A default has no comment.
    """
    text = (resources.files("conspectus.foundation") / "defaults.toml").read_text("utf-8")
    shorthands = {place: name for name, place in SHORTHANDS.items()}
    values = tomllib.loads(text)
    rows = []
    section = ""
    for line in text.splitlines():
        if line.startswith("["):
            section = line[1 : line.index("]")]
        elif found := _LINE.match(line):
            key = found["key"]
            if not found["meaning"]:
                raise ValueError(f"{section}.{key} has no comment in defaults.toml")
            variable = shorthands.get((section, key), f"CONSPECTUS_{section}_{key}".upper())
            value = values[section][key]
            rows.append((f"{section}.{key}", json.dumps(value).replace("Infinity", "inf"), variable, found["meaning"]))
    return rows


def settings_reference() -> str:
    """Gives the page."""
    lines = ["| setting | default | variable | meaning |", "|---|---|---|---|"]
    lines += [f"| `{name}` | `{value}` | `{variable}` | {text} |" for name, value, variable, text in settings_table()]
    return INTRODUCTION + "\n".join(lines) + "\n"


if __name__ == "__main__":
    TARGET.write_text(settings_reference(), encoding="utf-8")
