"""From where a request comes."""

import pytest
from django.test import RequestFactory

from accounts.passwords import client_ip


@pytest.mark.parametrize(
    ("proxies", "forwarded", "address"),
    [
        (0, "", "192.0.2.1"),
        (0, "198.51.100.9", "192.0.2.1"),  # nobody declared a proxy: anybody wrote this
        (1, "198.51.100.9", "198.51.100.9"),
        (1, "203.0.113.5, 198.51.100.9", "198.51.100.9"),
        (2, "203.0.113.5, 198.51.100.9, 10.0.0.1", "198.51.100.9"),
        (2, "198.51.100.9", "192.0.2.1"),
        (1, "nonsense", "192.0.2.1"),
        (1, "", "192.0.2.1"),
        (1, "2001:db8:1:2:3:4:5:6", "2001:db8:1:2::"),
        (1, "::ffff:198.51.100.9", "198.51.100.9"),
    ],
)
def test_address_is_read_behind_trusted_proxies_alone(settings, proxies, forwarded, address):
    settings.TRUSTED_PROXIES = proxies
    headers = {"x-forwarded-for": forwarded} if forwarded else {}
    request = RequestFactory().get("/", REMOTE_ADDR="192.0.2.1", headers=headers)
    assert client_ip(request) == address


def test_a_socket_has_no_address(settings):
    settings.TRUSTED_PROXIES = 0
    assert client_ip(RequestFactory().get("/", REMOTE_ADDR="")) == "0.0.0.0"  # noqa: S104
