from __future__ import annotations

import json

import jsonschema
from ddm_papers import full_paper, papers
from hypothesis import given

from conspectus.domain.paper import Paper
from conspectus.exporters.ddm_json import ddm_json, ddm_schema
from conspectus.readers.ddm_json import paper_from_ddm_json


@given(papers())
def test_a_paper_written_and_read_is_the_same_paper(paper: Paper) -> None:
    assert paper_from_ddm_json(ddm_json(paper).encode("utf-8")) == paper


def test_a_full_paper_written_and_read_is_the_same_paper() -> None:
    assert paper_from_ddm_json(ddm_json(full_paper()).encode("utf-8")) == full_paper()


def test_files_fulfil_the_schema_and_spoilt_ones_do_not() -> None:
    schema = ddm_schema()
    jsonschema.Draft202012Validator.check_schema(schema)
    validator = jsonschema.Draft202012Validator(schema)
    values = json.loads(ddm_json(full_paper()))
    validator.validate(values)
    values["documents"][0]["section"][0]["paragraph"][0]["index"] = 0
    assert not validator.is_valid(values)
