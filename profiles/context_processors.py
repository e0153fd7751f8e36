"""What every page may show of the site itself: its name, its address, its languages."""

from django.conf import settings
from django.utils import translation


def origin(request) -> str:
    """Scheme and host for absolute addresses: the configured one, else the checked request's."""
    return settings.ORIGIN or f"{request.scheme}://{request.get_host()}"


def site(request) -> dict:
    """Depends on host, path and settings alone, so that a finished page can be kept."""
    return {
        "site_name": settings.SITE_NAME,
        "single_researcher": settings.SINGLE_RESEARCHER,
        "origin": origin(request),
        "page_language": translation.get_language(),
    }
