from __future__ import annotations

from conspectus.providers import PROVIDERS
from conspectus.providers.keys import is_loopback
from conspectus.providers.services import SERVICES


def test_every_service_is_registered_and_has_a_variable_of_its_own() -> None:
    assert set(SERVICES) <= set(PROVIDERS.names())
    assert len({service.variable for service in SERVICES.values()}) == len(SERVICES)
    assert all(name == service.name for name, service in SERVICES.items())


def test_keys_go_over_https_and_servers_of_this_machine_need_none() -> None:
    for service in SERVICES.values():
        if is_loopback(service.base_url):
            assert not service.needs_key
        else:
            assert service.needs_key
            assert not service.base_url or service.base_url.startswith("https://")
        assert service.model_hint
