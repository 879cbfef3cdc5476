from __future__ import annotations

import re
import runpy
import tomllib
from importlib.metadata import version
from pathlib import Path
from typing import Any, get_args

import pytest
from survey import PACKAGE, ROOT, modules, table_rows, tracked_files

from conspectus.cli import COMMANDS
from conspectus.evaluation import BENCHMARK_RUNS
from conspectus.evaluation.benchmarks import BENCHMARKS
from conspectus.exporters.json import product_object
from conspectus.foundation.errors import UsageError
from conspectus.pipelines import REQUESTS
from conspectus.pipelines.literature_review.ablations import check_ablations
from conspectus.pipelines.literature_review.request import Ablation, ReviewRequest
from conspectus.testing import made_product

DOCS = ROOT / "docs"
PAGES = [path for path in tracked_files() if path.suffix == ".md" and not path.is_relative_to(PACKAGE)]
EXAMPLES = sorted((DOCS / "examples").glob("*.py"))
FOUND = table_rows((ROOT / "ARCHITECTURE.md").read_text("utf-8"), "what")


def tool(name: str) -> dict[str, Any]:
    return runpy.run_path(str(ROOT / "tools" / f"{name}.py"), run_name="tool")


def test_the_where_is_table_is_there() -> None:
    """A newcomer's first question is where something is."""
    assert len(FOUND) >= 40
    what = " ".join(row[0] for row in FOUND)
    assert all(word in what for word in ("router", "ROUGE", "minigraph", "passage", "PubMed XML", "quote"))


@pytest.mark.parametrize("row", FOUND, ids=lambda row: row[0])
def test_where_is_it(row: list[str]) -> None:
    """A map that is wrong is worse than none."""
    path, name = (cell.strip("`") for cell in row[1:])
    text = (ROOT / path).read_text("utf-8")
    defined = re.compile(rf"(?:def|class) {re.escape(name)}\b|^{re.escape(name)}\b", re.MULTILINE)
    assert defined.search(text) if path.endswith(".py") else name in text


@pytest.mark.parametrize("page", PAGES, ids=lambda p: p.relative_to(ROOT).as_posix())
def test_links_lead_somewhere(page: Path) -> None:
    """Links between pages break whenever one is moved."""
    text = re.sub(r"```.*?```", "", page.read_text("utf-8"), flags=re.DOTALL)
    for target in re.findall(r"\]\(([^)\s]+)\)", text):
        if target.startswith(("http://", "https://", "#")):
            continue
        path, _, anchor = target.partition("#")
        file = (page.parent / path).resolve()
        assert file.exists(), target
        if anchor:
            heads = re.findall(r"^#+ (.+)$", file.read_text("utf-8"), flags=re.MULTILINE)
            assert anchor in {re.sub(r"[^\w -]", "", head).strip().lower().replace(" ", "-") for head in heads}


@pytest.mark.parametrize("page", PAGES, ids=lambda p: p.relative_to(ROOT).as_posix())
def test_files_that_pages_name_exist(page: Path) -> None:
    """A path in a page is an instruction."""
    text = page.read_text("utf-8")
    named = re.findall(r"`((?:src/conspectus|docs|tests|tools|benchmarks)/[\w./-]+\.\w+)`", text)
    assert not [name for name in named if "my_" not in name and not (ROOT / name).exists()]


def test_settings_are_documented() -> None:
    """The page is made by a program; whoever adds a setting runs it again."""
    made = tool("write_settings_reference")
    assert (DOCS / "reference" / "settings.md").read_text("utf-8") == made["settings_reference"]()
    defaults = tomllib.loads((PACKAGE / "foundation" / "defaults.toml").read_text("utf-8"))
    rows = table_rows((DOCS / "reference" / "settings.md").read_text("utf-8"), "setting")
    assert {row[0].strip("`") for row in rows} == {f"{s}.{key}" for s, keys in defaults.items() for key in keys}
    assert all(row[3] for row in rows)


def test_every_setting_is_used() -> None:
    """A setting that nothing reads promises what does not happen."""
    defaults = tomllib.loads((PACKAGE / "foundation" / "defaults.toml").read_text("utf-8"))
    code = "\n".join("\n".join(m.lines) for m in modules() if not m.short.startswith(("foundation/", "__init__")))
    unused = [
        f"{section}.{key}"
        for section, keys in defaults.items()
        for key in keys
        if f"{section}.{key}" not in code
        and f"{section}__{key}" not in code
        and not (section in REQUESTS.names() and key in REQUESTS.get(section).model_fields)
    ]
    assert not unused


def test_commands_are_documented() -> None:
    """Help texts are copied by the program; another typer lays them out in another way."""
    made = tool("write_command_reference")
    page = (DOCS / "reference" / "commands.md").read_text("utf-8")
    for words in made["commands"]():
        assert f"## {' '.join(('conspectus', *words))}\n" in page
        for option in re.findall(r"--[a-z][\w-]+", made["help_of"](words)):
            assert option in page
    if f"(typer {version('typer')})" in page:
        assert page == made["command_reference"]()


def test_ablations_are_documented() -> None:
    """A switch whose effect is not told is a guess."""
    page = (DOCS / "reference" / "ablations.md").read_text("utf-8")
    rows = table_rows(page, "switch")
    assert [row[0].strip("`") for row in rows] == list(get_args(Ablation))
    assert all(row[2] for row in rows)


@pytest.mark.parametrize(
    "ablate, references",
    [
        (["scientific", "kmca"], 9), (["volume", "kmca"], 9), (["iterative", "kmca"], 9),
        (["chunk-summary", "mpsa"], 9), (["permutation", "mpsa"], 9), (["router", "mpsa"], 9),
        (["iterative"], 3), (["router", "permutation"], 9),
    ],
)  # fmt: skip
def test_what_the_page_calls_refused_is_refused(ablate: list[str], references: int) -> None:
    """An ablation that changes nothing would be reported as one that costs nothing."""
    request = ReviewRequest.model_validate({"ablate": ablate})
    with pytest.raises(UsageError):
        check_ablations(request, references=references)


def test_the_keys_of_a_product_are_documented() -> None:
    """Scripts rely on them."""
    text = (DOCS / "reference" / "json.md").read_text("utf-8")
    product = product_object(made_product(), style="apa")
    sentence = product["sections"][0]["sentences"][0]
    relation = product["graph"]["relations"][0]
    for keys in (
        product,
        sentence,
        sentence["citations"][0],
        product["run"],
        relation,
        product["graph"]["concepts"][0],
    ):
        assert not [key for key in keys if not re.search(rf"[`{{, ]{key}[`}}, ]", text)]


def test_benchmarks_are_documented() -> None:
    """Data are found by the name of their set."""
    text = (DOCS / "how-to" / "run-the-evaluation.md").read_text("utf-8")
    assert not [name for name in (*BENCHMARKS.names(), *BENCHMARK_RUNS.names()) if f"`{name}`" not in text]


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda p: p.stem)
def test_examples_run(example: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Any) -> None:
    """What a reader copies must work."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("CONSPECTUS_CONFIG", str(tmp_path / "none.toml"))
    (tmp_path / "none.toml").write_text("")
    runpy.run_path(str(example), run_name="__main__")
    assert capsys.readouterr().out


def test_the_tour_in_the_readme_is_real() -> None:
    """The first thing that people see must be what they get; tools/write_readme_tour.py makes it."""
    readme = (ROOT / "README.md").read_text("utf-8")
    assert readme == tool("write_readme_tour")["tour"](readme)


def test_the_readme_names_commands_that_exist() -> None:
    """A first command that fails is the last."""
    pages = [ROOT / "README.md", *DOCS.rglob("*.md")]
    for page in pages:
        for block in re.findall(r"```(?:sh|console)\n(.*?)```", page.read_text("utf-8"), flags=re.DOTALL):
            for name in re.findall(r"^(?:\$ )?conspectus ([a-z]+)", block, flags=re.MULTILINE):
                assert name in COMMANDS, f"{page.name}: {name}"


def test_the_changelog_keeps_its_form() -> None:
    """Keep a Changelog: newest first, dates by ISO 8601, the six kinds of change."""
    text = (ROOT / "CHANGELOG.md").read_text("utf-8")
    heads = re.findall(r"^## (.+)$", text, flags=re.MULTILINE)
    assert heads[0] == "[Unreleased]"
    assert all(re.fullmatch(r"\[\d+\.\d+\.\d+\](?: - \d{4}-\d\d-\d\d)?", head) for head in heads[1:])
    kinds = re.findall(r"^### (.+)$", text, flags=re.MULTILINE)
    assert set(kinds) <= {"Added", "Changed", "Deprecated", "Removed", "Fixed", "Security"}


def test_decisions_are_numbered_and_listed() -> None:
    """A record that is in no list is not found."""
    records = sorted((DOCS / "decisions").glob("0*.md"))
    listed = (DOCS / "decisions" / "README.md").read_text("utf-8")
    for number, record in enumerate(records, 1):
        assert record.name.startswith(f"{number:04d}-")
        assert f"({record.name})" in listed
        text = record.read_text("utf-8")
        assert text.startswith(f"# {number}. ")
        assert all(f"\n## {part}\n" in text for part in ("Decision", "Why", "Cost"))
