"""What every page may show of the site itself: its name, its address, its languages."""

from django.conf import settings

from profiles import languages
from profiles.site import site_settings


def origin(request) -> str:
    """Scheme and host for absolute addresses: the configured one, else the checked request's."""
    return settings.ORIGIN or f"{request.scheme}://{request.get_host()}"


def site(request) -> dict:
    """Depends on host, path and the site's own row, so that a finished page can be kept."""
    lab = site_settings()
    return {
        "site_name": lab.site_name,
        "site_settings": lab,
        "single_researcher": settings.SINGLE_RESEARCHER,
        "origin": origin(request),
        "licence": settings.LICENCE,
        "page_language": languages.current(),
    }
