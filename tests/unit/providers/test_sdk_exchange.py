from __future__ import annotations

import subprocess
import sys

import pytest

from conspectus.foundation.errors import ServerFailed, UsageError
from conspectus.providers.sdk_exchange import checked_address, parsed_json


@pytest.mark.parametrize("address", ["https://host.example/v1", "http://127.0.0.1:8000", "http://[::1]:8000/v1"])
def test_addresses_lose_the_slash_at_their_end(address: str) -> None:
    assert checked_address(address + "/") == address
    assert checked_address(address) == address


@pytest.mark.parametrize(
    "address",
    ["", "host.example/v1", "ftp://host.example", "http://", "http://host:port", "http://host:99999", "file:///etc"],
)
def test_what_is_no_address(address: str) -> None:
    with pytest.raises(UsageError, match="no address") as caught:
        checked_address(address)
    assert caught.value.hint


@pytest.mark.parametrize(
    "address",
    ["https://me:secret@host/v1", "https://secret@host/v1", "https://host/v1?key=secret", "https://host/#secret"],
)
def test_an_address_holds_no_secret_and_the_error_does_not_show_it(address: str) -> None:
    with pytest.raises(UsageError) as caught:
        checked_address(address)
    assert "secret" not in str(caught.value) + caught.value.hint


@pytest.mark.parametrize("text", ["", "no json", "{", "[" * 100_000])
def test_what_is_no_json_is_a_failure_of_the_server(text: str) -> None:
    with pytest.raises(ServerFailed):
        parsed_json(text)


def test_json_is_read_from_text_and_bytes() -> None:
    assert parsed_json('{"a": 1}') == parsed_json(b'{"a": 1}') == {"a": 1}


def test_naming_a_provider_imports_no_sdk() -> None:
    """The SDKs take a second or more; who names a model and asks nothing of it does not pay for that."""
    code = (
        "import sys\n"
        "from conspectus.providers import PROVIDERS\n"
        "from conspectus.providers.completion import ProviderOptions\n"
        "options = ProviderOptions(environment={}, base_url='http://127.0.0.1:9/v1')\n"
        "repr(PROVIDERS.get('openai')(options)), repr(PROVIDERS.get('anthropic')(options))\n"
        "assert not {'openai', 'anthropic', 'httpx', 'httpx2'} & set(sys.modules)\n"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


@pytest.mark.parametrize(
    "address", ["http://host/v1\n", "http://ho\nst/v1", "http://host/v 1", "http://host/\tv1", "http://h\x00/"]
)
def test_an_address_has_no_line_breaks_nor_spaces(address: str) -> None:
    with pytest.raises(UsageError, match="no address of the web") as caught:
        checked_address(address)
    assert caught.value.hint
