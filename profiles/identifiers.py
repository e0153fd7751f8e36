"""ORCID iDs, e-mail and web addresses, keys of rows: brought to one form, checked, linked."""

import re
import unicodedata
from functools import lru_cache
from urllib.parse import unquote, urlsplit

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

# Everything that people paste around the sixteen characters.
ORCID_DRESS = re.compile(r"^(?:https?://)?(?:www\.)?orcid\.org/|^orcid(?:\s*id)?\s*:?\s*", re.I)
ORCID_GAPS = re.compile(r"[\s\-\u2010-\u2015\u2212]+")
ORCID_SHAPE = re.compile(r"[0-9]{15}[0-9X]")

NEVER_IN_URL = set('\\<>"')
SCHEMES = {"http", "https", "mailto"}
SCHEME = re.compile(r"([A-Za-z][A-Za-z0-9+.\-]*):")
# "example.org/page" or "localhost:8000": an address whose author left out the beginning.
BARE_HOST = re.compile(r"(?:[\w\-]+\.)+[A-Za-z]{2,}(?:[:/?#].*)?", re.S)
MAIL = re.compile(r"[^@\s,;]+@[^@\s,;.]+(?:\.[^@\s,;.]+)+")


def normalise_orcid(text: str) -> str:
    """ "https://orcid.org/0000000218250097" -> "0000-0002-1825-0097"; "" stays "".

    Takes the iD with or without its address, hyphens and blanks. Raises ValidationError when the
    shape or the check character (ISO 7064 MOD 11-2, as ORCID documents it) is wrong.
    """
    bare = ORCID_DRESS.sub("", text.partition("#")[0].strip()).rstrip("/")
    digits = ORCID_GAPS.sub("", bare).upper()
    if not digits:
        return ""
    if not ORCID_SHAPE.fullmatch(digits):
        raise ValidationError(
            _("An ORCID iD has sixteen digits, such as 0000-0002-1825-0097."), code="orcid"
        )
    total = 0
    for digit in digits[:15]:
        total = (total + int(digit)) * 2
    if "0123456789X"[(12 - total % 11) % 11] != digits[15]:
        raise ValidationError(
            _("This ORCID iD has a wrong digit: its check character does not fit. Copy it again."),
            code="orcid",
        )
    return "-".join(digits[i : i + 4] for i in range(0, 16, 4))


def validate_orcid(text: str) -> None:
    """Refuse what `normalise_orcid` refuses, as a validator of a column."""
    normalise_orcid(text)


def orcid_url(orcid: str) -> str:
    """Return the address of a bare iD at orcid.org, "" for ""."""
    return f"https://orcid.org/{orcid}" if orcid else ""


def shown_url(url: str) -> str:
    """An address as stored, or nothing: forms refuse other schemes, bulk writers may not."""
    try:
        return url if url[:1] == "/" != url[1:2] else clean_url(url)
    except ValidationError:
        return ""


@lru_cache(1024)  # a list shows two for each of its papers, each time the same
def clean_url(text: str) -> str:
    """An http, https or mailto address without outer blanks; "" stays "".

    Raises ValidationError for another scheme, a missing one, blanks or control characters inside,
    a backslash (browsers read it as a slash), a name or password before the host, no host.
    """
    url = text.strip()
    if not url:
        return ""
    _refuse_hidden(url)
    scheme = _scheme(url)
    if scheme == "mailto":
        address, _mark, query = url[len("mailto:") :].partition("?")
        if MAIL.fullmatch(unquote(address)) and not re.search(r"%0[ad]", query, re.I):
            return url
        raise ValidationError(
            _("Write mailto: and one e-mail address, such as mailto:ada@example.org."), code="url"
        )
    try:
        parts = urlsplit(url)
        host, _port = parts.hostname, parts.port
    except ValueError:
        host = None
    if not host or not url[len(parts.scheme) :].startswith("://"):
        raise ValidationError(
            _("This address names no site. Write it like https://example.org/page."), code="url"
        )
    if "@" in parts.netloc:
        raise ValidationError(
            _("Leave out the user name and password before the @ of the address."), code="url"
        )
    return url


def completed_url(text: str) -> str:
    """ "github.com/ada" -> "https://github.com/ada", "ada@example.org" -> "mailto:ada@example.org".

    What begins as an address does, or is none, stays as it is.
    """
    bare = text.strip()
    scheme = SCHEME.match(bare)
    if scheme and scheme[1].lower() in SCHEMES:
        return text
    if MAIL.fullmatch(bare):
        return f"mailto:{bare}"
    return f"https://{bare}" if BARE_HOST.fullmatch(bare) else text


def validate_url(text: str) -> None:
    """The model validator of every address: what is stored is already clean."""
    if clean_url(text) != text:
        raise ValidationError(_("Take away the blanks around the address."), code="url")


def validate_link(text: str) -> None:
    """An entry of the lab's menu: a path of this site, or an address as above."""
    if text.startswith("/") and not text.startswith("//"):
        return _refuse_hidden(text)
    return validate_url(text)


MAX_HOSTS = 20
# A host as a browser is told of it; "*." before it: every one below.
HOST = re.compile(r"(?:\*\.)?(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z]{2,63}(?::\d{1,5})?")


def hosts(text: str) -> list[str]:
    """The hosts of a text with one a line; lines that are none are left out."""
    return [line for line in text.split() if HOST.fullmatch(line)]


def validate_hosts(text: str) -> None:
    """Refuse lines that are no hosts, and more of them than a header should hold."""
    lines = text.split("\n")
    for line in filter(None, map(str.strip, lines)):
        if not HOST.fullmatch(line):
            message = _(
                "“%(line)s” is not a host. Write it like www.example.edu, in small letters."
            )
            raise ValidationError(message, code="host", params={"line": line})
    if len(lines) > MAX_HOSTS:
        raise ValidationError(_("At most %(count)d hosts."), params={"count": MAX_HOSTS})


def validate_target(text: str) -> None:
    """Where a redirect of ours goes: a path below the researcher's pages, never another site."""
    _refuse_hidden(text)
    if text.startswith("/") or SCHEME.match(text) or ".." in unquote(text).split("/"):
        raise ValidationError(
            _("Write a path of your pages, such as publications/ or cv/."), code="target"
        )


def _refuse_hidden(url):
    # C: controls, format and bidi marks, unassigned; Z: every kind of blank.
    plain = url.isascii() and url.isprintable() and " " not in url
    if not plain and any(unicodedata.category(char)[0] in "CZ" for char in url):
        raise ValidationError(
            _("An address has no blanks or invisible characters inside."), code="url"
        )
    if not NEVER_IN_URL.isdisjoint(url):
        raise ValidationError(_('An address has none of \\ < > " inside.'), code="url")


def _scheme(url):
    match = SCHEME.match(url)
    scheme = match[1].lower() if match else ""
    if scheme in SCHEMES:
        return scheme
    if BARE_HOST.fullmatch(url):
        raise ValidationError(
            _("Write the whole address. Did you mean https://%(url)s?"),
            code="url",
            params={"url": url[:200]},
        )
    if MAIL.fullmatch(url):
        raise ValidationError(
            _("For an e-mail address write mailto:%(url)s."), code="url", params={"url": url[:200]}
        )
    raise ValidationError(
        _("An address begins with https://, http:// or mailto:, such as https://example.org/."),
        code="url",
    )


def protected_email(email: str) -> str:
    """As harvesters do not read it: "ada@example.org" -> "ada [at] example [dot] org"."""
    return email.replace("@", " [at] ").replace(".", " [dot] ")


def is_valid_pk(value: str) -> bool:
    """Whether a text that came with a request can be a row's key: int() takes more.

    As many ASCII digits as a database's largest id, which other scripts' digits are not.
    """
    return value.isascii() and value.isdigit() and len(value) < 19


class UrlField(forms.CharField):
    """Takes "github.com/ada" for https://github.com/ada."""

    def to_python(self, value):
        return completed_url(super().to_python(value))


def url_options(column) -> dict:
    """What the box of a column is made with, where the column holds addresses."""
    is_url = validate_url in column.validators or validate_link in column.validators
    return {"form_class": UrlField} if is_url else {}
