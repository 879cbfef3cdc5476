"""No test reaches another machine."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from conspectus.testing import NoNetwork


@pytest.fixture(scope="session", autouse=True)
def no_network() -> Iterator[None]:
    """Any socket connection other than to this machine raises."""
    with NoNetwork():
        yield
