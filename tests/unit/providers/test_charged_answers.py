from __future__ import annotations

from pathlib import Path

import pytest
from asked_server import AskedServer, call, models_of, prices_in, said

from conspectus.foundation.errors import LimitReached, ServerFailed
from conspectus.providers.completion import Usage


@pytest.mark.parametrize("turned_down", [False, True])
def test_an_answer_that_was_cut_off_may_be_charged_for(tmp_path: Path, turned_down: bool) -> None:
    server = AskedServer(ServerFailed("It broke off.", turned_down=turned_down), said("They do.", usage=Usage(input=1)))
    # Twice the worst price of $514 is more than $1000, so after an answer that was cut off there is no second try.
    client = models_of(server, max_cost=1000.0, prices_file=prices_in(tmp_path)).for_task("t")
    if turned_down:
        assert client.ask(call()).text == "They do."
    else:
        with pytest.raises(LimitReached, match=r"\$514\.0000 of \$1000 are spent \(up to \$514\.0000"):
            client.ask(call())
    assert len(server.requests) == (2 if turned_down else 1)
