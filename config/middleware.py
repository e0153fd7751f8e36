"""Two small steps that every request passes."""

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.urls import get_script_prefix, set_script_prefix
from django.utils import translation

PERMISSIONS_POLICY = "camera=(), microphone=(), geolocation=(), browsing-topics=()"


class SecurityHeadersMiddleware:
    """Headers that Django's SecurityMiddleware has no setting for."""

    def __init__(self, get_response):
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        response.headers.setdefault("Permissions-Policy", PERMISSIONS_POLICY)
        response.headers.setdefault("Cross-Origin-Resource-Policy", "same-origin")
        return response


class LanguagePrefixMiddleware:
    """A second language has its own exact prefix: /zh-hans/<slug>/ is /<slug>/ in Chinese.

    Not Django's LocaleMiddleware: that one reads cookies, adds Vary, and lets a variant such as
    /zh-wang/ fall back to a language, swallowing a researcher's slug. The prefix moves to the
    script name, so every reverse() on the page stays within the language.
    """

    def __init__(self, get_response):
        self.get_response = get_response
        self.prefixes = {
            f"/{code}/": code for code, _ in settings.LANGUAGES if code != settings.LANGUAGE_CODE
        }

    def __call__(self, request: HttpRequest) -> HttpResponse:
        head, slash, rest = request.path_info[1:].partition("/")
        language = self.prefixes.get(f"/{head}/") if slash else None
        if language is None:
            with translation.override(settings.LANGUAGE_CODE):
                return self.get_response(request)
        return self._in_language(request, language, f"/{rest}")

    def _in_language(self, request, language, path_info):
        outer = get_script_prefix()
        request.path_info = path_info
        request.META["SCRIPT_NAME"] = f"{outer.rstrip('/')}/{language}"
        set_script_prefix(f"{outer}{language}/")
        try:
            with translation.override(language):
                return self.get_response(request)
        finally:
            set_script_prefix(outer)
