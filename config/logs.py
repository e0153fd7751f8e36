"""Logging without the tokens of one-time links, error reports without user input."""

import logging
import re

from django.views.debug import SafeExceptionReporterFilter

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"console": {"()": "config.logs.TokenRedactingFormatter"}},
    "handlers": {"console": {"class": "logging.StreamHandler", "formatter": "console"}},
    "root": {"handlers": ["console"], "level": "WARNING"},
    # django.request would log the URLs of 404s, and the CSRF logger those of refused forms, which
    # may be one-time links.
    "loggers": {
        "django": {"level": "INFO"},  # without Django's mail to ADMINS: a report quotes the request
        "django.request": {"level": "ERROR"},
        "django.security.csrf": {"level": "ERROR"},
    },
}
# See accounts.views. Whoever reads such a link can take over the account.
ONE_TIME_LINK = re.compile(r"/link/[^\s\"']+")


class TokenRedactingFormatter(logging.Formatter):
    """Formats as `inner` does, and removes the tokens of one-time links, also in tracebacks."""

    def __init__(self, inner: logging.Formatter | None = None):
        super().__init__()
        self.inner = inner or logging.Formatter()

    def format(self, record: logging.LogRecord) -> str:
        return ONE_TIME_LINK.sub("/link/…", self.inner.format(record))


class InputRedactingFilter(SafeExceptionReporterFilter):
    """Error reports hold no POST values and no local variables: unpublished texts are private.

    Vitae mails no reports by itself. This is for settings of one's own that name ADMINS.
    """

    # CACHE_URL and the LOCATION of a cache may hold a password.
    hidden_settings = re.compile(
        f"{SafeExceptionReporterFilter.hidden_settings.pattern}|CACHE_URL|LOCATION", re.IGNORECASE
    )

    def get_post_parameters(self, request):
        values = super().get_post_parameters(request)
        return self._hidden(values) if self.is_active(request) else values

    def get_traceback_frame_variables(self, request, tb_frame):
        if not self.is_active(request):
            return super().get_traceback_frame_variables(request, tb_frame)
        return self._hidden(tb_frame.f_locals).items()

    def _hidden(self, values):
        return dict.fromkeys(values, self.cleansed_substitute)
