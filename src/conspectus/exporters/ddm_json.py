"""A paper with all its texts as DDM JSON; the schema is ``schemas/ddm.schema.json`` in this package."""

from __future__ import annotations

import json
from importlib.resources import files
from typing import Any

from conspectus.domain.ddm_form import ddm_values
from conspectus.domain.paper import Paper

SUFFIX = ".ddm.json"


def ddm_json(paper: Paper) -> str:
    """Gives the paper as indented JSON; read back, it is the same paper to the character (``domain.ddm_form``)."""
    return json.dumps(ddm_values(paper), ensure_ascii=False, indent=1, allow_nan=False) + "\n"


def ddm_schema() -> dict[str, Any]:
    """Gives the JSON Schema (draft 2020-12) that every DDM JSON file fulfils."""
    text = (files("conspectus.exporters") / "schemas" / "ddm.schema.json").read_text(encoding="utf-8")
    schema: dict[str, Any] = json.loads(text)
    return schema
