from __future__ import annotations

import pytest

from conspectus.cli.console import Console
from conspectus.cli.fetch import print_fetched
from conspectus.collection.fetching import FetchReport


def test_what_is_missing_is_told_twenty_at_most(capsys: pytest.CaptureFixture[str]) -> None:
    report = FetchReport(source="made", added=2, missing=[(str(n), "gone") for n in range(25)], complete=False,
                         found=27, translation="made(x)", warnings=["Odd."])  # fmt: skip
    print_fetched(report, Console())
    out, err = capsys.readouterr()
    assert out == "2 added, 0 merged, 0 unchanged, 25 missing, 0 failed\n"
    assert err.count("gone") == 20
    for said in ("27 found; understood as made(x)", "missing: 5 more", "warning: Odd.", "stopped half way"):
        assert said in err
