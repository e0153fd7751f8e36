"""Small steps that every request passes."""

import re

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.middleware.gzip import GZipMiddleware
from django.urls import get_script_prefix
from django.utils import translation
from django.utils.cache import patch_vary_headers

from profiles import languages

KEPT_BY_BROWSERS = "private, no-cache"
PERMISSIONS_POLICY = "camera=(), microphone=(), geolocation=(), browsing-topics=()"


def is_below_admin(path_info: str) -> bool:
    return path_info[1:].partition("/")[0] == settings.ADMIN_PATH


class SecurityHeadersMiddleware:
    """Headers that Django's SecurityMiddleware has no setting for."""

    def __init__(self, get_response):
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        response.headers.setdefault("Permissions-Policy", PERMISSIONS_POLICY)
        response.headers.setdefault("Cross-Origin-Resource-Policy", "same-origin")
        return response


class PrivateMiddleware:
    """What is below the admin is for who asked: nothing keeps it, not even that it is missing.

    "no-referrer" would say no more to other sites, and make browsers send "Origin: null" with a
    form, which Django refuses.
    """

    def __init__(self, get_response):
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        if is_below_admin(request.path_info):
            # What a browser may keep for itself says so: the words of the date picker do.
            if response.headers.get("Cache-Control") != KEPT_BY_BROWSERS:
                response.headers["Cache-Control"] = "private, no-store"
            response.headers["Referrer-Policy"] = "same-origin"
            response.headers["X-Robots-Tag"] = "noindex"
        return response


class CompressionMiddleware(GZipMiddleware):
    """Public pages compressed; never the admin's, which hold a token beside what a user typed.

    The length of a compressed answer tells of its content (BREACH). Public ones hold no secret, so
    they need no random padding either.
    """

    max_random_bytes = 0

    def process_response(self, request: HttpRequest, response: HttpResponse) -> HttpResponse:
        if request.resolver_match and request.resolver_match.app_name == "admin":
            return response
        return super().process_response(request, response)


# What the site has once, whatever its readers speak, besides the admin.
ONCE = r"healthz|media|readyz|static|\.well-known|favicon\.ico|robots\.txt|sitemap[\w-]*\.xml"


class LanguageMiddleware:
    """A second language has its own exact prefix: /zh-hans/<slug>/ is /<slug>/ in Chinese.

    Not Django's LocaleMiddleware: that one reads cookies, adds Vary, and lets a variant such as
    /zh-wang/ fall back to a language, swallowing a researcher's slug. The prefix moves to the
    script name, so every reverse() on the page stays within the language. Only the admin, which
    nobody keeps copies of, speaks the language that the browser asks for.
    """

    def __init__(self, get_response):
        self.get_response = get_response
        self.seconds = set(languages.second_languages())
        # A second address of the admin would pass by whoever guards the first one in front of us.
        self.once = re.compile(rf"/(?:{settings.ADMIN_PATH}|{ONCE})(?:/|\Z)")

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if is_below_admin(request.path_info):
            return self._for_browser(request)
        head, slash, rest = request.path_info[1:].partition("/")
        if head in self.seconds and slash and not self.once.match(f"/{rest}"):
            return self._below_prefix(request, head, f"/{rest}")
        with translation.override(settings.LANGUAGE_CODE):
            return self.get_response(request)

    def _for_browser(self, request):
        with translation.override(translation.get_language_from_request(request)):
            response = self.get_response(request)
        patch_vary_headers(response, ["Accept-Language"])
        return response

    def _below_prefix(self, request, language, path_info):
        request.path_info = path_info
        outer = get_script_prefix().rstrip("/")
        request.META["SCRIPT_NAME"] = outer + languages.prefix(language)
        with languages.within(language):
            return self.get_response(request)
