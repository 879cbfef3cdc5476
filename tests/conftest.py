"""No test reaches another machine, and programs that tests start find what a user's shell gives them."""

from __future__ import annotations

import signal
from collections.abc import Iterator

import pytest

from conspectus.testing import NoNetwork


@pytest.fixture(scope="session", autouse=True)
def no_network() -> Iterator[None]:
    """Any socket connection other than to this machine raises."""
    with NoNetwork():
        yield


@pytest.fixture(scope="session", autouse=True)
def plain_shell() -> Iterator[None]:
    """Output is buffered, and Ctrl-C ends programs, also where the tests themselves were started in the background."""
    with pytest.MonkeyPatch.context() as patch:
        patch.delenv("PYTHONUNBUFFERED", raising=False)
        before = signal.getsignal(signal.SIGINT)
        if before is signal.SIG_IGN:
            signal.signal(signal.SIGINT, signal.default_int_handler)
        yield
        signal.signal(signal.SIGINT, before)
