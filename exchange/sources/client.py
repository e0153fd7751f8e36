"""Questions to services as these wish to be asked: by name, one a second, within bounds."""

import json
import re
import time
from collections.abc import Callable
from http.client import HTTPException
from urllib.parse import urljoin

from django.conf import settings
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from publications.reference_lists.json_items import as_object
from website import web_client

# Between two questions of one service, as arXiv, Crossref and NCBI ask for or allow. In seconds.
PAUSE = 1.0
# A service that asks for a longer rest is asked another time.
LONGEST_REST = 20
TIMEOUT = 15
# For one answer, however slowly its bytes come.
PATIENCE = 60
LARGEST = 20 * 1024 * 1024
HOPS = 5
REST = {429, 503}
UNKNOWN = {404, 410}
# JSON may escape them, and no database stores them: NUL, and half of a surrogate pair.
UNSTORED = re.compile("[\x00\ud800-\udfff]")
WEB_PAGE = ("<!doctype html", "<html")

BROKEN = gettext_noop("%(service)s gave an answer that is broken or cut off. Try again later.")
BUSY = gettext_noop("%(service)s has too much to do just now. Try again later.")
EMPTY = gettext_noop("%(service)s gave an empty answer.")
ENDLESS = gettext_noop("%(service)s leads from address to address without end.")
NOT_FOUND = gettext_noop("%(service)s cannot be found. Is this server connected to the internet?")
NOT_PUBLIC = gettext_noop("%(service)s leads to an address that is not public.")
NOT_UTF8 = gettext_noop("%(service)s gave an answer that is not in UTF-8.")
REFUSED = gettext_noop("%(service)s refused the question. Try again later.")
ROBOTS = gettext_noop("%(service)s answered with a web page, perhaps to keep robots out.")
SILENT = gettext_noop("%(service)s does not answer. Try again later.")
TOO_LARGE = gettext_noop("%(service)s gave more than %(megabytes)s MB.")
UNKNOWN_NAME = gettext_noop("%(service)s does not know it.")


class NotAvailable(Exception):  # noqa: N818 - what it is about, not an error of ours
    """The service gave no answer that can be used; the text is a sentence that says why."""

    def __init__(self, sentence: str, service: str):
        super().__init__(_(sentence) % {"service": service, "megabytes": LARGEST // 1024**2})


class NotKnown(NotAvailable):
    """The service knows nothing of this name."""


class Client:
    """Asks the services of one look-up, each once a second at most.

    `service` is its name for people. Both methods raise NotKnown where it has nothing at the
    address, and NotAvailable where it gives nothing that can be used. `tell` hears after each
    answer how many there were.
    """

    def __init__(self, tell: Callable[[int], None] = lambda count: None):
        self._asked: dict[str, float] = {}
        self._tell, self._answers = tell, 0

    def get_json(self, service: str, url: str, accept: str = "application/json") -> object:
        """The value that the service gives at an address."""
        text = self.get_text(service, url, accept)
        try:
            return _storable(json.loads(text))
        except (ValueError, RecursionError) as error:
            raise NotAvailable(BROKEN, service) from error

    def get_text(self, service: str, url: str, accept: str) -> str:
        """The text that the service gives at an address, redirects followed."""
        has_rested = False
        for _hop in range(HOPS + 1):
            response = self._ask(service, url, accept)
            rest = response.headers.get("Retry-After", "")
            if response.status in REST and not has_rested and rest.isdecimal():
                if int(rest) > LONGEST_REST:
                    break
                has_rested = True
                time.sleep(int(rest))
            elif response.location:
                url = urljoin(url, response.location)
            else:
                break
        if response.location:
            raise NotAvailable(ENDLESS, service)
        return _text(service, response)

    def _ask(self, service, url, accept):
        wait = self._asked.get(service, -PAUSE) + PAUSE - time.monotonic()
        if wait > 0:
            time.sleep(wait)
        headers = {"User-Agent": _user_agent(), "Accept": accept}
        bounds = {"read_at_most": LARGEST + 1, "timeout": TIMEOUT, "patience": PATIENCE}
        try:
            return web_client.ask(url, headers=headers, **bounds)
        except web_client.BlockedHost as error:
            raise NotAvailable(NOT_PUBLIC, service) from error
        except web_client.UnknownHost as error:
            raise NotAvailable(NOT_FOUND, service) from error
        except TimeoutError as error:
            raise NotAvailable(SILENT, service) from error
        except (OSError, HTTPException, ValueError) as error:
            raise NotAvailable(BROKEN, service) from error
        finally:
            self._asked[service] = time.monotonic()
            self._answers += 1
            self._tell(self._answers)


def list_in(answer: object, key: str, service: str) -> list:
    """What an answer has under a key. Raises NotAvailable where that is no list."""
    value = as_object(answer).get(key)
    if not isinstance(value, list):
        raise NotAvailable(BROKEN, service)
    return value


def _storable(value):
    """A value of JSON with a replacement character where a text has what cannot be stored."""
    match value:
        case str():
            return UNSTORED.sub("\ufffd", value)
        case list():
            return [_storable(one) for one in value]
        case dict():
            return {_storable(name): _storable(one) for name, one in value.items()}
    return value


def _user_agent():
    """With an address to write to where the site names one: some services ask for it."""
    return " ".join([web_client.user_agent("look-up"), *settings.SECURITY_CONTACTS[:1]])


def _text(service, response):
    if response.status in UNKNOWN:
        raise NotKnown(UNKNOWN_NAME, service)
    if response.status >= 300:
        raise NotAvailable(BUSY if response.status in REST else REFUSED, service)
    if len(response.body) > LARGEST:
        raise NotAvailable(TOO_LARGE, service)
    if response.is_broken:
        raise NotAvailable(BROKEN, service)
    try:
        text = response.body.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise NotAvailable(NOT_UTF8, service) from error
    if text[:500].lstrip().lower().startswith(WEB_PAGE):
        raise NotAvailable(ROBOTS, service)
    if not text.strip():
        raise NotAvailable(EMPTY, service)
    return text
