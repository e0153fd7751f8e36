"""From where a request comes."""

import pytest
from django.test import RequestFactory

from profiles.accounts.addresses import client_address


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
def test_it_works(settings, proxies, forwarded, address):
    settings.PROXIES = proxies
    headers = {"x-forwarded-for": forwarded} if forwarded else {}
    request = RequestFactory().get("/", REMOTE_ADDR="192.0.2.1", headers=headers)
    assert client_address(request) == address


def test_a_socket_has_no_address(settings):
    settings.PROXIES = 0
    assert client_address(RequestFactory().get("/", REMOTE_ADDR="")) == "0.0.0.0"  # noqa: S104
