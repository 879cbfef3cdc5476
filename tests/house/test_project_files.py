from __future__ import annotations

import ast
import re
import tomllib
from fnmatch import fnmatch
from functools import cache
from pathlib import Path

import pytest
from survey import ROOT, SRC, TESTS, Module, imported_names, modules, tracked_files

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
TEXTS = [path for path in tracked_files() if b"\0" not in path.read_bytes()[:4096]]

# Put together here, so that this file does not name what it forbids.
_HOSTS = ("py-pi.org", "python-hosted", "npm-js", "arti-factory")
_FOLDERS = ("wo-rk", "ro-ot", r"ho-me/\w+", r"Use-rs/\w+")
_WORDS = (
    r"(?:this|another|earlier|previous|next) sess-ion",
    r"sub-agents?",
    r"helper sess-ions?",
    r"the br-ief",
    r"coding assist-ant",
    r"acceptance fol-der",
    r"trial_-cases",
)
HOSTS = [host.replace("-", "") for host in _HOSTS]
MACHINE = re.compile(r"(?<![\w.~<])/(?:" + "|".join(_FOLDERS).replace("-", "") + r")(?=/|\b)")
WORKPLACE = re.compile(r"\b(?:" + "|".join(_WORDS).replace("-", "") + r")\b", re.IGNORECASE)
# Parts that no test imports by name, each with the test of the whole that they belong to.
TESTED_WITH_THE_WHOLE = {
    "__main__.py": "tests/house/test_documents.py",
    "workbench/*.py": "tests/journeys/test_library_journey.py",
    "cli/graph.py": "tests/journeys/test_graph_requests.py",
    "web/serving.py": "tests/journeys/test_graph_requests.py",
    "cli/add.py": "tests/journeys/test_library_journey.py",
    "cli/demo.py": "tests/house/test_documents.py",
    "cli/doctor.py": "tests/journeys/test_library_journey.py",
    "cli/options.py": "tests/unit/cli/test_main.py",
    "cli/papers.py": "tests/journeys/test_library_journey.py",
    "cli/reindex.py": "tests/journeys/test_library_journey.py",
    "cli/request_options.py": "tests/house/test_documents.py",
    "cli/product_options.py": "tests/journeys/test_summary_journey.py",
    "cli/write_summary.py": "tests/journeys/test_summary_journey.py",
    "pipelines/paper_summary/summary_run.py": "tests/unit/pipelines/paper_summary/test_summary_pipeline.py",
    "cli/show.py": "tests/journeys/test_library_journey.py",
    "engines/generative/evidence_text.py": "tests/unit/engines/generative/test_relation_extraction.py",
    "engines/generative/paper_entities.py": "tests/unit/engines/generative/test_summary_tasks.py",
    "engines/generative/summary_[rw]*.py": "tests/unit/engines/generative/test_summary_tasks.py",
    "evaluation/topic_pages/*.py": "tests/unit/evaluation/topic_pages/test_run.py",
    "evaluation/benchmarks/*.py": "tests/unit/evaluation/benchmarks/test_loading.py",
    "evaluation/methods/*.py": "tests/unit/evaluation/methods/test_baselines.py",
    "evaluation/metrics/*.py": "tests/unit/evaluation/metrics/test_figures.py",
    "evaluation/table_text.py": "tests/unit/evaluation/test_runner.py",
    "exporters/csl_*.py": "tests/unit/exporters/test_bibliography.py",
    "readers/xml_empty_runs.py": "tests/unit/readers/test_empty_runs.py",
    "providers/asking.py": "tests/unit/providers/test_client.py",
    "providers/object_asking.py": "tests/unit/providers/test_structured_output.py",
    "providers/sending.py": "tests/unit/providers/test_client.py",
    "sources/crossref.py": "tests/unit/sources/test_services.py",
    "sources/semantic_scholar.py": "tests/unit/sources/test_services.py",
    "exporters/exporting.py": "tests/unit/exporters/test_json.py",
    "exporters/graph_*.py": "tests/unit/exporters/test_graph_exporters.py",
    "exporters/html_evidence.py": "tests/unit/exporters/test_html.py",
    "exporters/reference_wording.py": "tests/unit/exporters/test_bibliography.py",
    "exporters/rendered_product.py": "tests/unit/exporters/test_markdown.py",
    "exporters/run_facts.py": "tests/unit/exporters/test_markdown.py",
    "library/migrations/step_*.py": "tests/unit/library/test_migrations.py",
    "library/projections.py": "tests/unit/collection/test_reindex.py",
    "readers/crossref_fields.py": "tests/unit/readers/test_bibtex.py",
    "readers/jats_*.py": "tests/unit/readers/test_jats.py",
    "readers/reference_[fln]*.py": "tests/unit/readers/test_reference_entries.py",
    "readers/tei_*.py": "tests/unit/readers/test_tei.py",
    "readers/medline_record.py": "tests/unit/readers/test_medline.py",
    "readers/pubmed_*.py": "tests/unit/readers/test_pubmed_xml.py",
    "testing/*.py": "tests/contracts/test_contracts_can_fail.py",
}


def test_no_version_is_capped() -> None:
    """A cap keeps users from a fix; a breaking release is found by the gate."""
    needs = [
        *PROJECT["project"]["dependencies"],
        *(need for extra in PROJECT["project"]["optional-dependencies"].values() for need in extra),
    ]
    assert not [need for need in needs if re.search(r"[<~]|==", need)]
    assert re.fullmatch(r">=3\.\d+", PROJECT["project"]["requires-python"])


@pytest.mark.parametrize("path", TEXTS, ids=lambda p: p.relative_to(ROOT).as_posix())
def test_no_file_tells_of_a_place_or_a_machine(path: Path) -> None:
    """What works only where it was written does not work; how it was written is nobody's business."""
    text = path.read_text("utf-8", errors="replace")
    assert not [host for host in HOSTS if host in text]
    assert not MACHINE.findall(text)
    assert not WORKPLACE.findall(text)


def test_what_is_forbidden_would_be_found() -> None:
    """A pattern that matches nothing proves nothing."""
    assert MACHINE.search("see /wo" + "rk/main")
    assert MACHINE.search("cd /ro" + "ot")
    assert not MACHINE.search("a frame/wo" + "rk of and/or")
    assert WORKPLACE.search("in an earlier se" + "ssion")


@pytest.mark.parametrize("module", [m for m in modules() if m.path.name != "__init__.py"], ids=lambda m: m.short)
def test_every_module_is_tested(module: Module) -> None:
    """A module has the test module that mirrors its place, is imported by a test, or is a part that the table names."""
    mirror = TESTS / "unit" / Path(module.short).with_name(f"test_{module.path.name}")
    in_table = any(fnmatch(module.short, pattern) for pattern in TESTED_WITH_THE_WHOLE)
    is_tested = mirror.exists() or module.name in _imported_by_tests() or in_table
    assert is_tested, f"{mirror.relative_to(ROOT)} is missing"


@pytest.mark.parametrize("pattern, test", TESTED_WITH_THE_WHOLE.items())
def test_the_table_of_parts_is_true(pattern: str, test: str) -> None:
    """A row for a module that is gone would hide the next one."""
    assert any(fnmatch(module.short, pattern) for module in modules())
    assert (ROOT / test).is_file()


def test_the_licence_is_the_whole_one() -> None:
    """A shortened licence is another licence."""
    text = (ROOT / "LICENSE").read_text("utf-8")
    assert "Apache License\n                           Version 2.0, January 2004" in text
    assert text.count("\n   ") > 150
    assert "END OF TERMS AND CONDITIONS" in text
    assert "CC BY-SA 3.0" in (ROOT / "NOTICE").read_text("utf-8")


def test_versions_agree() -> None:
    """Three files name the version."""
    version = PROJECT["project"]["version"]
    assert f"\nversion: {version}\n" in (ROOT / "CITATION.cff").read_text("utf-8")
    assert f"## [{version}]" in (ROOT / "CHANGELOG.md").read_text("utf-8")


def test_data_files_are_packaged() -> None:
    """A data file that is not packaged is there in the repository and missing for everyone else."""
    patterns = PROJECT["tool"]["setuptools"]["package-data"]["conspectus"]
    suffixes = {Path(pattern).suffix or pattern for pattern in patterns}
    data = [p for p in tracked_files() if p.is_relative_to(SRC) and p.suffix != ".py"]
    assert data
    assert not [p.name for p in data if p.suffix not in suffixes and p.name not in patterns]


@cache
def _imported_by_tests() -> frozenset[str]:
    trees = [ast.parse(path.read_text("utf-8")) for path in TESTS.rglob("*.py")]
    return frozenset(name for tree in trees for name in imported_names(tree))
