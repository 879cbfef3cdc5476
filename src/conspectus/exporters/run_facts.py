"""The facts of a run in words, for the foot of a document."""

from __future__ import annotations

from conspectus.domain.run_record import ModelUsage
from conspectus.exporters.csl_styles import ALIASES
from conspectus.exporters.marked_text import unmarked
from conspectus.exporters.rendered_product import RenderedProduct


def run_facts(rendered: RenderedProduct) -> list[tuple[str, str]]:
    """Gives what a reader needs to judge and repeat a run, as (name, value) pairs without empty values."""
    run, style = rendered.product.run, rendered.bibliography.style
    total = sum(seconds for _, seconds in run.seconds)
    facts = [
        ("Run", run.id),
        ("Started", run.started),
        ("Engine", run.engine),
        ("Language model", run.model or "none"),
        ("Embedder", run.embedder),
        ("Seed", str(run.seed)),
        ("Parameters", ", ".join(f"{name} {value}" for name, value in run.parameters if value not in ("", None, []))),
        ("Versions", ", ".join(f"{name} {version}" for name, version in run.versions)),
        ("Time", f"{total:.1f} s" if run.seconds else ""),
        ("Model calls", _calls(run.usage)),
        ("Citation style", f"{style} ({ALIASES[style]})" if style in ALIASES else style),
        (
            "Style made by",
            "the Citation Style Language project (citationstyles.org), licence CC BY-SA 3.0"
            if not style.lower().endswith(".csl")
            else "",
        ),
    ]
    return [(name, unmarked(value)) for name, value in facts if value]


def _calls(usage: ModelUsage) -> str:
    if not usage.calls:
        return ""
    cost = "cost not known" if usage.cost is None else f"{usage.cost:.4f} USD"
    fallen = f"; {usage.fallbacks} tasks went on without the model" if usage.fallbacks else ""
    return f"{usage.calls} ({usage.tokens} tokens, {cost}{fallen})"
