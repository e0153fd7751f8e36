"""Links of a profile to GitHub, Scholar, …: the settings of each system, and the addresses that its
pages make of a user name.
"""

from exchange.site_import.theme import THEMES
from profiles.identifiers import BARE_HOST
from profiles.models import ResearcherLink

Kind = ResearcherLink.Kind


def _services():
    for name, address, *settings in map(str.split, THEMES["services"].splitlines()):
        is_kind = name in Kind.values
        kind, label = (Kind(name), "") if is_kind else (Kind.OTHER, name.replace("_", " "))
        address = "" if address == "-" else address
        yield from ((setting, (kind, label, address)) for setting in settings)


# Setting -> kind, label, address.
SERVICES = dict(_services())
# Kind -> address of a user name there.
ADDRESSES = {kind: url for kind, _label, url in reversed(SERVICES.values()) if kind != Kind.OTHER}


def address_of(value: str, pattern: str) -> str:
    """The address that a setting means: a whole one, one without its beginning, or a name that the
    pattern makes one of.
    """
    if "://" in value or not value:
        return value
    if "/" in value and BARE_HOST.fullmatch(value):
        return f"https://{value}"
    return pattern.format(value.lstrip("@/").partition("&")[0])


def is_profile(url: str) -> bool:
    """Whether it is somebody's page at a service, and not any page there."""
    bare = url.partition("://")[2].removeprefix("www.")
    starts = (
        address.partition("{")[0].partition("://")[2] for _k, _l, address in SERVICES.values()
    )
    start = next((one.removeprefix("www.") for one in starts if one and _begins(bare, one)), "")
    rest = bare.removeprefix(start).partition("?")[0].strip("/")
    return bool(start) and "/" not in rest and bool(bare.removeprefix(start).strip("/"))


def _begins(bare, start):
    return bare.startswith(start.removeprefix("www."))


def completed(url: str) -> str:
    """ "www.linkedin.com/in/ada" and "//github.com/ada" with the beginning that they lack."""
    if url.startswith("//"):
        return f"https:{url}"
    return f"https://{url}" if BARE_HOST.fullmatch(url) else url
