"""Known query parameters, NULs, security headers, caching, compression, the language prefix."""

import re
from dataclasses import fields
from urllib.parse import urlencode

import brotli
import csp.middleware
from csp.constants import HEADER
from django.conf import settings
from django.db import DataError
from django.http import HttpRequest, HttpResponse, QueryDict
from django.middleware.gzip import GZipMiddleware
from django.urls import get_script_prefix
from django.utils import translation
from django.utils.cache import patch_vary_headers
from django.views.defaults import bad_request

from profiles import languages
from profiles.site import read_once, second_languages
from publications.listing import Filters

# All that a public page may ask of `request.GET`, in the order in which its links have them.
QUERY_PARAMETERS = (
    *(part.name for part in fields(Filters)),
    *("kind", "view", "dialect", "page", "p", "group", "since"),
)
PRIVATE = "private, no-cache"
PERMISSIONS_POLICY = "camera=(), microphone=(), geolocation=(), browsing-topics=()"


def is_below_admin(path_info: str) -> bool:
    """Whether a path is one of the admin."""
    return path_info[1:].partition("/")[0] == settings.ADMIN_PATH


def canonical_query(query: str) -> str:
    """The known parameters of a query string, each once and in one order; empty ones say nothing.

    So `?utm_source=…` is the page without it, and no stranger's words come into its links.
    """
    if not query:
        return ""
    params = QueryDict(query.encode("latin-1"))  # as WSGI has it
    return urlencode([(name, params[name]) for name in QUERY_PARAMETERS if params.get(name)])


class Middleware:
    """What Django makes once and calls with each request."""

    def __init__(self, get_response):
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)


class QueryMiddleware(Middleware):
    """Public pages meet the query parameters that they know, and no others."""

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if not is_below_admin(request.path_info):
            query = request.META.get("QUERY_STRING", "")
            request.META["QUERY_STRING"] = canonical_query(query)
        return self.get_response(request)


class HostMiddleware(Middleware):
    """Under another host nothing is answered, not even a file, which asks for no host by itself."""

    def __call__(self, request: HttpRequest) -> HttpResponse:
        request.get_host()  # raises DisallowedHost, which becomes a 400
        return self.get_response(request)


class NulMiddleware(Middleware):
    """What asks for a text that holds a NUL is answered 400: PostgreSQL takes none, not even in a
    question, where SQLite finds nothing. Forms refuse one by themselves; nobody types it.
    """

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse | None:
        texts = [request.path_info, *request.COOKIES.values()]  # "\000" in a cookie is a NUL
        for data in (request.GET, request.POST):
            texts += [text for _name, some in data.lists() for text in some]
        is_asked = isinstance(error, DataError) and any("\0" in text for text in texts)
        return bad_request(request, error) if is_asked else None


class SiteSettingsMiddleware(Middleware):
    """What the site says of itself is asked of the database once a request."""

    def __call__(self, request: HttpRequest) -> HttpResponse:
        with read_once():
            return self.get_response(request)


class CSPMiddleware(csp.middleware.CSPMiddleware):
    """django-csp's, whose directives come out of a set: in another order in each process."""

    def process_response(self, request: HttpRequest, response: HttpResponse) -> HttpResponse:
        response = super().process_response(request, response)
        if policy := response.headers.get(HEADER):
            response.headers[HEADER] = "; ".join(sorted(policy.split("; ")))
        return response


class SecurityHeadersMiddleware(Middleware):
    """Headers that Django's SecurityMiddleware has no setting for."""

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        response.headers.setdefault("Permissions-Policy", PERMISSIONS_POLICY)
        response.headers.setdefault("Cross-Origin-Resource-Policy", "same-origin")
        return response


class CacheControlMiddleware(Middleware):
    """Answers of the admin are not stored by any cache, not even a 404; all others are asked for
    again each time, unless they say how long they hold.

    The referrer policy is not "no-referrer": browsers would send "Origin: null" with a form, which
    Django's CSRF check refuses.
    """

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        if is_below_admin(request.path_info):
            # A view may let the browser keep its answer, such as the texts of the date picker.
            if response.headers.get("Cache-Control") != PRIVATE:
                response.headers["Cache-Control"] = "private, no-store"
            response.headers["Referrer-Policy"] = "same-origin"
            response.headers["X-Robots-Tag"] = "noindex"
        else:
            response.headers.setdefault("Cache-Control", "no-cache")
        return response


class CompressionMiddleware(GZipMiddleware):
    """Compresses public pages, but not the admin's, which hold CSRF tokens beside user input.

    The length of a compressed answer reveals its content (BREACH). Public pages hold no secret, so
    they need no random padding either.
    """

    max_random_bytes = 0
    # As fast as gzip, and a fourteenth smaller; from 9 on it takes ten times as long.
    quality = 8

    def process_response(self, request: HttpRequest, response: HttpResponse) -> HttpResponse:
        if request.resolver_match and request.resolver_match.app_name == "admin":
            return response
        is_packed = response.streaming or "Content-Encoding" in response
        if "br" in request.headers.get("accept-encoding", "") and not is_packed:
            packed = brotli.compress(response.content, quality=self.quality)
            if len(packed) < len(response.content):
                patch_vary_headers(response, ["Accept-Encoding"])
                response.content = packed
                response["Content-Encoding"], response["Content-Length"] = "br", str(len(packed))
                if response.get("ETag", "").startswith('"'):  # it is of what was packed
                    response["ETag"] = f"W/{response['ETag']}"
        return super().process_response(request, response)


# Paths that have no language prefix, besides the admin.
WITHOUT_PREFIX = (
    r"healthz|media|readyz|static|\.well-known|favicon\.ico|robots\.txt|sitemap[\w-]*\.xml"
)


class LanguageMiddleware(Middleware):
    """A second language has its own exact prefix: /zh-hans/<slug>/ is /<slug>/ in Chinese.

    Not Django's LocaleMiddleware: that one reads cookies, adds Vary, and lets a variant such as
    /zh-wang/ fall back to a language, swallowing a researcher's slug. The prefix moves to the
    script name, so every reverse() on the page stays within the language. Only the admin, which is
    not cached, uses the language that the browser asks for.
    """

    def __init__(self, get_response):
        self.get_response = get_response
        # A second path of the admin would bypass a proxy that guards the first one.
        self.without_prefix = re.compile(rf"/(?:{settings.ADMIN_PATH}|{WITHOUT_PREFIX})(?:/|\Z)")

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if is_below_admin(request.path_info):
            wanted = translation.get_language_from_request(request)
            with translation.override(languages.of_admin(wanted)):
                response = self.get_response(request)
            patch_vary_headers(response, ["Accept-Language"])
            return response
        head, slash, rest = request.path_info[1:].partition("/")
        is_prefix = (
            slash and head in languages.known_second_languages() and head in second_languages()
        )
        if is_prefix and not self.without_prefix.match(f"/{rest}"):
            request.path_info = f"/{rest}"
            outer = get_script_prefix().rstrip("/")
            request.META["SCRIPT_NAME"] = outer + languages.prefix(head)
            with languages.within(head):
                return self.get_response(request)
        with languages.speaking(settings.LANGUAGE_CODE):
            return self.get_response(request)
