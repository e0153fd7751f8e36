"""From where a request comes. What a visitor's own program says of it is never believed."""

from ipaddress import IPv6Address, ip_address, ip_network

from django.conf import settings


def client_address(request) -> str:
    """The client's address: the connection's, or what a declared proxy saw.

    Each proxy appends the address it was asked from to X-Forwarded-For, so that of
    VITAE_BEHIND_PROXY proxies the outermost one's word is that many places from the end. Whatever
    stands before it, anybody may have written.
    """
    connection = request.META.get("REMOTE_ADDR", "")
    seen = request.META.get("HTTP_X_FORWARDED_FOR", "").split(",")
    trusted = seen[-settings.PROXIES] if 0 < settings.PROXIES <= len(seen) else ""
    return _subscriber(trusted) or _subscriber(connection) or "0.0.0.0"  # noqa: S104


def _subscriber(text):
    """An IPv6 subscriber has a network of 2^64 addresses, and counts once; "" for no address."""
    try:
        address = ip_address(text.strip())
    except ValueError:
        return ""
    if not isinstance(address, IPv6Address):
        return str(address)
    if address.ipv4_mapped:
        return str(address.ipv4_mapped)
    return str(ip_network((address.packed, 64), strict=False).network_address)
